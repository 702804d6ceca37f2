//! The last moves along a border, played out.
//!
//! ```text
//! X X X O O
//! X a b c O     Whoever moves first, Black keeps nothing and White nothing: b is neutral, and so are a and c when both have been there.
//! X X O O O
//! ```
//!
//! The two sides take points in turn, each beside what it has, or pass; after two passes a part of what is left is the territory of the one side beside it. The stones that live count as beyond
//! capture, and so do the new ones. If it makes no difference who begins, the border is closed.

use std::collections::HashMap;

use keisei_goban::{Board, ByColor, Color, Point, PointSet};

use crate::safety::frame::{Frame, each};

/// The most points of a border that is played out.
const MOST: usize = 10;

/// Points of a border and what lies beside them.
struct Contest {
    frame: Frame,
    points: PointSet,
    /// Points beside what each side has.
    beside: ByColor<u64>,
    known: HashMap<Stage, i32>,
}

/// What comes of a border.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    /// Black's lead in territory if a side begins.
    first: ByColor<i32>,
    /// The moves with which a side that begins gets that.
    pub(super) moves: ByColor<PointSet>,
    /// What each side keeps whoever begins.
    pub(super) kept: ByColor<PointSet>,
}

impl Verdict {
    /// Of some points, of which those are given that lie beside what each side has; `None` if there are too many.
    pub(super) fn of(points: &PointSet, beside: &ByColor<PointSet>, board: &Board) -> Option<Verdict> {
        if points.len() > MOST {
            return None;
        }
        let frame = Frame::new(*points, board.size());
        let beside = ByColor::new_with(|color| frame.bits(&beside[color]));
        Some(Contest { frame, points: *points, beside, known: HashMap::new() }.verdict())
    }

    /// How much it matters who begins.
    pub(super) fn swing(&self) -> i32 {
        self.first.black - self.first.white
    }
}

/// What each side has taken, whose turn it is, and whether the other passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stage {
    taken: ByColor<u64>,
    turn: Color,
    passed: bool,
}

impl Contest {
    fn verdict(&mut self) -> Verdict {
        let start = ByColor::new_with(|turn| Stage { taken: ByColor { black: 0, white: 0 }, turn, passed: false });
        let first = start.map(|stage| self.value(stage));
        let lines = start.map(|stage| self.kept_if_first(stage));
        // Points that a side keeps only if it begins are evened out by others elsewhere: nobody's.
        let kept = ByColor::new_with(|color| lines.black[color] & lines.white[color]);
        let moves = ByColor::new_with(|turn| {
            let nexts = self.nexts(&start[turn]).into_iter().filter(|next| !next.passed);
            let best: Vec<Stage> = nexts.collect();
            best.into_iter()
                .filter(|&next| self.value(next) == first[turn])
                .fold(0, |moves, next| moves | next.taken[turn])
        });
        Verdict { first, moves: moves.map(|bits| self.set(bits)), kept: kept.map(|bits| self.set(bits)) }
    }

    fn set(&self, bits: u64) -> PointSet {
        let inside = |p: &Point| self.frame.bits(&[*p].into_iter().collect()) & bits != 0;
        self.points.iter().filter(inside).collect()
    }

    /// What each side keeps at the end of the best line.
    fn kept_if_first(&mut self, mut stage: Stage) -> ByColor<u64> {
        let value = self.value(stage);
        loop {
            let nexts = self.nexts(&stage);
            let best = nexts.into_iter().find(|&next| self.value(next) == value);
            match best {
                Some(next) if !(stage.passed && next.taken == stage.taken) => stage = next,
                _ => return self.kept(&stage),
            }
        }
    }

    /// Passing first: the best line is the shortest.
    fn nexts(&self, stage: &Stage) -> Vec<Stage> {
        let Stage { taken, turn, .. } = *stage;
        let mut nexts = vec![Stage { taken, turn: turn.opponent(), passed: true }];
        let empty = self.frame.all() & !taken.black & !taken.white;
        let reach = self.beside[turn] | self.frame.grown(taken[turn]);
        for point in each(empty & reach) {
            let mut next = Stage { taken, turn: turn.opponent(), passed: false };
            next.taken[turn] |= point;
            nexts.push(next);
        }
        nexts
    }

    /// Black's lead in territory.
    fn value(&mut self, stage: Stage) -> i32 {
        if let Some(&known) = self.known.get(&stage) {
            return known;
        }
        let nexts = self.nexts(&stage);
        let mut best = None;
        for next in nexts {
            let value = if next.passed && stage.passed {
                let kept = self.kept(&stage);
                kept.black.count_ones() as i32 - kept.white.count_ones() as i32
            } else {
                self.value(next)
            };
            best = Some(match (best, stage.turn) {
                (None, _) => value,
                (Some(best), Color::Black) => value.max(best),
                (Some(best), Color::White) => value.min(best),
            });
        }
        let best = best.unwrap_or(0);
        self.known.insert(stage, best);
        best
    }

    /// The territory of each side as the stones stand.
    fn kept(&self, stage: &Stage) -> ByColor<u64> {
        let mut kept = ByColor { black: 0, white: 0 };
        let reach = ByColor::new_with(|color| self.beside[color] | self.frame.grown(stage.taken[color]));
        for part in self.frame.parts(self.frame.all() & !stage.taken.black & !stage.taken.white) {
            match (part & reach.black != 0, part & reach.white != 0) {
                (true, false) => kept.black |= part,
                (false, true) => kept.white |= part,
                _ => {}
            }
        }
        kept
    }
}

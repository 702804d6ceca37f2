//! Whether a border is closed: the last moves along it, played out.
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

use keisei_goban::{Board, ByColor, Color, PointSet};

use crate::safety::frame::{Frame, each};

/// The most points of a border that is played out.
const MOST: usize = 9;

/// Points of a border and what lies beside them.
pub(super) struct Contest {
    frame: Frame,
    points: PointSet,
    /// Points beside what each side has.
    beside: ByColor<u64>,
    known: HashMap<Stage, i32>,
}

/// What each side has taken, whose turn it is, and whether the other passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stage {
    taken: ByColor<u64>,
    turn: Color,
    passed: bool,
}

impl Contest {
    /// Of some points; `None` if there are too many.
    pub(super) fn new(points: &PointSet, beside: &ByColor<PointSet>, board: &Board) -> Option<Contest> {
        if points.len() > MOST {
            return None;
        }
        let frame = Frame::new(*points, board.size());
        let beside = ByColor::new_with(|color| frame.bits(&beside[color]));
        Some(Contest { frame, points: *points, beside, known: HashMap::new() })
    }

    /// What each side keeps whoever begins; `None` if it matters who does.
    pub(super) fn outcome(&mut self) -> Option<ByColor<PointSet>> {
        let start = |turn| Stage { taken: ByColor { black: 0, white: 0 }, turn, passed: false };
        let values = Color::ALL.map(|color| self.value(start(color)));
        if values[0] != values[1] {
            return None;
        }
        let kept = Color::ALL.map(|color| self.kept_if_first(start(color)));
        // Points that a side keeps only if it begins are evened out by others elsewhere: nobody's.
        let both = ByColor::new_with(|color| kept[0][color] & kept[1][color]);
        let lead = both.black.count_ones() as i32 - both.white.count_ones() as i32;
        let set = |bits: u64| {
            self.points.iter().filter(|&p| self.frame.bits(&[p].into_iter().collect()) & bits != 0).collect()
        };
        (lead == values[0]).then(|| both.map(set))
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

//! The last moves of a game, played out: what stands in danger, gaps in the borders, and then the dame.
//!
//! ```text
//! X X X O O     White fills a: Black's stone is in atari, and he has to fill b, a point of his own.
//! b X a O O
//! X O O O O
//! ```
//!
//! The two sides take turns. Who is to move
//!
//! 1. takes or saves stones that can be taken by force (`tactics`), or makes the best move at a gap (`contest`), whichever is worth most; a point of his own that he fills is lost;
//! 2. else fills a dame on which his stone is safe: first one that threatens something, or where the opponent would;
//! 3. else passes. Two passes end it.
//!
//! No stone is put into the other side's territory, and nothing is played beside a seki. If both orders come to the same count, it does not matter who moves first: the position can be
//! counted, with what was filled on the way taken off.
//!
//! Known to fail: threats that need a move inside the opponent's territory first, other than taking stones; ko threats are neither counted nor made.

use keisei_goban::{Board, ByColor, Color, Point, PointMap, PointSet};

use super::border::{Borders, Verdicts};
use super::tactics::{Tactics, blocks_on};

/// How a game came to its end.
pub(super) struct Ending {
    /// Whose the points are then.
    pub(super) owner: PointMap<Option<Color>>,
    /// The stones of each side then, dead ones included.
    pub(super) stones: ByColor<PointSet>,
    /// Stones that lived at first, and were taken.
    pub(super) taken: PointSet,
}

/// From where the last moves are played.
#[derive(Clone, Copy)]
pub(super) struct Start<'b> {
    pub(super) board: &'b Board,
    pub(super) dead: PointSet,
    pub(super) seki: PointSet,
}

impl Ending {
    /// With this side to move, which may not play on `ko`.
    pub(super) fn of(start: Start<'_>, first: Color, ko: Option<Point>, verdicts: &mut Verdicts) -> Ending {
        let mut finish = Finish {
            board: start.board.clone(),
            dead: start.dead,
            seki: start.seki,
            turn: first,
            ko,
            verdicts,
        };
        let mut passes = 0;
        // Kos could go on for ever.
        for _ in 0..2 * start.board.size().area() {
            match finish.choose() {
                Some(p) => {
                    finish.play(p);
                    passes = 0;
                }
                None => {
                    finish.ko = None;
                    finish.turn = finish.turn.opponent();
                    passes += 1;
                }
            }
            if passes == 2 {
                break;
            }
        }
        let Finish { board, dead, verdicts, .. } = finish;
        let lost = |color: Color| start.board.stones(color) - start.dead - board.stones(color);
        Ending {
            owner: Borders::of(&board, &dead, verdicts).owner,
            stones: ByColor::new_with(|color| board.stones(color)),
            taken: lost(Color::Black) | lost(Color::White),
        }
    }
}

/// A game in its last moves.
struct Finish<'v> {
    board: Board,
    dead: PointSet,
    seki: PointSet,
    turn: Color,
    /// Where the side to move may not play.
    ko: Option<Point>,
    verdicts: &'v mut Verdicts,
}

/// A block that can be taken.
#[derive(Clone, Copy)]
struct Falling {
    stone: Point,
    /// What its loss costs.
    worth: i32,
    by: Point,
}

impl Finish<'_> {
    fn play(&mut self, point: Point) {
        let before = ByColor::new_with(|color| self.board.stones(color));
        self.ko = self.board.play(self.turn, point).ok().and_then(|outcome| outcome.ko);
        for color in Color::ALL {
            self.dead -= before[color] - self.board.stones(color);
        }
        self.turn = self.turn.opponent();
    }

    /// The blocks of a colour, of those with stones on some points, that the opponent can take if he is to move and may not play on `ko`.
    fn falling(&self, board: &Board, color: Color, ko: Option<Point>, among: &PointSet) -> Vec<Falling> {
        let anchors = board.stones(color.opponent()) - self.dead;
        let falling = |stone: Point| {
            let by = Tactics::attack(board, stone, &anchors, ko)?;
            // A stone is a prisoner, and its point is lost.
            Some(Falling { stone, worth: 2 * board.block(stone)?.len() as i32, by })
        };
        let living = board.stones(color) - self.dead - self.seki;
        blocks_on(board, living & *among).filter_map(falling).collect()
    }

    /// What can be taken of a side that has just played on a point, and the board then; `None` if it may not play there.
    fn stake_after(&self, color: Color, point: Point, ko: Option<Point>, among: &PointSet) -> Option<(i32, Board)> {
        if Some(point) == ko || !self.board.is_empty(point) || self.board.is_suicide(color, point) {
            return None;
        }
        let mut after = self.board.clone();
        let outcome = after.play(color, point).ok()?;
        Some((stake(&self.falling(&after, color, outcome.ko, among)), after))
    }

    fn choose(&mut self) -> Option<Point> {
        let (me, you) = (self.turn, self.turn.opponent());
        let borders = Borders::of(&self.board, &self.dead, self.verdicts);
        let all = self.board.size().all();
        let losses = self.falling(&self.board, me, None, &all);
        let gains = self.falling(&self.board, you, self.ko, &all);
        let mut candidates: Vec<(Point, i32)> = gains.iter().map(|gain| (gain.by, gain.worth)).collect();
        for loss in &losses {
            candidates.extend(self.defences(loss).iter().map(|p| (p, 0)));
        }
        for gap in &borders.gaps {
            if let Some(verdict) = gap.verdict.as_ref().filter(|verdict| verdict.swing() > 0) {
                candidates.extend(verdict.moves[me].iter().map(|p| (p, verdict.swing())));
            }
        }
        let before = stake(&losses);
        let mut best: Option<(i32, Point)> = None;
        for (p, gain) in candidates {
            let Some((after, _)) = self.stake_after(me, p, self.ko, &all) else { continue };
            let cost = i32::from(borders.owner[p] == Some(me));
            let value = gain + before - after - cost;
            if value > best.map_or(0, |(value, _)| value) {
                best = Some((value, p));
            }
        }
        match best {
            Some((_, p)) => Some(p),
            None => self.dame(&borders, before),
        }
    }

    /// Moves that may save a block.
    fn defences(&self, falling: &Falling) -> PointSet {
        let Some(block) = self.board.block(falling.stone) else { return PointSet::EMPTY };
        let mut moves = block.liberty_set();
        moves.insert(falling.by);
        let foes = block.stone_set().grown() & self.board.stones(block.color().opponent());
        for foe in blocks_on(&self.board, foes) {
            if let Some(foe) = self.board.block(foe).filter(|foe| foe.liberties() <= 2) {
                moves |= foe.liberty_set();
            }
        }
        moves
    }

    /// The dame to fill next.
    fn dame(&self, borders: &Borders, before: i32) -> Option<Point> {
        let (me, you) = (self.turn, self.turn.opponent());
        let closed = borders.gaps.iter().filter_map(|gap| gap.verdict.as_ref()).filter(|verdict| verdict.swing() == 0);
        let points = closed.fold(borders.dame, |all, verdict| all | verdict.moves[me]);
        let mut best: Option<(i32, Point)> = None;
        for p in (points & self.board.empty()) - self.seki.grown() {
            if borders.owner[p] == Some(me) {
                continue;
            }
            let near = [p].into_iter().collect::<PointSet>().grown();
            let Some((after, board)) = self.stake_after(me, p, self.ko, &near) else { continue };
            if after > before {
                continue;
            }
            let threat = stake(&self.falling(&board, you, None, &near));
            let theirs = self.stake_after(you, p, None, &near);
            let threat_to_me =
                theirs.map_or(0, |(_, board)| stake(&self.falling(&board, me, None, &near)));
            let value = threat + threat_to_me;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, p));
            }
        }
        best.map(|(_, p)| p)
    }
}

fn stake(falling: &[Falling]) -> i32 {
    falling.iter().map(|falling| falling.worth).sum()
}

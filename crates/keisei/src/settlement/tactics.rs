//! Whether stones with few liberties can be taken by force, anywhere on the board.
//!
//! ```text
//! X X X X X
//! . O O a X     Black takes the two stones whoever moves: if White plays a, her three stones have one liberty.
//! X X X X X
//! ```
//!
//! The attacker fills liberties; the defender extends, or takes what stands in atari beside the
//! block. Two liberties are the most with which a search begins, and a block that gets a third has
//! escaped. Stones that are taken by stones which are dead themselves, inside the territory of
//! those who lost them, are no loss: whatever takes them has to be in touch with living stones
//! afterwards. Nor are those that can be taken back at once without loss (a snapback).
//!
//! Known to fail: nets, and blocks that die with three liberties or more for want of eyes, are not
//! seen. A ko counts as won by who takes first.

use keisei_goban::{Board, Color, Point, PointSet};

/// The longest line.
const DEEPEST: u32 = 24;

/// The most positions for one question.
const MOST_NODES: u32 = 300;

/// The liberties of a block that can be attacked.
const FEW: usize = 2;

/// A search for stones that fall.
pub(super) struct Tactics {
    /// Living stones of the attacker before the search.
    anchors: PointSet,
    nodes: u32,
}

impl Tactics {
    /// Where the attacker, to move, begins to take the block on a point; `None` if it is safe. The
    /// attacker may not play on `ko`.
    pub(super) fn attack(
        board: &Board,
        target: Point,
        anchors: &PointSet,
        ko: Option<Point>,
    ) -> Option<Point> {
        board.block(target).filter(|block| block.liberties() <= FEW)?;
        Tactics { anchors: *anchors, nodes: MOST_NODES }.taken_by(board, target, ko, 0)
    }

    /// The attacker's move that leads to the capture.
    fn taken_by(&mut self, board: &Board, target: Point, ko: Option<Point>, depth: u32) -> Option<Point> {
        let block = board.block(target)?;
        let (defender, attacker) = (block.color(), block.color().opponent());
        if block.liberties() > FEW || depth > DEEPEST {
            return None;
        }
        let captures = block.liberties() == 1;
        for p in block.liberty_set() {
            if Some(p) == ko || !captures && board.is_suicide(attacker, p) {
                continue;
            }
            if self.nodes == 0 {
                return None;
            }
            self.nodes -= 1;
            let mut after = board.clone();
            let Ok(outcome) = after.play(attacker, p) else { continue };
            let falls = match captures {
                true => self.holds(&after, p, defender, outcome.captured, outcome.ko.is_some()),
                false => !self.escapes(&after, target, outcome.ko, depth + 1),
            };
            if falls {
                return Some(p);
            }
        }
        None
    }

    /// Whether the defender, to move, saves the block.
    fn escapes(&mut self, board: &Board, target: Point, ko: Option<Point>, depth: u32) -> bool {
        let Some(block) = board.block(target) else { return false };
        if block.liberties() > FEW {
            return true;
        }
        let (defender, liberties) = (block.color(), block.liberty_set());
        let foes = block.stone_set().grown() & board.stones(defender.opponent());
        let mut moves = liberties;
        for foe in blocks_on(board, foes) {
            if let Some(foe) = board.block(foe).filter(|foe| foe.liberties() == 1) {
                moves |= foe.liberty_set();
            }
        }
        for p in moves {
            if Some(p) == ko || board.is_suicide(defender, p) {
                continue;
            }
            if self.nodes == 0 {
                return true;
            }
            self.nodes -= 1;
            let mut after = board.clone();
            let Ok(outcome) = after.play(defender, p) else { continue };
            if self.taken_by(&after, target, outcome.ko, depth + 1).is_none() {
                return true;
            }
        }
        false
    }

    /// Whether a capture on a point was one for good.
    fn holds(&self, board: &Board, captor: Point, defender: Color, captured: usize, is_ko: bool) -> bool {
        let around = captor_region(board, captor, defender);
        if around.is_disjoint(&self.anchors) {
            return false;
        }
        let snapback =
            board.block(captor).is_some_and(|block| block.liberties() == 1 && block.len() >= captured);
        is_ko || !snapback
    }
}

/// What hangs together with a stone across empty points and stones of its colour.
fn captor_region(board: &Board, captor: Point, defender: Color) -> PointSet {
    let within = board.size().all() - board.stones(defender);
    [captor].into_iter().collect::<PointSet>().flood(&within)
}

/// A stone of each block that has one on these points.
pub(super) fn blocks_on(board: &Board, points: PointSet) -> impl Iterator<Item = Point> {
    let mut rest = points;
    std::iter::from_fn(move || {
        let first = rest.first()?;
        match board.block(first) {
            Some(block) => rest -= block.stone_set(),
            None => {
                rest.remove(first);
            }
        }
        Some(first)
    })
}

#[cfg(test)]
mod tests {
    use keisei_goban::diagram;

    use super::*;

    fn attacked(text: &str, target: &str) -> bool {
        let board = diagram::board(text);
        let target: Point = target.parse().unwrap();
        let anchors = board.stones(board.get(target).unwrap().opponent());
        Tactics::attack(&board, target, &anchors, None).is_some()
    }

    #[test]
    fn stones_fall_or_escape() {
        // Two liberties on the edge.
        assert!(attacked("X X X X .\nO O . X .\nX X . X .\n. X X X .", "A3"));
        // Two eyes.
        assert!(!attacked(". . . . .\nX X X X X\nO O O O X\n. O . O X", "A2"));
        // A snapback: what takes the stone is taken.
        assert!(!attacked("O . O X X X O . O\n. O O X O . O O .", "E1"));
    }
}

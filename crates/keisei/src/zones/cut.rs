//! Cuts: the blocks that keep stones which are shut in from living stones of their side.
//!
//! ```text
//! . O O O O O     The black stone below is shut in by the white stone at its side, which touches Black's
//! . O . X O X     wall as well. Taken, that stone lets it out, though no way is open.
//! . . X O X X
//! ```
//!
//! Whether a cut is taken is *read* ([`crate::reading`]): blocks with up to three liberties, with more
//! moves than are enough for most.
//!
//! Known to fail: cuts of several blocks, one of which has to be taken first; taking that saves nothing
//! because the stones that take are taken in turn; kos.

use keisei_goban::{Board, Point, PointSet};

use super::escape::{Escape, after};
use crate::reading::{Limits, Reader, Success};

/// Blocks with more liberties are not read.
const LIBERTIES: usize = 3;

/// Reads cuts.
pub(super) struct Cuts {
    reader: Reader,
}

impl Cuts {
    pub(super) fn new() -> Cuts {
        Cuts { reader: Reader::new(Limits { nodes: 1_000, widths: 3, ..Limits::default() }) }
    }

    /// The moves with which stones that are shut in begin to take what cuts them off, as reading names
    /// them.
    pub(super) fn strikes(&mut self, board: &Board, escape: &Escape) -> PointSet {
        let mut strikes = PointSet::EMPTY;
        for (stone, _) in short(board, escape) {
            let Ok(attack) = self.reader.attack(board, stone, None) else { continue };
            strikes.extend(attack.point.filter(|_| attack.success == Some(Success::Yes)));
        }
        strikes
    }

    /// The opponent's moves beside a cut, and the one that reading names, after which the stones stay
    /// shut in even if they have so many moves to escape.
    pub(super) fn answers(&mut self, board: &Board, escape: &Escape, moves: usize) -> PointSet {
        let mut tried = spots(board, escape);
        for (stone, _) in short(board, escape) {
            tried.extend(self.reader.defend(board, stone, None).ok().and_then(|defence| defence.point));
        }
        tried.iter().filter(|&p| self.hold(board, escape, p, moves)).collect()
    }

    /// Whether an opponent's move keeps the stones shut in.
    pub(super) fn hold(&mut self, board: &Board, escape: &Escape, answer: Point, moves: usize) -> bool {
        after(board, escape.color.opponent(), answer)
            .is_some_and(|next| self.strikes(&next, escape).is_empty() && !escape.succeeds(&next, moves))
    }
}

/// Where a move may help to take a cut.
pub(super) fn spots(board: &Board, escape: &Escape) -> PointSet {
    short(board, escape).into_iter().fold(PointSet::EMPTY, |all, (_, liberties)| all | liberties)
}

/// A stone of each cut that is short of liberties, and these.
fn short(board: &Board, escape: &Escape) -> Vec<(Point, PointSet)> {
    let own = board.stones(escape.color);
    if !escape.stones.is_subset(&own) {
        return Vec::new();
    }
    let living = escape.living & own;
    let blocks = board.blocks().filter(|b| b.color() != escape.color && b.liberties() <= LIBERTIES);
    let cuts = blocks.filter(|block| {
        let beside = block.stone_set().grown();
        !beside.is_disjoint(&escape.stones) && !beside.is_disjoint(&living)
    });
    cuts.filter_map(|block| Some((block.stone_set().first()?, block.liberty_set()))).collect()
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Color, board};

    use super::*;

    #[test]
    fn a_cut_is_taken_if_it_cannot_run() {
        let board = board!(
            ". . . . .
             O O O O .
             O X . . .
             X O X . .
             X . . . ."
        );
        let points = |text: &str| text.split(' ').map(|p| p.parse::<Point>().unwrap()).collect::<PointSet>();
        let escape = Escape { color: Color::Black, stones: points("A1 A2"), living: points("B3 C2") };
        let mut cuts = Cuts::new();
        assert_eq!(spots(&board, &escape), points("B1"));
        assert_eq!(cuts.strikes(&board, &escape), points("B1"));
        // White takes the two stones with it.
        assert_eq!(cuts.answers(&board, &escape, 1), points("B1"));
        let board = board!(
            ". . . . .
             O O O O .
             O X . . .
             X O . . .
             X . . . ."
        );
        assert_eq!(spots(&board, &escape), points("B1 C2"));
        assert!(cuts.strikes(&board, &escape).is_empty());
    }
}

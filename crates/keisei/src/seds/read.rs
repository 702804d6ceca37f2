//! What reading says about blocks that are short of liberties.
//!
//! ```text
//! . X . .     The system knows no alternation of moves. Reading says that White cannot save the stone,
//! X O . .     whoever moves first.
//! . X X .
//! ```
//!
//! Strengths are pinned. They are what labelled positions say of blocks with up to three liberties,
//! about which the system by itself is wrong: blocks that are taken whoever moves first keep 0.04 of
//! their stones, where it says 0.5 to 0.75 with two or three liberties; of the others, those that cannot
//! be taken keep 0.9, and those for which it matters who moves first a third.
//!
//! Known to fail: what [`crate::reading`] says where it fails. A block that is not taken may still die.

use keisei_goban::{Board, Color, Point};

use crate::reading::{Fate, Limits, Reader, Success};

/// Blocks with more liberties are not read.
const LIBERTIES: usize = 3;

/// The strength of blocks that cannot be taken.
const SAFE: f64 = 0.95;
/// The strength of blocks for which it matters who moves first. The opponent of a block that is hard
/// pressed is more often there first.
const UNSETTLED: f64 = 0.3;

/// What is read about a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Read {
    fates: Vec<Fate>,
}

impl Read {
    /// Reads a board.
    pub(super) fn of(board: &Board) -> Read {
        Read { fates: Reader::new(Limits::QUICK).fates(board, LIBERTIES) }
    }

    /// A stone of each block of which something is known, and the strength of the block.
    pub(super) fn strengths(&self) -> impl Iterator<Item = (Point, f64)> {
        self.fates.iter().filter_map(|fate| Some((fate.stone, strength(fate)?)))
    }

    /// A stone of each block that is taken whoever moves first, and its strength: none.
    pub(super) fn lost(&self) -> impl Iterator<Item = (Point, f64)> {
        self.strengths().filter(|(_, strength)| *strength == 0.0)
    }

    /// The moves with which a side takes or saves blocks for which it matters who moves first, and how
    /// many stones these have.
    pub(super) fn urgent(&self, board: &Board, color: Color) -> Vec<(Point, usize)> {
        let unsettled = self.fates.iter().filter(|fate| strength(fate) == Some(UNSETTLED));
        let urgent = unsettled.filter_map(|fate| {
            let block = board.block(fate.stone)?;
            let reading = if block.color() == color { &fate.defence } else { &fate.attack };
            Some((reading.point?, block.len()))
        });
        urgent.collect()
    }
}

/// The strength of a block; `None` if it depends on a ko or was not read.
fn strength(fate: &Fate) -> Option<f64> {
    match (fate.attack.success?, fate.defence.success) {
        (Success::No, _) => Some(SAFE),
        (Success::Yes, Some(Success::No)) => Some(0.0),
        (Success::Yes, Some(Success::Yes)) => Some(UNSETTLED),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::{ByColor, board};

    use super::super::{Dynamics, Parameters};
    use super::*;

    #[test]
    fn what_is_taken_has_no_strength_until_a_move_is_followed() {
        let board = board!(
            ". X . .
             X O . .
             . X X ."
        );
        let (stone, last) = ("B2".parse().unwrap(), "D3".parse().unwrap());
        let reading = Parameters::default().with_reading(true);
        let mut dynamics = Dynamics::with_pinned(&board, reading, &ByColor::default());
        assert_eq!(dynamics.strength(stone), Some(0.0));
        dynamics.play(Color::Black, last).unwrap();
        let alone = Dynamics::of(dynamics.board(), Parameters::default());
        for p in board.size().points() {
            assert!((dynamics.black(p) - alone.black(p)).abs() < 0.01, "{p}");
        }
    }
}

//! What is read about moves: captures beside them, and whether their own stones are taken next.
//!
//! ```text
//! . . . . .     Who moves first at a takes or saves the white stone. A move at b does neither: White
//! . X . . .     gets away at a, and so Black takes the stone there. Where it does not matter who
//! X O a . .     moves first, no further stone is needed.
//! . b . . .
//! ```
//!
//! Blocks with up to three liberties are read ([`Limits::QUICK`]). Where it matters who moves first,
//! every move on a liberty of the block is tried, and the one that reading names: does the block stand
//! as the player wants it even if he is answered? Where it does not matter, moves on its liberties are
//! told apart by how it stands. Last, a move that leaves its own block two liberties is asked whether
//! the block is taken in a ladder.
//!
//! Known to fail: moves farther away that take or save a block, but for the one that reading names; and
//! what [`crate::reading`] says where it fails. Other kos than that of the move are not known.

use keisei_goban::{Block, Board, Color, Outcome, Point, PointMap, Position};

use crate::reading::{Limits, Reader, Success};
use crate::standing::Verdict;

/// Blocks with more liberties are not read.
const LIBERTIES: usize = 3;

/// How many features there are.
pub(super) const READINGS: usize = 29;

// What a move does to a block of one stone, of up to three, of more.
const TAKES: usize = 0;
const SAVES: usize = 3;
// It is on a liberty of a block that another move takes or saves.
const FAILS_TO_TAKE: usize = 6;
const FAILS_TO_SAVE: usize = 9;
// It is on a liberty of a block that stands the same whoever moves first: the opponent's, the player's.
const TAKEN_ANYWAY: usize = 12;
const LOST_ANYWAY: usize = 15;
const NOT_TAKEN_ANYWAY: usize = 18;
const SAFE_ANYWAY: usize = 21;
// Its own block is taken next.
const RUN_DOWN: usize = 24;
// It is on a liberty of a block that depends on a ko: the opponent's, the player's.
const KO: usize = 27;

/// Reads what moves do. Its memory is used again from one position to the next.
#[derive(Clone, Debug)]
pub(super) struct Readings {
    reader: Reader,
    /// For every point, what a move there does to blocks of the board: a bit for each feature.
    moves: PointMap<u32>,
}

impl Default for Readings {
    fn default() -> Readings {
        Readings { reader: Reader::new(Limits::QUICK), moves: PointMap::filled(0) }
    }
}

impl Readings {
    /// Reads the blocks of a position.
    pub(super) fn read(&mut self, position: &Position) {
        let board = position.board();
        self.moves = PointMap::filled(0);
        for fate in self.reader.fates(board, LIBERTIES) {
            let Some(block) = board.block(fate.stone) else { continue };
            let is_own = block.color() == position.to_play();
            let beside = match Verdict::of(&fate.attack, &fate.defence) {
                Verdict::Owners if is_own => SAFE_ANYWAY + class(block),
                Verdict::Owners => NOT_TAKEN_ANYWAY + class(block),
                Verdict::Opponents if is_own => LOST_ANYWAY + class(block),
                Verdict::Opponents => TAKEN_ANYWAY + class(block),
                Verdict::Unsettled => {
                    let named = if is_own { fate.defence.point } else { fate.attack.point };
                    self.unsettled(position, block, fate.stone, named);
                    continue;
                }
                Verdict::Ko => KO + usize::from(is_own),
                Verdict::NotRead => continue,
            };
            block.liberty_set().iter().for_each(|point| self.mark(point, beside));
        }
    }

    /// What a move does to the blocks of the position.
    pub(super) fn of(&self, point: Point) -> impl Iterator<Item = usize> + use<> {
        let marks = self.moves[point];
        (0..READINGS).filter(move |&feature| marks >> feature & 1 != 0)
    }

    /// Whether the block of a move is taken in a ladder after it.
    pub(super) fn run_down(&mut self, after: &Board, point: Point, outcome: Outcome) -> Option<usize> {
        let own = after.block(point).filter(|own| own.liberties() == 2)?;
        let ladder = self.reader.ladder(after, point, outcome.ko).ok()?;
        (ladder.success == Some(Success::Yes)).then_some(RUN_DOWN + class(own))
    }

    fn mark(&mut self, point: Point, feature: usize) {
        self.moves[point] |= 1 << feature;
    }

    /// Tries the moves about a block for which it matters who moves first, one of which is named.
    fn unsettled(&mut self, position: &Position, block: Block<'_>, stone: Point, named: Option<Point>) {
        let (board, color) = (position.board(), position.to_play());
        let (succeeds, fails) =
            if block.color() == color { (SAVES, FAILS_TO_SAVE) } else { (TAKES, FAILS_TO_TAKE) };
        let mut tried = block.liberty_set();
        tried.extend(named);
        for point in tried {
            let is_done = Some(point) == named || self.is_settled(board, color, stone, point);
            self.mark(point, class(block) + if is_done { succeeds } else { fails });
        }
    }

    /// Whether a block stands as a colour wants it after its move, even if the opponent answers.
    fn is_settled(&mut self, board: &Board, color: Color, stone: Point, point: Point) -> bool {
        let mut after = board.clone();
        let Ok(outcome) = after.play(color, point) else { return false };
        let answer = match after.get(stone) {
            None => return !outcome.suicide,
            Some(owner) if owner == color => self.reader.attack(&after, stone, outcome.ko),
            Some(_) => self.reader.defend(&after, stone, outcome.ko),
        };
        answer.is_ok_and(|reading| reading.success == Some(Success::No))
    }
}

/// How large a block is.
fn class(block: Block<'_>) -> usize {
    match block.len() {
        1 => 0,
        2..=3 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::board;

    use super::*;

    /// What is read about a move of a colour, on the blocks of the board and on its own.
    fn read(board: &Board, color: Color, vertex: &str) -> (Vec<usize>, Option<usize>) {
        let position = Position::new(board.clone()).with_to_play(color);
        let mut readings = Readings::default();
        readings.read(&position);
        let point: Point = vertex.parse().unwrap();
        let mut after = board.clone();
        let outcome = after.play(color, point).unwrap();
        (readings.of(point).collect(), readings.run_down(&after, point, outcome))
    }

    #[test]
    fn moves_that_take_and_save_are_told_from_those_that_do_not() {
        let board = board!(
            ". . . . .
             . X . . .
             X O . . .
             . . . . ."
        );
        assert_eq!(read(&board, Color::Black, "C2"), (vec![TAKES], None));
        assert_eq!(read(&board, Color::Black, "B1"), (vec![FAILS_TO_TAKE], None));
        assert_eq!(read(&board, Color::White, "C2").0, [SAVES]);
        assert_eq!(read(&board, Color::White, "B1").0, [FAILS_TO_SAVE]);
    }

    #[test]
    fn what_stands_whoever_moves_first_needs_no_stone() {
        let board = board!(
            ". . . . . . .
             . . . O . . .
             . . . . . . .
             . X O . O . .
             . . . . . . .
             . . . O . . ."
        );
        assert_eq!(read(&board, Color::White, "C4").0, [SAFE_ANYWAY]);
        assert_eq!(read(&board, Color::Black, "C4").0, [NOT_TAKEN_ANYWAY]);
        let board = board!(
            ". . . . . . .
             . . X X X . .
             . X O O . X .
             . . X X X . .
             . . . . . . ."
        );
        assert_eq!(read(&board, Color::White, "E3").0, [LOST_ANYWAY + 1]);
        assert_eq!(read(&board, Color::Black, "E3").0, [TAKEN_ANYWAY + 1]);
    }

    /// A stone in the ladder's way makes it possible to run.
    #[test]
    fn who_runs_into_a_ladder_is_told() {
        let mut board = board!(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . . X . . . .
             . X O . . . .
             . . X X . . .
             . . . . . . ."
        );
        assert_eq!(read(&board, Color::White, "D3"), (vec![LOST_ANYWAY], Some(RUN_DOWN + 1)));
        board.play(Color::White, "E4".parse().unwrap()).unwrap();
        assert_eq!(read(&board, Color::White, "D3").1, None);
    }
}

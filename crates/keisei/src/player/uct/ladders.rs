//! What ladders tell about moves: which of them take or save stones, and which are made in vain.
//!
//! ```text
//! . . . . .     Black gave atari. A glance says that White saves the stone at 1; but Black takes it
//! . X X . .     in a ladder all the same, so 1 is given lost games. If a white stone stood in the
//! X O 1 . .     way, 1 would be given won games instead.
//! . X . . .
//! ```
//!
//! Random games do not read: a stone that runs in vain gets away in many of them, and the tree has to
//! see the whole ladder through before it knows better. Here every block with one or two liberties is
//! asked about ([`Reader::ladder`]): whether it is taken by atari after atari, and which moves of its
//! owner prevent it. Only its liberties and the chasers in atari are tried for that, so a block that is
//! said to be lost may still be saved from farther off; that is why moves are given games, and none is
//! left out.
//!
//! A position is read when it has had so many games ([`super::Options::ladders`]), because most
//! positions of the tree have but a few, and reading takes as long as several games.

use keisei_goban::{Block, Board, Point, PointSet, Position};

use super::Hint;
use super::tactics::weight;
use crate::reading::{Reader, Success};

/// Won games for a move that takes a block which could be saved, and for one that saves it.
const TAKE: f32 = 10.0;
const SAVE: f32 = 10.0;
/// Lost games for running with a block that is taken all the same. More than the glance gives for
/// saving it, which does not know that.
const RUN: f32 = 20.0;
/// Lost games for chasing a block that is taken in any case.
const CHASE: f32 = 5.0;

/// Gives games to moves that take, save, run or chase.
pub(super) fn look(reader: &mut Reader, position: &Position, moves: &mut [Hint]) {
    let (board, color) = (position.board(), position.to_play());
    let mut useful = PointSet::EMPTY;
    let mut vain: Vec<(PointSet, f32)> = Vec::new();
    for block in board.blocks().filter(|block| block.liberties() <= 2) {
        let own = block.color() == color;
        let Some(stone) = block.stone_set().first() else { continue };
        let Some(attack) = attack(reader, board, stone) else { continue };
        let mut saving = saving(reader, board, block, stone);
        // Of the opponent's moves it matters only whether there is one.
        let (points, games) = match own {
            true => (saving.collect(), SAVE),
            false => (saving.next().map(|_| attack).into_iter().collect::<PointSet>(), TAKE),
        };
        let weight = weight(block.len());
        if points.is_empty() {
            vain.push((block.liberty_set(), weight * if own { RUN } else { CHASE }));
        }
        useful |= points;
        for hint in moves.iter_mut().filter(|hint| points.contains(hint.point)) {
            hint.add(games * weight, 1.0);
        }
    }
    // What is in vain for one block may serve another.
    for (points, games) in vain {
        let points = points - useful;
        for hint in moves.iter_mut().filter(|hint| points.contains(hint.point)) {
            hint.add(games, 0.0);
        }
    }
}

/// The move that takes a block, at once or in a ladder, if there is one.
fn attack(reader: &mut Reader, board: &Board, stone: Point) -> Option<Point> {
    let block = board.block(stone)?;
    match block.liberties() {
        1 => block.liberty_set().first(),
        2 => {
            let ladder = reader.ladder(board, stone, None).ok()?;
            ladder.point.filter(|_| ladder.success == Some(Success::Yes))
        }
        _ => None,
    }
}

/// The moves of its owner after which a block is not taken: on its liberties, or taking a chaser.
fn saving(reader: &mut Reader, board: &Board, block: Block<'_>, stone: Point) -> impl Iterator<Item = Point> {
    let owner = block.color();
    let mut ways = block.liberty_set();
    for foe in block.stones().flat_map(Point::neighbors).filter_map(|q| board.block(q)) {
        if foe.color() != owner && foe.liberties() == 1 {
            ways |= foe.liberty_set();
        }
    }
    let saves = move |way: &Point| {
        let mut after = board.clone();
        !board.is_suicide(owner, *way)
            && after.play(owner, *way).is_ok()
            && attack(reader, &after, stone).is_none()
    };
    ways.into_iter().filter(saves)
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Color, Size, board};

    use super::*;
    use crate::random::Random;
    use crate::reading::Limits;

    /// Won and lost games of some moves.
    fn games(board: &Board, color: Color, vertices: &[&str]) -> Vec<(f32, f32)> {
        let mut position = Position::new(board.clone());
        position.set_to_play(color);
        let hint = |vertex: &&str| Hint { point: vertex.parse().unwrap(), games: 0.0, wins: 0.0 };
        let mut hints: Vec<Hint> = vertices.iter().map(hint).collect();
        look(&mut Reader::new(Limits::QUICK), &position, &mut hints);
        hints.iter().map(|hint| (hint.wins, hint.games - hint.wins)).collect()
    }

    #[test]
    fn running_in_a_ladder_is_in_vain() {
        let ladder = board!(
            ". . . . . . .
             . . X X . . .
             . X O . . . .
             . . X . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . ."
        );
        assert_eq!(games(&ladder, Color::White, &["D5", "E4"]), [(0.0, RUN), (0.0, 0.0)]);
        assert_eq!(games(&ladder, Color::Black, &["D5", "E4"]), [(0.0, CHASE), (0.0, 0.0)]);
        let broken = board!(
            ". . . . . . .
             . . X X . . .
             . X O . . . .
             . . X . O . .
             . . . . . . .
             . . . . . . .
             . . . . . . ."
        );
        assert_eq!(games(&broken, Color::White, &["D5", "E4"]), [(SAVE, 0.0), (0.0, 0.0)]);
        assert_eq!(games(&broken, Color::Black, &["D5", "E4"]), [(TAKE, 0.0), (0.0, 0.0)]);
    }

    #[test]
    fn taking_a_chaser_saves() {
        let board = board!(
            ". . . . . . .
             . . X X O . .
             . X O . . . .
             . O X . . . .
             . . O . . . .
             . . . . . . .
             . . . . . . ."
        );
        // D4 takes a stone; the block then has room enough.
        let [(won, lost)] = games(&board, Color::White, &["D4"])[..] else { panic!("one move") };
        assert!(won > 0.0 && lost == 0.0, "{won} {lost}");
    }

    /// What is said to be taken is taken by the wider search too, which knows nothing of this.
    #[test]
    fn what_is_in_vain_is_lost_for_the_search_as_well() {
        let mut random = Random::new(11);
        let mut counted = [0; 2];
        for _ in 0..200 {
            let mut board = Board::new(Size::square(9).unwrap());
            for turn in 0..30 {
                let p = Point::at(random.below(9) as u32, random.below(9) as u32);
                let color = if turn % 2 == 0 { Color::Black } else { Color::White };
                if board.is_empty(p) && !board.is_suicide(color, p) {
                    board.play(color, p).unwrap();
                }
            }
            let mut reader = Reader::new(Limits::QUICK);
            for block in board.blocks().filter(|block| block.liberties() == 2) {
                let stone = block.stone_set().first().unwrap();
                if attack(&mut reader, &board, stone).is_none() {
                    continue;
                }
                let wide = Reader::new(Limits::default()).attack(&board, stone, None).unwrap();
                assert_eq!(wide.success, Some(Success::Yes), "{stone} on {board:?}");
                let saving: Vec<Point> = saving(&mut reader, &board, block, stone).collect();
                counted[usize::from(saving.is_empty())] += 1;
                for way in saving {
                    let mut after = board.clone();
                    after.play(block.color(), way).unwrap();
                    // With a third liberty there is no ladder to ask about.
                    let ladder = Reader::new(Limits::QUICK).ladder(&after, stone, None);
                    let is_taken = ladder.is_ok_and(|read| read.success == Some(Success::Yes));
                    assert!(!is_taken, "{stone} after {way} on {board:?}");
                }
            }
        }
        assert!(counted[0] > 10 && counted[1] > 10, "{counted:?}");
    }
}

//! What a glance tells about a move: what it takes, saves and loses, and whether it is near the
//! last one.

use keisei_goban::{Board, Color, Point, PointSet, Position};

use super::Hint;

/// Games given for each reason. Found by matches at 1,000 playouts (BENCHMARKS.md).
const TAKE: f32 = 10.0;
const SAVE: f32 = 10.0;
const ATARI: f32 = 3.0;
const LOSE: f32 = 10.0;
const NEAR: [f32; 3] = [6.0, 4.0, 2.0];
const EDGE: f32 = 5.0;

/// Gives games to moves: won ones if they take stones, save stones, put stones into atari or are
/// near the last move; lost ones if they leave themselves in atari, or stand on the edge with
/// nothing around.
pub(super) fn look(position: &Position, last: Option<Point>, moves: &mut [Hint]) {
    let (board, color) = (position.board(), position.to_play());
    for hint in moves {
        glance(board, color, last, hint);
    }
}

fn glance(board: &Board, color: Color, last: Option<Point>, hint: &mut Hint) {
    let (size, point) = (board.size(), hint.point);
    let (mut takes, mut atari, mut endangered, mut firm) = (0, 0, 0, false);
    let mut empty = 0;
    for q in size.neighbors(point) {
        let Some(block) = board.block(q) else {
            empty += 1;
            continue;
        };
        match (block.color() == color, block.liberties()) {
            (false, 1) => takes += block.len(),
            (false, 2) => atari += block.len(),
            (true, 1) => endangered += block.len(),
            // Two are left when this one is filled.
            (true, liberties) => firm |= liberties > 2,
            (false, _) => {}
        }
    }
    let safe = takes > 0 || empty > 1 || firm || liberties_after(board, color, point) > 1;
    if takes > 0 {
        hint.add(TAKE * weight(takes), 1.0);
    }
    if endangered > 0 && safe {
        hint.add(SAVE * weight(endangered), 1.0);
    }
    if !safe {
        hint.add(LOSE * weight(1 + endangered), 0.0);
    } else if atari > 0 {
        hint.add(ATARI * weight(atari), 1.0);
    }
    if let Some(last) = last {
        let distance = last.column().abs_diff(point.column()) + last.row().abs_diff(point.row());
        if let Some(&games) = NEAR.get(distance as usize - usize::from(distance > 0)) {
            hint.add(games, 1.0);
        }
    }
    if size.line(point) == 1 && is_bare(board, point) {
        hint.add(EDGE, 0.0);
    }
}

/// How much stones weigh: a lone one may be given up.
pub(super) fn weight(stones: usize) -> f32 {
    1.0 + (stones.min(6) as f32 - 1.0) / 3.0
}

/// How many liberties a stone here would have, if it takes nothing.
fn liberties_after(board: &Board, color: Color, point: Point) -> usize {
    let mut liberties = PointSet::EMPTY;
    for q in board.size().neighbors(point) {
        match board.block(q) {
            None => {
                liberties.insert(q);
            }
            Some(block) if block.color() == color => liberties |= block.liberty_set(),
            Some(_) => {}
        }
    }
    liberties.remove(point);
    liberties.len()
}

/// Whether no stone is around a point.
fn is_bare(board: &Board, point: Point) -> bool {
    let around = point.neighbors().into_iter().chain(point.diagonals().into_iter().flatten());
    around.filter(|&q| board.size().contains(q)).all(|q| board.is_empty(q))
}

#[cfg(test)]
mod tests {
    use keisei_goban::board;

    use super::*;

    fn hint(board: &Board, color: Color, vertex: &str, last: Option<&str>) -> (f32, f32) {
        let mut position = Position::new(board.clone());
        position.set_to_play(color);
        let mut hints = [Hint { point: vertex.parse().unwrap(), games: 0.0, wins: 0.0 }];
        look(&position, last.map(|last| last.parse().unwrap()), &mut hints);
        (hints[0].games, hints[0].wins)
    }

    #[test]
    fn stones_are_taken_saved_and_lost() {
        let board = board!(
            ". . . . . .
             . . X . . .
             . X O . . .
             . . X . . .
             . . . . X O
             . . . . X ."
        );
        // D4 takes a stone, and saves it for the other side.
        assert_eq!(hint(&board, Color::Black, "D4", None), (TAKE, TAKE));
        assert_eq!(hint(&board, Color::White, "D4", None), (SAVE, SAVE));
        // F1 leaves two stones in atari; F3 saves nothing, since nothing is in danger.
        let (games, wins) = hint(&board, Color::White, "F1", None);
        assert!(games > 0.0 && wins == 0.0, "{games} {wins}");
        assert_eq!(hint(&board, Color::White, "F3", None), (0.0, 0.0));
        // F1 and F3 put the white stone into atari.
        assert_eq!(hint(&board, Color::Black, "F3", None), (ATARI, ATARI));
    }

    #[test]
    fn near_moves_are_preferred_and_bare_edges_are_not() {
        let board = board!(
            ". . . . . . .
             . . . . . . .
             . . . X . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . ."
        );
        let near = |vertex| hint(&board, Color::White, vertex, Some("D5")).1;
        assert_eq!([near("D4"), near("E4"), near("E3"), near("D1")], [NEAR[0], NEAR[1], NEAR[2], 0.0]);
        assert_eq!(hint(&board, Color::White, "D1", None), (EDGE, 0.0));
        assert_eq!(hint(&board, Color::White, "D2", None), (0.0, 0.0));
    }
}

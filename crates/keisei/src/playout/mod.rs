//! Playouts: random games to the end.

mod board;
mod random;

pub use board::{PlayoutBoard, WithBoard, with_board};
pub use random::Random;

use keisei_goban::{Board, Color, Count, Move, Point, Position};

/// How the random games after one move came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The number of games.
    pub playouts: u32,
    /// How many of them Black won, komi and handicap bonus counted.
    pub black_wins: u32,
    /// How many were drawn.
    pub draws: u32,
    /// The sum of Black's leads on the board, without komi.
    pub lead: i64,
}

impl Tally {
    /// The share of the games that a side won; a draw is half a game. `None` without games.
    pub fn share(&self, color: Color) -> Option<f64> {
        if self.playouts == 0 {
            return None;
        }
        let black = (f64::from(self.black_wins) + f64::from(self.draws) / 2.0) / f64::from(self.playouts);
        Some(match color {
            Color::Black => black,
            Color::White => 1.0 - black,
        })
    }
}

/// Plays so many random games after each of these moves of the side to play.
///
/// The same seed gives the same tallies on any number of threads.
pub fn tally(position: &Position, moves: &[Point], playouts: u32, seed: u64, threads: usize) -> Vec<Tally> {
    let _ = threads;
    let mut random = seed;
    moves
        .iter()
        .map(|&p| {
            let mut start = position.clone();
            let mut tally = Tally::default();
            if start.play(Move::Play(p)).is_err() {
                return tally;
            }
            for _ in 0..playouts {
                let mut game = start.clone();
                let mut passes = 0;
                let mut length = 0;
                while passes < 2 && length < 3 * game.board().size().area() {
                    length += 1;
                    let color = game.to_play();
                    let moves: Vec<Point> =
                        game.legal_points().filter(|&p| !is_eye(game.board(), color, p)).collect();
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    let mv = match moves.len() {
                        0 => Move::Pass,
                        n => Move::Play(moves[(random >> 33) as usize % n]),
                    };
                    passes = if mv == Move::Pass { passes + 1 } else { 0 };
                    let _ = game.play(mv);
                }
                game.set_rules(keisei_goban::Rules::CHINESE);
                let lead = Count::as_it_stands(&game).lead;
                tally.playouts += 1;
                tally.lead += i64::from(lead.half_points() / 2);
                let result = lead - position.compensation();
                tally.black_wins += u32::from(result.winner() == Some(Color::Black));
                tally.draws += u32::from(result.winner().is_none());
            }
            tally
        })
        .collect()
}

/// Whether an empty point is an eye of a side: its own stones on all sides, and not enough of the opponent's at the corners to
/// make it false (two of four, or one at the edge).
pub fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    let size = board.size();
    if !size.neighbors(point).all(|q| board.get(q) == Some(color)) {
        return false;
    }
    let (mut corners, mut hostile) = (0, 0);
    for q in point.diagonals().into_iter().flatten().filter(|&q| size.contains(q)) {
        corners += 1;
        hostile += usize::from(board.get(q) == Some(color.opponent()));
    }
    hostile + usize::from(corners < 4) < 2
}

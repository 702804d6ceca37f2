//! Positions to test methods on.

use keisei_goban::{Board, Move, Point, Position, Rules, Size};

/// The position of \[TajimaSanechika\], figure 1: the 13th Kisei, challenger final, game 2, Cho Chikun (Black) against
/// Takemiya Masaki. The paper counts rows from the top; these are counted from the bottom.
pub(crate) const KISEI: &str = "R16 D4 D17 Q4 C15 K4 R6 P16 P17 O17 Q17 O16 R14 K16 R3 Q3 R4 Q5 Q6 P6 P7 O7 P8 O6 R5 O8 P9 \
                         N10 H3 F3 K2 H5 M3 D10";

pub(crate) fn point(vertex: &str) -> Point {
    vertex.parse().unwrap()
}

/// The example after so many moves.
pub(crate) fn kisei(moves: usize) -> Position {
    let mut position = Position::new(Board::new(Size::default()));
    for vertex in KISEI.split_whitespace().take(moves) {
        position.play(Move::Play(point(vertex))).unwrap();
    }
    position
}

/// The positions of a random game without passes, which has captures once the board is full enough.
pub(crate) fn random_game(width: u32, height: u32, seed: u64, moves: usize) -> Vec<Position> {
    let size = Size::new(width, height).unwrap();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::new(Board::new(size));
    position.set_rules(Rules::TROMP_TAYLOR);
    let mut positions = vec![position.clone()];
    for _ in 0..moves {
        let p = Point::at(random.u32(..width), random.u32(..height));
        if position.play(Move::Play(p)).is_ok() {
            positions.push(position.clone());
        }
    }
    positions
}

/// The last position of a random game of random length.
pub(crate) fn random_position(width: u32, height: u32, seed: u64) -> Position {
    let moves = fastrand::Rng::with_seed(!seed).usize(..=2 * (width * height) as usize);
    random_game(width, height, seed, moves).pop().unwrap()
}

//! Boards to try things on.

use std::ops::RangeInclusive;

use keisei_goban::{Board, Color, Diagram, Move, Point, PointSet, Position, Rules, Setup, Size};

/// The point of that name.
#[track_caller]
pub fn point(vertex: &str) -> Point {
    vertex.parse().unwrap_or_else(|error| panic!("{vertex}: {error}"))
}

/// The points of these names, with blanks between them.
#[track_caller]
pub fn points(vertices: &str) -> PointSet {
    vertices.split_whitespace().map(point).collect()
}

/// The position that a diagram shows.
#[track_caller]
pub fn position(diagram: &str) -> Position {
    let read = diagram.parse::<Diagram>().unwrap_or_else(|error| panic!("{error}\n{diagram}"));
    read.position().unwrap_or_else(|error| panic!("{error}\n{diagram}"))
}

/// The example of \[TajimaSanechika\], figure 1, after so many moves: the 13th Kisei, challenger
/// final, game 2, Cho Chikun (Black) against Takemiya Masaki. The paper counts rows from the top;
/// these are counted from the bottom.
pub fn kisei(moves: usize) -> Position {
    const MOVES: &str = "R16 D4 D17 Q4 C15 K4 R6 P16 P17 O17 Q17 O16 R14 K16 R3 Q3 R4 Q5 Q6 P6 P7 O7 P8 O6 \
                         R5 O8 P9 N10 H3 F3 K2 H5 M3 D10";
    let mut position = Position::new(Board::new(Size::default()));
    for vertex in MOVES.split_whitespace().take(moves) {
        position.play(Move::Play(point(vertex))).expect("the game can be played");
    }
    position
}

/// The positions of a random game without passes. It has captures once the board is full enough.
/// Moves that are not allowed are left out.
pub fn random_game(rules: Rules, width: u32, height: u32, seed: u64, moves: usize) -> Vec<Position> {
    let size = Size::new(width, height).expect("a size that there is");
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::new(Board::new(size));
    position.set_rules(rules);
    let mut positions = vec![position.clone()];
    for _ in 0..moves {
        let p = Point::at(random.u32(..width), random.u32(..height));
        if position.play(Move::Play(p)).is_ok() {
            positions.push(position.clone());
        }
    }
    positions
}

/// The last position of such a game, whose length is anything in a range.
pub fn random_position_in(
    rules: Rules,
    width: u32,
    height: u32,
    seed: u64,
    moves: RangeInclusive<u32>,
) -> Position {
    let moves = fastrand::Rng::with_seed(!seed).u32(moves) as usize;
    random_game(rules, width, height, seed, moves).pop().expect("there is the empty board at least")
}

/// The last position of such a game under rules that allow suicide; the board is empty, full, or
/// anything between.
pub fn random_position(width: u32, height: u32, seed: u64) -> Position {
    random_position_in(Rules::TROMP_TAYLOR, width, height, seed, 0..=2 * width * height)
}

/// A board full of one colour's stones into which a wanderer has cut: where he went there are empty
/// points, stones of the other colour, and here and there one of the first again. Much lives on such
/// boards, and encloses odd shapes.
pub fn carved_board(width: u32, height: u32, seed: u64) -> Board {
    let size = Size::new(width, height).expect("a size that there is");
    let mut random = fastrand::Rng::with_seed(seed);
    loop {
        let color = random.choice(Color::ALL).expect("there are two");
        let mut setup = Setup::new(size);
        for p in size.points() {
            setup.set(p, Some(color));
        }
        // Of ten points on the way so many are the other's, and of the rest so many the first's.
        let (others, own) = (random.u32(..10), random.u32(..4));
        let anywhere = |random: &mut fastrand::Rng| Point::at(random.u32(..width), random.u32(..height));
        let mut here = anywhere(&mut random);
        for _ in 0..random.u32(2..=(size.area() / 2).max(2)) {
            let stone = match (random.u32(..10) < others, random.u32(..10) < own) {
                (true, _) => Some(color.opponent()),
                (false, true) => Some(color),
                (false, false) => None,
            };
            setup.set(here, stone);
            let next = here.neighbors()[random.usize(..4)];
            here = if size.contains(next) && random.u32(..6) > 0 { next } else { anywhere(&mut random) };
        }
        if let Ok(board) = Board::from_setup(&setup) {
            return board;
        }
    }
}

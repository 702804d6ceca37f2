//! Random games on the single-game board, from the empty board and from the middle of a game.

use std::hint::black_box;
use std::time::Instant;

use criterion::Criterion;
use keisei::playout::{PlayoutBoard, WithBoard, with_board};
use keisei::random::Random;
use keisei_goban::{Board, Move, Position, Size};

/// The position after so many random moves.
struct After(u32, Position);

impl WithBoard for After {
    type Output = Position;

    fn run<const S: usize, const N: usize>(mut self, mut board: PlayoutBoard<S, N>) -> Position {
        let mut random = Random::new(1);
        for _ in 0..self.0 {
            let mv: Move = board.random_move(&mut random);
            self.1.play(mv).expect("random games are legal");
        }
        self.1
    }
}

/// The time of a bench, and playouts a second: the best of some rounds.
struct Measure<'c> {
    criterion: &'c mut Criterion,
    name: String,
}

impl WithBoard for Measure<'_> {
    type Output = f64;

    fn run<const S: usize, const N: usize>(self, board: PlayoutBoard<S, N>) -> f64 {
        let mut random = Random::new(1);
        let mut playout = || {
            let mut copy = board;
            copy.playout(&mut random)
        };
        self.criterion.bench_function(&self.name, |b| b.iter(|| black_box(playout())));
        let mut rate = || {
            let begun = Instant::now();
            for _ in 0..2_000 {
                black_box(playout());
            }
            2_000.0 / begun.elapsed().as_secs_f64()
        };
        (0..20).map(|_| rate()).fold(0.0, f64::max)
    }
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for side in [9, 13, 19] {
        let size = Size::square(side).expect("a size");
        let empty = Position::new(Board::new(size));
        let middle = with_board(&empty, After(side * side / 3, empty.clone()));
        for (name, position) in [("empty", &empty), ("middle", &middle)] {
            let name = format!("playout {size} {name}");
            let rate = with_board(position, Measure { criterion: &mut criterion, name: name.clone() });
            println!("{name}: {rate:.0} playouts/s");
        }
    }
    criterion.final_summary();
}

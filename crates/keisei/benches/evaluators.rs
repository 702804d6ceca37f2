//! The evaluators' speed on a 19×19 middle game, as a ratio to copying the position.

use std::hint::black_box;

use criterion::Criterion;
use keisei::Method;
use keisei_goban::{Board, Move, Position, Size};

fn middle_game() -> Position {
    let size = Size::default();
    let mut random = fastrand::Rng::with_seed(2026);
    let mut position = Position::new(Board::new(size));
    for _ in 0..150 {
        let point = size.point(random.u32(..19), random.u32(..19)).unwrap();
        let _ = position.play(Move::Play(point));
    }
    position
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let position = middle_game();
    let mut group = criterion.benchmark_group("19x19 middle game");
    group.bench_function("copy (baseline)", |b| b.iter(|| black_box(&position).clone()));
    for method in Method::ALL {
        let mut evaluator = method.evaluator();
        group.bench_function(method.name(), |b| b.iter(|| evaluator.evaluate(black_box(&position))));
    }
    group.finish();
    criterion.final_summary();
}

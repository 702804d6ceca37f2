//! The evaluators' speed on a 19×19 middle game, as a ratio to copying the position; and the
//! filters' on 9×9.

use std::hint::black_box;

use criterion::Criterion;
use keisei::filter::{Filter, Sieve};
use keisei::safety::Limits;
use keisei::{Method, Settings};
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
    for &method in Method::ALL {
        let mut assessor = Settings::new(method).with_limits(Limits::QUICK).assessor();
        group.bench_function(method.name(), |b| b.iter(|| assessor.assess(black_box(&position))));
    }
    group.finish();
    // Filters follow a game: two positions, one move apart, in turn.
    let mut group = criterion.benchmark_group("filters on 9x9");
    let size = Size::square(9).unwrap();
    let mut positions = vec![Position::new(Board::new(size))];
    let mut random = fastrand::Rng::with_seed(2026);
    for _ in 0..40 {
        let mut next = positions[0].clone();
        let _ = next.play(Move::Play(size.point(random.u32(..9), random.u32(..9)).unwrap()));
        positions.insert(0, next);
    }
    positions.truncate(2);
    let moves: Vec<_> = positions[0].legal_points().collect();
    for filter in Filter::ALL {
        let mut sieve = Sieve::new(filter, size);
        group.bench_function(filter.name(), |b| {
            b.iter(|| {
                positions.reverse();
                sieve.keep(black_box(positions[0].board()), positions[0].to_play(), &moves, 1)
            });
        });
    }
    group.finish();
    criterion.final_summary();
}

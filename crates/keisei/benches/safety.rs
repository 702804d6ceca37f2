//! Proofs on a final 19×19 position: Benson's rule, static rules, search; as ratios to Benson's
//! rule. And what stays without an answer.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use keisei::safety::{Limits, Safety, unconditional_area, unconditional_life};
use keisei_goban::{Color, Position, sgf};

fn final_position() -> Position {
    let text = include_str!("../../../examples/game-19x19.sgf");
    let record = &sgf::read(text.as_bytes()).unwrap()[0];
    record.replay(&sgf::Replay::default()).unwrap().game.position().clone()
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let position = final_position();
    let benson = |position: &Position| {
        [Color::Black, Color::White].map(|color| unconditional_life(position.board(), color, false))
    };
    let unconditional = |position: &Position| {
        [Color::Black, Color::White].map(|color| unconditional_area(position.board(), color, false))
    };
    let mut group = criterion.benchmark_group("safety, final 19x19");
    group.sample_size(20);
    group.bench_function("benson", |b| b.iter(|| benson(black_box(&position))));
    group.bench_function("unconditional", |b| b.iter(|| unconditional(black_box(&position))));
    group.bench_function("static", |b| b.iter(|| Safety::of(black_box(&position), Limits::STATIC)));
    group.bench_function("search", |b| b.iter(|| Safety::of(black_box(&position), Limits::default())));
    group.finish();
    criterion.final_summary();
    let shortest = |work: &dyn Fn()| -> Duration {
        let time = || {
            let begun = Instant::now();
            work();
            begun.elapsed()
        };
        (0..10).map(|_| time()).min().unwrap_or_default()
    };
    let baseline = shortest(&|| {
        black_box(benson(&position));
    })
    .as_secs_f64();
    for (name, limits) in [("static", Limits::STATIC), ("search", Limits::default())] {
        let time = shortest(&|| {
            black_box(Safety::of(&position, limits));
        })
        .as_secs_f64();
        println!("{name}: {:.1} times Benson's rule", time / baseline);
    }
}

//! Zones of a 19×19 middle game: the whole evaluation, the zones alone, and the double threats of
//! both colours; as ratios to Benson's rule for both colours.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use keisei::Evaluator;
use keisei::method::ZonesEvaluator;
use keisei::safety::{Limits, Safety, unconditional_life};
use keisei::zones::{Parameters, Territory, double_threats};
use keisei_goban::{Color, Position, Size, sgf};

fn middle_game() -> Position {
    let text = include_str!("../../../examples/game-19x19.sgf");
    let record = &sgf::read(text.as_bytes()).unwrap()[0];
    let replay = sgf::Replay { moves: Some(150), ..sgf::Replay::default() };
    record.replay(&replay).unwrap().game.position().clone()
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let position = middle_game();
    let benson = || Color::ALL.map(|color| unconditional_life(black_box(&position).board(), color, false));
    let mut territory = Territory::new(Size::default(), Parameters::default());
    let mut evaluator = ZonesEvaluator::default();
    let proved = Safety::of(&position, Limits::STATIC);
    let threats =
        || Color::ALL.map(|color| double_threats(black_box(&position), color, None, Parameters::default()));
    let mut group = criterion.benchmark_group("zones, 19x19 after 150 moves");
    group.bench_function("benson (baseline)", |b| b.iter(benson));
    group.bench_function("zones", |b| b.iter(|| territory.update(black_box(&position).board(), None)));
    group.bench_function("evaluation", |b| b.iter(|| evaluator.evaluate(black_box(&position), &proved)));
    group.bench_function("double threats", |b| b.iter(threats));
    group.finish();
    criterion.final_summary();
    // The shortest of many: other work on the machine only ever adds.
    let shortest = |work: &mut dyn FnMut()| -> f64 {
        let mut time = || {
            let begun = Instant::now();
            work();
            begun.elapsed()
        };
        (0..2_000).map(|_| time()).min().unwrap_or(Duration::ZERO).as_secs_f64()
    };
    let baseline = shortest(&mut || {
        black_box(benson());
    });
    let zones = shortest(&mut || territory.update(black_box(&position).board(), None));
    let evaluation = shortest(&mut || {
        black_box(evaluator.evaluate(&position, &proved));
    });
    let threats = shortest(&mut || {
        black_box(threats());
    });
    for (name, time) in [("zones", zones), ("evaluation", evaluation), ("double threats", threats)] {
        println!("{name}: {:.1} us, {:.1} times Benson's rule", time * 1e6, time / baseline);
    }
}

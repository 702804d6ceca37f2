//! Potential and watershed on 19×19: all at once, stone by stone, and for every possible move, each
//! against plain recomputation in the same run.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use keisei::Evaluator as _;
use keisei::method::MoyoEvaluator;
use keisei::moyo::{Moyo, Options};
use keisei::potential::{Field, Influence};
use keisei::safety::Safety;
use keisei_goban::{Color, Move, PointSet, Position, Size, sgf};

fn replayed(text: &str, moves: usize) -> Position {
    let record = &sgf::read(text.as_bytes()).unwrap()[0];
    let replay = sgf::Replay { moves: Some(moves), ..sgf::Replay::default() };
    record.replay(&replay).unwrap().game.position().clone()
}

/// The paper's example.
fn opening() -> Position {
    replayed(include_str!("../../../examples/kisei-1988-opening.sgf"), 34)
}

/// A game of the examples after 150 moves, the move before, and the position with colours
/// exchanged.
fn positions() -> [Position; 3] {
    let text = include_str!("../../../examples/game-19x19.sgf");
    let (before, now) = (replayed(text, 149), replayed(text, 150));
    let swapped = now.color_swapped();
    [before, now, swapped]
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let [before, now, swapped] = positions();
    let none = PointSet::EMPTY;
    let options = Options::default();

    let mut group = criterion.benchmark_group("moyo 19x19, 150 stones");
    group.bench_function("field only", |b| {
        let mut field = Field::new(Size::default(), Influence::Tables);
        b.iter(|| {
            field.clear();
            for color in [Color::Black, Color::White] {
                for p in now.board().stones(color) {
                    field.add(color, p);
                }
            }
            black_box(field.get("K10".parse().unwrap()))
        });
    });
    // Every stone changes, so that everything is worked out anew; or one does.
    for (name, other, influence) in [
        ("field and watershed (baseline)", &swapped, Influence::Tables),
        ("one stone more or less", &before, Influence::Tables),
        ("field and watershed, inverse-manhattan", &swapped, "inverse-manhattan".parse().unwrap()),
    ] {
        group.bench_function(name, |b| {
            let mut moyo = Moyo::of(now.board(), Options { influence, ..options });
            let mut turn = false;
            b.iter(|| {
                turn = !turn;
                moyo.update(black_box(if turn { other } else { &now }.board()), &none);
                black_box(moyo.inner(Color::Black))
            });
        });
    }
    let moyo = Moyo::of(now.board(), options);
    group.bench_function("completion: every move of one side", |b| {
        b.iter(|| black_box(moyo.completions(&now, Color::Black)));
    });
    let opening = opening();
    let moyo_of_opening = Moyo::of(opening.board(), options);
    group.bench_function("completion in an opening of 34 stones", |b| {
        b.iter(|| black_box(moyo_of_opening.completions(&opening, Color::Black)));
    });
    group.bench_function("completion, recomputing every move", |b| {
        let mut trial = moyo.clone();
        b.iter(|| {
            let mut position = now.clone();
            position.set_to_play(Color::Black);
            let mut most = 0;
            for p in position.legal_points() {
                let mut after = position.clone();
                after.play(Move::Play(p)).unwrap();
                // Nothing in common with what came before: a whole recomputation.
                trial.update(swapped.board(), &none);
                trial.update(after.board(), &none);
                most = most.max(trial.inner(Color::Black).len());
            }
            most
        });
    });
    group.bench_function("basins", |b| b.iter(|| black_box(moyo.basins())));
    group.bench_function("connections", |b| b.iter(|| black_box(moyo.connections(now.board()))));
    group.bench_function("concave correction", |b| {
        let mut moyo = Moyo::of(now.board(), Options { concave: true, ..options });
        b.iter(|| moyo.update(black_box(now.board()), &none));
    });
    group.bench_function("evaluation with ownership", |b| {
        let mut evaluator = MoyoEvaluator::default();
        let nothing = Safety::nothing(now.board().size());
        b.iter(|| black_box(evaluator.evaluate(&now, &nothing)));
    });
    group.finish();
    criterion.final_summary();
    ratios(&before, &now, &swapped);
}

/// The shortest of many rounds: other work on the machine only ever adds.
fn shortest(mut work: impl FnMut()) -> Duration {
    let mut time = || {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    (0..300).map(|_| time()).min().unwrap_or_default()
}

/// Ratios within this run, which machines disturb less than times.
#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn ratios(before: &Position, now: &Position, swapped: &Position) {
    let none = PointSet::EMPTY;
    let mut moyo = Moyo::of(now.board(), Options::default());
    let mut between = |one: &Position, other: &Position| {
        shortest(|| {
            for _ in 0..10 {
                moyo.update(one.board(), &none);
                moyo.update(other.board(), &none);
            }
        }) / 20
    };
    let (full, incremental) = (between(swapped, now), between(before, now));
    let moves = shortest(|| {
        black_box(Moyo::of(now.board(), Options::default()).completions(now, Color::Black));
    });
    let empty = now.board().empty().len() as u32;
    let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
    println!(
        "field and watershed anew {full:?}, one stone {incremental:?}: ratio {:.1}",
        ratio(full, incremental)
    );
    println!(
        "completion of all moves {moves:?}, {empty} times field and watershed {:?}: ratio {:.1}",
        full * empty,
        ratio(full * empty, moves)
    );
}

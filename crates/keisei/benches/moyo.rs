//! Potential and watershed on 19×19: all at once, stone by stone, and for every possible move, each against plain
//! recomputation in the same run.

use std::hint::black_box;

use criterion::Criterion;
use keisei::moyo::{Moyo, MoyoEvaluator, Options};
use keisei::potential::{Field, Influence};
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

/// A game of the examples after 150 moves, the move before, and the position with colours exchanged.
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
    // Every stone changes, so that everything is worked out anew.
    group.bench_function("field and watershed (baseline)", |b| {
        let mut moyo = Moyo::of(now.board(), options);
        let mut turn = false;
        b.iter(|| {
            turn = !turn;
            let position = if turn { &swapped } else { &now };
            moyo.update(black_box(position.board()), &none);
            black_box(moyo.inner(Color::Black))
        });
    });
    group.bench_function("one stone more or less", |b| {
        let mut moyo = Moyo::of(now.board(), options);
        let mut turn = false;
        b.iter(|| {
            turn = !turn;
            let position = if turn { &before } else { &now };
            moyo.update(black_box(position.board()), &none);
            black_box(moyo.inner(Color::Black))
        });
    });
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
        b.iter(|| black_box(evaluator.evaluate_with(&now, &none)));
    });
    for name in &Influence::NAMES[1..2] {
        group.bench_function(format!("field and watershed, {name}"), |b| {
            let options = Options { influence: name.parse().unwrap(), ..options };
            let mut moyo = Moyo::of(now.board(), options);
            let mut turn = false;
            b.iter(|| {
                turn = !turn;
                let position = if turn { &swapped } else { &now };
                moyo.update(black_box(position.board()), &none);
            });
        });
    }
    group.finish();
    criterion.final_summary();
}

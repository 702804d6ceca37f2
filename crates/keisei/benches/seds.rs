//! The dynamical system on 19×19: an evaluation from scratch, following a move, and the ranking of
//! all moves against evaluating each of them from scratch.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion};
use keisei::seds::{Dynamics, Parameters, Ranking};
use keisei_goban::{Board, ByColor, Color, Game, Move, Point, Position, Size, sgf};

fn game(moves: usize) -> Game {
    let text = include_str!("../../../examples/game-19x19.sgf");
    let replay = sgf::Replay { moves: Some(moves), ..sgf::Replay::default() };
    sgf::read(text.as_bytes()).unwrap()[0].replay(&replay).unwrap().game
}

fn after(moves: usize) -> Position {
    game(moves).position().clone()
}

/// The move of a number.
fn played(number: usize) -> (Color, Point) {
    match game(number).moves().next_back() {
        Some((color, Move::Play(point))) => (color, point),
        other => panic!("move {number} is {other:?}"),
    }
}

/// All legal moves, each played and evaluated from scratch.
fn rank_from_scratch(position: &Position, parameters: Parameters) -> f64 {
    let mut best = f64::MIN;
    for p in position.legal_points() {
        let mut after = position.clone();
        after.play(Move::Play(p)).unwrap();
        best = best.max(Dynamics::of(after.board(), parameters).lead());
    }
    best
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let parameters = Parameters::default();
    let mut group = criterion.benchmark_group("seds 19x19");
    for moves in [30, 100, 150] {
        let position = after(moves);
        group.bench_function(format!("evaluation after {moves} moves"), |b| {
            let mut dynamics = Dynamics::of(position.board(), parameters);
            b.iter(|| dynamics.evaluate(black_box(position.board()), &ByColor::default()));
        });
        let before = Dynamics::of(after(moves - 1).board(), parameters);
        let (color, point) = played(moves);
        group.bench_function(format!("following move {moves}"), |b| {
            b.iter_batched_ref(|| before.clone(), |d| d.play(color, point), BatchSize::SmallInput);
        });
        let mut ranking = Ranking::default();
        group.bench_function(format!("ranking after {moves} moves"), |b| {
            b.iter(|| ranking.rank(black_box(&position), &parameters));
        });
    }
    group.finish();
    criterion.final_summary();
    let position = after(100);
    let shortest = |work: &mut dyn FnMut()| -> Duration {
        let mut time = || {
            let begun = Instant::now();
            work();
            begun.elapsed()
        };
        (0..30).map(|_| time()).min().unwrap_or_default()
    };
    let mut ranking = Ranking::default();
    let tried = shortest(&mut || {
        black_box(ranking.rank(&position, &parameters));
    });
    let scratch = shortest(&mut || {
        black_box(rank_from_scratch(&position, parameters));
    });
    let ratio = scratch.as_secs_f64() / tried.as_secs_f64();
    println!("ranking after 100 moves {tried:?}, each move from scratch {scratch:?}: ratio {ratio:.1}");
    let moves: Vec<(Color, Move)> = game(usize::MAX).moves().collect();
    let follow = |anew: bool| {
        let mut dynamics = Dynamics::of(&Board::new(Size::default()), parameters);
        let mut scratch = dynamics.clone();
        for &(color, chosen) in &moves {
            if let Move::Play(point) = chosen {
                dynamics.play(color, point).expect("the game is legal");
                if anew {
                    scratch.evaluate(dynamics.board(), &ByColor::default());
                }
            }
        }
    };
    let followed = shortest(&mut || follow(false));
    let both = shortest(&mut || follow(true));
    let (followed, anew) = (followed / moves.len() as u32, (both - followed) / moves.len() as u32);
    let ratio = anew.as_secs_f64() / followed.as_secs_f64();
    println!("a move of a game followed {followed:?}, evaluated from scratch {anew:?}: ratio {ratio:.1}");
}

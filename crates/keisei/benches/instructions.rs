//! Instruction counts, the same on every run whatever else the machine does. Needs valgrind and
//! `cargo install gungraun-runner`.

// Its macros write functions without docs.
#![allow(missing_docs)]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use keisei::method::MoyoEvaluator;
use keisei::moyo::{Completion, Moyo, Options};
use keisei::playout::{PlayoutBoard, WithBoard, with_board};
use keisei::random::Random;
use keisei::safety::Safety;
use keisei::seds::{Dynamics, Parameters, Ranking};
use keisei::{Evaluation, Evaluator};
use keisei_goban::sgf::{self, Replay};
use keisei_goban::{Board, Color, Point, PointSet, Position, Size};

fn after(moves: usize) -> Position {
    let text = include_str!("../../../examples/game-19x19.sgf");
    let replay = Replay { moves: Some(moves), ..Replay::default() };
    sgf::read(text.as_bytes()).unwrap()[0].replay(&replay).unwrap().game.position().clone()
}

/// A moyo that stands at one position, and the position to turn it to.
fn turn(from: &Position, to: Position) -> (Box<Moyo>, Position) {
    (Box::new(Moyo::of(from.board(), Options::default())), to)
}

#[library_benchmark]
#[bench::everything_anew(turn(&after(150).color_swapped(), after(150)))]
#[bench::one_stone_more(turn(&after(149), after(150)))]
fn moyo_update((mut moyo, position): (Box<Moyo>, Position)) -> Box<Moyo> {
    moyo.update(black_box(position.board()), &PointSet::EMPTY);
    moyo
}

#[library_benchmark]
#[bench::after_150_moves(turn(&after(150), after(150)))]
fn moyo_completions((moyo, position): (Box<Moyo>, Position)) -> Vec<Completion> {
    moyo.completions(black_box(&position), Color::Black)
}

#[library_benchmark]
#[bench::after_150_moves((MoyoEvaluator::default(), after(150)))]
fn moyo_evaluation((mut evaluator, position): (MoyoEvaluator, Position)) -> Evaluation {
    let nothing = Safety::nothing(position.board().size());
    evaluator.evaluate(black_box(&position), &nothing)
}

#[library_benchmark]
#[bench::after_100_moves(after(100))]
fn seds_evaluation(position: Position) -> f64 {
    Dynamics::of(black_box(position.board()), Parameters::default()).lead()
}

#[library_benchmark]
#[bench::after_100_moves(Dynamics::of(after(100).board(), Parameters::default()))]
fn seds_following(mut dynamics: Dynamics) -> f64 {
    dynamics.play(Color::Black, Point::at(9, 9)).expect("the centre is empty");
    dynamics.lead()
}

#[library_benchmark]
#[bench::after_100_moves(after(100))]
fn seds_ranking(position: Position) -> usize {
    Ranking::default().rank(black_box(&position), &Parameters::default()).len()
}

fn empty(side: u32) -> Position {
    Position::new(Board::new(Size::square(side).unwrap()))
}

/// The sum of the leads of a thousand random games.
struct Thousand;

impl WithBoard for Thousand {
    type Output = i32;

    fn run<const S: usize, const N: usize>(self, board: PlayoutBoard<S, N>) -> i32 {
        let mut random = Random::new(1);
        (0..1_000).map(|_| { board }.playout(&mut random)).sum()
    }
}

#[library_benchmark]
#[bench::on_9x9(empty(9))]
#[bench::on_13x13(empty(13))]
#[bench::on_19x19(empty(19))]
fn thousand_playouts(position: Position) -> i32 {
    with_board(black_box(&position), Thousand)
}

library_benchmark_group!(
    name = methods,
    benchmarks = [
        thousand_playouts,
        moyo_update,
        moyo_completions,
        moyo_evaluation,
        seds_evaluation,
        seds_following,
        seds_ranking
    ]
);

main!(library_benchmark_groups = methods);

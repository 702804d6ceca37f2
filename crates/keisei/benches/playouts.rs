//! Random games: one at a time on the slow board (the baseline) and on the board made for them, and
//! hundreds at once; from the empty board and from the middle of a game, on one thread and on all.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

use criterion::{Criterion, Throughput};
use keisei::playout::{PlayoutBoard, Style, WithBoard, census, is_eye, with_board};
use keisei::random::Random;
use keisei_goban::{Board, Count, Move, Point, Position, Size};

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

/// So many games, one at a time.
struct OneByOne(u32);

impl WithBoard for OneByOne {
    type Output = i32;

    fn run<const S: usize, const N: usize>(self, board: PlayoutBoard<S, N>) -> i32 {
        let mut random = Random::new(1);
        (0..self.0).map(|_| { board }.playout(&mut random)).sum()
    }
}

/// So many games on the board that keeps exact liberties, hashes and prisoners.
fn slowly(position: &Position, games: u32) -> i32 {
    let mut random = Random::new(1);
    let mut leads = 0;
    for _ in 0..games {
        let mut game = position.clone();
        let (mut passes, mut moves) = (0, 0);
        while passes < 2 && moves < 3 * game.board().size().area() {
            let color = game.to_play();
            let mut empty: Vec<Point> = game.board().empty().iter().collect();
            let mut mv = Move::Pass;
            while !empty.is_empty() && mv == Move::Pass {
                let point = empty.swap_remove(random.below(empty.len()));
                if !is_eye(game.board(), color, point) && game.is_legal(Move::Play(point)) {
                    mv = Move::Play(point);
                }
            }
            passes = if mv == Move::Pass { passes + 1 } else { 0 };
            moves += 1;
            game.play(mv).expect("it was legal");
        }
        leads += Count::as_it_stands(&game).lead.half_points();
    }
    leads
}

/// Games a second: the best of some rounds, since other work on the machine only ever adds.
fn rate(games: u32, mut play: impl FnMut()) -> f64 {
    let mut round = || {
        let begun = Instant::now();
        play();
        f64::from(games) / begun.elapsed().as_secs_f64()
    };
    (0..10).map(|_| round()).fold(0.0, f64::max)
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    println!("playouts/s, and how many times the baseline's; {threads} threads");
    for (side, games) in [(9, 16_384), (13, 8_192), (19, 2_048)] {
        let size = Size::square(side).expect("a size");
        let empty = Position::new(Board::new(size));
        let middle = with_board(&empty, After(side * side / 3, empty.clone()));
        for (name, position) in [("empty", &empty), ("middle", &middle)] {
            let slow = rate(games / 32, || {
                black_box(slowly(position, games / 32));
            });
            println!("{size} {name}: slow board {slow:.0}");
            let single = rate(games / 4, || {
                black_box(with_board(position, OneByOne(games / 4)));
            });
            println!("{size} {name}: one at a time {single:.0} ({:.1})", single / slow);
            for threads in [1, threads] {
                let many = rate(games, || {
                    black_box(census(position, Style::Uniform, games, 1, threads));
                });
                println!("{size} {name}: `census`, threads {threads}: {many:.0} ({:.1})", many / slow);
            }
            let mut group = criterion.benchmark_group(format!("playouts {size} {name}"));
            group.sample_size(10).throughput(Throughput::Elements(1_024));
            group.bench_function("1024 by `census`", |b| {
                b.iter(|| census(position, Style::Uniform, 1_024, 1, 1))
            });
            group.finish();
        }
    }
    criterion.final_summary();
}

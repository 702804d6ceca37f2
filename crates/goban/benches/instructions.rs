//! Instruction counts, the same on every run whatever else the machine does. Needs valgrind and
//! `cargo install gungraun-runner`.

// Its macros write functions without docs.
#![allow(missing_docs)]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use keisei_goban::sgf::{self, Record, Replay};
use keisei_goban::{Board, Color, Move, Position};

const GAME: &str = include_str!("../../../examples/game-19x19.sgf");

fn record() -> Record {
    sgf::read(GAME.as_bytes()).unwrap().remove(0)
}

fn moves() -> (Position, Vec<(Color, Move)>) {
    let game = record().replay(&Replay::default()).unwrap().game;
    (game.start().clone(), game.moves().collect())
}

#[library_benchmark]
#[bench::game_of_232_moves(moves())]
fn board_play((start, moves): (Position, Vec<(Color, Move)>)) -> Board {
    let mut board = start.board().clone();
    for (color, mv) in moves {
        if let Move::Play(point) = mv {
            let _ = black_box(board.play(color, point));
        }
    }
    board
}

#[library_benchmark]
#[bench::game_of_232_moves(moves())]
fn position_play((mut position, moves): (Position, Vec<(Color, Move)>)) -> Position {
    for (_, mv) in moves {
        let _ = black_box(position.play(mv));
    }
    position
}

#[library_benchmark]
#[bench::start_of_19x19(moves())]
fn position_copy((position, _): (Position, Vec<(Color, Move)>)) -> Position {
    black_box(&position).clone()
}

#[library_benchmark]
fn sgf_read() -> usize {
    black_box(sgf::read(black_box(GAME.as_bytes())).unwrap().len())
}

#[library_benchmark]
#[bench::game_of_232_moves(record())]
fn sgf_replay(record: Record) -> usize {
    black_box(record.replay(&Replay::default()).unwrap().game.move_number())
}

library_benchmark_group!(
    name = goban,
    benchmarks = [board_play, position_play, position_copy, sgf_read, sgf_replay]
);

main!(library_benchmark_groups = goban);

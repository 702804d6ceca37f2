//! The speed of reading records, beside the crate `sgf-parse` on the same text in the same run.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use keisei_goban::sgf::{Games, Piece, Record, Replay};

const GAME: &str = include_str!("../../../examples/game-19x19.sgf");
const GAMES: usize = 100;

fn read(text: &str) -> usize {
    Games::new(text.as_bytes()).map(|piece| records(piece.unwrap()).map_or(0, |record| record.len())).sum()
}

fn replay(text: &str) -> usize {
    Games::new(text.as_bytes())
        .filter_map(|piece| records(piece.unwrap()))
        .map(|record| record.replay(&Replay::default()).unwrap().game.move_number())
        .sum()
}

fn records(piece: Piece) -> Option<Record> {
    match piece {
        Piece::Game(raw) => raw.parse().ok(),
        Piece::Junk(_) => None,
    }
}

fn theirs(text: &str) -> usize {
    let collection = sgf_parse::go::parse(text).unwrap();
    collection.iter().map(|root| root.main_variation().count()).sum()
}

fn best(mut work: impl FnMut()) -> f64 {
    let mut shortest = Duration::MAX;
    for _ in 0..30 {
        let begun = Instant::now();
        work();
        shortest = shortest.min(begun.elapsed());
    }
    GAMES as f64 / shortest.as_secs_f64()
}

#[allow(clippy::print_stdout)] // A benchmark reports on standard output.
fn main() {
    let text = GAME.repeat(GAMES);
    assert_eq!(read(&text), theirs(&text), "both see the same nodes");
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("100 games of 232 moves");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("read", |b| b.iter(|| read(black_box(&text))));
    group.bench_function("read and replay", |b| b.iter(|| replay(black_box(&text))));
    group.finish();
    criterion.final_summary();

    let baseline = best(|| {
        black_box(theirs(black_box(&text)));
    });
    println!("\n{:<36}{:>12}{:>10}", "games of 232 moves, one core", "games/s", "ratio");
    println!("{:<36}{baseline:>12.0}{:>10.1}", "sgf-parse 4.2, reading (baseline)", 1.0);
    for (name, work) in [("reading", read as fn(&str) -> usize), ("reading and replaying", replay)] {
        let speed = best(|| {
            black_box(work(black_box(&text)));
        });
        println!("{name:<36}{speed:>12.0}{:>10.1}", speed / baseline);
    }
}

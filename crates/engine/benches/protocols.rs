//! The protocols' own work: a GTP round trip for `play`, and analysis queries a second for the
//! cheapest method. The baseline is the same game played on the library's `Game` without a
//! protocol.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use keisei::{Method, Settings};
use keisei_engine::analysis::{Analyst, Request};
use keisei_engine::gtp::Engine;
use keisei_goban::sgf::{self, Replay};
use keisei_goban::{Color, Game, Move, Rules, Size};

const GAME: &str = include_str!("../../../examples/game-19x19.sgf");

fn moves() -> Vec<(Color, Move)> {
    sgf::read(GAME.as_bytes()).unwrap()[0].replay(&Replay::default()).unwrap().game.moves().collect()
}

fn engine() -> Engine {
    Engine::new(Settings::new(Method::Area), Size::default(), Rules::CHINESE, "7.5".parse().unwrap(), 0)
}

fn best(units: usize, mut work: impl FnMut()) -> f64 {
    let mut shortest = Duration::MAX;
    for _ in 0..20 {
        let begun = Instant::now();
        work();
        shortest = shortest.min(begun.elapsed());
    }
    shortest.as_secs_f64() * 1e9 / units as f64
}

#[allow(clippy::print_stdout)] // A benchmark reports on standard output.
fn main() {
    let moves = moves();
    let lines: Vec<String> =
        moves.iter().map(|(color, mv)| format!("play {} {mv}", color.letter())).collect();
    let list: Vec<String> =
        moves.iter().take(100).map(|(color, mv)| format!("[\"{}\",\"{mv}\"]", color.letter())).collect();
    let query = format!(
        "{{\"id\":\"q\",\"moves\":[{}],\"rules\":\"chinese\",\"komi\":7.5,\"boardXSize\":19,\"boardYSize\":19,\"includeOwnership\":true}}",
        list.join(",")
    );
    let mut criterion = Criterion::default().configure_from_args();
    let mut judge = Analyst::new();
    let mut answer =
        || match Request::read(black_box(query.as_bytes()), &Settings::new(Method::Area)).unwrap() {
            Some(Request::Turns { turns, .. }) => {
                turns.iter().map(|turn| judge.reply(turn).to_string().len()).sum::<usize>()
            }
            _ => 0,
        };
    assert!(answer() > 361);
    criterion.bench_function("analysis query after 100 moves, area", |b| b.iter(&mut answer));
    criterion.final_summary();
    let answered = best(1, || {
        black_box(answer());
    });

    let baseline = best(moves.len(), || {
        let mut game = Game::new(
            sgf::read(b"(;SZ[19])").unwrap()[0].replay(&Replay::default()).unwrap().game.start().clone(),
        );
        for &(color, mv) in &moves {
            game.play_as(color, mv).unwrap();
        }
        black_box(game);
    });
    let round = best(moves.len(), || {
        let mut engine = engine();
        for line in &lines {
            let reply = engine.answer(black_box(line.as_bytes())).unwrap();
            assert!(reply.answer.is_ok());
            black_box(reply.head());
        }
    });
    println!("\nGTP `play`: {round:.0} ns, {:.1} times the move itself ({baseline:.0} ns)", round / baseline);
    println!("analysis, area, with ownership: {:.0} queries/s on one core", 1e9 / answered);
}

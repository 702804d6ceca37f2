//! The judge's three efforts on 19×19 middle games, and what their time goes to; as ratios to the
//! dynamical system alone, and to GNU Go's `estimate_score` if that program is installed.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use criterion::Criterion;
use keisei::judge::model::Weights;
use keisei::judge::views::Methods;
use keisei::judge::{Effort, Model};
use keisei::safety::{Limits, Safety};
use keisei::{Method, Settings};
use keisei_goban::{Position, sgf};

const GAME: &str = include_str!("../../../examples/game-19x19.sgf");
const MOVES: [usize; 6] = [60, 80, 100, 120, 140, 160];

fn middle_games() -> Vec<Position> {
    let record = &sgf::read(GAME.as_bytes()).unwrap()[0];
    let position = |moves| {
        let replay = sgf::Replay { moves: Some(moves), ..sgf::Replay::default() };
        record.replay(&replay).unwrap().game.position().clone()
    };
    MOVES.into_iter().map(position).collect()
}

/// Seconds for one position: the shortest of several rounds, since other work on the machine only
/// ever adds.
fn shortest(positions: &[Position], rounds: usize, mut work: impl FnMut(&Position)) -> f64 {
    let mut round = || {
        let begun = Instant::now();
        positions.iter().for_each(&mut work);
        begun.elapsed()
    };
    (0..rounds).map(|_| round()).min().unwrap_or(Duration::ZERO).as_secs_f64() / positions.len() as f64
}

/// Seconds for one position by GNU Go, if it is there.
fn gnugo() -> Option<f64> {
    let file = std::env::temp_dir().join(format!("keisei-bench-{}.sgf", std::process::id()));
    std::fs::write(&file, GAME).ok()?;
    let start = |program: &str| {
        Command::new(program)
            .args(["--mode", "gtp", "--level", "10"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
    };
    let mut child = start("gnugo").or_else(|_| start("/usr/games/gnugo")).ok()?;
    let (mut to, mut from) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
    let mut ask = |line: String| -> Option<()> {
        writeln!(to, "{line}").ok()?;
        let mut answer = String::new();
        while answer.trim().is_empty() {
            answer.clear();
            from.read_line(&mut answer).ok().filter(|&n| n > 0)?;
        }
        Some(())
    };
    let mut seconds = 0.0;
    for moves in MOVES {
        ask(format!("loadsgf {} {}", file.display(), moves + 1))?;
        let begun = Instant::now();
        ask("estimate_score".to_string())?;
        seconds += begun.elapsed().as_secs_f64();
    }
    let _ = ask("quit".to_string());
    let _ = child.wait();
    let _ = std::fs::remove_file(&file);
    Some(seconds / MOVES.len() as f64)
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let positions = middle_games();
    let static_seds = Settings::new(Method::Seds).with_limits(Limits::STATIC);
    let mut seds = static_seds.assessor();
    let mut group = criterion.benchmark_group("judge, 19x19 middle games");
    group.sample_size(20);
    group.bench_function("seds (baseline)", |b| {
        b.iter(|| positions.iter().for_each(|p| drop(black_box(seds.assess(p)))));
    });
    for &effort in Effort::ALL {
        let mut judge = Settings::default().with_effort(effort).assessor();
        group.bench_function(effort.name(), |b| {
            b.iter(|| positions.iter().for_each(|p| drop(black_box(judge.assess(p)))));
        });
    }
    group.finish();
    criterion.final_summary();
    let baseline = shortest(&positions, 200, |p| drop(black_box(seds.assess(p))));
    println!("seds: {:.1} us", baseline * 1e6);
    for (effort, rounds) in Effort::ALL.iter().copied().zip([300, 100, 5]) {
        let mut judge = Settings::default().with_effort(effort).assessor();
        let time = shortest(&positions, rounds, |p| drop(black_box(judge.assess(p))));
        println!("{}: {:.1} us, {:.1} times seds", effort.name(), time * 1e6, time / baseline);
        if effort == Effort::Static {
            let proofs = shortest(&positions, 300, |p| {
                black_box(Safety::of(p, Limits::STATIC));
            });
            let known: Vec<Safety> = positions.iter().map(|p| Safety::of(p, Limits::STATIC)).collect();
            let mut methods = Methods::default();
            let mut turn = 0;
            let asking = shortest(&positions, 300, |p| {
                black_box(methods.ask(p, &known[turn % known.len()], None));
                turn += 1;
            });
            let views: Vec<_> = positions
                .iter()
                .zip(&known)
                .map(|(p, safety)| methods.ask(p, safety, None).clone())
                .collect();
            turn = 0;
            let adding = shortest(&positions, 300, |p| {
                let views = &views[turn % views.len()];
                let weights = Weights::of(Model::fitted(Effort::Static), views.stage());
                black_box(p.board().size().points().map(|q| weights.odds(views, q)).sum::<f32>());
                turn += 1;
            });
            println!(
                "  of which proofs {:.1}, asking the methods {:.1}, adding up {:.1}",
                proofs * 1e6,
                asking * 1e6,
                adding * 1e6
            );
        }
    }
    match gnugo() {
        Some(time) => println!(
            "GNU Go's estimate_score (level 10): {:.0} us, {:.0} times seds",
            time * 1e6,
            time / baseline
        ),
        None => println!("GNU Go is not installed: not compared"),
    }
}

//! `keisei study timing`: how long an evaluation and a ranking take (\[Wolf\], table 1).

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::ensure;
use keisei::seds::Dynamics;
use keisei_goban::sgf::Replay;
use keisei_goban::{Board, ByColor, Position, Size};

use keisei::preference::Recent;
use keisei::ranker::{RankMethod, Ranker};
use keisei_console::collection::{Item, Reader};
use keisei_console::output;
use keisei_console::seds_args::SedsArgs;

const EXAMPLES: &str = "\
Examples:
  keisei study timing games/
  keisei study timing games/ --games 50 --at 50,100

Each position comes from another game, on one core, as in the paper's table 1 (Pentium D, 3.4 GHz: 46 to 180 us, 10.8 to 19.3 ms).";

/// Measure how long an evaluation by seds and a ranking of all moves take
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, collections, folders, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// After which moves
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "10,30,100,130,200,300")]
    at: Vec<usize>,

    #[command(flatten)]
    dynamics: SedsArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut positions: Vec<Vec<Position>> = vec![Vec::new(); args.at.len()];
    let mut reader = Reader::new(&args.paths, 64);
    let mut seen = 0;
    'reading: loop {
        let batch = reader.batch();
        if batch.is_empty() {
            break;
        }
        for item in batch {
            let Item::Game { raw, .. } = item else { continue };
            seen += 1;
            if seen > args.games {
                break 'reading;
            }
            // Broken games are of no use here; `check` lists them.
            let Ok(record) = raw.parse() else { continue };
            for (list, &moves) in positions.iter_mut().zip(&args.at) {
                let replay = Replay { moves: Some(moves), ..Replay::default() };
                if let Ok(replayed) = record.replay(&replay)
                    && replayed.problem.is_none()
                    && replayed.game.move_number() == moves
                {
                    list.push(replayed.game.position().clone());
                }
            }
        }
    }
    ensure!(positions.iter().any(|list| !list.is_empty()), "{}: no game that long", args.paths.join(", "));
    // The system alone is measured.
    let parameters = args.dynamics.parameters().with_reading(false);
    let mut ranker = Ranker::new(RankMethod::Seds, parameters);
    let mut dynamics = Dynamics::of(&Board::new(Size::default()), parameters);
    let bar = output::progress(args.at.len() as u64, "measuring");
    let mut text = String::from(" move  positions  evaluation, us  ranking, ms  legal moves\n");
    for (list, moves) in positions.iter().zip(&args.at) {
        let mut times = (Duration::ZERO, Duration::ZERO);
        let mut legal = 0;
        for position in list {
            let begun = Instant::now();
            dynamics.evaluate(std::hint::black_box(position.board()), &ByColor::default());
            times.0 += begun.elapsed();
            let begun = Instant::now();
            legal +=
                std::hint::black_box(ranker.rank(std::hint::black_box(position), Recent::default())).len();
            times.1 += begun.elapsed();
        }
        if list.is_empty() {
            let _ = writeln!(text, "{moves:>5}  no game is that long");
        } else {
            let mean = |time: Duration| time.as_secs_f64() / list.len() as f64;
            let _ = writeln!(
                text,
                "{moves:>5}{:>11}{:>16.1}{:>13.3}{:>13.0}",
                list.len(),
                mean(times.0) * 1e6,
                mean(times.1) * 1e3,
                legal as f64 / list.len() as f64
            );
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

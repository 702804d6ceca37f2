//! `keisei check`: reads and replays every record in files and folders.
//!
//! Memory stays flat however large the collection: games are read in batches of bounded size, a
//! batch is parsed and replayed on all cores while the next is read, and results are told in the
//! order of the files.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use indicatif::ProgressBar;
use keisei_goban::sgf::{Replay, Warning, WarningKind};
use rayon::prelude::*;
use serde::Serialize;

use keisei_console::collection::{Item, Reader, Remark, progress_bar};
use keisei_console::output::{self, ListFormat, counted};

/// Games in a batch: enough to keep all cores busy, few enough to fit in the cache many times over.
const BATCH: usize = 1024;

/// So many warnings of a kind are printed, and the others counted: a collection may lack komi in each
/// of its games.
const ENOUGH: usize = 10;

const EXAMPLES: &str = "\
Examples:
  keisei check game.sgf games/          a file and a folder, with the folders inside it
  keisei check games/ --format json     the summary for programs

Reads files of any name and, in folders, those that end in .sgf.
One bad file never stops the others. Moves are judged by each record's own rules.
Exit status 1 if anything could not be read or replayed.
What is only odd (no komi, two moves of a colour in a row, handicap stones that are missing) is a
warning. The first 10 of each kind are printed, the others are counted; --format json has them all.";

/// Read and replay every record in files, collections and folders; list each problem, and the speed
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, collections, folders, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ListFormat,
}

/// The summary.
#[derive(Default, Serialize)]
struct Summary {
    files: usize,
    games: usize,
    read: usize,
    legal: usize,
    moves: usize,
    seconds: f64,
    problems: Vec<Remark>,
    warnings: Vec<Odd>,
    /// How many there are of each kind.
    warning_counts: BTreeMap<&'static str, usize>,
}

/// What was read with a warning.
#[derive(Serialize)]
struct Odd {
    kind: &'static str,
    #[serde(flatten)]
    remark: Remark,
}

/// What came of a step.
#[derive(Default)]
struct Outcome {
    games: usize,
    read: usize,
    legal: usize,
    moves: usize,
    problems: Vec<Remark>,
    warnings: Vec<Odd>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let begun = Instant::now();
    let bar = progress_bar(&args.paths);
    let mut reader = Reader::new(&args.paths, BATCH);
    let mut summary = Summary::default();
    let mut problems = 0;
    let mut batch = reader.batch();
    while !batch.is_empty() {
        let (outcomes, next) =
            rayon::join(|| batch.into_par_iter().map(examine).collect::<Vec<Outcome>>(), || reader.batch());
        for mut outcome in outcomes {
            summary.games += outcome.games;
            summary.read += outcome.read;
            summary.legal += outcome.legal;
            summary.moves += outcome.moves;
            problems += outcome.problems.len();
            outcome.warnings.retain(|odd| {
                let count = summary.warning_counts.entry(odd.kind).or_default();
                *count += 1;
                *count <= ENOUGH || args.format == ListFormat::Json
            });
            if args.format == ListFormat::Json {
                summary.problems.append(&mut outcome.problems);
                summary.warnings.append(&mut outcome.warnings);
            } else {
                tell(&bar, &outcome)?;
            }
        }
        bar.set_position(reader.bytes);
        batch = next;
    }
    bar.finish_and_clear();
    summary.files = reader.files;
    summary.seconds = begun.elapsed().as_secs_f64();
    match args.format {
        ListFormat::Json => output::print((serde_json::to_string(&summary)? + "\n").as_bytes())?,
        ListFormat::Text => output::print(conclusion(&summary, problems).as_bytes())?,
    }
    Ok(if problems == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn conclusion(summary: &Summary, problems: usize) -> String {
    let seconds = summary.seconds.max(1e-9);
    let some = |number, thing| match number {
        0 => String::new(),
        number => format!(", {}", counted(number, thing)),
    };
    let counts = &summary.warning_counts;
    let unsaid: String = counts
        .iter()
        .filter(|&(_, &count)| count > ENOUGH)
        .map(|(kind, count)| {
            format!("warning: {} more about {kind} (--format json lists all)\n", count - ENOUGH)
        })
        .collect();
    format!(
        "{unsaid}{}, {}: {} read, {} legal, {}{}{}\n{:.2} s on {}: {:.0} games/s, {:.1} million moves/s\n",
        counted(summary.files, "file"),
        counted(summary.games, "game"),
        summary.read,
        summary.legal,
        counted(summary.moves, "move"),
        some(problems, "problem"),
        some(counts.values().sum(), "warning"),
        summary.seconds,
        counted(rayon::current_num_threads(), "thread"),
        summary.games as f64 / seconds,
        summary.moves as f64 / seconds / 1e6,
    )
}

/// Prints remarks as they come, without disturbing the bar.
fn tell(bar: &ProgressBar, outcome: &Outcome) -> anyhow::Result<()> {
    if outcome.problems.is_empty() && outcome.warnings.is_empty() {
        return Ok(());
    }
    bar.suspend(|| {
        let mut stdout = std::io::stdout().lock();
        for odd in &outcome.warnings {
            writeln!(stdout, "warning: {}", odd.remark)?;
        }
        for remark in &outcome.problems {
            writeln!(stdout, "problem: {remark}")?;
        }
        Ok(())
    })
}

/// Parses and replays one game.
fn examine(item: Item) -> Outcome {
    let mut outcome = Outcome::default();
    let (file, number, raw) = match item {
        Item::Game { file, number, raw } => (file, number, raw),
        Item::Told { problem: true, remark } => {
            outcome.problems.push(remark);
            return outcome;
        }
        Item::Told { problem: false, remark } => {
            outcome.warnings.push(Odd { kind: WarningKind::Writing.name(), remark });
            return outcome;
        }
    };
    outcome.games = 1;
    let remark = |line, move_number, message| Remark {
        file: file.to_string(),
        game: Some(number),
        move_number,
        line,
        message,
    };
    let odd = |warning: &Warning| Odd {
        kind: warning.kind.name(),
        remark: remark(Some(warning.line), None, warning.message.clone()),
    };
    let replayed = raw.parse().and_then(|record| {
        let replayed = record.replay(&Replay::default());
        outcome.warnings.extend(record.warnings().iter().map(odd));
        replayed
    });
    match replayed {
        Err(error) => outcome.problems.push(remark(None, None, error.to_string())),
        Ok(replayed) => {
            outcome.read = 1;
            outcome.moves = replayed.game.move_number();
            outcome.warnings.extend(replayed.warnings.iter().map(odd));
            match replayed.problem {
                None => outcome.legal = 1,
                Some(problem) => {
                    let remark = remark(Some(problem.line), Some(problem.number), problem.cause.to_string());
                    outcome.problems.push(remark);
                }
            }
        }
    }
    outcome
}

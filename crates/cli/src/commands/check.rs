//! `keisei check`: reads and replays every record in files and folders.
//!
//! Memory stays flat however large the collection: games are read in batches of bounded size, a batch is parsed and
//! replayed on all cores while the next is read, and results are told in the order of the files.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use keisei_goban::sgf::{Games, Piece, RawGame, Replay, SgfError};
use rayon::prelude::*;
use serde::Serialize;

use crate::output::{self, counted};
use crate::source::display_name;

const EXAMPLES: &str = "\
Examples:
  keisei check game.sgf games/          a file and a folder, with the folders inside it
  keisei check games/ --format json     the summary for programs

Reads files of any name and, in folders, those that end in .sgf.
One bad file never stops the others. Moves are judged by each record's own rules.
Exit status 1 if anything could not be read or replayed.";

/// Games in a batch: enough to keep all cores busy, few enough to fit in the cache many times over.
const BATCH: usize = 1024;
/// Bytes in a batch, so that huge games do not pile up.
const BATCH_BYTES: usize = 8 << 20;

/// Read and replay every record in files, collections and folders; list each problem, and the speed
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, collections, folders, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: CheckFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum CheckFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Something to tell about a file or one of its games.
#[derive(Clone, Debug, Serialize)]
struct Remark {
    file: String,
    /// The number of the game in the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    move_number: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    message: String,
}

impl std::fmt::Display for Remark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(game) = self.game {
            write!(f, ", game {game}")?;
        }
        if let Some(number) = self.move_number {
            write!(f, ", move {number}")?;
        }
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.message)
    }
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
    warnings: Vec<Remark>,
}

/// A step of the work, in the order of the files.
enum Item {
    Game { file: Arc<str>, number: usize, raw: RawGame },
    Told { problem: bool, remark: Remark },
}

/// What came of a step.
#[derive(Default)]
struct Outcome {
    games: usize,
    read: usize,
    legal: usize,
    moves: usize,
    problems: Vec<Remark>,
    warnings: Vec<Remark>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let begun = Instant::now();
    let bar = progress_bar(&args.paths);
    let mut reader = Reader::new(&args.paths);
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
            if args.format == CheckFormat::Json {
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
        CheckFormat::Json => output::print((serde_json::to_string(&summary)? + "\n").as_bytes())?,
        CheckFormat::Text => output::print(conclusion(&summary, problems).as_bytes())?,
    }
    Ok(if problems == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn conclusion(summary: &Summary, problems: usize) -> String {
    let seconds = summary.seconds.max(1e-9);
    let bad = if problems == 0 { String::new() } else { format!(", {}", counted(problems, "problem")) };
    format!(
        "{}, {}: {} read, {} legal, {}{bad}\n{:.2} s on {}: {:.0} games/s, {:.1} million moves/s\n",
        counted(summary.files, "file"),
        counted(summary.games, "game"),
        summary.read,
        summary.legal,
        counted(summary.moves, "move"),
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
        for remark in &outcome.warnings {
            writeln!(stdout, "warning: {remark}")?;
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
            outcome.warnings.push(remark);
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
    let replayed = raw.parse().and_then(|record| {
        let replayed = record.replay(&Replay::default());
        outcome
            .warnings
            .extend(record.warnings().iter().map(|w| remark(Some(w.line), None, w.message.clone())));
        replayed
    });
    match replayed {
        Err(error) => outcome.problems.push(remark(None, None, error.to_string())),
        Ok(replayed) => {
            outcome.read = 1;
            outcome.moves = replayed.game.move_number();
            let warnings = replayed.warnings.into_iter();
            outcome.warnings.extend(warnings.map(|w| remark(Some(w.line), None, w.message)));
            match replayed.problem {
                None => outcome.legal = 1,
                Some(problem) => {
                    let remark = remark(Some(problem.line), Some(problem.number), problem.message);
                    outcome.problems.push(remark);
                }
            }
        }
    }
    outcome
}

/// Walks through files and folders and reads their games in batches.
struct Reader {
    /// What is still to be visited, in order.
    paths: VecDeque<PathBuf>,
    current: Option<Open>,
    files: usize,
    /// Bytes of the games read so far.
    bytes: u64,
}

/// A file being read.
struct Open {
    name: Arc<str>,
    games: Games<Box<dyn Read + Send>>,
    /// How many games came out of it so far.
    seen: usize,
    failed: bool,
}

impl Reader {
    fn new(paths: &[String]) -> Reader {
        Reader { paths: paths.iter().map(PathBuf::from).collect(), current: None, files: 0, bytes: 0 }
    }

    fn batch(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        let mut bytes = 0;
        while items.len() < BATCH && bytes < BATCH_BYTES {
            let Some(open) = &mut self.current else {
                let Some(path) = self.paths.pop_front() else { break };
                items.extend(self.visit(path));
                continue;
            };
            let told = |problem, line, message| {
                let file = open.name.to_string();
                Item::Told { problem, remark: Remark { file, game: None, move_number: None, line, message } }
            };
            match open.games.next() {
                Some(Ok(Piece::Game(raw))) => {
                    open.seen += 1;
                    bytes += raw.len();
                    items.push(Item::Game { file: open.name.clone(), number: open.seen, raw });
                }
                Some(Ok(Piece::Junk(warning))) => {
                    items.push(told(false, Some(warning.line), warning.message))
                }
                Some(Err(error)) => {
                    items.push(told(true, None, error.to_string()));
                    open.failed = true;
                }
                None => {
                    if open.seen == 0 && !open.failed {
                        items.push(told(true, None, SgfError::NoGame.to_string()));
                    }
                    self.current = None;
                }
            }
        }
        self.bytes += bytes as u64;
        items
    }

    /// Opens a file, or puts the contents of a folder in its place.
    fn visit(&mut self, path: PathBuf) -> Option<Item> {
        let name = path.display().to_string();
        let fails = |message: String| {
            let file = display_name(&name).to_string();
            let remark = Remark { file, game: None, move_number: None, line: None, message };
            Some(Item::Told { problem: true, remark })
        };
        if path.is_dir() {
            match folder(&path) {
                Err(error) => return fails(format!("the folder cannot be read: {error}")),
                Ok(entries) => {
                    for entry in entries.into_iter().rev() {
                        self.paths.push_front(entry);
                    }
                    return None;
                }
            }
        }
        self.files += 1;
        let reader: Box<dyn Read + Send> = if name == "-" {
            Box::new(std::io::stdin())
        } else {
            match File::open(&path) {
                Ok(file) => Box::new(file),
                Err(error) => return fails(format!("the file cannot be read: {error}")),
            }
        };
        let name = display_name(&name).into();
        self.current = Some(Open { name, games: Games::new(reader), seen: 0, failed: false });
        None
    }
}

/// The folders and records in a folder, by name. Links to folders are not followed, so that the walk ends.
fn folder(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let is_record = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("sgf"));
        if kind.is_dir() || (is_record && !path.is_dir()) {
            entries.push(path);
        }
    }
    entries.sort();
    Ok(entries)
}

/// A bar over the bytes of all files; hidden unless standard error is a terminal.
fn progress_bar(paths: &[String]) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    fn total(path: &Path) -> u64 {
        match folder(path) {
            Ok(entries) => entries.iter().map(|entry| total(entry)).sum(),
            Err(_) => std::fs::metadata(path).map_or(0, |m| m.len()),
        }
    }
    let bar = ProgressBar::new(paths.iter().map(|p| total(Path::new(p))).sum());
    let style = ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}, {eta} left");
    bar.with_style(style.expect("the template is well formed"))
}

//! `keisei judge`: the evaluation of a position, or of every position of a game.

mod collection;
mod compare;
mod course;
mod explain;

use std::path::Path;
use std::process::ExitCode;

use keisei::{Evaluation, Method};
use keisei_view::{lead_text, owner, report};

use keisei_console::output::OutputArgs;
use keisei_console::settings_args::SettingsArgs;
use keisei_console::source::{Source, SourceArgs, comment};

const EXAMPLES: &str = "\
Examples:
  keisei judge game.sgf                       the last position, as text
  keisei judge game.sgf --move 34 --komi 5.5  after 34 moves, with another komi
  keisei judge game.sgf --explain Q16         what each method says about a point, and what decided
  keisei judge game.sgf --compare Q16 R14     two moves of the side to play: which is better, and where
  keisei judge game.sgf --all -o game.csv     every position of the game (also .json, or .svg for a curve)
  keisei judge game.sgf --all --mistakes 10   the ten moves that lost most
  keisei judge game.sgf --all --ownership -o game.csv   with a column for each point
  keisei judge games/ -o games.csv            the last position of every game in a folder
  keisei judge game.sgf --effort static       in a millisecond
  keisei judge game.sgf --method playout --playouts 10000   random games, with standard errors
  keisei judge game.sgf --format json | jq .score
  keisei judge game.sgf -o game.svg           a picture; the ending of the name says which kind
  keisei judge game.sgf -o marked.sgf         the record with territory marked (TB, TW)
  printf '. X O\\n. X O\\n. X O\\n' | keisei judge -   a diagram";

/// Judge a position: who owns what, by how much, how sure, and why.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("file", |file| file.index(1).help(
    "An SGF record, a diagram (rows of X, O and .), a folder of records, or - for standard input"
)))]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,

    /// More files and folders. With several, or with a folder, every game of every file is judged, a line
    /// for each (json: an object a line, with file and game); in folders those that end in .sgf. What is
    /// broken is named on standard error, the rest goes on, and the exit status is 1
    #[arg(value_name = "PATH", index = 2)]
    more: Vec<String>,

    #[command(flatten)]
    settings: SettingsArgs,

    /// Say what each method thinks of a point or the group on it, and what decided (method judge)
    #[arg(long, value_name = "VERTEX", conflicts_with = "all")]
    explain: Vec<String>,

    /// Compare moves of the side to play: the lead after each, where ownership differs, and which parts
    /// of the lead. The first is compared with each of the others, a single one with passing
    #[arg(long, value_name = "VERTEX", num_args = 1.., value_delimiter = ',', conflicts_with_all = ["all", "explain"])]
    compare: Vec<String>,

    /// Judge every position of the game: a table (text, csv, json), or a curve of the score with
    /// its spread (svg, png)
    #[arg(long, conflicts_with = "moves")]
    all: bool,

    /// With --all: the N moves after which the lead moved most against the side that played, the largest
    /// loss first. Text and csv list them alone, json adds them, svg and png mark them
    #[arg(long, value_name = "N", requires = "all", value_parser = clap::value_parser!(u16).range(1..))]
    mistakes: Option<u16>,

    /// With --all as csv or json: the ownership of every point too, from -1 (White's) to 1 (Black's), row
    /// by row from the top left; csv has a column for each point. That is large: about a megabyte for a game on 19x19
    #[arg(long, requires = "all", conflicts_with = "mistakes")]
    ownership: bool,

    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let paths: Vec<String> = [&args.source.file].into_iter().chain(&args.more).cloned().collect();
    for path in &paths {
        args.output.check(path)?;
    }
    if paths.len() > 1 || Path::new(&args.source.file).is_dir() {
        return collection::run(args, &paths);
    }
    let source = args.source.load()?;
    if args.all {
        return course::run(args, &source);
    }
    let settings = args.settings.settings()?;
    if !args.explain.is_empty() {
        args.settings.for_the_judge("--explain")?;
        return explain::run(args, &source, &settings);
    }
    if !args.compare.is_empty() {
        return compare::run(args, &source, &settings);
    }
    let method = settings.method;
    let evaluation = settings.assess(source.game.position());
    args.output.deliver(
        &source.scene().judged(method, &evaluation),
        || report::judge(method.name(), &source.game, &evaluation),
        || marked(&source, method, &evaluation),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The record with territory marked on the node of the position, and the result in its comment.
fn marked(source: &Source, method: Method, evaluation: &Evaluation) -> String {
    let (mut record, node) = source.record();
    let position = source.game.position();
    let board = position.board();
    record.set_territory(node, board.size(), |p| {
        // More likely than not, and not under a stone that stays.
        let owner = owner(evaluation.ownership.get(p))?;
        (board.get(p) != Some(owner)).then_some(owner)
    });
    let verdict = format!(
        "Keisei ({}): {}, {} on the board",
        method.name(),
        evaluation.score.result(position),
        lead_text(evaluation.score.lead),
    );
    comment(&mut record, node, verdict);
    record.to_string()
}

//! `keisei show`: a position without judging.

use std::process::ExitCode;

use keisei_goban::sgf::Record;
use keisei_view::{report, variations};

use keisei_console::output::{BadUsage, Format, OutputArgs};
use keisei_console::source::{SourceArgs, unreadable};

const EXAMPLES: &str = "\
Examples:
  keisei show game.sgf                  the last position
  keisei show game.sgf --move 50        after 50 moves
  keisei show game.sgf -o board.svg     a picture
  keisei show game.sgf --branches       the variations, and what to name each with --branch
  keisei show game.sgf --branch 34:2    the 2nd way to go on after move 34
  keisei show board.txt --format sgf    a diagram becomes a record";

/// Show a position: board, moves, captures, rules; without judging.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,

    /// List the variations instead: the name of each for --branch, where it begins and how long it is.
    /// With --branch, those that begin in that branch
    #[arg(long, conflicts_with = "moves")]
    branches: bool,

    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    args.output.check(&args.source.file)?;
    if args.branches {
        return list(args);
    }
    let source = args.source.load()?;
    args.output.deliver(
        &source.scene(),
        || report::show(&source.game),
        || match &source.record {
            Some((record, _)) => record.to_string(),
            None => Record::from_game(&source.game).to_string(),
        },
    )?;
    Ok(ExitCode::SUCCESS)
}

fn list(args: &Args) -> anyhow::Result<ExitCode> {
    // No move is played: one that is not allowed does not hide the variations.
    let source = SourceArgs { moves: Some(0), ..args.source.clone() }.load()?;
    let (record, _) = source.record();
    let found = record.variations(&args.source.branch).map_err(|error| unreadable(&source.name, error))?;
    let text = match args.output.format() {
        Format::Text => variations::text(&found),
        Format::Json => variations::report(&found),
        _ => {
            return Err(
                BadUsage("--branches answers as text or json: choose one with --format".into()).into()
            );
        }
    };
    args.output.deliver_text(&text)?;
    Ok(ExitCode::SUCCESS)
}

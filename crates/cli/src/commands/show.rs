//! `keisei show`: a position without judging.

use std::process::ExitCode;

use keisei_goban::sgf::Record;
use keisei_view::report;

use keisei_console::output::OutputArgs;
use keisei_console::source::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  keisei show game.sgf                  the last position
  keisei show game.sgf --move 50        after 50 moves
  keisei show game.sgf -o board.svg     a picture
  keisei show board.txt --format sgf    a diagram becomes a record";

/// Show a position: board, moves, captures, rules; without judging.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    args.output.check(&args.source.file)?;
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

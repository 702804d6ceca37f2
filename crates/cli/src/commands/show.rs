//! `keisei show`: a position without judging.

use std::path::PathBuf;
use std::process::ExitCode;

use keisei_goban::sgf::Record;

use crate::output::{self, Color, Format};
use crate::picture::{self, Scene};
use crate::report;
use crate::source::SourceArgs;

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

    /// What to print (default: by the ending of OUT, else text)
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write to a file
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = args.source.load()?;
    let format = Format::choose(args.format, args.output.as_deref());
    let scene = Scene { source: &source, judged: None };
    let bytes = match format {
        Format::Text => {
            let color = args.output.is_none() && args.color.on_standard_output();
            picture::text::draw(&scene, color).into_bytes()
        }
        Format::Json => report::show(&source.game).into_bytes(),
        Format::Svg => picture::svg::draw(&scene).into_bytes(),
        Format::Png => picture::png::draw(&scene)?,
        Format::Sgf => match &source.record {
            Some((record, _)) => record.to_string().into_bytes(),
            None => Record::from_game(&source.game).to_string().into_bytes(),
        },
    };
    output::write(args.output.as_ref(), &bytes, format == Format::Png)?;
    Ok(ExitCode::SUCCESS)
}

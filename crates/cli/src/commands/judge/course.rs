//! `keisei judge --all`: the course of a game, judged position by position.

use std::process::ExitCode;

use keisei::course::{Keep, Mistake, follow, mistakes};
use keisei_console::output::{self, BadUsage, Format};
use keisei_console::source::Source;
use keisei_view::{course, png};

use super::Args;

pub(super) fn run(args: &Args, source: &Source) -> anyhow::Result<ExitCode> {
    let format = args.output.format();
    if format == Format::Sgf {
        return Err(BadUsage(
            "--all answers as text, csv, json, svg or png: choose one with --format".into(),
        )
        .into());
    }
    if args.ownership && !matches!(format, Format::Csv | Format::Json) {
        return Err(BadUsage("--ownership is for csv and json: choose one with --format".into()).into());
    }
    let settings = args.settings.settings()?;
    let keep = if args.ownership { Keep::Ownership } else { Keep::Score };
    let game = &source.game;
    let bar = output::progress(game.move_number() as u64 + 1, "judging");
    let steps = follow(&settings, game, keep, |_| bar.inc(1))?;
    bar.finish_and_clear();
    let worst: Option<Vec<Mistake>> = args.mistakes.map(|most| mistakes(&steps, usize::from(most)));
    let draw = || course::draw(&source.name, &steps, worst.as_deref().unwrap_or_default());
    let bytes = match (format, &worst) {
        (Format::Text, None) => course::text(&settings, &steps).into_bytes(),
        (Format::Text, Some(worst)) => course::mistakes_text(&settings, worst).into_bytes(),
        (Format::Csv, None) => course::csv(&steps).into_bytes(),
        (Format::Csv, Some(worst)) => course::mistakes_csv(worst).into_bytes(),
        (Format::Json, worst) => course::report(&settings, game, &steps, worst.as_deref()).into_bytes(),
        (Format::Svg, _) => draw().into_bytes(),
        (Format::Png, _) => png::render(&draw())?,
        (Format::Sgf, _) => Vec::new(),
    };
    args.output.deliver_bytes(&bytes)?;
    Ok(ExitCode::SUCCESS)
}

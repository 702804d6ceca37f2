//! `keisei judge --all`: the course of a game, judged position by position.

use std::process::ExitCode;

use keisei::course::follow;
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
    let settings = args.settings.settings()?;
    let game = &source.game;
    let bar = output::progress(game.move_number() as u64 + 1, "judging");
    let steps = follow(&settings, game, |_| bar.inc(1))?;
    bar.finish_and_clear();
    let bytes = match format {
        Format::Text => course::text(&settings, &steps).into_bytes(),
        Format::Csv => course::csv(&steps).into_bytes(),
        Format::Json => course::report(&settings, game, &steps).into_bytes(),
        Format::Svg => course::draw(&source.name, &steps).into_bytes(),
        Format::Png => png::render(&course::draw(&source.name, &steps))?,
        Format::Sgf => Vec::new(),
    };
    args.output.deliver_bytes(&bytes)?;
    Ok(ExitCode::SUCCESS)
}

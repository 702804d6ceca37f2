//! `keisei judge PATH…`: every game of many files and folders, a line for each.
//!
//! Games are judged side by side, and told in the order of the files. One that is broken is named on
//! standard error and the rest goes on.

use std::process::ExitCode;

use anyhow::bail;
use keisei::Settings;
use keisei_console::collection::progress_bar;
use keisei_console::output::{self, BadUsage, Format};
use keisei_console::source::Source;
use keisei_view::report;
use keisei_view::verdicts::{self, Verdict};
use rayon::prelude::*;

use super::Args;

pub(super) fn run(args: &Args, paths: &[String]) -> anyhow::Result<ExitCode> {
    let format = args.output.format();
    let heading = match format {
        Format::Text => verdicts::text_heading(),
        Format::Csv => verdicts::csv_heading(),
        Format::Json => String::new(),
        _ => {
            let message = "many games are answered as text, csv or json: choose one with --format";
            return Err(BadUsage(message.into()).into());
        }
    };
    refuse(args)?;
    // Each game has a core of its own, and the answer does not depend on it.
    let settings = args.settings.settings()?.with_threads(1);
    let bar = progress_bar(paths);
    let mut sources = args.source.sources(paths);
    let (mut judged, mut broken) = (0, 0);
    let mut told = heading;
    loop {
        let some = 4 * rayon::current_num_threads();
        let batch: Vec<anyhow::Result<Source>> = bar.suspend(|| sources.by_ref().take(some).collect());
        if batch.is_empty() {
            break;
        }
        let lines: Vec<anyhow::Result<String>> =
            batch.into_par_iter().map(|source| Ok(line(&source?, &settings, format))).collect();
        for line in lines {
            match line {
                Ok(line) => {
                    judged += 1;
                    told += &line;
                }
                Err(error) => {
                    broken += 1;
                    bar.suspend(|| output::complain(&format!("error: {error:#}")));
                }
            }
        }
        if args.output.is_streamed() {
            bar.suspend(|| output::print(std::mem::take(&mut told).as_bytes()))?;
        }
        bar.set_position(sources.bytes);
    }
    bar.finish_and_clear();
    if judged + broken == 0 {
        bail!("{}: there are no records: in folders, files that end in .sgf are read", paths.join(", "));
    }
    args.output.deliver_text(&told)?;
    Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn line(source: &Source, settings: &Settings, format: Format) -> String {
    let evaluation = settings.assess(source.game.position());
    let verdict = Verdict {
        file: &source.name,
        number: source.number,
        game: &source.game,
        method: settings.method,
        evaluation: &evaluation,
    };
    match format {
        Format::Json => report::judge_from(&verdict),
        Format::Csv => verdict.csv(),
        _ => verdict.text(),
    }
}

/// Options that are for one game.
fn refuse(args: &Args) -> Result<(), BadUsage> {
    let asked = [
        ("--all", args.all),
        ("--explain", !args.explain.is_empty()),
        ("--compare", !args.compare.is_empty()),
        ("--game", args.source.game.is_some()),
    ];
    match asked.into_iter().find(|(_, asked)| *asked) {
        Some((option, _)) => Err(BadUsage(format!(
            "{option} is for one game, and here every game of every file is judged: name one file"
        ))),
        None => Ok(()),
    }
}

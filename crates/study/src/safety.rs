//! `keisei study safety`: how much is proved in final positions.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use keisei::Proof;
use keisei::safety::{Limits, Safety};
use keisei_goban::sgf::Record;
use serde::Serialize;

use super::finals::FinalsArgs;
use keisei_console::output::{self, ListFormat, counted};
use keisei_console::safety_args::SafetyArgs;

const EXAMPLES: &str = "\
Examples:
  keisei study safety games/ --games 100
  keisei study safety games/ --nodes 100000 --region-size 40

Only games whose result was counted (RE[B+3.5], not RE[B+R]) are looked at, in their last position.";

/// Measure how much of final positions is proved, by which rule
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    finals: FinalsArgs,

    #[command(flatten)]
    limits: SafetyArgs,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ListFormat,
}

#[derive(Serialize, Default)]
struct Report {
    positions: usize,
    points: usize,
    /// Points proved by each rule and none before it.
    benson: usize,
    #[serde(rename = "static")]
    by_static_rules: usize,
    search: usize,
    /// Mean times.
    static_microseconds: f64,
    search_milliseconds: f64,
    longest_milliseconds: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let positions = args.finals.collect(None, |record| was_counted(record).then_some(()))?;
    let bar = output::progress(positions.len() as u64, "proving");
    let mut report = Report { positions: positions.len(), ..Report::default() };
    for (position, ()) in &positions {
        let begun = Instant::now();
        std::hint::black_box(Safety::of(position, Limits::STATIC));
        report.static_microseconds += begun.elapsed().as_secs_f64() * 1e6;
        let begun = Instant::now();
        let safety = Safety::of(position, args.limits.limits());
        let time = begun.elapsed().as_secs_f64() * 1e3;
        report.search_milliseconds += time;
        report.longest_milliseconds = report.longest_milliseconds.max(time);
        for p in position.board().size().points() {
            report.points += 1;
            match safety.proof(p) {
                Some(Proof::Benson) => report.benson += 1,
                Some(Proof::Static) => report.by_static_rules += 1,
                Some(Proof::Search) => report.search += 1,
                None => {}
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    report.static_microseconds /= positions.len() as f64;
    report.search_milliseconds /= positions.len() as f64;
    let text = match args.format {
        ListFormat::Text => table(&report),
        ListFormat::Json => serde_json::to_string(&report)? + "\n",
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a record gives a result in points.
fn was_counted(record: &Record) -> bool {
    let result = record.text(record.root(), "RE").unwrap_or_default();
    let points = result.strip_prefix("B+").or(result.strip_prefix("W+"));
    points.is_some_and(|points| points.starts_with(|c: char| c.is_ascii_digit()))
}

fn table(report: &Report) -> String {
    let share = |points: usize| 100.0 * points as f64 / report.points as f64;
    let mut text = format!("{}\n", counted(report.positions, "final position"));
    let mut sum = 0;
    for (name, points) in
        [("benson", report.benson), ("static", report.by_static_rules), ("search", report.search)]
    {
        sum += points;
        let _ = writeln!(text, "{name:<8}{:>6.1}%{:>8.1}% in all", share(points), share(sum));
    }
    let _ = writeln!(
        text,
        "static rules {:.0} us a position, search {:.0} ms (longest {:.0} ms)",
        report.static_microseconds, report.search_milliseconds, report.longest_milliseconds
    );
    text
}

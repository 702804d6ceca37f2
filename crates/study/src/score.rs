//! `keisei study score`: how often our count of final positions is the record's result.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use keisei::settlement::{Limits, Settlement};
use keisei_goban::sgf::Record;
use keisei_goban::{Komi, Rules, Score};
use serde::Serialize;

use super::finals::FinalsArgs;
use keisei_console::output::{self, ListFormat, counted};

const EXAMPLES: &str = "\
Examples:
  keisei study score games/ --games 300 --every 10
  keisei study score games/ --list           name the games whose result is another
  keisei study score games/ --komi 7.5 --rules chinese

Only games whose result was counted (RE[B+3.5], not RE[B+R]) are looked at, in their last position. Records often end before the dame are
filled, or before the last moves: `not settled` is the right answer to many of them. Records seldom name their rules, and a game that was counted by area differs by a point if it is counted by
territory: --komi tells them apart (7.5 is China's). Some headers lack the komi that the result was reached with.";

/// Measure how often our count of final positions is the record's result
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    finals: FinalsArgs,

    /// Take every K-th counted game
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,

    /// Rules in place of the records'
    #[arg(long, value_name = "R")]
    rules: Option<Rules>,

    /// Only games with this komi
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    komi: Option<Komi>,

    /// Name the games whose result is another, or that are not settled
    #[arg(long)]
    list: bool,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ListFormat,
}

#[derive(Serialize, Default)]
struct Report {
    games: usize,
    /// Settled, with the record's result.
    equal: usize,
    /// Settled, with another result.
    different: usize,
    /// Of these, a point away from the record's.
    by_one: usize,
    /// Not settled; of these, the provisional count is the record's result.
    not_settled: usize,
    provisional_equal: usize,
    median_milliseconds: f64,
    longest_milliseconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    list: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    /// Which of the counted games, from 1.
    number: usize,
    record: String,
    count: String,
    not_settled: Vec<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let finals = args.finals.collect(args.rules, choose(args))?;
    let bar = output::progress(finals.len() as u64, "counting");
    let mut report = Report { games: finals.len(), ..Report::default() };
    let mut times = Vec::new();
    for (position, (number, result)) in &finals {
        let begun = Instant::now();
        let settlement = Settlement::of(position, Limits::default());
        times.push(begun.elapsed().as_secs_f64() * 1e3);
        let count = settlement.count.result;
        let is_equal = count == *result;
        match settlement.is_settled() {
            true if is_equal => report.equal += 1,
            true => {
                report.different += 1;
                report.by_one += usize::from((count.half_points() - result.half_points()).abs() <= 2);
            }
            false => {
                report.not_settled += 1;
                report.provisional_equal += usize::from(is_equal);
            }
        }
        if args.list && !(is_equal && settlement.is_settled()) {
            let place = |place: &keisei::settlement::OpenPlace| {
                let at = place.points.first().map_or(String::new(), |p| p.to_string());
                format!("{} {at}", place.reason.name())
            };
            report.list.push(Line {
                number: *number,
                record: result.to_string(),
                count: count.to_string(),
                not_settled: settlement.open.iter().map(place).collect(),
            });
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    times.sort_by(f64::total_cmp);
    report.median_milliseconds = times[times.len() / 2];
    report.longest_milliseconds = times.last().copied().unwrap_or(0.0);
    let text = match args.format {
        ListFormat::Text => table(&report),
        ListFormat::Json => serde_json::to_string(&report)? + "\n",
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Chooses games that were counted: which of them, from 1, and their results.
fn choose(args: &Args) -> impl FnMut(&Record) -> Option<(usize, Score)> {
    let mut counted = 0;
    move |record| {
        let result = Score::from_result(&record.text(record.root(), "RE")?)?;
        let komi = || record.info().ok().and_then(|(info, _)| info.komi);
        if args.komi.is_some_and(|wanted| komi() != Some(wanted)) {
            return None;
        }
        counted += 1;
        ((counted - 1) % args.every == 0).then_some((counted as usize, result))
    }
}

fn table(report: &Report) -> String {
    let share = |games: usize| 100.0 * games as f64 / report.games as f64;
    let mut text = format!("{}\n", counted(report.games, "final position"));
    for (name, games) in [
        ("settled, the record's result", report.equal),
        ("settled, another result", report.different),
        ("  of these, by one point", report.by_one),
        ("not settled", report.not_settled),
        ("  of these, provisionally the record's", report.provisional_equal),
    ] {
        let _ = writeln!(text, "{name:<40}{games:>6}{:>7.1}%", share(games));
    }
    let _ = writeln!(
        text,
        "median {:.0} ms a position, longest {:.0} ms",
        report.median_milliseconds, report.longest_milliseconds
    );
    for Line { number, record, count, not_settled } in &report.list {
        let _ = writeln!(text, "{number:>6}  record {record}, count {count}  {}", not_settled.join("; "));
    }
    text
}

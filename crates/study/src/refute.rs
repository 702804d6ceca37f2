//! `keisei study refute`: plays against everything that is proved.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::ensure;
use keisei::safety::Limits;
use keisei::safety::refuter::{self, Examination, Verdict};
use keisei_goban::sgf::Replay;
use keisei_goban::{Color, PointSet, Position, Suicide};
use rayon::prelude::*;
use serde::Serialize;

use super::finals::each_record;
use super::labelled::LabelledArgs;
use keisei_console::output::{self, ListFormat, counted};
use keisei_console::safety_args::SafetyArgs;

const EXAMPLES: &str = "\
Examples:
  keisei study refute games/ --games 1000
  keisei study refute games/ --games 1000 --back 0,20,40
  keisei study refute labelled.jsonl --nodes 3000

PATH is a record, a collection, a folder, or a file of labelled positions (one JSON object a line).

What is proved together, and has few points in play, is played out in every way: the opponent moves first,
everything around counts as his and is never taken. What has more is put to the test region by region. Of
labelled positions it is also told where a label is against a proof. If a claim is broken, it is listed, and
the exit code is 1.";

/// Play against everything that is proved
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, collections, folders, or files of labelled positions
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// How many games of records
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// How many moves before the end of each game
    #[arg(long, value_name = "MOVES,…", value_delimiter = ',', default_value = "0")]
    back: Vec<usize>,

    /// The most points in play that are tried
    #[arg(long, value_name = "POINTS", default_value_t = 14, value_parser = clap::value_parser!(u64).range(1..=30))]
    points: u64,

    /// The most positions looked at for one area
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    positions: u32,

    /// How far a label has to lie on the other side to be listed
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    against: f32,

    #[command(flatten)]
    limits: SafetyArgs,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ListFormat,
}

/// A position to look at.
struct Case {
    name: String,
    position: Position,
    /// Labels, row by row from the top left.
    ownership: Option<Vec<f32>>,
}

#[derive(Serialize, Default)]
struct Report {
    positions: usize,
    /// Points proved.
    proved: usize,
    /// Areas claimed as a whole, and regions by themselves.
    whole: usize,
    regions: usize,
    held: usize,
    broken: usize,
    undecided: usize,
    /// Regions with more points than are tried, or with points tied to other regions.
    left_out: usize,
    /// Points whose label is against the proof.
    against: usize,
    findings: Vec<String>,
}

impl Report {
    fn with(mut self, other: Report) -> Report {
        self.positions += other.positions;
        self.proved += other.proved;
        self.whole += other.whole;
        self.regions += other.regions;
        self.held += other.held;
        self.broken += other.broken;
        self.undecided += other.undecided;
        self.left_out += other.left_out;
        self.against += other.against;
        self.findings.extend(other.findings);
        self
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let cases = args.cases()?;
    let bar = output::progress(cases.len() as u64, "refuting");
    let reports: Vec<Report> = cases
        .par_iter()
        .map(|case| {
            let report = args.examine(case);
            bar.inc(1);
            report
        })
        .collect();
    bar.finish_and_clear();
    let report = reports.into_iter().fold(Report::default(), Report::with);
    let text = match args.format {
        ListFormat::Text => text(&report),
        ListFormat::Json => serde_json::to_string(&report)? + "\n",
    };
    output::print(text.as_bytes())?;
    Ok(if report.broken > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

impl Args {
    fn cases(&self) -> anyhow::Result<Vec<Case>> {
        let (labelled, records): (Vec<String>, Vec<String>) =
            self.paths.iter().cloned().partition(|path| path.ends_with(".jsonl"));
        let mut cases = self.records(&records);
        if !labelled.is_empty() {
            cases.extend(LabelledArgs { files: labelled }.load()?.into_iter().map(|labelled| Case {
                name: labelled.id,
                position: labelled.position,
                ownership: Some(labelled.ownership),
            }));
        }
        ensure!(!cases.is_empty(), "{}: no game that can be replayed", self.paths.join(", "));
        Ok(cases)
    }

    fn records(&self, paths: &[String]) -> Vec<Case> {
        let mut cases = Vec::new();
        let mut games = 0;
        each_record(paths, |place, record| {
            let after = |moves| record.replay(&Replay { moves, ..Replay::default() }).ok();
            let Some(whole) = after(None).filter(|whole| whole.problem.is_none()) else { return false };
            let last = whole.game.move_number();
            for back in self.back.iter().filter(|&&back| back < last) {
                let moves = last - back;
                cases.extend(after(Some(moves)).map(|replayed| Case {
                    name: format!("{place}, move {moves}"),
                    position: replayed.game.position().clone(),
                    ownership: None,
                }));
            }
            games += 1;
            games == self.games
        });
        cases
    }

    fn examine(&self, case: &Case) -> Report {
        let Case { name, position, ownership } = case;
        let limits: Limits = self.limits.limits();
        let suicide_allowed = position.rules().suicide() == Suicide::Allowed;
        let examination = refuter::examine(position.board(), suicide_allowed, limits, self.points as usize);
        let Examination { safety, areas, left_out } = examination;
        let mut report = Report { positions: 1, left_out, ..Report::default() };
        report.proved = Color::ALL.iter().map(|&color| safety.points(color).len()).sum();
        if !safety.is_consistent(position.board()) {
            report.broken += 1;
            report.findings.push(format!("{name}: the claims contradict each other"));
        }
        for (color, area) in areas {
            *if area.is_whole() { &mut report.whole } else { &mut report.regions } += 1;
            match area.verdict(self.positions) {
                Verdict::Held => report.held += 1,
                Verdict::Undecided => report.undecided += 1,
                Verdict::Broken => {
                    report.broken += 1;
                    let what = vertices(&area.in_play());
                    report.findings.push(format!("{name}: {color}'s claim can be broken: {what}"));
                }
            }
        }
        if let Some(ownership) = ownership {
            let size = position.board().size();
            let against: PointSet = size
                .points()
                .zip(ownership)
                .filter(|&(p, own)| {
                    safety.owner(p).is_some_and(|color| color.sign() as f32 * own < -self.against)
                })
                .map(|(p, _)| p)
                .collect();
            report.against += against.len();
            if !against.is_empty() {
                report.findings.push(format!("{name}: the label is against {}", vertices(&against)));
            }
        }
        report
    }
}

fn vertices(points: &PointSet) -> String {
    points.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        let _ = writeln!(text, "{finding}");
    }
    let Report { proved, whole, regions, held, broken, undecided, left_out, against, .. } = report;
    let _ = writeln!(
        text,
        "{}, {}\n{} claimed as a whole, {} by themselves: {held} held, {broken} broken, {undecided} undecided",
        counted(report.positions, "position"),
        counted(*proved, "proved point"),
        counted(*whole, "area"),
        counted(*regions, "region"),
    );
    let _ = writeln!(
        text,
        "{} left out (more points in play, or tied to others); {} whose label is against the proof",
        counted(*left_out, "region"),
        counted(*against, "point"),
    );
    text
}

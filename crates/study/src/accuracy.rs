//! `keisei study accuracy`: how far the methods are from the labels.

mod calibration;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use keisei::judge::Effort;
use keisei::moyo::{Moyo, Options};
use keisei::safety::Limits;
use keisei::seds::{Dynamics, Parameters};
use keisei::{Method, Ownership, Settings};
use keisei_goban::Position;
use rayon::prelude::*;
use serde::Serialize;

use self::calibration::Calibration;
use super::ablation;
use super::labelled::{self, Labelled, LabelledArgs, Split};
use keisei_console::names::named;
use keisei_console::output::{self, ListFormat, counted};

const EXAMPLES: &str = "\
Examples:
  keisei study accuracy labelled.jsonl --part held-out
  keisei study accuracy labelled.jsonl --part held-out --method judge --effort static
  keisei study accuracy labelled.jsonl --part held-out --method judge --stages --calibration curve.svg
  keisei study accuracy labelled.jsonl --part held-out --method judge --worst 10
  keisei study accuracy labelled.jsonl --ablation
  keisei study accuracy labelled.jsonl --method moyo --format json";

/// Measure how far the methods are from labelled positions: ownership, its sign where the label is
/// clear, score, winner
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{}\n\n{EXAMPLES}", labelled::FORMAT))]
pub(crate) struct Args {
    #[command(flatten)]
    labelled: LabelledArgs,

    /// Which positions
    #[arg(long, value_name = "PART", default_value = "all")]
    part: Split,

    /// Only this method (default: all, and what they are compared with)
    #[arg(long, value_name = "NAME", value_parser = named::<Method>())]
    method: Option<Method>,

    /// How much work the method judge puts in
    #[arg(long, value_name = "EFFORT", default_value_t, value_parser = named::<Effort>())]
    effort: Effort,

    /// Also by stages of the game: every forty moves on 19×19
    #[arg(long)]
    stages: bool,

    /// Also how often points and games said to be Black's with some probability are, as a picture
    #[arg(long, value_name = "OUT.svg")]
    calibration: Option<PathBuf>,

    /// Also the positions with the largest ownership errors, by name
    #[arg(long, value_name = "N", default_value_t = 0)]
    worst: usize,

    /// What each method adds to the judge: fit it anew without one, and with one alone, and measure
    /// on the part held out (takes minutes)
    #[arg(long, conflicts_with_all = ["part", "method", "stages", "calibration", "worst", "proofs"])]
    ablation: bool,

    /// Search so many positions for one question about what is proved; 0: static rules alone
    /// [default: as many as the method does by itself]
    #[arg(long, value_name = "NODES")]
    proofs: Option<u32>,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ListFormat,
}

/// What is measured.
#[derive(Clone, Copy, Debug)]
enum Contestant {
    /// Always even.
    Even,
    /// The potential over 100, cut at 1.
    PlainPotential,
    /// Stones and inner areas belong wholly to their side, all else to nobody.
    PlainMoyo,
    /// The fixed point as it is.
    PlainSeds,
    Method(Method),
}

impl Contestant {
    /// All methods, and what they are compared with.
    fn all() -> Vec<Contestant> {
        let plain =
            [Contestant::Even, Contestant::PlainPotential, Contestant::PlainMoyo, Contestant::PlainSeds];
        plain.into_iter().chain(Method::ALL.iter().map(|&method| Contestant::Method(method))).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Contestant::Even => "even",
            Contestant::PlainPotential => "potential, uncalibrated",
            Contestant::PlainMoyo => "moyo, uncalibrated",
            Contestant::PlainSeds => "seds, uncalibrated",
            Contestant::Method(method) => method.name(),
        }
    }

    /// Ownership, lead, and the probability that Black wins if there is one.
    fn judge(
        self,
        position: &Position,
        proofs: Option<u32>,
        effort: Effort,
    ) -> (Ownership, f64, Option<f64>) {
        let board = position.board();
        let size = board.size();
        let mut ownership = Ownership::even(size);
        match self {
            Contestant::Even => {}
            Contestant::PlainPotential => {
                let moyo = Moyo::of(board, Options::default());
                for p in size.points() {
                    ownership.set(p, (moyo.field().get(p) as f32 / 100.0).clamp(-1.0, 1.0));
                }
            }
            Contestant::PlainMoyo => {
                let moyo = Moyo::of(board, Options::default());
                ownership = Ownership::settled(size, |p| board.get(p).or(moyo.owner(p)));
            }
            Contestant::PlainSeds => {
                let dynamics = Dynamics::of(board, Parameters::default());
                for p in size.points() {
                    ownership.set(p, (2.0 * dynamics.black(p) - 1.0) as f32);
                }
            }
            Contestant::Method(method) => {
                let mut settings = Settings::new(method).with_effort(effort);
                if let Some(nodes) = proofs {
                    settings = settings.with_limits(Limits { nodes, ..settings.limits() });
                }
                let evaluation = settings.assess(position);
                let score = evaluation.score;
                return (evaluation.ownership, score.lead, score.black_wins);
            }
        }
        let lead = ownership.total();
        (ownership, lead, None)
    }
}

/// Errors, summed.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Errors {
    positions: f64,
    ownership: f64,
    clear: f64,
    agreeing: f64,
    score: f64,
    winner: f64,
    agreeing_winner: f64,
    with_winner: f64,
}

/// Errors on average.
#[derive(Clone, Copy, Serialize, Debug)]
pub(super) struct Accuracy {
    /// Mean absolute error of the ownership.
    pub(super) ownership: f64,
    /// How often its sign is right where the label exceeds 0.6.
    pub(super) sign: f64,
    /// Mean absolute error of the lead, in points.
    pub(super) score: f64,
    /// Mean absolute error of the probability that Black wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) winner: Option<f64>,
    /// How often the same side is said to be more likely to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) agreement: Option<f64>,
}

impl Errors {
    pub(super) fn of(label: &Labelled, ownership: &Ownership, lead: f64, black_wins: Option<f64>) -> Errors {
        let mut errors = Errors { positions: 1.0, score: (lead - label.lead).abs(), ..Errors::default() };
        for (said, label) in ownership.row_major().zip(&label.ownership) {
            errors.ownership += f64::from((said - label).abs());
            if label.abs() > 0.6 {
                errors.clear += 1.0;
                errors.agreeing += f64::from(u8::from(said * label > 0.0));
            }
        }
        errors.ownership /= label.ownership.len() as f64;
        if let Some(black_wins) = black_wins {
            errors.winner = (black_wins - label.black_wins).abs();
            errors.agreeing_winner = f64::from(u8::from((black_wins > 0.5) == (label.black_wins > 0.5)));
            errors.with_winner = 1.0;
        }
        errors
    }

    pub(super) fn and(self, other: Errors) -> Errors {
        Errors {
            positions: self.positions + other.positions,
            ownership: self.ownership + other.ownership,
            clear: self.clear + other.clear,
            agreeing: self.agreeing + other.agreeing,
            score: self.score + other.score,
            winner: self.winner + other.winner,
            agreeing_winner: self.agreeing_winner + other.agreeing_winner,
            with_winner: self.with_winner + other.with_winner,
        }
    }

    pub(super) fn mean(&self) -> Accuracy {
        let positions = self.positions.max(1.0);
        Accuracy {
            ownership: self.ownership / positions,
            sign: self.agreeing / self.clear.max(1.0),
            score: self.score / positions,
            winner: (self.with_winner > 0.0).then(|| self.winner / self.with_winner),
            agreement: (self.with_winner > 0.0).then(|| self.agreeing_winner / self.with_winner),
        }
    }
}

#[derive(Serialize)]
struct Row {
    method: &'static str,
    #[serde(flatten)]
    accuracy: Accuracy,
    microseconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stages: Vec<Stage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    calibration: Option<Calibration>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    worst: Vec<Worst>,
}

/// A stage of the game.
#[derive(Serialize)]
struct Stage {
    /// From this share of stones on the board on.
    from_move: usize,
    positions: usize,
    #[serde(flatten)]
    accuracy: Accuracy,
}

/// A position that was judged badly.
#[derive(Serialize)]
struct Worst {
    id: String,
    ownership: f64,
    lead: f64,
    label: f64,
}

#[derive(Serialize)]
struct Report {
    positions: usize,
    methods: Vec<Row>,
}

/// Moves from one stage to the next on 19×19; on other boards in proportion to their area.
const STAGE: usize = 40;
const STAGES: usize = 6;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut positions = args.labelled.load()?;
    if args.ablation {
        labelled::ensure_both_parts(&positions)?;
        let report = ablation::run(&positions, args.effort);
        let text = match args.format {
            ListFormat::Text => report.table(),
            ListFormat::Json => serde_json::to_string(&report)? + "\n",
        };
        output::print(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    positions.retain(|position| args.part.takes(position));
    anyhow::ensure!(!positions.is_empty(), "no positions in this part: choose another with --part");
    let contestants: Vec<Contestant> = match args.method {
        Some(method) => vec![Contestant::Method(method)],
        None => Contestant::all(),
    };
    let bar = output::progress(contestants.len() as u64 * positions.len() as u64, "measuring");
    let mut report = Report { positions: positions.len(), methods: Vec::new() };
    for contestant in contestants {
        let row = measure(args, contestant, &positions, || bar.inc(1));
        report.methods.push(row);
    }
    bar.finish_and_clear();
    if let Some(path) = &args.calibration {
        let curves: Vec<(&str, &Calibration)> = report
            .methods
            .iter()
            .filter_map(|row| row.calibration.as_ref().map(|calibration| (row.method, calibration)))
            .collect();
        output::put(Some(path), calibration::draw(&curves).as_bytes(), false)?;
    }
    let text = match args.format {
        ListFormat::Text => table(&report),
        ListFormat::Json => serde_json::to_string(&report)? + "\n",
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn measure(args: &Args, contestant: Contestant, positions: &[Labelled], done: impl Fn() + Sync) -> Row {
    let begun = Instant::now();
    let errors: Vec<(Errors, f64, Calibration)> = positions
        .par_iter()
        .map(|label| {
            let (ownership, lead, black_wins) = contestant.judge(&label.position, args.proofs, args.effort);
            done();
            let calibration = match args.calibration {
                Some(_) => Calibration::of(label, &ownership, black_wins),
                None => Calibration::default(),
            };
            (Errors::of(label, &ownership, lead, black_wins), lead, calibration)
        })
        .collect();
    let seconds = begun.elapsed().as_secs_f64() * rayon::current_num_threads() as f64;
    // Summed in order, so that the number of threads does not show.
    let mean = |wanted: &dyn Fn(usize) -> bool| {
        let chosen = errors.iter().enumerate().filter(|(i, _)| wanted(*i));
        chosen.fold(Errors::default(), |sum, (_, (errors, ..))| sum.and(*errors))
    };
    let stage_of = |label: &Labelled| {
        let stones = label.position.board().size().area() as usize;
        (label.moves * 361 / stones / STAGE).min(STAGES - 1)
    };
    let stages = (0..STAGES).filter(|_| args.stages).map(|stage| {
        let errors = mean(&|i| stage_of(&positions[i]) == stage);
        Stage { from_move: stage * STAGE, positions: errors.positions as usize, accuracy: errors.mean() }
    });
    let mut worst: Vec<Worst> = errors
        .iter()
        .zip(positions)
        .filter(|_| args.worst > 0)
        .map(|((errors, lead, _), label)| Worst {
            id: label.id.clone(),
            ownership: errors.ownership,
            lead: *lead,
            label: label.lead,
        })
        .collect();
    worst.sort_by(|a, b| b.ownership.total_cmp(&a.ownership));
    worst.truncate(args.worst);
    let calibration = args
        .calibration
        .is_some()
        .then(|| errors.iter().fold(Calibration::default(), |sum, (_, _, calibration)| sum.and(calibration)));
    Row {
        method: contestant.name(),
        accuracy: mean(&|_| true).mean(),
        microseconds: seconds * 1e6 / positions.len() as f64,
        stages: stages.collect(),
        calibration,
        worst,
    }
}

/// What the columns are.
pub(super) const LEGEND: &str = "ownership, score, winner: mean absolute error; sign: right where the label exceeds 0.6; agreement: the same side is more likely to win\n";

pub(super) fn heading(first: &str) -> String {
    format!("{first:<24}{:>10}{:>8}{:>8}{:>8}{:>11}", "ownership", "sign", "score", "winner", "agreement")
}

pub(super) fn line(name: &str, accuracy: &Accuracy) -> String {
    let optional = |number: Option<f64>| number.map_or("-".to_string(), |number| format!("{number:.3}"));
    let (winner, agreement) = (optional(accuracy.winner), optional(accuracy.agreement));
    let Accuracy { ownership, sign, score, .. } = accuracy;
    format!("{name:<24}{ownership:>10.3}{sign:>8.3}{score:>8.2}{winner:>8}{agreement:>11}")
}

fn table(report: &Report) -> String {
    let mut text = format!("{}\n", counted(report.positions, "position"));
    let _ = writeln!(text, "{}{:>13}", heading("method"), "us/position");
    for row in &report.methods {
        let _ = writeln!(text, "{}{:>13.0}", line(row.method, &row.accuracy), row.microseconds);
        for stage in &row.stages {
            let name = format!("  from move {:<4}{:>6}", stage.from_move, stage.positions);
            let _ = writeln!(text, "{}", line(&name, &stage.accuracy));
        }
        if let Some(calibration) = &row.calibration {
            text += &calibration.table();
        }
        for worst in &row.worst {
            let Worst { id, ownership, lead, label } = worst;
            let _ = writeln!(text, "  {id}: ownership {ownership:.3}, lead {lead:.1} (label {label:.1})");
        }
    }
    text + LEGEND
}

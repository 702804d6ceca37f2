//! `keisei study fit`: what potentials and inner areas are worth, fitted on labelled positions.
//!
//! Logistic regression by Newton's method: the loss is convex, so that the weights are the only
//! best ones, whatever they start from. Every position counts the same, whatever its size.

use std::fmt::{Display, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::ValueEnum;
use keisei::Ownership;
use keisei::conversion::{self, BY_STAGE, Basis, FEATURES, Features, Fitted, STAGES, Spread};
use keisei::moyo::{Moyo, Options};
use keisei_goban::PointSet;
use rayon::prelude::*;

use super::accuracy::{Accuracy, Errors};
use super::labelled::{self, Labelled, LabelledArgs, Split};
use super::normal::Normal;
use super::{calibrate, judged};
use keisei_console::moyo_args::MoyoArgs;
use keisei_console::output::{self, counted};

const EXAMPLES: &str = "\
Examples:
  keisei study fit labelled.jsonl labelled-small.jsonl            how good the fit is, also on games held out
  keisei study fit labelled.jsonl --threshold 35                  whether an option would make it better
  keisei study fit labelled.jsonl labelled-small.jsonl --write crates/keisei/src/conversion
  keisei study fit labelled.jsonl labelled-small.jsonl --basis judge --write crates/keisei/src/judge";

/// Fit the conversion of potentials and inner areas to ownership, and measure it on games held out
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{}\n\n{EXAMPLES}", labelled::FORMAT))]
pub(crate) struct Args {
    #[command(flatten)]
    labelled: LabelledArgs,

    /// What to convert
    #[arg(long, value_name = "BASIS", default_value = "moyo")]
    basis: BasisArg,

    #[command(flatten)]
    options: MoyoArgs,

    /// Write the numbers into this folder: for every field with and without inner areas; with
    /// --basis seds or judge those of that method
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum BasisArg {
    /// The potential alone
    Potential,
    /// The potential and the inner areas
    Moyo,
    /// The fixed point of the dynamical system
    Seds,
    /// All methods together
    Judge,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let options = args.options.options()?;
    let positions = args.labelled.load()?;
    labelled::ensure_both_parts(&positions)?;
    let basis = match args.basis {
        BasisArg::Potential => Basis::Potential,
        BasisArg::Moyo => Basis::Moyo,
        BasisArg::Seds => return calibrate::run(&positions, args.write.as_deref()),
        BasisArg::Judge => return judged::run(&positions, args.write.as_deref()),
    };
    let mut jobs = vec![Job { basis, options }];
    if args.write.is_some() {
        jobs = [Basis::Potential, Basis::Moyo]
            .into_iter()
            .flat_map(|basis| {
                Fitted::INFLUENCES.map(|influence| Job { basis, options: Options { influence, ..options } })
            })
            .collect();
    }
    let held_out = positions.iter().filter(|p| p.held_out).count();
    let mut text = format!(
        "fitted on {}, {held_out} held out\n{:<34}{:>22}{:>32}\n",
        counted(positions.len() - held_out, "position"),
        "",
        "fitted: own   sign  score  winner",
        "held out: own   sign  score  winner",
    );
    let bar = output::progress(jobs.len() as u64, "fitting");
    let mut all = Vec::new();
    for job in jobs {
        let fitted = job.fit(&positions);
        let row = |part: Split| line(&job.measure(&fitted, &positions, part));
        let _ = writeln!(text, "{:<30}{}{}", job.name(), row(Split::Fitted), row(Split::HeldOut));
        all.push((job, fitted));
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(folder) = &args.write {
        for (job, fitted) in &all {
            let influence = job.options.influence;
            let (name, what) = match job.basis {
                Basis::Potential => ("potential", "The potential alone"),
                Basis::Moyo => ("moyo", "The potential and the inner areas"),
            };
            let what = format!("{what}, field {influence}, into ownership.");
            write_weights(folder, &format!("{name}-{influence}.weights"), &what, "", fitted)?;
        }
    }
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn line(accuracy: &Accuracy) -> String {
    let Accuracy { ownership, sign, score, winner, .. } = accuracy;
    format!("{ownership:>15.4}{sign:>8.4}{score:>7.2}{:>7.3}", winner.unwrap_or(f64::NAN))
}

/// One fit.
#[derive(Clone, Copy)]
struct Job {
    basis: Basis,
    options: Options,
}

/// Positions are worked on in chunks of this many, whose sums are then added in order: the same on
/// any number of threads.
const CHUNK: usize = 32;

impl Job {
    fn name(&self) -> String {
        match self.basis {
            Basis::Potential => format!("potential, {}", self.options.influence),
            Basis::Moyo => format!("moyo, {}", self.options.influence),
        }
    }

    fn features(&self, label: &Labelled) -> Features {
        let moyo = Moyo::of(label.position.board(), self.options);
        let with_inner = match self.basis {
            Basis::Potential => None,
            Basis::Moyo => Some(&moyo),
        };
        Features::new(&label.position, moyo.field(), with_inner, &PointSet::EMPTY)
    }

    fn ownership(&self, fitted: &Fitted, label: &Labelled) -> Ownership {
        fitted.ownership(label.position.board().size(), &self.features(label))
    }

    fn measure(&self, fitted: &Fitted, positions: &[Labelled], part: Split) -> Accuracy {
        let errors: Vec<Errors> = positions
            .par_iter()
            .filter(|label| part.takes(label))
            .map(|label| {
                let ownership = self.ownership(fitted, label);
                let lead = ownership.total();
                let score = fitted.spread.score(&label.position, lead);
                Errors::of(label, &ownership, lead, score.black_wins)
            })
            .collect();
        errors.into_iter().fold(Errors::default(), Errors::and).mean()
    }

    fn fit(&self, positions: &[Labelled]) -> Fitted {
        let fitting: Vec<&Labelled> = positions.iter().filter(|p| Split::Fitted.takes(p)).collect();
        let spread = Spread { stdev: [1.0; STAGES], slope: 1.0 };
        let mut fitted = Fitted { weights: [0.0; FEATURES], spread };
        for _ in 0..30 {
            let step = self.newton_step(&fitted, &fitting);
            fitted.weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
            if step.iter().all(|step| step.abs() < 1e-7) {
                break;
            }
        }
        let leads: Vec<f64> =
            fitting.par_iter().map(|label| self.ownership(&fitted, label).total()).collect();
        fitted.spread = fit_spread(&fitting, &leads);
        fitted
    }

    fn newton_step(&self, fitted: &Fitted, positions: &[&Labelled]) -> Vec<f64> {
        let sums: Vec<Normal> = positions
            .par_chunks(CHUNK)
            .map(|chunk| {
                let mut sum = Normal::new(FEATURES);
                for label in chunk {
                    let features = self.features(label);
                    let size = label.position.board().size();
                    let weight = 1.0 / f64::from(size.area());
                    for (p, own) in size.points().zip(&label.ownership) {
                        let x = features.of(p);
                        let share = (fitted.ownership_of(&x) + 1.0) / 2.0;
                        let error = (f64::from(*own) + 1.0) / 2.0 - share;
                        sum.add(&x, weight * share * (1.0 - share), weight * error);
                    }
                }
                sum
            })
            .collect();
        let mut total = Normal::new(FEATURES);
        sums.iter().for_each(|sum| total.merge(sum));
        total.solve()
    }
}

pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// How far these leads are off.
pub(super) fn fit_spread(positions: &[&Labelled], leads: &[f64]) -> Spread {
    let mut spread = Spread { stdev: fit_stdev(positions, leads), slope: 1.0 };
    spread.slope = fit_slope(&spread, positions, leads);
    spread
}

/// The squared errors of the lead, brought to 19×19, as a piecewise linear function of how full the
/// board is.
fn fit_stdev(positions: &[&Labelled], leads: &[f64]) -> [f64; STAGES] {
    let mut sums = Normal::new(STAGES);
    for (label, lead) in positions.iter().zip(leads) {
        let board = label.position.board();
        let area = f64::from(board.size().area());
        let stage = 1.0 - board.empty().len() as f64 / area;
        let error = (lead - label.lead) / conversion::size_factor(area);
        sums.add_sparse(&BY_STAGE.shares(stage), 1.0, error * error);
    }
    let squares = sums.solve();
    std::array::from_fn(|i| squares[i].max(1.0).sqrt())
}

/// How steeply the winner follows from the lead: a logistic regression with one weight.
fn fit_slope(spread: &Spread, positions: &[&Labelled], leads: &[f64]) -> f64 {
    let mut slope = 1.0;
    for _ in 0..30 {
        let mut sums = Normal::new(1);
        for (label, lead) in positions.iter().zip(leads) {
            let komi = label.position.compensation().points();
            let x = (lead - komi) / spread.stdev(&label.position);
            let said = logistic(slope * x);
            sums.add(&[x], said * (1.0 - said), label.black_wins - said);
        }
        // If every winner follows from the lead, no slope is too steep: then it ends where the
        // rounds end.
        let step = sums.solve()[0];
        slope += if step.is_finite() { step.clamp(-1.0, 1.0) } else { 0.0 };
    }
    slope
}

/// Writes weights, and what they are and where they come from above them.
pub(super) fn write_weights(
    folder: &Path,
    file: &str,
    what: &str,
    basis: &str,
    weights: &impl Display,
) -> anyhow::Result<()> {
    let path = folder.join(file);
    let command = "keisei study fit labelled.jsonl labelled-small.jsonl";
    let text = format!(
        "# {what}\n# Written by: {command}{basis} --write {}\n{PROVENANCE}{weights}",
        folder.display()
    );
    output::write_whole(&path, text.as_bytes())
        .with_context(|| format!("{}: cannot be written", path.display()))
}

/// What the weights that are shipped were fitted on.
const PROVENANCE: &str = "\
# Fitted on four fifths of some five thousand professional 19x19 positions and three hundred 9x9 and 13x13
# positions, labelled by a strong neural engine (area scoring). BENCHMARKS.md has the errors on the rest.
";

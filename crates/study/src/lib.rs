//! `keisei study`: experiments over collections of positions.

mod ablation;
mod accuracy;
mod additive;
mod calibrate;
mod contestant;
mod course;
mod figure;
mod finals;
mod fit;
mod judged;
mod kept;
mod labelled;
mod matches;
mod normal;
mod prediction;
mod preference;
mod pruning;
mod reading;
mod refute;
mod rising;
mod safety;
mod score;
mod share;
mod timing;

use std::process::ExitCode;

use clap::Subcommand;

pub use self::labelled::read_labelled;

/// Experiments over collections: how good the methods are, and what they were fitted on
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    study: Study,
}

#[derive(Subcommand)]
enum Study {
    Accuracy(accuracy::Args),
    Course(course::Args),
    Fit(fit::Args),
    Match(Box<matches::Args>),
    Prediction(prediction::Args),
    Preference(preference::Args),
    Pruning(pruning::Args),
    Reading(reading::Args),
    Refute(refute::Args),
    Safety(safety::Args),
    Score(score::Args),
    Timing(timing::Args),
}

/// Runs the study that the arguments name.
///
/// # Errors
/// What went wrong, for people.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.study {
        Study::Accuracy(args) => accuracy::run(args),
        Study::Course(args) => course::run(args),
        Study::Fit(args) => fit::run(args),
        Study::Match(args) => matches::run(args),
        Study::Prediction(args) => prediction::run(args),
        Study::Preference(args) => preference::run(args),
        Study::Pruning(args) => pruning::run(args),
        Study::Reading(args) => reading::run(args),
        Study::Refute(args) => refute::run(args),
        Study::Safety(args) => safety::run(args),
        Study::Score(args) => score::run(args),
        Study::Timing(args) => timing::run(args),
    }
}

//! `keisei study`: experiments over collections of positions.

mod accuracy;
mod calibrate;
mod fit;
mod labelled;

use std::process::ExitCode;

use clap::Subcommand;

/// Experiments over collections: how good the methods are, and what they were fitted on
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    study: Study,
}

#[derive(Subcommand)]
enum Study {
    Accuracy(accuracy::Args),
    Fit(fit::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.study {
        Study::Accuracy(args) => accuracy::run(args),
        Study::Fit(args) => fit::run(args),
    }
}

//! How much work the judge puts in, on the command line.

use clap::ValueEnum;
use keisei::judge::{Effort, Judge};

use crate::playout_args::PlayoutArgs;
use crate::safety_args::SafetyArgs;

/// An effort as an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum EffortArg {
    /// No search: static rules prove, static methods estimate
    Static,
    /// Proofs by search as well
    Normal,
    /// Random games as well
    Deep,
}

impl EffortArg {
    pub(crate) fn effort(self) -> Effort {
        match self {
            EffortArg::Static => Effort::Static,
            EffortArg::Normal => Effort::Normal,
            EffortArg::Deep => Effort::Deep,
        }
    }
}

/// A judge of this effort, with what was said about search and random games.
pub(crate) fn judge(effort: EffortArg, limits: SafetyArgs, playouts: PlayoutArgs) -> Judge {
    let mut judge = Judge::new(effort.effort());
    judge.limits = limits.limits_or(judge.limits);
    judge.playouts = playouts.evaluator_or(judge.playouts.playouts);
    judge
}

//! How many random games are played, on the command line.

use clap::ValueEnum;
use keisei::playout::{PlayoutEvaluator, Style};

use crate::player_args::all_cores;

/// Random games.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Random games (--method playout)")]
pub(crate) struct PlayoutArgs {
    /// The number of random games; the standard error of a point falls with its square root
    #[arg(long, value_name = "N", default_value_t = PlayoutEvaluator::DEFAULT_PLAYOUTS, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    playouts: u32,

    /// How the players of the random games choose their moves
    #[arg(long, value_name = "STYLE", default_value = "replying")]
    style: StyleArg,

    /// The seed of the random games; the same seed gives the same answer
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl PlayoutArgs {
    pub(crate) fn evaluator(self) -> PlayoutEvaluator {
        let style = match self.style {
            StyleArg::Uniform => Style::Uniform,
            StyleArg::Replying => Style::Replying,
        };
        PlayoutEvaluator { style, playouts: self.playouts, seed: self.seed, threads: all_cores() }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleArg {
    /// Any move, all with equal probability
    Uniform,
    /// Stones are taken and saved, shapes played near the last stone, no stones put into atari
    Replying,
}

//! How many random games are played, on the command line.

use clap::ValueEnum;
use keisei::playout::{PlayoutEvaluator, Style};

use crate::player_args::all_cores;

/// Random games.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Random games (methods playout and judge)")]
pub(crate) struct PlayoutArgs {
    /// The number of random games; the standard error of a point falls with its square root [default: 1024; 512 for the method judge]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    playouts: Option<u32>,

    /// How the players of the random games choose their moves
    #[arg(long, value_name = "STYLE", default_value = "replying")]
    style: StyleArg,

    /// The seed of the random games; the same seed gives the same answer
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl PlayoutArgs {
    pub(crate) fn evaluator(self) -> PlayoutEvaluator {
        self.evaluator_or(PlayoutEvaluator::DEFAULT_PLAYOUTS)
    }

    /// The same with another usual number of games.
    pub(crate) fn evaluator_or(self, usual: u32) -> PlayoutEvaluator {
        let style = match self.style {
            StyleArg::Uniform => Style::Uniform,
            StyleArg::Replying => Style::Replying,
        };
        PlayoutEvaluator {
            style,
            playouts: self.playouts.unwrap_or(usual),
            seed: self.seed,
            threads: all_cores(),
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleArg {
    /// Any move, all with equal probability
    Uniform,
    /// Stones are taken and saved, shapes played near the last stone, no stones put into atari
    Replying,
}

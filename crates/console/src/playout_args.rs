//! How many random games are played, on the command line.

use keisei::Settings;
use keisei::playout::Style;

use crate::names::named;
use crate::player_args::all_cores;

/// Random games.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Random games (methods playout and judge)")]
pub struct PlayoutArgs {
    /// The number of random games; the standard error of a point falls with its square root
    /// [default: 1024; 512 for the method judge]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    playouts: Option<u32>,

    /// How the players of the random games choose their moves
    #[arg(long, value_name = "STYLE", default_value = "replying", value_parser = named::<Style>())]
    style: Style,

    /// The seed of the random games; the same seed gives the same answer
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl PlayoutArgs {
    /// Settings with what was asked for, else as they are; all cores play.
    pub fn applied_to(self, mut settings: Settings) -> Settings {
        settings.playouts = self.playouts.or(settings.playouts);
        settings.style = self.style;
        settings.seed = self.seed;
        settings.threads = all_cores();
        settings
    }
}

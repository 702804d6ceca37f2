//! How much is searched for proofs, on the command line.

use keisei::Settings;
use keisei::safety::Limits;

/// Limits of search.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Search for proofs")]
pub struct SafetyArgs {
    /// The most positions looked at for one question about one region; five times as many for all
    /// about one colour; 0: static rules alone [default: 40000; 1000 for the method judge]
    #[arg(long, value_name = "N")]
    nodes: Option<u32>,

    /// The largest region that is searched, in points [default: 32; 24 for the method judge]
    #[arg(long, value_name = "POINTS")]
    region_size: Option<u32>,
}

impl SafetyArgs {
    /// What was asked for, else what is usual.
    pub fn limits(self) -> Limits {
        self.or(Limits::default())
    }

    /// Settings with what was asked for, else as they are.
    pub fn applied_to(self, settings: Settings) -> Settings {
        match (self.nodes, self.region_size) {
            (None, None) => settings,
            _ => settings.with_limits(self.or(settings.limits())),
        }
    }

    fn or(self, usual: Limits) -> Limits {
        Limits { nodes: self.nodes.unwrap_or(usual.nodes), region: self.region_size.unwrap_or(usual.region) }
    }
}

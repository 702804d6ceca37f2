//! How much is searched for proofs, on the command line.

use keisei::safety::Limits;

/// Limits of search.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Search for proofs")]
pub(crate) struct SafetyArgs {
    /// The most positions looked at for one question about one region; five times as many for all about one colour; 0: static rules alone
    /// [default: 40000; 1000 for the method judge]
    #[arg(long, value_name = "N")]
    nodes: Option<u32>,

    /// The largest region that is searched, in points [default: 32; 24 for the method judge]
    #[arg(long, value_name = "POINTS")]
    region_size: Option<u32>,
}

impl SafetyArgs {
    pub(crate) fn limits(self) -> Limits {
        self.limits_or(Limits::default())
    }

    /// What was asked for, else these.
    pub(crate) fn limits_or(self, usual: Limits) -> Limits {
        Limits { nodes: self.nodes.unwrap_or(usual.nodes), region: self.region_size.unwrap_or(usual.region) }
    }
}

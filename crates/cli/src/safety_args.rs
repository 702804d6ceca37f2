//! How much is searched for proofs, on the command line.

use keisei::safety::Limits;

/// Limits of search.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Search for proofs")]
pub(crate) struct SafetyArgs {
    /// The most positions looked at for one question about one region; five times as many for all about one colour; 0: static rules alone
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes)]
    nodes: u32,

    /// The largest region that is searched, in points
    #[arg(long, value_name = "POINTS", default_value_t = Limits::default().region)]
    region_size: u32,
}

impl SafetyArgs {
    pub(crate) fn limits(self) -> Limits {
        Limits { nodes: self.nodes, region: self.region_size }
    }
}

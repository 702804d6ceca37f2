//! Players on the command line.

use std::num::NonZeroUsize;
use std::time::Duration;

use keisei::filter::Filter;
use keisei::player::{PlayerName, PlayerSettings, Prior, read_filter, read_playouts, read_seconds};

use crate::names::named;
use crate::output::BadUsage;

/// A filter or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FilterArg(pub Option<Filter>);

/// Reads the name of a filter, or `none`.
///
/// # Errors
/// If there is no such filter.
pub fn chosen_filter(name: &str) -> Result<FilterArg, String> {
    read_filter(name).map(FilterArg)
}

/// Who plays, and how.
#[derive(clap::Args, Clone, Debug)]
pub struct PlayerArgs {
    /// Who chooses the moves
    #[arg(long, value_name = "NAME", value_parser = named::<PlayerName>())]
    player: Option<PlayerName>,

    /// Playouts for a move (player uct; default 10000) or after each candidate (player flat;
    /// default 100)
    #[arg(long, value_name = "N", value_parser = read_playouts, allow_negative_numbers = true)]
    playouts: Option<u32>,

    /// Leave half of the moves out: PF1 to PF9, random, or none (players flat and uct)
    #[arg(long, value_name = "NAME", value_parser = chosen_filter)]
    filter: Option<FilterArg>,

    /// The filter is on while there are more than N moves (default 2: nearly always)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    switch: Option<u32>,

    /// What is known about moves before any playout (player uct)
    #[arg(long, value_name = "NAME", value_parser = named::<Prior>())]
    prior: Option<Prior>,

    /// Think no longer than that about a move (player uct); the answer then depends on the machine
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds, allow_negative_numbers = true)]
    time: Option<Duration>,

    /// Decides what is left to chance
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Threads for playouts (player flat; default: all cores); the choice is the same
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl PlayerArgs {
    /// What was asked for, of this player if none was named.
    pub fn settings(&self, player: PlayerName) -> Result<PlayerSettings, BadUsage> {
        let mut settings = PlayerSettings::new(self.player.unwrap_or(player), self.seed);
        if self.switch.is_some() && self.filter.is_none() {
            return Err(BadUsage("--switch says when a filter is on: name one with --filter".into()));
        }
        if self.prior == Some(Prior::Filter) && self.filter.is_none() {
            return Err(BadUsage("--prior filter needs a filter: name one with --filter".into()));
        }
        for (given, option, players) in [
            (self.playouts.is_some(), "--playouts", &[PlayerName::Flat, PlayerName::Uct][..]),
            (self.filter.is_some(), "--filter", &[PlayerName::Flat, PlayerName::Uct]),
            (self.prior.is_some(), "--prior", &[PlayerName::Uct]),
            (self.time.is_some(), "--time", &[PlayerName::Uct]),
        ] {
            if given && !players.contains(&settings.player) {
                let names: Vec<&str> = players.iter().map(|player| player.name()).collect();
                return Err(BadUsage(format!(
                    "{option} is not for the {} player: choose --player {}",
                    settings.player.name(),
                    names.join(" or --player ")
                )));
            }
        }
        settings.playouts = self.playouts;
        settings.filter = self.filter.and_then(|FilterArg(filter)| filter);
        settings.switch = self.switch.unwrap_or(settings.switch);
        settings.prior = self.prior.unwrap_or(settings.prior);
        settings.uct.time = self.time;
        settings.threads = self.threads.map_or_else(all_cores, NonZeroUsize::get);
        Ok(settings)
    }
}

/// As many threads as there are cores.
pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

//! Players on the command line and in protocols.

use std::num::NonZeroUsize;

use clap::ValueEnum;
use keisei::filter::{Filter, Pruning, check_switch};
use keisei::player::{FlatOptions, FlatPlayer, PlainPlayer};
use keisei_goban::{Color, Game, Move, Size};

use crate::output::BadUsage;

/// The most playouts for a move: enough for a long thought, too few to fill a counter.
pub(crate) const MOST_PLAYOUTS: u32 = 1_000_000;

/// Who chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PlayerName {
    /// judges each move by itself, without playouts
    Plain,
    /// tries each move in random games (flat Monte-Carlo)
    Flat,
}

impl PlayerName {
    pub(crate) fn name(self) -> &'static str {
        match self {
            PlayerName::Plain => "plain",
            PlayerName::Flat => "flat",
        }
    }
}

/// A filter or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct FilterArg(pub(crate) Option<Filter>);

impl FilterArg {
    pub(crate) fn name(self) -> &'static str {
        self.0.map_or("none", Filter::name)
    }
}

pub(crate) fn parse_filter(name: &str) -> Result<FilterArg, String> {
    if name.eq_ignore_ascii_case("none") {
        return Ok(FilterArg(None));
    }
    name.parse()
        .map(|filter| FilterArg(Some(filter)))
        .map_err(|error: keisei::filter::UnknownFilter| format!("{error}, or none"))
}

pub(crate) fn parse_playouts(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(playouts) if (1..=MOST_PLAYOUTS).contains(&playouts) => Ok(playouts),
        _ => Err(format!("expected a number of playouts from 1 to {MOST_PLAYOUTS}")),
    }
}

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PlayerArgs {
    /// Who chooses the moves
    #[arg(long, value_name = "NAME")]
    player: Option<PlayerName>,

    /// Playouts after each move (player flat; default 100)
    #[arg(long, value_name = "N", value_parser = parse_playouts, allow_negative_numbers = true)]
    playouts: Option<u32>,

    /// Leave half of the moves out: PF1 to PF9, random, or none (player flat)
    #[arg(long, value_name = "NAME", value_parser = parse_filter)]
    filter: Option<FilterArg>,

    /// The filter is on while there are more than N moves (default 2: nearly always)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    switch: Option<u32>,

    /// Decides what is left to chance
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Threads for playouts (default: all cores); the choice is the same
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl PlayerArgs {
    /// What was asked for, of this player if none was named.
    pub(crate) fn settings(&self, player: PlayerName) -> Result<PlayerSettings, BadUsage> {
        let player = self.player.unwrap_or(player);
        if self.switch.is_some() && self.filter.is_none() {
            return Err(BadUsage("--switch says when a filter is on: name one with --filter".into()));
        }
        if player == PlayerName::Plain {
            for (given, option) in
                [(self.playouts.is_some(), "--playouts"), (self.filter.is_some(), "--filter")]
            {
                if given {
                    return Err(BadUsage(format!(
                        "{option} is not for the plain player: choose --player flat"
                    )));
                }
            }
        }
        let threads = self.threads.map_or_else(all_cores, NonZeroUsize::get);
        let defaults = PlayerSettings::new(player, self.seed);
        Ok(PlayerSettings {
            playouts: self.playouts.unwrap_or(defaults.playouts),
            filter: self.filter.unwrap_or(defaults.filter),
            switch: self.switch.unwrap_or(defaults.switch),
            threads,
            ..defaults
        })
    }
}

pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// A player to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlayerSettings {
    pub(crate) player: PlayerName,
    pub(crate) playouts: u32,
    pub(crate) filter: FilterArg,
    pub(crate) switch: u32,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

impl PlayerSettings {
    /// A player with the usual settings.
    pub(crate) fn new(player: PlayerName, seed: u64) -> PlayerSettings {
        let playouts = FlatOptions::default().playouts;
        PlayerSettings { player, playouts, filter: FilterArg(None), switch: 2, seed, threads: 1 }
    }

    /// Whether these settings fit a board.
    pub(crate) fn check(&self, size: Size) -> Result<(), String> {
        match self.filter.0 {
            Some(_) => check_switch(self.switch, size.area()).map_err(|error| error.to_string()),
            None => Ok(()),
        }
    }

    pub(crate) fn flat(&self) -> FlatPlayer {
        FlatPlayer::new(FlatOptions {
            playouts: self.playouts,
            pruning: self.filter.0.map(|filter| Pruning { filter, switch: self.switch }),
            seed: self.seed,
            threads: self.threads,
        })
    }

    pub(crate) fn player(&self) -> Player {
        match self.player {
            PlayerName::Plain => Player::Plain(Box::new(PlainPlayer::new(self.seed))),
            PlayerName::Flat => Player::Flat(self.flat()),
        }
    }
}

/// Whoever chooses.
#[derive(Debug)]
pub(crate) enum Player {
    Plain(Box<PlainPlayer>),
    Flat(FlatPlayer),
}

impl Player {
    /// The move it makes for this side.
    pub(crate) fn choose(&mut self, game: &Game, color: Color) -> Move {
        match self {
            Player::Plain(player) => player.choose(game, color),
            Player::Flat(player) => player.choose(game, color),
        }
    }
}

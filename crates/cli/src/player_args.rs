//! Players on the command line, in protocols and in matches.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use keisei::dynamics::Parameters;
use keisei::filter::{Filter, Pruning, Sieve, check_switch};
use keisei::player::uct::{self, FilterGuide, SedsGuide};
use keisei::player::{FlatOptions, FlatPlayer, PlainPlayer, UctPlayer};
use keisei::random::derived;
use keisei_goban::{Color, Game, Move, Point, Position, Size};

use crate::output::BadUsage;

/// The most playouts for a move: enough for a long thought, too few to fill a counter.
const MOST_PLAYOUTS: u32 = 100_000_000;

/// Playouts that the tree search takes for a move unless told otherwise: about half a second on 19×19.
const UCT_PLAYOUTS: u32 = 10_000;

/// Who chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PlayerName {
    /// judges each move by itself, without playouts
    Plain,
    /// tries each move in random games (flat Monte-Carlo)
    Flat,
    /// grows a tree of random games (UCT with RAVE)
    Uct,
}

impl PlayerName {
    pub(crate) fn name(self) -> &'static str {
        match self {
            PlayerName::Plain => "plain",
            PlayerName::Flat => "flat",
            PlayerName::Uct => "uct",
        }
    }

    pub(crate) fn names() -> Vec<&'static str> {
        PlayerName::value_variants().iter().map(|player| player.name()).collect()
    }
}

/// What the tree search is told about moves before any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Prior {
    /// nothing; a filter leaves moves out
    None,
    /// the ranking by SEDS
    Seds,
    /// what the filter leaves out is given lost games, and may be played after all
    Filter,
}

impl Prior {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Prior::None => "none",
            Prior::Seds => "seds",
            Prior::Filter => "filter",
        }
    }

    pub(crate) fn names() -> Vec<&'static str> {
        Prior::value_variants().iter().map(|prior| prior.name()).collect()
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

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|s: &f64| *s > 0.0 && *s <= 1e6);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds above 0".into())
}

fn parse_weight(text: &str) -> Result<f32, String> {
    let weight = text.parse().ok().filter(|w: &f32| *w >= 0.0 && w.is_finite());
    weight.ok_or_else(|| "expected a number from 0".into())
}

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PlayerArgs {
    /// Who chooses the moves
    #[arg(long, value_name = "NAME")]
    player: Option<PlayerName>,

    /// Playouts for a move (player uct; default 10000) or after each candidate (player flat; default 100)
    #[arg(long, value_name = "N", value_parser = parse_playouts, allow_negative_numbers = true)]
    playouts: Option<u32>,

    /// Leave half of the moves out: PF1 to PF9, random, or none (players flat and uct)
    #[arg(long, value_name = "NAME", value_parser = parse_filter)]
    filter: Option<FilterArg>,

    /// The filter is on while there are more than N moves (default 2: nearly always)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    switch: Option<u32>,

    /// What is known about moves before any playout (player uct)
    #[arg(long, value_name = "NAME")]
    prior: Option<Prior>,

    /// Think no longer than that about a move (player uct); the answer then depends on the machine
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
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
    pub(crate) fn settings(&self, player: PlayerName) -> Result<PlayerSettings, BadUsage> {
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
        settings.filter = self.filter.unwrap_or(settings.filter);
        settings.switch = self.switch.unwrap_or(settings.switch);
        settings.prior = self.prior.unwrap_or(settings.prior);
        settings.uct.time = self.time;
        settings.threads = self.threads.map_or_else(all_cores, NonZeroUsize::get);
        Ok(settings)
    }
}

pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// A player to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PlayerSettings {
    pub(crate) player: PlayerName,
    /// As many as the player usually takes, if not given.
    playouts: Option<u32>,
    pub(crate) filter: FilterArg,
    pub(crate) switch: u32,
    pub(crate) prior: Prior,
    /// Games that a prior gives.
    weight: f32,
    /// The other settings of the tree search.
    uct: uct::Options,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

impl PlayerSettings {
    /// A player with the usual settings.
    pub(crate) fn new(player: PlayerName, seed: u64) -> PlayerSettings {
        PlayerSettings {
            player,
            playouts: None,
            filter: FilterArg(None),
            switch: 2,
            prior: Prior::None,
            weight: 3.0,
            uct: uct::Options::default(),
            seed,
            threads: 1,
        }
    }

    /// The playouts for a move, or after each candidate.
    pub(crate) fn playouts(&self) -> u32 {
        self.playouts.unwrap_or(match self.player {
            PlayerName::Uct => UCT_PLAYOUTS,
            PlayerName::Flat | PlayerName::Plain => FlatOptions::default().playouts,
        })
    }

    /// So many playouts for a move, or after each candidate.
    pub(crate) fn set_playouts(&mut self, playouts: u32) {
        self.playouts = Some(playouts);
    }

    /// The longest thought in seconds, if there is a limit.
    pub(crate) fn seconds(&self) -> Option<f64> {
        self.uct.time.map(|time| time.as_secs_f64())
    }

    /// Changes a setting by its name; `Ok(false)` if there is none of that name.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let expected =
            |what: &str, names: &[&str]| format!("there is no such {what}: expected {}", names.join(", "));
        match name {
            "player" => {
                let names = PlayerName::names();
                self.player = PlayerName::from_str(value, true).map_err(|_| expected("player", &names))?;
            }
            "playouts" => self.playouts = Some(parse_playouts(value)?),
            "filter" => self.filter = parse_filter(value)?,
            "switch" => self.switch = number(value)?,
            "prior" => {
                let names = Prior::names();
                self.prior = Prior::from_str(value, true).map_err(|_| expected("prior", &names))?;
            }
            "weight" => self.weight = parse_weight(value)?,
            "time" if value == "none" => self.uct.time = None,
            "time" => self.uct.time = Some(parse_seconds(value)?),
            "depth" => self.uct.guide_depth = number(value)?,
            "expand" => self.uct.expand_after = number(value)?,
            "rave" => self.uct.rave_equivalence = parse_weight(value)?.max(1e-3),
            "exploration" => self.uct.exploration = parse_weight(value)?,
            "tactics" => self.uct.tactics = number::<u8>(value)? > 0,
            "seed" => self.seed = number(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether these settings fit a board.
    pub(crate) fn check(&self, size: Size) -> Result<(), String> {
        match self.filter.0 {
            Some(_) => check_switch(self.switch, size.area()).map_err(|error| error.to_string()),
            None => Ok(()),
        }
    }

    fn pruning(&self) -> Option<Pruning> {
        self.filter.0.map(|filter| Pruning { filter, switch: self.switch })
    }

    pub(crate) fn flat(&self) -> FlatPlayer {
        FlatPlayer::new(FlatOptions {
            playouts: self.playouts(),
            pruning: self.pruning(),
            seed: self.seed,
            threads: self.threads,
        })
    }

    fn uct(&self) -> UctPlayer {
        let player = UctPlayer::new(uct::Options { playouts: self.playouts(), ..self.uct }, self.seed);
        match (self.prior, self.pruning()) {
            (Prior::Seds, _) => player.with_guide(SedsGuide::new(Parameters::default(), self.weight)),
            (Prior::Filter, Some(pruning)) => {
                player.with_guide(FilterGuide::bias(keeper(pruning, self.seed), self.weight))
            }
            (Prior::None, Some(pruning)) => player.with_guide(FilterGuide::prune(keeper(pruning, self.seed))),
            (Prior::None | Prior::Filter, None) => player,
        }
    }

    pub(crate) fn player(&self) -> Player {
        match self.player {
            PlayerName::Plain => Player::Plain(Box::new(PlainPlayer::new(self.seed))),
            PlayerName::Flat => Player::Flat(Box::new(self.flat())),
            PlayerName::Uct => Player::Uct(Box::new(self.uct())),
        }
    }
}

/// What a filter keeps, as a guide of the tree search asks for it.
fn keeper(pruning: Pruning, seed: u64) -> impl FnMut(&Position, &[Point]) -> Vec<Point> {
    let mut sieve: Option<Sieve> = None;
    move |position: &Position, moves: &[Point]| {
        if !pruning.is_on(moves.len()) {
            return moves.to_vec();
        }
        let (board, color) = (position.board(), position.to_play());
        let size = board.size();
        if sieve.as_ref().is_none_or(|sieve| sieve.size() != size) {
            sieve = Some(Sieve::new(pruning.filter, size));
        }
        let kept =
            sieve.as_mut().map(|sieve| sieve.keep(board, color, moves, derived(seed, position.hash())));
        kept.map_or_else(|| moves.to_vec(), |kept| kept.iter().collect())
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "expected a whole number that fits".into())
}

/// Whoever chooses.
pub(crate) enum Player {
    Plain(Box<PlainPlayer>),
    Flat(Box<FlatPlayer>),
    Uct(Box<UctPlayer>),
}

impl Player {
    /// The move it makes for this side, and the playouts that took.
    pub(crate) fn choose(&mut self, game: &Game, color: Color) -> (Move, u64) {
        match self {
            Player::Plain(player) => (player.choose(game, color), 0),
            Player::Flat(player) => {
                let considered = player.consider(game, color);
                (considered.best, considered.playouts())
            }
            Player::Uct(player) => {
                let before = player.playouts();
                (player.choose(game, color), player.playouts() - before)
            }
        }
    }
}

//! Players by name, and their settings: what the command line, protocols and matches choose from.

use std::str::FromStr;
#[cfg(feature = "clock")]
use std::time::Duration;

use keisei_goban::{Color, Game, Move, Point, Position, Size};

use super::uct::{self, FilterGuide, SedsGuide};
use super::{FlatOptions, FlatPlayer, PlainPlayer, UctPlayer};
use crate::filter::{Filter, Pruning, Sieve, UnknownFilter, check_switch};
use crate::names::{Named, find, named};
use crate::random::derived;
use crate::seds::Parameters;

/// The most playouts for a move: enough for a long thought, too few to fill a counter.
const MOST_PLAYOUTS: u32 = 100_000_000;

/// Playouts that the tree search takes for a move unless told otherwise: about half a second on
/// 19×19.
const UCT_PLAYOUTS: u32 = 10_000;

/// Our own players, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlayerName {
    /// [`PlainPlayer`].
    Plain,
    /// [`FlatPlayer`].
    Flat,
    /// [`UctPlayer`].
    Uct,
}

impl Named for PlayerName {
    const WHAT: &'static str = "player";
    const ALL: &'static [PlayerName] = &[PlayerName::Plain, PlayerName::Flat, PlayerName::Uct];

    fn name(self) -> &'static str {
        match self {
            PlayerName::Plain => "plain",
            PlayerName::Flat => "flat",
            PlayerName::Uct => "uct",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            PlayerName::Plain => "judges each move by itself, without playouts",
            PlayerName::Flat => "tries each move in random games (flat Monte-Carlo)",
            PlayerName::Uct => "grows a tree of random games (UCT with RAVE)",
        }
    }
}

named!(PlayerName);

/// What the tree search is told about moves before any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Prior {
    /// Nothing.
    None,
    /// The ranking by SEDS.
    Seds,
    /// What a filter leaves out.
    Filter,
}

impl Named for Prior {
    const WHAT: &'static str = "prior";
    const ALL: &'static [Prior] = &[Prior::None, Prior::Seds, Prior::Filter];

    fn name(self) -> &'static str {
        match self {
            Prior::None => "none",
            Prior::Seds => "seds",
            Prior::Filter => "filter",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Prior::None => "nothing; a filter leaves moves out",
            Prior::Seds => "the ranking by SEDS",
            Prior::Filter => "what the filter leaves out is given lost games, and may be played after all",
        }
    }
}

named!(Prior);

/// Reads the name of a filter, or `none`.
///
/// # Errors
/// If there is no such filter; the message lists them.
pub fn read_filter(name: &str) -> Result<Option<Filter>, String> {
    if name.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    name.parse().map(Some).map_err(|error: UnknownFilter| format!("{error}, or none"))
}

/// Reads a number of playouts.
///
/// # Errors
/// If it is none, or out of bounds.
pub fn read_playouts(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(playouts) if (1..=MOST_PLAYOUTS).contains(&playouts) => Ok(playouts),
        _ => Err(format!("expected a number of playouts from 1 to {MOST_PLAYOUTS}")),
    }
}

/// Reads a time in seconds.
///
/// # Errors
/// If it is none above 0.
#[cfg(feature = "clock")]
pub fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|s: &f64| *s > 0.0 && *s <= 1e6);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds above 0".into())
}

fn read_weight(text: &str) -> Result<f32, String> {
    let weight = text.parse().ok().filter(|w: &f32| *w >= 0.0 && w.is_finite());
    weight.ok_or_else(|| "expected a number from 0".into())
}

/// Which player chooses the moves, and with what options.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerSettings {
    /// Who chooses.
    pub player: PlayerName,
    /// As many as the player usually takes, if not given.
    pub playouts: Option<u32>,
    /// Which moves are left out, if any.
    pub filter: Option<Filter>,
    /// The filter is on while there are more moves.
    pub switch: u32,
    /// What the tree search is told about moves.
    pub prior: Prior,
    /// Games that a prior gives.
    weight: f32,
    /// The other settings of the tree search.
    pub uct: uct::Options,
    /// Decides what is left to chance.
    pub seed: u64,
    /// Threads for playouts of the flat player; the choice is the same.
    pub threads: usize,
}

impl PlayerSettings {
    /// A player with the usual settings.
    pub fn new(player: PlayerName, seed: u64) -> PlayerSettings {
        PlayerSettings {
            player,
            playouts: None,
            filter: None,
            switch: 2,
            prior: Prior::None,
            weight: 3.0,
            uct: uct::Options::default(),
            seed,
            threads: 1,
        }
    }

    /// The playouts for a move, or after each candidate.
    pub fn playouts(&self) -> u32 {
        self.playouts.unwrap_or(match self.player {
            PlayerName::Uct => UCT_PLAYOUTS,
            PlayerName::Flat | PlayerName::Plain => FlatOptions::default().playouts,
        })
    }

    /// The longest thought in seconds, if there is a limit.
    pub fn seconds(&self) -> Option<f64> {
        #[cfg(feature = "clock")]
        return self.uct.time.map(|time| time.as_secs_f64());
        #[cfg(not(feature = "clock"))]
        None
    }

    /// Changes a setting by its name; `Ok(false)` if there is none of that name.
    ///
    /// # Errors
    /// If the value means nothing for it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        match name {
            "player" => self.player = find(&value.to_ascii_lowercase()).map_err(|e| e.to_string())?,
            "playouts" => self.playouts = Some(read_playouts(value)?),
            "filter" => self.filter = read_filter(value)?,
            "switch" => self.switch = number(value)?,
            "prior" => self.prior = find(&value.to_ascii_lowercase()).map_err(|e| e.to_string())?,
            "weight" => self.weight = read_weight(value)?,
            #[cfg(feature = "clock")]
            "time" if value == "none" => self.uct.time = None,
            #[cfg(feature = "clock")]
            "time" => self.uct.time = Some(read_seconds(value)?),
            "depth" => self.uct.guide_depth = number(value)?,
            "expand" => self.uct.expand_after = number(value)?,
            "rave" => self.uct.rave_equivalence = read_weight(value)?.max(1e-3),
            "exploration" => self.uct.exploration = read_weight(value)?,
            "tactics" => self.uct.tactics = number::<u8>(value)? > 0,
            "ladders" => self.uct.ladders = number(value)?,
            "seed" => self.seed = number(value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether these settings fit a board.
    ///
    /// # Errors
    /// If the switching point of the filter does not.
    pub fn check(&self, size: Size) -> Result<(), String> {
        match self.filter {
            Some(_) => check_switch(self.switch, size.area()).map_err(|error| error.to_string()),
            None => Ok(()),
        }
    }

    fn pruning(&self) -> Option<Pruning> {
        self.filter.map(|filter| Pruning { filter, switch: self.switch })
    }

    /// The flat player with these settings.
    pub fn flat(&self) -> FlatPlayer {
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

    /// The player.
    pub fn player(&self) -> Player {
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

/// One of our own players, ready to choose moves.
pub enum Player {
    /// Without playouts.
    Plain(Box<PlainPlayer>),
    /// With playouts after each move.
    Flat(Box<FlatPlayer>),
    /// With a tree of them.
    Uct(Box<UctPlayer>),
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Player::Plain(_) => "Plain",
            Player::Flat(_) => "Flat",
            Player::Uct(_) => "Uct",
        })
    }
}

impl Player {
    /// The move it makes for this side, and the playouts that took.
    pub fn choose(&mut self, game: &Game, color: Color) -> (Move, u64) {
        if super::is_played_out(game.position()) {
            return (Move::Pass, 0);
        }
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

//! Players by name: our own with their options, and programs that speak GTP.
//!
//! ```text
//! uct playouts=1000 prior=seds
//! plain
//! gtp: gnugo --mode gtp --level 1 --seed {seed}
//! ```

mod program;

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, anyhow, bail};
use keisei::player::{self, PlayerName, PlayerSettings, candidates};
use keisei::random::{Random, derived};
use keisei_goban::{Color, Game, Move};

pub(crate) use program::{Program, Programs};

/// A player as it was written down.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spec {
    text: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Own(PlayerSettings),
    Random { seed: u64 },
    Gtp(String),
}

const KINDS: &str =
    "expected uct, flat, plain or random with options such as playouts=1000, or gtp: and a command";
/// The options of the players; random has only a seed.
const OPTIONS: [(&str, &[&str]); 4] = [
    (
        "uct",
        &[
            "playouts",
            "filter",
            "switch",
            "prior",
            "weight",
            "time",
            "depth",
            "expand",
            "rave",
            "exploration",
            "tactics",
            "ladders",
            "seed",
        ],
    ),
    ("flat", &["playouts", "filter", "switch", "seed"]),
    ("plain", &["seed"]),
    ("random", &["seed"]),
];

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        let text = text.trim();
        if let Some(command) = text.strip_prefix("gtp:") {
            let command = command.trim();
            if command.is_empty() {
                return Err("gtp: needs a command, such as `gtp: gnugo --mode gtp`".into());
            }
            return Ok(Spec { text: text.into(), kind: Kind::Gtp(command.into()) });
        }
        let mut words = text.split_whitespace();
        let name = words.next().ok_or(KINDS)?;
        let Some((_, known)) = OPTIONS.iter().find(|(known, _)| *known == name) else {
            return Err(format!("`{name}` is no player: {KINDS}"));
        };
        let mut settings = PlayerSettings::new(PlayerName::Plain, 0);
        if name != "random" {
            settings.set("player", name)?;
        }
        let mut given: Vec<&str> = Vec::new();
        for word in words {
            let (option, value) =
                word.split_once('=').ok_or_else(|| format!("`{word}` is no option: expected name=value"))?;
            if given.contains(&option) {
                return Err(format!("`{option}` is given twice"));
            }
            given.push(option);
            if !known.contains(&option) {
                return Err(format!("`{option}` is no option of {name}: expected {}", known.join(", ")));
            }
            settings.set(option, value).map_err(|error| format!("{word}: {error}"))?;
        }
        let kind = match name {
            "random" => Kind::Random { seed: settings.seed },
            _ => Kind::Own(settings),
        };
        Ok(Spec { text: text.into(), kind })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Spec {
    /// Whether it is one of ours, whose moves follow from the game and a seed.
    pub(crate) fn is_own(&self) -> bool {
        !matches!(self.kind, Kind::Gtp(_))
    }

    /// A player for one game. `seed` is the game's; `{seed}` in the command of a program stands for
    /// it.
    pub(crate) fn player(&self, game: &Game, seed: u64, programs: &Programs) -> anyhow::Result<Player> {
        Ok(match &self.kind {
            Kind::Own(settings) => {
                let mut settings = *settings;
                settings.seed = derived(seed, settings.seed);
                settings.check(game.position().board().size()).map_err(|error| anyhow!("{self}: {error}"))?;
                Player::Own { player: settings.player(), playouts: 0 }
            }
            Kind::Random { seed: own } => Player::Random(Random::new(derived(seed, *own))),
            Kind::Gtp(command) => {
                // Programs want small numbers.
                let seed = (seed % 1_000_000_007).to_string();
                Player::Gtp(Box::new(programs.set_up(&command.replace("{seed}", &seed), game)?))
            }
        })
    }
}

impl Programs {
    /// Starts a program and gives it the game so far.
    pub(crate) fn set_up(&self, command: &str, game: &Game) -> anyhow::Result<Program> {
        let start = game.start();
        let size = start.board().size();
        if !size.is_square() || start.board().empty() != size.all() {
            bail!("GTP programs play games that begin on an empty square board");
        }
        let mut program = self.start(command)?;
        program.ask(&format!("boardsize {}", size.width()))?;
        program.ask("clear_board")?;
        program.ask(&format!("komi {}", start.komi()))?;
        for (color, mv) in game.moves() {
            tell(&mut program, color, mv)?;
        }
        Ok(program)
    }
}

fn tell(program: &mut Program, color: Color, mv: Move) -> anyhow::Result<()> {
    program.ask(&format!("play {} {mv}", color.letter())).map(|_| ())
}

/// What a player answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Move(Move),
    Resign,
}

/// A player in a game.
pub(crate) enum Player {
    Own { player: player::Player, playouts: u64 },
    Random(Random),
    Gtp(Box<Program>),
}

impl Player {
    /// The move it makes for a side. A program has then made it on its own board.
    pub(crate) fn choose(&mut self, game: &Game, color: Color) -> anyhow::Result<Answer> {
        let mv = match self {
            Player::Own { player, playouts } => {
                let (mv, played) = player.choose(game, color);
                *playouts += played;
                mv
            }
            Player::Random(random) => match candidates(game, color).as_slice() {
                [] => Move::Pass,
                moves => Move::Play(moves[random.below(moves.len())]),
            },
            Player::Gtp(program) => {
                let vertex = program.ask(&format!("genmove {}", color.letter()))?;
                if vertex.eq_ignore_ascii_case("resign") {
                    return Ok(Answer::Resign);
                }
                vertex.parse().with_context(|| format!("genmove answers `{vertex}`"))?
            }
        };
        Ok(Answer::Move(mv))
    }

    /// Reminds it of a move that it made in an earlier run, with so many random games so far.
    pub(crate) fn recall(&mut self, game: &Game, color: Color, spent: u64) -> anyhow::Result<()> {
        match self {
            // Each choice takes the next of its random numbers.
            Player::Own { player: player::Player::Plain(_), .. } | Player::Random(_) => {
                self.choose(game, color).map(|_| ())
            }
            // Their choices are functions of the game.
            Player::Own { player: player::Player::Flat(_) | player::Player::Uct(_), playouts } => {
                *playouts = spent;
                Ok(())
            }
            Player::Gtp(_) => bail!("a program does not go on from the middle of a game"),
        }
    }

    /// Tells it what the opponent did.
    pub(crate) fn hear(&mut self, color: Color, mv: Move) -> anyhow::Result<()> {
        match self {
            Player::Gtp(program) => tell(program, color, mv),
            _ => Ok(()),
        }
    }

    /// Random games played so far.
    pub(crate) fn playouts(&self) -> u64 {
        match self {
            Player::Own { playouts, .. } => *playouts,
            Player::Random(_) | Player::Gtp(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_say_what_is_wrong() {
        for (text, part) in [
            ("", "expected uct"),
            ("alphago", "`alphago` is no player"),
            ("uct playouts", "expected name=value"),
            ("uct playouts=0", "from 1"),
            ("uct playouts=many", "playouts=many"),
            ("uct playouts=1 playouts=2", "twice"),
            ("uct size=9", "`size` is no option of uct"),
            ("uct prior=oracle", "expected none, seds, filter"),
            ("uct filter=PF10", "PF9"),
            ("flat switch=two filter=PF1", "whole number"),
            ("flat prior=seds", "no option of flat"),
            ("uct time=-1", "seconds above 0"),
            ("uct rave=nan", "from 0"),
            ("plain playouts=5", "no option of plain"),
            ("gtp:  ", "needs a command"),
        ] {
            let error = text.parse::<Spec>().unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn specs_are_read() {
        let spec: Spec = "uct playouts=50 prior=seds weight=7 seed=3".parse().unwrap();
        let mut wanted = PlayerSettings::new(PlayerName::Uct, 3);
        for (name, value) in [("playouts", "50"), ("prior", "seds"), ("weight", "7")] {
            assert_eq!(wanted.set(name, value), Ok(true));
        }
        assert_eq!(spec.kind, Kind::Own(wanted));
        let spec: Spec = "gtp: gnugo --mode gtp".parse().unwrap();
        assert_eq!(spec.kind, Kind::Gtp("gnugo --mode gtp".into()));
    }
}

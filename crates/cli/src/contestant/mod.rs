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
use std::time::Duration;

use anyhow::{Context, bail};
use keisei::dynamics::Parameters;
use keisei::player::uct::{Options, SedsGuide};
use keisei::player::{PlainPlayer, UctPlayer};
use keisei::playout::{is_eye, tally};
use keisei::random::Random;
use keisei_goban::{Color, Game, Move, Point};

pub(crate) use program::Program;

/// A player as it was written down.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spec {
    text: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Uct { options: Options, seds: Option<f32>, seed: u64 },
    Flat { playouts: u32, seed: u64 },
    Plain { seed: u64 },
    Random { seed: u64 },
    Gtp(String),
}

const KINDS: &str =
    "expected uct, flat, plain or random with options such as playouts=1000, or gtp: and a command";

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
        let mut given = Given { name, options: Vec::new() };
        for word in words {
            let (option, value) =
                word.split_once('=').ok_or_else(|| format!("`{word}` is no option: expected name=value"))?;
            if given.options.iter().any(|&(other, _)| other == option) {
                return Err(format!("`{option}` is given twice"));
            }
            given.options.push((option, value));
        }
        let kind = match name {
            "uct" => uct(&mut given)?,
            "flat" => Kind::Flat { playouts: given.count("playouts", 100)?, seed: given.take("seed", 0)? },
            "plain" => Kind::Plain { seed: given.take("seed", 0)? },
            "random" => Kind::Random { seed: given.take("seed", 0)? },
            _ => return Err(format!("`{name}` is no player: {KINDS}")),
        };
        given.nothing_left()?;
        Ok(Spec { text: text.into(), kind })
    }
}

fn uct(given: &mut Given<'_>) -> Result<Kind, String> {
    let usual = Options::default();
    let seconds: Option<f64> = match given.text("time") {
        Some(text) => {
            let seconds = text.parse().ok().filter(|s: &f64| *s > 0.0 && *s < 1e6);
            Some(seconds.ok_or_else(|| format!("time={text}: expected seconds above 0"))?)
        }
        None => None,
    };
    let positive = |value: f32, name: &str| match value {
        v if v >= 0.0 && v.is_finite() => Ok(v),
        _ => Err(format!("{name}={value}: expected a number from 0")),
    };
    let options = Options {
        playouts: given.count("playouts", usual.playouts)?,
        time: seconds.map(Duration::from_secs_f64),
        expand_after: given.take("expand", usual.expand_after)?,
        rave_equivalence: positive(given.take("rave", usual.rave_equivalence)?, "rave")?.max(1e-3),
        exploration: positive(given.take("exploration", usual.exploration)?, "exploration")?,
        guide_depth: given.take("depth", usual.guide_depth)?,
    };
    let weight = positive(given.take("weight", 3.0)?, "weight")?;
    let seds = match given.text("prior") {
        None | Some("none") => None,
        Some("seds") => Some(weight),
        Some(other) => return Err(format!("prior={other}: expected none or seds")),
    };
    Ok(Kind::Uct { options, seds, seed: given.take("seed", 0)? })
}

/// Options that were given and not yet asked for.
struct Given<'t> {
    name: &'t str,
    options: Vec<(&'t str, &'t str)>,
}

impl<'t> Given<'t> {
    fn text(&mut self, name: &str) -> Option<&'t str> {
        let place = self.options.iter().position(|&(option, _)| option == name)?;
        Some(self.options.remove(place).1)
    }

    fn take<T: FromStr>(&mut self, name: &str, usual: T) -> Result<T, String> {
        match self.text(name) {
            Some(text) => text.parse().map_err(|_| format!("{name}={text}: not a number that fits")),
            None => Ok(usual),
        }
    }

    fn count(&mut self, name: &str, usual: u32) -> Result<u32, String> {
        match self.take(name, usual)? {
            0 => Err(format!("{name}=0: expected at least 1")),
            n => Ok(n),
        }
    }

    fn nothing_left(&self) -> Result<(), String> {
        match self.options.first() {
            None => Ok(()),
            Some((option, _)) => Err(format!("`{option}` is no option of {}", self.name)),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Spec {
    /// A player for one game. `seed` is the game's; `{seed}` in the command of a program stands for it.
    pub(crate) fn player(&self, game: &Game, seed: u64) -> anyhow::Result<Player> {
        let mixed = |own: u64| seed ^ own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Ok(match &self.kind {
            &Kind::Uct { options, seds, seed } => {
                let player = UctPlayer::new(options, mixed(seed));
                Player::Uct(Box::new(match seds {
                    Some(games) => player.with_guide(SedsGuide::new(Parameters::default(), games)),
                    None => player,
                }))
            }
            &Kind::Flat { playouts, seed } => {
                Player::Flat { playouts, random: Random::new(mixed(seed)), played: 0 }
            }
            &Kind::Plain { seed } => Player::Plain(Box::new(PlainPlayer::new(mixed(seed)))),
            &Kind::Random { seed } => Player::Random(Random::new(mixed(seed))),
            Kind::Gtp(command) => {
                // Programs want small numbers.
                let seed = (seed % 1_000_000_007).to_string();
                Player::Gtp(Box::new(set_up(&command.replace("{seed}", &seed), game)?))
            }
        })
    }
}

/// Starts a program and gives it the game so far.
pub(crate) fn set_up(command: &str, game: &Game) -> anyhow::Result<Program> {
    let start = game.start();
    let size = start.board().size();
    if !size.is_square() || start.board().empty() != size.all() {
        bail!("GTP programs play games that begin on an empty square board");
    }
    let mut program = Program::start(command)?;
    program.ask(&format!("boardsize {}", size.width()))?;
    program.ask("clear_board")?;
    program.ask(&format!("komi {}", start.komi()))?;
    for (color, mv) in game.moves() {
        tell(&mut program, color, mv)?;
    }
    Ok(program)
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
    Uct(Box<UctPlayer>),
    Flat { playouts: u32, random: Random, played: u64 },
    Plain(Box<PlainPlayer>),
    Random(Random),
    Gtp(Box<Program>),
}

impl Player {
    /// The move it makes for a side. A program has then made it on its own board.
    pub(crate) fn choose(&mut self, game: &Game, color: Color) -> anyhow::Result<Answer> {
        let mv = match self {
            Player::Uct(player) => player.choose(game, color),
            Player::Plain(player) => player.choose(game, color),
            Player::Random(random) => match sensible(game, color).as_slice() {
                [] => Move::Pass,
                moves => Move::Play(moves[random.below(moves.len())]),
            },
            Player::Flat { playouts, random, played } => {
                let moves = sensible(game, color);
                let mut position = game.position().clone();
                position.set_to_play(color);
                let tallies = tally(&position, &moves, *playouts, random.number(), 1);
                *played += tallies.iter().map(|t| u64::from(t.playouts)).sum::<u64>();
                let share = |i: usize| tallies[i].share(color).unwrap_or(0.0);
                let best = (0..moves.len()).map(share).fold(0.0, f64::max);
                let equal: Vec<Point> =
                    (0..moves.len()).filter(|&i| share(i) == best).map(|i| moves[i]).collect();
                match equal.as_slice() {
                    [] => Move::Pass,
                    equal => Move::Play(equal[random.below(equal.len())]),
                }
            }
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
            Player::Uct(player) => player.playouts(),
            Player::Flat { played, .. } => *played,
            Player::Plain(_) | Player::Random(_) | Player::Gtp(_) => 0,
        }
    }
}

/// Legal moves that fill no own eye and repeat no board.
fn sensible(game: &Game, color: Color) -> Vec<Point> {
    let board = game.position().board();
    let is_sensible = |&p: &Point| {
        game.legality(color, Move::Play(p)).is_ok()
            && !is_eye(board, color, p)
            && !game.repeats_position(color, p)
    };
    board.size().points().filter(is_sensible).collect()
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
            ("uct playouts=0", "at least 1"),
            ("uct playouts=many", "playouts=many"),
            ("uct playouts=1 playouts=2", "twice"),
            ("uct size=9", "`size` is no option of uct"),
            ("uct prior=oracle", "expected none or seds"),
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
        let Kind::Uct { options, seds, seed } = spec.kind else { panic!("{spec:?}") };
        assert_eq!((options.playouts, seds, seed), (50, Some(7.0), 3));
        let spec: Spec = "gtp: gnugo --mode gtp".parse().unwrap();
        assert_eq!(spec.kind, Kind::Gtp("gnugo --mode gtp".into()));
    }
}

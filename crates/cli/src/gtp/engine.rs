//! The engine's state, and how a line becomes a reply.

use keisei::judge::Effort;
use keisei::moyo::{Moyo, MoyoEvaluator, Options};
use keisei::player::PlainPlayer;
use keisei::potential::Potential;
use keisei::safety::Limits;
use keisei::{Evaluation, Evaluator, Method};
use keisei_goban::{Board, Color, Game, Komi, Move, Point, Position, Rules, Size};

use super::analyze::Analysis;
use super::{LONGEST_LINE, commands, line};
use crate::method;
use crate::player_args::{Player, PlayerName, PlayerSettings};

/// What a command answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// Text.
    Text(String),
    /// Nothing, and the engine ends.
    Quit,
    /// Updates, until the next line comes in.
    Analysis(Analysis),
}

/// An answer or an error, and the number it belongs to.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    id: String,
    /// The answer, or what is wrong.
    pub answer: Result<Answer, String>,
}

impl Reply {
    /// The beginning of the reply: `=` or `?`, and the number.
    pub fn head(&self) -> String {
        let sign = if self.answer.is_ok() { '=' } else { '?' };
        format!("{sign}{}", self.id)
    }
}

/// What handlers return.
pub(super) type Handled = Result<Answer, String>;

/// Makes an answer of text.
pub(super) fn text(text: impl Into<String>) -> Handled {
    Ok(Answer::Text(text.into()))
}

/// A GTP engine without its input and output.
pub struct Engine {
    pub(super) game: Game,
    pub(super) method: Method,
    pub(super) effort: Effort,
    pub(super) evaluator: Box<dyn Evaluator + Send>,
    pub(super) moyo_options: Options,
    /// For what is shown of moves, whoever plays.
    pub(super) plain: PlainPlayer,
    pub(super) settings: PlayerSettings,
    player: Player,
    pub(super) name: String,
    pub(super) limits: Limits,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("game", &self.game)
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine with an empty board.
    pub fn new(method: Method, size: Size, rules: Rules, komi: Komi, seed: u64) -> Engine {
        let settings = PlayerSettings::new(PlayerName::Plain, seed);
        Engine {
            game: Game::new(empty(size, rules, komi)),
            method,
            effort: Effort::Deep,
            evaluator: method.evaluator(),
            moyo_options: Options::default(),
            plain: PlainPlayer::new(seed),
            settings,
            player: settings.player(),
            name: "Keisei".into(),
            limits: Limits::default(),
        }
    }

    /// Answers to another name.
    pub fn rename(&mut self, name: &str) {
        self.name = name.into();
    }

    /// Searches for proofs within other limits.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Acts on a line; `None` if it asks nothing. Whatever the line, the engine goes on, and after an error it is as it was.
    pub fn answer(&mut self, line: &[u8]) -> Option<Reply> {
        let request = line::read(line)?;
        let answer = if line.len() as u64 > LONGEST_LINE {
            Err(format!("the line is longer than {LONGEST_LINE} characters"))
        } else {
            self.act(&request)
        };
        Some(Reply { id: request.id.unwrap_or_default(), answer })
    }

    /// The game as SGF: all there is to compare two states by.
    pub fn printed(&self) -> String {
        keisei_goban::sgf::Record::from_game(&self.game).to_string()
    }

    fn act(&mut self, request: &line::Request) -> Handled {
        let Some(command) = commands::find(&request.name) else {
            return Err(if commands::NOT_YET.contains(&request.name.as_str()) {
                "not supported yet".into()
            } else {
                "unknown command".into()
            });
        };
        let arguments: Vec<&str> = request.arguments.iter().map(String::as_str).collect();
        (command.run)(self, &arguments).map_err(|error| {
            if error == WRONG_ARGUMENTS {
                format!("usage: {} {}", command.name, command.arguments)
            } else {
                error
            }
        })
    }

    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    pub(super) fn board(&self) -> &Board {
        self.position().board()
    }

    pub(super) fn size(&self) -> Size {
        self.board().size()
    }

    /// Starts anew on an empty board.
    pub(super) fn clear(&mut self, size: Size) {
        let position = self.position();
        self.game = Game::new(empty(size, position.rules(), position.komi()));
        self.set_player(self.settings);
    }

    /// Lets another player choose the moves, or the same anew.
    pub(crate) fn set_player(&mut self, settings: PlayerSettings) {
        self.settings = settings;
        self.plain = PlainPlayer::new(settings.seed);
        self.player = settings.player();
    }

    /// The move for a side; one that is always the same if asked to.
    pub(super) fn choose(&mut self, side: Color, always_the_same: bool) -> Result<Move, String> {
        self.settings
            .check(self.size())
            .map_err(|error| format!("{error}; set it by keisei-param switch"))?;
        Ok(if always_the_same {
            self.settings.player().choose(&self.game, side).0
        } else {
            self.player.choose(&self.game, side).0
        })
    }

    /// Judges by another method, or by other settings of it.
    pub(super) fn set_method(&mut self, method: Method, options: Options) {
        self.method = method;
        self.moyo_options = options;
        self.evaluator = match method {
            Method::Potential => Box::new(Potential::new(options.influence)),
            Method::Moyo => Box::new(MoyoEvaluator::new(options)),
            Method::Area
            | Method::Seds
            | Method::Safety
            | Method::Zones
            | Method::Playout
            | Method::Judge => method::evaluator(method, self.effort),
        };
    }

    /// Lets the judge put in another effort.
    pub(super) fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
        self.set_method(self.method, self.moyo_options);
    }

    /// The frameworks on the board.
    pub(super) fn moyo(&self) -> Moyo {
        Moyo::of(self.board(), self.moyo_options)
    }

    pub(super) fn evaluate(&mut self) -> Evaluation {
        self.evaluator.evaluate(self.game.position())
    }

    /// Reads a vertex on the board.
    pub(super) fn point(&self, text: &str) -> Result<Point, String> {
        Point::from_vertex(text, self.size()).map_err(|e| e.to_string())
    }

    /// Reads a vertex on the board, or a pass.
    pub(super) fn vertex(&self, text: &str) -> Result<Move, String> {
        if text.eq_ignore_ascii_case("pass") { Ok(Move::Pass) } else { self.point(text).map(Move::Play) }
    }
}

fn empty(size: Size, rules: Rules, komi: Komi) -> Position {
    let mut position = Position::new(Board::new(size));
    position.set_rules(rules);
    position.set_komi(komi);
    position
}

/// The error of a handler that was given too few or too many arguments; the table knows the right ones.
const WRONG_ARGUMENTS: &str = "usage";

/// Takes exactly as many arguments as there are names for.
pub(super) fn exactly<'a, const N: usize>(arguments: &[&'a str]) -> Result<[&'a str; N], String> {
    arguments.try_into().map_err(|_| WRONG_ARGUMENTS.to_string())
}

/// The error for arguments that do not fit.
pub(super) fn wrong_arguments<T>() -> Result<T, String> {
    Err(WRONG_ARGUMENTS.into())
}

/// Reads a colour.
pub(super) fn color(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(format!("`{}` is not a colour: expected b or w", shown(text))),
    }
}

/// Reads a whole number.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{}` is not a number that fits here", shown(text)))
}

/// What a message can show of an argument.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(30).collect()
}

//! The engine's state, and how a line becomes a reply.

use keisei::candidates::{Candidate, Candidates};
use keisei::moyo::Moyo;
use keisei::player::uct::Search;
use keisei::player::{Player, PlayerName, PlayerSettings, is_played_out};
use keisei::reading::{self, Reader};
use keisei::safety::Limits;
use keisei::{Assessor, Evaluation, Settings};
use keisei_goban::{Board, Color, Game, Komi, Move, Point, Position, Rules, Size, UnknownColor};

use super::analyze::Analysis;
use super::{LONGEST_LINE, commands, life, line};

/// What a GTP command answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// Text.
    Text(String),
    /// Nothing, and the engine ends.
    Quit,
    /// Updates, until the next line comes in.
    Analysis(Analysis),
}

/// The reply to a line: an answer or an error, and the number it belongs to.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    id: String,
    /// The answer, or what is wrong.
    pub answer: Result<Answer, String>,
    /// What was untidy about a file that was read, for people.
    pub warnings: Vec<String>,
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
    assessor: Assessor,
    /// For what is shown of moves, whoever plays.
    candidates: Candidates,
    pub(super) settings: PlayerSettings,
    player: Player,
    pub(super) name: String,
    pub(super) limits: Limits,
    reader: Reader,
    /// The same for the life of groups, which takes more.
    life_reader: Reader,
    pub(super) warnings: Vec<String>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("game", &self.game)
            .field("judging", self.judging())
            .finish_non_exhaustive()
    }
}

/// The most positions looked at for one search, when somebody asks about a block.
const ASKED: u32 = 100_000;

impl Engine {
    /// An engine with an empty board.
    pub fn new(judging: Settings, size: Size, rules: Rules, komi: Komi, seed: u64) -> Engine {
        let settings = PlayerSettings::new(PlayerName::Plain, seed);
        Engine {
            game: Game::new(empty(size, rules, komi)),
            assessor: judging.assessor(),
            candidates: Candidates::default(),
            settings,
            player: settings.player(),
            name: "Keisei".into(),
            limits: Limits::default(),
            reader: reading_up_to(ASKED),
            life_reader: reading_up_to(life::NODES),
            warnings: Vec::new(),
        }
    }

    /// Answers to another name.
    pub fn rename(&mut self, name: &str) {
        self.name = name.into();
    }

    /// Searches for proofs within these limits where proofs are asked for; judging goes by its own.
    pub fn limit_proofs(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Searches for proofs within other limits, whatever is asked.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
        self.judge_by(self.judging().with_limits(limits));
    }

    /// Plays so many random games, whatever they are for: for a move, after each candidate, to
    /// judge or to settle.
    pub fn limit_playouts(&mut self, playouts: u32) {
        self.judge_by(self.judging().with_playouts(playouts));
        let mut player = self.settings;
        player.playouts = Some(playouts);
        self.set_player(player);
    }

    /// Acts on a line; `None` if it asks nothing. Whatever the line, the engine goes on, and after
    /// an error it is as it was.
    pub fn answer(&mut self, line: &[u8]) -> Option<Reply> {
        let request = line::read(line)?;
        let answer = if line.len() as u64 > LONGEST_LINE {
            Err(format!("the line is longer than {LONGEST_LINE} characters"))
        } else {
            self.act(&request)
        };
        let warnings = std::mem::take(&mut self.warnings);
        Some(Reply { id: request.id.unwrap_or_default(), answer, warnings })
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

    /// The board, and who reads it.
    pub(super) fn reader(&mut self) -> (&Board, &mut Reader) {
        (self.game.position().board(), &mut self.reader)
    }

    /// The same for the life of groups.
    pub(super) fn life_reader(&mut self) -> (&Board, &mut Reader) {
        (self.game.position().board(), &mut self.life_reader)
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
    pub fn set_player(&mut self, settings: PlayerSettings) {
        self.settings = settings;
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

    /// The move for a side, and the search behind it, if there is one.
    pub(super) fn think(&mut self, side: Color) -> Result<(Move, Search), String> {
        match &mut self.player {
            Player::Uct(player) if !is_played_out(self.game.position()) => {
                Ok(player.decide(&self.game, side))
            }
            _ => self.choose(side, false).map(|mv| (mv, Search::of_one(mv))),
        }
    }

    /// The moves of a side, best first. `now` is what is said about the position with that side to
    /// play.
    pub(super) fn candidates(&mut self, side: Color, now: &Evaluation) -> Vec<Candidate> {
        self.candidates.of(&self.game, side, now)
    }

    /// How positions are judged.
    pub(super) fn judging(&self) -> &Settings {
        self.assessor.settings()
    }

    /// Judges by another method, or by other settings of it.
    pub(super) fn judge_by(&mut self, settings: Settings) {
        self.assessor = settings.assessor();
    }

    /// The frameworks on the board.
    pub(super) fn moyo(&self) -> Moyo {
        Moyo::of(self.board(), self.judging().moyo)
    }

    pub(super) fn evaluate(&mut self) -> Evaluation {
        self.assessor.assess(self.game.position())
    }

    /// Judges the position with a side to play.
    pub(super) fn evaluate_for(&mut self, side: Color) -> Evaluation {
        let mut position = self.game.position().clone();
        position.set_to_play(side);
        self.assessor.assess(&position)
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

fn reading_up_to(nodes: u32) -> Reader {
    Reader::new(reading::Limits { nodes, ..reading::Limits::default() })
}

fn empty(size: Size, rules: Rules, komi: Komi) -> Position {
    let mut position = Position::new(Board::new(size));
    position.set_rules(rules);
    position.set_komi(komi);
    position
}

/// The error of a handler that was given too few or too many arguments; the table knows the right
/// ones.
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
    text.parse().map_err(|error: UnknownColor| error.to_string())
}

/// Reads a whole number.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{}` is not a number that fits here", shown(text)))
}

/// What a message can show of an argument.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(30).collect()
}

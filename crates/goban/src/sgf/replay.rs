//! From [`Record`] to [`Game`].

use super::branch::Branch;
use super::record::{NodeId, Record};
use super::warning::Warnings;
use super::{Info, SgfError, Warning, WarningKind, info, value};
use crate::{
    Board, Color, Game, IllegalMove, Komi, Move, NoLiberties, PointSet, Position, Rules, Setup, Size,
};

/// How to replay a record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Replay {
    /// Rules in place of the record's.
    pub rules: Option<Rules>,
    /// Komi in place of the record's.
    pub komi: Option<Komi>,
    /// Komi if neither the record nor anybody else names one.
    pub default_komi: Komi,
    /// Stop after this many moves.
    pub moves: Option<usize>,
    /// Which way to go where the record forks; the main line unless told otherwise.
    pub branch: Branch,
}

/// A record that was replayed: the game as far as it could be played.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The game, as far as it could be played.
    pub game: Game,
    /// What the root says.
    pub info: Info,
    /// The node of the last position.
    pub node: NodeId,
    /// Why it ended early, if it did.
    pub problem: Option<MoveProblem>,
    /// What was untidy, the record's own warnings not included.
    pub warnings: Vec<Warning>,
}

/// A move (or a setup between moves) that cannot be played. The position before it stays usable.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("line {line}, move {number}: {cause}")]
#[non_exhaustive]
pub struct MoveProblem {
    /// The number of the move, from 1; for a setup, the number of the next move.
    pub number: usize,
    /// Where it stands in the file.
    pub line: usize,
    /// What it says and why that is not possible.
    pub cause: Unplayable,
}

/// Why a move or a setup of a record cannot be played.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unplayable {
    /// What stands there is no point.
    #[error("{property}[{text}] names no point of the {size} board")]
    NoPoint {
        /// The property.
        property: String,
        /// Its value, cut short if it is long.
        text: String,
        /// The size of the board.
        size: Size,
    },
    /// The move is not allowed.
    #[error("{color} cannot play {mv}: {reason}")]
    Illegal {
        /// Whose move.
        color: Color,
        /// The move.
        mv: Move,
        /// Why not.
        reason: IllegalMove,
    },
    /// Stones that are put down make no board.
    #[error("the setup is not possible: {0}")]
    Setup(NoLiberties),
}

impl Record {
    /// Plays the main line, or the branch asked for.
    ///
    /// # Errors
    /// If the root cannot be understood, or there is no such branch.
    pub fn replay(&self, options: &Replay) -> Result<Replayed, SgfError> {
        let (info, mut about_root) = self.info()?;
        // What is said in place of the record's own need not be read from there.
        about_root.retain(|warning| match warning.kind {
            WarningKind::Komi => options.komi.is_none(),
            WarningKind::Rules => options.rules.is_none(),
            _ => true,
        });
        let line = self.branch(&options.branch)?;
        let mut warnings = Warnings::default();
        let start = self.start(&info, options, &line, &mut warnings)?;
        let handicap_moves = self.handicap_moves(&info, &line, &mut warnings);
        let mut game = Game::new(start);
        let mut node = self.root();
        let mut played = 0;
        let enough = options.moves.unwrap_or(usize::MAX);
        let mut problem = None;
        for next in line {
            match self.play_node(next, &mut game, &mut played, enough, handicap_moves, &mut warnings) {
                Ok(true) => node = next,
                Ok(false) => break,
                Err(cause) => {
                    problem = Some(MoveProblem { number: played + 1, line: self.line(next), cause });
                    break;
                }
            }
        }
        about_root.append(&mut warnings.finish());
        Ok(Replayed { game, info, node, problem, warnings: about_root })
    }

    /// The position that the root sets up, and whose turn it is.
    fn start(
        &self,
        info: &Info,
        options: &Replay,
        line: &[NodeId],
        warnings: &mut Warnings,
    ) -> Result<Position, SgfError> {
        let root = self.root();
        let mut setup = Setup::new(info.size);
        let wrong = |cause| SgfError::Setup { line: self.line(root), cause };
        self.apply_setup(root, &mut setup, warnings).map_err(wrong)?;
        let board = Board::from_setup(&setup).map_err(|error| wrong(Unplayable::Setup(error)))?;
        let blacks = board.stones(Color::Black).len();
        let only_black = blacks > 0 && board.stones(Color::White).is_empty();
        let mut position = Position::new(board);
        position.set_rules(options.rules.or(info.rules).unwrap_or_default());
        position.set_komi(options.komi.or(info.komi).unwrap_or_else(|| {
            warnings.add(WarningKind::Komi, || (self.line(root), self.without_komi(options.default_komi)));
            options.default_komi
        }));
        position.set_handicap(info.handicap.unwrap_or(0));
        let handicap = only_black && info.handicap != Some(0);
        let by_stones = if handicap { Color::White } else { Color::Black };
        let to_play = self.turn_given(root).or_else(|| self.first_mover(line)).unwrap_or(by_stones);
        position.set_to_play(to_play);
        Ok(position)
    }

    fn without_komi(&self, taken: Komi) -> String {
        let written = self.text(self.root(), "KM").unwrap_or_default();
        match written.trim() {
            "" => format!("no komi is named (KM): {taken} is taken"),
            text => format!("KM[{}] names no komi: {taken} is taken", info::shown(text)),
        }
    }

    /// How many moves at the beginning are handicap stones that Black plays one after the other.
    /// Handicaps whose stones are missing, or are more or fewer, are remarked on.
    fn handicap_moves(&self, info: &Info, line: &[NodeId], warnings: &mut Warnings) -> usize {
        let Some(stones) = info.handicap.map(|stones| stones as usize) else { return 0 };
        let mut setup = Setup::new(info.size);
        for &node in line {
            // What is wrong or odd with a setup is told when it is played.
            if self.apply_setup(node, &mut setup, &mut Warnings::default()).is_err() {
                return 0;
            }
            if self.properties(node).any(|p| mover(p.name()).is_some()) {
                break;
            }
        }
        let count = |color| info.size.points().filter(|&p| setup.get(p) == Some(color)).count();
        let mut warn = |what: String| {
            let message = format!("HA[{stones}], but {what}, and {stones} counts as the handicap");
            warnings.add(WarningKind::Handicap, || (self.line(self.root()), message));
        };
        match count(Color::Black) {
            0 if stones >= 2 => {
                let colors = line.iter().flat_map(|&node| self.properties(node)).flat_map(|property| {
                    let moves = property.values();
                    moves.filter_map(move |_| mover(property.name()))
                });
                let played = colors.take(stones).take_while(|&color| color == Color::Black).count();
                if played < stones {
                    warn(format!(
                        "no black stones are set up (AB), nor does Black begin with {stones} moves: none are added"
                    ));
                }
                played
            }
            black if black > 0 && black != stones && count(Color::White) == 0 => {
                let stand =
                    if black == 1 { "1 black stone is" } else { &format!("{black} black stones are") };
                warn(format!("{stand} set up (AB): the board is as set up"));
                0
            }
            _ => 0,
        }
    }

    /// The colour of the first move on a line.
    fn first_mover(&self, line: &[NodeId]) -> Option<Color> {
        line.iter().find_map(|&node| self.properties(node).find_map(|p| mover(p.name())))
    }

    /// Plays one node: true if all of it was played, false if enough was played before.
    fn play_node(
        &self,
        node: NodeId,
        game: &mut Game,
        played: &mut usize,
        enough: usize,
        handicap_moves: usize,
        warnings: &mut Warnings,
    ) -> Result<bool, Unplayable> {
        let size = game.position().board().size();
        let mut moves_here = 0;
        if node != self.root() && self.has_setup(node) {
            // A setup after the last move wanted belongs to what follows.
            if *played >= enough {
                return Ok(false);
            }
            self.set_up(node, game, warnings)?;
        }
        for property in self.properties(node) {
            let Some(color) = mover(property.name()) else { continue };
            for raw in property.values() {
                if *played >= enough {
                    return Ok(moves_here > 0);
                }
                moves_here += 1;
                let mv = value::read_move(raw, size).ok_or_else(|| Unplayable::NoPoint {
                    property: property.name().into(),
                    text: raw.chars().take(20).collect(),
                    size,
                })?;
                let again = game.last_move().is_some_and(|(last, _)| last == color);
                game.play_as(color, mv).map_err(|reason| Unplayable::Illegal { color, mv, reason })?;
                if again && *played >= handicap_moves {
                    warnings.add(WarningKind::Turn, || {
                        let numbers = format!("moves {played} and {}", *played + 1);
                        (self.line(node), format!("{numbers} are both {color}'s: played as written"))
                    });
                }
                *played += 1;
            }
        }
        if moves_here > 1 {
            warnings.add(WarningKind::Node, || {
                (self.line(node), format!("{moves_here} moves in one node: played in the order written"))
            });
        }
        Ok(true)
    }

    fn has_setup(&self, node: NodeId) -> bool {
        self.properties(node).any(|p| matches!(p.name(), "AB" | "AW" | "AE" | "PL"))
    }

    fn set_up(&self, node: NodeId, game: &mut Game, warnings: &mut Warnings) -> Result<(), Unplayable> {
        let mut position = game.position().clone();
        let mut setup = position.board().to_setup();
        self.apply_setup(node, &mut setup, warnings)?;
        let board = Board::from_setup(&setup).map_err(Unplayable::Setup)?;
        if board != *position.board() {
            position.set_board(board);
        }
        if let Some(color) = self.turn_given(node) {
            position.set_to_play(color);
        }
        game.set_up(position);
        Ok(())
    }

    /// Puts down the stones of a node. Of several on one point the last one written stays.
    fn apply_setup(
        &self,
        node: NodeId,
        setup: &mut Setup,
        warnings: &mut Warnings,
    ) -> Result<(), Unplayable> {
        let (mut named, mut twice) = (PointSet::EMPTY, PointSet::EMPTY);
        for property in self.properties(node) {
            let stone = match property.name() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                _ => continue,
            };
            for raw in property.values() {
                // `AB[]` is not allowed, but plainly means that there are none.
                if raw.trim().is_empty() {
                    continue;
                }
                let points = value::read_points(raw, setup.size()).ok_or_else(|| Unplayable::NoPoint {
                    property: property.name().into(),
                    text: raw.chars().take(20).collect(),
                    size: setup.size(),
                })?;
                for point in points {
                    if !named.insert(point) && setup.get(point) != stone {
                        twice.insert(point);
                    }
                    setup.set(point, stone);
                }
            }
        }
        for point in twice.iter() {
            warnings.add(WarningKind::Setup, || {
                let name = match setup.get(point) {
                    Some(Color::Black) => "AB",
                    Some(Color::White) => "AW",
                    None => "AE",
                };
                let what = format!("{point} is set up more than once in a node");
                (self.line(node), format!("{what}: {name}, written last, is taken"))
            });
        }
        Ok(())
    }

    fn turn_given(&self, node: NodeId) -> Option<Color> {
        match self.text(node, "PL")?.trim() {
            "1" => Some(Color::Black),
            "2" => Some(Color::White),
            word => word.parse().ok(),
        }
    }
}

/// Whose move a property is, if it is one.
pub(super) fn mover(name: &str) -> Option<Color> {
    match name {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

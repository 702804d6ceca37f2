//! A board with whose turn it is, ko, prisoners and the conditions of the game.

use crate::{Board, ByColor, Color, Komi, Move, Point, Rules, Suicide, Symmetry, zobrist};

/// Why a move is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The point lies outside the board.
    #[error("the point lies outside the board")]
    OffBoard,
    /// There is a stone already.
    #[error("there is a stone already")]
    Occupied,
    /// Taking back in a ko at once.
    #[error("it takes back in the ko at once")]
    Ko,
    /// The whole board was like that before.
    #[error("it repeats an earlier position of the whole board")]
    Superko,
    /// The stone would have no liberty.
    #[error("the stone would have no liberty (suicide)")]
    Suicide,
}

/// A legal position: what an evaluator judges.
///
/// It knows no history: superko is the business of [`crate::Game`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    to_play: Color,
    ko: Option<Point>,
    prisoners: ByColor<u32>,
    rules: Rules,
    komi: Komi,
    handicap: u32,
    passes: u32,
}

impl Position {
    /// A board with Black to play, Japanese rules and no komi.
    pub fn new(board: Board) -> Position {
        Position {
            board,
            to_play: Color::Black,
            ko: None,
            prisoners: ByColor::default(),
            rules: Rules::default(),
            komi: Komi::default(),
            handicap: 0,
            passes: 0,
        }
    }

    /// The same under these rules.
    ///
    /// ```
    /// use keisei_goban::{Board, Color, Komi, Position, Rules, Size};
    ///
    /// let position = Position::new(Board::new(Size::default()))
    ///     .with_rules(Rules::CHINESE)
    ///     .with_komi(Komi::from_half_points(15))
    ///     .with_to_play(Color::White);
    /// assert_eq!(position.compensation().to_string(), "7.5");
    /// ```
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Position {
        self.set_rules(rules);
        self
    }

    /// The same with this komi.
    #[must_use]
    pub fn with_komi(mut self, komi: Komi) -> Position {
        self.set_komi(komi);
        self
    }

    /// The same with so many handicap stones that the rules pay for.
    #[must_use]
    pub fn with_handicap(mut self, handicap: u32) -> Position {
        self.set_handicap(handicap);
        self
    }

    /// The same with so many stones taken by each side.
    #[must_use]
    pub fn with_prisoners(mut self, prisoners: ByColor<u32>) -> Position {
        self.set_prisoners(prisoners);
        self
    }

    /// The same with a side to play. If that is a change, a ko binds nobody any more.
    #[must_use]
    pub fn with_to_play(mut self, color: Color) -> Position {
        self.set_to_play(color);
        self
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// The point at which the side to play may not take back at once.
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// The stones each side has taken.
    pub fn prisoners(&self) -> ByColor<u32> {
        self.prisoners
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// White's points for playing second, without the bonus for handicap stones.
    pub fn komi(&self) -> Komi {
        self.komi
    }

    /// Komi and handicap bonus: everything White receives that is not on the board.
    pub fn compensation(&self) -> Komi {
        self.komi + Komi::from_half_points(2 * self.rules.bonus(self.handicap))
    }

    /// The number of handicap stones.
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// How many passes were made one after the other, up to now.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// Whether the last two moves were passes: the game is over.
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Takes the game to go on, whatever was passed.
    pub(crate) fn forget_passes(&mut self) {
        self.passes = 0;
    }

    /// Changes the rules.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Changes komi.
    pub fn set_komi(&mut self, komi: Komi) {
        self.komi = komi;
    }

    /// Changes the number of handicap stones that the rules pay for.
    pub fn set_handicap(&mut self, handicap: u32) {
        self.handicap = handicap;
    }

    /// Changes the numbers of stones taken.
    pub fn set_prisoners(&mut self, prisoners: ByColor<u32>) {
        self.prisoners = prisoners;
    }

    /// Gives the turn to a side. If that is a change, a ko binds nobody any more.
    pub fn set_to_play(&mut self, color: Color) {
        if self.to_play != color {
            self.to_play = color;
            self.ko = None;
        }
    }

    /// Replaces the stones, as a setup in the midst of a game does; a ko is gone then.
    pub fn set_board(&mut self, board: Board) {
        self.board = board;
        self.ko = None;
        self.passes = 0;
    }

    /// A hash of board and turn, the same in every version of this library.
    pub fn hash(&self) -> u64 {
        self.board.hash() ^ zobrist::turn(self.to_play)
    }

    /// Whether the side to play may make this move, as far as a position without history can tell.
    pub fn legality(&self, mv: Move) -> Result<(), IllegalMove> {
        let Move::Play(point) = mv else { return Ok(()) };
        if !self.board.is_empty(point) {
            return Err(if self.board.size().contains(point) {
                IllegalMove::Occupied
            } else {
                IllegalMove::OffBoard
            });
        }
        if self.ko == Some(point) {
            return Err(IllegalMove::Ko);
        }
        if self.rules.suicide() == Suicide::Forbidden && self.board.is_suicide(self.to_play, point) {
            return Err(IllegalMove::Suicide);
        }
        Ok(())
    }

    /// Whether the side to play may make this move.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legality(mv).is_ok()
    }

    /// The points on which the side to play may put a stone, row by row from the top left.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> {
        self.board.size().points().filter(|&p| self.is_legal(Move::Play(p)))
    }

    /// Makes a move, or leaves the position as it was and says why not.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.legality(mv)?;
        self.apply(mv);
        Ok(())
    }

    /// Makes a move that is known to be legal, or was when it was first made.
    pub(crate) fn apply(&mut self, mv: Move) {
        self.ko = None;
        let mover = self.to_play;
        self.to_play = mover.opponent();
        self.passes += 1;
        if let Move::Play(point) = mv {
            self.passes = 0;
            let outcome = self.board.play(mover, point).expect("a legal move goes to an empty point");
            let taker = if outcome.suicide { mover.opponent() } else { mover };
            self.prisoners[taker] += outcome.captured as u32;
            self.ko = outcome.ko;
        }
    }

    /// The same position turned or mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Position {
        let size = self.board.size();
        Position {
            board: self.board.transformed(symmetry),
            ko: self.ko.map(|p| symmetry.apply(p, size)),
            ..self.clone()
        }
    }

    /// The same position with the colours exchanged: stones, turn and prisoners. Komi stays
    /// White's.
    #[must_use]
    pub fn color_swapped(&self) -> Position {
        Position {
            board: self.board.color_swapped(),
            to_play: self.to_play.opponent(),
            prisoners: self.prisoners.swapped(),
            ..self.clone()
        }
    }
}

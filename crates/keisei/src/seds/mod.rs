//! SEDS: static evaluation as the fixed point of a dynamical system.
//!
//! Two simple statements, applied to every unit of the board until nothing changes. A *point* is as
//! much Black's as black neighbours are likely, against white ones; a *block* is taken if all
//! opposing blocks beside it live and all its liberties become the opponent's. Units are the empty
//! points and the blocks; each knows only its neighbours, and yet the fixed point speaks about the
//! whole board.
//!
//! ```text
//! X 1 2 3 X     All stones alive: points 1 and 3 touch both colours and are even,
//! X O O O X     point 2 touches White, and Black only over 1 or 3: 4/7 White's.
//! ```
//!
//! Invariants: every value is from 0 to 1; turning the board and exchanging the colours carry over;
//! the order in which units are stored does not show (all within the stop value).
//!
//! # How the paper is read
//!
//! \[Wolf\], equations (4) and (5), with a unit listed **once** among the neighbours of another
//! however often they touch (diagram 7 and relation (6) need that). The modification for suicide
//! (the liberty that is hardest for the opponent counts as taken) is on by default: with it the
//! prediction of professional moves is nearer to the paper's than without. Start: points even,
//! blocks alive. Unconditionally alive blocks are pinned with what they enclose, as the paper does;
//! without that, a block whose only liberty is a one-point eye within living blocks has s = s for
//! any s.
//!
//! **With the modification the fixed point need not be the only one.** A black and a white block in
//! atari side by side say of each other only what the other says; both may end strong for Black or
//! for White, and where they start decides. So an evaluation is the outcome of an iteration from a
//! given start, and what follows a move repeats that iteration where it changes (`replay`), instead
//! of starting from the old fixed point.
//!
//! The paper iterates unit by unit. Here all change at once with a little damping (`system`), so
//! that no order shows.
//!
//! **Diagram 8 cannot be reproduced.** The paper gives 0.98 and 0.53 there, which is no fixed point
//! of (4) and (5) whatever the lost position is: a block whose one or two liberties are shared has
//! bounds that exclude 0.53.
//!
//! # Where it is known to fail
//!
//! It knows no eyes beyond static life and, unless it is told what is read
//! ([`Parameters::with_reading`]), no alternation of moves: sacrifices rank lowest, and
//! points on the second line, the 2-2 points first of all, rank too high in the opening (the paper
//! says so too). Two blocks in atari side by side do not settle quickly: their number of iterations
//! tells.

mod history;
mod marks;
mod multipole;
mod rank;
mod read;
mod replay;
mod stone;
mod system;

use keisei_goban::{Board, ByColor, Color, Occupied, Outcome, Point, PointSet};

pub use self::multipole::{Multipole, cutting_points};
pub use self::rank::{Ranked, Ranking, sort};

use self::read::Read;
use self::system::{Pinned, System};

/// What the iteration depends on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    stop_value: f64,
    max_iter: u32,
    suicide: bool,
    reading: bool,
}

/// Parameters of the dynamical system that are out of range.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// The iteration would never stop, or never begin.
    #[error("a stop value of {0} is out of range: it must be more than 0 and less than 1")]
    StopValue(f64),
    /// Nothing would be done, or more remembered than is of use.
    #[error("{0} iterations are out of range: there must be from 1 to {most}", most = Parameters::MOST_ITERATIONS)]
    MaxIter(u32),
}

impl Parameters {
    /// The largest number of iterations: each is remembered.
    pub const MOST_ITERATIONS: u32 = 10_000;

    /// A unit that changes by less than `stop_value` lets its neighbours rest; at most `max_iter`
    /// iterations are made.
    pub fn new(stop_value: f64, max_iter: u32) -> Result<Parameters, ParameterError> {
        if !(stop_value > 0.0 && stop_value < 1.0) {
            return Err(ParameterError::StopValue(stop_value));
        }
        if !(1..=Parameters::MOST_ITERATIONS).contains(&max_iter) {
            return Err(ParameterError::MaxIter(max_iter));
        }
        Ok(Parameters { stop_value, max_iter, ..Parameters::default() })
    }

    /// With or without the modification for suicide.
    #[must_use]
    pub fn with_suicide_modification(mut self, on: bool) -> Parameters {
        self.suicide = on;
        self
    }

    /// With or without reading: whether blocks with up to three liberties have the strength that
    /// reading gives them. It takes a few milliseconds a board, and is off by default.
    #[must_use]
    pub fn with_reading(mut self, on: bool) -> Parameters {
        self.reading = on;
        self
    }

    /// Changes smaller than this do not spread.
    pub fn stop_value(&self) -> f64 {
        self.stop_value
    }

    /// From which change on a unit counts as moving: the stop value is meant for the way to what
    /// its neighbours say, of which it goes only a part.
    fn moving(&self) -> f64 {
        system::DAMPING * self.stop_value
    }

    /// The most iterations.
    pub fn max_iter(&self) -> u32 {
        self.max_iter
    }
}

impl Default for Parameters {
    /// The paper's best stop value; so many iterations that only a fight of blocks in atari meets
    /// their end.
    fn default() -> Parameters {
        Parameters { stop_value: 1e-3, max_iter: 100, suicide: true, reading: false }
    }
}

/// The fixed point of a board's dynamical system.
#[derive(Clone, Debug)]
pub struct Dynamics {
    system: System,
    board: Board,
    parameters: Parameters,
}

impl Dynamics {
    /// The fixed point of a board. Unconditionally alive blocks are pinned.
    pub fn of(board: &Board, parameters: Parameters) -> Dynamics {
        let nothing = ByColor { black: PointSet::EMPTY, white: PointSet::EMPTY };
        Dynamics::with_pinned(board, parameters, &nothing)
    }

    /// The fixed point if, beyond what is unconditionally alive, these points are known to be
    /// Black's and White's: living stones and territory, with dead stones on it.
    pub fn with_pinned(board: &Board, parameters: Parameters, known: &ByColor<PointSet>) -> Dynamics {
        let mut dynamics = Dynamics { system: System::default(), board: board.clone(), parameters };
        dynamics.settle(board, known);
        dynamics
    }

    /// Evaluates another board from scratch, of which these points are known. Memory is used again.
    pub fn evaluate(&mut self, board: &Board, known: &ByColor<PointSet>) {
        self.settle(board, known);
        self.board.clone_from(board);
    }

    fn settle(&mut self, board: &Board, known: &ByColor<PointSet>) {
        let mut pinned = Pinned::benson(board);
        for color in [Color::Black, Color::White] {
            pinned.add(color, &known[color]);
        }
        self.system.set_up(board, &pinned);
        if self.parameters.reading {
            self.system.pin_read(board, Read::of(board).strengths());
        }
        self.system.settle(&self.parameters);
    }

    /// Follows a move: the fixed point after it, found from the one before, as an evaluation from
    /// scratch would find it (in 8,475 moves of professional games, no unit was off by more than
    /// 0.01, with the default stop value of 0.001). Points given to [`Dynamics::with_pinned`] were
    /// known before the move, as was what was read, and are let go.
    pub fn play(&mut self, color: Color, point: Point) -> Result<Outcome, Occupied> {
        self.follow(color, point, self.parameters.stop_value / 4.0)
    }

    fn follow(&mut self, color: Color, point: Point, differing: f64) -> Result<Outcome, Occupied> {
        let mut after = self.board.clone();
        let outcome = after.play(color, point)?;
        let pinned = Pinned::benson(&after);
        self.system.play(&self.board, color, point, &pinned);
        self.system.settle_again(&self.parameters, differing);
        self.board = after;
        Ok(outcome)
    }

    /// The board that was evaluated.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How much a point, or the block on it, is Black's: 0 to 1.
    pub fn black(&self, point: Point) -> f64 {
        self.system.black(point)
    }

    /// The probability that the block on a point survives; `None` if there is none.
    pub fn strength(&self, point: Point) -> Option<f64> {
        Some(match self.board.get(point)? {
            Color::Black => self.black(point),
            Color::White => 1.0 - self.black(point),
        })
    }

    /// How often the unit of a point was worked out while it changed: how unstable it is.
    pub fn iterations(&self, point: Point) -> u16 {
        self.system.iterations(point, &self.parameters)
    }

    /// Black's expected points minus White's, all stones and points counted.
    pub fn lead(&self) -> f64 {
        self.system.lead()
    }

    /// The sum as the paper's text has it: strength times size with the block's sign, and influence
    /// at points.
    pub fn text_sum(&self) -> f64 {
        let of = |p: Point| match self.board.get(p) {
            None => 2.0 * self.black(p) - 1.0,
            Some(Color::Black) => self.black(p),
            Some(Color::White) => self.black(p) - 1.0,
        };
        self.board.size().points().map(of).sum()
    }
}

#[cfg(test)]
mod tests;

//! The order of games: `G ≤ H` if Left, moving second, wins `H - G`.
//!
//! `S ≤ T + d` holds from some number `d` upwards, and for none below. So what is remembered about
//! two shapes is not one answer but the least `d` known to suffice and the greatest known not to.
//! Options of numbers are never looked at: who can move elsewhere does not move in a number (number
//! avoidance, \[Siegel2013\]).

use std::cmp::Ordering;
use std::fmt;

use crate::store::remember;
use crate::{Dyadic, Game, GameError, Side, Store};

/// What is known about `S ≤ T + d` for two shapes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Threshold {
    holds: Option<Dyadic>,
    fails: Option<Dyadic>,
}

/// Who wins a game, if both sides play as well as they can.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Left, whoever begins: the game is positive.
    Left,
    /// Right, whoever begins: the game is negative.
    Right,
    /// The first player: the game is incomparable with 0.
    First,
    /// The second player: the game is 0.
    Second,
}

impl Outcome {
    /// The customary letter: L, R, N (the next player), P (the previous player).
    pub fn letter(self) -> char {
        match self {
            Outcome::Left => 'L',
            Outcome::Right => 'R',
            Outcome::First => 'N',
            Outcome::Second => 'P',
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Left => "Left wins",
            Outcome::Right => "Right wins",
            Outcome::First => "the first player wins",
            Outcome::Second => "the second player wins",
        })
    }
}

impl Store {
    /// Whether `a ≤ b`.
    ///
    /// # Errors
    /// [`GameError::Work`] and [`GameError::Overflow`].
    pub fn at_most(&mut self, a: Game, b: Game) -> Result<bool, GameError> {
        self.begin();
        self.le(a, b)
    }

    /// How two games compare; `None` if they are incomparable, `a || b`.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use keisei_cgt::{Game, Store};
    ///
    /// let mut store = Store::default();
    /// let (up, star) = (store.parse("↑")?, store.parse("*")?);
    /// assert_eq!(store.compare(up, Game::ZERO)?, Some(Ordering::Greater));
    /// assert_eq!(store.compare(up, star)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Work`] and [`GameError::Overflow`].
    pub fn compare(&mut self, a: Game, b: Game) -> Result<Option<Ordering>, GameError> {
        self.begin();
        if a == b {
            return Ok(Some(Ordering::Equal));
        }
        Ok(if self.le(a, b)? {
            Some(Ordering::Less)
        } else if self.le(b, a)? {
            Some(Ordering::Greater)
        } else {
            None
        })
    }

    /// Who wins a game.
    ///
    /// # Errors
    /// [`GameError::Work`] and [`GameError::Overflow`].
    pub fn outcome(&mut self, game: Game) -> Result<Outcome, GameError> {
        Ok(match self.compare(game, Game::ZERO)? {
            Some(Ordering::Greater) => Outcome::Left,
            Some(Ordering::Less) => Outcome::Right,
            Some(Ordering::Equal) => Outcome::Second,
            None => Outcome::First,
        })
    }

    /// Whether `a` is as good for a side as `b`, or better.
    pub(crate) fn as_good(&mut self, side: Side, a: Game, b: Game) -> Result<bool, GameError> {
        match side {
            Side::Left => self.le(b, a),
            Side::Right => self.le(a, b),
        }
    }

    /// `a ≤ b`.
    pub(crate) fn le(&mut self, a: Game, b: Game) -> Result<bool, GameError> {
        if a.shape == b.shape {
            return Ok(a.shift <= b.shift);
        }
        let shift = b.shift.minus(a.shift)?;
        let (wide, other) = (self.shape(a.shape).half_width, self.shape(b.shape).half_width);
        let (low, high) = (shift.minus(other)?, shift.plus(other)?);
        // By their stops: a game all of whose stops are lower is less, and a game with one higher
        // is not.
        if wide < low {
            return Ok(true);
        }
        if wide > high || -wide > low {
            return Ok(false);
        }
        let key = (a.shape, b.shape);
        if let Some(known) = self.order.get(&key) {
            if known.holds.is_some_and(|holds| shift >= holds) {
                return Ok(true);
            }
            if known.fails.is_some_and(|fails| shift <= fails) {
                return Ok(false);
            }
        }
        self.step()?;
        let (a, b) = (Game::of_shape(a.shape), Game { shape: b.shape, shift });
        let holds = self.le_by_moves(a, b)?;
        let mut known = self.order.get(&key).copied().unwrap_or_default();
        *if holds { &mut known.holds } else { &mut known.fails } = Some(shift);
        remember(&mut self.order, key, known);
        Ok(holds)
    }

    /// `a ≤ b` unless Left has a move from `a`, or Right from `b`, to a game as good as the other.
    fn le_by_moves(&mut self, a: Game, b: Game) -> Result<bool, GameError> {
        if !a.is_number() {
            for place in 0..self.count(a, Side::Left) {
                let option = self.option(a, Side::Left, place)?;
                if self.le(b, option)? {
                    return Ok(false);
                }
            }
        }
        if !b.is_number() {
            for place in 0..self.count(b, Side::Right) {
                let option = self.option(b, Side::Right, place)?;
                if self.le(option, a)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

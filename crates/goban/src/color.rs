//! The two colours, and pairs of things of which each colour has one.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

/// Black or White. An empty point is `Option::<Color>::None`, never a third colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Plays first in an even game; positive in every score.
    Black,
    /// Receives komi; negative in every score.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The other colour.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// +1 for Black, −1 for White: the sign of this colour's points in a score.
    #[inline]
    pub const fn sign(self) -> i32 {
        match self {
            Color::Black => 1,
            Color::White => -1,
        }
    }

    /// `B` or `W`, as in SGF, GTP and KataGo's protocol.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// `X` or `O`, as in diagrams.
    pub const fn symbol(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        self.opponent()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// A word that names no colour.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a colour: expected b or w")]
pub struct UnknownColor(pub String);

impl FromStr for Color {
    type Err = UnknownColor;

    /// `b`, `black`, `w` or `white`, in capitals or not.
    fn from_str(text: &str) -> Result<Color, UnknownColor> {
        let is = |names: [&str; 2]| names.iter().any(|name| text.eq_ignore_ascii_case(name));
        match () {
            () if is(["b", "black"]) => Ok(Color::Black),
            () if is(["w", "white"]) => Ok(Color::White),
            () => Err(UnknownColor(text.chars().take(30).collect())),
        }
    }
}

/// One `T` for each colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Makes a pair by asking for each colour's part.
    pub fn new_with(mut part: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor { black: part(Color::Black), white: part(Color::White) }
    }

    /// The same pair with the colours exchanged.
    #[must_use]
    pub fn swapped(self) -> ByColor<T> {
        ByColor { black: self.white, white: self.black }
    }

    /// Applies `f` to each part.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor { black: f(self.black), white: f(self.white) }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

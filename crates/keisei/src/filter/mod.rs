//! Filters: which half of the legal moves a Monte-Carlo player need not look at \[OshimaSo\].
//!
//! A filter ranks the legal moves by the potential of the stones, or by how steep the potential is,
//! and removes half of them:
//!
//! ```text
//!  . . . . .      + + + + +     PF1, Black to play: the potential is highest around the black stone,
//!  . X . . .      + X + + .     so that Black looks at the points near it (+). Of 23 moves 11 are
//!  . . . . .      + + + . .     removed. The points on the way from A1 to E5 are as near to one stone
//!  . . . O .      + . . O .     as to the other: of these the upper three are kept.
//!  . . . . .      . . . . .
//! ```
//!
//! A stone adds ±1/m^r to a point at Euclidean distance r; the table's "Black" is the side that
//! filters, so that the signs change with the colour to play. The steepness is Horn's slope of a
//! 3×3 window \[Horn1981\], as in geographical information systems: of the usual ones it alone
//! gives the ranks that the paper tells of its table 3 (77, 55, 33, 11 and 5).
//!
//! Invariants: of n moves ⌊n/2⌋ are removed; turning the board turns the values; exchanging colours
//! and turn changes nothing. Potentials are whole numbers
//! ([`Influence::unit`](crate::potential::Influence::unit)) and slopes are compared by their
//! squares, in whole numbers too: rounding never decides, and results are the same on every
//! machine.
//!
//! # What the paper leaves open
//!
//! - **Beyond the edge** the slope's window repeats the values of the edge.
//! - **Ties** go by place, row by row from the top left, for every filter but the random one. On an
//!   empty board everything is a tie, and on symmetric boards much is. Points that tie by symmetry
//!   are as good as each other, so that it does not matter which of them go; and of an empty square
//!   board of odd size the half that is kept has each point or a mirror image of it (but for PF3,
//!   which keeps the middle rows). Chance would add noise to experiments and make what a filter
//!   keeps depend on a seed.
//! - **PF3** removes the first and the last quarter: ⌊n/2⌋ moves in all, the odd one at the low
//!   end.
//! - **Above the switching point** means more moves than it says; at the switching point the filter
//!   is off. The paper's counts of playouts come out that way ([`arithmetic`]).
//!
//! Known to fail where the move that matters is far from where the filter looks: it knows nothing
//! of captures and ladders. That is why it is switched off when few moves are left.

pub mod arithmetic;
mod sieve;

use std::fmt;
use std::str::FromStr;

use crate::potential::Attenuation;

pub use self::sieve::Sieve;

/// A filter of tables 2 and 3 of \[OshimaSo\].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Filter {
    /// Any half.
    Random,
    /// Keeps what is near one's own stones.
    Pf1,
    /// Keeps what is near the opponent's stones.
    Pf2,
    /// Keeps what is near neither or as near to both.
    Pf3,
    /// Keeps what is near stones.
    Pf4,
    /// Keeps what is close around stones.
    Pf5,
    /// Keeps what is around and between stones.
    Pf6,
    /// The same, more between them.
    Pf7,
    /// The same, more still.
    Pf8,
    /// The same, most of all.
    Pf9,
}

/// What a filter ranks moves by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranking {
    /// The potential.
    Potential,
    /// How steep it is.
    Gradient,
}

/// Which part of the ranking is removed, the highest values being at the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// The lower half.
    Low,
    /// The upper half.
    Top,
    /// The first and the last quarter.
    Outer,
}

impl Removal {
    /// How many of so many moves are removed at the top and at the low end.
    pub fn counts(self, moves: usize) -> (usize, usize) {
        let removed = moves / 2;
        match self {
            Removal::Low => (0, removed),
            Removal::Top => (removed, 0),
            Removal::Outer => (removed / 2, removed - removed / 2),
        }
    }
}

/// How a filter works: its column in table 2 or 3.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recipe {
    /// What moves are ranked by.
    pub ranking: Ranking,
    /// The base m of the potential 1/m^r.
    pub attenuation: Attenuation,
    /// Whether the opponent's stones count against one's own (+/−) or like them (+/+).
    pub opposed: bool,
    /// What is removed.
    pub removal: Removal,
}

impl Filter {
    /// All filters.
    pub const ALL: [Filter; 10] = [
        Filter::Random,
        Filter::Pf1,
        Filter::Pf2,
        Filter::Pf3,
        Filter::Pf4,
        Filter::Pf5,
        Filter::Pf6,
        Filter::Pf7,
        Filter::Pf8,
        Filter::Pf9,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Filter::Random => "random",
            Filter::Pf1 => "PF1",
            Filter::Pf2 => "PF2",
            Filter::Pf3 => "PF3",
            Filter::Pf4 => "PF4",
            Filter::Pf5 => "PF5",
            Filter::Pf6 => "PF6",
            Filter::Pf7 => "PF7",
            Filter::Pf8 => "PF8",
            Filter::Pf9 => "PF9",
        }
    }

    /// One line about it.
    pub fn summary(self) -> &'static str {
        match self {
            Filter::Random => "keeps any half",
            Filter::Pf1 => "keeps what is near one's own stones",
            Filter::Pf2 => "keeps what is near the opponent's stones",
            Filter::Pf3 => "keeps what is near neither side's stones, or as near to both",
            Filter::Pf4 => "keeps what is near stones of either side",
            Filter::Pf5 => "keeps where the potential is steep, m = 4: close around stones",
            Filter::Pf6 => "the same, m = 2: around and between stones",
            Filter::Pf7 => "the same, m = 1.5",
            Filter::Pf8 => "the same, m = 1.25",
            Filter::Pf9 => "the same, m = 1.15: between stones of different colours",
        }
    }

    /// How it works; the random filter has no recipe.
    pub fn recipe(self) -> Option<Recipe> {
        use Ranking::{Gradient, Potential};
        use Removal::{Low, Outer, Top};
        let (ranking, m, opposed, removal) = match self {
            Filter::Random => return None,
            Filter::Pf1 => (Potential, 2.0, true, Low),
            Filter::Pf2 => (Potential, 2.0, true, Top),
            Filter::Pf3 => (Potential, 2.0, true, Outer),
            Filter::Pf4 => (Potential, 2.0, false, Low),
            Filter::Pf5 => (Gradient, 4.0, true, Low),
            Filter::Pf6 => (Gradient, 2.0, true, Low),
            Filter::Pf7 => (Gradient, 1.5, true, Low),
            Filter::Pf8 => (Gradient, 1.25, true, Low),
            Filter::Pf9 => (Gradient, 1.15, true, Low),
        };
        let attenuation = Attenuation::new(m).expect("all bases are more than 1");
        Some(Recipe { ranking, attenuation, opposed, removal })
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no filter has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no filter `{0}`: expected {names}", names = Filter::ALL.map(Filter::name).join(", "))]
pub struct UnknownFilter(pub String);

impl FromStr for Filter {
    type Err = UnknownFilter;

    /// Reads a name, in capitals or not.
    fn from_str(name: &str) -> Result<Filter, UnknownFilter> {
        Filter::ALL
            .into_iter()
            .find(|filter| filter.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownFilter(name.chars().take(20).collect()))
    }
}

/// A filter and the number of legal moves above which it is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pruning {
    /// The filter.
    pub filter: Filter,
    /// The switching point.
    pub switch: u32,
}

impl Pruning {
    /// Whether the filter is on with so many legal moves.
    pub fn is_on(self, moves: usize) -> bool {
        moves > self.switch as usize
    }
}

/// A switching point that a board does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a switching point of {switch} is out of range: a board of {points} points has those from 2 to {points}"
)]
pub struct SwitchError {
    /// What was asked for.
    pub switch: u32,
    /// The number of points of the board.
    pub points: u32,
}

/// Checks a switching point for a board of so many points: from 2 to their number, as in the paper.
pub fn check_switch(switch: u32, points: u32) -> Result<(), SwitchError> {
    if (2..=points).contains(&switch) { Ok(()) } else { Err(SwitchError { switch, points }) }
}

#[cfg(test)]
mod tests;

//! The judge: proofs where there are some, and one calibrated estimate made of all methods
//! elsewhere.
//!
//! Proved points ([`crate::safety`]) belong to their owners. About every other point the methods
//! are asked ([`views`]): random games, the dynamical system, potentials and inner areas, zones and
//! groups. Their answers are put through curves and small tables ([`parts`]) whose heights, the
//! weights, were fitted on labelled positions ([`model`], `static.model`, `deep.model`): the log
//! odds that a point is Black's are a sum, so that each method's share in it can be shown
//! ([`Judgement::explain`]). No feature is hidden behind another.
//!
//! The lead is the sum of the ownership, corrected by what the amount of doubt teaches
//! ([`model::Outlook`]); the probability of winning follows from both.
//!
//! Invariant: proved points are ±1; the terms add up to the lead; exchanging the colours changes
//! every sign (with random games, up to their noise).
//!
//! Known to fail: capturing races and groups whose life takes reading, which no method here reads;
//! between unequal players doubt leans towards an even game. It does not know of double threats
//! ([`crate::zones::threat`]). To come: races and endgames as further views.
//!
//! Source: \[Müller2002\], section 5, asks for such a transition between proofs and estimates, for
//! the spread of the score and the chance to win.

mod data;
mod evaluator;
pub mod model;
pub mod parts;
pub mod views;

pub use self::evaluator::{Explanation, Judge, Judgement};
pub use self::model::Model;
pub use self::parts::Part;

use crate::names::{Named, named};
use crate::safety::Limits;

/// How much work is put into a judgement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Effort {
    /// No search: static rules prove, static methods estimate.
    Static,
    /// Proofs by search as well.
    Normal,
    /// Random games as well.
    #[default]
    Deep,
}

impl Effort {
    /// All efforts, the smallest first.
    pub const ALL: &[Effort] = &[Effort::Static, Effort::Normal, Effort::Deep];

    /// How much is searched for proofs, unless it is said otherwise. Beside random games a search
    /// costs little; without them it would take most of the time.
    pub fn limits(self) -> Limits {
        match self {
            Effort::Static => Limits::STATIC,
            Effort::Normal => Limits { nodes: 500, ..Limits::QUICK },
            Effort::Deep => Limits::QUICK,
        }
    }
}

impl Named for Effort {
    const WHAT: &'static str = "effort";
    const ALL: &'static [Effort] = Effort::ALL;

    fn name(self) -> &'static str {
        match self {
            Effort::Static => "static",
            Effort::Normal => "normal",
            Effort::Deep => "deep",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Effort::Static => "No search: static rules prove, static methods estimate",
            Effort::Normal => "Proofs by search as well",
            Effort::Deep => "Random games as well",
        }
    }
}

named!(Effort);

#[cfg(test)]
mod tests;

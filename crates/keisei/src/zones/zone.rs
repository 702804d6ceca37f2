//! Zones: parts of the board that stones and dividers of a colour cut off, and what they are worth
//! to it.
//!
//! ```text
//! . . X . . . .     The four points in the corner are a zone of Black's, cut off by two one-point
//! . . * . . . .     jumps. The rest of the board is another one.
//! X * X . . . .
//! ```
//!
//! A colour's zones are the connected parts of the board without its living stones and its
//! dividers; its potential zones those without its potential dividers as well \[Müller2002\]. The
//! statuses are the paper's; how they are told apart is ours ([`ZoneRules`]):
//! - *unused*: a living group of the opponent stands there;
//! - *safe*: cut off by stones and dividers alone, small, within reach of the owner's stones, and
//!   the opponent cannot connect to much of it;
//! - *potential*: cut off with the help of potential dividers, or not quite so small or well
//!   controlled;
//! - *threatened*: weaker still.

use keisei_goban::{Color, PointSet};

/// What a zone is worth to its owner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ZoneStatus {
    /// Nothing: a living group of the opponent is in it.
    Unused,
    /// Too weak to be counted.
    Threatened,
    /// It may become territory.
    Potential,
    /// It is territory.
    Safe,
}

impl ZoneStatus {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ZoneStatus::Unused => "unused",
            ZoneStatus::Threatened => "threatened",
            ZoneStatus::Potential => "potential",
            ZoneStatus::Safe => "safe",
        }
    }
}

/// What is counted about a zone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ZoneFeatures {
    /// Its points.
    pub size: usize,
    /// Those within the distance of control from the owner's stones.
    pub controlled: usize,
    /// Those to which the opponent can connect.
    pub entered: usize,
    /// The opponent's stones in it that are neither living nor dead.
    pub weak_stones: usize,
    /// The opponent's living stones in it.
    pub living_stones: usize,
    /// The owner's stones that touch it or a divider beside it.
    pub walls: usize,
    /// Those of them that may die.
    pub weak_walls: usize,
}

/// A part of the board that the stones and dividers of one colour cut off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Zone {
    /// Whose it is.
    pub color: Color,
    /// Its points.
    pub points: PointSet,
    /// Whether it takes no potential divider to cut it off.
    pub closed: bool,
    /// What it is worth.
    pub status: ZoneStatus,
    /// What was counted.
    pub features: ZoneFeatures,
}

/// What makes a zone safe or potential. Set by what zones with such numbers came to on labelled
/// positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ZoneRules {
    /// How near the owner's stones a point must be to be controlled.
    pub control: u8,
    /// A safe zone has at most this share of the board,
    pub safe_size: f64,
    /// at most this share of it is not controlled,
    pub safe_uncontrolled: f64,
    /// the opponent can connect to, or has weak stones on, at most this share of it; and no weak
    /// stones are its walls.
    pub safe_entered: f64,
    /// A potential zone has at most this share of the board;
    pub potential_size: f64,
    /// unless the opponent cannot enter it at all, at most this share of it is not controlled,
    pub potential_uncontrolled: f64,
    /// and the opponent can connect to, or has weak stones on, at most this share of it.
    pub potential_entered: f64,
}

impl Default for ZoneRules {
    fn default() -> ZoneRules {
        ZoneRules {
            control: 2,
            safe_size: 0.2,
            safe_uncontrolled: 0.4,
            safe_entered: 0.4,
            potential_size: 0.25,
            potential_uncontrolled: 0.8,
            potential_entered: 0.8,
        }
    }
}

impl ZoneRules {
    /// What a zone with these features is worth on a board of so many points.
    pub fn status(&self, features: &ZoneFeatures, closed: bool, area: usize) -> ZoneStatus {
        if features.living_stones > 0 {
            return ZoneStatus::Unused;
        }
        let share = |points: usize, of: usize| points as f64 / of as f64;
        let size = share(features.size, area);
        let uncontrolled = share(features.size - features.controlled, features.size);
        let entered = share(features.entered + features.weak_stones, features.size);
        let safe = closed
            && features.weak_walls == 0
            && size <= self.safe_size
            && uncontrolled <= self.safe_uncontrolled
            && entered <= self.safe_entered;
        let potential = size <= self.potential_size
            && (entered == 0.0
                || uncontrolled <= self.potential_uncontrolled && entered <= self.potential_entered);
        match (safe, potential) {
            (true, _) => ZoneStatus::Safe,
            (false, true) => ZoneStatus::Potential,
            (false, false) => ZoneStatus::Threatened,
        }
    }
}

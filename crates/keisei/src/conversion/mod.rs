//! From potentials to ownership: what a potential is worth, fitted on labelled positions.
//!
//! \[TajimaSanechika\] says that each potential "can be converted to equivalent territory size",
//! but not how. Here the ownership of a point is `tanh(w·x / 2)`, where `x` are [`FEATURES`]
//! numbers that change sign when the colours are exchanged (the potential of the point and around
//! it, the inner area it belongs to, the liberties of the block on it, who is to play), and `w` are
//! weights fitted by `keisei study fit`. That is logistic regression: the labels are themselves
//! expectations, the best weights are unique, and at them the sum over all points of any feature
//! times the error is 0, so that no feature is trusted too much or too little.
//!
//! The lead is the sum of the ownership. How far it is off depends on how full the board is
//! ([`Spread`]), and the probability of winning is a logistic function of the lead over that.
//!
//! Invariant: exchanging the colours (and whose turn it is) changes the sign of everything; turning
//! the board turns it.

mod data;
mod features;

use keisei_goban::{Position, Size};

pub use self::features::{FEATURES, Features, Odds};

use crate::knots::Knots;
use crate::potential::{Distance, Influence};
use crate::{Ownership, ScoreEstimate};

/// How full the board is at the knots between which [`Spread::stdev`] is interpolated.
pub const BY_STAGE: Knots<f64, STAGES> = Knots::<f64, _>::new([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.65]);

/// How many knots [`BY_STAGE`] has.
pub const STAGES: usize = 7;

/// The numbers that `keisei study fit` finds.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights of the features.
    pub weights: [f64; FEATURES],
    /// How far the lead is off.
    pub spread: Spread,
}

/// How far a lead may be off, and what that makes of the chance to win.
#[derive(Clone, PartialEq, Debug)]
pub struct Spread {
    /// The standard deviation of the lead on a 19×19 board as full as [`BY_STAGE`] says.
    pub stdev: [f64; STAGES],
    /// The probability of winning is the logistic function of the lead over the standard deviation,
    /// times this.
    pub slope: f64,
}

/// What is converted: a potential alone, or with the inner areas of moyo.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Basis {
    /// The potential alone.
    Potential,
    /// The potential and the inner areas.
    Moyo,
}

impl Fitted {
    /// What was fitted for this basis and influence. Attenuation was fitted with m = 2.
    pub fn new(basis: Basis, influence: Influence) -> &'static Fitted {
        let place = match influence {
            Influence::Tables => 0,
            Influence::Inverse(Distance::Manhattan) => 1,
            Influence::Inverse(Distance::Euclidean) => 2,
            Influence::Halving(Distance::Manhattan) => 3,
            Influence::Halving(Distance::Euclidean) | Influence::Attenuation(_) => 4,
        };
        match basis {
            Basis::Potential => &data::POTENTIAL[place],
            Basis::Moyo => &data::MOYO[place],
        }
    }

    /// The influences that are fitted, in the order of the lists of fitted numbers.
    pub const INFLUENCES: [Influence; 5] = [
        Influence::Tables,
        Influence::Inverse(Distance::Manhattan),
        Influence::Inverse(Distance::Euclidean),
        Influence::Halving(Distance::Manhattan),
        Influence::Halving(Distance::Euclidean),
    ];

    /// The ownership of all points of a position.
    pub fn ownership(&self, size: Size, features: &Features) -> Ownership {
        let odds = self.odds(features);
        let mut ownership = Ownership::even(size);
        for p in size.points() {
            ownership.set(p, libm::tanh(odds.of(p) / 2.0) as f32);
        }
        ownership
    }

    /// The log odds of the points of a position.
    pub fn odds<'a>(&self, features: &'a Features) -> Odds<'a> {
        Odds::new(features, &self.weights)
    }

    /// The ownership of a point with these features.
    pub fn ownership_of(&self, features: &[f64; FEATURES]) -> f64 {
        let sum: f64 = self.weights.iter().zip(features).map(|(w, x)| w * x).sum();
        libm::tanh(sum / 2.0)
    }
}

impl Spread {
    /// How far a lead may be off: interpolated by how full the board is, and smaller on smaller
    /// boards (with the square root of the side, which is what the errors on 9×9 and 13×13 come
    /// to).
    pub fn stdev(&self, position: &Position) -> f64 {
        let stage = features::stage(position);
        let area = f64::from(position.board().size().area());
        let on_19 = BY_STAGE.interpolate(&self.stdev, stage);
        on_19 * size_factor(area)
    }

    /// A lead, its standard deviation and the probability that Black wins.
    pub fn score(&self, position: &Position, lead: f64) -> ScoreEstimate {
        let stdev = self.stdev(position);
        let with_komi = lead - position.compensation().points();
        let black_wins = 1.0 / (1.0 + libm::exp(-self.slope * with_komi / stdev));
        ScoreEstimate { lead, stdev: Some(stdev), black_wins: Some(black_wins) }
    }
}

/// How much smaller errors of the lead are on a board of this area than on 19×19.
pub fn size_factor(area: f64) -> f64 {
    (area / 361.0).sqrt().sqrt()
}

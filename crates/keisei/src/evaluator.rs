//! What an evaluator is, and which there are.

use keisei_goban::Position;

use crate::dynamics::Seds;
use crate::judge::Judge;
use crate::moyo::MoyoEvaluator;
use crate::playout::PlayoutEvaluator;
use crate::potential::Potential;
use crate::safety::{Limits, SafetyEvaluator};
use crate::territory::ZonesEvaluator;
use crate::{Area, Evaluation};

/// A method of judging positions.
///
/// Scratch memory lives in the evaluator, so that evaluating allocates little after the first time; one evaluator per
/// thread. The same position gives the same evaluation, whatever was evaluated before.
pub trait Evaluator {
    /// The name of the method, as on the command line.
    fn name(&self) -> &'static str;

    /// Judges a position.
    fn evaluate(&mut self, position: &Position) -> Evaluation;
}

/// The methods there are, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// Stones and the empty points they enclose, as they stand: [`Area`].
    Area,
    /// What the stones radiate: [`Potential`].
    Potential,
    /// The same, and the inner areas of frameworks: [`MoyoEvaluator`].
    Moyo,
    /// The fixed point of a dynamical system: [`Seds`].
    Seds,
    /// What is proved, and nothing else: [`SafetyEvaluator`].
    Safety,
    /// Zones that dividers cut off: [`ZonesEvaluator`].
    Zones,
    /// Averages over random games: [`PlayoutEvaluator`].
    Playout,
    /// Proofs, and all methods together: [`Judge`].
    #[default]
    Judge,
}

impl Method {
    /// All methods. The default is the best there is.
    pub const ALL: [Method; 8] = [
        Method::Area,
        Method::Potential,
        Method::Moyo,
        Method::Seds,
        Method::Safety,
        Method::Zones,
        Method::Playout,
        Method::Judge,
    ];

    /// The name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Area => "area",
            Method::Potential => "potential",
            Method::Moyo => "moyo",
            Method::Seds => "seds",
            Method::Safety => "safety",
            Method::Zones => "zones",
            Method::Playout => "playout",
            Method::Judge => "judge",
        }
    }

    /// One line about it.
    pub fn summary(self) -> &'static str {
        match self {
            Method::Area => "stones and the empty points they enclose, as they stand",
            Method::Potential => "what the stones radiate",
            Method::Moyo => "what the stones radiate, and the inner areas of frameworks (watershed method)",
            Method::Seds => "the fixed point of influence and strength (dynamical system)",
            Method::Safety => "what is proved: stones that are never taken, territory where nothing lives",
            Method::Zones => "zones that stones and dividers cut off, and the points near to one side",
            Method::Playout => "who owned what at the end of random games, with the standard error",
            Method::Judge => "proofs where there are some, all methods together elsewhere",
        }
    }

    /// An evaluator for it.
    pub fn evaluator(self) -> Box<dyn Evaluator + Send> {
        match self {
            Method::Area => Box::new(Area),
            Method::Potential => Box::new(Potential::default()),
            Method::Moyo => Box::new(MoyoEvaluator::default()),
            Method::Seds => Box::new(Seds::default()),
            Method::Safety => Box::new(SafetyEvaluator::new(Limits::QUICK)),
            Method::Zones => Box::new(ZonesEvaluator::default()),
            Method::Playout => Box::new(PlayoutEvaluator::default()),
            Method::Judge => Box::new(Judge::default()),
        }
    }
}

//! What an evaluator is, and which there are.

use keisei_goban::Position;

use crate::Evaluation;
use crate::names::{Named, named};
use crate::safety::Safety;

/// A method of judging positions.
///
/// Scratch memory lives in the evaluator, so that evaluating allocates little after the first time;
/// one evaluator per thread. The same position gives the same evaluation, whatever was evaluated
/// before. Most callers want an [`Assessor`](crate::Assessor), which finds the proofs as well.
pub trait Evaluator {
    /// The name of the method, as on the command line.
    fn name(&self) -> &'static str;

    /// Judges a position of which something is proved, or nothing ([`Safety::nothing`]).
    fn evaluate(&mut self, position: &Position, safety: &Safety) -> Evaluation;
}

/// The methods there are, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Method {
    /// Stones and the empty points they enclose, as they stand:
    /// [`AreaEvaluator`](crate::method::AreaEvaluator).
    Area,
    /// What the stones radiate: [`PotentialEvaluator`](crate::method::PotentialEvaluator).
    Potential,
    /// The same, and the inner areas of frameworks: [`MoyoEvaluator`](crate::method::MoyoEvaluator).
    Moyo,
    /// The fixed point of a dynamical system: [`SedsEvaluator`](crate::method::SedsEvaluator).
    Seds,
    /// What is proved, and nothing else: [`SafetyEvaluator`](crate::method::SafetyEvaluator).
    Safety,
    /// Zones that dividers cut off: [`ZonesEvaluator`](crate::method::ZonesEvaluator).
    Zones,
    /// Averages over random games: [`PlayoutEvaluator`](crate::method::PlayoutEvaluator).
    Playout,
    /// Proofs, and all methods together: [`Judge`](crate::judge::Judge).
    #[default]
    Judge,
}

impl Method {
    /// All methods. The default is the best there is.
    pub const ALL: &[Method] = &[
        Method::Area,
        Method::Potential,
        Method::Moyo,
        Method::Seds,
        Method::Safety,
        Method::Zones,
        Method::Playout,
        Method::Judge,
    ];
}

impl Named for Method {
    const WHAT: &'static str = "method";
    const ALL: &'static [Method] = Method::ALL;

    fn name(self) -> &'static str {
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

    fn summary(self) -> &'static str {
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
}

named!(Method);

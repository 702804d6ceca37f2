//! The methods: what proofs and estimates say, each as an [`Evaluator`](crate::Evaluator).
//!
//! What a method computes stands in a module of its own, which knows nothing of evaluations; here it
//! is made into ownership, a score and its terms. [`Settings`](crate::Settings) choose among them by
//! [`Method`](crate::Method). The method that joins all others is the [judge](crate::judge).

mod area;
mod moyo;
mod playout;
mod potential;
mod safety;
mod seds;
mod zones;

pub use self::area::AreaEvaluator;
pub use self::moyo::MoyoEvaluator;
pub use self::playout::PlayoutEvaluator;
pub use self::potential::PotentialEvaluator;
pub use self::safety::SafetyEvaluator;
pub use self::seds::{BY_SURENESS, Calibration, SURENESSES, SedsEvaluator};
pub use self::zones::{Weights, ZonesEvaluator};

//! Positional judgement in Go (形勢判断, *keisei handan*): who owns what, by how much, how sure, and
//! why.
//!
//! ```
//! use keisei::Settings;
//! use keisei_goban::Diagram;
//!
//! let diagram: Diagram = "
//!     . X O . .
//!     . X O . .
//!     X X O O .
//!     . X X O O
//!     . . X O .
//! ".parse()?;
//! let evaluation = Settings::default().assess(&diagram.position()?);
//! println!("Black leads by {:+.1} on the board", evaluation.score.lead);
//! let corner = "A1".parse()?;
//! println!("A1: {:+.2}, {}", evaluation.ownership.get(corner), evaluation.evidence[corner].name());
//! # assert_eq!(evaluation.score.lead, -1.0);
//! # assert_eq!(evaluation.evidence[corner].name(), "proved");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Settings`] say which [`Method`] judges and how hard it tries; the answer is an [`Evaluation`]:
//! a score, the owner of each point (Black is positive) with the evidence for it, and named terms
//! that add up to the score. A proof and an estimate are never the same thing: see [`Evidence`].
//! What can be proved is proved first, whatever the method. The rules of Go and the boards are in
//! [`keisei_goban`].

mod benson;
pub mod candidates;
mod chains;
pub mod comparison;
pub mod conversion;
pub mod course;
mod draft;
mod evaluation;
mod evaluator;
pub mod filter;
pub mod judge;
pub mod knots;
pub mod method;
pub mod moyo;
pub mod names;
pub mod player;
pub mod playout;
pub mod potential;
pub mod preference;
pub mod random;
pub mod ranker;
pub mod reading;
pub mod safety;
pub mod seds;
#[cfg(feature = "serde")]
mod serialized;
mod settings;
pub mod settlement;
pub mod standing;
mod surroundings;
mod weights;
pub mod zones;

pub use evaluation::{
    BlockOpinion, Evaluation, Evidence, Layer, LayerName, LayerValues, Ownership, Proof, ScoreEstimate,
    Status, Term, WeakPoints,
};
pub use evaluator::{Evaluator, Method};
pub use judge::Judge;
pub use names::Named;
pub use settings::{Assessor, Settings};
pub use weights::WeightsError;

//! Positional judgement in Go (形勢判断, *keisei handan*): who owns what, by how much, how sure, and why.
//!
//! ```
//! use keisei::{Area, Evaluator};
//! use keisei_goban::Diagram;
//!
//! let diagram: Diagram = "
//!     . X O . .
//!     . X O . .
//!     . X O . .
//! ".parse()?;
//! let evaluation = Area.evaluate(&diagram.position()?);
//! assert_eq!(evaluation.score.lead, -3.0); // Black has 6 points, White 9.
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every method is an [`Evaluator`] and answers with an [`Evaluation`]: a score, the owner of each point with the
//! evidence for it, and named terms that add up to the score. A proof and an estimate are never the same thing: see
//! [`Evidence`]. The rules of Go and the boards are in [`keisei_goban`].

mod area;
pub mod conversion;
pub mod dynamics;
mod evaluation;
mod evaluator;
pub mod filter;
pub mod judge;
pub mod moyo;
pub mod player;
pub mod playout;
pub mod potential;
pub mod random;
pub mod safety;
pub mod settlement;
mod surroundings;
pub mod territory;

pub use area::Area;
pub use evaluation::{
    BlockOpinion, Evaluation, Evidence, Layer, LayerValues, Ownership, Proof, ScoreEstimate, Status, Term,
    WeakPoints,
};
pub use evaluator::{Evaluator, Method};

//! Choosing a move.
//!
//! [`PlainPlayer`] judges each move by itself, without looking ahead. [`FlatPlayer`] tries each move in random games.

mod flat;
mod plain;

pub use flat::{Considered, FlatOptions, FlatPlayer, candidates};
pub use plain::{Candidate, PlainPlayer};

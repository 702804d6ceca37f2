//! Choosing a move.
//!
//! [`PlainPlayer`] judges each move by itself, without looking ahead. [`FlatPlayer`] tries each move in random games.
//! [`UctPlayer`] grows a tree of them.

mod flat;
mod plain;
pub mod uct;

pub use flat::{Considered, FlatOptions, FlatPlayer, candidates};
pub use plain::{Candidate, PlainPlayer};
pub use uct::UctPlayer;

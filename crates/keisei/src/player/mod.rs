//! Choosing a move.
//!
//! [`PlainPlayer`] judges each move by itself, without looking ahead; [`UctPlayer`] grows a tree of random games.

mod plain;
pub mod uct;

pub use plain::{Candidate, PlainPlayer};
pub use uct::UctPlayer;

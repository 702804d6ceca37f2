//! Choosing a move.
//!
//! [`PlainPlayer`] judges each move by itself, without looking ahead.

mod plain;

pub use plain::{Candidate, PlainPlayer};

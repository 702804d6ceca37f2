//! Choosing a move.
//!
//! [`PlainPlayer`] judges each move by itself, without looking ahead. [`FlatPlayer`] tries each
//! move in random games. [`UctPlayer`] grows a tree of them.

mod flat;
mod plain;
mod settings;
pub mod uct;

pub use flat::{Considered, FlatOptions, FlatPlayer, candidates};
pub use plain::{Candidate, PlainPlayer};
#[cfg(feature = "clock")]
pub use settings::read_seconds;
pub use settings::{Player, PlayerName, PlayerSettings, Prior, read_filter, read_playouts};
pub use uct::UctPlayer;

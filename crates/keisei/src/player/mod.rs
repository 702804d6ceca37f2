//! Choosing a move.
//!
//! [`PlainPlayer`] judges each move by itself, without looking ahead. [`FlatPlayer`] tries each
//! move in random games. [`UctPlayer`] grows a tree of them.

mod flat;
mod plain;
mod settings;
pub mod uct;

use keisei_goban::{Position, Scoring};

use crate::settlement::{Limits, Settlement};

pub use flat::{Considered, FlatOptions, FlatPlayer, candidates};
pub use plain::{Candidate, PlainPlayer};
#[cfg(feature = "clock")]
pub use settings::read_seconds;
pub use settings::{Player, PlayerName, PlayerSettings, Prior, read_filter, read_playouts};
pub use uct::UctPlayer;

/// Boards that are emptier than this are not finished.
const FULL_ENOUGH: f64 = 0.4;

/// Whether a player can only lose points by going on: under territory rules, once nothing depends on who
/// moves first. By area what is left costs nothing, and shows that dead stones are dead.
pub fn is_played_out(position: &Position) -> bool {
    let board = position.board();
    let full = 1.0 - board.empty().len() as f64 / f64::from(board.size().area());
    position.rules().scoring() == Scoring::Territory
        && full >= FULL_ENOUGH
        && Settlement::of(position, Limits::default()).is_settled()
}

//! For tests alone: the positions in `testdata/` with their questions and answers ([`cases`]), and
//! boards to try things on ([`random_position`] and others).
//!
//! Whatever is wrong here is a mistake in a test, so that everything panics and says where.

mod case;
mod positions;

pub use case::{Case, Question, case, cases, files};
pub use positions::{
    carved_board, kisei, point, points, position, random_game, random_position, random_position_in,
};

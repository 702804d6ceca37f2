//! Short partizan games with exact values.
mod birthday;
mod calculator;
mod canonical;
mod dyadic;
mod error;
mod family;
mod game;
mod hash;
pub mod notation;
mod order;
mod side;
mod store;
mod sum;
mod temperature;
mod thermograph;
mod weight;

pub use calculator::{Answer, ExpressionError};
pub use dyadic::{Bound, Dyadic, simplest_number};
pub use error::GameError;
pub use family::UpStar;
pub use game::Game;
pub use notation::{Function, Notation, Relation, SyntaxError};
pub use order::Outcome;
pub use side::Side;
pub use store::{Checkpoint, Limits, MAX_HEIGHT, MAX_OPTIONS, Store};
pub use thermograph::{Thermograph, Wall, WallPoint};

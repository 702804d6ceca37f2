//! The rules and records of Go.
//!
//! This crate knows what a position is and how it came about; it has no opinion about who is ahead.
//!
//! ```
//! use keisei_goban::{Color, Game, Move, Position, Size, Board};
//!
//! let mut game = Game::new(Position::new(Board::new(Size::square(9)?)));
//! game.play("E5".parse()?)?;
//! game.play("E4".parse()?)?;
//! assert_eq!(game.position().to_play(), Color::Black);
//! assert_eq!(game.position().board().block("E5".parse()?).unwrap().liberties(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From the ground up: [`Color`], [`Size`], [`Point`], [`PointSet`] and [`PointMap`]; [`Board`]
//! (stones, blocks, liberties), [`Position`] (plus turn, ko, prisoners, rules), [`Game`] (plus
//! history and superko); [`Count`] for the end of a game; [`mod@sgf`] for records and [`Diagram`]
//! for pictures in text. Tests and examples draw their boards with [`board!`].

mod board;
mod color;
mod count;
pub mod diagram;
mod game;
pub mod handicap;
mod moves;
mod point;
mod point_map;
mod point_set;
mod position;
pub mod rules;
mod score;
#[cfg(feature = "serde")]
mod serialized;
pub mod sgf;
mod size;
mod symmetry;
mod zobrist;

pub use board::{Block, Board, NoLiberties, Occupied, Outcome, Setup};
pub use color::{ByColor, Color, UnknownColor};
pub use count::{Count, Holdings};
pub use diagram::{Diagram, DiagramError};
pub use game::Game;
pub use moves::Move;
pub use point::{Point, VertexError};
pub use point_map::PointMap;
pub use point_set::PointSet;
pub use position::{IllegalMove, Position};
pub use rules::{HandicapBonus, KoRule, Rules, Scoring, Suicide, UnknownRules};
pub use score::{Komi, KomiError, Score};
pub use size::{Size, SizeError, UnknownSize};
pub use symmetry::Symmetry;

//! What people and programs look at: positions and judgements as JSON, text, SVG and PNG.
//!
//! ```
//! use keisei::{Method, Settings};
//! use keisei_goban::{Diagram, Game};
//! use keisei_view::{Scene, report, svg, text};
//!
//! let diagram: Diagram = ". X O . .\n. X O . .\n. X O . .".parse()?;
//! let game = Game::new(diagram.position()?);
//! let evaluation = Settings::default().assess(game.position());
//! let scene = Scene::new("a small board", &game).judged(Method::default(), &evaluation);
//! assert!(text::draw(&scene, false).contains("White leads by"));
//! assert!(svg::draw(&scene).starts_with("<svg"));
//! assert!(report::judge(Method::default().name(), &game, &evaluation).starts_with("{\"schema\":1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Scene`] is what there is to show: a game, perhaps what a method says about its position,
//! perhaps an [`Overlay`] of what it found. Reports are the JSON that programs rely on. Nothing
//! here reads or writes files, asks for arguments or starts threads.

pub mod chart;
pub mod comparison;
pub mod course;
pub mod explanation;
mod overlay;
pub mod png;
pub mod report;
mod scene;
pub mod standing;
pub mod svg;
pub mod text;
pub mod thermograph;
pub mod variations;
pub mod verdicts;

pub use overlay::{Overlay, Shape};
pub use scene::{Scene, lead_text, owner};

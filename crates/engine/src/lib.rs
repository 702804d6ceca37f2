//! The protocols by which other programs ask Keisei, line in, line out.
//!
//! [`gtp`] is the Go Text Protocol, [`analysis`] the JSON lines of KataGo's analysis engine. Both
//! have a part that answers one line, which needs no input and no output, and a `serve` that reads
//! lines until there are no more.
//!
//! ```
//! use keisei::Settings;
//! use keisei_engine::gtp::{Answer, Engine};
//! use keisei_goban::{Komi, Rules, Size};
//!
//! let komi: Komi = "6.5".parse().unwrap();
//! let mut engine = Engine::new(Settings::default(), Size::default(), Rules::CHINESE, komi, 1);
//! engine.answer(b"boardsize 9").unwrap().answer.unwrap();
//! let reply = engine.answer(b"7 is_legal b e5").unwrap();
//! assert_eq!((reply.head().as_str(), reply.answer), ("=7", Ok(Answer::Text("1".into()))));
//! ```

pub mod analysis;
pub mod gtp;
mod line;
mod prospect;
mod rules;

//! Game records in the Smart Game Format, `FF[4]` and older \[SGF\].
//!
//! The way of a record: bytes → [`Games`] (one game after another, however large the file) →
//! [`RawGame::parse`] (its charset, its text) → [`Record`] (a tree of nodes with properties) →
//! [`Record::replay`] (a [`crate::Game`]).
//!
//! ```
//! use keisei_goban::sgf::{self, Replay};
//!
//! let records = sgf::read(b"(;GM[1]SZ[9]KM[6.5];B[ee];W[ec];B[])")?;
//! let replay = records[0].replay(&Replay::default())?;
//! assert_eq!(replay.game.move_number(), 3);
//! assert_eq!(replay.game.position().board().to_string().matches('X').count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A record is read as a person would read it: what is only untidy becomes a [`Warning`] and
//! nothing is lost, what cannot be understood becomes an error that names its place. Records may be
//! nested as deep as memory allows: nothing here recurses.
//!
//! Why a parser of our own: the crate `sgf-parse` reads about as many games a second as we want to
//! read *and replay* (see BENCHMARKS.md), recurses into variations, and keeps each property in
//! vectors of its own, while here a record is one text and three flat arrays of places in it, so
//! that what was written comes out again as it was.

mod branch;
mod charset;
mod games;
mod info;
mod parse;
mod record;
mod replay;
mod value;
mod warning;
mod write;

pub use branch::{Branch, BranchError, NoBranch, Turn, Variation, Variations};
pub use games::{Games, Piece, RawGame};
pub use info::Info;
pub use record::{NodeId, Property, Record};
pub use replay::{MoveProblem, Replay, Replayed, Unplayable};
pub use value::escape;
pub use warning::{Warning, WarningKind};

use std::io::Read;

use crate::SizeError;

/// A record that cannot be understood.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SgfError {
    /// Nothing in the file looks like a game.
    #[error("no game found: a record begins with `(;`")]
    NoGame,
    /// Larger than any game tree can reasonably be.
    #[error("line {line}: the game is larger than {limit}")]
    TooLarge {
        /// Where it begins.
        line: usize,
        /// The limit it breaks.
        limit: &'static str,
    },
    /// More before the next game than anybody would look through.
    #[error("line {line}: no game begins within {limit}: a record begins with `(;`")]
    TooFar {
        /// Where the search began.
        line: usize,
        /// The limit it breaks.
        limit: &'static str,
    },
    /// More stray characters than properties.
    #[error("line {line}: this does not look like SGF: there is more between the properties than in them")]
    Nonsense {
        /// Where it begins.
        line: usize,
    },
    /// Another game than Go.
    #[error("line {line}: this is not a record of Go: GM[{game}] (Go is GM[1])")]
    NotGo {
        /// Where it says so.
        line: usize,
        /// The number of the game.
        game: String,
    },
    /// A size that is no size.
    #[error(
        "line {line}: SZ[{text}] is not a board size: expected a number from 1 to 25, or two such as 13:9"
    )]
    Size {
        /// Where it says so.
        line: usize,
        /// What it says.
        text: String,
    },
    /// A size that is not supported.
    #[error("line {line}: {reason}")]
    UnsupportedSize {
        /// Where it says so.
        line: usize,
        /// Why not.
        reason: SizeError,
    },
    /// Stones set up at the start that cannot stand.
    #[error("line {line}: {cause}")]
    Setup {
        /// Where they are set up.
        line: usize,
        /// Why not.
        cause: Unplayable,
    },
    /// There is no such branch.
    #[error(transparent)]
    Branch(#[from] NoBranch),
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Reads all games of a file in memory. For large collections, walk through [`Games`] instead.
pub fn read(bytes: &[u8]) -> Result<Vec<Record>, SgfError> {
    let mut records: Vec<Record> = Vec::new();
    let mut before = Vec::new();
    for piece in Games::new(bytes) {
        match piece? {
            Piece::Game(raw) => records.push(raw.parse()?),
            Piece::Junk(warning) => match records.last_mut() {
                Some(record) => record.warn(warning),
                None => before.push(warning),
            },
        }
    }
    let first = records.first_mut().ok_or(SgfError::NoGame)?;
    before.into_iter().for_each(|warning| first.warn(warning));
    Ok(records)
}

/// Reads the first game of a file, and no further than that takes: however large the file, or even
/// without an end. Also tells whether it is alone: no other game follows.
pub fn read_first(reader: impl Read) -> Result<(Record, bool), SgfError> {
    let mut games = Games::new(reader);
    let mut warnings = Vec::new();
    while let Some(piece) = games.next() {
        match piece? {
            Piece::Junk(warning) => warnings.push(warning),
            Piece::Game(raw) => {
                let mut record = raw.parse()?;
                // A `)` too many stands behind its game.
                let mut behind = games.next();
                if let Some(Ok(Piece::Junk(warning))) = behind {
                    warnings.push(warning);
                    behind = games.next();
                }
                warnings.into_iter().for_each(|warning| record.warn(warning));
                return Ok((record, !matches!(behind, Some(Ok(Piece::Game(_))))));
            }
        }
    }
    Err(SgfError::NoGame)
}

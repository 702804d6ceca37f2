//! Patterns of dividers, read from a text of diagrams.
//!
//! ```
//! use keisei::zones::pattern::{self, PatternError};
//!
//! let patterns = pattern::parse("
//!     ## Who is cut at one connects at the other.
//!     link: diagonal
//!     X*
//!     *X
//! ")?;
//! assert_eq!(patterns[0].name(), "diagonal");
//! let error = pattern::parse("divider: open\nX*\n").unwrap_err();
//! assert_eq!(error.line, 1);
//! # Ok::<(), PatternError>(())
//! ```
//!
//! The format is described at the head of `dividers.txt`, the patterns that are used.

use std::sync::OnceLock;

/// What a point of a pattern must be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Cell {
    /// `X`: a stone of the owner, one end of the divider.
    End,
    /// `x`: a stone of the owner.
    Own,
    /// `O`: a stone of the opponent.
    Opponent,
    /// `-`, `|`, `+`: beyond the edge.
    Beyond,
    /// `*`: empty, and part of the divider's area.
    Area,
    /// `.`: empty.
    Empty,
    /// `o`: no stone of the opponent's.
    Free,
}

/// How well a divider divides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DividerStatus {
    /// The opponent cannot break through, even if he moves first.
    Divider,
    /// It takes a move of its owner to make it one.
    Potential,
}

impl DividerStatus {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            DividerStatus::Divider => "divider",
            DividerStatus::Potential => "potential",
        }
    }
}

/// A pattern: a small diagram with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    name: String,
    status: DividerStatus,
    links: bool,
    /// By row and column, counted from the top left.
    cells: Vec<(i32, i32, Cell)>,
}

impl Pattern {
    /// The most rows or columns a diagram may have.
    pub const MAX_SIDE: usize = 9;

    /// What the shape is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is a divider or a potential one.
    pub fn status(&self) -> DividerStatus {
        self.status
    }

    /// Whether it keeps its ends connected.
    pub fn links(&self) -> bool {
        self.links
    }

    /// The cells that ask for something: row and column from the top left.
    pub(super) fn cells(&self) -> &[(i32, i32, Cell)] {
        &self.cells
    }
}

/// What is wrong with a text of patterns, and in which line, counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct PatternError {
    /// The line.
    pub line: usize,
    /// What is wrong.
    pub reason: PatternProblem,
}

/// What can be wrong with a pattern.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatternProblem {
    /// A row before the first heading.
    #[error("a diagram without a heading: expected `link:`, `divider:` or `potential:` and a name")]
    NoHeading,
    /// A heading of another kind.
    #[error("`{0}` is unknown: expected link, divider or potential")]
    Kind(String),
    /// A heading without a name.
    #[error("a pattern needs a name")]
    NoName,
    /// A character that means nothing.
    #[error("{0:?} is not a point: expected X x O * . o ? or an edge")]
    Symbol(char),
    /// Rows of different lengths.
    #[error("this row has {found} points, the first has {expected}")]
    Ragged {
        /// The points in it.
        found: usize,
        /// The points in the first row.
        expected: usize,
    },
    /// Too many rows or columns.
    #[error("a diagram may have at most {} rows and columns", Pattern::MAX_SIDE)]
    TooLarge,
    /// No `*`.
    #[error("the divider has no area: mark it with *")]
    NoArea,
    /// Not two ends.
    #[error("a divider has two ends: two X, or one X and the edge; a link two X")]
    Ends,
}

/// The patterns that are used.
pub fn patterns() -> &'static [Pattern] {
    static PATTERNS: OnceLock<Vec<Pattern>> = OnceLock::new();
    PATTERNS.get_or_init(|| parse(include_str!("dividers.txt")).expect("our own patterns can be read"))
}

/// Reads patterns of dividers from their diagrams.
pub fn parse(text: &str) -> Result<Vec<Pattern>, PatternError> {
    let mut patterns = Vec::new();
    let mut open: Option<Draft> = None;
    for (number, line) in text.lines().enumerate() {
        let line_number = number + 1;
        let error = |reason| PatternError { line: line_number, reason };
        let line = line.trim();
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        if let Some((kind, name)) = line.split_once(':') {
            patterns.extend(open.take().map(Draft::finish).transpose()?);
            open = Some(Draft::new(line_number, kind.trim(), name.trim()).map_err(error)?);
        } else {
            open.as_mut().ok_or_else(|| error(PatternProblem::NoHeading))?.row(line).map_err(error)?;
        }
    }
    patterns.extend(open.map(Draft::finish).transpose()?);
    Ok(patterns)
}

/// A pattern that is being read.
struct Draft {
    line: usize,
    pattern: Pattern,
    width: usize,
    rows: usize,
}

impl Draft {
    fn new(line: usize, kind: &str, name: &str) -> Result<Draft, PatternProblem> {
        let (status, links) = match kind {
            "link" => (DividerStatus::Divider, true),
            "divider" => (DividerStatus::Divider, false),
            "potential" => (DividerStatus::Potential, false),
            // Give back no more than a message can show.
            _ => return Err(PatternProblem::Kind(kind.chars().take(20).collect())),
        };
        if name.is_empty() {
            return Err(PatternProblem::NoName);
        }
        let pattern = Pattern { name: name.to_string(), status, links, cells: Vec::new() };
        Ok(Draft { line, pattern, width: 0, rows: 0 })
    }

    fn row(&mut self, line: &str) -> Result<(), PatternProblem> {
        let found = line.chars().count();
        if self.rows == 0 {
            self.width = found;
        }
        if self.rows == Pattern::MAX_SIDE || found > Pattern::MAX_SIDE {
            return Err(PatternProblem::TooLarge);
        }
        if found != self.width {
            return Err(PatternProblem::Ragged { found, expected: self.width });
        }
        for (column, symbol) in line.chars().enumerate() {
            let cell = match symbol {
                'X' => Cell::End,
                'x' => Cell::Own,
                'O' => Cell::Opponent,
                '*' => Cell::Area,
                '.' => Cell::Empty,
                'o' => Cell::Free,
                '-' | '|' | '+' => Cell::Beyond,
                '?' => continue,
                other => return Err(PatternProblem::Symbol(other)),
            };
            self.pattern.cells.push((self.rows as i32, column as i32, cell));
        }
        self.rows += 1;
        Ok(())
    }

    fn finish(self) -> Result<Pattern, PatternError> {
        let count = |kind| self.pattern.cells.iter().filter(|(_, _, cell)| *cell == kind).count();
        let problem = if count(Cell::Area) == 0 {
            Some(PatternProblem::NoArea)
        } else {
            match (count(Cell::End), count(Cell::Beyond)) {
                (2, _) => None,
                (1, 1..) if !self.pattern.links => None,
                _ => Some(PatternProblem::Ends),
            }
        };
        match problem {
            Some(reason) => Err(PatternError { line: self.line, reason }),
            None => Ok(self.pattern),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line() {
        for (text, line, words) in [
            ("X*X", 1, "without a heading"),
            ("\n# remark\nwall: jump\nX*X", 3, "`wall` is unknown"),
            ("divider:\nX*X", 1, "needs a name"),
            ("divider: a\nX*X\nX#X", 3, "'#' is not a point"),
            ("divider: a\nX*X\nooooo", 3, "5 points, the first has 3"),
            ("divider: a\nXoooooooo*", 2, "at most 9"),
            ("divider: a\nX\no\no\no\no\no\no\no\no\n*", 11, "at most 9"),
            ("divider: a\nXoX", 1, "no area"),
            ("link: a\nX*\n--", 1, "two ends"),
            ("\ndivider: a\n*\n-\ndivider: b\nX*X", 2, "two ends"),
            ("divider: a", 1, "no area"),
            ("divider: a\nXXX*", 1, "two ends"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!(error.line, line, "{text:?}: {error}");
            assert!(error.to_string().contains(words), "{text:?}: {error}");
        }
        assert_eq!(parse(" \n# nothing\n").unwrap(), []);
    }

    #[test]
    fn our_patterns_have_names_of_their_own() {
        let mut names: Vec<&str> = patterns().iter().map(Pattern::name).collect();
        assert!(names.len() >= 15);
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), patterns().len());
        // Whatever links is a divider.
        assert!(patterns().iter().all(|p| !p.links() || p.status() == DividerStatus::Divider));
    }
}

//! Board diagrams as text: `X` black, `O` white, `.` empty.
//!
//! What is written can be read again. Reading is generous: rows may have spaces or not, numbers at
//! their ends, column letters above or below, a frame, dots for star points (`+` or `,`), marks
//! around the last move (`(X)`) and on owned points (`■`, `□`), and rows may be parted by `/`
//! instead of new lines. Lines of the form `to play: white`, `komi: 6.5` and `rules: chinese` say
//! what a picture cannot; lines that begin with `#` are comments.
//!
//! ```
//! use keisei_goban::{Color, Diagram};
//!
//! let diagram: Diagram = "
//!       A B C
//!     2 . X O 2
//!     1 . . . 1
//!       A B C
//!     to play: white
//! ".parse()?;
//! assert_eq!(diagram.setup.size().to_string(), "3x2");
//! assert_eq!(diagram.setup.get("C2".parse()?), Some(Color::White));
//! assert_eq!(diagram.to_play, Some(Color::White));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::Write as _;
use std::str::FromStr;

use crate::{Board, Color, Komi, NoLiberties, Point, Position, Rules, Setup, Size, SizeError};

/// A board drawn as text, and what was written beside it.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// The stones, unchecked.
    pub setup: Setup,
    /// Whose turn it is, if it says.
    pub to_play: Option<Color>,
    /// Komi, if it says.
    pub komi: Option<Komi>,
    /// Rules, if it says.
    pub rules: Option<Rules>,
}

/// What is wrong with a diagram. Lines and columns are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// No row at all.
    #[error("no board found: expected rows of X (black), O (white) and . (empty)")]
    Empty,
    /// A character that is no stone.
    #[error("line {line}, column {column}: {found:?} is not a point: expected X, O or .")]
    Symbol {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// The character.
        found: char,
    },
    /// Rows of different lengths.
    #[error("line {line}: this row has {found} points, the first has {expected}")]
    Ragged {
        /// The line.
        line: usize,
        /// The points in it.
        found: usize,
        /// The points in the first row.
        expected: usize,
    },
    /// A board that is too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A line such as `komi: many`.
    #[error("line {line}: {reason}")]
    Value {
        /// The line.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// A diagram that cannot be a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// It cannot be read.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// A block in it has no liberty.
    #[error(transparent)]
    NoLiberties(#[from] NoLiberties),
}

impl Diagram {
    /// The position shown. Black to play unless it says otherwise; Chinese rules unless it says
    /// otherwise, since a diagram shows no prisoners; komi 0 unless it says otherwise.
    pub fn position(&self) -> Result<Position, NoLiberties> {
        let mut position = Position::new(Board::from_setup(&self.setup)?);
        position.set_to_play(self.to_play.unwrap_or(Color::Black));
        position.set_rules(self.rules.unwrap_or(Rules::CHINESE));
        position.set_komi(self.komi.unwrap_or_default());
        Ok(position)
    }
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Diagram, DiagramError> {
        let (mut to_play, mut komi, mut rules) = (None, None, None);
        let mut rows: Vec<Vec<Option<Color>>> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line_number = number + 1;
            let bad = |reason: String| DiagramError::Value { line: line_number, reason };
            if line.trim_start().starts_with('#') {
                continue;
            }
            if let Some((key, value)) = line.split_once(':') {
                let value = value.trim();
                match key.trim().to_lowercase().as_str() {
                    "to play" | "to move" | "turn" | "next" => {
                        to_play = Some(color(value).ok_or_else(|| {
                            bad(format!("`{}` is not a side: expected black or white", shown(value)))
                        })?);
                    }
                    "komi" => komi = Some(value.parse().map_err(|e| bad(format!("{e}")))?),
                    "rules" => rules = Some(Rules::from_name(value).map_err(|e| bad(e.to_string()))?),
                    key => {
                        return Err(bad(format!(
                            "`{}` is unknown: expected `to play`, `komi` or `rules`",
                            shown(key)
                        )));
                    }
                }
                continue;
            }
            let mut offset = 0;
            for part in line.split('/') {
                if let Some(row) = row(part, line_number, offset)? {
                    let expected = rows.first().map_or(row.len(), Vec::len);
                    if row.len() != expected {
                        return Err(DiagramError::Ragged { line: line_number, found: row.len(), expected });
                    }
                    rows.push(row);
                    if rows.len() > Size::MAX as usize {
                        Size::new(expected as u32, rows.len() as u32)?;
                    }
                }
                offset += part.chars().count() + 1;
            }
        }
        let width = rows.first().ok_or(DiagramError::Empty)?.len();
        let size = Size::new(width as u32, rows.len() as u32)?;
        let mut setup = Setup::new(size);
        for (point, stone) in size.points().zip(rows.into_iter().flatten()) {
            setup.set(point, stone);
        }
        Ok(Diagram { setup, to_play, komi, rules })
    }
}

fn shown(text: &str) -> String {
    text.chars().take(20).collect()
}

fn color(text: &str) -> Option<Color> {
    match text.to_lowercase().as_str() {
        "black" | "b" | "x" => Some(Color::Black),
        "white" | "w" | "o" => Some(Color::White),
        _ => None,
    }
}

/// Reads one row; `None` if the line shows no points: column letters, a frame, or nothing.
fn row(line: &str, line_number: usize, offset: usize) -> Result<Option<Vec<Option<Color>>>, DiagramError> {
    let text = line.trim_start().strip_prefix("$$").unwrap_or(line);
    let skipped = line.chars().count() - text.chars().count();
    if text.trim().is_empty() || is_frame(text) || are_column_letters(text) {
        return Ok(None);
    }
    let mut stones = Vec::new();
    let mut symbols = text.chars().enumerate().peekable();
    // The row's number may stand on its left; on its right it ends the row, whatever follows.
    while symbols.next_if(|(_, c)| c.is_whitespace() || c.is_ascii_digit()).is_some() {}
    for (place, symbol) in symbols {
        match symbol {
            'X' | 'x' | '●' => stones.push(Some(Color::Black)),
            'O' | 'o' | '○' => stones.push(Some(Color::White)),
            '.' | '+' | ',' | '·' | '■' | '▪' | '▫' | '□' => stones.push(None),
            '0'..='9' => break,
            '|' | '(' | ')' | '[' | ']' => {}
            c if c.is_whitespace() => {}
            found => {
                let column = offset + skipped + place + 1;
                return Err(DiagramError::Symbol { line: line_number, column, found });
            }
        }
    }
    Ok(Some(stones).filter(|stones| !stones.is_empty()))
}

fn is_frame(text: &str) -> bool {
    text.contains("--") && text.chars().all(|c| c.is_whitespace() || "-+|".contains(c))
}

/// `A B C …`, as far as the board goes, with or without spaces.
fn are_column_letters(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| !c.is_whitespace());
    let mut expected = (0..Size::MAX).map(Point::column_letter);
    letters.by_ref().all(|c| expected.next() == Some(c.to_ascii_uppercase()))
}

/// Rows of `X`, `O` and `.` with spaces between: the plainest form.
pub(crate) fn plain(board: &Board) -> String {
    let mut text = String::new();
    for row in (0..board.size().height()).rev() {
        for column in 0..board.size().width() {
            let symbol = board.get(Point::at(column, row)).map_or('.', Color::symbol);
            text.push(symbol);
            text.push(if column + 1 < board.size().width() { ' ' } else { '\n' });
        }
    }
    text
}

/// The board with coordinates, star points, and the last move in parentheses:
///
/// ```
/// use keisei_goban::{board, diagram};
///
/// let board = board!("
///     . X O
///     . . .
/// ");
/// assert_eq!(diagram::with_coordinates(&board, Some("B2".parse()?)), "\
/// ·   A B C
/// · 2 .(X)O 2
/// · 1 . . . 1
/// ·   A B C
/// ".replace("·", ""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn with_coordinates(board: &Board, last: Option<Point>) -> String {
    with_symbols(board.size(), last, |p| match board.get(p) {
        Some(color) => color.symbol(),
        None if board.size().is_star(p) => '+',
        None => '.',
    })
}

/// The same with a symbol of one's own on every point.
pub fn with_symbols(size: Size, last: Option<Point>, symbol: impl Fn(Point) -> char) -> String {
    let letters: String = (0..size.width()).flat_map(|column| [' ', Point::column_letter(column)]).collect();
    let mut text = format!("  {letters}\n");
    for row in (0..size.height()).rev() {
        let _ = write!(text, "{:2}", row + 1);
        let mut gap = ' ';
        for column in 0..size.width() {
            let p = Point::at(column, row);
            let is_last = last == Some(p);
            text.push(if is_last { '(' } else { gap });
            text.push(symbol(p));
            gap = if is_last { ')' } else { ' ' };
        }
        let _ = writeln!(text, "{gap}{}", row + 1);
    }
    let _ = writeln!(text, "  {letters}");
    text
}

/// The board that a diagram shows: for tests and examples.
///
/// # Panics
/// If it is no diagram or has a block without liberties.
pub fn board(text: &str) -> Board {
    let read = || -> Result<Board, PositionError> {
        let diagram: Diagram = text.parse()?;
        Ok(Board::from_setup(&diagram.setup)?)
    };
    read().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Makes a [`Board`] of a diagram, so that tests and examples show their boards.
///
/// ```
/// let board = keisei_goban::board!("
///     . X .
///     X . X
///     . X .
/// ");
/// assert_eq!(board.blocks().count(), 4);
/// ```
#[macro_export]
macro_rules! board {
    ($diagram:expr) => {
        $crate::diagram::board($diagram)
    };
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn other_programs_drawings() {
        let expected = board!(". X . / O . . / . . .");
        for text in [
            "   A B C\n 3 . X .  3\n 2 O + .  2     WHITE (O) has captured 0 stones\n 1 . . .  1\n   A B C\n",
            "$$ ---------\n$$ | . X . |\n$$ | O . . |\n$$ | . . . |\n$$ ---------\n",
            ".x.\no..\n...",
            "# a comment\n.(X).\nO , .\n. . .\n\nkomi: 7.5\nrules: AGA\nto play: W\n",
        ] {
            let diagram: Diagram = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(Board::from_setup(&diagram.setup), Ok(expected.clone()), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_and_where() {
        let error = |text: &str| text.parse::<Diagram>().unwrap_err();
        assert_eq!(error(""), DiagramError::Empty);
        assert_eq!(error("\n\n A B C\n"), DiagramError::Empty);
        assert_eq!(error(". X\n. Q"), DiagramError::Symbol { line: 2, column: 3, found: 'Q' });
        assert_eq!(error(". X / . X ."), DiagramError::Ragged { line: 1, found: 3, expected: 2 });
        assert!(matches!(error(&".".repeat(26)), DiagramError::Size(_)));
        assert!(matches!(error(&".\n".repeat(1000)), DiagramError::Size(_)));
        assert!(error(".\nkomi: many").to_string().contains("line 2: `many` is not a komi"));
        assert!(error("colour: red").to_string().contains("`colour` is unknown"));
        assert!(error(".\nturn: red").to_string().contains("`red` is not a side"));
    }

    #[test]
    fn a_block_without_liberties_is_named() {
        let diagram: Diagram = "X O / O .".parse().unwrap();
        assert_eq!(diagram.position().unwrap_err().to_string(), "the Black block at A2 has no liberty");
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            (width, height, stones) in (1..=25usize, 1..=25usize).prop_flat_map(|(w, h)| {
                (Just(w), Just(h), proptest::collection::vec(0..4u8, w * h))
            }),
            last in proptest::option::of((0..25u32, 0..25u32)),
        ) {
            let size = Size::new(width as u32, height as u32).unwrap();
            let mut board = Board::new(size);
            for (point, stone) in size.points().zip(stones) {
                if let Some(&color) = Color::ALL.get(stone as usize) && !board.is_suicide(color, point) {
                    board.play(color, point).unwrap();
                }
            }
            let last = last.and_then(|(column, row)| size.point(column, row));
            for text in [plain(&board), with_coordinates(&board, last)] {
                let diagram: Diagram = text.parse().unwrap();
                prop_assert_eq!(Board::from_setup(&diagram.setup).unwrap(), board.clone(), "{}", text);
            }
        }
    }
}

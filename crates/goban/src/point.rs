//! Points of the board, by index, by GTP vertex and by SGF coordinate.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use crate::Size;

/// The distance between two points of neighbouring rows: 25 columns and one column of border, which
/// serves as the right border of one row and the left border of the next.
pub(crate) const STRIDE: usize = Size::MAX as usize + 1;

/// The number of indices: 25 rows and a row of border below and above.
pub(crate) const INDICES: usize = STRIDE * (Size::MAX as usize + 2);

/// A point of a board.
///
/// A small index into a ring-bordered board of the largest size, so that a vertex has the same
/// index on every board, the step to a neighbour is a constant, and no edge needs a branch: the
/// neighbours of an edge point that lie outside fall on the border ring, which every
/// [`crate::PointMap`] has room for and no [`Size`] contains.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU16);

impl Point {
    /// The point in a column and row, both counted from 0 at the bottom left.
    ///
    /// # Panics
    /// If either is 25 or more. Use [`Size::point`] for numbers that come from outside.
    #[inline]
    pub const fn at(column: u32, row: u32) -> Point {
        assert!(column < Size::MAX && row < Size::MAX, "no board has this column or row");
        Point::from_index((row as usize + 1) * STRIDE + column as usize + 1)
    }

    #[inline]
    pub(crate) const fn from_index(index: usize) -> Point {
        match NonZeroU16::new(index as u16) {
            Some(index) => Point(index),
            None => panic!("index 0 is the corner of the border"),
        }
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The column, from 0 at the left. Meaningless (and 25 or more) on the border.
    #[inline]
    pub const fn column(self) -> u32 {
        (self.index() as u32 % STRIDE as u32).wrapping_sub(1)
    }

    /// The row, from 0 at the bottom. Meaningless (and 25 or more) on the border.
    #[inline]
    pub const fn row(self) -> u32 {
        (self.index() as u32 / STRIDE as u32).wrapping_sub(1)
    }

    /// The points above, left, right and below, some of which may lie on the border ring
    /// ([`Size::contains`] is false for those). Only for points of a board: a border point has no
    /// neighbours worth asking for.
    #[inline]
    pub const fn neighbors(self) -> [Point; 4] {
        let i = self.index();
        [
            Point::from_index(i + STRIDE),
            Point::from_index(i - 1),
            Point::from_index(i + 1),
            Point::from_index(i - STRIDE),
        ]
    }

    /// The four points that touch this one at a corner, with the same caution as
    /// [`Point::neighbors`].
    #[inline]
    pub const fn diagonals(self) -> [Option<Point>; 4] {
        const fn checked(index: usize) -> Option<Point> {
            if index == 0 || index >= INDICES { None } else { Some(Point::from_index(index)) }
        }
        let i = self.index();
        [checked(i + STRIDE - 1), checked(i + STRIDE + 1), checked(i - STRIDE - 1), checked(i + 1 - STRIDE)]
    }

    /// Reads an SGF coordinate such as `pd`: column, then row from the top, from `a`.
    pub fn from_sgf(text: &str, size: Size) -> Option<Point> {
        let &[column, row] = text.as_bytes() else { return None };
        let (column, row) = (column.wrapping_sub(b'a') as u32, row.wrapping_sub(b'a') as u32);
        size.point(column, size.height().checked_sub(row + 1)?)
    }

    /// Writes the SGF coordinate on a board of this size.
    pub fn to_sgf(self, size: Size) -> String {
        let letter = |n: u32| char::from(b'a' + n as u8);
        [letter(self.column()), letter(size.height() - 1 - self.row())].iter().collect()
    }

    /// The letter of a column: A to Z without I.
    pub fn column_letter(column: u32) -> char {
        char::from(b'A' + column as u8 + u8::from(column >= 8))
    }

    /// Reads a vertex that must lie on a board of this size. The error gives the text back.
    pub fn from_vertex(text: &str, size: Size) -> Result<Point, VertexError> {
        match text.parse::<Point>() {
            Ok(point) if size.contains(point) => Ok(point),
            Ok(_) | Err(VertexError::OffBoard { .. }) => {
                Err(VertexError::OffBoard { vertex: text.to_ascii_uppercase(), size })
            }
            Err(error) => Err(error),
        }
    }
}

/// Text that names no point.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VertexError {
    /// Not a letter followed by a number.
    #[error("`{0}` is not a vertex: expected a column letter (A-Z without I) and a row number, such as Q16")]
    Syntax(String),
    /// A vertex beyond the edge of this board.
    #[error("{vertex} lies outside the {size} board")]
    OffBoard {
        /// The vertex.
        vertex: String,
        /// The board it is not on.
        size: Size,
    },
}

impl FromStr for Point {
    type Err = VertexError;

    /// Reads a GTP vertex: a column letter of either case without I, and a row number from 1 at the
    /// bottom.
    fn from_str(text: &str) -> Result<Point, VertexError> {
        // Give back no more than a message can show.
        let error = || VertexError::Syntax(text.chars().take(20).collect());
        let (&letter, digits) = text.as_bytes().split_first().ok_or_else(error)?;
        let letter = letter.to_ascii_uppercase();
        if !letter.is_ascii_uppercase() || letter == b'I' || digits.is_empty() || digits.len() > 2 {
            return Err(error());
        }
        if !digits.iter().all(u8::is_ascii_digit) {
            return Err(error());
        }
        let column = (letter - b'A' - u8::from(letter > b'I')) as u32;
        let row = digits.iter().fold(0, |n, d| n * 10 + (d - b'0') as u32);
        let board = Size::square(Size::MAX).expect("25 is a size");
        row.checked_sub(1)
            .and_then(|row| board.point(column, row))
            .ok_or_else(|| VertexError::OffBoard { vertex: text.to_ascii_uppercase(), size: board })
    }
}

impl fmt::Display for Point {
    /// Writes the GTP vertex.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", Point::column_letter(self.column()), self.row() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let anywhere = Size::square(Size::MAX).expect("25 is a size");
        if anywhere.contains(*self) { write!(f, "{self}") } else { write!(f, "border {}", self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_point_takes_no_room() {
        assert_eq!(size_of::<Option<Point>>(), 2);
    }

    #[test]
    fn vertices_and_sgf_round_trip_on_every_size() {
        for (width, height) in [(1, 1), (9, 9), (19, 19), (25, 25), (5, 25), (25, 3)] {
            let size = Size::new(width, height).unwrap();
            for p in size.points() {
                assert_eq!(p.to_string().parse(), Ok(p));
                assert_eq!(p.to_string().to_lowercase().parse(), Ok(p));
                assert_eq!(Point::from_sgf(&p.to_sgf(size), size), Some(p));
            }
        }
        let board = Size::default();
        assert_eq!(Point::from_sgf("pd", board).unwrap().to_string(), "Q16");
        assert_eq!(Point::from_sgf("aa", board).unwrap().to_string(), "A19");
    }

    #[test]
    fn what_is_no_vertex_says_so() {
        for text in ["", "I5", "5", "A", "AA", "A0x", "Ä1", "A-1", "A+1", "A100", "pass", "\u{0}"] {
            assert_eq!(text.parse::<Point>(), Err(VertexError::Syntax(text.into())), "{text}");
        }
        for text in ["A0", "A26", "Z99"] {
            assert!(matches!(text.parse::<Point>(), Err(VertexError::OffBoard { .. })), "{text}");
        }
        let nine = Size::square(9).unwrap();
        assert!(matches!(Point::from_vertex("K1", nine), Err(VertexError::OffBoard { .. })));
        for text in ["", "a", "abc", "zz", "A1", "ja", "aj", "é"] {
            assert_eq!(Point::from_sgf(text, nine), None, "{text}");
        }
    }

    #[test]
    fn diagonals_touch_at_corners() {
        let size = Size::square(Size::MAX).unwrap();
        for p in size.points() {
            let found = p.diagonals().into_iter().flatten().filter(|&q| size.contains(q)).collect::<Vec<_>>();
            let expected = size
                .points()
                .filter(|q| p.column().abs_diff(q.column()) == 1 && p.row().abs_diff(q.row()) == 1)
                .count();
            assert_eq!(found.len(), expected, "{p}");
            assert!(found.iter().all(|q| p.column().abs_diff(q.column()) == 1));
        }
    }
}

//! The size of a board, and which points lie on it.

use std::fmt;
use std::str::FromStr;

use crate::{Point, PointSet};

/// Width and height of a board, each from 1 to [`Size::MAX`].
///
/// Columns are counted from the left and rows from the bottom, both from 0, so that A1 is `(0, 0)`
/// and a vertex such as D4 is the same [`Point`] on every board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board size that does not exist here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a board of {width}x{height} is not supported: each side must be 1 to {max}", max = Size::MAX)]
pub struct SizeError {
    /// The width asked for.
    pub width: u32,
    /// The height asked for.
    pub height: u32,
}

impl Size {
    /// The longest side a board can have: GTP and SGF name no columns beyond.
    pub const MAX: u32 = 25;

    /// A board of `width` columns and `height` rows.
    pub const fn new(width: u32, height: u32) -> Result<Size, SizeError> {
        if width == 0 || width > Size::MAX || height == 0 || height > Size::MAX {
            return Err(SizeError { width, height });
        }
        Ok(Size { width: width as u8, height: height as u8 })
    }

    /// A square board.
    pub const fn square(side: u32) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// Columns.
    #[inline]
    pub const fn width(self) -> u32 {
        self.width as u32
    }

    /// Rows.
    #[inline]
    pub const fn height(self) -> u32 {
        self.height as u32
    }

    /// The number of points.
    #[inline]
    pub const fn area(self) -> u32 {
        self.width() * self.height()
    }

    /// Whether the board is as wide as it is high.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The point in a column and row counted from the bottom left, if it lies on this board.
    #[inline]
    pub const fn point(self, column: u32, row: u32) -> Option<Point> {
        if column < self.width() && row < self.height() { Some(Point::at(column, row)) } else { None }
    }

    /// Whether a point lies on this board.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        // Points of the border ring wrap to a huge column or row.
        point.column() < self.width() && point.row() < self.height()
    }

    /// All points, row by row from the top left, as boards are printed and as JSON arrays are
    /// filled.
    #[inline]
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        (0..self.height())
            .rev()
            .flat_map(move |row| (0..self.width()).map(move |column| Point::at(column, row)))
    }

    /// All points as a set.
    pub fn all(self) -> PointSet {
        let columns = (1 << self.width()) - 1;
        let mut all = PointSet::EMPTY;
        for row in 0..self.height() {
            all.set_row(row, columns, columns);
        }
        all
    }

    /// The points from which a step of so many columns to the right (to the left if negative) stays
    /// within the columns of the board.
    #[inline]
    pub fn stepping(self, columns: i32) -> PointSet {
        let away = columns.unsigned_abs().min(self.width());
        let kept = (1 << (self.width() - away)) - 1;
        let kept = if columns < 0 { kept << away } else { kept };
        let mut points = PointSet::EMPTY;
        for row in 0..self.height() {
            points.set_row(row, kept, kept);
        }
        points
    }

    /// The place of a point in row-major order from the top left: the index into a printed or JSON
    /// array.
    #[inline]
    pub const fn ordinal(self, point: Point) -> usize {
        ((self.height() - 1 - point.row()) * self.width() + point.column()) as usize
    }

    /// The two to four points beside a point that lie on this board.
    #[inline]
    pub fn neighbors(self, point: Point) -> impl Iterator<Item = Point> {
        point.neighbors().into_iter().filter(move |&p| self.contains(p))
    }

    /// The line a point lies on: 1 at the edge, 2 one step inside, and so on.
    #[inline]
    pub fn line(self, point: Point) -> u32 {
        let (column, row) = (point.column(), point.row());
        1 + column.min(row).min(self.width() - 1 - column).min(self.height() - 1 - row)
    }

    /// Whether custom marks this point with a dot, to guide the eye.
    pub fn is_star(self, point: Point) -> bool {
        fn marked(side: u32, place: u32) -> bool {
            let edge = if side >= 13 { 3 } else { 2 };
            side >= 7 && (place == edge || place == side - 1 - edge || (side % 2 == 1 && place == side / 2))
        }
        let (column, row) = (point.column(), point.row());
        let middle =
            |side: u32, place: u32| side % 2 == 1 && place == side / 2 && (side < 15 || !self.is_square());
        // Boards under 15 carry the centre and the corner dots only.
        marked(self.width(), column)
            && marked(self.height(), row)
            && (middle(self.width(), column) == middle(self.height(), row))
    }
}

impl Default for Size {
    /// 19×19.
    fn default() -> Size {
        Size { width: 19, height: 19 }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Text that names no size.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownSize {
    /// It is no size at all.
    #[error("`{0}` is not a size: expected a number such as 19, or two such as 13x9")]
    Text(String),
    /// A size that is not supported.
    #[error(transparent)]
    Unsupported(#[from] SizeError),
}

impl FromStr for Size {
    type Err = UnknownSize;

    /// `19`, `19x19` or `13:9`: width first.
    fn from_str(text: &str) -> Result<Size, UnknownSize> {
        let (width, height) = text.split_once(['x', 'X', '×', ':']).unwrap_or((text, text));
        let side =
            |side: &str| side.trim().parse().map_err(|_| UnknownSize::Text(text.chars().take(30).collect()));
        Ok(Size::new(side(width)?, side(height)?)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds() {
        for side in [0, 26, 60, u32::MAX] {
            assert_eq!(Size::square(side), Err(SizeError { width: side, height: side }));
        }
        assert_eq!(Size::new(5, 26).unwrap_err().height, 26);
        assert_eq!(Size::new(25, 1).unwrap().area(), 25);
    }

    #[test]
    fn what_is_written_is_read() {
        for (text, width, height) in [("19", 19, 19), ("13x9", 13, 9), (" 5 : 7 ", 5, 7)] {
            let size = Size::new(width, height).unwrap();
            assert_eq!(text.parse(), Ok(size));
            assert_eq!(size.to_string().parse(), Ok(size));
        }
        let error = |text: &str| text.parse::<Size>().unwrap_err().to_string();
        assert!(error("large").starts_with("`large` is not a size"));
        assert!(error("26").contains("26x26 is not supported"));
    }

    #[test]
    fn points_are_row_major_from_the_top_left() {
        let size = Size::new(3, 2).unwrap();
        let names: Vec<String> = size.points().map(|p| p.to_string()).collect();
        assert_eq!(names, ["A2", "B2", "C2", "A1", "B1", "C1"]);
        for (i, p) in size.points().enumerate() {
            assert_eq!(size.ordinal(p), i);
            assert!(size.contains(p));
        }
        for side in 1..=Size::MAX {
            let size = Size::new(side, Size::MAX + 1 - side).unwrap();
            assert_eq!(size.all(), size.points().collect::<PointSet>());
        }
    }

    #[test]
    fn the_border_is_never_on_the_board() {
        for side in 1..=Size::MAX {
            let size = Size::square(side).unwrap();
            for p in size.points() {
                let on_board = p.neighbors().into_iter().filter(|&q| size.contains(q)).count();
                let (c, r) = (p.column(), p.row());
                let expected = [c > 0, r > 0, c + 1 < side, r + 1 < side].into_iter().filter(|&x| x).count();
                assert_eq!(on_board, expected, "{p} on {size}");
            }
        }
    }

    #[test]
    fn star_points() {
        let stars = |side| {
            let size = Size::square(side).unwrap();
            size.points().filter(|&p| size.is_star(p)).map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(stars(9), "C7 G7 E5 C3 G3");
        assert_eq!(stars(13), "D10 K10 G7 D4 K4");
        assert_eq!(stars(19), "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4");
        assert_eq!(stars(8), "C6 F6 C3 F3");
        assert_eq!(stars(5), "");
    }
}

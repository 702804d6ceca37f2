//! The eight ways to turn and mirror a board.

use crate::{Point, Size};

/// One of the eight symmetries of the square.
///
/// On a rectangle the four that exchange columns and rows lead to a board of the turned size
/// ([`Symmetry::size`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    flip_columns: bool,
    flip_rows: bool,
    /// Columns and rows are exchanged after the flips.
    transpose: bool,
}

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry { flip_columns: false, flip_rows: false, transpose: false };

    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|i| Symmetry { flip_columns: i & 1 != 0, flip_rows: i & 2 != 0, transpose: i & 4 != 0 })
    }

    /// Where a point of a board of this size goes.
    pub fn apply(self, point: Point, size: Size) -> Point {
        let (column, row) = (point.column(), point.row());
        let column = if self.flip_columns { size.width() - 1 - column } else { column };
        let row = if self.flip_rows { size.height() - 1 - row } else { row };
        if self.transpose { Point::at(row, column) } else { Point::at(column, row) }
    }

    /// The size of the board it leads to.
    pub fn size(self, size: Size) -> Size {
        if self.transpose {
            Size::new(size.height(), size.width()).expect("the sides are only exchanged")
        } else {
            size
        }
    }

    /// The symmetry that leads back.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        if self.transpose {
            Symmetry { flip_columns: self.flip_rows, flip_rows: self.flip_columns, transpose: true }
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_different_ones_that_lead_back_and_keep_neighbours() {
        for (width, height) in [(5, 5), (7, 3), (25, 24)] {
            let size = Size::new(width, height).unwrap();
            let mut images = std::collections::BTreeSet::new();
            for symmetry in Symmetry::all() {
                let turned = symmetry.size(size);
                images.insert(size.points().map(|p| symmetry.apply(p, size)).collect::<Vec<_>>());
                for p in size.points() {
                    let image = symmetry.apply(p, size);
                    assert!(turned.contains(image));
                    assert_eq!(symmetry.inverse().apply(image, turned), p);
                    let mut here: Vec<Point> = size.neighbors(p).map(|q| symmetry.apply(q, size)).collect();
                    let mut there: Vec<Point> = turned.neighbors(image).collect();
                    here.sort();
                    there.sort();
                    assert_eq!(here, there);
                }
                assert_eq!(symmetry.inverse().size(turned), size);
            }
            assert_eq!(images.len(), 8);
        }
        assert_eq!(Symmetry::all().next(), Some(Symmetry::IDENTITY));
    }
}

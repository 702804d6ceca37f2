//! A value for every point.

use std::ops::{Index, IndexMut};

use crate::point::{INDICES, STRIDE};
use crate::{Point, Size};

const COLUMNS: usize = Size::MAX as usize;

/// A value for every point of every board, and for the border ring around it.
///
/// The whole ring-bordered 25×25 lies in place, so that indexing by any neighbour of a board's
/// point is in range and a map is as cheap to copy as its bytes.
#[derive(Clone, PartialEq, Debug)]
pub struct PointMap<T>([T; INDICES]);

impl<T: Copy> PointMap<T> {
    /// The same value everywhere.
    pub const fn filled(value: T) -> PointMap<T> {
        PointMap([value; INDICES])
    }

    /// Sets every point to the same value.
    pub fn fill(&mut self, value: T) {
        self.0.fill(value);
    }

    /// The values of a row, counted from 0 at the bottom, from the first column to the
    /// twenty-fifth.
    ///
    /// # Panics
    /// If no board has that row.
    #[inline]
    pub fn row(&self, row: u32) -> &[T; COLUMNS] {
        let start = Point::at(0, row).index();
        self.0[start..].first_chunk().expect("a row fits into the map")
    }

    /// The values of a row, to be changed.
    ///
    /// # Panics
    /// If no board has that row.
    #[inline]
    pub fn row_mut(&mut self, row: u32) -> &mut [T; COLUMNS] {
        let start = Point::at(0, row).index();
        self.0[start..].first_chunk_mut().expect("a row fits into the map")
    }

    /// A row between the rows below and above it, which may be border; the row itself with the
    /// border on both sides, so that column `c` is its entry `c + 1`.
    ///
    /// # Panics
    /// If no board has that row.
    #[inline]
    pub fn row_between(&self, row: u32) -> (&[T; COLUMNS], &[T; COLUMNS + 2], &[T; COLUMNS]) {
        let start = Point::at(0, row).index();
        let below = self.0[start - STRIDE..].first_chunk().expect("there is a row below");
        let here = self.0[start - 1..].first_chunk().expect("a row fits into the map");
        let above = self.0[start + STRIDE..].first_chunk().expect("there is a row above");
        (below, here, above)
    }

    /// The values on a board, row by row from the top left, as JSON arrays have them.
    pub fn row_major(&self, size: Size) -> impl Iterator<Item = T> {
        size.points().map(|p| self[p])
    }
}

impl<T: Copy + Default> Default for PointMap<T> {
    fn default() -> PointMap<T> {
        PointMap::filled(T::default())
    }
}

impl<T> Index<Point> for PointMap<T> {
    type Output = T;

    #[inline]
    fn index(&self, point: Point) -> &T {
        &self.0[point.index()]
    }
}

impl<T> IndexMut<Point> for PointMap<T> {
    #[inline]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.0[point.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_the_points_of_a_row() {
        let mut map = PointMap::filled(0);
        for p in Size::square(25).unwrap().points() {
            map[p] = p.row() * 100 + p.column();
        }
        for row in 0..25 {
            assert_eq!(*map.row(row), std::array::from_fn(|column| row * 100 + column as u32));
        }
        for p in Size::square(25).unwrap().points() {
            let (below, here, above) = map.row_between(p.row());
            let c = p.column() as usize;
            let around = [above[c], here[c], here[c + 2], below[c]];
            assert_eq!(around, p.neighbors().map(|q| map[q]));
            assert_eq!(here[c + 1], map[p]);
        }
        map.row_mut(24)[24] = 7;
        assert_eq!(map[Point::at(24, 24)], 7);
    }
}

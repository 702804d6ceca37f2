//! A value for every point.

use std::ops::{Index, IndexMut};

use crate::point::INDICES;
use crate::{Point, Size};

/// A value for every point of every board, and for the border ring around it.
///
/// The whole ring-bordered 25×25 lies in place, so that indexing by any neighbour of a board's point is in range and a
/// map is as cheap to copy as its bytes.
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

    /// The values of a row, counted from 0 at the bottom, from the first column to the twenty-fifth.
    ///
    /// # Panics
    /// If no board has that row.
    #[inline]
    pub fn row(&self, row: u32) -> &[T; Size::MAX as usize] {
        let start = Point::at(0, row).index();
        self.0[start..].first_chunk().expect("a row fits into the map")
    }

    /// The values of a row, to be changed.
    ///
    /// # Panics
    /// If no board has that row.
    #[inline]
    pub fn row_mut(&mut self, row: u32) -> &mut [T; Size::MAX as usize] {
        let start = Point::at(0, row).index();
        self.0[start..].first_chunk_mut().expect("a row fits into the map")
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
        map.row_mut(24)[24] = 7;
        assert_eq!(map[Point::at(24, 24)], 7);
    }
}

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

//! Distances from the stones of a colour, which stop at the opponent's stones and dividers.
//!
//! ```text
//! X 1 2 3 4 5     From Black's stone. White's two stones are a diagonal, which
//! 1 2 3 5 O 5     is a divider: neither its two points nor what is behind it
//! 2 3 4 O 5 5     is nearer than 5.
//! ```
//!
//! Steps go from point to point, not diagonally. What is not reached within the largest distance
//! has that distance: 5 in \[Müller2002\], figure 9.

use keisei_goban::{Point, PointMap, PointSet, Size};

/// The largest distance that can be asked for.
pub const LIMIT: u8 = 9;

/// The distance of every point from the stones of a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distances {
    most: u8,
    /// The points nearer than or as near as their index.
    within: [PointSet; LIMIT as usize],
}

impl Distances {
    /// Walks from some points through `open`, which need not contain them, up to a distance.
    pub fn from(start: PointSet, open: PointSet, most: u8) -> Distances {
        let most = most.clamp(1, LIMIT);
        let mut within = [start; LIMIT as usize];
        for distance in 1..usize::from(most) {
            within[distance] = within[distance - 1] | (within[distance - 1].grown() & open);
        }
        Distances { most, within }
    }

    /// The largest distance: that of all points that are not nearer.
    pub fn most(&self) -> u8 {
        self.most
    }

    /// The points that are at most so far away, which must be nearer than the largest distance.
    ///
    /// # Panics
    /// If it is not.
    pub fn within(&self, distance: u8) -> PointSet {
        assert!(distance < self.most, "all points are within the largest distance");
        self.within[usize::from(distance)]
    }

    /// The points that are nearer than the largest distance.
    pub fn reached(&self) -> PointSet {
        self.within[usize::from(self.most) - 1]
    }

    /// The distance of a point.
    pub fn get(&self, point: Point) -> u8 {
        (0..self.most).find(|&d| self.within[usize::from(d)].contains(point)).unwrap_or(self.most)
    }

    /// The points that are nearer by `margin` or more than they are by the other distances.
    pub fn nearer_than(&self, other: &Distances, margin: u8) -> PointSet {
        let mut nearer = PointSet::EMPTY;
        for distance in 0..self.most {
            // What the other reaches sooner than that.
            let sooner = match (distance + margin).checked_sub(1) {
                Some(near) if near >= other.most => break,
                Some(near) => other.within[usize::from(near)],
                None => PointSet::EMPTY,
            };
            nearer |= self.within[usize::from(distance)] - sooner;
        }
        nearer
    }

    /// All distances, as numbers.
    pub fn map(&self, size: Size) -> PointMap<i32> {
        let mut map = PointMap::default();
        self.write(size, &mut map);
        map
    }

    /// Writes all distances into a map.
    pub fn write<T: Copy + From<u8>>(&self, size: Size, map: &mut PointMap<T>) {
        map.fill(self.most.into());
        let mut rest = size.all();
        for distance in 0..self.most {
            for p in self.within[usize::from(distance)] & rest {
                map[p] = distance.into();
            }
            rest -= self.within[usize::from(distance)];
        }
    }
}

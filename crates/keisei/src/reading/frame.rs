//! Up to 64 points of a board as bits of a number, so that searching among them is fast.

use keisei_goban::{Point, PointMap, PointSet, Size};
use smallvec::SmallVec;

/// Some points, and which of them lie side by side.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    points: Vec<Point>,
    near: Vec<u64>,
    /// What lies beside the points of each set of four neighbours in number: growing a set takes a
    /// look for every four points.
    beside: Vec<[u64; 16]>,
}

/// Stones in a frame: the defender's and the attacker's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stones {
    pub(crate) own: u64,
    pub(crate) other: u64,
}

impl Stones {
    pub(crate) fn all(self) -> u64 {
        self.own | self.other
    }

    /// A number that spreads stones evenly.
    pub(crate) fn hash(self) -> u64 {
        let mixed = (self.own.rotate_left(29) ^ self.other).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 32) ^ self.own).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    }
}

impl Frame {
    /// The most points.
    pub(crate) const MOST: usize = 64;

    pub(crate) fn new(points: impl IntoIterator<Item = Point>, size: Size) -> Frame {
        let points: Vec<Point> = points.into_iter().collect();
        assert!(points.len() <= Frame::MOST, "a frame has room for {} points", Frame::MOST);
        let mut bits = PointMap::filled(0);
        for (i, &p) in points.iter().enumerate() {
            bits[p] = 1u64 << i;
        }
        let near: Vec<u64> =
            points.iter().map(|&p| size.neighbors(p).fold(0, |near, q| near | bits[q])).collect();
        let beside = near
            .chunks(4)
            .map(|near| {
                let of = |set: usize| {
                    each(set as u64)
                        .fold(0, |all, p| all | near.get(p.trailing_zeros() as usize).unwrap_or(&0))
                };
                std::array::from_fn(of)
            })
            .collect();
        Frame { points, near, beside }
    }

    /// Those of its points that lie in a set.
    pub(crate) fn bits(&self, set: &PointSet) -> u64 {
        let inside = |(i, p): (usize, &Point)| u64::from(set.contains(*p)) << i;
        self.points.iter().enumerate().map(inside).fold(0, |bits, bit| bits | bit)
    }

    /// The point that a bit stands for.
    pub(crate) fn point(&self, bit: u64) -> Point {
        self.points[bit.trailing_zeros() as usize]
    }

    /// All points.
    #[inline]
    pub(crate) fn all(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.points.len() as u32).unwrap_or(0)
    }

    /// The points beside a point, given as a bit.
    #[inline]
    pub(crate) fn near(&self, point: u64) -> u64 {
        self.near[point.trailing_zeros() as usize]
    }

    /// The points beside a set, and the set.
    #[inline]
    pub(crate) fn grown(&self, set: u64) -> u64 {
        let mut rest = set;
        self.beside.iter().fold(set, |grown, beside| {
            let four = (rest & 15) as usize;
            rest >>= 4;
            grown | beside[four]
        })
    }

    /// What is connected with some points within a set.
    #[inline]
    pub(crate) fn flood(&self, from: u64, within: u64) -> u64 {
        let mut flood = from & within;
        let mut new = flood;
        while new != 0 {
            new = self.grown(new) & within & !flood;
            flood |= new;
        }
        flood
    }

    /// The connected parts of a set.
    pub(crate) fn parts(&self, set: u64) -> SmallVec<[u64; 8]> {
        let mut parts = SmallVec::new();
        let mut rest = set;
        while rest != 0 {
            let part = self.flood(rest & rest.wrapping_neg(), set);
            rest &= !part;
            parts.push(part);
        }
        parts
    }

    /// The stones of a colour that are left when its blocks without liberties are taken off: those
    /// that touch `near` are looked at, and those that touch an anchor stay.
    #[inline]
    fn left(&self, stones: u64, near: u64, anchors: u64, empty: u64) -> u64 {
        let mut left = stones;
        let mut rest = stones & near;
        while rest != 0 {
            let block = self.flood(rest & rest.wrapping_neg(), stones);
            rest &= !block;
            if block & anchors == 0 && self.grown(block) & empty == 0 {
                left &= !block;
            }
        }
        left
    }

    /// A move of the attacker. Stones on anchors are never taken. `None` if it is suicide and that
    /// is forbidden, or nothing comes of it.
    #[inline]
    pub(crate) fn attacked(
        &self,
        stones: Stones,
        point: u64,
        own_anchors: u64,
        other_anchors: u64,
        suicide_allowed: bool,
    ) -> Option<Stones> {
        let mut after = Stones { other: stones.other | point, ..stones };
        after.own = self.left(after.own, self.near(point), own_anchors, self.all() & !after.all());
        after.other = self.left(after.other, point, other_anchors, self.all() & !after.all());
        (after.other & point != 0 || suicide_allowed && after != stones).then_some(after)
    }

    /// A move of the defender; `None` if it is suicide.
    #[inline]
    pub(crate) fn defended(
        &self,
        stones: Stones,
        point: u64,
        own_anchors: u64,
        other_anchors: u64,
    ) -> Option<Stones> {
        let mut after = Stones { own: stones.own | point, ..stones };
        after.other = self.left(after.other, self.near(point), other_anchors, self.all() & !after.all());
        after.own = self.left(after.own, point, own_anchors, self.all() & !after.all());
        (after.own & point != 0).then_some(after)
    }
}

/// The single bits of a set.
pub(crate) fn each(set: u64) -> impl Iterator<Item = u64> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let bit = rest & rest.wrapping_neg();
        rest &= rest.wrapping_sub(1);
        (bit != 0).then_some(bit)
    })
}

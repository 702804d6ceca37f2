//! A parcel: up to 128 points of a board as bits of a number, and what lies around them.
//!
//! ```text
//! O O O O .     White attacks Black's corner. Her stones outside stay where they are and are no part
//! X X X O .     of the parcel, which has the points of the corner. A white stone on a, beside them, stays
//! . . X O .     as well, and Black can make no eye there.
//! . . . a O
//! ```
//!
//! Unlike a `Frame`, which grows whole sets of points, a parcel walks from point to point: blocks are
//! short, and what is asked about them is mostly whether they have a liberty at all.

use keisei_goban::{Point, PointMap, PointSet, Size};

/// Some points of a board, which of them lie side by side, and what lies around them.
#[derive(Clone, Debug)]
pub(super) struct Parcel {
    points: Vec<Point>,
    near: Vec<u128>,
    /// What touches each at a corner.
    corners: Vec<Corners>,
    pub(super) all: u128,
    /// Where the attacker's stones stay whatever the defender does.
    pub(super) held: u128,
    /// Beside stones of the attacker's that are outside.
    pub(super) walled: u128,
    /// Where the defender's stones are out of danger.
    pub(super) home: u128,
}

/// What is outside a parcel.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Outside {
    /// The attacker's stones, which are taken to stay.
    pub(super) walls: PointSet,
    /// Empty points beside which the attacker's stones stay.
    pub(super) fields: PointSet,
    /// Points beside which the defender's stones are out of danger.
    pub(super) homes: PointSet,
}

/// The points that touch a point at a corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    pub(super) inside: u128,
    /// How many of the attacker's stones may stand there without making an eye a false one, less those
    /// that stand there outside.
    pub(super) spare: i8,
}

/// Stones on a parcel: the defender's and the attacker's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::reading) struct Stones {
    pub(super) own: u128,
    pub(super) other: u128,
}

impl Stones {
    pub(super) fn all(self) -> u128 {
        self.own | self.other
    }

    /// A number that spreads stones evenly.
    pub(super) fn hash(self) -> u64 {
        let fold = |set: u128| (set as u64) ^ ((set >> 64) as u64).rotate_left(23);
        let mixed = (fold(self.own).rotate_left(29) ^ fold(self.other)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 32) ^ fold(self.own)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    }
}

/// What comes of a stone: the stones after it, and where it may not be taken back at once.
pub(super) type Played = (Stones, Option<u8>);

impl Parcel {
    /// The most points.
    pub(super) const MOST: usize = 128;

    /// Of these points, of which there must not be too many.
    pub(super) fn new(points: &PointSet, size: Size, outside: &Outside) -> Parcel {
        let points: Vec<Point> = points.iter().collect();
        assert!(points.len() <= Parcel::MOST, "a parcel has room for {} points", Parcel::MOST);
        let mut bits = PointMap::filled(0);
        for (i, &p) in points.iter().enumerate() {
            bits[p] = 1u128 << i;
        }
        let near = points.iter().map(|&p| size.neighbors(p).fold(0, |near, q| near | bits[q])).collect();
        let corners = points
            .iter()
            .map(|&p| {
                let (mut inside, mut on_board, mut walls) = (0, 0, 0);
                for q in p.diagonals().into_iter().flatten().filter(|&q| size.contains(q)) {
                    inside |= bits[q];
                    on_board += 1;
                    walls += i8::from(outside.walls.contains(q));
                }
                Corners { inside, spare: i8::from(on_board == 4) - walls }
            })
            .collect();
        let mut parcel = Parcel { points, near, corners, all: 0, held: 0, walled: 0, home: 0 };
        parcel.all = parcel.bits(&size.all());
        parcel.walled = parcel.bits(&outside.walls.grown());
        parcel.held = parcel.walled | parcel.bits(&outside.fields.grown());
        parcel.home = parcel.bits(&outside.homes.grown());
        parcel
    }

    /// Those of its points that lie in a set.
    pub(super) fn bits(&self, set: &PointSet) -> u128 {
        let inside = |(i, p): (usize, &Point)| u128::from(set.contains(*p)) << i;
        self.points.iter().enumerate().map(inside).fold(0, |bits, bit| bits | bit)
    }

    /// The point with a number.
    pub(super) fn point(&self, index: u8) -> Point {
        self.points[usize::from(index)]
    }

    /// The number of a point.
    pub(super) fn index(&self, point: Point) -> Option<u8> {
        self.points.iter().position(|&p| p == point).map(|i| i as u8)
    }

    /// The points beside the point with a number.
    #[inline]
    pub(super) fn near(&self, index: u8) -> u128 {
        self.near[usize::from(index)]
    }

    /// What touches the point with a number at a corner.
    #[inline]
    pub(super) fn corners(&self, index: u8) -> Corners {
        self.corners[usize::from(index)]
    }

    /// The points beside a set.
    #[inline]
    pub(super) fn beside(&self, set: u128) -> u128 {
        each(set).fold(0, |beside, i| beside | self.near(i)) & !set
    }

    /// What is connected with some points within a set.
    #[inline]
    pub(super) fn flood(&self, from: u128, within: u128) -> u128 {
        let mut flood = from & within;
        let mut new = flood;
        while new != 0 {
            let i = new.trailing_zeros();
            new &= new - 1;
            let more = self.near[i as usize] & within & !flood;
            flood |= more;
            new |= more;
        }
        flood
    }

    /// The connected parts of a set.
    #[inline]
    pub(super) fn parts(&self, set: u128) -> impl Iterator<Item = u128> {
        let mut rest = set;
        std::iter::from_fn(move || {
            let part = self.flood(rest & rest.wrapping_neg(), rest);
            rest &= !part;
            (part != 0).then_some(part)
        })
    }

    /// The block of a stone if it has no liberty and touches nothing that keeps it.
    #[inline]
    fn choked(&self, stone: u128, stones: u128, empty: u128, stays: u128) -> Option<u128> {
        let mut block = stone;
        let mut new = stone;
        while new != 0 {
            let i = new.trailing_zeros();
            let near = self.near[i as usize];
            if near & empty != 0 || stays >> i & 1 != 0 {
                return None;
            }
            new &= new - 1;
            let more = near & stones & !block;
            block |= more;
            new |= more;
        }
        Some(block)
    }

    /// A stone of a side; `None` if it is suicide.
    #[inline]
    fn play(&self, mine: u128, theirs: u128, point: u8, stay: [u128; 2]) -> Option<(u128, u128, Option<u8>)> {
        let [mine_stay, theirs_stay] = stay;
        let bit = 1u128 << point;
        let near = self.near(point);
        let mine = mine | bit;
        let empty = self.all & !(mine | theirs);
        let (mut gone, mut foes) = (0, near & theirs);
        while foes != 0 {
            let foe = foes & foes.wrapping_neg();
            foes &= !foe;
            if let Some(block) = self.choked(foe, theirs, empty, theirs_stay) {
                gone |= block;
                foes &= !block;
            }
        }
        let theirs = theirs & !gone;
        if gone == 0 {
            let breathes = near & empty != 0 || self.choked(bit, mine, empty, mine_stay).is_none();
            return breathes.then_some((mine, theirs, None));
        }
        let is_ko = gone.is_power_of_two() && near & !theirs == gone && bit & mine_stay == 0;
        Some((mine, theirs, is_ko.then(|| gone.trailing_zeros() as u8)))
    }

    /// A stone of the attacker's; `None` if it is suicide.
    #[inline]
    pub(super) fn attacked(&self, stones: Stones, point: u8) -> Option<Played> {
        let stay = [self.held, self.home];
        let (other, own, ko) = self.play(stones.other, stones.own, point, stay)?;
        Some((Stones { own, other }, ko))
    }

    /// A stone of the defender's; `None` if it is suicide.
    #[inline]
    pub(super) fn defended(&self, stones: Stones, point: u8) -> Option<Played> {
        let stay = [self.home, self.held];
        let (own, other, ko) = self.play(stones.own, stones.other, point, stay)?;
        Some((Stones { own, other }, ko))
    }
}

/// The numbers of the points of a set.
pub(super) fn each(set: u128) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let i = rest.trailing_zeros() as u8;
        let more = rest != 0;
        rest &= rest.wrapping_sub(1);
        more.then_some(i)
    })
}

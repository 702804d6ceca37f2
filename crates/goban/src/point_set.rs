//! Sets of points, as bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

use crate::Point;
use crate::point::{INDICES, STRIDE};

const WORDS: usize = INDICES.div_ceil(64);

/// A set of points: one bit each, so that set algebra is a handful of instructions.
///
/// `|`, `&`, `^` and `-` are union, intersection, symmetric difference and difference. There is no
/// complement, since a set does not know its board: subtract from [`crate::Size::all`].
///
/// Iteration goes by index (A1, B1, … upwards), the same on every board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The empty set.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// The number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is no point in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Whether a point is in it.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Adds a point; true if it was not there.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = (&mut self.0[point.index() / 64], 1 << (point.index() % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes a point out; true if it was there.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = (&mut self.0[point.index() / 64], 1 << (point.index() % 64));
        let old = *word & bit != 0;
        *word &= !bit;
        old
    }

    /// The point of lowest index.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        let word = self.0.iter().position(|&w| w != 0)?;
        Some(Point::from_index(word * 64 + self.0[word].trailing_zeros() as usize))
    }

    /// Whether every point of this set is in the other.
    #[inline]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        (*self - *other).is_empty()
    }

    /// Whether no point is in both.
    #[inline]
    pub fn is_disjoint(&self, other: &PointSet) -> bool {
        (*self & *other).is_empty()
    }

    /// The points of this set and their neighbours, which may lie on the border ring: intersect
    /// with what is wanted.
    #[must_use]
    #[inline]
    pub fn grown(&self) -> PointSet {
        let mut grown = [0; WORDS];
        for (i, out) in grown.iter_mut().enumerate() {
            let below = if i > 0 { self.0[i - 1] } else { 0 };
            let word = self.0[i];
            let above = if i + 1 < WORDS { self.0[i + 1] } else { 0 };
            *out = word
                | (word << 1 | below >> 63)
                | (word >> 1 | above << 63)
                | (word << STRIDE | below >> (64 - STRIDE))
                | (word >> STRIDE | above << (64 - STRIDE));
        }
        PointSet(grown)
    }

    /// The set moved by so many columns to the right and rows up (to the left and down if
    /// negative).
    ///
    /// Rows lie one after the other with a single column of border between them: what leaves a
    /// board of 25 columns by more than one comes out in the next row. Intersect with the columns
    /// for which the step stays on the board ([`crate::Size::stepping`]).
    #[must_use]
    #[inline]
    pub fn shifted(&self, columns: i32, rows: i32) -> PointSet {
        let by = rows * STRIDE as i32 + columns;
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        // Short steps by code of their own, so that the compiler knows how far the loops go.
        PointSet(match (by >= 0, words) {
            (true, 0) => upwards(&self.0, 0, bits),
            (true, 1) => upwards(&self.0, 1, bits),
            (true, 2) => upwards(&self.0, 2, bits),
            (true, words) => upwards(&self.0, words, bits),
            (false, 0) => downwards(&self.0, 0, bits),
            (false, 1) => downwards(&self.0, 1, bits),
            (false, 2) => downwards(&self.0, 2, bits),
            (false, words) => downwards(&self.0, words, bits),
        })
    }

    /// The points of `within` that are connected to this set through `within`, together with the
    /// part of this set that lies in it.
    #[must_use]
    pub fn flood(&self, within: &PointSet) -> PointSet {
        let mut reached = (*self & *within).0;
        let holds = |word: &u64| *word != 0;
        let (Some(mut low), Some(mut high)) =
            (reached.iter().position(holds), reached.iter().rposition(holds))
        else {
            return PointSet::EMPTY;
        };
        // Each word is filled as far as it goes before the next is looked at, and only words that
        // can hold something are: most parts of a board are small.
        let widen = |reached: &mut [u64; WORDS], i: usize| -> bool {
            let below = if i > 0 { reached[i - 1] } else { 0 };
            let above = if i + 1 < WORDS { reached[i + 1] } else { 0 };
            let from_others = below >> 63 | above << 63 | below >> (64 - STRIDE) | above << (64 - STRIDE);
            let before = reached[i];
            let mut word = before | from_others & within.0[i];
            loop {
                let next = word | (word << 1 | word >> 1 | word << STRIDE | word >> STRIDE) & within.0[i];
                if next == word {
                    break;
                }
                word = next;
            }
            reached[i] = word;
            word != before
        };
        loop {
            low = low.saturating_sub(usize::from(reached[low] != 0));
            high = (high + usize::from(reached[high] != 0)).min(WORDS - 1);
            let changed = (low..=high).fold(false, |changed, i| widen(&mut reached, i) | changed);
            if !changed {
                return PointSet(reached);
            }
            for i in (low..=high).rev() {
                widen(&mut reached, i);
            }
        }
    }

    /// All points from which steps lead into this set, the set among them. `steps` says for each of
    /// the four neighbours, in the order of [`Point::neighbors`], from which points one may step
    /// there.
    #[must_use]
    #[inline]
    pub fn led_to_by(&self, steps: &[PointSet; 4]) -> PointSet {
        let [up, left, right, down] = steps;
        let mut reached = self.0;
        // Words are updated in place, upwards and downwards in turn, so that one sweep goes far.
        let widen = |reached: &mut [u64; WORDS], i: usize| -> u64 {
            let below = if i > 0 { reached[i - 1] } else { 0 };
            let word = reached[i];
            let above = if i + 1 < WORDS { reached[i + 1] } else { 0 };
            let new = (word >> STRIDE | above << (64 - STRIDE)) & up.0[i]
                | (word << 1 | below >> 63) & left.0[i]
                | (word >> 1 | above << 63) & right.0[i]
                | (word << STRIDE | below >> (64 - STRIDE)) & down.0[i];
            reached[i] |= new;
            reached[i] ^ word
        };
        // Smaller boards leave the last words empty.
        let used = (0..WORDS)
            .rev()
            .find(|&i| up.0[i] | left.0[i] | right.0[i] | down.0[i] != 0)
            .map_or(0, |i| i + 1);
        loop {
            let upwards = (0..used).fold(0, |changed, i| changed | widen(&mut reached, i));
            if upwards == 0 {
                return PointSet(reached);
            }
            for i in (0..used).rev() {
                widen(&mut reached, i);
            }
        }
    }

    /// The points to which one step leads from this set; see [`PointSet::led_to_by`].
    #[must_use]
    #[inline]
    pub fn next_by(&self, steps: &[PointSet; 4]) -> PointSet {
        let [up, left, right, down] = steps.each_ref().map(|from| *self & *from);
        let mut next = [0; WORDS];
        for (i, out) in next.iter_mut().enumerate() {
            let below = |set: &PointSet| if i > 0 { set.0[i - 1] } else { 0 };
            let above = |set: &PointSet| if i + 1 < WORDS { set.0[i + 1] } else { 0 };
            *out = (up.0[i] << STRIDE | below(&up) >> (64 - STRIDE))
                | (left.0[i] >> 1 | above(&left) << 63)
                | (right.0[i] << 1 | below(&right) >> 63)
                | (down.0[i] >> STRIDE | above(&down) << (64 - STRIDE));
        }
        PointSet(next)
    }

    /// All points to which steps lead from this set, the set among them; see
    /// [`PointSet::led_to_by`].
    #[must_use]
    #[inline]
    pub fn leads_by(&self, steps: &[PointSet; 4]) -> PointSet {
        let mut reached = *self;
        loop {
            let next = reached | reached.next_by(steps);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Sets some points of a row: bit `c` of `columns` says that column `c` is meant, bit `c` of
    /// `bits` that it shall be in the set.
    ///
    /// # Panics
    /// If no board has that row.
    #[inline]
    pub fn set_row(&mut self, row: u32, columns: u32, bits: u32) {
        let start = Point::at(0, row).index();
        let (word, shift) = (start / 64, start % 64);
        let (columns, bits) = (u128::from(columns) << shift, u128::from(columns & bits) << shift);
        self.0[word] = self.0[word] & !(columns as u64) | bits as u64;
        if word + 1 < WORDS {
            self.0[word + 1] = self.0[word + 1] & !((columns >> 64) as u64) | (bits >> 64) as u64;
        }
    }

    /// The connected parts of this set, each by its first point in order of index.
    #[inline]
    pub fn components(&self) -> impl Iterator<Item = PointSet> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let part = PointSet::from_iter(rest.first()).flood(&rest);
            rest -= part;
            (!part.is_empty()).then_some(part)
        })
    }

    /// The points, by index.
    pub fn iter(&self) -> Iter {
        Iter { set: *self, word: 0 }
    }
}

/// Bits moved to higher places, by so many words and bits.
#[inline(always)]
fn upwards(from: &[u64; WORDS], words: usize, bits: u32) -> [u64; WORDS] {
    let mut to = [0; WORDS];
    for i in words..WORDS {
        to[i] = from[i - words] << bits;
    }
    for i in words + 1..WORDS {
        // In two steps, since a shift by 64 is none.
        to[i] |= from[i - words - 1] >> 1 >> (63 - bits);
    }
    to
}

/// Bits moved to lower places, by so many words and bits.
#[inline(always)]
fn downwards(from: &[u64; WORDS], words: usize, bits: u32) -> [u64; WORDS] {
    let mut to = [0; WORDS];
    for i in words..WORDS {
        to[i - words] = from[i] >> bits;
    }
    for i in words + 1..WORDS {
        to[i - words - 1] |= from[i] << 1 << (63 - bits);
    }
    to
}

/// The points of a [`PointSet`].
#[derive(Clone, Debug)]
pub struct Iter {
    set: PointSet,
    word: usize,
}

impl Iterator for Iter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.word < WORDS {
            let bits = &mut self.set.0[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Point::from_index(self.word * 64 + bit));
            }
            self.word += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.set.len();
        (n, Some(n))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for p in points {
            self.insert(p);
        }
    }
}

impl Default for PointSet {
    fn default() -> PointSet {
        PointSet::EMPTY
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $combine:expr) => {
        impl $trait for PointSet {
            type Output = PointSet;

            #[inline]
            fn $method(mut self, other: PointSet) -> PointSet {
                let combine: fn(u64, u64) -> u64 = $combine;
                for (a, b) in self.0.iter_mut().zip(other.0) {
                    *a = combine(*a, b);
                }
                self
            }
        }
    };
}

set_operator!(BitOr, bitor, |a, b| a | b);
set_operator!(BitAnd, bitand, |a, b| a & b);
set_operator!(BitXor, bitxor, |a, b| a ^ b);
set_operator!(Sub, sub, |a, b| a & !b);

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        *self = *self | other;
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: PointSet) {
        *self = *self & other;
    }
}

impl SubAssign for PointSet {
    #[inline]
    fn sub_assign(&mut self, other: PointSet) {
        *self = *self - other;
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Size;

    fn points() -> impl Strategy<Value = BTreeSet<Point>> {
        proptest::collection::btree_set((0..25u32, 0..25u32).prop_map(|(c, r)| Point::at(c, r)), 0..80)
    }

    fn set(points: &BTreeSet<Point>) -> PointSet {
        points.iter().copied().collect()
    }

    proptest! {
        #[test]
        fn agrees_with_a_plain_set(a in points(), b in points()) {
            let (x, y) = (set(&a), set(&b));
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.iter().len(), a.len());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert_eq!(x.first(), a.first().copied());
            prop_assert!(x.iter().eq(a.iter().copied()));
            prop_assert!((x | y).iter().eq(a.union(&b).copied()));
            prop_assert!((x & y).iter().eq(a.intersection(&b).copied()));
            prop_assert!((x - y).iter().eq(a.difference(&b).copied()));
            prop_assert!((x ^ y).iter().eq(a.symmetric_difference(&b).copied()));
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            prop_assert_eq!(x.is_disjoint(&y), a.is_disjoint(&b));
            let mut z = x;
            for p in &b {
                prop_assert_eq!(z.contains(*p), a.contains(p));
                prop_assert_eq!(z.insert(*p), !a.contains(p));
            }
            for p in &b {
                prop_assert!(z.remove(*p));
                prop_assert!(!z.remove(*p));
            }
            prop_assert_eq!(z, x - y);
        }

        #[test]
        fn grows_by_one_step(a in points()) {
            let size = Size::square(25).unwrap();
            let mut expected = a.clone();
            for &p in &a {
                expected.extend(size.neighbors(p));
            }
            prop_assert!((set(&a).grown() & size.all()).iter().eq(expected));
        }

        #[test]
        fn shifts_as_a_whole(a in points(), columns in -12..=12i32, rows in -12..=12i32, side in 1..=25u32) {
            let size = Size::square(side).unwrap();
            let whole = set(&a) & size.all();
            let expected: PointSet = whole
                .iter()
                .filter_map(|p| {
                    let column = u32::try_from(p.column() as i32 + columns).ok()?;
                    size.point(column, u32::try_from(p.row() as i32 + rows).ok()?)
                })
                .collect();
            prop_assert_eq!(whole.shifted(columns, rows) & size.stepping(-columns), expected);
        }

        #[test]
        fn steps_are_followed_both_ways(a in points(), ways in proptest::array::uniform4(points())) {
            let size = Size::square(25).unwrap();
            let steps = ways.each_ref().map(set);
            let edges: Vec<(Point, Point)> = (0..4)
                .flat_map(|way| ways[way].iter().map(move |p| (*p, p.neighbors()[way])))
                .filter(|(_, to)| size.contains(*to))
                .collect();
            let closure = |edges: &[(Point, Point)]| {
                let mut reached = a.clone();
                loop {
                    let before = reached.len();
                    for (from, to) in edges {
                        if reached.contains(from) {
                            reached.insert(*to);
                        }
                    }
                    if reached.len() == before {
                        return reached;
                    }
                }
            };
            prop_assert!((set(&a).leads_by(&steps) & size.all()).iter().eq(closure(&edges)));
            let back: Vec<_> = edges.iter().map(|&(from, to)| (to, from)).collect();
            prop_assert!(set(&a).led_to_by(&steps).iter().eq(closure(&back)));
        }

        #[test]
        fn rows_are_set_in_part(a in points(), row in 0..25u32, columns in 0..1u32 << 25, bits in 0..1u32 << 25) {
            let mut expected = a.clone();
            for column in (0..25).filter(|c| columns >> c & 1 != 0) {
                let p = Point::at(column, row);
                if bits >> column & 1 != 0 { expected.insert(p) } else { expected.remove(&p) };
            }
            let mut changed = set(&a);
            changed.set_row(row, columns, bits);
            prop_assert!(changed.iter().eq(expected));
        }

        #[test]
        fn components_are_the_connected_parts(a in points()) {
            let whole = set(&a);
            let parts: Vec<PointSet> = whole.components().collect();
            prop_assert_eq!(parts.iter().map(PointSet::len).sum::<usize>(), a.len());
            for part in &parts {
                prop_assert_eq!(part.grown() & whole, *part);
                prop_assert_eq!(PointSet::from_iter(part.first()).flood(part), *part);
            }
        }
    }
}

//! Liberties set aside in pairs: if the attacker takes one, the defender takes the other.

use smallvec::SmallVec;

use crate::chains::Chains;
use crate::reading::frame::{Frame, each};

/// Whether liberties of a region can be set aside in pairs, none used twice, so that its boundary
/// is connected and every interior point covered, except those of `free`. The boundary is given as
/// the points beside each of its blocks. Why that helps stands in `enclosure`.
pub(super) fn pairs(frame: &Frame, region: u64, empty: u64, boundary: &[u64], free: u64) -> bool {
    let touched = boundary.iter().fold(0, |all, beside| all | beside) & region;
    let interior = region & !touched & !free;
    let liberties = touched & empty;
    if boundary.is_empty() {
        return false;
    }
    // Each needs two liberties of its own.
    let wanted = 2 * (interior.count_ones() + boundary.len() as u32 - 1);
    if wanted == 0 {
        return true;
    }
    if wanted > liberties.count_ones() || boundary.len() > 64 {
        return false;
    }
    Pairs { frame, boundary, steps: 300 }.cover(interior, liberties)
}

struct Pairs<'a> {
    frame: &'a Frame,
    boundary: &'a [u64],
    steps: u32,
}

impl Pairs<'_> {
    /// Covers the interior points, those with the fewest choices first, then connects the boundary.
    fn cover(&mut self, interior: u64, free: u64) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let choices = |p: u64| self.frame.near(p) & free;
        let Some(point) = each(interior).min_by_key(|&p| choices(p).count_ones()) else {
            return self.connect(1, free);
        };
        let choices = choices(point);
        two_of(choices).any(|two| self.cover(interior & !point, free & !two))
    }

    /// Connects the boundary blocks, of which those in the set `joined` are one.
    fn connect(&mut self, joined: u64, free: u64) -> bool {
        let count = self.boundary.len();
        if joined.count_ones() as usize == count {
            return true;
        }
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let is_joined = |i: &usize| joined >> i & 1 == 1;
        let one = (0..count).filter(is_joined).fold(0, |all, i| all | self.boundary[i]);
        (0..count).filter(|i| !is_joined(i)).any(|other| {
            two_of(one & self.boundary[other] & free)
                .any(|two| self.connect(joined | 1 << other, free & !two))
        })
    }
}

/// All pairs of points of a set.
fn two_of(set: u64) -> impl Iterator<Item = u64> {
    each(set).flat_map(move |a| each(set & !(a | (a - 1))).map(move |b| a | b))
}

/// Two blocks of a boundary, by number, and the two common liberties that keep them connected.
pub(super) type Pair = ((usize, usize), u64);

/// Pairs of common liberties, each used once: as many blocks of a boundary are connected as a first
/// try finds.
pub(super) fn links(boundary: &[u64], mut free: u64) -> SmallVec<[Pair; 8]> {
    let mut candidates: SmallVec<[(u32, usize, usize); 16]> = SmallVec::new();
    for (a, beside) in boundary.iter().enumerate() {
        for (b, other) in boundary.iter().enumerate().skip(a + 1) {
            let common = (beside & other & free).count_ones();
            if common >= 2 {
                candidates.push((common, a, b));
            }
        }
    }
    // Those with the fewest common liberties choose first.
    candidates.sort_unstable();
    let mut chains = Chains::new(boundary.len());
    let mut links = SmallVec::new();
    for (_, a, b) in candidates {
        let common = boundary[a] & boundary[b] & free;
        if common.count_ones() >= 2 && chains.join(a, b) {
            let two = each(common).take(2).fold(0, |two, point| two | point);
            free &= !two;
            links.push(((a, b), two));
        }
    }
    links
}

/// Whether the attacker cannot have two eyes in a region whose boundary lives without it: at most
/// one point, or two side by side, is neither touched by the boundary nor covered by a pair of
/// liberties. With one eye at most he is taken, since the defender can fill all else and is in no
/// danger; if he fills the eye itself, it can be filled again, and is smaller each time.
pub(super) fn no_two_eyes(frame: &Frame, region: u64, empty: u64, boundary: &[u64]) -> bool {
    if boundary.is_empty() {
        return false;
    }
    // Connection is no question here: one block that is all of them.
    let touched = boundary.iter().fold(0, |all, beside| all | beside);
    let whole = [touched];
    let interior = region & !touched;
    let count = interior.count_ones();
    if count <= 1 {
        return true;
    }
    if 2 * (count - 2) > (touched & region & empty).count_ones() {
        return false;
    }
    each(interior).any(|p| {
        pairs(frame, region, empty, &whole, p)
            || each(frame.near(p) & interior & !(p | (p - 1)))
                .any(|q| pairs(frame, region, empty, &whole, p | q))
    })
}

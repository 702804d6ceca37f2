//! Regions, the blocks around them, and which blocks live by which regions.
//!
//! A **region** of a colour is a connected set of points without stones of that colour; its **boundary** are the blocks of the colour that touch it. A region
//! *holds* a block if that block can be kept from losing its last liberty there, by answering in the region, as long as it has another liberty
//! elsewhere. A block held by two regions is never taken: the defender answers each move in the region where it was made, and the two regions
//! vouch for each other. That is Benson's argument, with "can be kept" in place of "keeps by itself" \[Müller1997\].
//!
//! # What holds
//!
//! - *Vital* (\[Benson1976\]): every empty point of the region is a liberty of the block. Nothing needs an answer: the last liberty cannot be filled, it would be suicide.
//! - *Pairs* (alternating play): the points of the region that no boundary block touches (its interior) could become the attacker's eyes. If each of them lies beside
//!   two liberties that are set aside for it, then one of the two can always be taken in answer to the other, and the interior point is
//!   touched. Likewise two boundary blocks with two common liberties set aside for them are connected. If the interior is covered and the boundary
//!   connected in this way, with no liberty used twice, then the region holds its whole boundary, and nothing of the attacker's can
//!   live in it: it has no place for an eye, now or after captures, since interior points under his stones are counted too.

use keisei_goban::{Board, Color, PointSet};

/// A block on the boundary of some region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    pub(super) stones: PointSet,
    /// All points beside its stones.
    pub(super) beside: PointSet,
    /// How many regions that are not looked at hold it.
    pub(super) credit: u8,
}

/// A region and how it holds its boundary.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) points: PointSet,
    /// Its boundary, as places in the list of walls.
    pub(super) boundary: Vec<usize>,
    /// Which of its boundary it is vital to.
    pub(super) vital: Vec<bool>,
    /// Whether it holds its whole boundary by pairs, and is free of living intruders.
    pub(super) holds_all: bool,
    /// How many liberties it can keep for each block of its boundary, by search: with two it is enough by itself.
    pub(super) kept: Vec<u8>,
    /// Blocks of its boundary that can be kept connected in it.
    pub(super) links: Vec<(usize, usize)>,
}

impl Region {
    /// What the block at a place of the boundary owes to it.
    fn credit(&self, place: usize) -> u8 {
        self.kept[place].max(u8::from(self.holds_all || self.vital[place]))
    }

    /// Whether any block owes something to it.
    fn credits(&self) -> bool {
        (0..self.boundary.len()).any(|place| self.credit(place) > 0)
    }

    /// Forgets what it holds.
    pub(super) fn drop_all(&mut self) {
        self.holds_all = false;
        self.vital.fill(false);
        self.kept.fill(0);
        self.links.clear();
    }
}

/// The regions of a colour within a part of the board, and the blocks around them.
#[derive(Clone, Debug, Default)]
pub(super) struct Enclosure {
    pub(super) walls: Vec<Wall>,
    pub(super) regions: Vec<Region>,
}

impl Enclosure {
    /// The regions of a colour within a set of points. Blocks have no credit yet.
    pub(super) fn of(board: &Board, color: Color, within: &PointSet) -> Enclosure {
        let own = board.stones(color);
        let mut enclosure = Enclosure::default();
        for points in (*within - own).components() {
            let mut touching = points.grown() & own;
            let mut boundary = Vec::new();
            while let Some(p) = touching.first() {
                let known = enclosure.walls.iter().position(|wall| wall.stones.contains(p));
                let wall = known.unwrap_or_else(|| {
                    let stones = board.block(p).expect("a stone has a block").stone_set();
                    enclosure.walls.push(Wall { stones, beside: stones.grown() - stones, credit: 0 });
                    enclosure.walls.len() - 1
                });
                touching = touching - enclosure.walls[wall].stones;
                boundary.push(wall);
            }
            enclosure.regions.push(Region {
                points,
                vital: vec![false; boundary.len()],
                kept: vec![0; boundary.len()],
                boundary,
                holds_all: false,
                links: Vec::new(),
            });
        }
        enclosure
    }

    /// Applies Benson's rule to all regions.
    pub(super) fn find_vital(&mut self, board: &Board, suicide_allowed: bool) {
        let empty = board.empty();
        for region in &mut self.regions {
            // Where suicide is allowed, stones may be taken off again by their owner: then no point counts as filled for good.
            let inside = if suicide_allowed { region.points } else { region.points & empty };
            for (vital, &wall) in region.vital.iter_mut().zip(&region.boundary) {
                *vital = inside.is_subset(&self.walls[wall].beside);
            }
        }
    }

    /// Applies the rule of pairs to all regions.
    pub(super) fn find_holding(&mut self, board: &Board) {
        let empty = board.empty();
        for i in 0..self.regions.len() {
            let region = &self.regions[i];
            let boundary: Vec<PointSet> =
                region.boundary.iter().map(|&wall| self.walls[wall].beside).collect();
            let holds_all = pairs(&region.points, &empty, &boundary, &PointSet::EMPTY);
            let links = if holds_all {
                region.boundary.windows(2).map(|two| (two[0], two[1])).collect()
            } else {
                self.links(region, &empty)
            };
            let region = &mut self.regions[i];
            (region.holds_all, region.links) = (holds_all, links);
        }
    }

    /// Pairs of common liberties in a region, each used once: as many blocks of its boundary are connected as a first try finds.
    fn links(&self, region: &Region, empty: &PointSet) -> Vec<(usize, usize)> {
        let mut free = region.points & *empty;
        let mut chains = Chains::new(self.walls.len());
        let mut links = Vec::new();
        // Those with the fewest common liberties choose first.
        let mut candidates = Vec::new();
        for (i, &a) in region.boundary.iter().enumerate() {
            for &b in &region.boundary[i + 1..] {
                let common = (self.walls[a].beside & self.walls[b].beside & free).len();
                if common >= 2 {
                    candidates.push((common, a, b));
                }
            }
        }
        candidates.sort_unstable();
        for (_, a, b) in candidates {
            let common = self.walls[a].beside & self.walls[b].beside & free;
            if common.len() >= 2 && chains.join(a, b) {
                for p in common.iter().take(2) {
                    free.remove(p);
                }
                links.push((a, b));
            }
        }
        links
    }

    /// How many liberties each block of a region's boundary needs there, so that it lives: two, less what it would owe to other regions if all of the boundary
    /// lived.
    pub(super) fn needs(&self, index: usize) -> Vec<u8> {
        let mut hoped = self.clone();
        hoped.regions[index].drop_all();
        hoped.regions[index].kept.fill(2);
        let (_, mut credit) = hoped.left();
        for &wall in &hoped.regions[index].boundary {
            // Of what was hoped for, nothing is owed yet. A chain gets it once.
            credit[wall] = credit[wall].saturating_sub(2);
        }
        hoped.regions[index].boundary.iter().map(|&wall| 2u8.saturating_sub(credit[wall])).collect()
    }

    /// Which blocks live.
    pub(super) fn living(&self) -> Vec<bool> {
        self.left().0
    }

    /// Which blocks are left when those that cannot live are set aside, again and again, and what each block owes to regions.
    fn left(&self) -> (Vec<bool>, Vec<u8>) {
        let mut walls = vec![true; self.walls.len()];
        // A region that holds nothing is no harm: it only does not help.
        let mut regions = vec![true; self.regions.len()];
        loop {
            // Blocks that can be kept connected live together: a region that holds one of them holds all.
            let mut chains = Chains::new(self.walls.len());
            let left =
                || self.regions.iter().zip(&regions).filter(|&(_, &left)| left).map(|(region, _)| region);
            for &(a, b) in left().flat_map(|region| &region.links) {
                if walls[a] && walls[b] {
                    chains.join(a, b);
                }
            }
            let mut credit = vec![0u8; self.walls.len()];
            for (i, wall) in self.walls.iter().enumerate() {
                let chain = chains.find(i);
                credit[chain] = credit[chain].max(wall.credit);
            }
            for region in left() {
                let mut given = vec![0u8; self.walls.len()];
                for (place, &wall) in region.boundary.iter().enumerate() {
                    let chain = chains.find(wall);
                    given[chain] = given[chain].max(region.credit(place));
                }
                for (credit, given) in credit.iter_mut().zip(given) {
                    *credit = credit.saturating_add(given);
                }
            }
            let mut changed = false;
            for i in 0..walls.len() {
                if walls[i] && credit[chains.find(i)] < 2 {
                    walls[i] = false;
                    changed = true;
                }
            }
            for (left, region) in regions.iter_mut().zip(&self.regions) {
                // Links do not ask for the rest of the boundary, but holding does.
                if *left && region.credits() && region.boundary.iter().any(|&wall| !walls[wall]) {
                    *left = false;
                    changed = true;
                }
            }
            if !changed {
                let owed = (0..walls.len()).map(|i| credit[chains.find(i)]).collect();
                return (walls, owed);
            }
        }
    }
}

/// Which blocks are connected.
struct Chains(Vec<usize>);

impl Chains {
    fn new(blocks: usize) -> Chains {
        Chains((0..blocks).collect())
    }

    fn find(&mut self, block: usize) -> usize {
        let mut chain = block;
        while self.0[chain] != chain {
            self.0[chain] = self.0[self.0[chain]];
            chain = self.0[chain];
        }
        chain
    }

    /// Connects two blocks. Tells whether they were not yet.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
        a != b
    }
}

/// Whether liberties can be set aside in pairs so that the boundary of a region is connected and every interior point covered, except those of `free`.
pub(super) fn pairs(region: &PointSet, empty: &PointSet, boundary: &[PointSet], free: &PointSet) -> bool {
    let touched = boundary.iter().fold(PointSet::EMPTY, |all, beside| all | *beside) & *region;
    let interior = *region - touched - *free;
    let liberties = touched & *empty;
    // Each needs two liberties of its own.
    if boundary.is_empty() || 2 * (interior.len() + boundary.len() - 1) > liberties.len() {
        return interior.is_empty() && boundary.len() == 1;
    }
    let mut steps = 300;
    let mut search = Pairs { boundary, liberties, steps: &mut steps };
    search.cover(interior, liberties)
}

struct Pairs<'a> {
    boundary: &'a [PointSet],
    liberties: PointSet,
    steps: &'a mut u32,
}

impl Pairs<'_> {
    /// Covers the interior points, those with the fewest choices first, then connects the boundary.
    fn cover(&mut self, mut interior: PointSet, free: PointSet) -> bool {
        if *self.steps == 0 {
            return false;
        }
        *self.steps -= 1;
        let choices = |p| self.liberties & free & [p].into_iter().collect::<PointSet>().grown();
        let Some(point) = interior.iter().min_by_key(|&p| choices(p).len()) else {
            return self.connect(1, free);
        };
        let choices = choices(point);
        interior.remove(point);
        for (i, a) in choices.iter().enumerate() {
            for b in choices.iter().skip(i + 1) {
                let mut left = free;
                left.remove(a);
                left.remove(b);
                if self.cover(interior, left) {
                    return true;
                }
            }
        }
        false
    }

    /// Connects the boundary blocks, of which those in the set `joined` (bit by bit) are one.
    fn connect(&mut self, joined: u64, free: PointSet) -> bool {
        let count = self.boundary.len();
        if count > 60 || *self.steps == 0 {
            return false;
        }
        *self.steps -= 1;
        if joined.count_ones() as usize == count {
            return true;
        }
        let one = (0..count)
            .filter(|&i| joined >> i & 1 == 1)
            .fold(PointSet::EMPTY, |all, i| all | self.boundary[i]);
        for other in (0..count).filter(|&i| joined >> i & 1 == 0) {
            let common = one & self.boundary[other] & free;
            for (i, a) in common.iter().enumerate() {
                for b in common.iter().skip(i + 1) {
                    let mut left = free;
                    left.remove(a);
                    left.remove(b);
                    if self.connect(joined | 1 << other, left) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Whether the attacker cannot have two eyes in a region whose boundary lives without it: at most one point, or two side by side, is neither touched by the
/// boundary nor covered by a pair of liberties. With one eye at most he is taken, since the defender can fill all else and is in no danger.
pub(super) fn no_two_eyes(region: &PointSet, empty: &PointSet, boundary: &[PointSet]) -> bool {
    if boundary.is_empty() {
        return false;
    }
    // Connection is no question here: one block that is all of them.
    let touched = boundary.iter().fold(PointSet::EMPTY, |all, beside| all | *beside);
    let whole = [touched];
    let interior = *region - touched;
    if interior.len() > 14 {
        return false;
    }
    if interior.len() <= 1 {
        return true;
    }
    interior.iter().any(|p| {
        let mut free: PointSet = [p].into_iter().collect();
        if pairs(region, empty, &whole, &free) {
            return true;
        }
        let beside = free.grown() & interior;
        beside.iter().filter(|&q| q > p).any(|q| {
            free.insert(q);
            let covered = pairs(region, empty, &whole, &free);
            free.remove(q);
            covered
        })
    })
}

//! Which blocks live by which regions: Benson's elimination, with chains, in stages.
//!
//! Regions keep liberties for the blocks around them. Where a line of play has connected some
//! blocks, what a region keeps for all of them together depends on how it keeps it:
//!
//! - A *firm* gift (Benson's rule, pairs of liberties) stays with the block, whatever joins it:
//!   connected blocks have the **most** that one of them was given.
//! - A gift that was *searched* for is a promise about what is connected in the region: such blocks
//!   have the **least** that one of them was promised there. For a search may connect a block
//!   that needs two liberties with one that needs none because it lives elsewhere, and leave both
//!   without a liberty here.
//!
//! # Why what is said to live is never taken
//!
//! Let K be blocks that are connected on the board when it is the attacker's turn. It is enough
//! that K has two liberties: he fills one, and the answer restores what was promised. Blocks are
//! found in stages, and a region counts in a stage only if its whole boundary was found by then.
//! Let e be the first stage in which a block of K was found, and R a region that counted in it. No
//! block of K was found before, and none around R after it; so the blocks of K around R are among
//! those of stage e, and K has in R at least the least that one of *those* was promised. What the
//! stage adds up is a lower bound of that over all regions, which have no point in common: either
//! with the least promise of each searched region, or, for one region of the chain's choice, with
//! the promise of each chain around it in turn, where all of those chains must come to two. (In
//! that region the chain of K with the least promise there is one of them, and what is added
//! to it are regions that count for K because that chain is part of K.)
//!
//! A *link* connects two blocks by two liberties that are set aside: if one is taken, the other is
//! the answer. As long as both are open each block has two liberties; then the blocks are
//! connected. So K is a union of whole chains, or has two liberties.
//!
//! Without stages this would be wrong: two blocks could each be promised two liberties by a region
//! in which the other needs none, each because of the other.

use smallvec::{SmallVec, smallvec};

use crate::chains::Chains;

/// What regions give to the blocks of their boundaries. Both go by number; what belongs to a region
/// stands together.
#[derive(Clone, Debug, Default)]
pub(super) struct Supports {
    gifts: SmallVec<[Gift; 32]>,
    links: SmallVec<[Link; 16]>,
    /// Whether a gift was searched for.
    has_searched: bool,
}

/// How many liberties a region keeps for a block of its boundary, perhaps none.
#[derive(Clone, Copy, Debug)]
struct Gift {
    region: u16,
    block: u16,
    liberties: u8,
    is_searched: bool,
}

/// Two blocks that can be kept connected in a region.
#[derive(Clone, Copy, Debug)]
struct Link {
    region: u16,
    blocks: (u16, u16),
}

/// What lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Life {
    /// Which blocks live.
    pub(super) lives: SmallVec<[bool; 32]>,
    /// How many liberties each of them is kept at least, whatever it is connected with.
    pub(super) kept: SmallVec<[u8; 32]>,
}

/// As many liberties as anybody needs.
const PLENTY: u8 = 4;

impl Supports {
    /// A region keeps so many liberties for a block, whatever joins it. Every block of its boundary
    /// has to be named.
    pub(super) fn give(&mut self, region: usize, block: usize, liberties: u8) {
        self.push(region, block, liberties, false);
    }

    /// A search found that a region keeps so many liberties for a block, as long as all it is
    /// connected with there was promised as many. Every block of its boundary has to be named.
    pub(super) fn promise(&mut self, region: usize, block: usize, liberties: u8) {
        self.has_searched = true;
        self.push(region, block, liberties, true);
    }

    fn push(&mut self, region: usize, block: usize, liberties: u8, is_searched: bool) {
        self.gifts.push(Gift { region: region as u16, block: block as u16, liberties, is_searched });
    }

    /// A region can keep two blocks connected.
    pub(super) fn link(&mut self, region: usize, a: usize, b: usize) {
        self.links.push(Link { region: region as u16, blocks: (a as u16, b as u16) });
    }

    /// Takes back all that a region gives.
    pub(super) fn drop_region(&mut self, region: usize) {
        self.gifts.retain(|gift| usize::from(gift.region) != region);
        self.links.retain(|link| usize::from(link.region) != region);
    }

    /// Which blocks live, if each may bring liberties from elsewhere that stay with it.
    pub(super) fn life(&self, brought: &[u8]) -> Life {
        let count = brought.len();
        let mut life = Life { lives: smallvec![false; count], kept: smallvec![0; count] };
        while self.extend(&mut life, brought) {}
        life
    }

    /// One stage: adds the largest set of blocks that live together with those found before. Tells
    /// whether there may be more.
    fn extend(&self, life: &mut Life, brought: &[u8]) -> bool {
        let count = brought.len();
        let mut lives: SmallVec<[bool; 32]> = smallvec![true; count];
        let mut kept: SmallVec<[u8; 32]> = smallvec![0; count];
        let mut is_old: SmallVec<[bool; 32]> = smallvec![false; count];
        let mut held: SmallVec<[bool; 32]> = smallvec![false; count];
        loop {
            // Links do not ask for the rest of the boundary.
            let mut chains = Chains::new(count);
            for &Link { blocks: (a, b), .. } in &self.links {
                if lives[usize::from(a)] && lives[usize::from(b)] {
                    chains.join(a.into(), b.into());
                }
            }
            // By chains: what each is kept, and whether it lives by an earlier stage.
            kept.fill(0);
            is_old.fill(false);
            for (i, &brought) in brought.iter().enumerate() {
                let chain = chains.find(i);
                kept[chain] = kept[chain].max(brought);
                is_old[chain] |= life.lives[i];
            }
            self.add_up(&lives, &mut chains, &is_old, &mut kept);
            for (chain, held) in held.iter_mut().enumerate() {
                *held = is_old[chain] || kept[chain] >= 2;
            }
            if self.has_searched {
                self.hold_together(&lives, &mut chains, &is_old, &kept, &mut held);
            }
            let mut changed = false;
            for (i, lives) in lives.iter_mut().enumerate() {
                if *lives && !held[chains.find(i)] {
                    *lives = false;
                    changed = true;
                }
            }
            if !changed {
                for i in 0..count {
                    let chain = chains.find(i);
                    if lives[i] && !life.lives[i] {
                        life.kept[i] = if is_old[chain] { PLENTY } else { kept[chain] };
                    } else if !lives[i] {
                        life.kept[i] = kept[chain];
                    }
                }
                // What is firm is found at once.
                let is_done = !self.has_searched || life.lives == lives;
                life.lives = lives;
                return !is_done;
            }
        }
    }

    /// The gifts of each region whose whole boundary is still in question.
    fn regions<'a>(&'a self, lives: &'a [bool]) -> impl Iterator<Item = &'a [Gift]> {
        self.gifts
            .chunk_by(|a, b| a.region == b.region)
            .filter(|gifts| gifts.iter().all(|gift| lives[usize::from(gift.block)]))
    }

    /// Adds up for each chain what regions keep for it at least.
    fn add_up(&self, lives: &[bool], chains: &mut Chains, is_old: &[bool], kept: &mut [u8]) {
        let mut given: SmallVec<[u8; 32]> = smallvec![0; kept.len()];
        for gifts in self.regions(lives) {
            let least = if gifts[0].is_searched { least(gifts, chains, is_old) } else { PLENTY };
            // To a chain a region gives what it gives to one block of it.
            for gift in gifts {
                let given = &mut given[chains.find(gift.block.into())];
                *given = gift.liberties.min(least).max(*given);
            }
            for gift in gifts {
                let chain = chains.find(gift.block.into());
                kept[chain] = kept[chain].saturating_add(std::mem::take(&mut given[chain]));
            }
        }
    }

    /// Marks the chains around a searched region in which each chain comes to two liberties by what
    /// it was promised there itself.
    fn hold_together(
        &self,
        lives: &[bool],
        chains: &mut Chains,
        is_old: &[bool],
        kept: &[u8],
        held: &mut [bool],
    ) {
        for gifts in self.regions(lives).filter(|gifts| gifts[0].is_searched) {
            let least = least(gifts, chains, is_old);
            let all = gifts.iter().all(|gift| {
                let chain = chains.find(gift.block.into());
                is_old[chain] || kept[chain] - least.min(kept[chain]) + gift.liberties >= 2
            });
            if all {
                gifts.iter().for_each(|gift| held[chains.find(gift.block.into())] = true);
            }
        }
    }
}

/// The least that a region promised to a block that is not found to live yet.
fn least(gifts: &[Gift], chains: &mut Chains, is_old: &[bool]) -> u8 {
    let new = gifts.iter().filter(|gift| !is_old[chains.find(gift.block.into())]);
    new.map(|gift| gift.liberties).min().unwrap_or(PLENTY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lives(supports: &Supports, blocks: usize) -> Vec<bool> {
        supports.life(&vec![0; blocks]).lives.to_vec()
    }

    #[test]
    fn two_firm_gifts_are_enough() {
        let mut supports = Supports::default();
        supports.give(0, 0, 1);
        assert_eq!(lives(&supports, 1), [false]);
        supports.give(1, 0, 1);
        assert_eq!(lives(&supports, 1), [true]);
    }

    /// Each of two regions promises two liberties to one block, and relies on the other block to
    /// live elsewhere. A line of play may connect the two in both regions and leave no liberty in
    /// either.
    #[test]
    fn two_promises_do_not_vouch_for_each_other() {
        let mut supports = Supports::default();
        supports.promise(0, 0, 2);
        supports.promise(0, 1, 0);
        supports.promise(1, 0, 0);
        supports.promise(1, 1, 2);
        assert_eq!(lives(&supports, 2), [false, false]);
        // With life of its own for one of them, in a region of its own, the other lives too.
        supports.promise(2, 1, 2);
        assert_eq!(lives(&supports, 2), [true, true]);
    }

    /// A link to a block that lives by a promise made to it alone does not keep what that promise
    /// relies on.
    #[test]
    fn a_link_does_not_turn_a_promise_round() {
        let mut supports = Supports::default();
        supports.promise(0, 0, 2);
        supports.promise(0, 1, 0);
        supports.link(1, 0, 1);
        assert_eq!(lives(&supports, 2), [false, false]);
    }

    /// One block has an eye elsewhere and needs one liberty here, the other needs two.
    #[test]
    fn promises_differ_by_what_is_elsewhere() {
        let mut supports = Supports::default();
        supports.promise(0, 0, 2);
        supports.promise(0, 1, 1);
        assert_eq!(lives(&supports, 2), [false, false]);
        supports.give(1, 1, 1);
        assert_eq!(lives(&supports, 2), [true, true]);
    }

    /// What regions give does not count if one of their blocks is taken.
    #[test]
    fn the_whole_boundary_has_to_live() {
        let mut supports = Supports::default();
        for region in 0..2 {
            supports.give(region, 0, 1);
        }
        supports.give(1, 1, 0);
        assert_eq!(lives(&supports, 2), [false, false]);
    }

    /// All sums of few promises and gifts: against every set of blocks that may come to be
    /// connected.
    #[test]
    fn whatever_is_connected_keeps_two_liberties() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut living, mut tried) = (0, 0);
        for _ in 0..20_000 {
            let (blocks, regions) = (random.usize(1..=4), random.usize(1..=4));
            let mut supports = Supports::default();
            let mut all = Vec::new();
            for region in 0..regions {
                let is_searched = random.bool();
                let mut boundary = Vec::new();
                for block in (0..blocks).filter(|_| random.u8(..3) > 0).collect::<Vec<_>>() {
                    let liberties = if is_searched { random.u8(..=2) } else { random.u8(..=1) };
                    supports.push(region, block, liberties, is_searched);
                    boundary.push((block, liberties));
                }
                supports.has_searched |= is_searched;
                all.push((is_searched, boundary));
            }
            let lives = lives(&supports, blocks);
            // The worst case: all of them are connected in each searched region.
            for set in 1u32..1 << blocks {
                if (0..blocks).any(|b| set >> b & 1 == 1 && !lives[b]) {
                    continue;
                }
                let liberties: u32 = all
                    .iter()
                    .filter(|(_, boundary)| boundary.iter().all(|&(b, _)| lives[b]))
                    .map(|(is_searched, boundary)| {
                        let of = boundary.iter().filter(|(b, _)| set >> b & 1 == 1).map(|(_, n)| *n);
                        u32::from(if *is_searched { of.min() } else { of.max() }.unwrap_or(0))
                    })
                    .sum();
                assert!(liberties >= 2, "{all:?} {lives:?} {set:b}");
                tried += 1;
            }
            living += lives.iter().filter(|&&lives| lives).count();
        }
        assert!(living > 1_000 && tried > 1_000, "{living} {tried}");
    }
}

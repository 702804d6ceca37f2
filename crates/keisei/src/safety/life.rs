//! Which blocks live by which regions: Benson's elimination, with chains.

use smallvec::{SmallVec, smallvec};

/// What regions give to the blocks of their boundaries. Both go by number; what belongs to a region stands together.
#[derive(Clone, Debug, Default)]
pub(super) struct Supports {
    gifts: SmallVec<[Gift; 32]>,
    links: SmallVec<[Link; 16]>,
}

/// How many liberties a region keeps for a block of its boundary, perhaps none.
#[derive(Clone, Copy, Debug)]
struct Gift {
    region: u16,
    block: u16,
    liberties: u8,
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
    /// How many liberties each of them is kept.
    pub(super) kept: SmallVec<[u8; 32]>,
}

impl Supports {
    /// A region keeps so many liberties for a block. Every block of its boundary has to be named.
    pub(super) fn give(&mut self, region: usize, block: usize, liberties: u8) {
        self.gifts.push(Gift { region: region as u16, block: block as u16, liberties });
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

    /// Which blocks are left when those that cannot live are set aside, again and again. A block lives if its chain is kept two liberties by regions whose whole
    /// boundary lives. Blocks may bring liberties from elsewhere.
    pub(super) fn life(&self, brought: &[u8]) -> Life {
        let mut lives: SmallVec<[bool; 32]> = smallvec![true; brought.len()];
        let mut kept: SmallVec<[u8; 32]> = smallvec![0; brought.len()];
        let mut given: SmallVec<[u8; 32]> = smallvec![0; brought.len()];
        loop {
            // Blocks that can be kept connected live together: a region that holds one of them holds all. Links do not ask for the rest of the boundary.
            let mut chains = Chains::new(brought.len());
            for &Link { blocks: (a, b), .. } in &self.links {
                if lives[usize::from(a)] && lives[usize::from(b)] {
                    chains.join(a.into(), b.into());
                }
            }
            kept.fill(0);
            for (i, &brought) in brought.iter().enumerate() {
                // What two blocks bring may come from the same region: the most counts, not the sum.
                let chain = chains.find(i);
                kept[chain] = kept[chain].max(brought);
            }
            for gifts in self.gifts.chunk_by(|a, b| a.region == b.region) {
                if gifts.iter().any(|gift| !lives[usize::from(gift.block)]) {
                    continue;
                }
                // To a chain a region gives what it gives to one block of it.
                for gift in gifts {
                    let given = &mut given[chains.find(gift.block.into())];
                    *given = gift.liberties.max(*given);
                }
                for gift in gifts {
                    let chain = chains.find(gift.block.into());
                    kept[chain] = kept[chain].saturating_add(std::mem::take(&mut given[chain]));
                }
            }
            let mut changed = false;
            for i in 0..lives.len() {
                if lives[i] && kept[chains.find(i)] < 2 {
                    lives[i] = false;
                    changed = true;
                }
            }
            if !changed {
                let kept = (0..lives.len()).map(|i| kept[chains.find(i)]).collect();
                return Life { lives, kept };
            }
        }
    }
}

/// Which blocks are connected.
pub(super) struct Chains(SmallVec<[u16; 32]>);

impl Chains {
    pub(super) fn new(blocks: usize) -> Chains {
        Chains((0..blocks as u16).collect())
    }

    pub(super) fn find(&mut self, block: usize) -> usize {
        let mut chain = block;
        while usize::from(self.0[chain]) != chain {
            self.0[chain] = self.0[usize::from(self.0[chain])];
            chain = self.0[chain].into();
        }
        chain
    }

    /// Connects two blocks. Tells whether they were not yet.
    pub(super) fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b) as u16;
        a != b
    }
}

//! Which blocks live by which regions: Benson's elimination, with chains.

use smallvec::{SmallVec, smallvec};

/// What a region gives to the blocks of its boundary.
#[derive(Clone, Debug, Default)]
pub(super) struct Support {
    /// The boundary, by number of the blocks.
    pub(super) boundary: SmallVec<[usize; 8]>,
    /// How many liberties it keeps for each of them.
    pub(super) credits: SmallVec<[u8; 8]>,
    /// Which of them can be kept connected in it.
    pub(super) links: SmallVec<[(usize, usize); 8]>,
}

impl Support {
    /// What keeps a boundary connected, with a liberty.
    pub(super) fn connected(boundary: SmallVec<[usize; 8]>) -> Support {
        Support {
            credits: smallvec![1; boundary.len()],
            links: boundary.windows(2).map(|two| (two[0], two[1])).collect(),
            boundary,
        }
    }
}

/// Which blocks are left when those that cannot live are set aside, again and again, and what each owes to regions. A block lives if its chain is kept two liberties
/// by regions whose whole boundary lives. Blocks may bring credit from elsewhere.
pub(super) fn living(brought: &[u8], supports: &[Support]) -> (SmallVec<[bool; 16]>, SmallVec<[u8; 16]>) {
    let mut blocks: SmallVec<[bool; 16]> = smallvec![true; brought.len()];
    let mut left: SmallVec<[bool; 16]> = smallvec![true; supports.len()];
    let mut given: SmallVec<[u8; 16]> = smallvec![0; brought.len()];
    loop {
        // Blocks that can be kept connected live together: a region that holds one of them holds all. Links do not ask for the rest of the boundary.
        let mut chains = Chains::new(brought.len());
        for &(a, b) in supports.iter().flat_map(|support| &support.links) {
            if blocks[a] && blocks[b] {
                chains.join(a, b);
            }
        }
        let mut credit: SmallVec<[u8; 16]> = smallvec![0; brought.len()];
        for (i, &brought) in brought.iter().enumerate() {
            // What two blocks bring may come from the same region: the most counts, not the sum.
            let chain = chains.find(i);
            credit[chain] = credit[chain].max(brought);
        }
        for (support, _) in supports.iter().zip(&left).filter(|&(_, &left)| left) {
            for (&block, &credit) in support.boundary.iter().zip(&support.credits) {
                let chain = chains.find(block);
                given[chain] = given[chain].max(credit);
            }
            for &block in &support.boundary {
                let chain = chains.find(block);
                credit[chain] = credit[chain].saturating_add(std::mem::take(&mut given[chain]));
            }
        }
        let mut changed = false;
        for i in 0..blocks.len() {
            if blocks[i] && credit[chains.find(i)] < 2 {
                blocks[i] = false;
                changed = true;
            }
        }
        for (left, support) in left.iter_mut().zip(supports) {
            if *left && support.boundary.iter().any(|&block| !blocks[block]) {
                *left = false;
                changed = true;
            }
        }
        if !changed {
            let owed = (0..blocks.len()).map(|i| credit[chains.find(i)]).collect();
            return (blocks, owed);
        }
    }
}

/// Which blocks are connected.
pub(super) struct Chains(SmallVec<[usize; 16]>);

impl Chains {
    pub(super) fn new(blocks: usize) -> Chains {
        Chains((0..blocks).collect())
    }

    pub(super) fn find(&mut self, block: usize) -> usize {
        let mut chain = block;
        while self.0[chain] != chain {
            self.0[chain] = self.0[self.0[chain]];
            chain = self.0[chain];
        }
        chain
    }

    /// Connects two blocks. Tells whether they were not yet.
    pub(super) fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
        a != b
    }
}

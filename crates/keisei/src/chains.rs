//! Which blocks are connected: sets that are joined one by one.

use smallvec::SmallVec;

/// Blocks by number, and the chains they are joined to. The lowest number stands for its chain, so
/// that chains come in the order of their first blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chains(SmallVec<[u16; 32]>);

impl Chains {
    /// So many blocks, each by itself.
    pub(crate) fn new(blocks: usize) -> Chains {
        let mut chains = Chains::default();
        chains.restart(blocks);
        chains
    }

    /// So many blocks, each by itself, in the same memory.
    pub(crate) fn restart(&mut self, blocks: usize) {
        self.0.clear();
        self.0.extend(0..blocks as u16);
    }

    /// The chain of a block.
    pub(crate) fn find(&mut self, block: usize) -> usize {
        let mut chain = block;
        while usize::from(self.0[chain]) != chain {
            self.0[chain] = self.0[usize::from(self.0[chain])];
            chain = self.0[chain].into();
        }
        chain
    }

    /// Connects two blocks. Tells whether they were not yet.
    pub(crate) fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b) as u16;
        a != b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_is_found_together() {
        let mut chains = Chains::new(6);
        assert!(chains.join(4, 2) && chains.join(5, 4) && chains.join(0, 1));
        assert!(!chains.join(2, 5), "they are connected already");
        assert_eq!([0, 1, 2, 3, 4, 5].map(|block| chains.find(block)), [0, 0, 2, 3, 2, 2]);
        chains.restart(2);
        assert_eq!([0, 1].map(|block| chains.find(block)), [0, 1]);
    }
}

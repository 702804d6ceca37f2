//! Which blocks are connected: sets that are joined one by one, and the liberties by which they are.

use keisei_goban::{Point, PointMap, PointSet};
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

/// The pairs of different blocks around a point, the lower number first; a block that is there twice
/// makes a pair twice.
pub(crate) fn pairs<T: Ord + Copy>(around: [Option<T>; 4]) -> impl Iterator<Item = (T, T)> {
    const SIDES: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    SIDES.into_iter().filter_map(move |(i, j)| {
        let (a, b) = (around[i]?, around[j]?);
        (a != b).then(|| (a.min(b), a.max(b)))
    })
}

/// Blocks that have some of these points for common liberties: two by number, and the point; sorted,
/// each once. Where `numbers` says 0 there is no block.
pub(crate) fn common_liberties(numbers: &PointMap<u16>, free: &PointSet) -> Vec<((usize, usize), Point)> {
    let number = |q| usize::from(numbers[q]).checked_sub(1);
    let mut common: Vec<((usize, usize), Point)> =
        free.iter().flat_map(|p| pairs(p.neighbors().map(number)).map(move |pair| (pair, p))).collect();
    common.sort_unstable();
    common.dedup();
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_liberties_are_found_once() {
        // Block 1 is on two sides of B2, block 2 on one.
        let mut numbers = PointMap::filled(0);
        for (vertex, number) in [("A2", 1), ("B3", 1), ("B1", 2), ("C1", 2)] {
            numbers[vertex.parse::<Point>().unwrap()] = number;
        }
        let free = keisei_testdata::points("B2 A1 C3 C2");
        let found = common_liberties(&numbers, &free);
        let named: Vec<_> = found.iter().map(|(blocks, p)| (*blocks, p.to_string())).collect();
        assert_eq!(named, [((0, 1), "A1".to_string()), ((0, 1), "B2".to_string())]);
        assert_eq!(pairs([Some(3), Some(1), None, Some(3)]).collect::<Vec<_>>(), [(1, 3), (1, 3)]);
    }

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

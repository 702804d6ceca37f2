//! Ties: connections through two points, mostly of different regions.
//!
//! ```text
//! X . O     The two black stones have two common liberties, one on each side.
//! . X O     If White takes one of them, Black takes the other.
//! ```
//!
//! In each of the two regions the tied point is out of the defender's hands: if the attacker takes
//! it, he is answered in the other region; and if he takes the other one, the defender's stone
//! falls on it. So a region with tied points is proved against an attacker who may do both at any
//! time, and the blocks count as one.
//!
//! # Why that holds
//!
//! As long as both points are open, both blocks have two liberties. The answer to one is the other,
//! which is still open, since nobody else answers there; it connects the blocks, and is no suicide,
//! since what is connected keeps liberties (`life`). What the defender's stone does to its region
//! needs no answer there: for static rules it stands on a liberty of the boundary that no pair
//! uses, and it takes what it leaves without liberties, so that a vital region keeps an empty
//! point; a region that consists of tied points alone gives nothing. A search tries both stones.

use keisei_goban::{Board, Point, PointMap};

use super::enclosure::Enclosure;
use crate::chains::common_liberties;

/// Two blocks that are kept connected by two points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie {
    pub(super) blocks: (usize, usize),
    pub(super) points: [Point; 2],
}

impl Enclosure {
    /// Ties blocks that do not live yet, with each other or with living ones, wherever two points
    /// are free for it. Points of regions with more than so many points are the first choice: such
    /// regions are not searched, so that nothing is lost.
    pub(super) fn tie(&mut self, board: &Board, searched: usize) {
        let living = self.living();
        let mut chains = self.chains();
        let mut common = self.common_liberties(board);
        let costs = self.costs(searched);
        loop {
            let mut best: Option<(u32, Tie)> = None;
            for liberty in &mut common {
                let (a, b) = (chains.find(liberty.blocks.0), chains.find(liberty.blocks.1));
                liberty.chains = (a.min(b), a.max(b));
            }
            common.retain(|liberty| {
                liberty.chains.0 != liberty.chains.1
                    && !(living[liberty.blocks.0] && living[liberty.blocks.1])
            });
            common.sort_unstable_by_key(|liberty| {
                (liberty.chains, costs[liberty.point], liberty.point, liberty.blocks)
            });
            common.dedup_by_key(|liberty| (liberty.chains, liberty.point));
            for two in common.windows(2) {
                if two[0].chains == two[1].chains {
                    let cost = costs[two[0].point] + costs[two[1].point];
                    if best.is_none_or(|(least, _)| cost < least) {
                        let points = [two[0].point, two[1].point];
                        best = Some((cost, Tie { blocks: two[0].blocks, points }));
                    }
                }
            }
            let Some((_, tie)) = best else { return };
            common.retain(|liberty| !tie.points.contains(&liberty.point));
            chains.join(tie.blocks.0, tie.blocks.1);
            self.ties.push(tie);
        }
    }

    /// The empty points beside two blocks that are in no use yet.
    fn common_liberties(&self, board: &Board) -> Vec<Common> {
        let mut free = board.empty() - self.tied();
        for region in self.regions.iter().filter(|region| region.is_kept) {
            free -= region.points;
        }
        // From 1; beside the free points and beyond the board there is none.
        let mut block_at: PointMap<u16> = PointMap::filled(0);
        let beside = free.grown();
        for (block, number) in self.blocks.iter().zip(1..) {
            for p in block.stones & beside {
                block_at[p] = number;
            }
        }
        let common = common_liberties(&block_at, &free).into_iter();
        common.map(|(blocks, point)| Common { blocks, chains: (0, 0), point }).collect()
    }

    /// What it costs to tie a point: the smaller a region, the more it needs each of its points.
    fn costs(&self, searched: usize) -> PointMap<u32> {
        let mut costs = PointMap::filled(0);
        for region in &self.regions {
            let cost = match region.points.len() {
                size if size > searched => continue,
                1 => 40,
                2 => 20,
                3..=5 => 8,
                6..=10 => 4,
                _ => 3,
            };
            for p in region.points {
                costs[p] = cost;
            }
        }
        costs
    }
}

/// A point beside two blocks.
struct Common {
    blocks: (usize, usize),
    chains: (usize, usize),
    point: Point,
}

//! Refuges: a few points in which a chain lives, whatever stands around them.
//!
//! A chain is some blocks with two common liberties each that are set aside for them: one is taken in answer to the other. It is safe if one of its blocks is. Otherwise
//! the attacker moves first among the points of its refuge and is answered there, until the chain has two eyes or is connected with something
//! safe. All that is neither the chain nor safe is taken to be the attacker's, and never to be captured; so a refuge depends on nothing else.
//! The liberties and refuges used are disjoint, and disjoint from what other proofs use (`reserved`), so that every move of the attacker
//! asks for one answer at most. That goes where regions are too large to be searched.

use keisei_goban::{Board, Color, Point, PointSet};
use smallvec::smallvec;

use super::frame::Frame;
use super::goal::Goal;

/// Finds refuges.
pub(super) struct Refuges<'a> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
    pub(super) suicide_allowed: bool,
    /// Stones of the colour that are safe.
    pub(super) safe: PointSet,
    /// Points on which proofs rely.
    pub(super) reserved: PointSet,
    /// The most positions looked at for one refuge.
    pub(super) nodes: u32,
    /// How many positions may still be looked at.
    pub(super) left: u32,
}

/// A chain in the making.
#[derive(Clone, Debug)]
struct Chain {
    stones: PointSet,
    /// Common liberties set aside.
    links: PointSet,
}

impl Refuges<'_> {
    /// Adds to what is safe, until nothing is found any more.
    pub(super) fn extend(&mut self) {
        loop {
            let before = self.safe;
            for chain in self.chains() {
                // What was found meanwhile may lie in its way.
                if chain.links.is_disjoint(&self.reserved) && !chain.stones.is_subset(&self.safe) {
                    self.prove(&chain);
                }
            }
            if self.safe == before {
                return;
            }
        }
    }

    /// The blocks that are not safe, joined by common liberties with each other and with safe ones.
    fn chains(&self) -> Vec<Chain> {
        let own = self.board.stones(self.color);
        let mut free = self.board.empty() - self.reserved;
        let mut chains: Vec<Chain> = Vec::new();
        if !self.safe.is_empty() {
            chains.push(Chain { stones: self.safe, links: PointSet::EMPTY });
        }
        let mut rest = own - self.safe;
        while let Some(p) = rest.first() {
            let stones = self.board.block(p).expect("a stone has a block").stone_set();
            rest -= stones;
            chains.push(Chain { stones, links: PointSet::EMPTY });
        }
        loop {
            // The pair with the fewest common liberties first: it has the least choice.
            let mut best: Option<(usize, usize, usize)> = None;
            let beside: Vec<PointSet> = chains.iter().map(|chain| chain.stones.grown() & free).collect();
            for (i, a) in beside.iter().enumerate() {
                for (j, b) in beside.iter().enumerate().skip(i + 1) {
                    let common = (*a & *b).len();
                    if common >= 2 && best.is_none_or(|(least, ..)| common < least) {
                        best = Some((common, i, j));
                    }
                }
            }
            let Some((_, i, j)) = best else { break };
            let common = beside[i] & beside[j];
            let other = chains.swap_remove(j);
            for p in common.iter().take(2) {
                free.remove(p);
                chains[i].links.insert(p);
            }
            chains[i].stones |= other.stones;
            chains[i].links |= other.links;
        }
        chains
    }

    /// Proves a chain safe: it holds a safe block, or there is a refuge for it.
    fn prove(&mut self, chain: &Chain) {
        let reserved = self.reserved | chain.links;
        let refuge = if chain.stones.is_disjoint(&self.safe) {
            let Some(refuge) = self.refuge(chain, &reserved) else { return };
            refuge
        } else {
            PointSet::EMPTY
        };
        self.safe |= chain.stones;
        self.reserved = reserved | refuge;
    }

    /// A few points in which a chain comes to live, by itself or with what is safe.
    fn refuge(&mut self, chain: &Chain, reserved: &PointSet) -> Option<PointSet> {
        let own = self.board.stones(self.color);
        let free = self.board.size().all() - own - *reserved;
        let liberties = chain.stones.grown() & free & self.board.empty();
        for most in [3, 5, 8, 12, 16] {
            for p in liberties {
                let points = self.around(p, &free, most);
                if points.len() == most && self.is_refuge(&chain.stones, &points) {
                    return Some(points.into_iter().collect());
                }
            }
        }
        None
    }

    /// The points nearest to a point, going through free ones.
    fn around(&self, point: Point, free: &PointSet, most: usize) -> Vec<Point> {
        let mut points = vec![point];
        let mut next = 0;
        while next < points.len() && points.len() < most {
            for q in self.board.size().neighbors(points[next]) {
                if points.len() < most && free.contains(q) && !points.contains(&q) {
                    points.push(q);
                }
            }
            next += 1;
        }
        points
    }

    /// Whether a chain lives in some points if the attacker moves first there. Everything else that is not safe is taken to be his, and never to be
    /// captured, so that a refuge depends on nothing around it.
    fn is_refuge(&mut self, chain: &PointSet, points: &[Point]) -> bool {
        let frame = Frame::new(points.iter().copied(), self.board.size());
        let inside: PointSet = points.iter().copied().collect();
        let beside = |set: &PointSet| frame.bits(&set.grown());
        let goal = Goal {
            boundary: smallvec![(beside(chain), 2), (beside(&self.safe), 0)],
            other: frame.bits(&self.board.stones(self.color.opponent())),
            open: beside(&(self.board.size().all() - inside - *chain - self.safe)),
            tied: 0,
            territory: false,
            suicide_allowed: self.suicide_allowed,
            frame,
        };
        let (proved, nodes) = goal.prove(self.nodes.min(self.left));
        self.left -= nodes;
        proved
    }
}

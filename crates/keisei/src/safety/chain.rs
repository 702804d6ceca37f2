//! Chains: blocks that can be kept connected, and live by two eyes.
//!
//! Two blocks with two common liberties are connected if the liberties are set aside for it: one is taken in answer to the other. A block that is connected with a safe
//! one is safe; so is a chain with two eyes ([`Goal`]). All liberties and eyes used are disjoint, and disjoint from what other proofs use
//! (`reserved`), so that every move of the attacker asks for one answer at most.

use keisei_goban::{Board, Color, Point, PointSet};
use smallvec::smallvec;

use super::frame::Frame;
use super::goal::Goal;

/// Finds chains.
pub(super) struct Chains<'a> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
    pub(super) suicide_allowed: bool,
    /// Stones of the colour that are safe.
    pub(super) safe: PointSet,
    /// Points on which proofs rely.
    pub(super) reserved: PointSet,
    /// The most positions looked at for one eye.
    pub(super) nodes: u32,
}

/// A chain in the making.
#[derive(Clone, Debug)]
struct Chain {
    stones: PointSet,
    /// Common liberties set aside.
    links: PointSet,
}

impl Chains<'_> {
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

    /// Proves a chain safe: it holds a safe block, or two eyes are found.
    fn prove(&mut self, chain: &Chain) {
        let mut reserved = self.reserved | chain.links;
        if chain.stones.is_disjoint(&self.safe) {
            if let Some(points) = self.refuge(chain, &reserved) {
                self.safe |= chain.stones;
                self.reserved = reserved | points;
                return;
            }
            for _ in 0..2 {
                let Some(eye) = self.eye(chain, &reserved) else { return };
                reserved |= eye;
            }
        }
        self.safe |= chain.stones;
        self.reserved = reserved;
    }

    /// A small eye of a chain that uses nothing reserved.
    fn eye(&self, chain: &Chain, reserved: &PointSet) -> Option<PointSet> {
        let own = self.board.stones(self.color);
        let free = self.board.size().all() - own - *reserved;
        let liberties = chain.stones.grown() & free & self.board.empty();
        for most in [1, 2, 3, 4, 6, 8, 11, 15, 20] {
            for p in liberties {
                let points = self.around(p, &free, most);
                if points.len() == most && self.is_eye(chain, &points) {
                    return Some(self.least(chain, points).into_iter().collect());
                }
            }
        }
        None
    }

    /// A few points in which a chain comes to live, by itself or with what is safe.
    fn refuge(&self, chain: &Chain, reserved: &PointSet) -> Option<PointSet> {
        let own = self.board.stones(self.color);
        let free = self.board.size().all() - own - *reserved;
        let liberties = chain.stones.grown() & free & self.board.empty();
        for most in [3, 5, 8, 12, 16] {
            for p in liberties {
                let points = self.around(p, &free, most);
                if points.len() == most && self.holds(chain, &points, 2) {
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

    /// Whether a chain keeps a liberty in some points if the attacker moves first there. Everything else that is neither the chain nor safe is taken to be his, and
    /// never to be captured, so that an eye depends on nothing around it.
    fn is_eye(&self, chain: &Chain, points: &[Point]) -> bool {
        self.holds(chain, points, 1)
    }

    fn holds(&self, chain: &Chain, points: &[Point], need: u8) -> bool {
        let frame = Frame::new(points.iter().copied(), self.board.size());
        let (chain, safe) = (chain.stones, self.safe - chain.stones);
        let inside: PointSet = points.iter().copied().collect();
        let outside = self.board.size().all() - inside - chain - safe;
        let beside = |set: &PointSet| frame.bits(&set.grown());
        let goal = Goal {
            boundary: smallvec![(beside(&chain), need), (beside(&safe), 0)],
            other: frame.bits(&self.board.stones(self.color.opponent())),
            open: beside(&outside),
            tied: 0,
            territory: false,
            suicide_allowed: self.suicide_allowed,
            frame,
        };
        goal.is_proved_with(self.nodes)
    }

    /// An eye without the points that it can do without.
    fn least(&self, chain: &Chain, mut points: Vec<Point>) -> Vec<Point> {
        for i in (0..points.len()).rev() {
            let p = points.remove(i);
            if points.is_empty() || !self.is_eye(chain, &points) {
                points.insert(i, p);
            }
        }
        points
    }
}

//! Eyes: small sets of points in which a chain can keep a liberty for ever, whatever stands around them.
//!
//! The attacker moves first among these points, and is answered there. Everything outside that is not a stone of the chain, or of a block already proved safe, is taken to
//! be the attacker's and never to be captured. So an eye depends on nothing else, and eyes that share no point can be defended
//! independently: each move is answered in the eye where it was made. A chain with two of them lives.
//!
//! The search ends when the points left include an enclosed part in which every empty point is a liberty of the chain: such a part is vital as in
//! \[Benson1976\] and needs no more answers. Up to 32 points are held as bits.

use std::collections::HashMap;

use keisei_goban::{Point, PointSet, Size};

/// Some points and what surrounds them.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    /// The neighbours of each point among the points.
    near: Vec<u32>,
    /// Points that touch the chain.
    chain: u32,
    /// Points that touch other safe blocks of its colour.
    safe: u32,
    /// Points that touch what is taken to be the attacker's.
    open: u32,
    suicide_allowed: bool,
}

/// Stones on a patch: the defender's and the attacker's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stones {
    own: u32,
    other: u32,
}

impl Patch {
    /// A patch of a board, for a chain with these stones, beside other safe stones of its colour.
    pub(super) fn new(
        points: &[Point],
        size: Size,
        chain: &PointSet,
        safe: &PointSet,
        suicide_allowed: bool,
    ) -> Patch {
        let mut patch = Patch { near: vec![0; points.len()], chain: 0, safe: 0, open: 0, suicide_allowed };
        for (i, &p) in points.iter().enumerate() {
            for q in size.neighbors(p) {
                if chain.contains(q) {
                    patch.chain |= 1 << i;
                } else if safe.contains(q) {
                    patch.safe |= 1 << i;
                } else if let Some(j) = points.iter().position(|&r| r == q) {
                    patch.near[i] |= 1 << j;
                } else {
                    patch.open |= 1 << i;
                }
            }
        }
        patch
    }

    fn all(&self) -> u32 {
        if self.near.len() == 32 { u32::MAX } else { (1 << self.near.len()) - 1 }
    }

    /// The points beside a set, and the set.
    fn grown(&self, set: u32) -> u32 {
        let mut grown = set;
        let mut rest = set;
        while rest != 0 {
            grown |= self.near[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        grown
    }

    /// What is connected with some points within a set.
    fn flood(&self, from: u32, within: u32) -> u32 {
        let mut flood = from & within;
        loop {
            let next = self.grown(flood) & within;
            if next == flood {
                return flood;
            }
            flood = next;
        }
    }

    /// Takes stones without liberties off: those of a set, which may be kept by touching `anchors` or an empty point.
    fn without_dead(&self, stones: u32, near: u32, anchors: u32, empty: u32) -> u32 {
        let mut left = stones;
        let mut rest = stones & near;
        while rest != 0 {
            let block = self.flood(1 << rest.trailing_zeros(), stones);
            rest &= !block;
            if block & anchors == 0 && self.grown(block) & empty == 0 {
                left &= !block;
            }
        }
        left
    }

    /// A move of the attacker; `None` if it is suicide and that is forbidden, or repeats.
    fn attacked(&self, stones: Stones, point: u32) -> Option<Stones> {
        let mut after = Stones { own: stones.own, other: stones.other | point };
        let empty = self.all() & !after.own & !after.other;
        after.own = self.without_dead(after.own, self.near_of(point), self.chain | self.safe, empty);
        let empty = self.all() & !after.own & !after.other;
        after.other = self.without_dead(after.other, point, self.open, empty);
        (after.other & point != 0 || self.suicide_allowed && after != stones).then_some(after)
    }

    /// A move of the defender; `None` if it is suicide.
    fn defended(&self, stones: Stones, point: u32) -> Option<Stones> {
        let mut after = Stones { own: stones.own | point, other: stones.other };
        let empty = self.all() & !after.own & !after.other;
        after.other = self.without_dead(after.other, self.near_of(point), self.open, empty);
        let empty = self.all() & !after.own & !after.other;
        after.own = self.without_dead(after.own, point, self.chain | self.safe, empty);
        (after.own & point != 0).then_some(after)
    }

    fn near_of(&self, point: u32) -> u32 {
        self.near[point.trailing_zeros() as usize]
    }

    /// The points that touch the chain or stones connected with it.
    fn touched(&self, stones: Stones) -> u32 {
        self.chain | self.grown(self.flood(self.chain, stones.own))
    }

    /// Whether the chain has a liberty.
    fn keeps(&self, stones: Stones) -> bool {
        self.touched(stones) & !stones.own & !stones.other & self.all() != 0
    }

    /// Whether a liberty is kept without any more answers.
    fn is_vital(&self, stones: Stones) -> bool {
        let touched = self.touched(stones);
        let firm = self.flood(self.chain | self.safe, stones.own);
        let mut rest = self.all() & !stones.own;
        while rest != 0 {
            let part = self.flood(1 << rest.trailing_zeros(), self.all() & !firm);
            rest &= !part;
            // Stones of the defender that may be lost count as empty: they can be.
            let inside = if self.suicide_allowed { part } else { part & !stones.other };
            if part & self.open == 0 && inside != 0 && inside & !touched == 0 {
                return true;
            }
        }
        false
    }

    /// Whether the chain keeps a liberty here if the attacker moves first.
    pub(super) fn is_eye(&self, stones: Stones, nodes: u32) -> bool {
        let mut search = EyeSearch { patch: self, nodes, known: HashMap::new(), line: Vec::new() };
        self.keeps(stones) && (1..=10).any(|depth| search.nodes > 0 && search.attack(stones, depth))
    }

    /// The stones on it.
    pub(super) fn stones(points: &[Point], own: &PointSet, other: &PointSet) -> Stones {
        let bits = |set: &PointSet| {
            points.iter().enumerate().filter(|(_, p)| set.contains(**p)).fold(0, |bits, (i, _)| bits | 1 << i)
        };
        Stones { own: bits(own), other: bits(other) }
    }
}

struct EyeSearch<'a> {
    patch: &'a Patch,
    nodes: u32,
    /// Positions with the attacker to move: proved, or not proved within so many answers.
    known: HashMap<Stones, Result<(), u8>>,
    line: Vec<Stones>,
}

impl EyeSearch<'_> {
    fn attack(&mut self, stones: Stones, depth: u8) -> bool {
        match self.known.get(&stones) {
            Some(Ok(())) => return true,
            Some(&Err(tried)) if tried >= depth => return false,
            _ => {}
        }
        if self.nodes == 0 {
            return false;
        }
        self.nodes -= 1;
        if self.patch.is_vital(stones) {
            self.known.insert(stones, Ok(()));
            return true;
        }
        if depth == 0 {
            return false;
        }
        self.line.push(stones);
        let mut proved = true;
        let mut rest = self.patch.all() & !stones.own & !stones.other;
        while rest != 0 && proved {
            let point = rest & rest.wrapping_neg();
            rest &= rest - 1;
            if let Some(after) = self.patch.attacked(stones, point) {
                proved = self.answered(after, point, depth);
            }
        }
        self.line.pop();
        if proved {
            self.known.insert(stones, Ok(()));
        } else if self.nodes > 0 {
            self.known.insert(stones, Err(depth));
        }
        proved
    }

    fn answered(&mut self, stones: Stones, last: u32, depth: u8) -> bool {
        if self.patch.is_vital(stones) {
            return true;
        }
        let empty = self.patch.all() & !stones.own & !stones.other;
        // First beside the attacker's stone.
        let near = self.patch.near_of(last) & empty;
        for mut rest in [near, empty & !near] {
            while rest != 0 {
                if self.nodes == 0 {
                    return false;
                }
                let point = rest & rest.wrapping_neg();
                rest &= rest - 1;
                let Some(after) = self.patch.defended(stones, point) else { continue };
                if self.patch.keeps(after) && !self.line.contains(&after) && self.attack(after, depth - 1) {
                    return true;
                }
            }
        }
        self.patch.keeps(stones) && !self.line.contains(&stones) && self.attack(stones, depth - 1)
    }
}

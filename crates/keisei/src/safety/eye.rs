//! Eyes: small sets of points in which a chain can keep a liberty for ever, whatever stands around them.
//!
//! The attacker moves first among these points, and is answered there. Everything outside that is not a stone of the chain, or of a block already proved safe, is taken to
//! be the attacker's and never to be captured. So an eye depends on nothing else, and eyes that share no point can be defended
//! independently: each move is answered in the eye where it was made. A chain with two of them lives.
//!
//! The search ends when the points left include an enclosed part in which every empty point is a liberty of the chain: such a part is vital as in
//! \[Benson1976\] and needs no more answers.

use keisei_goban::{Point, PointSet, Size};

use super::frame::{Frame, Known, Stones, each};

/// Some points and what surrounds them.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    frame: Frame,
    /// Points that touch the chain.
    chain: u64,
    /// Points that touch other safe blocks of its colour.
    safe: u64,
    /// Points that touch what is taken to be the attacker's.
    open: u64,
    suicide_allowed: bool,
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
        let frame = Frame::new(points.iter().copied(), size);
        let mut patch = Patch { frame, chain: 0, safe: 0, open: 0, suicide_allowed };
        for (i, &p) in points.iter().enumerate() {
            for q in size.neighbors(p) {
                let kind = if chain.contains(q) {
                    &mut patch.chain
                } else if safe.contains(q) {
                    &mut patch.safe
                } else if !points.contains(&q) {
                    &mut patch.open
                } else {
                    continue;
                };
                *kind |= 1 << i;
            }
        }
        patch
    }

    fn attacked(&self, stones: Stones, point: u64) -> Option<Stones> {
        self.frame.attacked(stones, point, self.chain | self.safe, self.open, self.suicide_allowed)
    }

    fn defended(&self, stones: Stones, point: u64) -> Option<Stones> {
        self.frame.defended(stones, point, self.chain | self.safe, self.open)
    }

    fn empty(&self, stones: Stones) -> u64 {
        self.frame.all() & !stones.all()
    }

    /// The points that touch the chain or stones connected with it.
    fn touched(&self, stones: Stones) -> u64 {
        self.chain | self.frame.grown(self.frame.flood(self.chain, stones.own))
    }

    /// Whether the chain has a liberty.
    fn keeps(&self, stones: Stones) -> bool {
        self.touched(stones) & self.empty(stones) != 0
    }

    /// Whether a liberty is kept without any more answers.
    fn is_vital(&self, stones: Stones) -> bool {
        let touched = self.touched(stones);
        let firm = self.frame.flood(self.chain | self.safe, stones.own);
        let mut rest = self.frame.all() & !firm;
        while rest != 0 {
            let part = self.frame.flood(rest & rest.wrapping_neg(), self.frame.all() & !firm);
            rest &= !part;
            // Stones of the defender that may be lost count as empty: they can be.
            let inside = if self.suicide_allowed { part } else { part & !stones.other };
            if part & self.open == 0 && inside != 0 && inside & !touched == 0 {
                return true;
            }
        }
        false
    }

    /// Whether the chain keeps a liberty here if the attacker moves first; `other` are his stones.
    pub(super) fn is_eye(&self, other: &PointSet, nodes: u32) -> bool {
        let stones = Stones { own: 0, other: self.frame.bits(other) };
        let mut search = EyeSearch { patch: self, nodes, known: Known::default(), line: Vec::new() };
        self.keeps(stones) && (1..=10).any(|depth| search.nodes > 0 && search.attack(stones, depth))
    }
}

struct EyeSearch<'a> {
    patch: &'a Patch,
    nodes: u32,
    /// Positions with the attacker to move: proved, or not proved within so many answers.
    known: Known,
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
        let proved = each(self.patch.empty(stones)).all(|point| {
            let after = self.patch.attacked(stones, point);
            after.is_none_or(|after| self.answered(after, point, depth))
        });
        self.line.pop();
        if proved {
            self.known.insert(stones, Ok(()));
        } else if self.nodes > 0 {
            self.known.insert(stones, Err(depth));
        }
        proved
    }

    fn answered(&mut self, stones: Stones, last: u64, depth: u8) -> bool {
        if self.patch.is_vital(stones) {
            return true;
        }
        let empty = self.patch.empty(stones);
        // First beside the attacker's stone.
        let near = self.patch.frame.near(last) & empty;
        let answer = |search: &mut Self, point: u64| {
            let Some(after) = search.patch.defended(stones, point) else { return false };
            search.nodes > 0
                && search.patch.keeps(after)
                && !search.line.contains(&after)
                && search.attack(after, depth - 1)
        };
        each(near).any(|point| answer(self, point))
            || each(empty & !near).any(|point| answer(self, point))
            || self.patch.keeps(stones) && !self.line.contains(&stones) && self.attack(stones, depth - 1)
    }
}

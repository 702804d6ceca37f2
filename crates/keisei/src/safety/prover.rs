//! The proofs for one colour, pass by pass.

use std::collections::HashSet;

use keisei_goban::{Board, Color, PointSet};
use smallvec::SmallVec;

use super::Limits;
use super::enclosure::{Enclosure, Local, Region};
use super::frame::Frame;
use super::goal::Goal;
use super::pairs::no_two_eyes;
use super::refuge::Refuges;
use crate::Proof;

/// The proofs for one colour.
pub(super) struct Prover<'a> {
    board: &'a Board,
    color: Color,
    suicide_allowed: bool,
    limits: Limits,
    enclosure: Enclosure,
    /// What is claimed so far, by and by and together.
    claims: Vec<Claim>,
    stones: PointSet,
    territory: PointSet,
    /// How many positions may still be looked at.
    nodes: u32,
    /// What was searched for and not found.
    failed: HashSet<Question>,
}

/// What is proved by one rule and those before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub(super) stones: PointSet,
    pub(super) territory: PointSet,
    pub(super) proof: Proof,
}

/// A search: the region, what its boundary touches and needs, tied points, and whether as territory.
type Question = (PointSet, SmallVec<[(u64, u8); 8]>, u64, bool);

impl<'a> Prover<'a> {
    pub(super) fn new(board: &'a Board, color: Color, suicide_allowed: bool, limits: Limits) -> Prover<'a> {
        Prover {
            board,
            color,
            suicide_allowed,
            limits,
            nodes: limits.nodes.saturating_mul(Limits::QUESTIONS),
            enclosure: Enclosure::of(board, color),
            claims: Vec::new(),
            stones: PointSet::EMPTY,
            territory: PointSet::EMPTY,
            failed: HashSet::new(),
        }
    }

    /// Proves what it can. Each pass keeps what the ones before it rely on, and works with the rest: first without ties, then with them.
    pub(super) fn prove(mut self) -> Vec<Claim> {
        self.enclosure.find_vital(self.board, self.suicide_allowed);
        self.claim(Proof::Benson);
        self.enclosure.find_holding(self.board);
        self.claim(Proof::Static);
        // The same whatever is searched later.
        self.tie(Frame::MOST);
        self.claim(Proof::Static);
        if self.limits.nodes == 0 {
            return self.claims;
        }
        loop {
            self.search_all();
            if !self.find_refuges() {
                return self.claims;
            }
        }
    }

    /// Searches regions by themselves, then merged, then with ties.
    fn search_all(&mut self) {
        self.enclosure.keep_needed();
        self.apply_rules();
        self.search();
        self.claim(Proof::Search);
        self.enclosure.keep_needed();
        self.apply_rules();
        self.search_merged();
        self.claim(Proof::Search);
        self.tie(self.limits.region as usize);
        self.search();
        self.claim(Proof::Search);
    }

    /// Applies the static rules anew where nothing is proved.
    fn apply_rules(&mut self) {
        self.enclosure.find_vital(self.board, self.suicide_allowed);
        self.enclosure.find_holding(self.board);
    }

    /// Keeps what is needed, and ties what does not live yet; regions with more than so many points are not searched.
    fn tie(&mut self, searched: usize) {
        self.enclosure.keep_needed();
        self.enclosure.tie(self.board, searched);
        self.apply_rules();
    }

    /// Claims what lives by the regions as they are known.
    fn claim(&mut self, proof: Proof) {
        let living = self.enclosure.living();
        let alive = self.enclosure.blocks.iter().zip(&living).filter(|(_, lives)| **lives);
        let stones = alive.fold(PointSet::EMPTY, |all, (block, _)| all | block.stones);
        let mut territory = PointSet::EMPTY;
        for i in 0..self.enclosure.regions.len() {
            let points = self.enclosure.regions[i].points;
            if !points.is_subset(&self.territory)
                && self.is_enclosed(i, &stones)
                && (self.is_territory(i, proof) || proof != Proof::Benson && self.is_free_without(i))
            {
                territory |= points;
            }
        }
        self.stones |= stones;
        self.territory |= territory;
        self.claims.push(Claim { stones, territory, proof });
    }

    /// Whether a region has a boundary, and all of it is among these stones.
    fn is_enclosed(&self, index: usize, stones: &PointSet) -> bool {
        let region = &self.enclosure.regions[index];
        let blocks = &self.enclosure.blocks;
        !region.boundary().is_empty() && region.boundary().iter().all(|&i| blocks[i].stones.is_subset(stones))
    }

    /// Whether a region whose boundary lives is territory by the answers that it lives by.
    fn is_territory(&self, index: usize, proof: Proof) -> bool {
        let region = &self.enclosure.regions[index];
        if region.points.len() == 1 {
            // A stone on a single point would have no liberty, and takes nothing that lives.
            return true;
        }
        if proof == Proof::Benson {
            // Without an answer: one block touches every point.
            let [block] = region.boundary() else { return false };
            return region.points.is_subset(&self.enclosure.blocks[*block].beside);
        }
        region.is_cleared || region.holds_all
    }

    /// Whether a region is territory because nobody needs it to live, and there is no room for two eyes. From then on nobody may.
    fn is_free_without(&mut self, index: usize) -> bool {
        if self.enclosure.regions[index].is_shut {
            return false;
        }
        let Some(Local { frame, touched, tied, .. }) = self.enclosure.local(index, self.board) else {
            return false;
        };
        let free = frame.bits(&self.board.empty()) & !tied;
        if !no_two_eyes(&frame, frame.all(), free, &touched) {
            return false;
        }
        let living = self.enclosure.living();
        let before = self.enclosure.regions[index].clone();
        self.enclosure.regions[index].drop_all();
        let is_free = self.enclosure.living() == living;
        if !is_free {
            self.enclosure.regions[index] = before;
        }
        is_free
    }

    /// Which of a region's boundary blocks live even if the region gives nothing.
    fn lives_without(&self, index: usize) -> Vec<bool> {
        let mut others = self.enclosure.clone();
        others.regions[index].drop_all();
        let living = others.living();
        self.enclosure.regions[index].boundary().iter().map(|&block| living[block]).collect()
    }

    /// Searches regions, small ones first, until nothing new is found: what is newly safe makes more provable.
    fn search(&mut self) {
        let order = self.enclosure.by_size();
        while order.iter().fold(false, |found, &i| self.search_region(i) | found) {}
    }

    /// Searches regions together with small ones beside them that share blocks: what connects two blocks may lie in both.
    fn search_merged(&mut self) {
        for i in self.enclosure.by_size() {
            let before = self.enclosure.clone();
            if self.enclosure.merge(i, self.limits.region as usize, &self.territory) && !self.search_region(i)
            {
                self.enclosure = before;
            }
        }
        self.search();
    }

    /// Asks what a region holds beyond what is known, the strongest claims first.
    fn search_region(&mut self, index: usize) -> bool {
        let region = &self.enclosure.regions[index];
        if region.boundary().is_empty() || region.is_shut || region.points.is_subset(&self.territory) {
            return false;
        }
        let independent = self.lives_without(index);
        let living = self.enclosure.living();
        let alive = self.enclosure.regions[index].boundary().iter().all(|&block| living[block]);
        if alive && (self.is_territory(index, Proof::Search) || self.is_free_without(index)) {
            self.enclosure.regions[index].is_cleared = true;
            return false;
        }
        let needs = |need: u8| {
            independent.iter().map(|&lives| if lives { 0 } else { need }).collect::<SmallVec<[u8; 8]>>()
        };
        if independent.iter().all(|&lives| lives) {
            return self.ask(index, needs(0), true);
        }
        let least = self.enclosure.needs(index);
        if alive {
            // Its boundary lives by what is known; only the territory is open.
            return self.ask(index, least, true) || self.ask(index, needs(2), true);
        }
        // If it does not hold the stones, it does not hold them and the territory.
        [least, needs(1)].into_iter().any(|needs| {
            self.is_proved(index, &needs, false)
                && (self.ask(index, needs.clone(), true) || self.take(index, needs, false))
        })
    }

    /// Searches for a proof that a region keeps so many liberties for its boundary, and notes it. Tells whether something new was found.
    fn ask(&mut self, index: usize, needs: SmallVec<[u8; 8]>, territory: bool) -> bool {
        self.is_proved(index, &needs, territory) && self.take(index, needs, territory)
    }

    /// Notes what a region was found to keep, unless that is no more than what was known. Tells whether it is.
    fn take(&mut self, index: usize, needs: SmallVec<[u8; 8]>, territory: bool) -> bool {
        let before = self.enclosure.regions[index].clone();
        let lived = self.enclosure.living();
        self.enclosure.regions[index].give(needs);
        self.enclosure.regions[index].is_cleared = territory;
        let lives = self.enclosure.living();
        let worth = |region: &Region, lives: &[bool]| {
            let sum: u32 = region.support.credits.iter().map(|&credit| u32::from(credit)).sum();
            let boundary_lives = region.boundary().iter().all(|&block| lives[block]);
            // If the boundary lives, it is the territory that counts.
            (
                lives.iter().filter(|&&lives| lives).count(),
                boundary_lives && region.is_cleared,
                sum,
                region.is_cleared,
            )
        };
        let region = &self.enclosure.regions[index];
        let is_less = lived.iter().zip(&lives).any(|(lived, lives)| lived > lives);
        if is_less || worth(region, &lives) <= worth(&before, &lived) {
            self.enclosure.regions[index] = before;
            return false;
        }
        true
    }

    /// Whether a search proves that a region keeps so many liberties for its boundary.
    fn is_proved(&mut self, index: usize, needs: &[u8], territory: bool) -> bool {
        if self.enclosure.regions[index].points.len() > self.limits.region as usize {
            return false;
        }
        let Some(Local { frame, touched, chain_of, tied }) = self.enclosure.local(index, self.board) else {
            return false;
        };
        let mut boundary: SmallVec<[(u64, u8); 8]> = touched.iter().map(|&touched| (touched, 0)).collect();
        for (&chain, &need) in chain_of.iter().zip(needs) {
            boundary[chain].1 = boundary[chain].1.max(need);
        }
        let question = (self.enclosure.regions[index].points, boundary.clone(), tied, territory);
        if self.failed.contains(&question) {
            return false;
        }
        let other = frame.bits(&self.board.stones(self.color.opponent()));
        let suicide_allowed = self.suicide_allowed;
        let goal = Goal { frame, boundary, other, open: 0, tied, territory, suicide_allowed };
        let (proved, nodes) = goal.prove(self.limits.nodes.min(self.nodes));
        self.nodes -= nodes;
        if !proved {
            self.failed.insert(question);
        }
        proved
    }

    /// Looks for chains that live in a few points, where no region is needed. Tells whether there are any.
    fn find_refuges(&mut self) -> bool {
        self.enclosure.keep_needed();
        let needed = self.enclosure.regions.iter().filter(|region| region.is_needed);
        let mut refuges = Refuges {
            board: self.board,
            color: self.color,
            suicide_allowed: self.suicide_allowed,
            safe: self.stones,
            reserved: needed.fold(self.enclosure.tied(), |all, region| all | region.points)
                | self.enclosure.refuges,
            nodes: self.limits.nodes / 100,
            left: self.limits.nodes.min(self.nodes),
        };
        let before = refuges.left;
        refuges.extend();
        self.nodes -= before - refuges.left;
        for block in &mut self.enclosure.blocks {
            block.is_safe = block.stones.is_subset(&refuges.safe);
        }
        self.enclosure.shut(&refuges.reserved);
        refuges.safe != self.stones
    }
}

//! The proofs for one colour, pass by pass.
//!
//! Passes choose a plan for each region ([`Enclosure`]); each pass leaves alone what is relied on
//! and tries the rest in another way. A pass may replace a plan only if all blocks that lived go on
//! to live. In the end all claims are read off the plans as they stand, together: what was found on
//! the way and is not held by them is not claimed.

use std::collections::HashSet;

use keisei_goban::{Board, Color, PointMap, PointSet};
use smallvec::SmallVec;

use super::Limits;
use super::enclosure::{Enclosure, Local, Plan, Region};
use super::goal::Goal;
use super::pairs::no_two_eyes;
use super::search::{Known, ROOM};
use crate::Proof;
use crate::reading::frame::Frame;

/// The proofs for one colour.
pub(super) struct Prover<'a> {
    board: &'a Board,
    color: Color,
    suicide_allowed: bool,
    limits: Limits,
    enclosure: Enclosure,
    /// By which rule each point was proved first.
    first: PointMap<Option<Proof>>,
    /// How many positions may still be looked at.
    nodes: u32,
    /// What was searched for and not found.
    failed: HashSet<Question>,
    known: Known,
}

/// What is proved for one colour.
#[derive(Clone, Debug)]
pub(super) struct Proved {
    pub(super) stones: PointSet,
    pub(super) territory: PointSet,
    /// By which rule each point was proved first.
    pub(super) first: PointMap<Option<Proof>>,
    /// The plans by which it holds.
    pub(super) enclosure: Enclosure,
}

/// A search: the region, what its boundary touches and needs, tied points, and whether as
/// territory.
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
            first: PointMap::filled(None),
            failed: HashSet::new(),
            known: Known::with_room(ROOM.min(limits.nodes as usize)),
        }
    }

    /// Proves what it can. Each pass keeps what the ones before it rely on, and works with the
    /// rest: first without ties, then with them.
    pub(super) fn prove(mut self) -> Proved {
        self.enclosure.find_vital(self.board, self.suicide_allowed);
        self.claim(Proof::Benson);
        self.enclosure.find_holding(self.board);
        self.claim(Proof::Static);
        // The same whatever is searched later.
        self.tie(Frame::MOST);
        self.claim(Proof::Static);
        if self.limits.nodes > 0 {
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
        self.proved()
    }

    /// What the plans prove as they stand.
    fn proved(self) -> Proved {
        let living = self.enclosure.living();
        let stones = self.living_stones(&living);
        let mut territory = PointSet::EMPTY;
        for (i, region) in self.enclosure.regions.iter().enumerate() {
            if region.is_territory && self.is_enclosed(i, &living) && self.enclosure.is_territory(i) {
                territory |= region.points;
            }
        }
        let size = self.board.size();
        let found: PointSet = size.points().filter(|&p| self.first[p].is_some()).collect();
        debug_assert_eq!(found, stones | territory, "what was found is what the plans hold");
        Proved { stones, territory, first: self.first, enclosure: self.enclosure }
    }

    /// Applies the static rules anew where nothing is proved.
    fn apply_rules(&mut self) {
        self.enclosure.find_vital(self.board, self.suicide_allowed);
        self.enclosure.find_holding(self.board);
    }

    /// Keeps what is needed, and ties what does not live yet; regions with more than so many points
    /// are not searched.
    fn tie(&mut self, searched: usize) {
        self.enclosure.keep_needed();
        self.enclosure.tie(self.board, searched);
        self.apply_rules();
    }

    /// Claims what is held by the regions as they are planned.
    fn claim(&mut self, proof: Proof) {
        let living = self.enclosure.living();
        let mut found = self.living_stones(&living);
        for i in 0..self.enclosure.regions.len() {
            if !self.enclosure.regions[i].is_territory
                && self.is_enclosed(i, &living)
                && (self.enclosure.is_territory(i)
                    || proof != Proof::Benson && self.is_free_without(i, &living))
            {
                let region = &mut self.enclosure.regions[i];
                region.is_territory = true;
                region.is_kept = true;
                found |= region.points;
            }
        }
        for p in found {
            self.first[p].get_or_insert(proof);
        }
    }

    fn living_stones(&self, living: &[bool]) -> PointSet {
        let blocks = self.enclosure.blocks.iter().zip(living).filter(|(_, lives)| **lives);
        blocks.fold(PointSet::EMPTY, |all, (block, _)| all | block.stones)
    }

    /// Whether a region has a boundary, and all of it lives.
    fn is_enclosed(&self, index: usize, living: &[bool]) -> bool {
        let boundary = &self.enclosure.regions[index].boundary;
        !boundary.is_empty() && boundary.iter().all(|&block| living[block])
    }

    /// Whether a region is territory because nobody needs it to live, and there is no room for two
    /// eyes. From then on nobody may need it.
    fn is_free_without(&mut self, index: usize, living: &[bool]) -> bool {
        let Some(Local { frame, touched, tied, .. }) = self.enclosure.local(index, self.board) else {
            return false;
        };
        let free = frame.bits(&self.board.empty()) & !tied;
        if !no_two_eyes(&frame, frame.all(), free, &touched) {
            return false;
        }
        let before = self.enclosure.regions[index].clone();
        self.enclosure.regions[index].give_nothing(Plan::Free);
        let is_free = self.enclosure.living()[..] == *living;
        if !is_free {
            self.enclosure.regions[index] = before;
        }
        is_free
    }

    /// Which of a region's boundary blocks live even if the region gives nothing.
    fn lives_without(&mut self, index: usize) -> SmallVec<[bool; 8]> {
        let living =
            self.enclosure.with(index, |region| region.give_nothing(Plan::Nothing), Enclosure::living);
        self.enclosure.regions[index].boundary.iter().map(|&block| living[block]).collect()
    }

    /// Searches regions, small ones first, until nothing new is found: what is newly safe makes
    /// more provable.
    fn search(&mut self) {
        let order = self.enclosure.by_size();
        while order.iter().fold(false, |found, &i| self.search_region(i) | found) {}
    }

    /// Searches regions together with small ones beside them that share blocks: what connects two
    /// blocks may lie in both.
    fn search_merged(&mut self) {
        for i in self.enclosure.by_size() {
            let before = self.enclosure.clone();
            if self.enclosure.merge(i, self.limits.region as usize) && !self.search_region(i) {
                self.enclosure = before;
            }
        }
        self.search();
    }

    /// Asks what a region holds beyond what is known, the strongest claims first.
    fn search_region(&mut self, index: usize) -> bool {
        let region = &self.enclosure.regions[index];
        if region.boundary.is_empty() || region.is_territory {
            return false;
        }
        let independent = self.lives_without(index);
        let living = self.enclosure.living();
        let alive = self.is_enclosed(index, &living);
        if alive && (self.enclosure.is_territory(index) || self.is_free_without(index, &living)) {
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

    /// Searches for a proof that a region keeps so many liberties for its boundary, and plans so.
    /// Tells whether something new was found.
    fn ask(&mut self, index: usize, needs: SmallVec<[u8; 8]>, territory: bool) -> bool {
        self.is_proved(index, &needs, territory) && self.take(index, needs, territory)
    }

    /// Plans what a region was found to keep, unless that is no more than what was known. Tells
    /// whether it is.
    fn take(&mut self, index: usize, needs: SmallVec<[u8; 8]>, clears: bool) -> bool {
        let before = self.enclosure.regions[index].clone();
        let lived = self.enclosure.living();
        let was_worth = self.worth(index, &lived);
        self.enclosure.regions[index].give(needs, clears);
        let lives = self.enclosure.living();
        let is_less = lived.iter().zip(&lives).any(|(lived, lives)| lived > lives);
        if is_less || self.worth(index, &lives) <= was_worth {
            self.enclosure.regions[index] = before;
            return false;
        }
        true
    }

    /// How much is held with the plan of a region: blocks, its territory, liberties for others.
    fn worth(&self, index: usize, lives: &[bool]) -> (usize, bool, u32, bool) {
        let Region { credits, .. } = &self.enclosure.regions[index];
        let sum = credits.iter().map(|&credit| u32::from(credit)).sum();
        let is_territory = self.enclosure.is_territory(index);
        // If the boundary lives, it is the territory that counts.
        let is_claim = is_territory && self.is_enclosed(index, lives);
        (lives.iter().filter(|&&lives| lives).count(), is_claim, sum, is_territory)
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
        let goal = Goal { frame, boundary, other, tied, territory, suicide_allowed };
        let (proved, nodes) = goal.prove(self.limits.nodes.min(self.nodes), &mut self.known);
        self.nodes -= nodes;
        if !proved {
            self.failed.insert(question);
        }
        proved
    }
}

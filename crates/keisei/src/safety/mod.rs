//! What can be proved about stones and territory, for alternating play with the attacker to move.
//!
//! ```text
//! . X . X O     Black's blocks live, whatever White does: `benson`.
//! X X X X O
//! ```
//!
//! Three ways, each stronger and slower than the one before: unconditional life ([`unconditional_life`], \[Benson1976\]); rules for alternating play
//! without search (`enclosure`, after \[Müller1997\]); local search in regions (`search`, after \[NiuMüller2004\]). Stones and territory are separate
//! claims: stones can be safe where the territory beside them is not, as in a seki.
//!
//! # What a proof says
//!
//! - A *safe stone* is never taken if its side answers: the opponent moves first, anywhere and as often as he likes, and is answered move by move.
//! - A point of *safe territory* ends as its owner's: no stone of the opponent lives on it, in seki or otherwise; stones that stand there now can be taken. The
//!   owner can remove them without losing anything that was proved.
//!
//! Both hold together: the owner answers each move in the region where it was made.
//!
//! # What it does not see
//!
//! Dependences between regions: blocks that live only because two regions cannot be attacked at once. Ko: the defender never counts on winning one.
//! Connections that go through two regions. A region is searched only up to a size, with so many nodes ([`Limits`]), so that the outcome is the same on every machine.
//!
//! # To come
//!
//! Merging of regions that depend on each other, and proofs for regions of more than some 30 points: on the last positions of professional games a third of all points is
//! proved, where the literature has more than half. The two searches (`search`, `eye`) have the same frame and could be one.

mod benson;
mod chain;
mod enclosure;
mod evaluator;
mod eye;
mod frame;
mod life;
mod pairs;
mod search;

use std::collections::HashSet;

use keisei_goban::{Board, ByColor, Color, Point, PointMap, PointSet, Position, Size, Suicide};

pub use self::benson::{UnconditionalLife, unconditional_life};
pub use self::evaluator::SafetyEvaluator;

use self::chain::Chains;
use self::enclosure::Enclosure;
use self::pairs::no_two_eyes;
use self::search::Goal;
use crate::Proof;

/// How much is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most positions looked at for one question about one region; 0 for none at all.
    pub nodes: u32,
    /// The largest region that is searched, in points.
    pub region: u32,
}

impl Limits {
    /// Static rules alone.
    pub const STATIC: Limits = Limits { nodes: 0, region: 0 };

    /// A little search, where many positions are judged.
    pub const QUICK: Limits = Limits { nodes: 1_000, region: 24 };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 30_000, region: 32 }
    }
}

/// What is proved about a board.
#[derive(Clone, Debug)]
pub struct Safety {
    size: Size,
    stones: ByColor<PointSet>,
    territory: ByColor<PointSet>,
    proofs: PointMap<Option<Proof>>,
}

impl Safety {
    /// What can be proved about a position under its rules.
    pub fn of(position: &Position, limits: Limits) -> Safety {
        Safety::of_board(position.board(), position.rules().suicide() == Suicide::Allowed, limits)
    }

    /// What can be proved about a board, where suicide is allowed or not.
    pub fn of_board(board: &Board, suicide_allowed: bool, limits: Limits) -> Safety {
        let mut safety = Safety {
            size: board.size(),
            stones: ByColor::default(),
            territory: ByColor::default(),
            proofs: PointMap::filled(None),
        };
        for color in [Color::Black, Color::White] {
            Prover::new(board, color, suicide_allowed, limits).prove(&mut safety);
        }
        safety
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stones of a colour that are never taken.
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    /// The points that are a colour's territory, with any stones of the opponent on them: those are dead.
    pub fn territory(&self, color: Color) -> PointSet {
        self.territory[color]
    }

    /// All that is a colour's.
    pub fn points(&self, color: Color) -> PointSet {
        self.stones[color] | self.territory[color]
    }

    /// Whose a point is proved to be.
    pub fn owner(&self, point: Point) -> Option<Color> {
        [Color::Black, Color::White].into_iter().find(|&color| self.points(color).contains(point))
    }

    /// By which rule a point is proved; `None` if it is not.
    pub fn proof(&self, point: Point) -> Option<Proof> {
        self.proofs[point]
    }

    /// What is proved by a rule or one before it.
    pub fn by(&self, proof: Proof, color: Color) -> PointSet {
        self.points(color)
            .iter()
            .filter(|&p| self.proofs[p].is_some_and(|by| rank(by) <= rank(proof)))
            .collect()
    }

    fn claim(&mut self, color: Color, stones: PointSet, territory: PointSet, proof: Proof) {
        for p in stones | territory {
            self.proofs[p].get_or_insert(proof);
        }
        self.stones[color] |= stones;
        self.territory[color] |= territory;
    }
}

fn rank(proof: Proof) -> u8 {
    match proof {
        Proof::Benson => 0,
        Proof::Static => 1,
        Proof::Search => 2,
    }
}

/// The proofs for one colour.
struct Prover<'a> {
    board: &'a Board,
    color: Color,
    suicide_allowed: bool,
    limits: Limits,
    enclosure: Enclosure,
    /// Regions found to be free of living intruders.
    cleared: Vec<bool>,
    /// What was searched for and not found: region, liberties needed, and whether as territory.
    failed: HashSet<(usize, Vec<u8>, bool)>,
}

impl<'a> Prover<'a> {
    fn new(board: &'a Board, color: Color, suicide_allowed: bool, limits: Limits) -> Prover<'a> {
        let enclosure = Enclosure::of(board, color);
        let cleared = vec![false; enclosure.regions.len()];
        Prover { board, color, suicide_allowed, limits, enclosure, cleared, failed: HashSet::new() }
    }

    fn prove(&mut self, safety: &mut Safety) {
        self.enclosure.find_vital(self.board, self.suicide_allowed);
        self.claim(Proof::Benson, safety);
        self.enclosure.find_holding(self.board);
        self.claim(Proof::Static, safety);
        if self.limits.nodes > 0 {
            // What is newly safe makes more provable.
            while self.search() {}
            self.claim(Proof::Search, safety);
            self.find_chains(safety);
        }
    }

    /// Claims what lives by the regions as they are known.
    fn claim(&self, proof: Proof, safety: &mut Safety) {
        let living = self.enclosure.living();
        let alive = self.enclosure.walls.iter().zip(&living).filter(|(_, lives)| **lives);
        let stones = alive.fold(PointSet::EMPTY, |all, (wall, _)| all | wall.stones);
        let mut territory = PointSet::EMPTY;
        for (i, region) in self.enclosure.regions.iter().enumerate() {
            if self.is_enclosed(i, &stones) && self.is_territory(i, proof) {
                territory |= region.points;
            }
        }
        safety.claim(self.color, stones, territory, proof);
    }

    /// Whether a region has a boundary, and all of it is among these stones.
    fn is_enclosed(&self, index: usize, stones: &PointSet) -> bool {
        let region = &self.enclosure.regions[index];
        let walls = &self.enclosure.walls;
        !region.boundary().is_empty() && region.boundary().iter().all(|&i| walls[i].stones.is_subset(stones))
    }

    /// Whether a region whose boundary lives is territory.
    fn is_territory(&self, index: usize, proof: Proof) -> bool {
        let Some((frame, boundary)) = self.enclosure.local(index, self.board) else { return false };
        if frame.all() == 1 {
            // A stone on a single point would have no liberty, and takes nothing that lives.
            return true;
        }
        if proof == Proof::Benson {
            // Without an answer: one block touches every point.
            return boundary.len() == 1 && boundary[0] == frame.all();
        }
        // The answers that keep it free must be those that its boundary lives by, unless that lives without it.
        let empty = frame.bits(&self.board.empty());
        self.cleared[index]
            || self.enclosure.regions[index].holds_all
            || (self.lives_without(index).iter().all(|&lives| lives)
                && no_two_eyes(&frame, frame.all(), empty, &boundary))
    }

    /// Which of a region's boundary blocks live even if the region gives nothing.
    fn lives_without(&self, index: usize) -> Vec<bool> {
        let mut others = self.enclosure.clone();
        others.regions[index].drop_all();
        let living = others.living();
        self.enclosure.regions[index].boundary().iter().map(|&wall| living[wall]).collect()
    }

    /// Searches regions, small ones first. Tells whether anything new was found.
    fn search(&mut self) -> bool {
        let mut order: Vec<usize> = (0..self.enclosure.regions.len()).collect();
        order.sort_by_key(|&i| self.enclosure.regions[i].points.len());
        let mut found = false;
        for i in order {
            found |= self.search_region(i);
        }
        found
    }

    /// Asks what a region holds beyond what is known, the strongest claims first.
    fn search_region(&mut self, index: usize) -> bool {
        if self.enclosure.regions[index].boundary().is_empty() {
            return false;
        }
        let independent = self.lives_without(index);
        let living = self.enclosure.living();
        let alive = self.enclosure.regions[index].boundary().iter().all(|&wall| living[wall]);
        if alive && self.is_territory(index, Proof::Search) {
            return false;
        }
        let needs =
            |need: u8| independent.iter().map(|&lives| if lives { 0 } else { need }).collect::<Vec<u8>>();
        if independent.iter().all(|&lives| lives) {
            return self.ask(index, needs(0), true);
        }
        let least = self.enclosure.needs(index);
        if alive {
            // Its boundary lives by what is known; only the territory is open.
            return self.ask(index, least, true) || self.ask(index, needs(2), true);
        }
        [(least.clone(), true), (least, false), (needs(1), true), (needs(1), false)]
            .into_iter()
            .any(|(needs, territory)| self.ask(index, needs, territory))
    }

    /// Searches for a proof that a region keeps so many liberties for its boundary, and notes it. Tells whether something new was found.
    fn ask(&mut self, index: usize, needs: Vec<u8>, territory: bool) -> bool {
        let region = &self.enclosure.regions[index];
        let more = needs.iter().zip(&region.support.credits).any(|(need, credit)| need > credit);
        let key = (index, needs.clone(), territory);
        if !(more || territory && !self.cleared[index]) || self.failed.contains(&key) {
            return false;
        }
        let before = region.clone();
        let living = |enclosure: &Enclosure| enclosure.living().iter().filter(|&&lives| lives).count();
        let lived = living(&self.enclosure);
        if self.is_proved(index, &needs, territory) {
            if needs.iter().any(|&need| need > 0) {
                self.enclosure.regions[index].give(needs);
            }
            if living(&self.enclosure) >= lived {
                self.cleared[index] = territory;
                return true;
            }
            // By pairs it gave more.
            self.enclosure.regions[index] = before;
        }
        self.failed.insert(key);
        false
    }

    /// Whether a search proves that a region keeps so many liberties for its boundary.
    fn is_proved(&self, index: usize, needs: &[u8], territory: bool) -> bool {
        if self.enclosure.regions[index].points.len() > self.limits.region as usize {
            return false;
        }
        let Some((frame, boundary)) = self.enclosure.local(index, self.board) else { return false };
        let other = frame.bits(&self.board.stones(self.color.opponent()));
        let boundary = boundary.into_iter().zip(needs.iter().copied()).collect();
        let goal = Goal { frame, boundary, other, territory, suicide_allowed: self.suicide_allowed };
        goal.is_proved_with(self.limits.nodes)
    }

    /// Looks for chains with two eyes where no region is needed, and for territory between what is safe then.
    fn find_chains(&self, safety: &mut Safety) {
        let mut chains = Chains {
            board: self.board,
            color: self.color,
            suicide_allowed: self.suicide_allowed,
            safe: safety.stones[self.color],
            reserved: self.used(),
            nodes: self.limits.nodes / 10,
        };
        chains.extend();
        let mut territory = PointSet::EMPTY;
        for (i, region) in self.enclosure.regions.iter().enumerate() {
            if self.is_enclosed(i, &chains.safe)
                && !region.points.is_subset(&safety.territory[self.color])
                && region.points.is_disjoint(&chains.reserved)
                && self.is_empty_of_life(i)
            {
                territory |= region.points;
            }
        }
        safety.claim(self.color, chains.safe, territory, Proof::Search);
    }

    /// The points of regions without which something proved by regions would not be.
    fn used(&self) -> PointSet {
        let mut needed = self.enclosure.clone();
        let living = needed.living();
        let mut order: Vec<usize> = (0..needed.regions.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(needed.regions[i].points.len()));
        let mut used = PointSet::EMPTY;
        for i in order {
            let region = needed.regions[i].clone();
            needed.regions[i].drop_all();
            if needed.living() != living {
                used |= region.points;
                needed.regions[i] = region;
            }
        }
        used
    }

    /// Whether nothing can live in a region whose boundary is safe without it.
    fn is_empty_of_life(&self, index: usize) -> bool {
        let Some((frame, boundary)) = self.enclosure.local(index, self.board) else { return false };
        let needs = vec![0; boundary.len()];
        no_two_eyes(&frame, frame.all(), frame.bits(&self.board.empty()), &boundary)
            || !self.failed.contains(&(index, needs.clone(), true)) && self.is_proved(index, &needs, true)
    }
}

#[cfg(test)]
mod tests;

//! What is asked about a region, and when the static rules answer it.
//!
//! The rules are those of `enclosure`, applied to a region in the middle of a line of play: the
//! parts into which the defender's stones divide it are regions in turn, and his stones in it are
//! blocks. A boundary block *brings* what it has elsewhere: two liberties, less what it needs here.
//! Of blocks that are connected the one that brings most counts, which is the one that needs least:
//! so what the rules leave for them here is at least the least that one of them needs, as `search`
//! promises.
//!
//! Stones of the defender that are cut off from the boundary may be taken for lost: then they are
//! points of the part around them, which may come to be empty or the attacker's.
//!
//! It is territory if each part is, after the blocks that live: by pairs, or as a free part,
//! without which all that lives goes on to live. A part that is free gives nothing from then on, to
//! any block, so that no two parts are free because of each other.

use smallvec::SmallVec;

use super::life::Supports;
use super::pairs::{links, no_two_eyes, pairs};
use crate::reading::frame::{Frame, Stones};

/// What is to be proved about some points.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) frame: Frame,
    /// What each block of the boundary touches, and how many liberties it needs here.
    pub(super) boundary: SmallVec<[(u64, u8); 8]>,
    /// The attacker's stones.
    pub(super) other: u64,
    /// Points whose partner lies elsewhere: if the attacker takes one of the two, the defender
    /// takes the other.
    pub(super) tied: u64,
    /// Whether nothing of the attacker's may live here either.
    pub(super) territory: bool,
    pub(super) suicide_allowed: bool,
}

/// A block of the defender's: part of the boundary with what joined it, or stones inside.
#[derive(Clone, Copy)]
struct Own {
    stones: u64,
    beside: u64,
    /// How many regions elsewhere hold it.
    credit: u8,
}

/// The defender's blocks: those of the boundary, then stones inside that are not connected with it.
struct Blocks {
    own: SmallVec<[Own; 16]>,
    /// The block that each of them has joined, or itself.
    of: SmallVec<[usize; 16]>,
}

impl Blocks {
    /// Whether a number stands for a block: those that joined another do not.
    fn is_one(&self, block: usize) -> bool {
        self.of[block] == block
    }

    /// Makes two blocks one. Blocks that became one may owe their credit to the same region
    /// elsewhere: the most counts, not the sum.
    fn join(&mut self, a: usize, b: usize) {
        let Own { stones, beside, credit } = self.own[b];
        let into = &mut self.own[a];
        into.stones |= stones;
        into.beside |= beside;
        into.credit = into.credit.max(credit);
        for of in &mut self.of {
            *of = if *of == b { a } else { *of };
        }
    }
}

impl Goal {
    /// The points that the boundary touches: stones on them are not captured.
    pub(super) fn anchors(&self) -> u64 {
        self.boundary.iter().fold(0, |all, (beside, _)| all | beside)
    }

    pub(super) fn empty(&self, stones: Stones) -> u64 {
        self.frame.all() & !stones.all()
    }

    /// The empty points that stay at the defender's disposal.
    fn free(&self, stones: Stones) -> u64 {
        self.empty(stones) & !self.tied
    }

    /// Whether every boundary block has the liberties it needs.
    pub(super) fn keeps(&self, stones: Stones) -> bool {
        let free = self.free(stones);
        self.boundary.iter().enumerate().all(|(i, &(beside, need))| {
            (beside & free).count_ones() >= u32::from(need) || {
                let (liberties, need) = self.kept_liberties(stones, i);
                liberties.count_ones() >= u32::from(need)
            }
        })
    }

    /// The liberties of a boundary block with all that it has joined, and how many of them are
    /// needed: the least that one of them needs.
    fn kept_liberties(&self, stones: Stones, index: usize) -> (u64, u8) {
        let frame = &self.frame;
        let (mut touched, mut need) = self.boundary[index];
        loop {
            let joined = frame.flood(touched, stones.own);
            let mut all = touched | frame.grown(joined);
            for &(beside, of_other) in self.boundary.iter().filter(|(beside, _)| beside & joined != 0) {
                all |= beside;
                need = need.min(of_other);
            }
            if all == touched {
                return (touched & self.free(stones), need);
            }
            touched = all;
        }
    }

    fn blocks(&self, stones: Stones) -> Blocks {
        let frame = &self.frame;
        let own = self.boundary.iter().map(|&(beside, need)| Own { stones: 0, beside, credit: 2 - need });
        let mut blocks = Blocks { own: own.collect(), of: (0..self.boundary.len()).collect() };
        let mut rest = stones.own;
        while rest != 0 {
            let group = frame.flood(rest & rest.wrapping_neg(), stones.own);
            rest &= !group;
            let new = blocks.own.len();
            blocks.own.push(Own { stones: group, beside: frame.grown(group), credit: 0 });
            blocks.of.push(new);
            for (i, &(beside, _)) in self.boundary.iter().enumerate() {
                if beside & group != 0 && blocks.of[i] != blocks.of[new] {
                    let (a, b) = (blocks.of[i], blocks.of[new]);
                    blocks.join(a, b);
                }
            }
        }
        blocks
    }

    /// Whether the static rules prove the goal as the stones stand.
    pub(super) fn is_settled(&self, stones: Stones) -> bool {
        if self.territory && !self.may_be_territory(stones) {
            return false;
        }
        let blocks = self.blocks(stones);
        let inside = (self.boundary.len()..blocks.own.len()).filter(|&i| blocks.is_one(i));
        let strays = inside.fold(0, |all, i| all | blocks.own[i].stones);
        self.is_settled_with(stones, &blocks, self.tied, 0)
            // Stones inside that are not connected with the boundary may do harm: then they count
            // as lost.
            || strays != 0 && self.is_settled_with(stones, &blocks, self.tied, strays)
            // Blocks can be kept connected by common liberties in different parts.
            || self
                .joined(stones, blocks)
                .is_some_and(|(blocks, tied)| self.is_settled_with(stones, &blocks, tied, 0))
    }

    /// The blocks as common liberties join them that lie in different parts, and the points tied
    /// then; `None` if there are none.
    fn joined(&self, stones: Stones, mut blocks: Blocks) -> Option<(Blocks, u64)> {
        let mut parts = self.frame.parts(self.frame.all() & !stones.own);
        // A large part can best spare a point.
        parts.sort_by_key(|part| std::cmp::Reverse(part.count_ones()));
        let mut tied = self.tied;
        loop {
            let free = self.empty(stones) & !tied;
            let ones: SmallVec<[usize; 16]> = (0..blocks.own.len()).filter(|&i| blocks.is_one(i)).collect();
            let mut best: Option<(u32, usize, usize, u64)> = None;
            for (n, &i) in ones.iter().enumerate() {
                for &j in &ones[n + 1..] {
                    let (a, b) = (&blocks.own[i], &blocks.own[j]);
                    let common = a.beside & b.beside & free;
                    if common & common.wrapping_sub(1) == 0 || a.credit + b.credit == 4 {
                        continue;
                    }
                    let mut spare = parts.iter().filter(|&&part| part & common != 0);
                    if let (Some(large), Some(small)) = (spare.next(), spare.next()) {
                        let cost = 128 - large.count_ones() - small.count_ones();
                        if best.is_none_or(|(least, ..)| cost < least) {
                            let first = |set: u64| set & set.wrapping_neg();
                            best = Some((cost, i, j, first(common & large) | first(common & small)));
                        }
                    }
                }
            }
            let Some((_, i, j, points)) = best else { break };
            tied |= points;
            blocks.join(i, j);
        }
        (tied != self.tied).then_some((blocks, tied))
    }

    /// Whether the static rules prove the goal if some points are tied and some stones count as
    /// lost.
    fn is_settled_with(&self, stones: Stones, blocks: &Blocks, tied: u64, lost: u64) -> bool {
        let frame = &self.frame;
        let empty = self.empty(stones);
        let free = empty & !tied;
        let in_use = |i: usize| blocks.is_one(i) && (blocks.own[i].stones & lost == 0);
        let within = frame.all() & !stones.own | lost;
        let parts = frame.parts(within);
        let most = blocks.own.iter().map(|block| block.credit).max().unwrap_or(0);
        let mut holding = 0;
        let mut supports = Supports::default();
        for (number, &part) in parts.iter().enumerate() {
            let boundary: SmallVec<[usize; 8]> =
                (0..blocks.own.len()).filter(|&i| in_use(i) && blocks.own[i].beside & part != 0).collect();
            let touched: SmallVec<[u64; 8]> = boundary.iter().map(|&i| blocks.own[i].beside & part).collect();
            let inside = if self.suicide_allowed { part } else { part & (empty | lost) };
            let can_hold = part & !tied != 0;
            let holds_all = can_hold && part & lost == 0 && pairs(frame, part, free, &touched, 0);
            let holds = |touched: &u64| holds_all || can_hold && inside & !touched == 0;
            holding += usize::from(touched.iter().any(holds));
            // Each part can give one liberty at most.
            if usize::from(most) + holding + (parts.len() - number - 1) < 2 {
                return false;
            }
            for (&block, touched) in boundary.iter().zip(&touched) {
                supports.give(number, block, u8::from(holds(touched)));
            }
            if holds_all {
                boundary.windows(2).for_each(|two| supports.link(number, two[0], two[1]));
            } else if boundary.len() > 1 {
                for ((a, b), _) in links(&touched, part & free) {
                    supports.link(number, boundary[a], boundary[b]);
                }
            }
        }
        let brought: SmallVec<[u8; 16]> = blocks.own.iter().map(|block| block.credit).collect();
        let life = supports.life(&brought);
        if self.boundary.iter().zip(&blocks.of).any(|(&(_, need), &of)| need > 0 && !life.lives[of]) {
            return false;
        }
        let lives: SmallVec<[bool; 16]> = (0..blocks.own.len()).map(|i| in_use(i) && life.lives[i]).collect();
        !self.territory || self.is_territory(stones, &blocks.own, &lives, free, &parts, supports)
    }

    /// Whether there are enough liberties to cover the interior, with two points left over:
    /// otherwise no rule below can say that it is territory. Most positions end here, and this is
    /// quick.
    fn may_be_territory(&self, stones: Stones) -> bool {
        let frame = &self.frame;
        let touched = self.anchors() | frame.grown(stones.own);
        let free = self.free(stones);
        frame.parts(frame.all() & !stones.own).iter().all(|part| {
            let interior = (part & !touched).count_ones();
            2 * interior <= 4 + (part & touched & free).count_ones()
        })
    }

    /// Whether what is left of the region is free of living intruders, given which blocks live, and
    /// by what.
    fn is_territory(
        &self,
        stones: Stones,
        blocks: &[Own],
        lives: &[bool],
        free: u64,
        parts: &[u64],
        mut supports: Supports,
    ) -> bool {
        let frame = &self.frame;
        let living = || blocks.iter().zip(lives).filter(|(_, lives)| **lives).map(|(block, _)| block);
        let alive = living().fold(0, |all, block| all | block.stones);
        let brought: SmallVec<[u8; 16]> = blocks.iter().map(|block| block.credit).collect();
        // Stones of the defender that may be lost count as points of the region.
        for part in frame.parts(frame.all() & !alive) {
            let boundary: SmallVec<[u64; 8]> =
                living().filter(|block| block.beside & part != 0).map(|block| block.beside & part).collect();
            // The answers that hold its boundary may keep it free.
            if part & stones.own == 0 && pairs(frame, part, free, &boundary, 0) {
                continue;
            }
            // Otherwise all must live without it, from now on.
            if !no_two_eyes(frame, part, free, &boundary) {
                return false;
            }
            for number in (0..parts.len()).filter(|&i| parts[i] & part != 0) {
                supports.drop_region(number);
            }
            let without = supports.life(&brought).lives;
            if lives.iter().zip(&without).any(|(lives, without)| lives > without) {
                return false;
            }
        }
        true
    }
}

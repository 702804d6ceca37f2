//! Local search: what a region holds if the attacker moves first in it and the two sides alternate.
//!
//! The attacker plays in the region or elsewhere; the defender answers in the region, or need not. After each answer every boundary block must have as many liberties
//! in the region as it *needs*: two if the region is to keep it alone, one if another region holds it too, none if it lives without this
//! one. The search is over when the static rules ([`super::enclosure`]) prove what is asked. It errs only on one side:
//!
//! - Answers that repeat a position of the line are not allowed to the defender, so that he never needs to win a ko, and no superko can
//!   forbid an answer: a line of play never comes back to a position of the region. The attacker may retake any ko at once.
//! - A search that runs out of nodes has proved nothing.
//!
//! Positions once proved are remembered whatever line led to them: a proof uses only what was proved before it, so that no cycle can enter.

use super::frame::{Frame, Known, Stones, each};
use super::life::{self, Support};
use super::pairs::{links, no_two_eyes, pairs};

/// What is to be proved about a region.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) frame: Frame,
    /// What each block of the boundary touches, and how many liberties it needs in the region.
    pub(super) boundary: Vec<(u64, u8)>,
    /// The attacker's stones.
    pub(super) other: u64,
    /// Whether nothing of the attacker's may live in it either.
    pub(super) territory: bool,
    pub(super) suicide_allowed: bool,
}

/// A search for one goal.
struct Search<'a> {
    goal: &'a Goal,
    /// What the boundary touches.
    anchors: u64,
    nodes: u32,
    /// Positions with the attacker to move: proved, or not proved within so many answers.
    known: Known,
    line: Vec<Stones>,
    /// The answer that worked last, by depth.
    good: [u64; DEEPEST as usize + 1],
}

/// The most answers in one line.
const DEEPEST: u8 = 14;

/// A block of the defender's: part of the boundary with what joined it, or stones inside.
struct Own {
    stones: u64,
    beside: u64,
    /// How many regions elsewhere hold it.
    credit: u8,
}

impl Goal {
    /// Whether the goal is proved with so many nodes.
    pub(super) fn is_proved_with(&self, nodes: u32) -> bool {
        let mut search = Search {
            goal: self,
            anchors: self.boundary.iter().fold(0, |all, (beside, _)| all | beside),
            nodes,
            known: Known::default(),
            line: Vec::new(),
            good: [0; DEEPEST as usize + 1],
        };
        let start = Stones { own: 0, other: self.other };
        search.keeps(start) && (1..=DEEPEST).any(|depth| search.nodes > 0 && search.attack(start, depth))
    }
}

impl Search<'_> {
    fn empty(&self, stones: Stones) -> u64 {
        self.goal.frame.all() & !stones.all()
    }

    /// Whether every boundary block has the liberties it needs.
    fn keeps(&self, stones: Stones) -> bool {
        let frame = &self.goal.frame;
        let empty = self.empty(stones);
        self.goal.boundary.iter().all(|&(beside, need)| {
            if need == 0 || (beside & empty).count_ones() >= u32::from(need) {
                return true;
            }
            // It may have joined others.
            let mut touched = beside;
            loop {
                let joined = frame.grown(frame.flood(touched, stones.own));
                let of_joined = self.goal.boundary.iter().filter(|(b, _)| b & joined & stones.own != 0);
                let all = of_joined.fold(touched | joined, |all, (b, _)| all | b);
                if all == touched {
                    return (touched & empty).count_ones() >= u32::from(need);
                }
                touched = all;
            }
        })
    }

    /// The defender's blocks, and for each block of the boundary which of them it is in.
    fn blocks(&self, stones: Stones) -> (Vec<Own>, Vec<usize>) {
        let frame = &self.goal.frame;
        let mut blocks: Vec<Own> = Vec::new();
        let mut of_boundary: Vec<usize> = Vec::new();
        for &(beside, need) in &self.goal.boundary {
            blocks.push(Own { stones: 0, beside, credit: 2 - need });
            of_boundary.push(of_boundary.len());
        }
        let mut rest = stones.own;
        while rest != 0 {
            let group = frame.flood(rest & rest.wrapping_neg(), stones.own);
            rest &= !group;
            let mut joined = Own { stones: group, beside: frame.grown(group), credit: 0 };
            let mut into = None;
            for (i, &(beside, _)) in self.goal.boundary.iter().enumerate() {
                if beside & group != 0 {
                    let block = of_boundary[i];
                    // Blocks that became one may owe their credit to the same region elsewhere: the most counts, not the sum.
                    joined.stones |= blocks[block].stones;
                    joined.beside |= blocks[block].beside;
                    joined.credit = joined.credit.max(blocks[block].credit);
                    let to = *into.get_or_insert(block);
                    for of in &mut of_boundary {
                        *of = if *of == block { to } else { *of };
                    }
                }
            }
            match into {
                Some(to) => blocks[to] = joined,
                None => blocks.push(joined),
            }
        }
        (blocks, of_boundary)
    }

    /// Whether the static rules prove the goal as the stones stand.
    fn is_proved(&self, stones: Stones) -> bool {
        let goal = self.goal;
        let frame = &goal.frame;
        let empty = self.empty(stones);
        if goal.territory && !self.may_be_territory(stones) {
            return false;
        }
        let (blocks, of_boundary) = self.blocks(stones);
        let in_use = |i: usize| i >= of_boundary.len() || of_boundary.contains(&i);
        let mut supports = Vec::new();
        let mut rest = frame.all() & !stones.own;
        while rest != 0 {
            let part = frame.flood(rest & rest.wrapping_neg(), frame.all() & !stones.own);
            rest &= !part;
            let boundary: Vec<usize> =
                (0..blocks.len()).filter(|&i| in_use(i) && blocks[i].beside & part != 0).collect();
            let touched: Vec<u64> = boundary.iter().map(|&i| blocks[i].beside & part).collect();
            let inside = if goal.suicide_allowed { part } else { part & empty };
            let support = if pairs(frame, part, empty, &touched, 0) {
                Support {
                    credits: vec![1; boundary.len()],
                    links: boundary.windows(2).map(|two| (two[0], two[1])).collect(),
                    boundary,
                }
            } else {
                Support {
                    credits: touched.iter().map(|touched| u8::from(inside & !touched == 0)).collect(),
                    links: links(&touched, part & empty)
                        .into_iter()
                        .map(|(a, b)| (boundary[a], boundary[b]))
                        .collect(),
                    boundary,
                }
            };
            supports.push(support);
        }
        let brought: Vec<u8> = blocks.iter().map(|block| block.credit).collect();
        let (lives, _) = life::living(&brought, &supports);
        let safe = goal.boundary.iter().zip(&of_boundary).all(|(&(_, need), &of)| need == 0 || lives[of]);
        let lives: Vec<bool> = (0..blocks.len()).map(|i| in_use(i) && lives[i]).collect();
        safe && (!goal.territory || self.is_territory(stones, &blocks, &lives))
    }

    /// Whether there are enough liberties to cover the interior, with two points left over: otherwise no rule below can say that it is territory. Most positions end
    /// here, and this is quick.
    fn may_be_territory(&self, stones: Stones) -> bool {
        let frame = &self.goal.frame;
        let touched = self.anchors | frame.grown(stones.own);
        let open = frame.all() & !stones.own;
        let mut rest = open;
        while rest != 0 {
            let part = frame.flood(rest & rest.wrapping_neg(), open);
            rest &= !part;
            let interior = (part & !touched).count_ones();
            if 2 * interior > 4 + (part & touched & self.empty(stones)).count_ones() {
                return false;
            }
        }
        true
    }

    /// Whether what is left of the region is free of living intruders, given which blocks live.
    fn is_territory(&self, stones: Stones, blocks: &[Own], lives: &[bool]) -> bool {
        let frame = &self.goal.frame;
        let empty = self.empty(stones);
        let living = || blocks.iter().zip(lives).filter(|(_, lives)| **lives).map(|(block, _)| block);
        let alive = living().fold(0, |all, block| all | block.stones);
        // Stones of the defender that may be lost count as points of the region.
        let mut rest = frame.all() & !alive;
        while rest != 0 {
            let part = frame.flood(rest & rest.wrapping_neg(), frame.all() & !alive);
            rest &= !part;
            let touching = || living().filter(|block| block.beside & part != 0);
            let boundary: Vec<u64> = touching().map(|block| block.beside & part).collect();
            let independent = touching().all(|block| block.credit == 2);
            let free = if independent {
                no_two_eyes(frame, part, empty, &boundary)
            } else {
                part & stones.own == 0 && pairs(frame, part, empty, &boundary, 0)
            };
            if !free {
                return false;
            }
        }
        true
    }

    /// Whether the goal is reached with the attacker to move and at most so many answers.
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
        if self.is_proved(stones) {
            self.known.insert(stones, Ok(()));
            return true;
        }
        if depth == 0 {
            return false;
        }
        self.line.push(stones);
        let proved = self.all_answered(stones, depth);
        self.line.pop();
        if proved {
            self.known.insert(stones, Ok(()));
        } else if self.nodes > 0 {
            self.known.insert(stones, Err(depth));
        }
        proved
    }

    /// Whether every move of the attacker has an answer.
    fn all_answered(&mut self, stones: Stones, depth: u8) -> bool {
        let goal = self.goal;
        let empty = self.empty(stones);
        let mut moves: Vec<u64> = each(empty).collect();
        // Where most is open around, most is at stake.
        moves.sort_by_key(|&p| std::cmp::Reverse((goal.frame.near(p) & empty).count_ones()));
        moves.into_iter().all(|p| {
            let after = goal.frame.attacked(stones, p, self.anchors, 0, goal.suicide_allowed);
            after.is_none_or(|after| self.answered(after, p, depth))
        })
            // Territory has to be cleared of what stands there even if the attacker does nothing.
            && (!goal.territory || self.answered(stones, 0, depth))
    }

    /// Whether the defender, to move, has an answer to a move, or to a pass (0).
    fn answered(&mut self, stones: Stones, last: u64, depth: u8) -> bool {
        if last != 0 && self.keeps(stones) && self.is_proved(stones) {
            return true;
        }
        let goal = self.goal;
        let empty = self.empty(stones);
        let near = if last == 0 { 0 } else { goal.frame.near(last) };
        let nearer = goal.frame.grown(near);
        let good = self.good[usize::from(depth)];
        let mut answers: Vec<(u32, u64, Stones)> = each(empty)
            .filter_map(|p| {
                let after = goal.frame.defended(stones, p, self.anchors, 0)?;
                let takes = u32::from(after.other != stones.other);
                let close = u32::from(near & p != 0);
                let open = (goal.frame.near(p) & empty).count_ones();
                let order = takes << 12
                    | close << 10
                    | u32::from(good == p) << 8
                    | u32::from(nearer & p != 0) << 6
                    | open;
                Some((order, p, after))
            })
            .collect();
        answers.sort_by_key(|&(order, ..)| std::cmp::Reverse(order));
        for (_, p, after) in answers {
            if self.nodes == 0 {
                return false;
            }
            if self.keeps(after) && !self.line.contains(&after) && self.attack(after, depth - 1) {
                self.good[usize::from(depth)] = p;
                return true;
            }
        }
        // No answer may be the best one.
        last != 0 && self.keeps(stones) && !self.line.contains(&stones) && self.attack(stones, depth - 1)
    }
}

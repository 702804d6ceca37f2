//! Local search: what a region holds if the attacker moves first in it and the two sides alternate.
//!
//! The attacker plays in the region or elsewhere; the defender answers in the region, or need not.
//! After each answer every boundary block must have as many liberties in the region as it *needs*:
//! two if the region is to keep it alone, one if another region holds it too, none if it lives
//! without this one. A line is over when the static rules prove what is asked
//! ([`Goal::is_settled`]).
//!
//! # What is proved
//!
//! A proof is a tree: below a position with the attacker to move, all his moves; below one with the
//! defender to move, one answer. It promises that whenever the attacker is to move, boundary
//! blocks that are connected in the region have at least the least number of liberties there that
//! one of them needs. That is what `life` counts on. It also makes the search right where it takes
//! boundary blocks to be never captured: `life` finds for all of them what they do not need here in
//! *other* regions, so that they have two liberties when the attacker is to move, and one when he
//! has moved.
//!
//! As territory: even if the attacker passes the defender moves on, until the static rules see a
//! region in which nothing of the attacker's lives. All that can happen on the way is part of the
//! tree: taking the intruders, their playing on in the hole that this leaves, throwing in, nakade.
//!
//! It errs only on one side:
//!
//! - Answers that repeat a position of the line are not allowed to the defender, so that he never
//!   needs to win a ko. The attacker may retake any ko at once.
//! - A search that runs out of nodes has proved nothing.
//! - A tied point is answered elsewhere: if the attacker takes it, he moves again; and he may have
//!   the defender take it whenever he likes.
//!
//! No superko can forbid an answer. Positions once proved are remembered whatever line led to them:
//! a proof uses only what was proved before it, so along every line of a proof each position was
//! proved earlier than the one before, and none comes twice with the same side to move. If an
//! answer would make the stones lie as they did after a move of the *attacker*, then the position
//! after it was proved without that move of the line, and passing there, instead of what was
//! answered, would have led to it at once; so there is a proof in which that does not happen.
//!
//! The search is depth-first and led by proof numbers \[Nagai2002\]: it goes where the fewest
//! positions are left to prove. That a position cannot be proved may be owed to the line, and is
//! taken for good all the same, which loses some proofs.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use smallvec::SmallVec;

use super::frame::{Stones, each};
use super::goal::Goal;

impl Goal {
    /// Whether the goal is proved with at most so many nodes, and how many it took.
    pub(super) fn prove(&self, nodes: u32) -> (bool, u32) {
        let start = Stones { own: 0, other: self.other };
        let mut search = Search {
            goal: self,
            anchors: self.anchors(),
            nodes,
            known: Default::default(),
            line: Vec::new(),
        };
        let proved = self.keeps(start) && search.solve(start, Turn::Attack, Numbers::MOST) == Numbers::PROVED;
        (proved, nodes - search.nodes)
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    /// The attacker's.
    Attack,
    /// The defender's, after a move.
    Answer,
    /// The defender's, after a pass.
    AnswerToPass,
}

/// How many positions at least have to be proved to prove the goal, and how many to be disproved to
/// disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    prove: u32,
    disprove: u32,
}

impl Numbers {
    const PROVED: Numbers = Numbers { prove: 0, disprove: Numbers::INFINITE };
    const DISPROVED: Numbers = Numbers { prove: Numbers::INFINITE, disprove: 0 };
    /// Of a position not looked at yet.
    const UNKNOWN: Numbers = Numbers { prove: 1, disprove: 1 };
    /// As long as nothing is decided, both numbers are below.
    const MOST: Numbers = Numbers { prove: Numbers::INFINITE, disprove: Numbers::INFINITE };
    const INFINITE: u32 = 1 << 30;
}

/// A position after a move.
#[derive(Clone, Copy, Debug)]
struct Next {
    stones: Stones,
    turn: Turn,
    numbers: Numbers,
}

type Nexts = SmallVec<[Next; 32]>;

struct Search<'a> {
    goal: &'a Goal,
    /// What the boundary touches.
    anchors: u64,
    nodes: u32,
    /// What is known of positions, by whose turn it is.
    known: [HashMap<Stones, Numbers, BuildHasherDefault<StonesHasher>>; 3],
    /// The positions with the attacker to move that led here.
    line: Vec<Stones>,
}

/// The longest line.
const DEEPEST: usize = 60;

impl Search<'_> {
    fn known(&self, stones: Stones, turn: Turn) -> Option<Numbers> {
        self.known[turn as usize].get(&stones).copied()
    }

    /// Looks on at a position until it is decided, or one of its numbers reaches its limit, or no
    /// node is left.
    fn solve(&mut self, stones: Stones, turn: Turn, limit: Numbers) -> Numbers {
        let known = self.known(stones, turn);
        if self.nodes == 0 {
            return known.unwrap_or(Numbers::UNKNOWN);
        }
        self.nodes -= 1;
        let first = if known.is_none() { self.first_look(stones, turn) } else { Numbers::UNKNOWN };
        let numbers = if first.prove == 0 || first.prove >= limit.prove || first.disprove >= limit.disprove {
            first
        } else if turn == Turn::Attack {
            self.line.push(stones);
            let nexts = self.attacks(stones);
            let numbers = nexts.map_or(Numbers::DISPROVED, |mut nexts| self.expand(&mut nexts, turn, limit));
            self.line.pop();
            numbers
        } else {
            let mut nexts = self.answers(stones, turn);
            self.expand(&mut nexts, turn, limit)
        };
        self.known[turn as usize].insert(stones, numbers);
        numbers
    }

    /// The numbers of a position as the static rules see it. Most positions are looked at only
    /// once.
    fn first_look(&self, stones: Stones, turn: Turn) -> Numbers {
        let settled = match turn {
            Turn::Attack => self.goal.is_settled(stones),
            Turn::Answer => self.goal.keeps(stones) && self.goal.is_settled(stones),
            Turn::AnswerToPass => false,
        };
        // As many as there are moves, until they are looked at.
        let moves = self.goal.empty(stones).count_ones().max(1);
        match turn {
            _ if settled => Numbers::PROVED,
            Turn::Attack => Numbers { prove: moves, disprove: 1 },
            Turn::Answer | Turn::AnswerToPass => Numbers { prove: 1, disprove: moves },
        }
    }

    /// Goes on with the most promising of several positions as long as the limits allow.
    fn expand(&mut self, nexts: &mut Nexts, turn: Turn, limit: Numbers) -> Numbers {
        // Seen from the side to move: its own number is the least of its moves', the other's grows
        // with each of them.
        let own = |numbers: Numbers| if turn == Turn::Attack { numbers.disprove } else { numbers.prove };
        let others = |numbers: Numbers| if turn == Turn::Attack { numbers.prove } else { numbers.disprove };
        let whole = |own: u32, others: u32| match turn {
            Turn::Attack => Numbers { prove: others, disprove: own },
            Turn::Answer | Turn::AnswerToPass => Numbers { prove: own, disprove: others },
        };
        loop {
            let (mut best, mut least, mut second) = (None, Numbers::INFINITE, Numbers::INFINITE);
            let (mut sum, mut most, mut open) = (0, 0, 0);
            for (i, &Next { numbers, .. }) in nexts.iter().enumerate() {
                sum = (sum + others(numbers)).min(Numbers::INFINITE);
                most = most.max(others(numbers));
                open += u32::from(others(numbers) > 0);
                if own(numbers) < least {
                    second = least;
                    least = own(numbers);
                    best = Some((i, others(numbers)));
                } else {
                    second = second.min(own(numbers));
                }
            }
            // The attacker's moves often lead to the same positions, which a sum would count more
            // than once.
            let all =
                if turn == Turn::Attack && open > 0 { (most + open - 1).min(Numbers::INFINITE) } else { sum };
            let numbers = whole(least, all);
            let Some((best, of_best)) = best else { return numbers };
            if least >= own(limit) || all >= others(limit) || all == 0 || self.nodes == 0 {
                return numbers;
            }
            // A little more than the second best, so as not to change back and forth.
            let within = whole(own(limit).min(second + second / 4 + 1), others(limit) - (all - of_best));
            let Next { stones, turn: its, .. } = nexts[best];
            nexts[best].numbers = self.solve(stones, its, within);
        }
    }

    fn next(&self, stones: Stones, turn: Turn) -> Next {
        Next { stones, turn, numbers: self.known(stones, turn).unwrap_or(Numbers::UNKNOWN) }
    }

    /// The positions after the attacker's moves; `None` if one of them breaks the goal at once.
    fn attacks(&self, stones: Stones) -> Option<Nexts> {
        let goal = self.goal;
        let mut nexts = Nexts::new();
        for p in each(goal.empty(stones)) {
            let attacked = goal.frame.attacked(stones, p, self.anchors, 0, goal.suicide_allowed);
            if goal.tied & p == 0 {
                nexts.extend(attacked.map(|after| self.next(after, Turn::Answer)));
                continue;
            }
            let defended = goal.frame.defended(stones, p, self.anchors, 0);
            for after in attacked.into_iter().chain(defended) {
                if !self.is_allowed(after) {
                    return None;
                }
                nexts.push(self.next(after, Turn::Attack));
            }
        }
        if goal.territory {
            // Territory has to be cleared of what stands there even if the attacker does nothing.
            nexts.push(self.next(stones, Turn::AnswerToPass));
        }
        Some(nexts)
    }

    /// The positions after the defender's answers.
    fn answers(&self, stones: Stones, turn: Turn) -> Nexts {
        let goal = self.goal;
        let mut nexts = Nexts::new();
        for p in each(goal.empty(stones)) {
            if let Some(after) = goal.frame.defended(stones, p, self.anchors, 0)
                && self.is_allowed(after)
            {
                nexts.push(self.next(after, Turn::Attack));
            }
        }
        // No answer may be the best one.
        if turn == Turn::Answer && self.is_allowed(stones) {
            nexts.push(self.next(stones, Turn::Attack));
        }
        nexts
    }

    /// Whether the defender may leave a position to the attacker.
    fn is_allowed(&self, stones: Stones) -> bool {
        self.line.len() < DEEPEST && self.goal.keeps(stones) && !self.line.contains(&stones)
    }
}

/// Mixes the two words of [`Stones`]: the standard hasher guards against hostile keys, and there
/// are none.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct StonesHasher(u64);

impl Hasher for StonesHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

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
//! - Lines that come back to an earlier position count against the defender, so that he never needs
//!   to win a ko. The attacker may retake any ko at once.
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
//! The search itself is that of [`crate::reading`]; the defender is its prover.

use crate::reading::frame::{Stones, each};
use crate::reading::numbers::Numbers;
use crate::reading::search::{self, Opened, Search};
use crate::reading::table::Table;

use super::goal::Goal;

/// What is known of positions while a colour's regions are searched.
pub(super) type Known = Table<State>;

/// The most positions that are remembered.
pub(super) const ROOM: usize = 1 << 16;

impl Goal {
    /// Whether the goal is proved with at most so many nodes, and how many it took.
    pub(super) fn prove(&self, nodes: u32, known: &mut Known) -> (bool, u32) {
        let stones = Stones { own: 0, other: self.other };
        if !self.keeps(stones) || nodes == 0 {
            return (false, 0);
        }
        let keeping = Keeping { goal: self, anchors: self.anchors() };
        let answer = Search::new(keeping, known).ask(State { stones, turn: Turn::Attack }, nodes);
        (answer.proved == Some(true), answer.nodes)
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

/// Stones, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    stones: Stones,
    turn: Turn,
}

/// Keeping what a goal asks for.
struct Keeping<'a> {
    goal: &'a Goal,
    /// What the boundary touches.
    anchors: u64,
}

impl search::Goal for Keeping<'_> {
    type State = State;
    type Step = State;
    type Key = State;
    type Ground = ();

    // The attacker's moves often lead to the same positions, which a sum would count more than once.
    const SHARES: bool = true;

    fn key(&self, state: &State) -> State {
        *state
    }

    fn hash(key: &State) -> u64 {
        key.stones.hash() ^ (key.turn as u64).wrapping_mul(0xd1b5_4a32_d192_ed03)
    }

    fn is_provers(&self, state: &State) -> bool {
        state.turn != Turn::Attack
    }

    /// What the static rules see. Most positions are looked at only once.
    fn look(&mut self, state: &State) -> Option<Numbers> {
        let State { stones, turn } = *state;
        let settled = match turn {
            Turn::Attack => self.goal.is_settled(stones),
            Turn::Answer => self.goal.keeps(stones) && self.goal.is_settled(stones),
            Turn::AnswerToPass => false,
        };
        // As many as there are moves, until they are looked at.
        let moves = self.goal.empty(stones).count_ones();
        Some(match turn {
            _ if settled => Numbers::PROVED,
            Turn::Attack => Numbers::open(moves, 1),
            Turn::Answer | Turn::AnswerToPass => Numbers::open(1, moves),
        })
    }

    fn open(&mut self, state: &State, opened: &mut Vec<Opened<State, State>>) {
        match state.turn {
            Turn::Attack => self.attacks(state.stones, opened),
            Turn::Answer | Turn::AnswerToPass => self.replies(*state, opened),
        }
    }

    fn enter(&self, state: &mut State, step: State) {
        *state = step;
    }
}

impl Keeping<'_> {
    fn next(&self, stones: Stones, turn: Turn) -> Opened<State, State> {
        let state = State { stones, turn };
        // What the defender leaves to the attacker has to keep what is needed.
        let fails = turn == Turn::Attack && !self.goal.keeps(stones);
        Opened::new(state, state, if fails { Numbers::DISPROVED } else { Numbers::open(1, 1) })
    }

    /// The positions after the attacker's moves.
    fn attacks(&self, stones: Stones, opened: &mut Vec<Opened<State, State>>) {
        let goal = self.goal;
        for p in each(goal.empty(stones)) {
            let attacked = goal.frame.attacked(stones, p, self.anchors, 0, goal.suicide_allowed);
            if goal.tied & p == 0 {
                opened.extend(attacked.map(|after| self.next(after, Turn::Answer)));
                continue;
            }
            let defended = goal.frame.defended(stones, p, self.anchors, 0);
            opened.extend(attacked.into_iter().chain(defended).map(|after| self.next(after, Turn::Attack)));
        }
        if goal.territory {
            // Territory has to be cleared of what stands there even if the attacker does nothing.
            opened.push(self.next(stones, Turn::AnswerToPass));
        }
    }

    /// The positions after the defender's answers.
    fn replies(&self, state: State, opened: &mut Vec<Opened<State, State>>) {
        let State { stones, turn } = state;
        for p in each(self.goal.empty(stones)) {
            let defended = self.goal.frame.defended(stones, p, self.anchors, 0);
            opened.extend(defended.map(|after| self.next(after, Turn::Attack)));
        }
        // No answer may be the best one.
        if turn == Turn::Answer {
            opened.push(self.next(stones, Turn::Attack));
        }
    }
}

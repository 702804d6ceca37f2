//! Capture and escape: whether a block can be taken, and saved.
//!
//! ```text
//! . . . . .     Black takes the stone: a is atari, and White runs into the edge. With a white stone
//! . X a . .     on the way she is saved; c nets her, if the ladder does not work.
//! X O . c .
//! . X . . .
//! ```
//!
//! The attacker wants the block off the board; the defender wants it to have more liberties than the
//! attacker can cope with. Both play only moves that have to do with it ([`Width`] says which), and
//! the defender may pass. So what comes out is *read*, not proved: a move elsewhere could be better,
//! and a block with many liberties may die all the same.
//!
//! A capture that is taken back at once, with at least as many stones, is none (a snapback).

use keisei_goban::{Board, Outcome, Point};

use super::numbers::Numbers;
use super::search::{Goal, Opened};
use super::sides::{Points, Side, Sides, State, Step, add, around, rescues, spread};

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Width {
    /// With so many liberties and the attacker to move a block has escaped.
    pub(crate) safe: usize,
    /// How far from the block's liberties the attacker tries moves: 0 on them, 1 beside them as
    /// well, …
    pub(crate) attack: u8,
    /// The same for the defender.
    pub(crate) defence: u8,
}

impl Width {
    /// All moves there are.
    pub(crate) const EVERYTHING: Width = Width { safe: usize::MAX, attack: u8::MAX, defence: u8::MAX };

    /// With whatever the defender might answer.
    pub(crate) fn with_every_defence(self) -> Width {
        Width { defence: self.defence.max(EVERY), ..self }
    }
}

/// From this reach on the defender tries whatever might help.
const EVERY: u8 = 3;

/// The question whether a block is taken.
pub(crate) struct Capture {
    pub(crate) sides: Sides,
    /// One of its stones.
    pub(crate) target: Point,
    pub(crate) width: Width,
}

impl Capture {
    /// What the position after a stone looks like.
    fn glance(&self, state: &State, point: Point, outcome: &Outcome, farther: u32) -> Numbers {
        let sides = &self.sides;
        let Some(block) = state.board.block(self.target).filter(|block| block.color() == sides.color) else {
            if outcome.ko == Some(self.target) && sides.favoured == Some(Side::Defender) {
                return sides.guess(2, 1);
            }
            let captor = state.board.block(point);
            let is_taken_back = captor.is_some_and(|captor| {
                outcome.ko.is_none() && captor.liberties() == 1 && captor.len() >= outcome.captured
            });
            return sides.decided(if is_taken_back { Side::Defender } else { Side::Attacker });
        };
        match (state.to_move, block.liberties()) {
            (Side::Attacker, n) if n >= self.width.safe => sides.decided(Side::Defender),
            (Side::Attacker, 1) => sides.guess(1, 12),
            (Side::Attacker, n) => sides.guess(1 << (n - 1).min(6), 8 / n as u32),
            (Side::Defender, 1) => sides.guess(1 + farther, 4),
            (Side::Defender, n) => sides.guess((1 << n.min(6)) - 1 + farther, 6 / n as u32),
        }
    }

    /// Whether the defender tries whatever might help.
    fn tries_all(&self) -> bool {
        self.width.defence >= EVERY
    }

    /// The attacker's moves, the most natural first.
    fn attacks(&self, board: &Board) -> Points {
        let (liberties, foes) = around(board, self.target);
        let near = liberties.len();
        let mut moves = liberties;
        if near > 1 {
            spread(board, &mut moves, near, self.width.attack);
            // Stones that hold the block in and are in danger themselves.
            let few = if self.width.attack > 0 { 2 } else { 1 };
            add(&mut moves, rescues(board, &foes, few, self.target));
        }
        moves
    }

    /// The defender's moves, the most natural first.
    fn defences(&self, board: &Board) -> Points {
        let mut moves = Points::new();
        if board.is_empty(self.target) {
            // It was taken in a ko.
            moves.push(self.target);
            return moves;
        }
        let (liberties, foes) = around(board, self.target);
        let mut take = |few: usize| {
            for foe in foes.iter().filter(|&&foe| board.block(foe).is_some_and(|b| b.liberties() == few)) {
                add(&mut moves, around(board, *foe).0);
            }
        };
        // Taking what holds the block in, from the weakest on.
        take(1);
        let near = liberties.len();
        if near > 1 {
            (2..=near.min(3)).for_each(take);
        }
        let mut wide = liberties;
        // In atari, a stone beside the last liberty may make a ko of the capture.
        let reach = if near > 1 { self.width.defence } else { u8::from(self.tries_all()) };
        spread(board, &mut wide, near, reach);
        add(&mut moves, wide);
        moves
    }
}

impl Goal for Capture {
    type State = State;
    type Step = Step;
    type Key = u64;

    const SHARES: bool = true;

    fn key(&self, state: &State) -> u64 {
        self.sides.key(state)
    }

    fn hash(key: &u64) -> u64 {
        *key
    }

    fn is_provers(&self, state: &State) -> bool {
        state.to_move == self.sides.prover
    }

    fn open(&mut self, state: &State, opened: &mut Vec<Opened<Step, u64>>) {
        let from = opened.len();
        let mut moves = match state.to_move {
            Side::Attacker => self.attacks(&state.board),
            Side::Defender => self.defences(&state.board),
        };
        let is_there = !state.board.is_empty(self.target);
        if self.width == Width::EVERYTHING && is_there {
            add(&mut moves, state.board.empty());
        }
        let liberties = state.board.block(self.target).map_or(1, |block| block.liberties());
        let mut banned = false;
        for (i, &p) in moves.iter().enumerate() {
            banned |= state.ko == Some(p);
            let Some((after, outcome)) = self.sides.play(state, p) else { continue };
            let farther = if i < liberties { 0 } else { 2 };
            let numbers = self.glance(&after, p, &outcome, farther);
            opened.push(Opened::new(Some(p), self.key(&after), numbers));
            if numbers.decision().is_some_and(|proved| proved == self.is_provers(state)) {
                // One is enough.
                let last = opened.len() - 1;
                opened.swap(from, last);
                opened.truncate(from + 1);
                return;
            }
        }
        let passes = match state.to_move {
            Side::Defender => liberties > 1 || self.tries_all() && is_there,
            // In a ko, a move elsewhere.
            Side::Attacker => banned,
        };
        if passes {
            let after = self.enter(state, None);
            opened.push(Opened::new(None, self.key(&after), self.sides.guess(2, 4)));
        }
    }

    fn enter(&self, state: &State, step: Step) -> State {
        self.sides.enter(state, step)
    }
}

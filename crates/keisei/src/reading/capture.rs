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
//! Ladders are followed, not searched (`ladder`), wherever a block has two liberties and the attacker
//! moves, or one and the defender does. A move of the attacker's *threatens* a ladder if the block
//! would be taken in one without an answer. If it does, only stones that change that ladder can help:
//! on its way, beside it, or on the last liberties of its chasers; so the ladder itself names the
//! answers, breakers at the far end of the board included. In the second round every move has to
//! threaten one, as in lambda search of the second order \[Thomsen2000\]: most moves are refuted by a
//! single look, nets and loose ladders are found.
//!
//! A capture that is taken back at once, with at least as many stones, is none (a snapback).

use keisei_goban::{Block, Board, Outcome, Point, PointSet};

use smallvec::SmallVec;

use super::ladder::{Chase, Ladder, interferes};
use super::numbers::Numbers;
use super::search::{Goal, Opened};
use super::sides::{Points, Side, Sides, State, Step, around, rescues, spread, touches};

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
    /// Whether every move of the attacker's has to threaten a ladder.
    pub(crate) ladders: bool,
}

impl Width {
    /// All moves there are.
    pub(crate) const EVERYTHING: Width =
        Width { safe: usize::MAX, attack: u8::MAX, defence: u8::MAX, ladders: false };

    /// With whatever the defender might answer.
    pub(crate) fn with_every_defence(self) -> Width {
        Width { defence: self.defence.max(EVERY), ..self }
    }
}

/// From this reach on the defender tries whatever might help.
const EVERY: u8 = 2;

/// The question whether a block is taken.
pub(crate) struct Capture {
    pub(crate) sides: Sides,
    /// One of its stones.
    pub(crate) target: Point,
    pub(crate) width: Width,
    /// How many positions were looked at in ladders.
    pub(crate) walked: u32,
    /// The ladder that was followed last: on which board, and who began.
    last: Option<(u64, Side, Chase, PointSet)>,
}

/// A move of the defender's by which the block escapes, and the liberties that it has then.
type WayOut = (Point, PointSet);

impl Capture {
    pub(crate) fn new(sides: Sides, target: Point, width: Width) -> Capture {
        Capture { sides, target, width, walked: 0, last: None }
    }

    /// What comes of a ladder that the attacker, or the defender, begins; and where it was played.
    fn ladder(&mut self, board: &Board, first: Side) -> (Chase, PointSet) {
        if let Some((hash, begun_by, chase, played)) = self.last
            && (hash, begun_by) == (board.hash(), first)
        {
            return (chase, played);
        }
        let mut ladder = Ladder::new(self.sides.color, self.target);
        let chase = match first {
            Side::Attacker => ladder.attack(board),
            Side::Defender => ladder.defend(board),
        };
        self.walked += ladder.moves;
        self.last = Some((board.hash(), first, chase, ladder.played));
        (chase, ladder.played)
    }

    /// What the position after a stone of the attacker's looks like.
    fn after_attack(&self, board: &Board, point: Point, outcome: &Outcome, ways_out: &[WayOut]) -> Numbers {
        let sides = &self.sides;
        let block = board.block(self.target).expect("it is attacked");
        let is_near = touches(block, point);
        let left = block.liberties() - usize::from(is_near);
        if left == 0 {
            if outcome.ko == Some(self.target) && sides.favoured == Some(Side::Defender) {
                return sides.guess(2, 1);
            }
            let taken_back = self.is_taken_back(board, point, outcome);
            return sides.decided(if taken_back { Side::Defender } else { Side::Attacker });
        }
        let escapes = |(way, liberties): &WayOut| {
            *way != point && liberties.len() - usize::from(liberties.contains(point)) >= self.width.safe
        };
        if outcome.captured == 0 && ways_out.iter().any(escapes) {
            return sides.decided(Side::Defender);
        }
        if left > 2 && self.width.ladders {
            return sides.decided(Side::Defender);
        }
        let farther = if is_near { 0 } else { 2 };
        match left {
            1 => sides.guess(1 + farther, 4),
            n => sides.guess((1 << n.min(6)) - 1 + farther, 6 / n as u32),
        }
    }

    /// Whether who takes the block is taken in turn, with at least as many stones: a snapback.
    fn is_taken_back(&self, board: &Board, point: Point, outcome: &Outcome) -> bool {
        let color = self.sides.color.opponent();
        if outcome.ko.is_some() || board.liberties_after(color, point).len() > 1 {
            return false;
        }
        let mut captor: PointSet = [point].into_iter().collect();
        for q in point.neighbors().into_iter().filter(|&q| board.get(q) == Some(color)) {
            captor |= board.block(q).map(Block::stone_set).unwrap_or_default();
        }
        captor.len() >= outcome.captured
    }

    /// What the position after a stone of the defender's looks like.
    fn after_defence(&self, board: &Board, point: Point, outcome: &Outcome) -> Numbers {
        let (sides, block) = (&self.sides, board.block(self.target));
        let liberties = match block {
            Some(block) if !touches(block, point) => {
                // What is taken beside the block gives it room.
                let is_taken = |q: &Point| {
                    board.get(*q) == Some(sides.color.opponent())
                        && board.block(*q).is_some_and(|foe| foe.liberties() == 1 && touches(foe, point))
                };
                let beside = || block.stones().flat_map(Point::neighbors);
                match outcome.captured {
                    0 if block.liberties() > 1 => return self.with_liberties(block.liberties()),
                    0 => block.liberty_set(),
                    _ => block.liberty_set() | beside().filter(is_taken).collect(),
                }
            }
            _ => board.liberties_after(sides.color, point),
        };
        if outcome.captured == 0
            && let [Some(last), None] = [liberties.iter().next(), liberties.iter().nth(1)]
            && block.is_some_and(|block| block.len() > 1 || touches(block, point))
            && self.is_taken_for_good(board, point, last)
        {
            return sides.decided(Side::Attacker);
        }
        self.with_liberties(liberties.len())
    }

    /// Whether the attacker, who takes two stones or more on their last liberty after a stone of the
    /// defender's, has liberties then. Of what he has more than that is not looked at.
    fn is_taken_for_good(&self, board: &Board, point: Point, last: Point) -> bool {
        let foe = self.sides.color.opponent();
        let mut alone = true;
        for q in last.neighbors().into_iter().filter(|&q| q != point) {
            if board.is_empty(q) {
                return true;
            }
            if board.get(q) == Some(foe)
                && let Some(block) = board.block(q)
            {
                alone = false;
                if block.liberties() > 1 + usize::from(touches(block, point)) {
                    return true;
                }
            }
        }
        alone
    }

    /// What a position with the attacker to move looks like.
    fn with_liberties(&self, liberties: usize) -> Numbers {
        let sides = &self.sides;
        match liberties {
            n if n >= self.width.safe => sides.decided(Side::Defender),
            1 => sides.guess(1, 12),
            n => sides.guess(1 << (n - 1).min(6), 8 / n as u32),
        }
    }

    /// The moves by which the defender would escape at once.
    fn ways_out(&self, board: &Board) -> SmallVec<[WayOut; 4]> {
        let Some(block) = board.block(self.target) else { return SmallVec::new() };
        let liberties = block.liberty_set();
        liberties
            .iter()
            .map(|way| (way, board.liberties_after(self.sides.color, way)))
            .filter(|(_, liberties)| liberties.len() >= self.width.safe)
            .collect()
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
        // From three liberties on, what is not played on them leaves too many.
        if near > 1 && !(self.width.ladders && near > 2) {
            spread(board, &mut moves, near, self.width.attack);
        }
        let is_alone = board.block(self.target).is_some_and(|block| block.len() == 1);
        if near == 1 && is_alone {
            // Taking it may be a ko or a snapback: then what is left if it runs is taken in time.
            let room = board.liberties_after(self.sides.color, moves[0]);
            moves.add((room & board.empty()).iter());
        }
        if near > 1 {
            // Stones that hold the block in and are in danger themselves.
            let few = if self.width.attack > 0 { 2 } else { 1 };
            moves.add(rescues(board, &foes, few, self.target).iter().copied());
        }
        moves
    }

    /// The defender's moves, the most natural first.
    fn defences(&mut self, board: &Board) -> Points {
        let mut moves = Points::new();
        if board.is_empty(self.target) {
            // It was taken in a ko.
            moves.add([self.target]);
            return moves;
        }
        let (mut liberties, mut foes) = around(board, self.target);
        let near = liberties.len();
        let is_alone = board.block(self.target).is_some_and(|block| block.len() == 1);
        // What holds in the blocks that it would join, and their liberties.
        let mut room = Points::new();
        if near == 1 && is_alone {
            let color = Some(self.sides.color);
            for q in liberties[0].neighbors().into_iter().filter(|&q| q != self.target) {
                if board.get(q) == color {
                    let (its, chasers) = around(board, q);
                    room.add(its.iter().copied());
                    foes.add(chasers.iter().copied());
                }
            }
        }
        let mut take = |few: usize| {
            for foe in foes.iter().filter(|&&foe| board.block(foe).is_some_and(|b| b.liberties() == few)) {
                moves.add(around(board, *foe).0.iter().copied());
            }
        };
        // Taking what holds the block in, from the weakest on.
        take(1);
        if near > 1 {
            (2..=near.min(3)).for_each(take);
        }
        if near == 2
            && self.width != Width::EVERYTHING
            && let (Chase::Taken(_), played) = self.ladder(board, Side::Attacker)
        {
            moves.add(liberties.iter().copied());
            moves.add(interferes(board, self.sides.color, self.target, played).iter());
            return moves;
        }
        // In atari, a stone beside the last liberty may make a ko or a snapback of the capture.
        let reach = if near > 1 { self.width.defence } else { u8::from(is_alone || self.tries_all()) };
        spread(board, &mut liberties, near, reach);
        moves.add(liberties.iter().copied());
        moves.add(room.iter().copied());
        moves
    }
}

impl Goal for Capture {
    type State = State;
    type Step = Step;
    type Key = u64;
    type Ground = ();

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

    /// What a ladder tells.
    fn look(&mut self, state: &State) -> Option<Numbers> {
        let State { board, to_move, ko } = state;
        let liberties = board.block(self.target)?.liberties();
        let is_all = self.width.safe == 3;
        if self.width == Width::EVERYTHING || ko.is_some() {
            return None;
        }
        let threatened = match (to_move, liberties) {
            (Side::Attacker, 2) | (Side::Defender, 1) => false,
            (Side::Defender, 2) if self.width.ladders => true,
            _ => return None,
        };
        let first = if threatened { Side::Attacker } else { *to_move };
        match self.ladder(board, first).0 {
            Chase::Taken(_) if !threatened => Some(self.sides.decided(Side::Attacker)),
            Chase::Escapes(_) if threatened || is_all => Some(self.sides.decided(Side::Defender)),
            _ => None,
        }
    }

    fn open(&mut self, state: &State, opened: &mut Vec<Opened<Step, u64>>) {
        let from = opened.len();
        let State { board, to_move, ko } = state;
        let (mut moves, ways_out) = match to_move {
            Side::Attacker => (self.attacks(board), self.ways_out(board)),
            Side::Defender => (self.defences(board), SmallVec::new()),
        };
        let is_there = !board.is_empty(self.target);
        if self.width == Width::EVERYTHING && is_there {
            moves.add(board.empty().iter());
        }
        let mut banned = false;
        for &p in moves.iter() {
            banned |= *ko == Some(p);
            let Some((key, outcome)) = self.sides.foresee(state, p) else { continue };
            let numbers = match to_move {
                Side::Attacker => self.after_attack(board, p, &outcome, &ways_out),
                Side::Defender => self.after_defence(board, p, &outcome),
            };
            opened.push(Opened::new(Some(p), key, numbers));
            if numbers.decision().is_some_and(|proved| proved == self.is_provers(state)) {
                // One is enough.
                let last = opened.len() - 1;
                opened.swap(from, last);
                opened.truncate(from + 1);
                return;
            }
        }
        let passes = match to_move {
            Side::Defender => {
                let liberties = board.block(self.target).map_or(1, |block| block.liberties());
                is_there && (liberties > 1 || self.tries_all())
            }
            // In a ko, a move elsewhere.
            Side::Attacker => banned,
        };
        if passes {
            opened.push(Opened::new(None, self.sides.key_after_pass(state), self.sides.guess(2, 4)));
        }
    }

    fn enter(&self, state: &mut State, step: Step) {
        self.sides.enter(state, step);
    }
}

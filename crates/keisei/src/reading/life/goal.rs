//! The goal of the search: to take a group, or to keep it, on a parcel.

use super::super::numbers::Numbers;
use super::super::search::{Goal, Opened};
use super::super::sides::Side;
use super::eyes::{Eye, moves_to_live};
use super::parcel::{Parcel, Stones, each};

/// The question whether the attacker takes a group.
pub(super) struct Life<'p> {
    parcel: &'p Parcel,
    /// The points of the group.
    target: u128,
    /// Who may take back in a ko at once.
    favoured: Option<Side>,
    /// Which moves are tried; all if there is none.
    reaches: Option<Reaches>,
    /// Whether a stone was taken in a ko in any line.
    pub(super) ko_seen: bool,
    /// What was seen of positions at a glance, so that it is not looked for again.
    seen: Vec<Glance>,
}

/// What was seen of a position at a glance.
#[derive(Clone, Copy)]
struct Glance {
    stones: Stones,
    to_move: Side,
    numbers: Numbers,
}

/// How many of them are remembered at most.
const GLANCES: usize = 1 << 13;

/// How many steps from the group moves are tried, by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reaches {
    pub(super) attacker: u8,
    pub(super) defender: u8,
}

/// Stones, whose turn it is, and what may not be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::reading) struct State {
    pub(super) stones: Stones,
    pub(super) to_move: Side,
    /// Where the side to move may not take back.
    pub(super) ko: Option<u8>,
}

/// A stone on the point with a number; `None` is a pass.
pub(super) type Step = Option<u8>;

impl<'p> Life<'p> {
    /// Of a group on a parcel, if so many positions may be looked at.
    pub(super) fn new(
        parcel: &'p Parcel,
        target: u128,
        favoured: Option<Side>,
        reaches: Option<Reaches>,
        nodes: u32,
    ) -> Life<'p> {
        let room = (nodes as usize).next_power_of_two().clamp(64, GLANCES);
        // Without a stone of its own the group is dead.
        let unseen =
            Glance { stones: Stones { own: 0, other: 0 }, to_move: Side::Attacker, numbers: Numbers::PROVED };
        Life { parcel, target, favoured, reaches, ko_seen: false, seen: vec![unseen; room] }
    }

    /// The position after a stone; `None` if it is not allowed.
    pub(super) fn play(&mut self, state: &State, point: u8) -> Option<State> {
        if state.ko == Some(point) {
            self.ko_seen = true;
            return None;
        }
        let (stones, ko) = match state.to_move {
            Side::Attacker => self.parcel.attacked(state.stones, point)?,
            Side::Defender => self.parcel.defended(state.stones, point)?,
        };
        self.ko_seen |= ko.is_some();
        let to_move = state.to_move.other();
        Some(State { stones, to_move, ko: ko.filter(|_| self.favoured != Some(to_move)) })
    }

    /// What is seen at a glance.
    fn decided(&self, stones: Stones) -> Option<Side> {
        let target = stones.own & self.target;
        if target == 0 {
            return Some(Side::Attacker);
        }
        if self.parcel.living(stones) & target != 0 {
            return Some(Side::Defender);
        }
        let home = self.parcel.home & !stones.other;
        if home == 0 && !self.parcel.has_two_apart(self.parcel.room(stones)) {
            return Some(Side::Attacker);
        }
        None
    }

    /// What one expects of a position: what is won, of the group's liberties and of its room, has to be
    /// taken from the defender, and with each move that he needs for two eyes it gets harder for him.
    fn guess(&self, state: &State) -> Numbers {
        let State { stones, to_move, .. } = *state;
        let room = self.parcel.room(stones);
        let block = self.parcel.flood(stones.own & self.target, stones.own);
        let liberties = self.parcel.beside(block) & !stones.all();
        let eyes = self.parcel.eyes(stones, room);
        if self.reaches.is_some() && self.looks_alive(to_move, &eyes) {
            return Numbers::DISPROVED;
        }
        let moves = moves_to_live(&eyes).min(self.parcel.moves_home(stones, block))
            + u32::from(to_move == Side::Attacker);
        let near = Parcel::FAR.saturating_sub(moves);
        Numbers::open(1 + room.count_ones() / 2 + liberties.count_ones() / 4 + near, 1 << moves)
    }

    /// Where moves are tried.
    fn worth_a_move(&self, stones: Stones, side: Side) -> u128 {
        let empty = self.parcel.all & !stones.all();
        let Some(reaches) = self.reaches else { return empty };
        // What is some steps from the group, over its friends, and what takes weak stones beside that.
        let mut reach = self.parcel.flood(stones.own & self.target, stones.own);
        let steps = if side == Side::Attacker { reaches.attacker } else { reaches.defender };
        for _ in 0..steps {
            reach |= self.parcel.beside(reach) & !stones.other;
            reach = self.parcel.flood(reach, reach | stones.own);
        }
        let mut points = reach | self.parcel.beside(reach & stones.own);
        for block in
            self.parcel.parts(self.parcel.flood(self.parcel.beside(reach) & stones.other, stones.other))
        {
            let liberties = self.parcel.beside(block) & !stones.all();
            if block & self.parcel.held == 0 && liberties.count_ones() <= 2 {
                points |= liberties;
            }
        }
        points & empty
    }

    fn list(&mut self, state: &State, points: u128, opened: &mut Vec<Opened<Step, State>>) {
        for point in each(points) {
            let Some(next) = self.play(state, point) else { continue };
            opened.push(Opened::new(Some(point), next, self.numbers(&next)));
        }
    }

    /// Whether the defender lives for all one can see.
    fn looks_alive(&self, to_move: Side, eyes: &[Eye]) -> bool {
        let (made, half) = self.parcel.eyes_apart(eyes);
        let first = u32::from(to_move == Side::Defender);
        2 * made + half + first >= 4
    }

    fn numbers(&mut self, state: &State) -> Numbers {
        let place = Self::hash(&State { ko: None, ..*state }) as usize & (self.seen.len() - 1);
        let seen = self.seen[place];
        if (seen.stones, seen.to_move) == (state.stones, state.to_move) {
            return seen.numbers;
        }
        let numbers = match self.decided(state.stones) {
            Some(side) => Numbers::decided(side == Side::Attacker),
            None => self.guess(state),
        };
        self.seen[place] = Glance { stones: state.stones, to_move: state.to_move, numbers };
        numbers
    }
}

impl Goal for Life<'_> {
    type State = State;
    type Step = Step;
    type Key = State;
    type Ground = ();

    const SHARES: bool = true;
    const BOTH_SHARE: bool = true;

    fn key(&self, state: &State) -> State {
        *state
    }

    fn hash(key: &State) -> u64 {
        let turn = u64::from(key.to_move == Side::Attacker) << 8 | key.ko.map_or(0, |ko| u64::from(ko) + 1);
        key.stones.hash() ^ turn.wrapping_mul(0xd1b5_4a32_d192_ed03).rotate_left(11)
    }

    fn is_provers(&self, state: &State) -> bool {
        state.to_move == Side::Attacker
    }

    fn open(&mut self, state: &State, opened: &mut Vec<Opened<Step, State>>) {
        // The attacker gets nothing from a pass but that a ban is lifted.
        if state.to_move == Side::Defender || state.ko.is_some() {
            let next = State { to_move: state.to_move.other(), ko: None, ..*state };
            opened.push(Opened::new(None, next, self.guess(&next)));
        }
        self.list(state, self.worth_a_move(state.stones, state.to_move), opened);
    }

    fn enter(&self, state: &mut State, step: Step) {
        let to_move = state.to_move.other();
        let Some(point) = step else {
            *state = State { to_move, ko: None, ..*state };
            return;
        };
        let played = match state.to_move {
            Side::Attacker => self.parcel.attacked(state.stones, point),
            Side::Defender => self.parcel.defended(state.stones, point),
        };
        let (stones, ko) = played.expect("it was listed");
        *state = State { stones, to_move, ko: ko.filter(|_| self.favoured != Some(to_move)) };
    }
}

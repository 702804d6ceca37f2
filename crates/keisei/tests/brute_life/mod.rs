//! Everything that can happen in an enclosure, worked out backwards, by rules written for these tests
//! alone: nothing here calls the crate that is tested.
//!
//! ```text
//! . X O O .     Black's corner is enclosed by White. Both sides play on its nine points, a wall of White
//! X X O O .     is around them, which is never taken: White stones beside it are not taken either.
//! . . X O .
//! ```
//!
//! The *attacker* wants to take all stones of a group, and to have none of the defender's on their points
//! after a move of his. The positions from which he can force it are found one from the other, beginning
//! with those in which he takes; so a line that comes back to an earlier position has brought him nothing.
//! Both sides may pass at any time, after a pass nothing is banned, and suicide is not allowed. A side
//! that is *favoured* may take back in a ko at once.

use std::collections::HashMap;

use keisei::reading::Success;

/// The side whose stones are asked about, and the side that wants to take them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Side {
    Defender,
    Attacker,
}

use Side::{Attacker, Defender};

impl Side {
    pub(crate) fn other(self) -> Side {
        match self {
            Attacker => Defender,
            Defender => Attacker,
        }
    }
}

/// The stones of both sides inside, as bits: points are numbered row by row from the lower left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Stones {
    pub(crate) defender: u128,
    pub(crate) attacker: u128,
}

impl Stones {
    fn of(&self, side: Side) -> u128 {
        match side {
            Defender => self.defender,
            Attacker => self.attacker,
        }
    }

    fn of_mut(&mut self, side: Side) -> &mut u128 {
        match side {
            Defender => &mut self.defender,
            Attacker => &mut self.attacker,
        }
    }

    pub(crate) fn all(&self) -> u128 {
        self.defender | self.attacker
    }
}

/// The points of a board, without stones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    all: u128,
    /// The points of the first column.
    left: u128,
}

impl Grid {
    pub(crate) fn new(width: usize, height: usize) -> Grid {
        let left = (0..height).fold(0, |left, y| left | 1 << (y * width));
        Grid { width, height, all: u128::MAX >> (128 - width * height), left }
    }

    pub(crate) fn all(self) -> u128 {
        self.all
    }

    /// The points beside a set.
    pub(crate) fn beside(self, set: u128) -> u128 {
        let right = self.left << (self.width - 1);
        let columns = (set & !right) << 1 | (set & !self.left) >> 1;
        (columns | set << self.width | set >> self.width) & self.all & !set
    }

    /// What hangs together with some points within a set.
    pub(crate) fn reached(self, from: u128, within: u128) -> u128 {
        let mut reached = from & within;
        loop {
            let more = self.beside(reached) & within;
            if more == 0 {
                return reached;
            }
            reached |= more;
        }
    }
}

/// The members of a set.
pub(crate) fn each(set: u128) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let next = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (next < 128).then_some(next)
    })
}

/// Where it is played, for what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enclosed {
    pub(crate) grid: Grid,
    /// The points on which both sides play.
    pub(crate) inside: u128,
    /// The attacker's stones around them.
    pub(crate) wall: u128,
    /// The points of the group.
    pub(crate) target: u128,
}

/// Stones, whose turn it is, and where he may not play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    pub(crate) stones: Stones,
    pub(crate) to_move: Side,
    pub(crate) ko: Option<usize>,
}

impl Enclosed {
    /// The block of a stone if it has no liberty, or nothing.
    fn choked(&self, stones: &Stones, side: Side, p: usize) -> u128 {
        let block = self.grid.reached(1 << p, stones.of(side));
        let beside = self.grid.beside(block);
        let is_held = side == Attacker && beside & self.wall != 0;
        if is_held || beside & self.inside & !stones.all() != 0 { 0 } else { block }
    }

    /// What comes of a stone on an empty point, and where the opponent would take back in a ko; `None` for
    /// suicide.
    fn play(&self, stones: &Stones, side: Side, p: usize) -> Option<(Stones, Option<usize>)> {
        let mut after = *stones;
        *after.of_mut(side) |= 1 << p;
        let near = self.grid.beside(1 << p);
        let mut taken = 0;
        for q in each(near & stones.of(side.other())) {
            taken |= self.choked(&after, side.other(), q);
        }
        *after.of_mut(side.other()) &= !taken;
        if self.choked(&after, side, p) != 0 {
            return None;
        }
        // One stone was taken by one that has no other liberty.
        let is_alone = near & (after.of(side) | if side == Attacker { self.wall } else { 0 }) == 0;
        let is_ko = taken.count_ones() == 1 && is_alone && near & self.inside & !after.all() == taken;
        Some((after, is_ko.then(|| taken.trailing_zeros() as usize)))
    }

    /// The positions after all moves, the pass among them; `None` if the group is taken.
    fn nexts(&self, state: State, favoured: Option<Side>) -> Vec<(Option<usize>, Option<State>)> {
        let State { stones, to_move, ko } = state;
        let mut nexts = vec![(None, Some(State { stones, to_move: to_move.other(), ko: None }))];
        for p in each(self.inside & !stones.all()).filter(|&p| ko != Some(p)) {
            let Some((stones, ko)) = self.play(&stones, to_move, p) else { continue };
            let after = State { stones, to_move: to_move.other(), ko }.for_favoured(favoured);
            let is_taken = to_move == Attacker && stones.defender & self.target == 0;
            nexts.push((Some(p), (!is_taken).then_some(after)));
        }
        nexts
    }

    /// Whether the side to move comes to its aim, and by which moves. If the defender may pass, that is
    /// `None`, and nothing else is said; an attacker who may pass is told stones only. There is no answer if
    /// more positions than so many can come about.
    pub(crate) fn answer(&self, start: State, most: usize) -> Option<(Success, Vec<Option<usize>>)> {
        let hard = self.good_moves(start, Some(start.to_move.other()), most)?;
        if !hard.is_empty() {
            return Some((Success::Yes, hard));
        }
        let easy = self.good_moves(start, Some(start.to_move), most)?;
        if easy.is_empty() {
            return Some((Success::No, easy));
        }
        let even = self.good_moves(start, None, most)?;
        Some(if even.is_empty() { (Success::OwnThreat, easy) } else { (Success::TheirThreat, even) })
    }

    /// The moves after which the side to move comes to its aim if somebody is favoured.
    fn good_moves(&self, start: State, favoured: Option<Side>, most: usize) -> Option<Vec<Option<usize>>> {
        let start = start.for_favoured(favoured);
        let solved = Solved::new(self, favoured, start, most)?;
        let is_taken = |next: Option<State>| next.is_none_or(|next| solved.taken[solved.numbers[&next]]);
        let nexts = self.nexts(start, favoured).into_iter();
        let mut good: Vec<Option<usize>> = nexts
            .filter(|&(_, next)| is_taken(next) == (start.to_move == Attacker))
            .map(|(step, _)| step)
            .collect();
        match start.to_move {
            Attacker => good.retain(Option::is_some),
            Defender if good.first() == Some(&None) => good.truncate(1),
            Defender => {}
        }
        Some(good)
    }
}

impl State {
    /// Who is favoured is banned from nothing.
    fn for_favoured(self, favoured: Option<Side>) -> State {
        State { ko: self.ko.filter(|_| favoured != Some(self.to_move)), ..self }
    }
}

/// All positions that can come of one, and in which of them the attacker can force that he takes.
struct Solved {
    numbers: HashMap<State, usize>,
    taken: Vec<bool>,
}

impl Solved {
    /// If not more than so many can come of it.
    fn new(enclosed: &Enclosed, favoured: Option<Side>, start: State, most: usize) -> Option<Solved> {
        let (mut numbers, mut states) = (HashMap::from([(start, 0)]), vec![start]);
        // Which positions are one move before, and how many moves of a defender's do not lose yet.
        let mut befores: Vec<Vec<usize>> = vec![Vec::new()];
        let mut open: Vec<usize> = Vec::new();
        let (mut taken, mut news) = (vec![false], Vec::new());
        let mut i = 0;
        while let Some(&state) = states.get(i) {
            let nexts = enclosed.nexts(state, favoured);
            open.push(if state.to_move == Defender { nexts.len() } else { 1 });
            for (_, next) in nexts {
                let Some(next) = next else {
                    if !taken[i] {
                        taken[i] = true;
                        news.push(i);
                    }
                    continue;
                };
                let number = *numbers.entry(next).or_insert_with(|| {
                    states.push(next);
                    befores.push(Vec::new());
                    taken.push(false);
                    states.len() - 1
                });
                befores[number].push(i);
            }
            if states.len() > most {
                return None;
            }
            i += 1;
        }
        while let Some(new) = news.pop() {
            for &before in &befores[new] {
                open[before] = open[before].saturating_sub(1);
                if open[before] == 0 && !taken[before] {
                    taken[before] = true;
                    news.push(before);
                }
            }
        }
        Some(Solved { numbers, taken })
    }
}

//! The dynamical system of a board: units, who touches whom, and the iteration to its fixed point.
//!
//! Every unit (an empty point or a block) has one number, how much it is Black's: for a point the paper's b, for a
//! black block its strength s, for a white block 1 − s. Then the paper's cases fall together: "not black" is 1 − x and "not
//! white" is x for every kind of neighbour, and with P = Π (1 − x) and Q = Π x over a unit's neighbours
//!
//! ```text
//! empty point   (1 − P) / ((1 − P) + (1 − Q))      (4)
//! black block   1 − P                               (5)
//! white block   Q                                   (5)
//! ```
//!
//! All of these grow with every neighbour's x. So the only way in which simultaneous iteration fails to settle is to swing between two
//! states, as the black and white squares of a chessboard would; a little damping takes that away, and what is left does
//! not depend on the order in which units are stored.

use keisei_goban::{Board, Color, Point, PointMap, PointSet};

use super::Parameters;
use crate::safety::unconditional_life;

/// How far a unit goes towards what its neighbours say. The swinging mode shrinks by at least 2d − 1 a step, while a smooth change goes on
/// at nearly full speed.
const DAMPING: f64 = 0.8;

/// The unit of points beyond the board.
const NOWHERE: u16 = u16::MAX;

/// A point beside a new stone starts no nearer than this to belonging wholly to one side. "All Black's" and "all White's" are fixed points of any
/// area: a stone put into the opponent's sure area would otherwise never find out that it lives, because the changes it makes at first are
/// below any stop value.
const DOUBT: f64 = 0.1;

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Point,
    Black,
    White,
}

impl Kind {
    fn block(color: Color) -> Kind {
        match color {
            Color::Black => Kind::Black,
            Color::White => Kind::White,
        }
    }
}

/// A colour's own value: all Black's, or not at all.
fn all_of(color: Color) -> f64 {
    match color {
        Color::Black => 1.0,
        Color::White => 0.0,
    }
}

/// The system of one board.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    kinds: Vec<Kind>,
    /// Settled for good: their values never change.
    pinned: Vec<bool>,
    /// How much each unit is Black's.
    values: Vec<f64>,
    /// How many points each unit has.
    sizes: Vec<f64>,
    /// How often each unit was worked out while it changed by the stop value or more.
    iterations: Vec<u16>,
    /// Where the neighbours of each unit begin and end.
    ranges: Vec<(u32, u32)>,
    neighbors: Vec<u16>,
    unit: Box<PointMap<u16>>,
    /// Blocks in atari beside each other.
    mutual_ataris: Vec<u16>,
    /// While a stone is tried: the unit it is, and the blocks that became one with it and show its value.
    tried: Option<u16>,
    joined: Vec<u16>,
    scratch: Scratch,
}

#[derive(Clone, Debug, Default)]
struct Scratch {
    seen: Vec<u16>,
    active: Vec<u16>,
    next: Vec<u16>,
    queued: Vec<bool>,
    changes: Vec<f64>,
    /// Units whose value changed, with the value before.
    touched: Vec<(u16, f64)>,
    is_touched: Vec<bool>,
    edited: Vec<(u16, (u32, u32))>,
    twice: Vec<u16>,
}

impl System {
    /// Sets up the units of a board with the paper's start: points at 1/2, all blocks alive. Pinned points keep their owner.
    pub(super) fn set_up(&mut self, board: &Board, pinned: &Pinned) {
        for list in [&mut self.values, &mut self.sizes] {
            list.clear();
        }
        self.kinds.clear();
        self.ranges.clear();
        self.neighbors.clear();
        // Beyond the board there is no unit: cheaper to look up than to work out where the edges are.
        self.unit.fill(NOWHERE);
        let empty = board.empty();
        for p in empty {
            self.unit[p] = self.kinds.len() as u16;
            self.kinds.push(Kind::Point);
            self.values.push(0.5);
            self.sizes.push(1.0);
        }
        for block in board.blocks() {
            let id = self.kinds.len() as u16;
            for p in block.stones() {
                self.unit[p] = id;
            }
            self.kinds.push(Kind::block(block.color()));
            self.values.push(all_of(block.color()));
            self.sizes.push(block.len() as f64);
        }
        for p in empty {
            let start = self.neighbors.len();
            for id in p.neighbors().map(|q| self.unit[q]) {
                if id != NOWHERE && !self.neighbors[start..].contains(&id) {
                    self.neighbors.push(id);
                }
            }
            self.ranges.push((start as u32, self.neighbors.len() as u32));
        }
        let units = self.kinds.len();
        let seen = &mut self.scratch.seen;
        seen.clear();
        seen.resize(units, u16::MAX);
        for (block, own) in board.blocks().zip(empty.len() as u16..) {
            let start = self.neighbors.len();
            seen[usize::from(own)] = own;
            for p in block.stones() {
                for id in p.neighbors().map(|q| self.unit[q]) {
                    if id != NOWHERE && std::mem::replace(&mut seen[usize::from(id)], own) != own {
                        self.neighbors.push(id);
                    }
                }
            }
            self.ranges.push((start as u32, self.neighbors.len() as u32));
        }
        self.iterations.clear();
        self.iterations.resize(units, 0);
        for list in [&mut self.pinned, &mut self.scratch.queued, &mut self.scratch.is_touched] {
            list.clear();
            list.resize(units, false);
        }
        self.scratch.touched.clear();
        self.tried = None;
        self.joined.clear();
        for color in [Color::Black, Color::White] {
            for p in pinned.0[color as usize] {
                let unit = usize::from(self.unit[p]);
                self.pinned[unit] = true;
                self.values[unit] = all_of(color);
            }
        }
    }

    /// Iterates from all units until none changes by the stop value or more, or the most iterations are made.
    pub(super) fn settle(&mut self, parameters: &Parameters) {
        self.find_mutual_ataris();
        let active = &mut self.scratch.active;
        active.clear();
        active.extend(0..self.kinds.len() as u16);
        self.spread(parameters);
        self.forget_touched();
    }

    /// Iterates from some units.
    pub(super) fn settle_from(&mut self, parameters: &Parameters, points: impl IntoIterator<Item = Point>) {
        self.find_mutual_ataris();
        self.scratch.active.clear();
        for i in 0..self.mutual_ataris.len() {
            let unit = self.mutual_ataris[i];
            self.values[usize::from(unit)] = self.alive(unit);
            self.scratch.queued[usize::from(unit)] = true;
            self.scratch.active.push(unit);
        }
        for p in points {
            let unit = self.unit[p];
            if !std::mem::replace(&mut self.scratch.queued[usize::from(unit)], true) {
                self.scratch.active.push(unit);
            }
        }
        for &unit in &self.scratch.active {
            let unit = usize::from(unit);
            self.scratch.queued[unit] = false;
            if self.kinds[unit] == Kind::Point && !self.pinned[unit] {
                self.values[unit] = self.values[unit].clamp(DOUBT, 1.0 - DOUBT);
            }
        }
        self.spread(parameters);
        self.forget_touched();
    }

    /// What was touched is there to stay.
    fn forget_touched(&mut self) {
        for (unit, _) in self.scratch.touched.drain(..) {
            self.scratch.is_touched[usize::from(unit)] = false;
        }
    }

    /// Iterates from the active units on, spreading to neighbours while changes are not below the stop value. What was touched stays noted.
    fn spread(&mut self, parameters: &Parameters) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let Scratch { active, next, queued, changes, touched, is_touched, .. } = &mut scratch;
        for _ in 0..parameters.max_iter {
            if active.is_empty() {
                break;
            }
            // All at once: new values are worked out before any is taken over.
            changes.clear();
            changes.extend(
                active.iter().map(|&u| self.wanted(usize::from(u), parameters) - self.values[usize::from(u)]),
            );
            next.clear();
            for (&u, &change) in active.iter().zip(changes.iter()) {
                let unit = usize::from(u);
                if change == 0.0 {
                    continue;
                }
                if !std::mem::replace(&mut is_touched[unit], true) {
                    touched.push((u, self.values[unit]));
                }
                self.values[unit] += DAMPING * change;
                if self.tried == Some(u) {
                    for &joined in &self.joined {
                        self.values[usize::from(joined)] = self.values[unit];
                    }
                }
                if change.abs() < parameters.stop_value {
                    continue;
                }
                self.iterations[unit] = self.iterations[unit].saturating_add(1);
                for &v in self.around(unit).iter().chain([&u]) {
                    // A block that became one with the tried stone is worked out there.
                    let v = if self.joined.contains(&v) { self.tried.unwrap_or(v) } else { v };
                    if !std::mem::replace(&mut queued[usize::from(v)], true) {
                        next.push(v);
                    }
                }
            }
            for &u in next.iter() {
                queued[usize::from(u)] = false;
            }
            std::mem::swap(active, next);
        }
        self.scratch = scratch;
    }

    /// Whether a unit is a block in atari beside another in atari. With the modification for suicide such blocks may say of each other
    /// only what the other says (s = s), and then what they come to depends on where they start: always from both being alive.
    fn is_mutual_atari(&self, unit: usize) -> bool {
        let in_atari = |unit: usize| {
            self.kinds[unit] != Kind::Point && !self.pinned[unit] && {
                let mut liberties =
                    self.around(unit).iter().filter(|&&v| self.kinds[usize::from(v)] == Kind::Point);
                liberties.next().is_some() && liberties.next().is_none()
            }
        };
        in_atari(unit)
            && self
                .around(unit)
                .iter()
                .any(|&v| self.kinds[usize::from(v)] != Kind::Point && in_atari(usize::from(v)))
    }

    /// Lists the blocks in atari beside each other.
    fn find_mutual_ataris(&mut self) {
        let mut found = std::mem::take(&mut self.mutual_ataris);
        found.clear();
        found
            .extend((0..self.kinds.len()).filter(|&unit| self.is_mutual_atari(unit)).map(|unit| unit as u16));
        self.mutual_ataris = found;
    }

    /// The value of a block that is alive.
    fn alive(&self, unit: u16) -> f64 {
        if self.kinds[usize::from(unit)] == Kind::Black { 1.0 } else { 0.0 }
    }

    /// What a unit's neighbours say that it is.
    #[inline]
    fn wanted(&self, unit: usize, parameters: &Parameters) -> f64 {
        if self.pinned[unit] {
            return self.values[unit];
        }
        match self.kinds[unit] {
            Kind::Point => {
                let (mut not_black, mut not_white) = (1.0, 1.0);
                for &v in self.around(unit) {
                    let x = self.values[usize::from(v)];
                    not_black *= 1.0 - x;
                    not_white *= x;
                }
                let (black, white) = (1.0 - not_black, 1.0 - not_white);
                // Both are 0 only for a point without neighbours.
                if black + white > 0.0 { black / (black + white) } else { 0.5 }
            }
            Kind::Black => 1.0 - self.captured(unit, parameters.suicide, |x| 1.0 - x),
            Kind::White => self.captured(unit, parameters.suicide, |x| x),
        }
    }

    /// The probability that a block is taken: that all opposing blocks beside it live and all its liberties are the opponent's. The move
    /// that takes the last liberty cannot be suicide: with the modification the lowest liberty counts as 1.
    #[inline]
    fn captured(&self, unit: usize, suicide: bool, opponents: impl Fn(f64) -> f64) -> f64 {
        let mut product = 1.0;
        let mut lowest = 1.0;
        for &v in self.around(unit) {
            let v = usize::from(v);
            let opponent = opponents(self.values[v]);
            if suicide && opponent < lowest && self.kinds[v] == Kind::Point {
                product *= lowest;
                lowest = opponent;
            } else {
                product *= opponent;
            }
        }
        if suicide { product } else { product * lowest }
    }

    /// The units beside a unit, each once.
    #[inline]
    fn around(&self, unit: usize) -> &[u16] {
        let (start, end) = self.ranges[unit];
        &self.neighbors[start as usize..end as usize]
    }

    /// What the neighbours of a point's unit say that it is.
    #[cfg(test)]
    pub(super) fn wanted_at(&self, point: Point, parameters: &Parameters) -> f64 {
        self.wanted(usize::from(self.unit[point]), parameters)
    }

    /// How much a point, or the block on it, is Black's.
    pub(super) fn black(&self, point: Point) -> f64 {
        self.values[usize::from(self.unit[point])]
    }

    /// How often the unit of a point was worked out while it changed.
    pub(super) fn iterations(&self, point: Point) -> u16 {
        self.iterations[usize::from(self.unit[point])]
    }

    /// Sets the value of a point's unit, unless it is pinned.
    pub(super) fn set(&mut self, point: Point, value: f64) {
        let unit = usize::from(self.unit[point]);
        if !self.pinned[unit] {
            self.values[unit] = value;
        }
    }

    /// Black's expected points minus White's.
    pub(super) fn lead(&self) -> f64 {
        self.values.iter().zip(&self.sizes).map(|(x, size)| size * (2.0 * x - 1.0)).sum()
    }

    /// By how much Black's lead changes with one more stone that takes nothing, when the system has settled again; afterwards all is as it
    /// was.
    ///
    /// A stone without own neighbours is a point that became a block: nothing else changes but its kind. Blocks of its colour beside it become
    /// one unit with it. That unit is the point's; the blocks show its value where others look at them, and only units that touch
    /// two parts of it need another list of neighbours.
    pub(super) fn try_stone(&mut self, color: Color, point: Point, parameters: &Parameters) -> f64 {
        let tried = self.unit[point];
        let unit = usize::from(tried);
        if self.pinned[unit] {
            return 0.0;
        }
        let kind = Kind::block(color);
        let mut scratch = std::mem::take(&mut self.scratch);
        let old_length = self.neighbors.len();
        scratch.edited.clear();
        self.joined.clear();
        for i in self.ranges[unit].0..self.ranges[unit].1 {
            let v = self.neighbors[i as usize];
            if self.kinds[usize::from(v)] == kind {
                self.joined.push(v);
            }
        }
        self.kinds[unit] = kind;
        self.tried = Some(tried);
        let settled = self.joined.iter().any(|&v| self.pinned[usize::from(v)]);
        if !self.joined.is_empty() {
            self.join(&mut scratch);
        }
        let mut touch = |u: u16, value: f64| {
            if !std::mem::replace(&mut scratch.is_touched[usize::from(u)], true) {
                scratch.touched.push((u, value));
            }
        };
        touch(tried, self.values[unit]);
        for &joined in &self.joined {
            touch(joined, self.values[usize::from(joined)]);
        }
        for u in std::iter::once(tried).chain(self.joined.iter().copied()) {
            self.values[usize::from(u)] = all_of(color);
        }
        self.pinned[unit] = settled;
        scratch.active.clear();
        scratch.active.push(tried);
        for i in self.ranges[unit].0..self.ranges[unit].1 {
            let v = self.neighbors[i as usize];
            scratch.active.push(v);
            let value = self.values[usize::from(v)];
            if self.kinds[usize::from(v)] == Kind::Point && !self.pinned[usize::from(v)] {
                let doubted = value.clamp(DOUBT, 1.0 - DOUBT);
                if doubted != value {
                    touch(v, value);
                    self.values[usize::from(v)] = doubted;
                }
            }
            if self.kinds[usize::from(v)] != Kind::Point && self.is_mutual_atari(usize::from(v)) {
                touch(v, self.values[usize::from(v)]);
                self.values[usize::from(v)] = self.alive(v);
                // The other one may lie further away, and was no part of such a pair before.
                for j in self.ranges[usize::from(v)].0..self.ranges[usize::from(v)].1 {
                    let w = self.neighbors[j as usize];
                    if w != tried
                        && self.kinds[usize::from(w)] != Kind::Point
                        && self.is_mutual_atari(usize::from(w))
                    {
                        touch(w, self.values[usize::from(w)]);
                        self.values[usize::from(w)] = self.alive(w);
                        scratch.active.push(w);
                    }
                }
            }
        }
        for i in 0..self.mutual_ataris.len() {
            let v = self.mutual_ataris[i];
            if v != tried && !self.joined.contains(&v) {
                touch(v, self.values[usize::from(v)]);
                self.values[usize::from(v)] = self.alive(v);
                scratch.active.push(v);
            }
        }
        for &v in &scratch.active {
            scratch.queued[usize::from(v)] = true;
        }
        scratch.active.retain(|&v| std::mem::replace(&mut scratch.queued[usize::from(v)], false));
        self.scratch = scratch;
        self.spread(parameters);
        // Back to what was.
        let mut change = 0.0;
        let scratch = &mut self.scratch;
        for (u, old) in scratch.touched.drain(..) {
            let u = usize::from(u);
            scratch.is_touched[u] = false;
            change += 2.0 * self.sizes[u] * (self.values[u] - old);
            self.values[u] = old;
        }
        for &(u, range) in scratch.edited.iter().rev() {
            self.ranges[usize::from(u)] = range;
        }
        self.neighbors.truncate(old_length);
        self.kinds[unit] = Kind::Point;
        self.pinned[unit] = false;
        self.tried = None;
        self.joined.clear();
        change
    }

    /// Gives the tried unit the neighbours of all its parts, and the units that touch two parts a list in which it stands once.
    fn join(&mut self, scratch: &mut Scratch) {
        let Some(tried) = self.tried else { return };
        let unit = usize::from(tried);
        let Scratch { seen, twice, edited, .. } = scratch;
        // A mark that no set-up uses: units are fewer.
        const MARK: u16 = u16::MAX - 1;
        let start = self.neighbors.len();
        twice.clear();
        for part in std::iter::once(tried).chain(self.joined.iter().copied()) {
            let (from, to) = self.ranges[usize::from(part)];
            for i in from..to {
                let v = self.neighbors[i as usize];
                if v == tried || self.joined.contains(&v) {
                    continue;
                }
                if std::mem::replace(&mut seen[usize::from(v)], MARK) != MARK {
                    self.neighbors.push(v);
                } else if !twice.contains(&v) {
                    twice.push(v);
                }
            }
        }
        let end = self.neighbors.len();
        for i in start..end {
            seen[usize::from(self.neighbors[i])] = u16::MAX;
        }
        edited.push((tried, self.ranges[unit]));
        self.ranges[unit] = (start as u32, end as u32);
        for &v in twice.iter() {
            let (from, to) = self.ranges[usize::from(v)];
            let start = self.neighbors.len();
            self.neighbors.push(tried);
            for i in from..to {
                let w = self.neighbors[i as usize];
                if w != tried && !self.joined.contains(&w) {
                    self.neighbors.push(w);
                }
            }
            edited.push((v, (from, to)));
            self.ranges[usize::from(v)] = (start as u32, self.neighbors.len() as u32);
        }
    }
}

/// Points whose owner is settled: for each colour, its living stones and what they enclose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pinned(pub(super) [PointSet; 2]);

impl Pinned {
    /// Points that are known to be a colour's.
    pub(super) fn add(&mut self, color: Color, points: &PointSet) {
        self.0[color as usize] |= *points;
    }

    /// What is unconditionally alive.
    pub(super) fn benson(board: &Board) -> Pinned {
        Pinned([Color::Black, Color::White].map(|color| {
            let life = unconditional_life(board, color);
            life.stones | life.territory
        }))
    }
}

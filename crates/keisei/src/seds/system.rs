//! The dynamical system of a board: units, who touches whom, and the iteration to its fixed point.
//!
//! Every unit (an empty point or a block) has one number, its *lean*: ½ if it is all Black's, −½ if
//! it is all White's. So x = ½ + lean is how much it is Black's: the paper's b for a point, s for a
//! black block and 1 − s for a white one. Then the paper's cases fall together: "not black" is 1 −
//! x and "not white" is x for every kind of neighbour, and with P = Π (1 − x) and Q = Π x over a
//! unit's neighbours
//!
//! ```text
//! empty point   x = (1 − P) / ((1 − P) + (1 − Q))      lean = (Q − P) / 2(2 − P − Q)      (4)
//! black block   x = 1 − P                               lean = ½ − P                      (5)
//! white block   x = Q                                   lean = Q − ½                      (5)
//! ```
//!
//! Exchanging the colours exchanges P and Q and turns all signs, exactly. Leans are rounded to
//! [`GRAIN`], so that neither does the order of factors show: some positions are balanced on an
//! edge, and the last bit of a product would decide who falls.
//!
//! All of these grow with every neighbour's x. So the only way in which simultaneous iteration
//! fails to settle is to swing between two states, as the black and white squares of a chessboard
//! would; a little damping takes that away, and what is left does not depend on the order in which
//! units are stored.
//!
//! Cost: after the first few iterations only small parts of a board still change, so each iteration
//! works out the neighbours of what changed and nothing else: some 2,000 units in all for a middle
//! game of 300 units, where iterating everything to the end would take 9,000. What is left is the
//! cost of branches that cannot be foreseen: so points and blocks are worked out apart, a point
//! always has four neighbours (an even one where the board ends, set right by a factor of two), and
//! lists grow without asking.

use std::ops::Range;

use keisei_goban::{Board, Color, Point, PointMap, PointSet, Size};

use super::Parameters;
use super::history::{self, History};
use super::marks::{Marks, Queue};
use super::replay::Replay;
use super::stone::Journal;
use crate::safety::unconditional_life;

/// How far a unit goes towards what its neighbours say. The swinging mode shrinks by at least 2d −
/// 1 a step, while a smooth change goes on at nearly full speed.
pub(super) const DAMPING: f64 = 0.9;

/// Leans are rounded to multiples of this (2⁻⁴⁰).
const GRAIN: f64 = 1.0 / (1u64 << 40) as f64;

/// The nearest multiple of the grain: where numbers of this size lie so far apart, adding rounds.
#[inline]
fn rounded(lean: f64) -> f64 {
    const ROUNDER: f64 = 1.5 * GRAIN / f64::EPSILON;
    (lean + ROUNDER) - ROUNDER
}

/// So many iterations work out all units; as a rule nearly all of them still move, and asking which
/// would take longer.
pub(super) const DENSE: u32 = 4;

/// The bits for the iterations that work out all units.
pub(super) const ALL_STIR: u64 = (1 << (DENSE + 1)) - 2;

/// The bit for all iterations that have none of their own.
pub(super) const LATE_STIR: u64 = 1 << 63;

/// The bit for an iteration.
#[inline]
pub(super) fn stir(number: u32) -> u64 {
    1 << number.min(63)
}

/// The slot of points beyond the board, while units are listed.
const NOWHERE: u16 = u16::MAX;

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Point,
    Black,
    White,
    /// A stone that another stone of its block stands for.
    Part,
}

impl Kind {
    pub(super) fn block(color: Color) -> Kind {
        match color {
            Color::Black => Kind::Black,
            Color::White => Kind::White,
        }
    }

    /// The lean that the paper starts with: points even, blocks alive.
    pub(super) fn start(self) -> f64 {
        match self {
            Kind::Black => 0.5,
            Kind::White => -0.5,
            Kind::Point | Kind::Part => 0.0,
        }
    }
}

/// One unit. Every point of the board has a slot; a block lives in the slot of one of its stones,
/// its head.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    /// A point's neighbours, filled up with the slot beyond the board.
    pub(super) near: [u16; 4],
    /// Makes good for the factors ½ of what fills up: two to the power of their number.
    scale: f32,
    /// Where a block's neighbours are listed.
    begin: u32,
    listed: u16,
    /// The iteration of its last change.
    pub(super) last: u32,
    /// In which iterations it was worked out: a bit for each, the last bit for all beyond.
    pub(super) stirs: u64,
    /// How many points it has.
    pub(super) size: u16,
    /// The slot of the unit that this point belongs to, or a slot that leads there.
    pub(super) head: u16,
    pub(super) kind: Kind,
    /// Settled for good: its lean never changes.
    pub(super) pinned: bool,
}

impl Unit {
    /// The units beside it, each once; for a point, the slot beyond the board may follow.
    #[inline]
    pub(super) fn around<'a>(&'a self, neighbors: &'a [u16]) -> &'a [u16] {
        match self.kind {
            Kind::Point => &self.near,
            _ => &neighbors[self.begin as usize..][..usize::from(self.listed)],
        }
    }

    /// Where a point goes in one iteration.
    #[inline]
    pub(super) fn step_point(&self, now: f64, lean: impl Fn(usize) -> f64) -> f64 {
        let [a, b, c, d] = self.near.map(|v| lean(usize::from(v)));
        let scale = f64::from(self.scale);
        let not_black = ((0.5 - a) * (0.5 - b)) * ((0.5 - c) * (0.5 - d)) * scale;
        let not_white = ((0.5 + a) * (0.5 + b)) * ((0.5 + c) * (0.5 + d)) * scale;
        let either = 4.0 - 2.0 * (not_black + not_white);
        // It is 0 only for a point without neighbours.
        let wanted = if either > 0.0 { (not_white - not_black) / either } else { 0.0 };
        damped(now, wanted)
    }

    /// Where a block goes in one iteration.
    #[inline]
    pub(super) fn step_block(
        &self,
        now: f64,
        suicide: bool,
        units: &[Unit],
        neighbors: &[u16],
        lean: impl Fn(usize) -> f64,
    ) -> f64 {
        let around = self.around(neighbors);
        let wanted = if self.kind == Kind::Black {
            0.5 - captured(around, suicide, units, |v| 0.5 - lean(v))
        } else {
            captured(around, suicide, units, |v| 0.5 + lean(v)) - 0.5
        };
        damped(now, wanted)
    }
}

/// The probability that a block is taken: that all opposing blocks beside it live and all its
/// liberties are the opponent's. The move that takes the last liberty cannot be suicide: with the
/// modification the lowest liberty counts as 1.
#[inline]
fn captured(around: &[u16], suicide: bool, units: &[Unit], opponents: impl Fn(usize) -> f64) -> f64 {
    let mut product = 1.0;
    let mut lowest = 1.0;
    for &v in around {
        let v = usize::from(v);
        let opponent = opponents(v);
        if suicide && opponent < lowest && units[v].kind == Kind::Point {
            product *= lowest;
            lowest = opponent;
        } else {
            product *= opponent;
        }
    }
    if suicide { product } else { product * lowest }
}

/// A step from a lean towards another.
#[inline]
fn damped(now: f64, wanted: f64) -> f64 {
    rounded(now + DAMPING * (wanted - now))
}

/// The system of one board.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    /// By slot, and one more beyond the board.
    pub(super) units: Vec<Unit>,
    pub(super) neighbors: Vec<u16>,
    /// The lean of each unit.
    pub(super) leans: Vec<f64>,
    pub(super) history: History,
    pub(super) pins: Pinned,
    /// Blocks that are pinned by what was read: a stone of each.
    pub(super) read: PointSet,
    size: Size,
    slots: Box<PointMap<u16>>,
    pub(super) marks: Marks,
    active: Queue,
    next: Queue,
    stepped: Vec<f64>,
    pub(super) replay: Replay,
    pub(super) journal: Journal,
}

impl System {
    /// Sets up the units of a board with the paper's start: points at 1/2, all blocks alive. Pinned
    /// points keep their owner.
    pub(super) fn set_up(&mut self, board: &Board, pins: &Pinned) {
        let size = board.size();
        let slots = size.area() as u16;
        if self.size != size || self.units.is_empty() {
            self.size = size;
            // Cheaper to look up than to work out where the edges are.
            self.slots.fill(NOWHERE);
            for (p, slot) in size.points().zip(0..) {
                self.slots[p] = slot;
            }
        }
        let count = usize::from(slots) + 1;
        self.marks.resize(count);
        self.active.resize(count);
        self.next.resize(count);
        self.journal.begin(count);
        self.units.clear();
        let point = |head| Unit {
            near: [slots; 4],
            scale: 16.0,
            begin: 0,
            listed: 0,
            last: 0,
            stirs: 0,
            size: 1,
            head,
            kind: Kind::Point,
            pinned: false,
        };
        self.units.extend((0..slots).map(point));
        self.units.push(Unit { pinned: true, size: 0, ..point(slots) });
        self.neighbors.clear();
        for block in board.blocks() {
            let mut stones = block.stones().map(|p| self.slots[p]);
            let head = stones.next().expect("a block has stones");
            self.units[usize::from(head)].kind = Kind::block(block.color());
            self.units[usize::from(head)].size = block.len() as u16;
            for part in stones {
                let part = &mut self.units[usize::from(part)];
                (part.head, part.kind, part.size) = (head, Kind::Part, 0);
            }
        }
        for p in board.empty() {
            self.list_point(p);
        }
        for block in board.blocks() {
            self.list_block(block.stones());
        }
        self.leans.clear();
        self.leans.extend(self.units.iter().map(|unit| unit.kind.start()));
        (self.pins, self.read) = (*pins, PointSet::EMPTY);
        for color in [Color::Black, Color::White] {
            for p in pins.0[color as usize] {
                let unit = usize::from(self.unit(p));
                self.units[unit].pinned = true;
                self.leans[unit] = Kind::block(color).start();
            }
        }
        self.history.begin(&self.leans);
    }

    /// Pins blocks of a board that was set up at strengths, each given by a stone, unless they are
    /// pinned already.
    pub(super) fn pin_read(&mut self, board: &Board, strengths: impl Iterator<Item = (Point, f64)>) {
        for (stone, strength) in strengths {
            let unit = usize::from(self.unit(stone));
            let Some(color) = board.get(stone).filter(|_| !self.units[unit].pinned) else { continue };
            self.units[unit].pinned = true;
            self.leans[unit] = f64::from(color.sign()) * (strength - 0.5);
            self.read.insert(stone);
        }
        self.history.begin(&self.leans);
    }

    /// Lists the units beside an empty point, each once.
    pub(super) fn list_point(&mut self, point: Point) {
        let mut near = [0; 4];
        let mut count = 0;
        for slot in point.neighbors().map(|q| self.slots[q]) {
            if slot != NOWHERE {
                let beside = self.head(slot);
                if !near[..count].contains(&beside) {
                    near[count] = beside;
                    count += 1;
                }
            }
        }
        self.set_around(self.slots[point], &near[..count]);
    }

    /// Lists the units beside the stones of a block, each once.
    pub(super) fn list_block(&mut self, stones: impl Iterator<Item = Point>) {
        self.marks.clear();
        let begin = self.neighbors.len();
        let mut head = 0;
        for p in stones {
            head = self.unit(p);
            self.marks.insert(head);
            for slot in p.neighbors().map(|q| self.slots[q]) {
                if slot != NOWHERE {
                    let beside = self.head(slot);
                    if self.marks.insert(beside) {
                        self.neighbors.push(beside);
                    }
                }
            }
        }
        self.set_listed(head, begin..self.neighbors.len());
    }

    /// Says where the neighbours of a block are listed.
    pub(super) fn set_listed(&mut self, block: u16, listed: Range<usize>) {
        let unit = &mut self.units[usize::from(block)];
        (unit.begin, unit.listed) = (listed.start as u32, listed.len() as u16);
    }

    /// The slot beyond the board.
    #[inline]
    pub(super) fn beyond(&self) -> u16 {
        (self.units.len() - 1) as u16
    }

    /// Says who the neighbours of a unit are: at most four, if it is a point.
    pub(super) fn set_around(&mut self, slot: u16, around: &[u16]) {
        let beyond = self.beyond();
        let unit = &mut self.units[usize::from(slot)];
        if unit.kind == Kind::Point {
            unit.near = [beyond; 4];
            unit.near[..around.len()].copy_from_slice(around);
            unit.scale = f32::from(16u8 >> around.len());
        } else {
            let begin = self.neighbors.len();
            self.neighbors.extend_from_slice(around);
            self.set_listed(slot, begin..self.neighbors.len());
        }
    }

    /// The units beside a unit, each once; for a point, the slot beyond the board may follow.
    #[inline]
    pub(super) fn around(&self, unit: usize) -> &[u16] {
        self.units[unit].around(&self.neighbors)
    }

    /// Iterates from all units until none changes by the stop value or more, or the most iterations
    /// are made.
    pub(super) fn settle(&mut self, parameters: &Parameters) {
        let mut active = std::mem::take(&mut self.active);
        let mut next = std::mem::take(&mut self.next);
        let mut stepped = std::mem::take(&mut self.stepped);
        active.clear();
        for (slot, unit) in (0..).zip(&self.units) {
            active.add_if(unit.kind != Kind::Part, slot, &self.units);
        }
        let (moving, suicide) = (parameters.moving(), parameters.suicide);
        let System { units, neighbors, leans, history, .. } = self;
        let slots = units.len();
        for number in 1..=parameters.max_iter {
            if active.is_empty() {
                break;
            }
            let iteration = history.iteration(number);
            history.make_room(number);
            // All at once: new leans are worked out before any is taken over.
            stepped.clear();
            let lean = |v: usize| leans[v];
            stepped.extend(active.points().iter().map(|&slot| {
                let slot = usize::from(slot);
                units[slot].step_point(leans[slot], lean)
            }));
            stepped.extend(active.blocks().iter().map(|&slot| {
                let slot = usize::from(slot);
                units[slot].step_block(leans[slot], suicide, units, neighbors, lean)
            }));
            next.clear();
            let rows = history.leans_mut();
            for (&slot, &lean) in active.points().iter().chain(active.blocks()).zip(&stepped) {
                let index = usize::from(slot);
                units[index].stirs |= stir(number);
                let before = std::mem::replace(&mut leans[index], lean);
                if lean != before {
                    history::extend(rows, slots, units, index, iteration, lean);
                }
                if number >= DENSE && (lean - before).abs() >= moving {
                    next.add(slot, units);
                    for &v in units[index].around(neighbors) {
                        next.add(v, units);
                    }
                }
            }
            if number < DENSE {
                continue;
            }
            std::mem::swap(&mut active, &mut next);
        }
        (self.active, self.next, self.stepped) = (active, next, stepped);
    }

    /// The slot of the unit that a slot's point belongs to.
    #[inline]
    pub(super) fn head(&self, mut slot: u16) -> u16 {
        loop {
            let head = self.units[usize::from(slot)].head;
            if head == slot {
                return slot;
            }
            slot = head;
        }
    }

    /// The slot of a point.
    #[inline]
    pub(super) fn slot(&self, point: Point) -> u16 {
        self.slots[point]
    }

    /// Whether a point, which may lie beyond the board, belongs to a unit.
    pub(super) fn is_of(&self, point: Point, unit: u16) -> bool {
        self.slots[point] != NOWHERE && self.unit(point) == unit
    }

    /// The unit of a point.
    pub(super) fn unit(&self, point: Point) -> u16 {
        self.head(self.slots[point])
    }

    /// How much a point, or the block on it, is Black's.
    pub(super) fn black(&self, point: Point) -> f64 {
        0.5 + self.leans[usize::from(self.unit(point))]
    }

    /// In how many iterations the unit of a point changed by the stop value or more.
    pub(super) fn iterations(&self, point: Point, parameters: &Parameters) -> u16 {
        let unit = usize::from(self.unit(point));
        let last = self.history.number(self.units[unit].last);
        let moved = |&number: &u32| {
            self.history.moved(&self.units, unit, self.history.iteration(number), parameters.moving())
        };
        (1..=last).filter(moved).count() as u16
    }

    /// Black's expected points minus White's.
    pub(super) fn lead(&self) -> f64 {
        2.0 * self.units.iter().zip(&self.leans).map(|(unit, lean)| f64::from(unit.size) * lean).sum::<f64>()
    }

    /// Throws away lists of neighbours that are no longer in use.
    pub(super) fn gather_lists(&mut self) {
        let old = std::mem::take(&mut self.neighbors);
        for unit in &mut self.units {
            if matches!(unit.kind, Kind::Black | Kind::White) {
                let begin = self.neighbors.len() as u32;
                self.neighbors.extend_from_slice(unit.around(&old));
                unit.begin = begin;
            }
        }
    }
}

/// For tests of the equations.
#[cfg(test)]
impl System {
    /// How much the neighbours of a point's unit say that it is Black's.
    pub(super) fn wanted_at(&self, point: Point, parameters: &Parameters) -> f64 {
        let slot = usize::from(self.unit(point));
        let (unit, now, lean) = (&self.units[slot], self.leans[slot], |v: usize| self.leans[v]);
        let stepped = match unit.kind {
            Kind::Point => unit.step_point(now, lean),
            _ => unit.step_block(now, parameters.suicide, &self.units, &self.neighbors, lean),
        };
        0.5 + now + (stepped - now) / DAMPING
    }

    /// Says how much a point's unit is Black's.
    pub(super) fn set(&mut self, point: Point, black: f64) {
        let unit = usize::from(self.unit(point));
        self.leans[unit] = black - 0.5;
    }

    /// The unit of each point with its neighbours, whatever the slots are: kind, pinned, size, and
    /// for each neighbour its points.
    pub(super) fn shape(&self, size: Size) -> Vec<(Kind, bool, u16, Vec<Vec<Point>>)> {
        let members = |unit: u16| -> Vec<Point> { size.points().filter(|&p| self.unit(p) == unit).collect() };
        let shape = |p: Point| {
            let unit = self.units[usize::from(self.unit(p))];
            let mut beside: Vec<_> =
                self.around(usize::from(self.unit(p))).iter().map(|&v| members(v)).collect();
            beside.retain(|points| !points.is_empty());
            beside.sort();
            (unit.kind, unit.pinned, unit.size, beside)
        };
        size.points().map(shape).collect()
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
            let life = unconditional_life(board, color, false);
            life.stones | life.territory
        }))
    }
}

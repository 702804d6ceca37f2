//! The iteration repeated where it comes out differently.
//!
//! Starting from the old fixed point, as \[Wolf\] does, does not lead to what an evaluation from
//! scratch finds: "all Black's" is a fixed point of any sure area, blocks in atari side by side
//! only repeat what the other says, and small eyes come to rest so slowly that where they begin
//! shows. So not only the fixed point is kept but the way there, the
//! [`History`](super::history::History). After a stone the iteration is run through again from its
//! very start, yet only for the units that come out differently from last time, and their
//! neighbours; all others did before what they would do now. What is found is what an evaluation
//! from scratch finds, except that small differences are dropped.
//!
//! How it is known who has work: each unit remembers in which iterations it was worked out
//! ([`Unit::stirs`]), because it or a neighbour had moved. A unit that differs from last time, or
//! has a neighbour that does, is looked at in the same iterations again, and whenever a unit that
//! differs moves.
//!
//! Invariant: between plays, no lean of the history is further than such a difference from what
//! those of the iteration before it say. So errors do not add up over a game.

use super::Parameters;
use super::history;
use super::marks::Marks;
use super::stone::Journal;
use super::system::{ALL_STIR, DENSE, Kind, LATE_STIR, System, Unit, stir};

/// The units that a replay looks at.
#[derive(Clone, Debug, Default)]
pub(super) struct Replay {
    lists: Lists,
    /// The last call to each unit by one that moved: to an iteration of even and of odd number,
    /// counted on from replay to replay.
    calls: [Vec<u64>; 2],
    first: u64,
    most: u64,
}

#[derive(Clone, Debug, Default)]
struct Lists {
    points: Vec<u16>,
    blocks: Vec<u16>,
    listed: Marks,
    /// Units that have left their old way, and where that ended.
    left: Marks,
    old_lasts: Vec<u32>,
    /// The last iterations in which a listed unit was worked out.
    stirs: u64,
}

impl Lists {
    /// Puts a unit on its list, unless it is there or never changes.
    #[inline]
    fn add(&mut self, slot: u16, units: &[Unit]) {
        let unit = &units[usize::from(slot)];
        if !unit.pinned && self.listed.insert(slot) {
            let list = if unit.kind == Kind::Point { &mut self.points } else { &mut self.blocks };
            list.push(slot);
            self.stirs |= unit.stirs;
        }
    }
}

impl Replay {
    fn begin(&mut self, slots: usize, parameters: &Parameters) {
        if self.calls[0].len() != slots {
            *self = Replay::default();
            self.lists.listed.resize(slots);
            self.lists.left.resize(slots);
            self.lists.old_lasts.resize(slots, 0);
            self.calls = [vec![0; slots], vec![0; slots]];
        }
        self.lists.points.clear();
        self.lists.blocks.clear();
        self.lists.listed.clear();
        self.lists.left.clear();
        self.lists.stirs = 0;
        self.first += self.most;
        self.most = u64::from(parameters.max_iter) + 2;
    }

    /// A call to an iteration.
    fn call(&self, number: u32) -> u64 {
        self.first + u64::from(number)
    }
}

impl System {
    /// Runs through the iteration again where it comes out differently. Differences that are not
    /// larger than `differing` are dropped: with 0, the outcome is that from scratch.
    pub(super) fn replay(&mut self, parameters: &Parameters, differing: f64) {
        let slots = self.units.len();
        let System { units, neighbors, leans, history, journal, replay, .. } = self;
        replay.begin(slots, parameters);
        let mut changed = std::mem::take(&mut journal.changed);
        let first = replay.call(1);
        for (slot, stirs) in &mut changed {
            // It may begin with another lean than before, so that its neighbours have work too; and
            // it has work when one of its new neighbours moves, not only the old ones.
            for &v in units[usize::from(*slot)].around(neighbors).iter().chain([&*slot]) {
                replay.lists.add(v, units);
                replay.calls[1][usize::from(v)] = first;
                *stirs |= units[usize::from(v)].stirs;
            }
        }
        // A unit that moves in one iteration stirs its neighbours in the next.
        for &(slot, stirs) in &changed {
            journal.save(slot, units, leans);
            units[usize::from(slot)].stirs |= ALL_STIR | stirs | stirs << 1 | stirs & LATE_STIR;
            replay.lists.stirs |= units[usize::from(slot)].stirs;
        }
        let mut number = 0;
        let mut called = true;
        while number < parameters.max_iter && (called || replay.lists.stirs >= stir(number + 1)) {
            number += 1;
            history.make_room(number);
            let [even, odd] = &mut replay.calls;
            let (calls, next) = if number & 1 == 0 { (even, odd) } else { (odd, even) };
            let call = replay.first + u64::from(number);
            let mut round = Round {
                units: &mut *units,
                neighbors: &neighbors[..],
                rows: history.leans_mut(),
                leans: &leans[..],
                journal: &mut *journal,
                lists: &mut replay.lists,
                next: &mut next[..],
                next_call: call + 1,
                stir: stir(number),
                iteration: number * slots as u32,
                before: (number - 1) * slots as u32,
                moving: parameters.moving(),
                differing,
                suicide: parameters.suicide,
                dense: number <= DENSE,
                called: false,
            };
            for i in 0..round.lists.points.len() {
                let slot = round.lists.points[i];
                round.look_at(slot, calls[usize::from(slot)] == call, Round::step_point);
            }
            for i in 0..round.lists.blocks.len() {
                let slot = round.lists.blocks[i];
                round.look_at(slot, calls[usize::from(slot)] == call, Round::step_block);
            }
            called = round.called;
        }
        for &(slot, ..) in &journal.saved {
            let slot = usize::from(slot);
            leans[slot] = history::at(history.leans(), units, slot, u32::MAX);
        }
        journal.changed = changed;
    }
}

/// One iteration of a replay.
struct Round<'a> {
    units: &'a mut [Unit],
    neighbors: &'a [u16],
    rows: &'a mut [f64],
    /// The leans that units came to last time.
    leans: &'a [f64],
    journal: &'a mut Journal,
    lists: &'a mut Lists,
    /// Calls to the next iteration.
    next: &'a mut [u64],
    next_call: u64,
    stir: u64,
    iteration: u32,
    before: u32,
    moving: f64,
    differing: f64,
    suicide: bool,
    /// Whether all units are worked out.
    dense: bool,
    /// Whether any unit is called to the next iteration.
    called: bool,
}

impl Round<'_> {
    /// Works out a unit if it has work, and takes over what comes out.
    #[inline]
    fn look_at(&mut self, slot: u16, called: bool, step: impl Fn(&Self, usize, f64) -> f64) {
        let index = usize::from(slot);
        let stirred = self.units[index].stirs & self.stir != 0;
        if !(called | stirred) {
            return;
        }
        let now = self.now(index);
        let works = called || self.dense || self.works(index);
        if works != stirred && (works || self.stir != LATE_STIR) {
            self.journal.save(slot, self.units, self.leans);
            self.units[index].stirs ^= self.stir;
        }
        let lean = if works { step(self, index, now) } else { now };
        self.take_over(slot, now, lean);
    }

    #[inline]
    fn step_point(&self, index: usize, now: f64) -> f64 {
        self.units[index].step_point(now, |v| self.now(v))
    }

    #[inline]
    fn step_block(&self, index: usize, now: f64) -> f64 {
        self.units[index].step_block(now, self.suicide, self.units, self.neighbors, |v| self.now(v))
    }

    /// The lean before this iteration.
    #[inline]
    fn now(&self, index: usize) -> f64 {
        history::at(self.rows, self.units, index, self.before)
    }

    /// Whether a unit has work: it or a neighbour moved.
    fn works(&self, index: usize) -> bool {
        let slots = self.units.len();
        let moved = |v: usize| history::moved(self.rows, slots, self.units, v, self.before, self.moving);
        moved(index) || self.units[index].around(self.neighbors).iter().any(|&v| moved(usize::from(v)))
    }

    /// Takes over a unit's lean, if it has left its old way, and calls its neighbours, if it moves.
    #[inline]
    fn take_over(&mut self, slot: u16, now: f64, lean: f64) {
        let index = usize::from(slot);
        let last = self.units[index].last;
        if !self.lists.left.contains(slot) {
            let place = self.iteration as usize + index;
            let before = if self.iteration <= last { self.rows[place] } else { self.leans[index] };
            if (lean - before).abs() <= self.differing {
                return;
            }
            self.leave(slot);
            self.units[index].last = last.min(self.before);
        }
        if lean != now {
            self.extend(index, now, lean);
        }
        if (lean - now).abs() >= self.moving {
            for &v in self.units[index].around(self.neighbors) {
                self.next[usize::from(v)] = self.next_call;
            }
            self.next[index] = self.next_call;
            self.called = true;
        }
    }

    /// A unit leaves its old way: from now on its neighbours may.
    fn leave(&mut self, slot: u16) {
        let index = usize::from(slot);
        self.journal.save(slot, self.units, self.leans);
        self.lists.left.insert(slot);
        self.lists.old_lasts[index] = self.units[index].last;
        for &v in self.units[index].around(self.neighbors) {
            self.lists.add(v, self.units);
        }
    }

    /// A change of a unit on its new way.
    #[inline]
    fn extend(&mut self, index: usize, now: f64, lean: f64) {
        let slots = self.units.len() as u32;
        let old_last = self.lists.old_lasts[index];
        let mut iteration = self.units[index].last + slots;
        loop {
            let place = iteration as usize + index;
            if iteration <= old_last {
                self.journal.overwritten.push((place as u32, self.rows[place]));
            }
            if iteration == self.iteration {
                self.rows[place] = lean;
                break;
            }
            self.rows[place] = now;
            iteration += slots;
        }
        self.units[index].last = iteration;
    }
}

//! The iteration repeated where it comes out differently.
//!
//! Starting from the old fixed point, as \[Wolf\] does, does not lead to what an evaluation from scratch finds: "all Black's" is a fixed point of any sure
//! area, blocks in atari side by side only repeat what the other says, and small eyes come to rest so slowly that where they begin shows.
//! So not only the fixed point is kept but the way there, the [`History`](super::history::History). After a stone the iteration is run through again from its very
//! start, yet only for the units that come out differently from last time, and their neighbours; all others did before what they
//! would do now. What is found is what an evaluation from scratch finds, except that small differences are dropped.
//!
//! Invariant: between plays, no lean of the history is further than such a difference from what those of the iteration before it say. So
//! errors do not add up over a game.

use super::Parameters;
use super::history;
use super::marks::Marks;
use super::stone::Journal;
use super::system::{Kind, System, Unit};

/// The units that a replay looks at, and when.
#[derive(Clone, Debug, Default)]
pub(super) struct Replay {
    lists: Lists,
    /// The last call to each unit for an iteration of even and of odd number: twice the number, and one more if a neighbour moved; counted on
    /// from replay to replay.
    calls: [Vec<u64>; 2],
    first: u64,
    most: u64,
}

#[derive(Clone, Debug, Default)]
struct Lists {
    points: Vec<u16>,
    blocks: Vec<u16>,
    listed: Marks,
    /// Units whose neighbours are listed.
    told: Marks,
}

impl Lists {
    /// Puts a unit on its list, unless it is there or never changes.
    #[inline]
    fn add(&mut self, slot: u16, units: &[Unit]) {
        let unit = &units[usize::from(slot)];
        if !unit.pinned && self.listed.insert(slot) {
            let list = if unit.kind == Kind::Point { &mut self.points } else { &mut self.blocks };
            list.push(slot);
        }
    }
}

impl Replay {
    fn begin(&mut self, slots: usize, parameters: &Parameters) {
        if self.calls[0].len() != slots {
            *self = Replay::default();
            self.lists.listed.resize(slots);
            self.lists.told.resize(slots);
            self.calls = [vec![0; slots], vec![0; slots]];
        }
        self.lists.points.clear();
        self.lists.blocks.clear();
        self.lists.listed.clear();
        self.lists.told.clear();
        self.first += self.most;
        self.most = 2 * u64::from(parameters.max_iter) + 4;
    }

    /// The call to an iteration that there may be work.
    fn call(&self, number: u32) -> u64 {
        self.first + 2 * u64::from(number)
    }
}

impl System {
    /// Runs through the iteration again where it comes out differently.
    ///
    /// A unit is looked at in an iteration if it or a neighbour differed from last time in the one before, and it is worked out if one of them moved:
    /// as it would be from scratch. Differences that are not larger than `differing` are dropped: with 0, the outcome is that from scratch.
    pub(super) fn replay(&mut self, parameters: &Parameters, differing: f64) {
        let slots = self.units.len();
        let System { units, neighbors, leans, history, journal, replay, .. } = self;
        replay.begin(slots, parameters);
        let mut changed = std::mem::take(&mut journal.changed);
        let first = replay.call(1) + 1;
        for (slot, last) in &mut changed {
            // It may begin with another lean than before, so that its neighbours have work too.
            let unit = &units[usize::from(*slot)];
            *last = unit.last;
            for &v in unit.around(neighbors).iter().chain([&*slot]) {
                replay.lists.add(v, units);
                replay.calls[1][usize::from(v)] = first;
                *last = units[usize::from(v)].last.max(*last);
            }
        }
        let mut goes_on = true;
        let mut number = 0;
        while goes_on && number < parameters.max_iter {
            number += 1;
            history.make_room(number);
            let (iteration, before) = (history.iteration(number), history.iteration(number - 1));
            let (call, next_call) = (replay.call(number), replay.call(number + 1));
            let [even, odd] = &mut replay.calls;
            let (calls, next) = if number & 1 == 0 { (even, odd) } else { (odd, even) };
            let mut round = Round {
                units: &mut *units,
                neighbors: &neighbors[..],
                rows: history.leans_mut(),
                leans: &leans[..],
                journal: &mut *journal,
                lists: &mut replay.lists,
                next: &mut next[..],
                next_call,
                iteration,
                before,
                moving: parameters.moving(),
                differing,
                goes_on: false,
            };
            for i in 0..round.lists.points.len() {
                let slot = round.lists.points[i];
                let called = calls[usize::from(slot)].wrapping_sub(call);
                if called <= 1 {
                    round.point(slot, called == 1);
                }
            }
            for i in 0..round.lists.blocks.len() {
                let slot = round.lists.blocks[i];
                let called = calls[usize::from(slot)].wrapping_sub(call);
                if called <= 1 {
                    round.block(slot, called == 1, parameters.suicide);
                }
            }
            goes_on = round.goes_on;
            for &(slot, last) in &changed {
                if last >= iteration {
                    let call = &mut next[usize::from(slot)];
                    *call = (*call).max(next_call);
                    goes_on = true;
                }
            }
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
    iteration: u32,
    before: u32,
    moving: f64,
    differing: f64,
    goes_on: bool,
}

impl Round<'_> {
    #[inline]
    fn point(&mut self, slot: u16, has_work: bool) {
        let index = usize::from(slot);
        let now = self.now(index);
        let works = has_work || self.works(index);
        let lean = if works { self.units[index].step_point(now, |v| self.now(v)) } else { now };
        self.take_over(slot, now, lean);
    }

    #[inline]
    fn block(&mut self, slot: u16, has_work: bool, suicide: bool) {
        let index = usize::from(slot);
        let now = self.now(index);
        let works = has_work || self.works(index);
        let lean = if works {
            self.units[index].step_block(now, suicide, self.units, self.neighbors, |v| self.now(v))
        } else {
            now
        };
        self.take_over(slot, now, lean);
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

    /// Takes over a unit's lean, if it differs from last time, and calls its neighbours.
    #[inline]
    fn take_over(&mut self, slot: u16, now: f64, lean: f64) {
        let index = usize::from(slot);
        let place = self.iteration as usize + index;
        let last = self.units[index].last;
        let within = self.iteration <= last;
        let before = if within { self.rows[place] } else { self.leans[index] };
        let differs = (lean - before).abs() > self.differing;
        if !differs && (within || now == before || lean == now) {
            return;
        }
        self.journal.save(slot, self.units, self.leans);
        if within {
            self.journal.overwritten.push((place as u32, before));
            self.rows[place] = lean;
        } else if lean != now {
            let slots = self.units.len();
            history::extend(self.rows, slots, self.units, index, self.iteration, lean);
        }
        if !differs {
            return;
        }
        let unit = &self.units[index];
        let around = unit.around(self.neighbors);
        if self.lists.told.insert(slot) {
            for &v in around {
                self.lists.add(v, self.units);
            }
        }
        if (lean - now).abs() >= self.moving {
            for &v in around {
                self.next[usize::from(v)] = self.next_call + 1;
            }
            self.next[index] = self.next_call + 1;
            self.goes_on = true;
            return;
        }
        // At rest it still counts for those who went on, last time.
        let mut calls = self.iteration < last;
        for &v in around {
            let v = usize::from(v);
            if self.iteration < self.units[v].last {
                self.next[v] = self.next[v].max(self.next_call);
                calls = true;
            }
        }
        if calls {
            self.next[index] = self.next[index].max(self.next_call);
            self.goes_on = true;
        }
    }
}

//! How every unit came to its lean: what it was after each iteration.

use super::system::Unit;

/// The leans of all units after each iteration. A unit's series ends with its last change
/// ([`Unit::last`]); from there on it keeps that lean.
///
/// Iterations are named by where they begin in one long list: the first ones, in which everything
/// changes, lie together.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    slots: usize,
    leans: Vec<f64>,
}

impl History {
    /// Begins anew with the leans before the first iteration.
    pub(super) fn begin(&mut self, start: &[f64]) {
        self.slots = start.len();
        self.make_room(0);
        self.leans[..self.slots].copy_from_slice(start);
    }

    /// Makes room for an iteration.
    #[inline]
    pub(super) fn make_room(&mut self, number: u32) {
        let end = self.iteration(number + 1) as usize;
        if end > self.leans.len() {
            self.leans.resize(end + 15 * self.slots, 0.0);
        }
    }

    /// Where an iteration begins.
    #[inline]
    pub(super) fn iteration(&self, number: u32) -> u32 {
        number * self.slots as u32
    }

    /// The number of the iteration that begins at a place.
    pub(super) fn number(&self, iteration: u32) -> u32 {
        iteration / self.slots as u32
    }

    /// All leans.
    pub(super) fn leans(&self) -> &[f64] {
        &self.leans
    }

    /// All leans, to be changed.
    pub(super) fn leans_mut(&mut self) -> &mut [f64] {
        &mut self.leans
    }

    /// Whether a unit changed by so much in an iteration that is not the start.
    pub(super) fn moved(&self, units: &[Unit], slot: usize, iteration: u32, change: f64) -> bool {
        moved(&self.leans, self.slots, units, slot, iteration, change)
    }
}

/// A unit's lean after an iteration.
#[inline]
pub(super) fn at(leans: &[f64], units: &[Unit], slot: usize, iteration: u32) -> f64 {
    leans[units[slot].last.min(iteration) as usize + slot]
}

/// Whether a unit changed by so much in an iteration that is not the start.
#[inline]
pub(super) fn moved(
    leans: &[f64],
    slots: usize,
    units: &[Unit],
    slot: usize,
    iteration: u32,
    change: f64,
) -> bool {
    let place = iteration as usize + slot;
    iteration <= units[slot].last && (leans[place] - leans[place - slots]).abs() >= change
}

/// A change of a unit beyond the end of its series.
#[inline]
pub(super) fn extend(
    leans: &mut [f64],
    slots: usize,
    units: &mut [Unit],
    slot: usize,
    iteration: u32,
    lean: f64,
) {
    let place = iteration as usize + slot;
    let last = std::mem::replace(&mut units[slot].last, iteration) as usize + slot;
    if last + slots < place {
        keep(leans, slots, last, place);
    }
    leans[place] = lean;
}

/// Fills the iterations in which nothing happened.
#[cold]
fn keep(leans: &mut [f64], slots: usize, last: usize, until: usize) {
    for between in (last + slots..until).step_by(slots) {
        leans[between] = leans[last];
    }
}

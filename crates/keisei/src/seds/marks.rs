//! Sets and lists of units.

use super::system::{Kind, Unit};

/// A set of slots that is emptied by counting on.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    now: u32,
    marked: Vec<u32>,
}

impl Marks {
    pub(super) fn clear(&mut self) {
        // Days of ranking may come to the end of the numbers.
        if self.now == u32::MAX {
            self.marked.fill(0);
            self.now = 0;
        }
        self.now += 1;
    }

    /// Whether the slot was not yet in the set.
    #[inline]
    pub(super) fn insert(&mut self, slot: u16) -> bool {
        std::mem::replace(&mut self.marked[usize::from(slot)], self.now) != self.now
    }

    #[inline]
    pub(super) fn contains(&self, slot: u16) -> bool {
        self.marked[usize::from(slot)] == self.now
    }

    pub(super) fn resize(&mut self, slots: usize) {
        self.now = 1;
        self.marked.clear();
        self.marked.resize(slots, 0);
    }
}

/// Units to be worked out: points and blocks, each once. Adding takes no branch.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    lists: [Vec<u16>; 2],
    lengths: [usize; 2],
    marks: Marks,
}

impl Queue {
    /// Makes room for every slot.
    pub(super) fn resize(&mut self, slots: usize) {
        for list in &mut self.lists {
            list.resize(slots + 1, 0);
        }
        self.marks.resize(slots);
        self.lengths = [0; 2];
    }

    pub(super) fn clear(&mut self) {
        self.lengths = [0; 2];
        self.marks.clear();
    }

    /// Adds a unit unless it is there or never changes.
    #[inline]
    pub(super) fn add(&mut self, slot: u16, units: &[Unit]) {
        self.add_if(true, slot, units);
    }

    /// Adds a unit under a condition, unless it is there or never changes.
    #[inline]
    pub(super) fn add_if(&mut self, condition: bool, slot: u16, units: &[Unit]) {
        let unit = &units[usize::from(slot)];
        let fresh = condition & !unit.pinned & !self.marks.contains(slot);
        let mark = &mut self.marks.marked[usize::from(slot)];
        *mark = if fresh { self.marks.now } else { *mark };
        let list = usize::from(unit.kind != Kind::Point);
        self.lists[list][self.lengths[list]] = slot;
        self.lengths[list] += usize::from(fresh);
    }

    /// The points to be worked out.
    pub(super) fn points(&self) -> &[u16] {
        &self.lists[0][..self.lengths[0]]
    }

    /// The blocks to be worked out.
    pub(super) fn blocks(&self) -> &[u16] {
        &self.lists[1][..self.lengths[1]]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lengths == [0; 2]
    }
}

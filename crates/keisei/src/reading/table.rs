//! What is known of positions, in a bounded room.
//!
//! Positions share places by four. **A new position takes the place of one that an earlier question
//! left there; if there is none, of the one that took the least work.** So what was expensive to
//! find stays, the room never grows, and what is forgotten is only looked at again.

use super::numbers::Numbers;

/// Positions that share a place.
const SHARED: usize = 4;

/// What is known of positions with keys of a kind.
#[derive(Clone, Debug)]
pub(crate) struct Table<K, Z = ()> {
    entries: Vec<Option<Entry<K, Z>>>,
    /// How many there is room for, once something is kept.
    room: usize,
    /// Which question is asked.
    question: u32,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub(super) struct Entry<K, Z> {
    key: K,
    question: u32,
    pub(super) numbers: Numbers,
    /// How many positions were looked at for it.
    pub(super) work: u32,
    /// Under which visit it holds, if it does not hold whatever led there.
    pub(super) under: Option<Under>,
    /// What it rests on, if it is proved.
    pub(super) ground: Z,
}

/// A visit to a position on the way from the first position to the last: its depth, and which visit
/// it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Under {
    pub(super) depth: u16,
    pub(super) visit: u32,
    /// The shallowest position that it rests on.
    pub(super) shallowest: u16,
}

impl<K: Copy + Eq, Z: Clone> Table<K, Z> {
    /// With room for so many positions, rounded up to a power of two; it is taken once something is
    /// kept.
    pub(crate) fn with_room(positions: usize) -> Table<K, Z> {
        let room = positions.next_power_of_two().max(SHARED);
        Table { entries: Vec::new(), room, question: 0 }
    }

    /// Forgets everything, without taking time.
    pub(crate) fn forget(&mut self) {
        self.question = self.question.wrapping_add(1);
        if self.question == 0 {
            self.entries.fill(None);
        }
    }

    fn place(&self, hash: u64) -> usize {
        (hash as usize & (self.room / SHARED - 1)) * SHARED
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: &K, hash: u64) -> Option<&Entry<K, Z>> {
        let place = self.place(hash);
        let entries = self.entries.get(place..place + SHARED)?.iter().flatten();
        entries.into_iter().find(|entry| entry.question == self.question && entry.key == *key)
    }

    /// Keeps what is known of a position; the work is added to what was spent before.
    #[inline]
    pub(super) fn put(
        &mut self,
        key: K,
        hash: u64,
        numbers: Numbers,
        work: u32,
        under: Option<Under>,
        ground: Z,
    ) {
        if self.entries.is_empty() {
            self.entries.resize(self.room, None);
        }
        let (place, question) = (self.place(hash), self.question);
        let mut entry = Entry { key, question, numbers, work, under, ground };
        let shared = &mut self.entries[place..place + SHARED];
        let (mut to, mut least) = (0, u32::MAX);
        for (i, known) in shared.iter().enumerate() {
            let worth = match known {
                Some(known) if known.question == question && known.key == key => {
                    entry.work = known.work.saturating_add(work);
                    to = i;
                    break;
                }
                Some(known) if known.question == question => known.work.saturating_add(1),
                _ => 0,
            };
            if worth < least {
                (to, least) = (i, worth);
            }
        }
        shared[to] = Some(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_least_work_goes_first() {
        let mut table = Table::with_room(4);
        for (key, work) in [(1u8, 10), (2, 3), (3, 30), (4, 20), (5, 7)] {
            table.put(key, 0, Numbers::PROVED, work, None, ());
        }
        let known =
            |table: &Table<u8>| (1..=5).filter(|key| table.get(key, 0).is_some()).collect::<Vec<u8>>();
        assert_eq!(known(&table), [1, 3, 4, 5]);
        table.put(1, 0, Numbers::DISPROVED, 5, None, ());
        assert_eq!(table.get(&1, 0).map(|entry| entry.work), Some(15));
        table.forget();
        assert!(known(&table).is_empty());
        table.put(6, 0, Numbers::PROVED, 1, None, ());
        assert!(table.get(&6, 0).is_some());
    }
}

//! What waits: turns to be judged, by priority, and lines to be written. Both are bounded, and neither
//! keeps the other or the reader waiting.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::io::Write;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::query::{Termination, Turn};

/// The most turns that wait. A query that would add more is refused.
pub(super) const MOST_TURNS: usize = 50_000;

/// When so many bytes wait to be written, no more turns are judged until some are; with four times as
/// many no more lines are read.
const MOST_BYTES: usize = 16 << 20;

/// The place of a turn: by priority, the highest first, and by arrival.
type Place = (Reverse<i64>, u64);

#[derive(Default)]
struct State {
    turns: BTreeMap<Place, Turn>,
    arrived: u64,
    /// Whether more turns may come.
    closed: bool,
    lines: VecDeque<String>,
    bytes: usize,
    /// Whether more lines may come.
    finished: bool,
    failure: Option<std::io::Error>,
}

/// Turns and lines that wait.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a state is as wanted.
    fn when(&self, wanted: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let waited = self.changed.wait_while(self.state(), |state| !wanted(state));
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the turns of a query; false if there are too many.
    pub(super) fn push(&self, turns: Vec<Turn>) -> bool {
        let mut state = self.state();
        if state.turns.len() + turns.len() > MOST_TURNS {
            return false;
        }
        for turn in turns {
            state.arrived += 1;
            let place = (Reverse(turn.priority), state.arrived);
            state.turns.insert(place, turn);
        }
        self.changed.notify_all();
        true
    }

    /// No more turns will come.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }

    /// The next turn to judge; `None` at the end, or when nobody listens any more.
    pub(super) fn next(&self) -> Option<Turn> {
        let ready = |state: &State| {
            state.failure.is_some()
                || state.bytes < MOST_BYTES && !state.turns.is_empty()
                || state.closed && state.turns.is_empty()
        };
        let mut state = self.when(ready);
        if state.failure.is_some() {
            return None;
        }
        state.turns.pop_first().map(|(_, turn)| turn)
    }

    /// Takes turns out that are not wanted any more.
    pub(super) fn terminate(&self, unwanted: &Termination) -> Vec<Turn> {
        let mut state = self.state();
        let (out, kept) =
            std::mem::take(&mut state.turns).into_iter().partition(|(_, turn)| unwanted.is_for(turn));
        state.turns = kept;
        let out: BTreeMap<Place, Turn> = out;
        out.into_values().collect()
    }

    /// Adds a line to be written.
    pub(super) fn say(&self, answer: &Value) {
        let line = answer.to_string() + "\n";
        let mut state = self.state();
        state.bytes += line.len();
        state.lines.push_back(line);
        self.changed.notify_all();
    }

    /// Waits until there is room for what a line may bring. False if nobody listens any more.
    pub(super) fn has_room(&self) -> bool {
        self.when(|state| state.failure.is_some() || state.bytes < 4 * MOST_BYTES).failure.is_none()
    }

    /// No more lines will come.
    pub(super) fn finish(&self) {
        self.state().finished = true;
        self.changed.notify_all();
    }

    /// Writes lines until there will be no more, or nobody listens.
    pub(super) fn write_to(&self, mut output: impl Write) {
        loop {
            let mut state = self.when(|state| !state.lines.is_empty() || state.finished);
            let Some(line) = state.lines.pop_front() else { return };
            drop(state);
            let written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
            let mut state = self.state();
            state.bytes -= line.len();
            if let Err(error) = written {
                state.failure.get_or_insert(error);
                state.lines.clear();
                state.bytes = 0;
            }
            let gone = state.failure.is_some();
            drop(state);
            self.changed.notify_all();
            if gone {
                return;
            }
        }
    }

    /// What went wrong with writing.
    pub(super) fn failure(self) -> Option<std::io::Error> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).failure
    }
}

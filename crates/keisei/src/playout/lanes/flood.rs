//! Spreading along stones, in all games at once.
//!
//! A *flood* marks the stones that are connected to marked ones. It runs over the board row by row,
//! down and then up, and in each row to the right and to the left. What is marked is right at any
//! time; after a run that changed nothing in a lane, nothing is missing there.

use pulp::Simd;

use super::bits::{Bits, COLUMNS, Row};

/// Runs down the board. Tells the lanes in which something changed.
#[inline(always)]
pub(super) fn down<S: Simd>(
    marked: &mut [Row<S>],
    stones: &[Row<S>],
    width: usize,
    none: Bits<S>,
) -> Bits<S> {
    let mut changed = none;
    for y in 1..marked.len() - 1 {
        let (above, below) = marked.split_at_mut(y);
        changed |= along(&mut below[0], &above[y - 1], &stones[y], width, none);
    }
    changed
}

/// Runs up the board. Tells the lanes in which something changed.
#[inline(always)]
pub(super) fn up<S: Simd>(marked: &mut [Row<S>], stones: &[Row<S>], width: usize, none: Bits<S>) -> Bits<S> {
    let mut changed = none;
    for y in (1..marked.len() - 1).rev() {
        let (above, below) = marked.split_at_mut(y + 1);
        changed |= along(&mut above[y], &below[0], &stones[y], width, none);
    }
    changed
}

/// After a run up: runs down and up until nothing changes in these lanes.
#[inline(always)]
pub(super) fn settle<S: Simd>(
    marked: &mut [Row<S>],
    stones: &[Row<S>],
    width: usize,
    lanes: Bits<S>,
    none: Bits<S>,
) {
    loop {
        if !(down(marked, stones, width, none) & lanes).any() {
            break;
        }
        if !(up(marked, stones, width, none) & lanes).any() {
            break;
        }
    }
}

/// Spreads into a row from the one before it, and along it.
#[inline(always)]
pub(super) fn along<S: Simd>(
    row: &mut Row<S>,
    before: &Row<S>,
    stones: &Row<S>,
    width: usize,
    none: Bits<S>,
) -> Bits<S> {
    assert!(width <= COLUMNS - 2);
    let mut changed = none;
    let mut last = none;
    for x in 1..width + 1 {
        let old = row[x];
        last = (old | (stones[x] & before[x])) | (stones[x] & last);
        changed |= last ^ old;
        row[x] = last;
    }
    last = none;
    for x in (1..width + 1).rev() {
        let old = row[x];
        last = old | (stones[x] & last);
        changed |= last ^ old;
        row[x] = last;
    }
    changed
}

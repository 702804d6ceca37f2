//! Zobrist hashing: a random number for every stone on every point, combined by exclusive or, so
//! that the hash of a board follows a move by a few operations \[Zobrist1970\].
//!
//! The numbers are part of the interface: they come from SplitMix64 \[Steele2014\] started at 0 and
//! must never change, so that hashes can be stored in files and compared between versions. A test
//! pins them.

use crate::point::INDICES;
use crate::{Color, Point, Size};

const fn splitmix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

const fn keys() -> ([[u64; INDICES]; 2], u64, u64) {
    let mut stones = [[0; INDICES]; 2];
    let mut state = 0;
    let mut i = 0;
    while i < INDICES {
        (state, stones[0][i]) = splitmix(state);
        (state, stones[1][i]) = splitmix(state);
        i += 1;
    }
    let (state, turn) = splitmix(state);
    let (_, size) = splitmix(state);
    (stones, turn, size)
}

static STONES: [[u64; INDICES]; 2] = keys().0;
const TURN: u64 = keys().1;
const SIZE: u64 = keys().2;

/// The number of a stone.
#[inline]
pub(crate) fn stone(color: Color, point: Point) -> u64 {
    STONES[color as usize][point.index()]
}

/// The number of the side to move: nothing for Black.
pub(crate) fn turn(color: Color) -> u64 {
    match color {
        Color::Black => 0,
        Color::White => TURN,
    }
}

/// The number of an empty board of this size.
pub(crate) fn empty_board(size: Size) -> u64 {
    SIZE.wrapping_mul(u64::from(size.width() * 32 + size.height()) | 1 << 40)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, stored hashes of users stop matching: do not update the numbers, restore the
    /// keys.
    #[test]
    fn keys_never_change() {
        assert_eq!(STONES[0][0], 0xe220_a839_7b1d_cdaf); // The first output of SplitMix64 from 0, as published.
        let digest = STONES
            .iter()
            .flatten()
            .chain([&TURN, &SIZE])
            .fold(0u64, |digest, key| digest.rotate_left(7).wrapping_mul(0x100_0000_01b3) ^ key);
        assert_eq!(digest, PINNED_DIGEST);
        assert_eq!(empty_board(Size::default()), PINNED_EMPTY_19);
    }

    const PINNED_DIGEST: u64 = 2467463102489212524;
    const PINNED_EMPTY_19: u64 = 16922404927340608096;

    #[test]
    fn all_keys_differ() {
        let mut all: Vec<u64> = STONES.iter().flatten().copied().chain([TURN]).collect();
        for width in 1..=25 {
            for height in 1..=25 {
                all.push(empty_board(Size::new(width, height).unwrap()));
            }
        }
        let n = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), n);
    }
}

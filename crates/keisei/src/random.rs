//! Random numbers that are the same on every machine and in every version.
//!
//! The generator is xoshiro256++ started by SplitMix64 \[BlackmanVigna2021\], \[Steele2014\]; what
//! is made of its numbers is written out here, so that no update of a library changes a game. A
//! test pins it.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A generator of random numbers that are the same on every machine.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// A generator; the same seed gives the same numbers.
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A whole number of 64 bits.
    #[inline]
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number below a limit, 0 if the limit is 0.
    #[inline]
    pub fn below(&mut self, limit: usize) -> usize {
        // The high half of a product; for limits of this size the bias is beyond measuring.
        ((u128::from(self.number()) * limit as u128) >> 64) as usize
    }

    /// A number from 0 (included) to 1 (not included).
    pub fn fraction(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// The seed of one of many parts of a whole: of a move in a game, or of a game in a study.
///
/// Parts of parts are derived step by step; the order counts.
#[must_use]
pub fn derived(seed: u64, part: u64) -> u64 {
    // SplitMix64's last step, a permutation: different parts of one whole never share a seed.
    let mut z = seed.wrapping_add(part.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// If this fails, games and studies of users come out differently: restore the generator.
    #[test]
    fn numbers_never_change() {
        // From the two algorithms written out in another language, started at 0.
        let mut random = Random::new(0);
        assert_eq!(random.number(), 0x5317_5d61_490b_23df);
        assert_eq!(derived(0, 1), 0xe220_a839_7b1d_cdaf, "SplitMix64's first number");
    }

    #[test]
    fn numbers_stay_below_their_limit_and_reach_all_below_it() {
        let mut random = Random::new(7);
        let seen: BTreeSet<usize> = (0..1000).map(|_| random.below(9)).collect();
        assert_eq!(seen, (0..9).collect());
        assert_eq!(random.below(0), 0);
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.fraction())));
    }

    #[test]
    fn parts_have_different_seeds() {
        let seeds: BTreeSet<u64> =
            (0..100).flat_map(|a| (0..100).map(move |b| derived(derived(1, a), b))).collect();
        assert_eq!(seeds.len(), 10_000);
    }
}

//! Random numbers for playouts: xoshiro256++ (\[BlackmanVigna2021\]).
//!
//! A copy of our own, so that a draw is a handful of instructions and the numbers stay the same in every version.

/// A generator. The same seed gives the same numbers everywhere.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// A generator from a seed, which SplitMix64 (\[Steele2014\]) spreads over the state.
    pub fn new(seed: u64) -> Random {
        let mut at = seed;
        let state = std::array::from_fn(|_| {
            at = at.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (at ^ (at >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        });
        Random { state }
    }

    /// Sixty-four random bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `bound`, by multiplication: some numbers come up more often than others by `bound` in 2³², no more.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the authors' program from the state 1, 2, 3, 4.
    #[test]
    fn numbers_are_those_of_the_authors() {
        let mut random = Random { state: [1, 2, 3, 4] };
        let numbers: [u64; 4] = std::array::from_fn(|_| random.bits());
        assert_eq!(numbers, [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386]);
    }

    #[test]
    fn numbers_stay_below_their_bound() {
        let mut random = Random::new(7);
        let mut seen = [0u32; 5];
        for _ in 0..10_000 {
            seen[random.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (1_800..2_200).contains(&n)), "{seen:?}");
    }
}

//! Random bits for many games.

use pulp::{Simd, bytemuck};

use super::bits::Bits;
use crate::random::derived;

/// The most words of 64 lanes that any machine's vectors have.
pub(super) const MOST_WORDS: usize = 8;

/// A generator for each word of 64 lanes: xoshiro256++ \[BlackmanVigna2021\], side by side.
///
/// Each word has a stream of its own, so that what happens in its lanes does not depend on how many
/// words a machine's vectors have.
#[derive(Clone, Debug)]
pub(super) struct Streams {
    state: [[u64; MOST_WORDS]; 4],
}

impl Streams {
    /// One stream for each seed.
    pub(super) fn new(seeds: impl IntoIterator<Item = u64>) -> Streams {
        let mut state = [[0; MOST_WORDS]; 4];
        for (word, seed) in seeds.into_iter().take(MOST_WORDS).enumerate() {
            for (part, number) in state.iter_mut().zip(1..) {
                part[word] = derived(seed, number);
            }
        }
        Streams { state }
    }

    /// A random bit for each lane.
    #[inline(always)]
    pub(super) fn next<S: Simd>(&mut self, simd: S) -> Bits<S> {
        let [s0, s1, s2, s3] = &mut self.state;
        let mut out = [0; MOST_WORDS];
        for i in 0..MOST_WORDS {
            out[i] = s0[i].wrapping_add(s3[i]).rotate_left(23).wrapping_add(s0[i]);
            let shifted = s1[i] << 17;
            s2[i] ^= s0[i];
            s3[i] ^= s1[i];
            s1[i] ^= s2[i];
            s0[i] ^= s3[i];
            s2[i] ^= shifted;
            s3[i] = s3[i].rotate_left(45);
        }
        Bits::new(simd, bytemuck::cast_slice(&out)[0])
    }
}

#[cfg(test)]
mod tests {
    use pulp::Scalar;

    use super::*;
    use crate::random::Random;

    /// A word's bits are the numbers of one generator by itself.
    #[test]
    fn streams_are_generators_side_by_side() {
        let (mut streams, mut random) = (Streams::new([7]), Random::new(7));
        for _ in 0..1000 {
            assert_eq!(streams.next(Scalar).words(), [random.number()]);
        }
    }
}

//! Piecewise linear curves: values at knots, and straight lines between them.
//!
//! ```text
//! value           ·
//!         ·──────·  \
//!        /            ·────   beyond the first and the last knot the curve goes on level
//!    ───·
//!       k0  k1   k2 k3  k4
//! ```
//!
//! What a curve is at a place is a mean of its values at the two knots around it. The shares of the
//! two are what a fit needs as well, so that what is fitted and what judges share this file.

/// The places at which piecewise linear curves have their values, rising; at least two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Knots<T, const N: usize> {
    at: [T; N],
    /// One over the distance to the next.
    inverse: [T; N],
}

macro_rules! knots {
    ($real:ty) => {
        impl<const N: usize> Knots<$real, N> {
            /// Knots at these places.
            pub const fn new(at: [$real; N]) -> Self {
                let mut inverse = [0.0; N];
                let mut i = 0;
                while i + 1 < N {
                    assert!(at[i] < at[i + 1], "knots rise");
                    inverse[i] = 1.0 / (at[i + 1] - at[i]);
                    i += 1;
                }
                Knots { at, inverse }
            }

            /// Between which knots a place lies: the lower one, and how far towards the next, from
            /// 0 to 1. There are no branches, since they could not be foreseen.
            #[inline]
            pub fn place(&self, x: $real) -> (usize, $real) {
                let low = self.at[1..N - 1].iter().map(|&knot| usize::from(x >= knot)).sum::<usize>();
                (low, ((x - self.at[low]) * self.inverse[low]).clamp(0.0, 1.0))
            }

            /// The two knots whose values count at a place, and the share of each; together 1.
            #[inline]
            pub fn shares(&self, x: $real) -> [(usize, $real); 2] {
                let (low, share) = self.place(x);
                [(low, 1.0 - share), (low + 1, share)]
            }

            /// What a curve with these values is at a place.
            #[inline]
            pub fn interpolate(&self, values: &[$real; N], x: $real) -> $real {
                let (low, share) = self.place(x);
                values[low] * (1.0 - share) + values[low + 1] * share
            }
        }
    };
}

knots!(f32);
knots!(f64);

impl<T, const N: usize> Knots<T, N> {
    /// The places.
    #[inline]
    pub const fn at(&self) -> &[T; N] {
        &self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_straight_between_knots_and_level_beyond() {
        let knots = Knots::<f64, 3>::new([1.0, 2.0, 4.0]);
        let curve = |x| knots.interpolate(&[10.0, 0.0, 8.0], x);
        for (x, value) in
            [(-5.0, 10.0), (1.0, 10.0), (1.25, 7.5), (2.0, 0.0), (3.0, 4.0), (4.0, 8.0), (99.0, 8.0)]
        {
            assert_eq!(curve(x), value, "at {x}");
            assert_eq!(knots.shares(x).map(|(_, share)| share).iter().sum::<f64>(), 1.0);
        }
        assert_eq!(knots.place(3.5), (1, 0.75));
    }
}

//! The least-squares curve that rises: neighbours that fall are pooled (Ayer et al. 1955).

/// Pools neighbours until the values rise, and tells after each how far the pooled ones are from
/// what they were made of (as a sum of squares, up to a constant).
pub(super) struct Rising {
    /// Sum of values by weight, weight, number of points.
    pools: Vec<(f64, f64, usize)>,
    gain: f64,
}

impl Rising {
    pub(super) fn new() -> Rising {
        Rising { pools: Vec::new(), gain: 0.0 }
    }

    /// Adds a point: its value times its weight, and its weight. What is returned is the larger the
    /// better the fit up to here.
    pub(super) fn push(&mut self, sum: f64, weight: f64) -> f64 {
        let square = |(sum, weight, _): (f64, f64, usize)| sum * sum / weight;
        let mut pool = (sum, weight, 1);
        while let Some(&last) = self.pools.last().filter(|last| last.0 * pool.1 > pool.0 * last.1) {
            self.gain -= square(last);
            self.pools.pop();
            pool = (last.0 + pool.0, last.1 + pool.1, last.2 + pool.2);
        }
        self.gain += square(pool);
        self.pools.push(pool);
        self.gain
    }

    /// The values of all points.
    pub(super) fn values(&self) -> Vec<f64> {
        self.pools.iter().flat_map(|&(sum, weight, n)| std::iter::repeat_n(sum / weight, n)).collect()
    }
}

/// The rising curve through points, each given as its value times its weight, and its weight.
pub(super) fn rising(points: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    let mut fit = Rising::new();
    points.for_each(|(sum, weight)| _ = fit.push(sum, weight));
    fit.values()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_falls_is_pooled() {
        let points = [(1.0, 1.0), (3.0, 1.0), (2.0, 2.0), (4.0, 1.0)];
        // 3 with weight 1 and 1 with weight 2 make 5/3.
        assert_eq!(rising(points.into_iter()), [1.0, 5.0 / 3.0, 5.0 / 3.0, 4.0]);
    }
}

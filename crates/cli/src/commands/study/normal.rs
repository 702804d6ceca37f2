//! Normal equations: least squares, and the steps of Newton's method.

/// Normal equations: a symmetric matrix and a right side.
pub(super) struct Normal {
    n: usize,
    matrix: Vec<f64>,
    right: Vec<f64>,
}

impl Normal {
    pub(super) fn new(n: usize) -> Normal {
        Normal { n, matrix: vec![0.0; n * n], right: vec![0.0; n] }
    }

    /// Adds an observation: its features, its weight, and its weighted error.
    pub(super) fn add(&mut self, x: &[f64], weight: f64, error: f64) {
        for (i, &a) in x.iter().enumerate() {
            // Most features of an empty point are 0.
            if a == 0.0 {
                continue;
            }
            self.right[i] += a * error;
            let row = &mut self.matrix[i * self.n..][..=i];
            for (sum, &b) in row.iter_mut().zip(x) {
                *sum += weight * a * b;
            }
        }
    }

    /// Adds an observation most of whose features are 0: the others, by rising numbers.
    pub(super) fn add_sparse(&mut self, x: &[(usize, f64)], weight: f64, error: f64) {
        for (k, &(i, a)) in x.iter().enumerate() {
            self.right[i] += a * error;
            let row = &mut self.matrix[i * self.n..][..=i];
            let scaled = weight * a;
            for &(j, b) in &x[..=k] {
                row[j] += scaled * b;
            }
        }
    }

    /// Adds to the diagonal, and takes the same share of these weights off the right side: large weights must earn their keep.
    pub(super) fn add_ridge(&mut self, ridge: f64, weights: &[f64]) {
        for (i, weight) in weights.iter().enumerate() {
            self.matrix[i * self.n + i] += ridge;
            self.right[i] -= ridge * weight;
        }
    }

    pub(super) fn merge(&mut self, other: &Normal) {
        self.matrix.iter_mut().zip(&other.matrix).for_each(|(a, b)| *a += b);
        self.right.iter_mut().zip(&other.right).for_each(|(a, b)| *a += b);
    }

    /// The solution, by Cholesky's method. A little is added to the diagonal, so that features that never occur get 0.
    pub(super) fn solve(&self) -> Vec<f64> {
        let n = self.n;
        let mut l = self.matrix.clone();
        let trace: f64 = (0..n).map(|i| l[i * n + i]).sum();
        for i in 0..n {
            l[i * n + i] += 1e-9 * trace + f64::MIN_POSITIVE;
        }
        for i in 0..n {
            for j in 0..=i {
                let dot: f64 = (0..j).map(|k| l[i * n + k] * l[j * n + k]).sum();
                let rest = l[i * n + j] - dot;
                l[i * n + j] = if i == j { rest.sqrt() } else { rest / l[j * n + j] };
            }
        }
        let mut x = self.right.clone();
        for i in 0..n {
            let dot: f64 = (0..i).map(|k| l[i * n + k] * x[k]).sum();
            x[i] = (x[i] - dot) / l[i * n + i];
        }
        for i in (0..n).rev() {
            let dot: f64 = (i + 1..n).map(|k| l[k * n + i] * x[k]).sum();
            x[i] = (x[i] - dot) / l[i * n + i];
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_equations_are_solved() {
        let mut sums = Normal::new(3);
        // y = 2a − b, the third feature never occurs.
        for (a, b) in [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 1.0)] {
            sums.add(&[a, b, 0.0], 1.0, 2.0 * a - b);
        }
        let x = sums.solve();
        for (found, expected) in x.iter().zip([2.0, -1.0, 0.0]) {
            assert!((found - expected).abs() < 1e-6, "{x:?}");
        }
    }
}

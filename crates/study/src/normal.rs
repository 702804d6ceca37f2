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

    /// Adds to the diagonal, and takes the same share of these weights off the right side: large
    /// weights must earn their keep.
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

    /// The solution, by Cholesky's method. A little is added to the diagonal, so that features that
    /// never occur get 0.
    pub(super) fn solve(&self) -> Vec<f64> {
        let trace: f64 = (0..self.n).map(|i| self.matrix[i * self.n + i]).sum();
        let little = 1e-9 * trace + f64::MIN_POSITIVE;
        let mut solution: Vec<f64> =
            (0..self.n).map(|i| self.right[i] / (self.matrix[i * self.n + i] + little)).collect();
        // Those that never occur with others are solved by now, and there may be many.
        let together = self.together();
        let n = together.len();
        let mut l = vec![0.0; n * n];
        for (row, &i) in l.chunks_mut(n.max(1)).zip(&together) {
            for (to, &j) in row.iter_mut().zip(together.iter().take_while(|&&j| j <= i)) {
                *to = self.matrix[i * self.n + j] + if i == j { little } else { 0.0 };
            }
        }
        for i in 0..n {
            for j in 0..=i {
                let dot: f64 = (0..j).map(|k| l[i * n + k] * l[j * n + k]).sum();
                let rest = l[i * n + j] - dot;
                l[i * n + j] = if i == j { rest.sqrt() } else { rest / l[j * n + j] };
            }
        }
        let mut x: Vec<f64> = together.iter().map(|&i| self.right[i]).collect();
        for i in 0..n {
            let dot: f64 = (0..i).map(|k| l[i * n + k] * x[k]).sum();
            x[i] = (x[i] - dot) / l[i * n + i];
        }
        for i in (0..n).rev() {
            let dot: f64 = (i + 1..n).map(|k| l[k * n + i] * x[k]).sum();
            x[i] = (x[i] - dot) / l[i * n + i];
        }
        together.iter().zip(x).for_each(|(&i, x)| solution[i] = x);
        solution
    }

    /// The features that occur with others.
    fn together(&self) -> Vec<usize> {
        let mut occurs = vec![false; self.n];
        for i in 0..self.n {
            for (j, _) in self.matrix[i * self.n..][..i].iter().enumerate().filter(|(_, x)| **x != 0.0) {
                (occurs[i], occurs[j]) = (true, true);
            }
        }
        (0..self.n).filter(|&i| occurs[i]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_equations_are_solved() {
        let mut sums = Normal::new(4);
        // y = 2a − b; the third feature never occurs, the fourth only alone.
        for (a, b) in [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 1.0)] {
            sums.add(&[a, b, 0.0, 0.0], 1.0, 2.0 * a - b);
        }
        sums.add(&[0.0, 0.0, 0.0, 2.0], 1.0, 3.0);
        let x = sums.solve();
        for (found, expected) in x.iter().zip([2.0, -1.0, 0.0, 1.5]) {
            assert!((found - expected).abs() < 1e-6, "{x:?}");
        }
    }
}

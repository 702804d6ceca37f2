//! A share of wins among games.

use keisei::random::Random;

/// A share of wins among games; a draw is half a win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Share {
    pub(super) won: f64,
    pub(super) games: u64,
}

impl Share {
    pub(super) fn value(self) -> f64 {
        self.won / self.games.max(1) as f64
    }

    /// The interval of Wilson that holds the true share in 95 of 100 studies.
    pub(super) fn interval(self) -> (f64, f64) {
        const Z: f64 = 1.959_963_984_540_054;
        if self.games == 0 {
            return (0.0, 1.0);
        }
        let (n, p) = (self.games as f64, self.value());
        let middle = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
    }

    /// What as many games might have given. Nothing is taken for certain: a half game is added to
    /// either side.
    pub(super) fn drawn_anew(self, random: &mut Random) -> Share {
        let p = (self.won + 0.5) / (self.games as f64 + 1.0);
        let won = (0..self.games).filter(|_| random.fraction() < p).count() as f64;
        Share { won, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_wilsons() {
        // By hand from the formula.
        for (won, games, low, high) in [
            (57.0, 100, 0.4721, 0.6627),
            (15.0, 20, 0.5313, 0.8881),
            (0.0, 10, 0.0, 0.2775),
            (10.0, 10, 0.7225, 1.0),
        ] {
            let (a, b) = Share { won, games }.interval();
            assert!((a - low).abs() < 1e-4 && (b - high).abs() < 1e-4, "{a} {b}");
        }
        assert_eq!(Share { won: 0.0, games: 0 }.interval(), (0.0, 1.0));
    }
}

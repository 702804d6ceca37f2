//! Multipole moments of the influence field (\[Wolf\], section VIII.B): value, gradient and saddle
//! at each point.

use keisei_goban::Point;

use super::Dynamics;

/// The field around a point, from −1 (White's) to 1 (Black's).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Multipole {
    /// The field itself.
    pub value: f64,
    /// By how much it grows from a column to the next, to the right.
    pub along_columns: f64,
    /// By how much it grows from a row to the next, upwards.
    pub along_rows: f64,
    /// `|A + D − B − C|` with A above, D below, B left and C right: how much the point is a pass
    /// between two hills, and so how urgent it is for connecting and cutting. 0 at the edge, where
    /// there are no four sides.
    pub saddle: f64,
}

impl Dynamics {
    /// The multipole moments at a point.
    pub fn multipole(&self, point: Point) -> Multipole {
        let size = self.board.size();
        let field = |p: Point| 2.0 * self.black(p) - 1.0;
        let here = field(point);
        let beside = point.neighbors().map(|q| size.contains(q).then(|| field(q)));
        // At the edge the difference to the one side there is.
        let slope = |low: Option<f64>, high: Option<f64>| match (low, high) {
            (Some(low), Some(high)) => (high - low) / 2.0,
            (Some(low), None) => here - low,
            (None, Some(high)) => high - here,
            (None, None) => 0.0,
        };
        let [above, left, right, below] = beside;
        let saddle = match (above, below, left, right) {
            (Some(a), Some(d), Some(b), Some(c)) => (a + d - b - c).abs(),
            _ => 0.0,
        };
        Multipole { value: here, along_columns: slope(left, right), along_rows: slope(below, above), saddle }
    }
}

/// The empty points that are most urgent for connecting and cutting, by their saddle.
pub fn cutting_points(dynamics: &Dynamics) -> Vec<(Point, f64)> {
    let size = dynamics.board.size();
    let mut points: Vec<(Point, f64)> = size
        .points()
        .filter(|&p| dynamics.board.is_empty(p))
        .map(|p| (p, dynamics.multipole(p).saddle))
        .filter(|&(_, saddle)| saddle > 0.0)
        .collect();
    points.sort_by(|a, b| b.1.total_cmp(&a.1).then(size.ordinal(a.0).cmp(&size.ordinal(b.0))));
    points
}

//! The fixed point as an evaluation.

use keisei_goban::{ByColor, PointMap, Position};

use super::{Dynamics, Parameters, fitted};
use crate::conversion::Spread;
use crate::draft::{Draft, Sureness};
use crate::safety::Safety;
use crate::{BlockOpinion, Evaluation, Evaluator, Evidence, LayerValues, Ownership};

/// How sure the fixed point is (|2x − 1|) at the knots of the calibration: evenly from 0 to 1.
pub const KNOTS: usize = 11;

/// What the fixed point's values mean, fitted on labelled positions: rising, and the same for both colours.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// The ownership of an empty point at each knot.
    pub points: [f64; KNOTS],
    /// The ownership of a stone's point at each knot.
    pub stones: [f64; KNOTS],
    /// How far the lead is off.
    pub spread: Spread,
}

impl Calibration {
    /// What was fitted.
    pub fn fitted() -> &'static Calibration {
        &fitted::CALIBRATION
    }

    /// The ownership that a value (−1 to 1) on an empty point or a stone stands for.
    pub fn ownership(&self, value: f64, stone: bool) -> f64 {
        let (low, share) = Calibration::place(value.abs());
        let knots = if stone { &self.stones } else { &self.points };
        let sure = knots[low] * (1.0 - share) + knots[low + 1] * share;
        sure.clamp(0.0, 1.0).copysign(value)
    }

    /// Between which knots a value lies: the lower one, and how far towards the next.
    pub fn place(sure: f64) -> (usize, f64) {
        let along = sure.clamp(0.0, 1.0) * (KNOTS - 1) as f64;
        let low = (along as usize).min(KNOTS - 2);
        (low, along - low as f64)
    }
}

/// Judges by the fixed point of the dynamical system, calibrated on labelled positions.
#[derive(Clone, Debug, Default)]
pub struct Seds {
    parameters: Parameters,
}

impl Seds {
    /// An evaluator with these parameters.
    pub fn new(parameters: Parameters) -> Seds {
        Seds { parameters }
    }
}

impl Evaluator for Seds {
    fn name(&self) -> &'static str {
        "seds"
    }

    /// What is proved is pinned: the paper's second series of iterations.
    fn evaluate(&mut self, position: &Position, safety: &Safety) -> Evaluation {
        let known = ByColor::new_with(|color| safety.points(color));
        let board = position.board();
        let size = board.size();
        let dynamics = Dynamics::with_pinned(board, self.parameters, &known);
        let calibration = Calibration::fitted();
        let mut ownership = Ownership::even(size);
        let mut black = PointMap::filled(0.0);
        let mut iterations = PointMap::filled(0);
        let [mut saddle, mut columns, mut rows] = [const { PointMap::filled(0.0) }; 3];
        for p in size.points() {
            let x = dynamics.black(p);
            ownership.set(p, calibration.ownership(2.0 * x - 1.0, !board.is_empty(p)) as f32);
            black[p] = x as f32;
            iterations[p] = i32::from(dynamics.iterations(p));
            let multipole = dynamics.multipole(p);
            saddle[p] = multipole.saddle as f32;
            columns[p] = multipole.along_columns as f32;
            rows[p] = multipole.along_rows as f32;
        }
        let stones = size.all() - board.empty();
        let blocks = board.blocks().filter_map(|block| {
            let stones = block.stone_set();
            let strength = dynamics.strength(stones.first()?)? as f32;
            Some(BlockOpinion {
                color: block.color(),
                stones,
                status: None,
                evidence: None,
                strength: Some(strength),
            })
        });
        let reals = |map| LayerValues::Reals(Box::new(map));
        Draft::new(ownership, Evidence::Estimated)
            .sum("stones", stones)
            .sum("points", size.all() - stones)
            .blocks(blocks)
            .layer("black", reals(black))
            .layer("iterations", LayerValues::Integers(Box::new(iterations)))
            .layer("gradient_columns", reals(columns))
            .layer("gradient_rows", reals(rows))
            .layer("saddle", reals(saddle))
            .finish(position, safety, Sureness::Spread(&calibration.spread))
    }
}

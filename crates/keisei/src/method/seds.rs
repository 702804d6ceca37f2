//! The fixed point as an evaluation.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use keisei_goban::{ByColor, PointMap, Position};

use crate::conversion::Spread;
use crate::draft::{Draft, Sureness};
use crate::knots::Knots;
use crate::safety::Safety;
use crate::seds::{Dynamics, Parameters};
use crate::weights::{WeightsError, exactly, read, write};
use crate::{BlockOpinion, Evaluation, Evaluator, Evidence, LayerName, LayerValues, Ownership};

/// How sure the fixed point is (|2x − 1|) at the knots of the calibration.
pub const BY_SURENESS: Knots<f64, SURENESSES> =
    Knots::<f64, _>::new([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]);

/// How many knots [`BY_SURENESS`] has.
pub const SURENESSES: usize = 11;

/// What the fixed point's values mean, fitted on labelled positions: rising, and the same for both
/// colours.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// The ownership of an empty point at each knot.
    pub points: [f64; SURENESSES],
    /// The ownership of a stone's point at each knot.
    pub stones: [f64; SURENESSES],
    /// How far the lead is off.
    pub spread: Spread,
}

impl Calibration {
    /// What was fitted, with reading ([`Parameters::with_reading`]).
    pub fn fitted() -> &'static Calibration {
        static FITTED: LazyLock<Calibration> =
            LazyLock::new(|| include_str!("seds.weights").parse().expect("our own weights can be read"));
        &FITTED
    }

    /// The ownership that a value (−1 to 1) on an empty point or a stone stands for.
    pub fn ownership(&self, value: f64, stone: bool) -> f64 {
        let curve = if stone { &self.stones } else { &self.points };
        BY_SURENESS.interpolate(curve, value.abs()).clamp(0.0, 1.0).copysign(value)
    }
}

impl FromStr for Calibration {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Calibration, WeightsError> {
        let [points, stones, stdev, slope] = read(text, ["points", "stones", "stdev", "slope"])?;
        Ok(Calibration {
            points: exactly("points", &points)?,
            stones: exactly("stones", &stones)?,
            spread: Spread::read(&stdev, &slope)?,
        })
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, "points", 5, self.points)?;
        write(f, "stones", 5, self.stones)?;
        self.spread.fmt(f)
    }
}

/// Judges by the fixed point of the dynamical system, calibrated on labelled positions.
#[derive(Clone, Debug)]
pub struct SedsEvaluator {
    parameters: Parameters,
    calibration: Cow<'static, Calibration>,
}

impl Default for SedsEvaluator {
    /// With reading, as calibrated.
    fn default() -> SedsEvaluator {
        SedsEvaluator::new(Parameters::default().with_reading(true))
    }
}

impl SedsEvaluator {
    /// An evaluator with these parameters.
    pub fn new(parameters: Parameters) -> SedsEvaluator {
        SedsEvaluator { parameters, calibration: Cow::Borrowed(Calibration::fitted()) }
    }

    /// The same with another calibration.
    #[must_use]
    pub fn with_calibration(mut self, calibration: Calibration) -> SedsEvaluator {
        self.calibration = Cow::Owned(calibration);
        self
    }
}

impl Evaluator for SedsEvaluator {
    fn name(&self) -> &'static str {
        "seds"
    }

    /// What is proved is pinned: the paper's second series of iterations.
    fn evaluate(&mut self, position: &Position, safety: &Safety) -> Evaluation {
        let known = ByColor::new_with(|color| safety.points(color));
        let board = position.board();
        let size = board.size();
        let dynamics = Dynamics::with_pinned(board, self.parameters, &known);
        let calibration = &*self.calibration;
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
            .layer(LayerName::Black, reals(black))
            .layer(LayerName::Iterations, LayerValues::Integers(Box::new(iterations)))
            .layer(LayerName::GradientColumns, reals(columns))
            .layer(LayerName::GradientRows, reals(rows))
            .layer(LayerName::Saddle, reals(saddle))
            .finish(position, safety, Sureness::Spread(&calibration.spread))
    }
}

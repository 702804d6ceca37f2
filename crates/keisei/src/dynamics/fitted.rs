//! What `keisei study fit --basis seds` found; written by it, not by hand. See `conversion::fitted`.

use super::evaluator::Calibration;
use crate::conversion::Spread;

#[rustfmt::skip]
pub(super) static CALIBRATION: Calibration = Calibration {
    points: [0.00000, 0.61560, 0.80196, 0.88810, 0.90026, 0.90026, 0.90026, 0.90026, 0.90026, 0.90026, 0.96410],
    stones: [0.00000, 0.37230, 0.37230, 0.37230, 0.37230, 0.45013, 0.69099, 0.69099, 0.82565, 0.85252, 0.92071],
    spread: Spread { stdev: [5.88907, 6.84000, 10.65746, 14.32454, 20.48179, 16.95835, 15.26168], slope: 0.04147 },
};

//! The calibration of the dynamical system's fixed point: a rising function of how sure it is,
//! fitted on labelled positions.

use std::path::Path;
use std::process::ExitCode;

use keisei::Ownership;
use keisei::conversion::{STAGES, Spread};
use keisei::method::{BY_SURENESS, Calibration, SURENESSES};
use keisei::seds::{Dynamics, Parameters};
use rayon::prelude::*;

use super::accuracy::Errors;
use super::fit::{fit_spread, line, write_weights};
use super::labelled::{Labelled, Split};
use super::normal::Normal;
use super::rising::rising;
use keisei_console::output;

pub(super) fn run(positions: &[Labelled], write: Option<&Path>) -> anyhow::Result<ExitCode> {
    let fixed: Vec<Dynamics> = positions
        .par_iter()
        .map(|label| Dynamics::of(label.position.board(), Parameters::default().with_reading(true)))
        .collect();
    let both: Vec<(&Labelled, &Dynamics)> = positions.iter().zip(&fixed).collect();
    let fitting: Vec<_> = both.iter().copied().filter(|(label, _)| Split::Fitted.takes(label)).collect();
    let mut calibration = Calibration {
        points: knots(&fitting, false),
        stones: knots(&fitting, true),
        spread: Spread { stdev: [1.0; STAGES], slope: 1.0 },
    };
    let leads: Vec<f64> = fitting.iter().map(|(l, d)| ownership(&calibration, l, d).total()).collect();
    let labels: Vec<&Labelled> = fitting.iter().map(|(label, _)| *label).collect();
    calibration.spread = fit_spread(&labels, &leads);
    let mut text = format!(
        "{:<30}{:>37}{:>37}\n",
        "", "fitted: own sign score winner", "held out: own sign score winner"
    );
    text += &format!("{:<30}", "seds");
    for part in [Split::Fitted, Split::HeldOut] {
        let errors = both.iter().filter(|(label, _)| part.takes(label)).map(|(label, dynamics)| {
            let ownership = ownership(&calibration, label, dynamics);
            let lead = ownership.total();
            let score = calibration.spread.score(&label.position, lead);
            Errors::of(label, &ownership, lead, score.black_wins)
        });
        text += &line(&errors.fold(Errors::default(), Errors::and).mean());
    }
    text.push('\n');
    if let Some(folder) = write {
        let what = "What the values of the fixed point mean.";
        write_weights(folder, "seds.weights", what, " --basis seds", &calibration)?;
    }
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn ownership(calibration: &Calibration, label: &Labelled, dynamics: &Dynamics) -> Ownership {
    let board = label.position.board();
    let mut ownership = Ownership::even(board.size());
    for p in board.size().points() {
        let value = 2.0 * dynamics.black(p) - 1.0;
        ownership.set(p, calibration.ownership(value, !board.is_empty(p)) as f32);
    }
    ownership
}

/// The ownership at each knot: least squares, then made to rise by pooling neighbours that fall.
fn knots(fitting: &[(&Labelled, &Dynamics)], stones: bool) -> [f64; SURENESSES] {
    let mut sums = Normal::new(SURENESSES);
    let mut weights = [1e-9; SURENESSES];
    for (label, dynamics) in fitting {
        let board = label.position.board();
        let weight = 1.0 / f64::from(board.size().area());
        for (p, own) in board.size().points().zip(&label.ownership) {
            if board.is_empty(p) == stones {
                continue;
            }
            let value = 2.0 * dynamics.black(p) - 1.0;
            let shares = BY_SURENESS.shares(value.abs());
            shares.iter().for_each(|&(knot, share)| weights[knot] += weight * share);
            sums.add_sparse(&shares, weight, weight * f64::from(*own) * value.signum());
        }
    }
    // Nobody's point is nobody's: the first knot is 0, since signs must not jump.
    let values = sums.solve().into_iter().enumerate();
    let values = values.map(|(knot, value)| if knot == 0 { 0.0 } else { value.clamp(0.0, 1.0) });
    let rising = rising(values.zip(weights).map(|(value, weight)| (value * weight, weight)));
    std::array::from_fn(|i| rising[i])
}

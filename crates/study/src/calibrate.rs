//! The calibration of the dynamical system's fixed point: a rising function of how sure it is, fitted on labelled positions.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use keisei::Ownership;
use keisei::conversion::Spread;
use keisei::dynamics::{Calibration, Dynamics, KNOTS, Parameters};
use rayon::prelude::*;

use super::accuracy::Errors;
use super::fit::{fit_spread, line, logistic};
use super::labelled::{Labelled, Part};
use super::normal::Normal;
use keisei_console::output;

pub(super) fn run(positions: &[Labelled], write: Option<&Path>) -> anyhow::Result<ExitCode> {
    let fixed: Vec<Dynamics> = positions
        .par_iter()
        .map(|label| Dynamics::of(label.position.board(), Parameters::default()))
        .collect();
    let both: Vec<(&Labelled, &Dynamics)> = positions.iter().zip(&fixed).collect();
    let fitting: Vec<_> = both.iter().copied().filter(|(label, _)| Part::Fitted.takes(label)).collect();
    let mut calibration = Calibration {
        points: knots(&fitting, false),
        stones: knots(&fitting, true),
        spread: Spread { stdev: [1.0; 7], slope: 1.0 },
    };
    let leads: Vec<f64> = fitting.iter().map(|(l, d)| ownership(&calibration, l, d).total()).collect();
    let labels: Vec<&Labelled> = fitting.iter().map(|(label, _)| *label).collect();
    calibration.spread = fit_spread(&labels, &leads);
    let mut text = format!(
        "{:<30}{:>37}{:>37}\n",
        "", "fitted: own sign score winner", "held out: own sign score winner"
    );
    text += &format!("{:<30}", "seds");
    for part in [Part::Fitted, Part::HeldOut] {
        let errors = both.iter().filter(|(label, _)| part.takes(label)).map(|(label, dynamics)| {
            let ownership = ownership(&calibration, label, dynamics);
            let lead = ownership.total();
            let with_komi = lead - label.position.compensation().points();
            let spread = &calibration.spread;
            let black_wins = logistic(spread.slope * with_komi / spread.stdev(&label.position));
            Errors::of(label, &ownership, lead, Some(black_wins))
        });
        text += &line(&errors.fold(Errors::default(), Errors::and).mean());
    }
    text.push('\n');
    if let Some(path) = write {
        std::fs::write(path, source(&calibration))
            .with_context(|| format!("{}: cannot be written", path.display()))?;
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
fn knots(fitting: &[(&Labelled, &Dynamics)], stones: bool) -> [f64; KNOTS] {
    let mut sums = Normal::new(KNOTS);
    let mut weights = [1e-9; KNOTS];
    for (label, dynamics) in fitting {
        let board = label.position.board();
        let weight = 1.0 / f64::from(board.size().area());
        for (p, own) in board.size().points().zip(&label.ownership) {
            if board.is_empty(p) == stones {
                continue;
            }
            let value = 2.0 * dynamics.black(p) - 1.0;
            let (low, share) = Calibration::place(value.abs());
            let mut hats = [0.0; KNOTS];
            (hats[low], hats[low + 1]) = (1.0 - share, share);
            weights[low] += weight * (1.0 - share);
            weights[low + 1] += weight * share;
            sums.add(&hats, weight, weight * f64::from(*own) * value.signum());
        }
    }
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (value, weight) in sums.solve().into_iter().zip(weights) {
        // Nobody's point is nobody's: the first knot is 0, since signs must not jump.
        let value = if pools.is_empty() { 0.0 } else { value.clamp(0.0, 1.0) };
        pools.push((value, weight, 1));
        while let [.., (a, wa, na), (b, wb, nb)] = pools[..] {
            if a <= b {
                break;
            }
            pools.truncate(pools.len() - 2);
            pools.push(((a * wa + b * wb) / (wa + wb), wa + wb, na + nb));
        }
    }
    let rising: Vec<f64> =
        pools.into_iter().flat_map(|(value, _, n)| std::iter::repeat_n(value, n)).collect();
    std::array::from_fn(|i| rising[i])
}

fn source(calibration: &Calibration) -> String {
    let numbers = |numbers: &[f64]| numbers.iter().map(|x| format!("{x:.5}")).collect::<Vec<_>>().join(", ");
    format!(
        "//! What `keisei study fit --basis seds` found; written by it, not by hand. See `conversion::fitted`.\n\n\
         use super::evaluator::Calibration;\nuse crate::conversion::Spread;\n\n#[rustfmt::skip]\n\
         pub(super) static CALIBRATION: Calibration = Calibration {{\n    points: [{}],\n    stones: [{}],\n    \
         spread: Spread {{ stdev: [{}], slope: {:.5} }},\n}};\n",
        numbers(&calibration.points),
        numbers(&calibration.stones),
        numbers(&calibration.spread.stdev),
        calibration.spread.slope
    )
}

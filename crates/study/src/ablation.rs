//! `keisei study accuracy --ablation`: what each method adds to the judge.
//!
//! The model is fitted anew without a method, and with that method alone, and measured on the part
//! held out. To set weights to 0 in a model that was fitted with them would say something else: the
//! others would not have taken their place.

use std::fmt::Write as _;

use keisei::judge::{Effort, Part};
use rayon::prelude::*;
use serde::Serialize;

use super::accuracy::Accuracy;
use super::judged::{self, Asked};
use super::labelled::{self, Labelled};
use super::{accuracy, additive};
use keisei_console::output::{self, counted};

/// What is left out, and the parts of the model it takes part in: its own first, then those
/// together with other methods.
const METHODS: [(&str, &[Part]); 6] = [
    ("playouts", &[Part::Playouts, Part::PlayoutsWithMoyo, Part::PlayoutsWithSeds]),
    ("seds", &[Part::Seds, Part::PlayoutsWithSeds, Part::SedsWithMoyo]),
    ("moyo, potential", &[Part::Moyo, Part::PlayoutsWithMoyo, Part::SedsWithMoyo]),
    ("zones", &[Part::Zones]),
    ("block", &[Part::Block]),
    ("turn", &[Part::Turn]),
];

/// So many methods say something about every point by themselves.
const ALONE: usize = 4;

#[derive(Serialize)]
pub(super) struct Report {
    effort: &'static str,
    fitted: usize,
    held_out: usize,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    model: String,
    #[serde(flatten)]
    accuracy: Accuracy,
}

/// Fits and measures.
pub(super) fn run(positions: &[Labelled], effort: Effort) -> Report {
    let asked = judged::ask(positions, effort);
    let methods = METHODS.iter().filter(|(name, _)| effort == Effort::Deep || *name != "playouts");
    let without = methods.clone().map(|(name, parts)| (format!("without {name}"), parts.to_vec()));
    let alone = methods.take(if effort == Effort::Deep { ALONE } else { ALONE - 1 }).map(|(name, parts)| {
        let others = Part::ALL.into_iter().filter(|part| *part != parts[0]);
        (format!("{name} alone"), others.collect())
    });
    let mut fits = vec![("all".to_string(), Vec::new())];
    fits.extend(without);
    fits.extend(alone);
    let bar = output::progress(additive::TOLD * (fits.len() as u64 + 1), "fitting");
    let row = |model: String, asked: &[Asked], without: &[Part]| {
        let fitted = judged::fit(positions, asked, without, || bar.inc(1));
        Row {
            model,
            accuracy: judged::measure(&fitted, &judged::samples(positions, asked, labelled::Split::HeldOut)),
        }
    };
    let mut rows: Vec<Row> = fits.into_iter().map(|(model, without)| row(model, &asked, &without)).collect();
    let unproved: Vec<Asked> =
        asked.par_iter().zip(positions).map(|(asked, label)| asked.without_proofs(label)).collect();
    rows.insert(1, row("without proofs".to_string(), &unproved, &[]));
    bar.finish_and_clear();
    let held_out = positions.iter().filter(|label| label.held_out).count();
    Report { effort: effort.name(), fitted: positions.len() - held_out, held_out, rows }
}

impl Report {
    pub(super) fn table(&self) -> String {
        let mut text = format!(
            "effort {}: fitted on {}, measured on {} held out\n{}\n",
            self.effort,
            counted(self.fitted, "position"),
            self.held_out,
            accuracy::heading("model"),
        );
        for row in &self.rows {
            let _ = writeln!(text, "{}", accuracy::line(&row.model, &row.accuracy));
        }
        text + accuracy::LEGEND
    }
}

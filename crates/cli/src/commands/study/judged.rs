//! `keisei study fit --basis judge`: the judge's models, one without random games and one with them.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use keisei::judge::views::{Methods, Views, sampled};
use keisei::judge::{Effort, Judge, Model};
use keisei::safety::{Limits, Safety};
use rayon::prelude::*;

use super::accuracy::{Accuracy, Errors};
use super::additive::{self, Sample};
use super::fit::line;
use super::labelled::{Labelled, Part};
use crate::output;

pub(super) fn run(positions: &[Labelled], write: Option<&Path>) -> anyhow::Result<ExitCode> {
    let mut text = format!(
        "{:<30}{:>22}{:>32}\n",
        "", "fitted: own   sign  score  winner", "held out: own   sign  score  winner"
    );
    let mut models = Vec::new();
    for (name, effort) in [("STATIC", Effort::Static), ("DEEP", Effort::Deep)] {
        let asked = ask(positions, effort);
        let samples = |part: Part| -> Vec<(&Labelled, Sample<'_>)> {
            let all = positions.iter().zip(&asked).filter(|(label, _)| part.takes(label));
            all.map(|(label, (safety, views))| (label, sample(label, safety, views))).collect()
        };
        let fitting: Vec<Sample<'_>> = samples(Part::Fitted).into_iter().map(|(_, sample)| sample).collect();
        let bar = output::progress(additive::TOLD, "fitting");
        let model = additive::fit(&fitting, || bar.inc(1));
        bar.finish_and_clear();
        let row = |part| line(&measure(&model, &samples(part)));
        text += &format!("{:<30}{}{}\n", effort.name(), row(Part::Fitted), row(Part::HeldOut));
        models.push((name, model));
    }
    if let Some(path) = write {
        let models: Vec<(&str, &Model)> = models.iter().map(|(name, model)| (*name, model)).collect();
        std::fs::write(path, additive::source(&models))
            .with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// What is proved about all positions, and what the methods say.
fn ask(positions: &[Labelled], effort: Effort) -> Vec<(Safety, Views)> {
    let judge = Judge::new(effort);
    let limits = if effort == Effort::Static { Limits::STATIC } else { judge.limits };
    let bar = output::progress(positions.len() as u64, "asking the methods");
    let asked = positions
        .par_iter()
        .map(|label| {
            let safety = Safety::of(&label.position, limits);
            let games = (effort == Effort::Deep).then(|| sampled(&label.position, judge.playouts));
            let views = Methods::default().ask(&label.position, &safety, games).clone();
            bar.inc(1);
            (safety, views)
        })
        .collect();
    bar.finish_and_clear();
    asked
}

fn sample<'a>(label: &'a Labelled, safety: &'a Safety, views: &'a Views) -> Sample<'a> {
    Sample {
        position: &label.position,
        safety,
        views,
        ownership: &label.ownership,
        lead: label.lead,
        black_wins: label.black_wins,
    }
}

fn measure(model: &Model, samples: &[(&Labelled, Sample<'_>)]) -> Accuracy {
    let errors: Vec<Errors> = samples
        .par_iter()
        .map(|(label, sample)| {
            let (ownership, lead, black_wins) = sample.judged_with_outlook(model);
            Errors::of(label, &ownership, lead, Some(black_wins))
        })
        .collect();
    errors.into_iter().fold(Errors::default(), Errors::and).mean()
}

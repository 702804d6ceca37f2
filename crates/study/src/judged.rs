//! `keisei study fit --basis judge`: the judge's models, one without random games and one with
//! them.

use std::path::Path;
use std::process::ExitCode;

use keisei::judge::views::{Methods, Views, sampled};
use keisei::judge::{self, Effort, Judge, Model};
use keisei::safety::Safety;
use keisei_goban::PointMap;
use rayon::prelude::*;

use super::accuracy::{Accuracy, Errors};
use super::additive::{self, Sample};
use super::fit::{line, write_weights};
use super::labelled::{Labelled, Split};
use keisei_console::output;

pub(super) fn run(positions: &[Labelled], write: Option<&Path>) -> anyhow::Result<ExitCode> {
    let mut text = format!(
        "{:<10}{:>37}{:>39}\n",
        "", "fitted: own    sign  score winner", "held out: own    sign  score winner"
    );
    let mut models = Vec::new();
    for effort in [Effort::Static, Effort::Deep] {
        let asked = ask(positions, effort);
        let bar = output::progress(additive::TOLD, "fitting");
        let model = fit(positions, &asked, &[], || bar.inc(1));
        bar.finish_and_clear();
        let row = |part| line(&measure(&model, &samples(positions, &asked, part)));
        text += &format!("{:<10}{}  {}\n", effort.name(), row(Split::Fitted), row(Split::HeldOut));
        models.push((effort, model));
    }
    if let Some(folder) = write {
        for (effort, model) in &models {
            let games = if *effort == Effort::Deep { "with" } else { "without" };
            let what = format!("The judge's weights {games} random games.");
            write_weights(folder, &format!("{effort}.model"), &what, " --basis judge", model)?;
        }
    }
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// What is proved about a position, and what the methods say.
pub(super) struct Asked {
    safety: Safety,
    games: Option<Box<PointMap<f32>>>,
    views: Views,
}

/// Asks the methods about all positions.
pub(super) fn ask(positions: &[Labelled], effort: Effort) -> Vec<Asked> {
    let judge = Judge::new(effort);
    let bar = output::progress(positions.len() as u64, "asking the methods");
    let asked = positions
        .par_iter()
        .map(|label| {
            let games = (effort == Effort::Deep).then(|| sampled(&label.position, judge.playouts));
            let asked = Asked::new(label, Safety::of(&label.position, effort.limits()), games);
            bar.inc(1);
            asked
        })
        .collect();
    bar.finish_and_clear();
    asked
}

impl Asked {
    fn new(label: &Labelled, safety: Safety, games: Option<Box<PointMap<f32>>>) -> Asked {
        let views = Methods::default().ask(&label.position, &safety, games.clone()).clone();
        Asked { safety, games, views }
    }

    /// The same if nothing were proved.
    pub(super) fn without_proofs(&self, label: &Labelled) -> Asked {
        Asked::new(label, Safety::nothing(label.position.board().size()), self.games.clone())
    }
}

/// A part of the positions, as a fit needs them.
pub(super) fn samples<'a>(
    positions: &'a [Labelled],
    asked: &'a [Asked],
    part: Split,
) -> Vec<(&'a Labelled, Sample<'a>)> {
    let all = positions.iter().zip(asked).filter(|(label, _)| part.takes(label));
    all.map(|(label, asked)| (label, sample(label, &asked.safety, &asked.views))).collect()
}

/// Fits a model without some parts on what is not held out. Tells each round that is done.
pub(super) fn fit(
    positions: &[Labelled],
    asked: &[Asked],
    without: &[judge::Part],
    tell: impl Fn() + Sync,
) -> Model {
    let fitting = samples(positions, asked, Split::Fitted);
    let fitting: Vec<Sample<'_>> = fitting.into_iter().map(|(_, sample)| sample).collect();
    additive::fit(&fitting, without, tell)
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

pub(super) fn measure(model: &Model, samples: &[(&Labelled, Sample<'_>)]) -> Accuracy {
    let errors: Vec<Errors> = samples
        .par_iter()
        .map(|(label, sample)| {
            let evaluation = sample.evaluated(model);
            Errors::of(label, &evaluation.ownership, evaluation.score.lead, evaluation.score.black_wins)
        })
        .collect();
    errors.into_iter().fold(Errors::default(), Errors::and).mean()
}

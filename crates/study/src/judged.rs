//! `keisei study fit --basis judge`: the judge's models, one without random games and one with
//! them.

use std::path::Path;
use std::process::ExitCode;

use keisei::judge::views::{Methods, Views, sampled};
use keisei::judge::{self, Effort, Judge, Model};
use keisei::safety::Safety;
use keisei_goban::{PointMap, Position};
use rayon::prelude::*;

use super::accuracy::{Accuracy, Errors};
use super::additive::{self, Heard, Sample};
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
    /// The same of the position before the last move.
    before: Option<Box<Asked>>,
}

/// Asks the methods about all positions.
pub(super) fn ask(positions: &[Labelled], effort: Effort) -> Vec<Asked> {
    let judge = Judge::new(effort);
    let bar = output::progress(positions.len() as u64, "asking the methods");
    let asked = positions
        .par_iter()
        .map(|label| {
            let about = |position: &Position| {
                let games = (effort == Effort::Deep).then(|| sampled(position, judge.playouts));
                Asked::new(position, Safety::of(position, effort.limits()), games)
            };
            let mut asked = about(&label.position);
            asked.before = label.before.as_ref().map(|before| Box::new(about(before)));
            bar.inc(1);
            asked
        })
        .collect();
    bar.finish_and_clear();
    asked
}

impl Asked {
    fn new(position: &Position, safety: Safety, games: Option<Box<PointMap<f32>>>) -> Asked {
        let views = Methods::default().ask(position, &safety, games.clone()).clone();
        Asked { safety, games, views, before: None }
    }

    /// The same if nothing were proved.
    pub(super) fn without_proofs(&self, label: &Labelled) -> Asked {
        let without = |position: &Position, asked: &Asked| {
            Asked::new(position, Safety::nothing(position.board().size()), asked.games.clone())
        };
        let before = label.before.as_ref().zip(self.before.as_ref());
        let before = before.map(|(position, asked)| Box::new(without(position, asked)));
        Asked { before, ..without(&label.position, self) }
    }
}

/// A part of the positions, as a fit needs them.
pub(super) fn samples<'a>(
    positions: &'a [Labelled],
    asked: &'a [Asked],
    part: Split,
) -> Vec<(&'a Labelled, Sample<'a>)> {
    let all = positions.iter().zip(asked).filter(|(label, _)| part.takes(label));
    all.map(|(label, asked)| (label, sample(label, asked))).collect()
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

fn sample<'a>(label: &'a Labelled, asked: &'a Asked) -> Sample<'a> {
    let before = label.before.as_ref().zip(asked.before.as_ref());
    Sample {
        now: Heard::new(&label.position, &asked.safety, &asked.views),
        before: before.map(|(position, asked)| Heard::new(position, &asked.safety, &asked.views)),
        ownership: &label.ownership,
        lead: label.lead,
        black_wins: label.black_wins,
        result: label.result,
    }
}

pub(super) fn measure(model: &Model, samples: &[(&Labelled, Sample<'_>)]) -> Accuracy {
    let errors: Vec<Errors> = samples
        .par_iter()
        .map(|(label, sample)| {
            let evaluation = sample.now.evaluated(model);
            Errors::of(label, &evaluation.ownership, evaluation.score.lead, evaluation.score.black_wins)
        })
        .collect();
    errors.into_iter().fold(Errors::default(), Errors::and).mean()
}

//! The JSON of `judge --compare`.

use keisei::comparison::{Alternative, Area, Comparison};
use keisei::{Method, Settings};
use keisei_goban::{Game, Size};
use serde::Serialize;

use super::{Header, Ordered, ScoreReport, line, vertices};

/// Moves compared, as one line: what is said after each, and what the first makes of the position
/// that the others do not. Black is positive; `gain` alone is the mover's.
pub fn comparison(settings: &Settings, game: &Game, comparison: &Comparison) -> String {
    let size = game.position().board().size();
    line(&Report {
        schema: 1,
        method: settings.method.name(),
        effort: (settings.method == Method::Judge).then(|| settings.effort.name()),
        header: Header::new(game),
        moves: comparison.alternatives.iter().map(told).collect(),
        differences: (1..comparison.alternatives.len())
            .map(|other| differ(comparison, other, size))
            .collect(),
    })
}

fn told(alternative: &Alternative) -> MoveReport {
    let evaluation = &alternative.evaluation;
    MoveReport {
        mv: alternative.mv.to_string(),
        score: ScoreReport::new(alternative.game.position(), evaluation),
        ownership: evaluation.ownership.row_major().collect(),
        terms: Ordered::terms(&evaluation.terms),
    }
}

fn differ(comparison: &Comparison, other: usize, size: Size) -> DifferenceReport {
    let difference = comparison.difference(0, other);
    let area = |area: &Area| AreaReport {
        peak: area.peak.to_string(),
        sum: area.sum,
        points: vertices(area.points),
    };
    DifferenceReport {
        first: comparison.alternatives[0].mv.to_string(),
        second: comparison.alternatives[other].mv.to_string(),
        gain: difference.gain,
        ownership: difference.ownership.row_major(size).collect(),
        areas: difference.areas.iter().map(area).collect(),
        elsewhere: difference.elsewhere,
        terms: Ordered::terms(&difference.terms),
    }
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<&'static str>,
    #[serde(flatten)]
    header: Header,
    moves: Vec<MoveReport>,
    differences: Vec<DifferenceReport>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    mv: String,
    score: ScoreReport,
    ownership: Vec<f32>,
    terms: Ordered<f64>,
}

#[derive(Serialize)]
struct DifferenceReport {
    first: String,
    second: String,
    gain: f64,
    ownership: Vec<f32>,
    areas: Vec<AreaReport>,
    elsewhere: f64,
    terms: Ordered<f64>,
}

#[derive(Serialize)]
struct AreaReport {
    peak: String,
    sum: f64,
    points: Vec<String>,
}

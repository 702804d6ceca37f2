//! What `keisei moyo` found, as JSON: the report of `judge` with more keys.

use keisei::Evaluation;
use keisei::moyo::{Anchor, Completion, Connection, Explanation, Moyo, Reason, Ties};
use keisei::potential::Influence;
use keisei_goban::{ByColor, Color, Game, Point};
use serde::Serialize;

use super::{Ordered, judgement, line, vertices};

/// What the watershed method found in a position.
pub struct MoyoFindings<'a> {
    /// The game whose position was judged.
    pub game: &'a Game,
    /// What the method says.
    pub evaluation: &'a Evaluation,
    /// The frameworks.
    pub moyo: &'a Moyo,
    /// The stretches of their ridges.
    pub connections: &'a [Connection],
    /// Why points are inner or not, for those asked about.
    pub explanations: &'a [Explanation],
    /// The moves that complete them, if asked for.
    pub completions: Option<&'a ByColor<Vec<Completion>>>,
}

#[derive(Serialize)]
pub(super) struct MoyoReport {
    options: OptionsReport,
    inner_area: Ordered<usize>,
    connections: Vec<ConnectionReport>,
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    ignored: Ordered<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    explanations: Vec<ExplanationReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    completions: Option<Ordered<Vec<CompletionReport>>>,
}

#[derive(Serialize)]
struct OptionsReport {
    field: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    m: Option<f64>,
    ties: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    threshold: Option<f64>,
    concave: bool,
}

#[derive(Serialize)]
struct ConnectionReport {
    color: char,
    between: [String; 2],
    points: Vec<String>,
    strength: f64,
}

#[derive(Serialize)]
struct ExplanationReport {
    vertex: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<char>,
    inner: bool,
    reason: &'static str,
    paths: Vec<PathReport>,
}

#[derive(Serialize)]
struct PathReport {
    inside: bool,
    steps: Vec<StepReport>,
}

#[derive(Serialize)]
struct StepReport {
    point: String,
    potential: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<String>,
}

#[derive(Serialize)]
struct CompletionReport {
    #[serde(rename = "move")]
    point: String,
    gain: i32,
    reduction: i32,
}

/// The JSON of `moyo`, as one line.
pub fn moyo(findings: &MoyoFindings<'_>) -> String {
    let mut report = judgement("moyo", findings.game, findings.evaluation);
    report.moyo = Some(MoyoReport::new(findings));
    line(&report)
}

impl MoyoReport {
    fn new(findings: &MoyoFindings<'_>) -> MoyoReport {
        let moyo = findings.moyo;
        let options = moyo.options();
        let unit = options.influence.unit() as f64;
        let colors = [("B", Color::Black), ("W", Color::White)];
        MoyoReport {
            options: OptionsReport {
                field: options.influence.name(),
                m: match options.influence {
                    Influence::Attenuation(m) => Some(m.base()),
                    _ => None,
                },
                ties: match options.ties {
                    Ties::Outer => "outer",
                    Ties::Inner => "inner",
                },
                threshold: options.threshold.map(|threshold| threshold.potential()),
                concave: options.concave,
            },
            inner_area: Ordered(colors.map(|(key, color)| (key, moyo.inner(color).len())).into()),
            connections: findings.connections.iter().map(|c| connection(c, unit)).collect(),
            ignored: Ordered(if options.concave {
                colors.map(|(key, color)| (key, vertices(moyo.ignored(color)))).into()
            } else {
                Vec::new()
            }),
            explanations: findings.explanations.iter().map(|e| explanation(e, unit)).collect(),
            completions: findings.completions.map(|completions| {
                Ordered(
                    colors
                        .map(|(key, color)| (key, completions[color].iter().map(completion).collect()))
                        .into(),
                )
            }),
        }
    }
}

fn connection(connection: &Connection, unit: f64) -> ConnectionReport {
    let name = |anchor: Anchor| match anchor {
        Anchor::Block(stone) => stone.to_string(),
        Anchor::Edge => "edge".into(),
    };
    ConnectionReport {
        color: connection.color.letter(),
        between: [name(connection.between.0), name(connection.between.1)],
        points: vertices(connection.points),
        strength: connection.strength as f64 / unit,
    }
}

fn explanation(explanation: &Explanation, unit: f64) -> ExplanationReport {
    ExplanationReport {
        vertex: explanation.point.to_string(),
        color: explanation.color.map(Color::letter),
        inner: explanation.inner,
        reason: match explanation.reason {
            Reason::Inside => "inside",
            Reason::Outside => "outside",
            Reason::Tie => "tie",
            Reason::Threshold => "threshold",
            Reason::LevelEnd => "level end",
            Reason::Level => "level",
        },
        paths: explanation
            .paths
            .iter()
            .map(|path| PathReport {
                inside: path.inside,
                steps: path
                    .steps
                    .iter()
                    .map(|step| StepReport {
                        point: step.point.to_string(),
                        potential: step.potential as f64 / unit,
                        others: step.others.iter().map(Point::to_string).collect(),
                    })
                    .collect(),
            })
            .collect(),
    }
}

fn completion(completion: &Completion) -> CompletionReport {
    CompletionReport {
        point: completion.point.to_string(),
        gain: completion.gain,
        reduction: completion.reduction,
    }
}

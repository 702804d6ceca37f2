//! An evaluation as JSON, as `interfaces` fixes it: Black positive, flat arrays from the top left.

mod comparison;
mod moyo;
mod score;
mod standing;
mod zones;

use keisei::{Evaluation, LayerValues, Term};
use keisei_goban::{ByColor, Color, Game, Point, Position};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

pub use self::comparison::comparison;
use self::moyo::MoyoReport;
pub use self::moyo::{MoyoFindings, moyo};
pub use self::score::{of_status, score};
pub use self::standing::standing;
use self::zones::ZonesReport;
pub use self::zones::zones;
use crate::verdicts::Verdict;

/// Keys in the order given.
struct Ordered<V>(Vec<(&'static str, V)>);

impl<V: Serialize> Serialize for Ordered<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<V> Ordered<V> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Ordered<f64> {
    fn terms(terms: &[Term]) -> Ordered<f64> {
        Ordered(terms.iter().map(|term| (term.name, term.points)).collect())
    }
}

/// What every report says about the position.
#[derive(Serialize)]
struct Header {
    width: u32,
    height: u32,
    move_number: usize,
    to_play: char,
    rules: &'static str,
    komi: f64,
    #[serde(skip_serializing_if = "is_zero")]
    handicap: u32,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Header {
    fn new(game: &Game) -> Header {
        let position = game.position();
        let size = position.board().size();
        Header {
            width: size.width(),
            height: size.height(),
            move_number: game.move_number(),
            to_play: position.to_play().letter(),
            rules: position.rules().name(),
            komi: position.komi().points(),
            handicap: position.handicap(),
        }
    }
}

#[derive(Serialize)]
struct ScoreReport {
    lead: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stdev: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_wins: Option<f64>,
    text: String,
}

impl ScoreReport {
    fn new(position: &Position, evaluation: &Evaluation) -> ScoreReport {
        let score = evaluation.score;
        ScoreReport {
            lead: score.lead,
            stdev: score.stdev,
            black_wins: score.black_wins,
            text: score.result(position).to_string(),
        }
    }
}

#[derive(Serialize)]
struct BlockReport {
    color: char,
    stones: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strength: Option<f32>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum LayerReport {
    Integers(Vec<i32>),
    Reals(Vec<f32>),
    WeakPoints(Vec<WeakReport>),
    Names(Vec<Option<&'static str>>),
}

#[derive(Serialize)]
struct WeakReport {
    color: char,
    points: Vec<String>,
    strength: f64,
}

/// Which game of which file, where there are many.
#[derive(Serialize)]
struct Origin {
    file: String,
    game: usize,
}

#[derive(Serialize)]
struct JudgeReport {
    schema: u32,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    origin: Option<Origin>,
    method: &'static str,
    #[serde(flatten)]
    header: Header,
    score: ScoreReport,
    ownership: Vec<f32>,
    evidence: Vec<&'static str>,
    terms: Ordered<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<BlockReport>,
    #[serde(skip_serializing_if = "Ordered::is_empty")]
    layers: Ordered<LayerReport>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    moyo: Option<MoyoReport>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    zones: Option<ZonesReport>,
}

#[derive(Serialize)]
struct ShowReport {
    schema: u32,
    #[serde(flatten)]
    header: Header,
    captures: Ordered<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ko: Option<String>,
    moves: Vec<(char, String)>,
    black: Vec<String>,
    white: Vec<String>,
}

fn vertices(points: impl IntoIterator<Item = Point>) -> Vec<String> {
    points.into_iter().map(|p| p.to_string()).collect()
}

/// The JSON of `judge`, as one line.
pub fn judge(method: &'static str, game: &Game, evaluation: &Evaluation) -> String {
    line(&judgement(method, game, evaluation))
}

/// The JSON of `judge` for one of many games, as one line that says which.
pub fn judge_from(verdict: &Verdict<'_>) -> String {
    let origin = Origin { file: verdict.file.into(), game: verdict.number };
    let report = judgement(verdict.method.name(), verdict.game, verdict.evaluation);
    line(&JudgeReport { origin: Some(origin), ..report })
}

fn judgement(method: &'static str, game: &Game, evaluation: &Evaluation) -> JudgeReport {
    let position = game.position();
    let size = position.board().size();
    JudgeReport {
        schema: 1,
        origin: None,
        method,
        header: Header::new(game),
        score: ScoreReport::new(position, evaluation),
        ownership: evaluation.ownership.row_major().collect(),
        evidence: evaluation.evidence.row_major(size).map(|e| e.name()).collect(),
        terms: Ordered::terms(&evaluation.terms),
        blocks: evaluation.blocks.iter().map(block).collect(),
        layers: Ordered(
            evaluation
                .layers
                .iter()
                .map(|layer| {
                    let values = match &layer.values {
                        LayerValues::Integers(map) => LayerReport::Integers(map.row_major(size).collect()),
                        LayerValues::Reals(map) => LayerReport::Reals(map.row_major(size).collect()),
                        LayerValues::WeakPoints(places) => {
                            LayerReport::WeakPoints(places.iter().map(weak).collect())
                        }
                        LayerValues::Proofs(map) => LayerReport::Names(
                            map.row_major(size).map(|p| p.map(keisei::Proof::name)).collect(),
                        ),
                    };
                    (layer.name.name(), values)
                })
                .collect(),
        ),
        moyo: None,
        zones: None,
    }
}

fn weak(place: &keisei::WeakPoints) -> WeakReport {
    WeakReport { color: place.color.letter(), points: vertices(place.points), strength: place.strength }
}

fn block(opinion: &keisei::BlockOpinion) -> BlockReport {
    use keisei::Evidence;
    BlockReport {
        color: opinion.color.letter(),
        stones: vertices(opinion.stones),
        status: opinion.status.map(keisei::Status::name),
        evidence: opinion.evidence.map(|evidence| match evidence {
            Evidence::Proved(proof) => proof.name(),
            Evidence::Searched | Evidence::Estimated | Evidence::Sampled => evidence.name(),
        }),
        strength: opinion.strength,
    }
}

/// The JSON of `show`, as one line.
pub fn show(game: &Game) -> String {
    let position: &Position = game.position();
    let ByColor { black, white } = position.prisoners();
    line(&ShowReport {
        schema: 1,
        header: Header::new(game),
        captures: Ordered(vec![("B", black), ("W", white)]),
        ko: position.ko().map(|p| p.to_string()),
        moves: game.moves().map(|(color, mv)| (color.letter(), mv.to_string())).collect(),
        black: vertices(position.board().stones(Color::Black)),
        white: vertices(position.board().stones(Color::White)),
    })
}

/// Anything as one line of JSON.
pub(crate) fn line(report: &impl Serialize) -> String {
    serde_json::to_string(report).expect("numbers and strings can always be written") + "\n"
}

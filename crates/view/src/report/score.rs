//! The JSON of `score`: the itemised count, and what it rests on.

use keisei::settlement::Settlement;
use keisei::{BlockOpinion, Status};
use keisei_goban::{ByColor, Color, Game, PointSet};
use serde::Serialize;

use super::{BlockReport, Header, Ordered, block, line, vertices};

#[derive(Serialize)]
struct ScoreReport<'a> {
    schema: u32,
    method: &'static str,
    #[serde(flatten)]
    header: Header,
    settled: bool,
    score: Result,
    sides: Ordered<Side>,
    dead: Vec<String>,
    seki: Vec<String>,
    territory: Ordered<Vec<String>>,
    dame: Vec<String>,
    fills: Vec<String>,
    not_settled: Vec<Place>,
    blocks: Vec<BlockReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<RecordReport<'a>>,
}

/// The lead on the board without komi, and the result with it.
#[derive(Serialize)]
struct Result {
    lead: f64,
    text: String,
    provisional: bool,
}

#[derive(Serialize)]
struct Side {
    stones: u32,
    territory: u32,
    prisoners: u32,
    dead_stones: u32,
    komi: f64,
    handicap_bonus: i32,
    total: f64,
}

#[derive(Serialize)]
struct Place {
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<char>,
    points: Vec<String>,
    text: &'static str,
}

#[derive(Serialize)]
struct RecordReport<'a> {
    result: &'a str,
    agrees: bool,
}

/// The JSON of `score`, as one line. `record` is the result that the record gives, and whether it
/// is ours.
pub fn score(game: &Game, settlement: &Settlement, record: Option<(&str, bool)>) -> String {
    let position = game.position();
    let count = &settlement.count;
    let territory = |color: Color| {
        let board = position.board();
        let points =
            board.size().points().filter(|&p| count.owner[p] == Some(color) && board.get(p) != Some(color));
        vertices(points.collect::<PointSet>())
    };
    let sides = ByColor::new_with(|color| {
        let held = count.holdings[color];
        let (komi, bonus) = match color {
            Color::Black => (0.0, 0),
            Color::White => (position.komi().points(), position.rules().bonus(position.handicap())),
        };
        Side {
            stones: held.stones,
            territory: held.territory,
            prisoners: held.prisoners,
            dead_stones: held.dead,
            komi,
            handicap_bonus: bonus,
            total: f64::from(count.holdings[color].points(position.rules().scoring()))
                + komi
                + f64::from(bonus),
        }
    });
    line(&ScoreReport {
        schema: 1,
        method: "settlement",
        header: Header::new(game),
        settled: settlement.is_settled(),
        score: Result {
            lead: count.lead.points(),
            text: count.result.to_string(),
            provisional: !settlement.is_settled(),
        },
        sides: Ordered(vec![("B", sides.black), ("W", sides.white)]),
        dead: vertices(settlement.dead),
        seki: vertices(settlement.seki),
        territory: Ordered(vec![("B", territory(Color::Black)), ("W", territory(Color::White))]),
        dame: vertices(settlement.dame),
        fills: vertices(settlement.fills),
        not_settled: settlement
            .open
            .iter()
            .map(|place| Place {
                reason: place.reason.name(),
                color: place.color.map(Color::letter),
                points: vertices(place.points),
                text: place.reason.text(),
            })
            .collect(),
        blocks: settlement.blocks.iter().map(block).collect(),
        record: record.map(|(result, agrees)| RecordReport { result, agrees }),
    })
}

/// The stones of the blocks of a status, block by block.
pub fn of_status(blocks: &[BlockOpinion], status: Status) -> impl Iterator<Item = &BlockOpinion> {
    blocks.iter().filter(move |block| block.status == Some(status))
}

//! The JSON of `status`: how blocks and groups stand, with the lines of play that show it.

use keisei::reading::{End, Line, Question};
use keisei::standing::{GroupAnswer, GroupStanding};
use keisei_goban::{Color, Game};
use serde::Serialize;

use super::{Header, line, vertices};
use crate::standing::{Standing, success_text, vertex};

#[derive(Serialize)]
struct StatusReport {
    schema: u32,
    #[serde(flatten)]
    header: Header,
    blocks: Vec<BlockReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<Vec<PairReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    looked_at: Option<usize>,
    groups: Vec<GroupReport>,
}

#[derive(Serialize)]
struct BlockReport {
    vertex: String,
    color: char,
    stones: Vec<String>,
    liberties: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<Vec<String>>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    attack: AnswerReport,
    defend: AnswerReport,
}

#[derive(Serialize)]
struct PairReport {
    vertices: [String; 2],
    color: char,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<&'static str>,
    connect: AnswerReport,
    disconnect: AnswerReport,
}

#[derive(Serialize)]
struct GroupReport {
    vertex: String,
    color: char,
    stones: Vec<String>,
    status: &'static str,
    /// A stone of the opponent's with which it is in seki.
    #[serde(skip_serializing_if = "Option::is_none")]
    seki_with: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    kill: AnswerReport,
    live: AnswerReport,
    /// Where both sides were given moves; without what is proved before reading.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<String>,
}

#[derive(Serialize)]
struct AnswerReport {
    /// The side that moves first.
    first: char,
    success: &'static str,
    /// As GNU Go writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<u8>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    begins: Option<String>,
    /// Of a group: all first moves that come to the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    line: Vec<(char, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    nodes: u32,
}

/// The JSON of `status`, as one line.
pub fn standing(game: &Game, standing: &Standing) -> String {
    let blocks = standing.blocks.iter().map(|block| {
        let at = &block.standing;
        BlockReport {
            vertex: at.stone.to_string(),
            color: at.color.letter(),
            stones: vertices(at.stones),
            liberties: vertices(at.liberties),
            group: block.group.map(vertices),
            verdict: at.verdict.of_block(),
            evidence: at.evidence(),
            proof: at.proof.map(keisei::Proof::name),
            attack: answer(Question::Attack(at.stone), &at.attack, at.color),
            defend: answer(Question::Defend(at.stone), &at.defence, at.color),
        }
    });
    let pairs = standing.pairs.iter().map(|pair| PairReport {
        vertices: pair.ends.map(|end| end.to_string()),
        color: pair.color.letter(),
        verdict: pair.verdict.of_pair(),
        evidence: pair.evidence(),
        connect: answer(Question::Connect(pair.ends), &pair.connect, pair.color),
        disconnect: answer(Question::Disconnect(pair.ends), &pair.disconnect, pair.color),
    });
    line(&StatusReport {
        schema: 1,
        header: Header::new(game),
        blocks: blocks.collect(),
        // Pairs are asked about where vertices are.
        pairs: standing.looked_at.is_none().then(|| pairs.collect()),
        looked_at: standing.looked_at,
        groups: standing.groups.iter().map(group).collect(),
    })
}

fn group(at: &GroupStanding) -> GroupReport {
    let answer = |question: Question, of: &GroupAnswer| AnswerReport {
        moves: of.moves.as_ref().map(|moves| moves.iter().map(vertex).collect()),
        ..answer(question, &of.line, at.color)
    };
    GroupReport {
        vertex: at.stone.to_string(),
        color: at.color.letter(),
        stones: vertices(at.stones),
        status: at.status(),
        seki_with: at.seki.map(|other| other.to_string()),
        evidence: at.evidence(),
        proof: at.proof.map(keisei::Proof::name),
        kill: answer(Question::Kill(at.stone), &at.kill),
        live: answer(Question::Live(at.stone), &at.live),
        points: vertices(at.points),
    }
}

fn answer(question: Question, line: &Line, owner: Color) -> AnswerReport {
    let reading = &line.reading;
    AnswerReport {
        first: question.first(owner).letter(),
        success: success_text(reading.success),
        code: reading.success.map(|success| success.code()),
        begins: reading.point.map(|point| point.to_string()),
        moves: None,
        line: line.moves.iter().map(|(color, point)| (color.letter(), point.to_string())).collect(),
        end: (!line.moves.is_empty()).then(|| end(line.end)),
        nodes: reading.nodes,
    }
}

fn end(end: End) -> &'static str {
    match end {
        End::Taken => "taken",
        End::Saved => "saved",
        End::Connected => "connected",
        End::Cut => "cut",
        End::Killed => "killed",
        End::Lives => "lives",
        End::Ko(Color::Black) => "ko, Black needs a threat",
        End::Ko(Color::White) => "ko, White needs a threat",
        End::Open => "open",
    }
}

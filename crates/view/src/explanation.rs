//! Why points are judged as they are, for people and as JSON.

use std::fmt::Write as _;

use keisei::judge::{Explanation, Judgement, Part};
use keisei::{Evidence, Method, Proof};
use keisei_goban::{Board, Color, Point};
use serde_json::{Value, json};

use crate::text::counted;

/// What each method says about some points, and what decided, in words.
pub fn text(board: &Board, judgement: &Judgement, points: &[Point]) -> String {
    points.iter().map(|&p| told(board, judgement, p)).collect::<Vec<_>>().join("\n")
}

/// What each method says about some points, and what decided, as JSON.
pub fn report(board: &Board, judgement: &Judgement, points: &[Point]) -> String {
    let all: Vec<Value> = points.iter().map(|&p| explained(board, judgement, p)).collect();
    json!({"schema": 1, "method": "judge", "explanations": all}).to_string() + "\n"
}

/// What decided: a proof, or the part with the largest share on the side of the verdict.
fn decided(explanation: &Explanation) -> &'static str {
    match explanation.evidence {
        Evidence::Proved(Proof::Benson) => "a proof: unconditional life",
        Evidence::Proved(Proof::Static) => "a proof by static rules",
        Evidence::Proved(Proof::Search) => "a proof by search",
        Evidence::Searched | Evidence::Estimated | Evidence::Sampled => {
            let sign = explanation.ownership.signum();
            let share = |part: &&(Part, f32)| part.1 * sign;
            let largest = explanation.parts.iter().max_by(|a, b| share(a).total_cmp(&share(b)));
            largest.map_or("nothing", |(part, _)| part.name())
        }
    }
}

fn told(board: &Board, judgement: &Judgement, point: Point) -> String {
    let explanation = judgement.explain(point);
    let mut text = format!("{point}, ");
    let _ = match board.block(point) {
        Some(block) => write!(
            text,
            "{} stone of a block of {} with {}",
            block.color(),
            counted(block.len(), "stone"),
            match block.liberties() {
                1 => "1 liberty".to_string(),
                n => format!("{n} liberties"),
            }
        ),
        None => write!(text, "empty"),
    };
    let own = explanation.ownership;
    let owner = if own >= 0.0 { Color::Black } else { Color::White };
    let percent = (1.0 + own.abs()) / 2.0 * 100.0;
    let _ =
        writeln!(text, ": {percent:.0} % {owner}'s (ownership {own:+.2}), {}", explanation.evidence.name());
    let _ = writeln!(text, "  decided by {}", decided(&explanation));
    let _ = writeln!(text, "  what the methods say by themselves (+1 Black's, -1 White's):");
    for (name, value) in &explanation.opinions {
        let _ = writeln!(text, "    {name:<10} {value:>+6.2}");
    }
    for line in &explanation.remarks {
        let _ = writeln!(text, "    {:<10} {line}", Method::Zones.name());
    }
    let width = explanation.parts.iter().map(|(part, _)| part.name().len()).max().unwrap_or(0);
    let sum: f32 = explanation.parts.iter().map(|(_, share)| share).sum();
    let _ = writeln!(text, "  shares in the log odds of the estimate (they add up):");
    for (part, share) in &explanation.parts {
        let _ = writeln!(text, "    {:<width$} {share:>+6.2}", part.name());
    }
    let _ =
        writeln!(text, "    {:<width$} {sum:>+6.2}  ({:.0} % Black's)", "sum", 100.0 / (1.0 + (-sum).exp()));
    text
}

fn explained(board: &Board, judgement: &Judgement, point: Point) -> Value {
    let explanation = judgement.explain(point);
    let stones: Vec<String> = board
        .block(point)
        .into_iter()
        .flat_map(|b| b.stone_set().iter().collect::<Vec<_>>())
        .map(|p| p.to_string())
        .collect();
    let opinions: serde_json::Map<String, Value> =
        explanation.opinions.iter().map(|(name, value)| (name.to_string(), json!(value))).collect();
    let remarks: Vec<String> =
        explanation.remarks.iter().map(|words| format!("{}: {words}", Method::Zones.name())).collect();
    let shares: serde_json::Map<String, Value> =
        explanation.parts.iter().map(|(part, share)| (part.name().to_string(), json!(share))).collect();
    json!({
        "point": point.to_string(),
        "stones": stones,
        "ownership": explanation.ownership,
        "evidence": explanation.evidence.name(),
        "decided_by": decided(&explanation),
        "opinions": opinions,
        "remarks": remarks,
        "log_odds": shares,
    })
}

//! How groups stand, for people.

use std::fmt::Write as _;

use keisei::reading::Success;
use keisei::standing::{GroupAnswer, GroupStanding, Verdict};
use keisei_goban::Point;

use super::{named, told, wrapped};
use crate::text::counted;

/// At most so many first moves are named in a row of the table.
const MOST_IN_A_ROW: usize = 4;

/// `White's group of C3 (2 stones: C3 C4): dead, read`.
pub(super) fn heading(standing: &GroupStanding) -> String {
    let GroupStanding { stone, color, stones, .. } = standing;
    let count = counted(stones.len(), "stone");
    let mut text = format!("{color}'s group of {stone} ({count}: {}): {}", named(*stones), standing.status());
    if let Some(other) = standing.seki {
        let _ = write!(text, " with {} {other}", color.opponent());
    }
    if let Some(evidence) = standing.evidence() {
        let _ = write!(text, ", {evidence}");
    }
    match (standing.proof, standing.verdict) {
        (Some(proof), Verdict::Opponents) => {
            let _ = write!(text, " ({}): it stands in territory and does not live", proof.name());
        }
        (Some(proof), _) => {
            let _ = write!(text, " ({})", proof.name());
        }
        (None, _) => {}
    }
    text
}

/// A group in sentences, with every first move.
pub(super) fn sentences(lines: &mut Vec<String>, standing: &GroupStanding) {
    lines.push(heading(standing));
    if standing.proof.is_some() {
        return;
    }
    for (question, answer) in standing.answers() {
        told(lines, question, &answer.line, standing.color);
        let succeeds = answer.line.reading.success.is_some_and(|success| success != Success::No);
        match &answer.moves {
            Some(moves) if moves.len() > 1 => {
                let moves: Vec<String> = moves.iter().map(vertex).collect();
                let words = ["every", "such", "first", "move:"].into_iter();
                lines.extend(wrapped(words.chain(moves.iter().map(String::as_str)), " ", "    "));
            }
            None if succeeds => lines.push("    other first moves were not read".into()),
            _ => {}
        }
    }
}

/// Groups as a table, with a line that counts them; nothing without groups.
pub(super) fn table(groups: &[GroupStanding]) -> String {
    if groups.is_empty() {
        return String::new();
    }
    let mut text = String::from("group  color  stones  status     evidence       kill             live\n");
    for standing in groups {
        let row = format!(
            "{:<5}  {:<5}  {:>6}  {:<9}  {:<13}  {:<15}  {}",
            standing.stone.to_string(),
            standing.color.to_string(),
            standing.stones.len(),
            standing.status(),
            standing.evidence().unwrap_or("-"),
            cell(&standing.kill),
            cell(&standing.live),
        );
        let _ = writeln!(text, "{}", row.trim_end());
    }
    let words = ["alive", "seki", "unsettled", "ko", "dead", "not read"];
    let of = |word: &str| groups.iter().filter(|standing| standing.status() == word).count();
    let counts: Vec<String> =
        words.iter().filter(|word| of(word) > 0).map(|word| format!("{} {word}", of(word))).collect();
    let _ = writeln!(text, "{}: {}", counted(groups.len(), "group"), counts.join(", "));
    text
}

/// The first moves that succeed.
fn cell(answer: &GroupAnswer) -> String {
    let reading = &answer.line.reading;
    let moves: Vec<String> = match &answer.moves {
        Some(moves) => moves.iter().map(vertex).collect(),
        None => reading.point.iter().map(Point::to_string).collect(),
    };
    let more = if moves.len() > MOST_IN_A_ROW { " …" } else { "" };
    let points = match moves.as_slice() {
        [] => "yes".into(),
        [pass] if pass == "pass" => "yes".into(),
        all => all[..all.len().min(MOST_IN_A_ROW)].join(" ") + more,
    };
    match reading.success {
        None => "?".into(),
        Some(Success::No) => "no".into(),
        Some(Success::Yes) => points,
        Some(_) => format!("ko {points}"),
    }
}

/// A first move, which may be a pass.
pub(crate) fn vertex(step: &Option<Point>) -> String {
    step.map_or("pass".into(), |point| point.to_string())
}

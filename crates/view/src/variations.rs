//! The variations of a record, for people and as JSON: how each is named, where it begins, how long it is.

use std::fmt::Write as _;

use keisei_goban::sgf::Variations;
use serde_json::{Value, json};

use crate::text::counted;

/// Names of branches get longer where each begins in another one; the list ends after so many bytes.
const MOST_BYTES: usize = 4 << 20;

/// The names of the branches, as many as there is room for.
fn names(variations: &Variations) -> Vec<String> {
    let mut room = MOST_BYTES;
    let all = (0..variations.list.len()).map(|i| variations.branch(i).to_string());
    all.take_while(|name| {
        let fits = name.len() <= room;
        room = room.saturating_sub(name.len());
        fits
    })
    .collect()
}

/// A table for people.
pub fn text(variations: &Variations) -> String {
    let within = match variations.within.turns.is_empty() {
        true => String::new(),
        false => format!(" in the branch {}", variations.within),
    };
    if variations.list.is_empty() {
        return format!("there are no variations{within}\n");
    }
    let names = names(variations);
    let width = names.iter().map(String::len).max().unwrap_or(0).clamp(8, 40);
    let mut text = format!("{}{within}\n", counted(variations.list.len(), "variation"));
    let _ = writeln!(text, "{:<width$}  after move  moves  begins with", "--branch");
    for (name, variation) in names.iter().zip(&variations.list) {
        let first = variation.first.map_or(String::new(), |(color, mv)| format!("{} {mv}", color.letter()));
        let line = format!("{name:<width$}  {:>10}  {:>5}  {first}", variation.after, variation.moves);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if names.len() < variations.list.len() {
        let more = variations.list.len() - names.len();
        let _ = writeln!(text, "and {more} more: --branch with one of these lists those that begin in it");
    }
    text
}

/// The same as JSON.
pub fn report(variations: &Variations) -> String {
    let names = names(variations);
    let branches: Vec<Value> = names
        .iter()
        .zip(&variations.list)
        .map(|(name, variation)| {
            let mut value = json!({
                "branch": name,
                "after": variation.after,
                "moves": variation.moves,
            });
            if let Some((color, mv)) = variation.first {
                value["move"] = json!([color.letter().to_string(), mv.to_string()]);
            }
            value
        })
        .collect();
    let left_out = variations.list.len() - names.len();
    json!({
        "schema": 1,
        "within": variations.within.to_string(),
        "branches": branches,
        "left_out": left_out,
    })
    .to_string()
        + "\n"
}

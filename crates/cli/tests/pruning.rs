//! `keisei study pruning`, as users run it, on boards of a few points.

mod common;

use std::path::Path;

use common::{json, keisei, stdout};
use serde_json::Value;

/// A study of a few seconds at most.
const SMALL: [&str; 6] = ["study", "pruning", "--size", "4", "--playouts", "1"];

fn small(options: &[&str]) -> std::process::Output {
    keisei(&[&SMALL[..], options].concat())
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_string()
}

#[test]
fn threads_do_not_matter() {
    let options = ["--filter", "PF6,random", "--switch", "2..16:7", "--games", "6", "--format", "csv"];
    let run = |threads| stdout(&small(&[&options[..], &["--threads", threads]].concat()));
    assert_eq!(run("1"), run("2"));
    let border = ["--filter", "PF6", "--border", "--games", "16", "--format", "json"];
    let run = |threads| stdout(&small(&[&border[..], &["--threads", threads]].concat()));
    assert_eq!(run("1"), run("2"));
    let other = small(&[&options[..], &["--seed", "1"]].concat());
    assert_ne!(stdout(&other), stdout(&small(&options)), "another seed, other games");
}

#[test]
fn more_games_go_on_from_the_state() {
    let folder = tempfile::tempdir().unwrap();
    let state = path(&folder, "state.json");
    let first = ["--filter", "PF6", "--switch", "9", "--games", "3", "--state", &state];
    assert!(small(&first).status.success());
    // More games, another filter and another switching point.
    let whole = ["--filter", "PF1,PF6", "--switch", "9,5", "--games", "7", "--format", "json"];
    let resumed = json(&small(&[&whole[..], &["--state", &state]].concat()));
    assert_eq!(resumed, json(&small(&whole)));
    assert_eq!(resumed["baseline"]["games"], 7);
    // Nothing is played again: the file stays as it is.
    let before = std::fs::read(&state).unwrap();
    assert_eq!(json(&small(&[&whole[..], &["--state", &state]].concat())), resumed);
    // And a report plays nothing, however many games are asked for.
    let report =
        ["--filter", "PF1,PF6", "--switch", "9,5,2", "--games", "99", "--format", "json", "--report"];
    assert_eq!(json(&small(&[&report[..], &["--state", &state]].concat())), resumed);
    assert_eq!(std::fs::read(&state).unwrap(), before);
    assert_eq!(small(&report).status.code(), Some(2), "a report needs a state");
    let empty = small(&[&report[..], &["--state", &path(&folder, "none.json")]].concat());
    assert_eq!(empty.status.code(), Some(1));
}

/// Stopped in the middle, again and again, and at last left alone.
#[cfg(unix)]
#[test]
fn interruptions_lose_and_repeat_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let state = path(&folder, "state.json");
    let study =
        ["study", "pruning", "--size", "7", "--playouts", "400", "--filter", "none", "--format", "json"];
    let kept_in = ["--state", &state];
    let open = |kept: &Value| kept["open"].as_array().cloned().unwrap_or_default();
    // Finished games and moves of unfinished ones, so that every stop has something new.
    let moves = |kept: &Value| {
        let open = open(kept);
        let open = open.iter().map(|game| match &game["of"][1] {
            open if open["moves"].is_array() => open["moves"].as_array().unwrap().len() as u64,
            open => open["tally"]["moves"].as_u64().unwrap(),
        });
        open.sum::<u64>() + kept["arms"][0]["of"]["moves"].as_u64().unwrap_or(0)
    };
    let mut kept = Value::Null;
    for (signal, code) in [("TERM", Some(143)), ("INT", Some(130)), ("KILL", None)] {
        let known = if kept.is_null() { 0 } else { moves(&kept) };
        let args = [&study[..], &["--games", "1000000"], &kept_in].concat();
        let (ended, now) = common::interrupted(&args, Path::new(&state), signal, |kept| moves(kept) > known);
        assert_eq!(ended.status.code(), code);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(code.is_none() || said.contains("the same command goes on from there"), "{said}");
        kept = now;
    }
    // A million games are too many after all: those that were begun will do.
    let begun = open(&kept).iter().map(|game| game["of"][0].as_u64().unwrap() + 1).max();
    let games = begun.unwrap_or(0).max(kept["arms"][0]["of"]["games"].as_u64().unwrap_or(0));
    kept["plan"] = serde_json::json!([]);
    std::fs::write(&state, kept.to_string()).unwrap();
    let games = ["--games", &games.to_string()];
    let whole = json(&keisei(&[&study[..], &games].concat()));
    assert_eq!(json(&keisei(&[&study[..], &games, &kept_in].concat())), whole);
    let kept: Value = serde_json::from_slice(&std::fs::read(&state).unwrap()).unwrap();
    assert_eq!((&kept["open"], &kept["plan"]), (&Value::Null, &serde_json::json!([])));
    // Games that cannot be: counted already, without sense, more than one.
    let mut two = kept["arms"][0]["of"].clone();
    two["games"] = 2.into();
    for game in [
        serde_json::json!([0, {"moves": []}]),
        serde_json::json!([99_999, {"moves": ["?"]}]),
        serde_json::json!([99_999, {"tally": two}]),
    ] {
        let mut damaged = kept.clone();
        damaged["open"] = serde_json::json!([{"filter": null, "switch": null, "of": game}]);
        std::fs::write(&state, damaged.to_string()).unwrap();
        let output = keisei(&[&study[..], &games, &kept_in].concat());
        assert_eq!(output.status.code(), Some(1), "{damaged}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("state.json: damaged"), "{output:?}");
    }
}

#[test]
fn reports_are_well_formed() {
    let folder = tempfile::tempdir().unwrap();
    let figures = path(&folder, "figures");
    let options = ["--filter", "pf6", "--switch", "2..16:7", "--games", "4", "--komi", "0.5"];
    let report = json(&small(&[&options[..], &["--format", "json", "--figures", &figures]].concat()));
    let points = report["filters"][0]["points"].as_array().unwrap();
    let switches: Vec<u64> = points.iter().map(|p| p["switch"].as_u64().unwrap()).collect();
    assert_eq!(switches, [16, 9, 2]);
    for point in points.iter().chain([&report["baseline"]]) {
        assert_eq!(point["games"], 4);
        let [wins, low, high, saved] = ["wins", "low", "high", "saved"].map(|k| point[k].as_f64().unwrap());
        assert!((0.0..=1.0).contains(&low) && low <= wins && wins <= high && high <= 1.0);
        assert!((0.0..=0.5).contains(&saved));
    }
    assert_eq!(points[0]["saved"], 0.0, "at the switching point the filter is off");
    assert!(points[2]["saved"].as_f64().unwrap() > 0.3);
    assert_eq!(report["baseline"]["playouts_by_arithmetic"], 16 + 14 + 12 + 10 + 8 + 6 + 4);
    assert_eq!(points[2]["playouts_by_arithmetic"], 8 + 7 + 6 + 5 + 4 + 3 + 2);

    let csv = stdout(&small(&[&options[..], &["--format", "csv"]].concat()));
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    assert_eq!((rows[1][0], rows[2][0], rows[2][1]), ("none", "PF6", "16"));

    let text = stdout(&small(&options));
    assert!(text.lines().last().unwrap().starts_with("PF6: border "), "{text}");
    for name in ["pruning.svg", "pruning-PF6.svg"] {
        let svg = std::fs::read_to_string(Path::new(&figures).join(name)).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}

#[test]
fn no_filter_is_the_baseline_alone() {
    let report = json(&small(&["--filter", "none", "--games", "5", "--format", "json"]));
    assert_eq!((&report["baseline"]["games"], &report["filters"]), (&5.into(), &serde_json::json!([])));
    let report = json(&small(&["--filter", "none", "--border", "--games", "5", "--format", "json"]));
    assert_eq!(report["baseline"]["games"], 5);
}

#[test]
fn bad_options_are_named() {
    for (options, message) in [
        (&["--filter", "PF10"][..], "there is no filter `PF10`: expected random, PF1"),
        (&[], "--filter"),
        (&["--filter", "PF1", "--switch", "17"], "a switching point of 17 is out of range"),
        (&["--filter", "PF1", "--switch", "1..5:1"], "from 2 to 16"),
        (&["--filter", "PF1", "--switch", "9..2"], "expected a switching point such as 65"),
        (&["--filter", "PF1", "--games", "0"], "--games"),
        (&["--filter", "PF1", "--playouts", "0"], "cannot be used multiple times"),
        (&["--filter", "PF1", "--threads", "0"], "--threads"),
    ] {
        let output = small(options);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{options:?} {error}");
        assert!(error.contains(message), "{options:?} {error}");
    }
}

#[test]
fn states_of_other_studies_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let state = path(&folder, "state.json");
    let options = ["--filter", "PF1", "--switch", "9", "--games", "2", "--state", &state];
    assert!(small(&options).status.success());
    let saved = std::fs::read_to_string(&state).unwrap();
    let refused = |options: &[&str], message: &str| {
        let output = small(options);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(message), "{error}");
    };
    refused(&[&options[..], &["--seed", "2"]].concat(), "belongs to another study");
    refused(&[&options[..], &["--komi", "1"]].concat(), "belongs to another study");
    assert_eq!(std::fs::read_to_string(&state).unwrap(), saved, "and left alone");
    for damaged in
        ["", "{}", "[]", &saved.replace("\"games\":2", "\"games\":0"), &saved.replace("PF1", "PF0")]
    {
        std::fs::write(&state, damaged).unwrap();
        refused(&options, "state.json: ");
    }
    let nowhere = path(&folder, "no/such/folder/state.json");
    refused(&["--filter", "PF1", "--games", "1", "--state", &nowhere], "the state cannot be saved");
}

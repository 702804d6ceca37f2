//! `keisei rank` and `keisei study prediction` as users run them.

mod common;

use std::process::Command;

use common::{json, keisei, stdout};

#[test]
fn rank_prints_every_legal_move() {
    let file = "examples/kisei-1988-opening.sgf";
    for method in ["seds", "moyo", "random"] {
        let report = json(&keisei(&["rank", file, "--method", method, "--format", "json"]));
        let moves = report["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 361 - 34);
        for (i, mv) in moves.iter().enumerate() {
            assert_eq!(mv["rank"], i + 1);
        }
        let scores: Vec<f64> = moves.iter().map(|m| m["score"].as_f64().unwrap()).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{method}");
    }
    let text = stdout(&keisei(&["rank", file, "--top", "3"]));
    assert_eq!(text.lines().count(), 5, "{text}");
    for (args, words) in [
        (["--stop-value", "0"], "more than 0"),
        (["--stop-value", "-1"], "more than 0"),
        (["--max-iter", "-3"], "not in 1.."),
        (["--method", "magic"], "possible values"),
    ] {
        let output = keisei(&[&["rank", file][..], &args].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{args:?}");
    }
}

#[test]
fn predictions_are_counted_once_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    // Two games, a broken one between them.
    let game = |moves: &str| format!("(;SZ[5]KM[0]{moves})\n");
    let games = [game(";B[cc];W[bb];B[dd]"), game(";B[cc];W[cc]"), game(";B[bb];W[cc];B[aa];W[]")];
    std::fs::write(file("all.sgf"), games.concat()).unwrap();
    let study = |extra: &[&str]| {
        keisei(&[&["study", "prediction", &file("all.sgf"), "--format", "json"][..], extra].concat())
    };
    let whole = study(&[]);
    let report = json(&whole);
    assert_eq!((report["games"].as_u64(), report["skipped"].as_u64()), (Some(2), Some(1)));
    assert!(String::from_utf8_lossy(&whole.stderr).contains("game 2, move 2"));
    let positions: Vec<u64> =
        report["moves"].as_array().unwrap().iter().map(|m| m["positions"].as_u64().unwrap()).collect();
    assert_eq!(positions, [2, 2, 2]);
    // Stopped after the first game, and after the second; then on to the end.
    let state = file("state.json");
    let with_state = |games: &str| study(&["--state", &state, "--games", games]);
    assert_eq!(json(&with_state("1"))["games"], 1);
    assert_eq!(json(&with_state("2"))["skipped"], 1);
    assert_eq!(json(&with_state("3")), report);
    assert_eq!(json(&study(&["--state", &state])), report);
    // Another study does not go on from there.
    let other = study(&["--state", &state, "--method", "random"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&other.stderr).contains("another study"));
    let damaged =
        std::fs::read_to_string(&state).unwrap().replacen("\"histogram\":[0,", "\"histogram\":[", 1);
    std::fs::write(&state, damaged).unwrap();
    let damaged = study(&["--state", &state]);
    assert_eq!(damaged.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("100 percentiles"));
    // Figures and a table.
    stdout(&study(&["--figures", &file("figures"), "--figure-move", "2"]));
    for name in ["figure1.svg", "figure2.svg", "figure3.svg"] {
        assert!(
            std::fs::read_to_string(folder.path().join("figures").join(name)).unwrap().ends_with("</svg>\n")
        );
    }
    let csv = stdout(&keisei(&["study", "prediction", &file("all.sgf"), "--format", "csv"]));
    assert_eq!(csv.lines().count(), 4);
    // Nothing to study.
    std::fs::write(file("empty.sgf"), "").unwrap();
    let empty = keisei(&["study", "prediction", &file("empty.sgf")]);
    assert_eq!(empty.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&empty.stderr).contains("no game could be studied"));
}

/// Stopped in the middle of a batch, and left alone.
#[cfg(unix)]
#[test]
fn predictions_that_were_interrupted_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let [all, state] = ["all.sgf", "state.json"].map(|name| folder.path().join(name));
    let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/game-9x9.sgf");
    std::fs::write(&all, std::fs::read_to_string(example).unwrap().repeat(100_000)).unwrap();
    let study = ["study", "prediction", all.to_str().unwrap(), "--format", "json"];
    let kept_in = ["--state", state.to_str().unwrap()];
    let last = |kept: &serde_json::Value| {
        let ahead =
            kept["ahead"].as_object().into_iter().flatten().map(|(number, _)| number.parse().unwrap());
        ahead.chain(kept["games"].as_u64()).max().unwrap()
    };
    let mut known = 0;
    for (signal, code) in [("TERM", 143), ("INT", 130)] {
        let args = [&study[..], &kept_in].concat();
        let (ended, kept) = common::interrupted(&args, &state, signal, |kept| last(kept) > known);
        assert_eq!(ended.status.code(), Some(code));
        known = last(&kept);
    }
    let games = ["--games", &known.to_string()];
    let resumed = json(&keisei(&[&study[..], &games, &kept_in].concat()));
    assert_eq!(resumed["games"].as_u64(), Some(known));
    assert_eq!(resumed, json(&keisei(&[&study[..], &games].concat())));
}

#[test]
fn the_analysis_engine_prefers_what_ranks_high() {
    let query = r#"{"id":"a","moves":[["B","C3"],["W","E5"]],"rules":"chinese","komi":7,"boardXSize":7,"boardYSize":7,"includePolicy":true}"#;
    let mut child = Command::new(env!("CARGO_BIN_EXE_keisei"))
        .args(["analysis", "--method", "seds"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), format!("{query}\n").as_bytes()).unwrap();
    let reply = json(&child.wait_with_output().unwrap());
    let policy: Vec<f64> = reply["policy"].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect();
    assert_eq!(policy.len(), 50);
    assert!((policy.iter().filter(|p| **p > 0.0).sum::<f64>() - 1.0).abs() < 1e-6);
    let first = &reply["moveInfos"][0];
    assert_eq!(first["prior"].as_f64().unwrap(), policy.iter().copied().fold(0.0, f64::max));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, "(;SZ[7]KM[7]RU[Chinese];B[ce];W[ec])").unwrap();
    let ranked = json(&keisei(&["rank", path.to_str().unwrap(), "--format", "json"]));
    assert_eq!(first["move"], ranked["moves"][0]["move"]);
}

#[test]
fn judge_gives_the_layers_and_says_where_it_is_unsure() {
    let judge = |file: &str, format: &str| keisei(&["judge", file, "--method", "seds", "--format", format]);
    let report = json(&judge("examples/kisei-1988-opening.sgf", "json"));
    for layer in ["black", "iterations", "gradient_columns", "gradient_rows", "saddle"] {
        assert_eq!(report["layers"][layer].as_array().unwrap().len(), 361, "{layer}");
    }
    // R16 is Black's stone, D10 White's.
    assert!(report["layers"]["black"][3 * 19 + 16].as_f64().unwrap() > 0.5);
    assert!(report["layers"]["black"][9 * 19 + 3].as_f64().unwrap() < 0.5);
    let blocks = report["blocks"].as_array().unwrap();
    assert!(blocks.iter().all(|block| (0.0..=1.0).contains(&block["strength"].as_f64().unwrap())));
    let calm = stdout(&judge("examples/kisei-1988-opening.sgf", "text"));
    assert!(!calm.contains("unstable"), "{calm}");
    let fight = stdout(&keisei(&["judge", "examples/game-19x19.sgf", "--move", "200", "--method", "seds"]));
    assert!(fight.contains("unstable around"), "{fight}");
}

#[test]
fn timing_tells_what_it_measured() {
    let text = stdout(&keisei(&["study", "timing", "examples/game-19x19.sgf", "--at", "10,200,500"]));
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((lines[1][0], lines[1][1], lines[1][4]), ("10", "1", "351"));
    assert!(lines[2][2].parse::<f64>().unwrap() > 0.0 && lines[2][3].parse::<f64>().unwrap() > 0.0);
    assert!(text.contains("500  no game is that long"), "{text}");
    let none = keisei(&["study", "timing", "examples/game-9x9.sgf", "--at", "900"]);
    assert_eq!(none.status.code(), Some(1));
}

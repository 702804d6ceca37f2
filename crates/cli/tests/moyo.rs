//! `keisei moyo` and `keisei study` as users run them.

mod common;

use std::process::Output;

use common::{json, keisei, stdout};

fn moyo(args: &[&str]) -> Output {
    keisei(&[&["moyo", "examples/kisei-1988-opening.sgf"], args].concat())
}

/// Exit status and message of a command that must fail, with nothing on standard output.
fn refused(output: &Output) -> (i32, String) {
    assert!(output.stdout.is_empty());
    (output.status.code().unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
}

fn inner_area(report: &serde_json::Value, color: i64) -> usize {
    report["layers"]["inner"].as_array().unwrap().iter().filter(|v| v.as_i64() == Some(color)).count()
}

#[test]
fn explains_the_paths_of_the_paper() {
    let text = stdout(&moyo(&["--explain", "n8", "--explain", "L17"]));
    assert!(text.contains("N8 is inner for White"), "{text}");
    let words: Vec<&str> = text.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(words, ["path", "N8", "M8", "M9", "(or", "L8)", "L9", "K9", "J9"]);
    let words: Vec<&str> = text.lines().nth(2).unwrap().split_whitespace().collect();
    assert_eq!(words, ["potential", "-45", "-24", "-22", "-18", "-7", "0"]);
    assert!(text.contains("L17 is outer for White"), "{text}");
    let report = json(&moyo(&["--explain", "N8", "--format", "json"]));
    let steps = report["explanations"][0]["paths"][0]["steps"].as_array().unwrap();
    let potentials: Vec<f64> = steps.iter().map(|step| step["potential"].as_f64().unwrap()).collect();
    assert_eq!(potentials, [-45.0, -24.0, -22.0, -18.0, -7.0, 0.0]);
}

#[test]
fn lists_weak_points_and_completing_moves() {
    let text = stdout(&moyo(&["--weak", "--top", "3"]));
    let line: Vec<&str> = text.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(line, ["White", "6", "D10", "K16", "G12", "H13"]);
    assert!(text.ends_with("and 20 more\n"), "{text}");

    // Before move 34: White's D10 closes the framework, and is among the best moves to do so.
    let report = json(&moyo(&["--move", "33", "--complete", "--format", "json"]));
    let moves = report["completions"]["W"].as_array().unwrap();
    let gain = |mv: &str| moves.iter().find(|m| m["move"] == mv).unwrap()["gain"].as_i64().unwrap();
    assert_eq!(gain("D10"), 124 - 53);
    assert!(moves.iter().position(|m| m["move"] == "D10").unwrap() < 20);
    let gains: Vec<i64> = moves.iter().map(|m| m["gain"].as_i64().unwrap()).collect();
    assert!(gains.is_sorted_by(|a, b| a >= b));
    let text = stdout(&moyo(&["--move", "33", "--complete", "--top", "1"]));
    assert!(text.contains("White's completing moves (inner area now: 53 points)"), "{text}");
}

#[test]
fn options_change_the_areas() {
    let white = |args: &[&str]| inner_area(&json(&moyo(&[args, &["--format", "json"]].concat())), -1);
    assert_eq!(white(&[]), 124);
    assert_eq!(white(&["--move", "32"]), 59);
    assert!(white(&["--ties", "outer"]) < 124);
    assert!(white(&["--threshold", "30"]) > 124);
    assert_eq!(white(&["--field", "inverse-euclidean"]), 15);
    assert!(white(&["--concave"]) >= 124);
    assert_ne!(white(&["--field", "attenuation", "--m", "1.3"]), white(&["--field", "attenuation"]));
}

#[test]
fn json_is_that_of_judge_and_more() {
    let report = json(&moyo(&["--format", "json"]));
    let judged =
        json(&keisei(&["judge", "examples/kisei-1988-opening.sgf", "--method", "moyo", "--format", "json"]));
    for (key, value) in judged.as_object().unwrap() {
        assert_eq!(&report[key], value, "{key}");
    }
    assert_eq!(report["inner_area"], serde_json::json!({"B": 57, "W": 124}));
    assert_eq!(report["options"], serde_json::json!({"field": "tables", "ties": "inner", "concave": false}));
    assert_eq!(
        report["connections"][0],
        serde_json::json!({"color": "W", "between": ["D10", "K16"], "points": ["G12", "H13"], "strength": 6.0})
    );
}

#[test]
fn draws_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    for show in ["basins", "potential"] {
        let text = stdout(&moyo(&["--show", show]));
        assert!(text.contains("inner area: Black 57, White 124"), "{text}");
        let row = text.lines().find(|line| line.starts_with(" 8 ")).unwrap();
        let n8: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(n8[13], if show == "basins" { "-9" } else { "-45*" });
        assert!(!text.contains('\x1b'));
        assert!(stdout(&moyo(&["--show", show, "--color", "always"])).contains("\x1b[48;5;"));
    }
    stdout(&moyo(&["--show", "potential", "-o", &file("a.svg")]));
    let svg = std::fs::read_to_string(file("a.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains(">45</text>") && svg.contains("skewX"));
    stdout(&moyo(&["--weak", "--explain", "N8", "-o", &file("a.png")]));
    assert!(std::fs::read(file("a.png")).unwrap().starts_with(b"\x89PNG"));
    let sgf = stdout(&moyo(&["--format", "sgf"]));
    let white: &str = sgf.split("TW").nth(1).unwrap();
    assert_eq!(white.split(']').take_while(|s| s.starts_with('[')).count(), 124);
    stdout(&moyo(&["--weak", "-o", &file("weak.txt")]));
    assert!(std::fs::read_to_string(file("weak.txt")).unwrap().starts_with("wall of"));
}

#[test]
fn bad_input_is_refused_with_a_reason() {
    for (args, status, words) in [
        (&["--explain", "D4"][..], 1, "a White stone stands there"),
        (&["--explain", "Z20"], 1, "Z20 lies outside the 19x19 board"),
        (&["--explain", "I5"], 1, "`I5` is not a vertex"),
        (&["--explain", ""], 1, "is not a vertex"),
        (&["--field", "attenuation", "--m", "1"], 2, "m must be more than 1"),
        (&["--field", "attenuation", "--m", "-3"], 2, "m must be more than 1"),
        (&["--field", "attenuation", "--m", "NaN"], 2, "m must be more than 1"),
        (&["--field", "attenuation", "--m", "two"], 2, "not a number"),
        (&["--m", "2"], 2, "--m belongs to --field attenuation"),
        (&["--field", "magic"], 2, "possible values"),
        (&["--threshold", "0"], 2, "more than 0"),
        (&["--threshold", "-5"], 2, "more than 0"),
        (&["--ties", "both"], 2, "possible values"),
        (&["--top", "0"], 2, "0 is not in"),
    ] {
        let (code, message) = refused(&moyo(args));
        assert_eq!(code, status, "{args:?}: {message}");
        assert!(message.contains(words), "{args:?}: {message}");
    }
}

/// No option needs a board of some size: tables are cut at the edges.
#[test]
fn works_on_every_board() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in
        [("one", "."), ("row", "X . . O"), ("two", "X .\n. O"), ("three", ". X .\n. . O\n. . .")]
    {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        for field in ["tables", "inverse-manhattan", "halving-euclidean", "attenuation"] {
            let report = json(&keisei(&[
                "moyo",
                path,
                "--field",
                field,
                "--concave",
                "--threshold",
                "20",
                "--weak",
                "--complete",
                "--format",
                "json",
            ]));
            let points = text.split_whitespace().count();
            assert_eq!(report["layers"]["inner"].as_array().unwrap().len(), points);
        }
    }
}

/// Three labelled positions of our own: enough to see that the study reads, divides and measures
/// them.
#[test]
fn studies_measure_and_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labelled.jsonl");
    let mut lines = String::new();
    for game in 0..12 {
        let own: Vec<i32> = (0..25).map(|i| if i % 5 < 2 { 90 } else { -90 }).collect();
        lines += &serde_json::json!({
            "id": format!("game{game}@4"), "size": 5, "komi": 0.5, "to_play": "B", "own": own, "lead": -5.0, "winrate": 0.1,
            "moves": [["B", "B3"], ["W", "D3"], ["B", "B2"], ["W", "pass"]],
        })
        .to_string();
        lines.push('\n');
    }
    std::fs::write(&path, &lines).unwrap();
    let file = path.to_str().unwrap();
    let report = json(&keisei(&["study", "accuracy", file, "--format", "json"]));
    assert_eq!(report["positions"], 12);
    let row = |name: &str| {
        report["methods"].as_array().unwrap().iter().find(|row| row["method"] == name).unwrap().clone()
    };
    assert!((row("even")["ownership"].as_f64().unwrap() - 0.9).abs() < 1e-6);
    assert!((row("even")["score"].as_f64().unwrap() - 5.0).abs() < 1e-6);
    assert_eq!(row("even")["sign"], 0.0);
    assert!(row("moyo")["sign"].as_f64().unwrap() > 0.5);
    let parts: u64 = ["fitted", "held-out"]
        .map(|part| {
            json(&keisei(&["study", "accuracy", file, "--part", part, "--format", "json"]))["positions"]
                .as_u64()
                .unwrap()
        })
        .into_iter()
        .sum();
    assert_eq!(parts, 12);
    let text = stdout(&keisei(&["study", "fit", file]));
    let numbers: Vec<f64> =
        text.lines().last().unwrap().split_whitespace().skip(2).map(|n| n.parse().unwrap()).collect();
    // The same position everywhere: what was fitted holds for what was held out.
    assert_eq!(numbers[..4], numbers[4..]);
    assert!(numbers[0] < 0.2 && numbers[1] == 1.0 && numbers[3] < 0.2, "{text}");

    for (text, words) in [
        ("{}", "missing field"),
        ("not json", "line 1"),
        (&lines.replace("\"size\":5", "\"size\":6"), "25 numbers in `own`, expected 36"),
        (&lines.replace("D3", "B3"), "move 2 (W B3)"),
        (&lines.replace("\"W\"", "\"X\""), "`X` is not a colour"),
        (&lines.replace("-90", "-900"), "not from -100 to 100"),
        (&lines.replace("0.1", "1.1"), "not from 0 to 1"),
        (&lines.replace("-5.0", "-26.0"), "more than the board has"),
        ("\n", "no positions"),
    ] {
        std::fs::write(&path, text).unwrap();
        let (code, message) = refused(&keisei(&["study", "accuracy", file]));
        assert_eq!(code, 1);
        assert!(message.contains(words), "{message}");
    }
    let (code, message) = refused(&keisei(&["study", "fit", "no-such-file"]));
    assert!(code == 1 && message.contains("cannot be opened"), "{message}");
}

//! `keisei zones` and `judge --method zones`, as users run them.

mod common;

use common::{json, keisei, stdout};

const FILE: &str = "examples/kisei-1988-opening.sgf";

fn zones(args: &[&str]) -> std::process::Output {
    keisei(&[&["zones", FILE, "--nodes", "0"], args].concat())
}

#[test]
fn json_is_that_of_judge_and_more() {
    let report = json(&zones(&["--format", "json"]));
    let judged = json(&keisei(&["judge", FILE, "--method", "zones", "--nodes", "0", "--format", "json"]));
    for (key, value) in judged.as_object().unwrap() {
        assert_eq!(&report[key], value, "{key}");
    }
    let terms: f64 = report["terms"].as_object().unwrap().values().map(|v| v.as_f64().unwrap()).sum();
    assert!((terms - report["score"]["lead"].as_f64().unwrap()).abs() < 1e-6);
    assert!(report["score"].get("stdev").is_none() && report["score"].get("black_wins").is_none());
    for layer in ["class_black", "class_white", "distance_black", "distance_white", "connectible", "outside"]
    {
        assert_eq!(report["layers"][layer].as_array().unwrap().len(), 361, "{layer}");
    }
    // The knight's move between D17 and C15, on the upper left.
    let dividers = report["dividers"].as_array().unwrap();
    let knight = dividers.iter().find(|d| d["ends"] == serde_json::json!(["C15", "D17"])).unwrap();
    assert_eq!(knight["name"], "knight's move");
    assert_eq!(knight["area"], serde_json::json!(["C16", "D16"]));
    assert_eq!((&knight["color"], &knight["status"]), (&"B".into(), &"divider".into()));
    // The row along the right side, to the edge.
    assert!(dividers.iter().any(|d| d["ends"] == serde_json::json!(["R4", "edge"])));
    assert!(report["zones"].as_array().unwrap().iter().any(|z| z["status"] == "safe"));
    let stones: usize =
        report["groups"].as_array().unwrap().iter().map(|g| g["stones"].as_array().unwrap().len()).sum();
    assert_eq!(stones, 34);
}

#[test]
fn every_step_is_shown_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    for (show, words) in [
        ("dividers", "third line to the edge"),
        ("zones", "potential"),
        ("distances", "distances"),
        ("points", "junctions"),
        ("connectible", "connectible: Black"),
        ("groups", "alive"),
    ] {
        for side in ["black", "white", "both"] {
            let text = stdout(&zones(&["--show", show, "--side", side]));
            assert!(text.contains(words), "{show} {side}: {text}");
            assert!(!text.contains('\x1b'));
        }
        stdout(&zones(&["--show", show, "-o", &file("a.svg")]));
        let svg = std::fs::read_to_string(file("a.svg")).unwrap();
        assert!(svg.starts_with("<svg"), "{show}");
    }
    stdout(&zones(&["-o", &file("a.png")]));
    assert!(std::fs::read(file("a.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(stdout(&zones(&["--format", "sgf"])).contains("TB["));
    assert!(stdout(&zones(&["--color", "always"])).contains("\x1b[48;5;"));
    // Black's dividers alone have no white letters.
    let row = |text: &str| text.lines().find(|line| line.starts_with("16 ")).unwrap().to_string();
    let black = row(&stdout(&zones(&["--show", "dividers", "--side", "black"])));
    assert!(black.contains('B') && !black.contains('w'), "{black}");
}

#[test]
fn judge_speaks_zones_in_every_format() {
    let judge = |args: &[&str]| {
        stdout(&keisei(&[&["judge", FILE, "--method", "zones", "--nodes", "0"], args].concat()))
    };
    let text = judge(&[]);
    for term in ["stones", "safe territory", "potential territory", "near points", "stones played"] {
        assert!(text.contains(term), "{term}: {text}");
    }
    assert!(judge(&["--format", "svg"]).starts_with("<svg"));
    assert!(judge(&["--format", "sgf"]).contains("Keisei (zones)"));
}

#[test]
fn proofs_decide_what_lives() {
    // Played out: all of it is proved, so that both agree to the point.
    let report = json(&keisei(&["zones", "examples/game-9x9.sgf", "--format", "json"]));
    assert_eq!(report["score"]["text"], "B+4.5");
    assert!(report["groups"].as_array().unwrap().iter().all(|g| g["evidence"] != "estimated"));
}

#[test]
fn works_on_every_board_and_refuses_nonsense() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in
        [("one", "."), ("row", "X . . O"), ("two", "X .\n. O"), ("three", ". X .\n. . O\n. . .")]
    {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let report = json(&keisei(&["zones", path.to_str().unwrap(), "--format", "json"]));
        assert_eq!(
            report["layers"]["class_black"].as_array().unwrap().len(),
            text.split_whitespace().count()
        );
    }
    for args in [["--show", "walls"], ["--side", "red"], ["--nodes", "-1"]] {
        assert_eq!(keisei(&[&["zones", FILE], &args[..]].concat()).status.code(), Some(2), "{args:?}");
    }
    assert_eq!(keisei(&["zones", "no-such-file"]).status.code(), Some(1));
}

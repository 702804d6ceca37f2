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
        ("threats", "no double threats"),
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
fn double_threats_are_shown() {
    let threats = |args: &[&str]| {
        keisei(
            &[&["zones", "examples/double-threat.txt", "--nodes", "0", "--show", "threats"], args].concat(),
        )
    };
    let text = stdout(&threats(&[]));
    let told = "1: Black E2: 10 points around C2, strike D2; 10 points around G2, strike F2";
    assert!(text.contains("1 double threat\n") && text.contains(told), "{text}");
    assert!(text.contains(" 2  □  O  X  ×!B1  ×  X  O  □  2"), "{text}");
    // White has none.
    assert!(stdout(&threats(&["--side", "white"])).contains("no double threats"));
    let report = json(&threats(&["--format", "json"]));
    let [threat] = &report["double_threats"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!((&threat["color"], &threat["move"]), (&"B".into(), &"E2".into()));
    let [left, right] = &threat["areas"].as_array().unwrap()[..] else { panic!("{threat}") };
    assert_eq!(left["points"].as_array().unwrap().len(), 10);
    for (area, stone, strike) in [(left, "C2", "D2"), (right, "G2", "F2")] {
        assert_eq!(area["intruders"], serde_json::json!([stone]));
        assert_eq!(area["strikes"], serde_json::json!([strike]));
        assert_eq!(area["answers"], serde_json::json!([strike]));
    }
    // The ring around the move, two strikes, and the ground of the areas.
    let svg = stdout(&threats(&["--format", "svg"]));
    assert_eq!(svg.matches(r##"fill="none" stroke="#c22""##).count(), 1);
    assert_eq!(svg.matches(r##"stroke="#8c1c13""##).count(), 2);
    assert_eq!(svg.matches(r##"fill="#fff" fill-opacity="0.62""##).count(), 20);
    assert!(svg.contains(">B1</text>") && svg.contains(told));
    assert!(json(&zones(&["--format", "json"]))["double_threats"].as_array().unwrap().is_empty());
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

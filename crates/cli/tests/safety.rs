//! `keisei safety` and proofs in `judge`, as users run them.

mod common;

use common::{json, keisei, stdout};

/// A game played out to the end: everything is proved, and the proofs give its result.
#[test]
fn a_finished_game_is_proved_whole() {
    let file = "examples/game-9x9.sgf";
    let text = stdout(&keisei(&["safety", file]));
    assert!(text.contains("not proved: 0 of 81 points"), "{text}");
    let report = json(&keisei(&["safety", file, "--format", "json"]));
    assert_eq!(report["method"], "safety");
    let safe = report["layers"]["safe"].as_array().unwrap();
    let lead: i64 = safe.iter().map(|v| v.as_i64().unwrap()).sum();
    assert_eq!(report["score"]["lead"], lead as f64);
    assert_eq!(report["score"]["text"], "B+4.5");
    for (proof, evidence) in
        report["layers"]["proof"].as_array().unwrap().iter().zip(report["evidence"].as_array().unwrap())
    {
        assert!(["benson", "static", "search"].contains(&proof.as_str().unwrap()));
        assert_eq!(evidence, "proved");
    }
    // With proofs everywhere, a method that estimates comes to the same.
    let judged = json(&keisei(&["judge", file, "--method", "moyo", "--format", "json"]));
    assert_eq!(judged["score"]["text"], "B+4.5");
    assert!(judged["blocks"].as_array().unwrap().iter().all(|block| block["status"] == "alive"));
}

#[test]
fn without_search_only_static_rules_speak() {
    let file = "examples/game-13x13.sgf";
    let names = |extra: &[&str]| -> Vec<String> {
        let report = json(&keisei(&[&["safety", file, "--format", "json"][..], extra].concat()));
        let proofs = report["layers"]["proof"].as_array().unwrap();
        proofs.iter().filter_map(|p| Some(p.as_str()?.to_string())).collect()
    };
    assert!(names(&[]).contains(&"search".to_string()));
    let without = names(&["--nodes", "0"]);
    assert!(!without.contains(&"search".to_string()) && without.len() > 100);
    let output = keisei(&["safety", file, "--nodes", "-1"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn pictures_and_records_show_proofs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    stdout(&keisei(&["safety", "examples/game-9x9.sgf", "-o", &path("a.svg")]));
    let svg = std::fs::read_to_string(path("a.svg")).unwrap();
    assert!(svg.contains("proved by 1 benson"), "{svg}");
    stdout(&keisei(&["safety", "examples/game-9x9.sgf", "-o", &path("a.sgf")]));
    assert!(std::fs::read_to_string(path("a.sgf")).unwrap().contains("TB["));
}

/// A position in which a block has no liberty is refused, with the block named.
#[test]
fn blocks_without_liberties_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.txt");
    std::fs::write(&file, "X O\nO .\n").unwrap();
    let output = keisei(&["safety", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(error.contains("A2"), "{error}");
}

#[test]
fn the_study_tells_how_much_is_proved() {
    let report = json(&keisei(&["study", "safety", "examples", "--nodes", "500", "--format", "json"]));
    assert_eq!(report["positions"], 4);
    assert!(report["benson"].as_u64().unwrap() > 300);
    let text = stdout(&keisei(&["study", "safety", "examples/game-9x9.sgf"]));
    assert!(text.contains("100.0% in all"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let output = keisei(&["study", "safety", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
}

/// Claims are played out; a label against a proof is told, and a label that cannot be read is an
/// error.
#[test]
fn the_refuter_plays_against_claims() {
    let report = json(&keisei(&[
        "study", "refute", "examples", "--nodes", "2000", "--points", "10", "--format", "json",
    ]));
    assert_eq!(report["broken"], 0);
    assert!(report["held"].as_u64().unwrap() >= 10, "{report}");
    assert_eq!(report["positions"], 5);
    let text =
        stdout(&keisei(&["study", "refute", "examples/game-9x9.sgf", "--back", "0,4", "--points", "9"]));
    assert!(text.contains("2 positions") && text.contains(" 0 broken"), "{text}");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("labels.jsonl");
    // Black lives in the corner of 4x4, and the label says White's.
    let moves = r#"[["B","A3"],["B","B3"],["B","B4"],["B","C3"],["B","D3"],["B","C4"]]"#;
    let label = |handicap: &str| {
        let own = vec!["-90"; 16].join(",");
        format!(
            r#"{{"id":"a@1","size":4,"komi":0,"handicap":{handicap},"moves":{moves},"to_play":"W","own":[{own}],"lead":0,"winrate":0.5}}"#
        )
    };
    std::fs::write(&file, label("[]")).unwrap();
    let text = stdout(&keisei(&["study", "refute", file.to_str().unwrap()]));
    assert!(text.contains("a@1: the label is against"), "{text}");
    assert!(text.contains("16 points whose label is against the proof"), "{text}");
    std::fs::write(&file, label(r#"["Z9"]"#)).unwrap();
    let output = keisei(&["study", "refute", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(error.contains("handicap stone Z9"), "{error}");
    // A game that cannot be replayed is none to look at.
    let broken = folder.path().join("broken.sgf");
    std::fs::write(&broken, "(;SZ[9];B[aa];W[aa])").unwrap();
    let output = keisei(&["study", "refute", broken.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no game that can be replayed"));
}

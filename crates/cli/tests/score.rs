//! `keisei score`, as users run it.

mod common;

use common::{json, keisei, stdout};

#[test]
fn a_finished_game_is_counted_item_by_item() {
    let text = stdout(&keisei(&["score", "examples/game-9x9.sgf"]));
    assert!(text.contains("territory") && text.contains("result: B+4.5"), "{text}");
    let report = json(&keisei(&["score", "examples/game-9x9.sgf", "--format", "json"]));
    assert_eq!(report["score"]["text"], "B+4.5");
    assert_eq!(report["settled"], true);
    let total = |side: &str| report["sides"][side]["total"].as_f64().unwrap();
    assert_eq!(total("B") - total("W"), 4.5);
}

#[test]
fn what_is_not_settled_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("open.txt");
    std::fs::write(&file, ". X O O . O .\nX X O O O O O\n. . O . O . O\nX X O O O O O\n. X O . O . O\n")
        .unwrap();
    let output = keisei(&["score", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.contains("provisional") && text.contains("not settled: A3"), "{text}");
    let sgf = stdout(&keisei(&["score", file.to_str().unwrap(), "--format", "sgf"]));
    assert!(sgf.contains("TB[") && sgf.contains("TW["), "{sgf}");
}

#[test]
fn another_result_in_the_record_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sgf");
    std::fs::write(&file, "(;SZ[5:2]RU[chinese]KM[0]RE[B+3]AB[ab][bb][ba]AW[db][eb][da])").unwrap();
    let text = stdout(&keisei(&["score", file.to_str().unwrap()]));
    assert!(
        text.contains("a draw") && text.contains("the record gives B+3") && text.contains("seki"),
        "{text}"
    );
}

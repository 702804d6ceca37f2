//! `keisei status`, as users run it.

mod common;

use std::process::Output;

use common::{json, keisei, stdout, with_input};
use serde_json::Value;

const LADDER: &str = "examples/ladder.txt";

fn status(args: &[&str]) -> Output {
    keisei(&[&["status", LADDER], args].concat())
}

/// The status of a diagram from standard input.
fn of_diagram(diagram: &str, args: &[&str]) -> Output {
    with_input(&[&["status", "-"], args].concat(), diagram.as_bytes())
}

/// Two black stones that can be cut.
const CUT: &str = "
    . . . . . . .
    . . . . . . .
    . . O . O . .
    . X . X . . .
    . . O . O . .
    . . . . . . .
    . . . . . . .
";

const KO: &str = "
    . X O . . .
    X . X O . .
    . X O . . .
    . . . . . .
    . . . . . .
    . . . . . .
";

#[test]
fn a_ladder_is_told_and_drawn_in_text() {
    let text = stdout(&status(&["--at", "c3"]));
    for words in [
        "White C3 (2 stones: C3 C4; liberties: D4): taken, read",
        "Black first: takes it, beginning with D4",
        "    B: D4 (taken)",
        "White first: cannot save it",
        "    W: D4 E4 D5 D6 ",
        "group: by itself",
        "shown: White first: cannot save it (taken)",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // The first moves on the board.
    let row = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap().to_string();
    let of_four = row(" 4 ");
    assert_eq!(of_four.split_whitespace().skip(3).take(3).collect::<Vec<_>>(), ["O", "1", "2"], "{text}");
    assert_eq!(row(" 5 ").split_whitespace().nth(4), Some("3"), "{text}");
    assert!(!text.contains('\x1b'));
    assert!(stdout(&status(&["--at", "C3", "--color", "always"])).contains("\x1b[48;5;"));
    // With a breaker on the way who moves first decides.
    let text = stdout(&status(&["--at", "M4"]));
    assert!(text.contains("liberties: N4): unsettled, read"), "{text}");
    assert!(text.contains("White first: saves it, beginning with N4"), "{text}");
}

#[test]
fn json_has_every_answer_with_its_line() {
    let report = json(&status(&["--at", "C3", "--format", "json"]));
    assert_eq!((&report["schema"], &report["width"], &report["height"]), (&1.into(), &19.into(), &9.into()));
    assert_eq!((&report["to_play"], &report["move_number"]), (&"W".into(), &0.into()));
    let [block] = &report["blocks"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!((&block["vertex"], &block["color"]), (&"C3".into(), &"W".into()));
    assert_eq!(block["stones"].as_array().unwrap().len(), 2);
    assert_eq!(block["group"], block["stones"]);
    assert_eq!(block["liberties"], serde_json::json!(["D4"]));
    assert_eq!((&block["verdict"], &block["evidence"]), (&"taken".into(), &"read".into()));
    let attack = &block["attack"];
    assert_eq!((&attack["success"], &attack["code"]), (&"yes".into(), &1.into()));
    assert_eq!((&attack["first"], &attack["move"]), (&"B".into(), &"D4".into()));
    assert_eq!((&attack["end"], &attack["line"]), (&"taken".into(), &serde_json::json!([["B", "D4"]])));
    // The whole ladder, by turns, though White cannot save the block.
    let defend = &block["defend"];
    assert_eq!((&defend["success"], &defend["code"]), (&"no".into(), &0.into()));
    assert_eq!((defend.get("move"), &defend["end"]), (None, &"taken".into()));
    let line = defend["line"].as_array().unwrap();
    assert!(line.len() > 15, "{defend}");
    for (i, step) in line.iter().enumerate() {
        assert_eq!(step[0], if i % 2 == 0 { "W" } else { "B" });
    }
    assert_eq!(report["pairs"], serde_json::json!([]));
    assert_eq!(report.get("looked_at"), None);
}

#[test]
fn pairs_are_connected_or_cut() {
    let report = json(&of_diagram(CUT, &["--at", "B4", "--at", "D4", "--format", "json"]));
    let [pair] = &report["pairs"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!((&pair["vertices"], &pair["color"]), (&serde_json::json!(["B4", "D4"]), &"B".into()));
    assert_eq!((&pair["verdict"], &pair["evidence"]), (&"unsettled".into(), &"read".into()));
    for (question, first, end) in [("connect", "B", "connected"), ("disconnect", "W", "cut")] {
        let answer = &pair[question];
        assert_eq!(
            (&answer["first"], &answer["end"], &answer["code"]),
            (&first.into(), &end.into(), &1.into())
        );
        assert_eq!(answer["line"][0], serde_json::json!([first, "C4"]));
    }
    // Blocks of different colours make no pair.
    let report = json(&of_diagram(CUT, &["--at", "B4", "--at", "C3", "--format", "json"]));
    assert_eq!(report["pairs"], serde_json::json!([]));
    let text = stdout(&of_diagram(CUT, &["--at", "B4", "--at", "D4", "--line", "disconnect"]));
    assert!(text.contains("Black B4 and D4: unsettled, read"), "{text}");
    assert!(text.contains("shown: White first: cuts them apart, beginning with C4 (cut)"), "{text}");
}

#[test]
fn a_ko_says_who_needs_a_threat() {
    let report = json(&of_diagram(KO, &["--at", "C5", "--format", "json"]));
    let block = &report["blocks"][0];
    assert_eq!((&block["verdict"], &block["attack"]["code"]), (&"ko".into(), &2.into()));
    assert_eq!(block["attack"]["success"], "ko, their threat first");
    assert_eq!(block["attack"]["end"], "ko, Black needs a threat");
    let text = stdout(&of_diagram(KO, &["--at", "C5"]));
    assert!(text.contains("White first: takes it by a ko in which Black needs the first threat"), "{text}");
    // White has just taken: Black may not take back, and needs a threat.
    let sgf = "(;SZ[6]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W];W[bb])";
    let taken = json(&with_input(&["status", "-", "--at", "B5", "--format", "json"], sgf.as_bytes()));
    let attack = &taken["blocks"][0]["attack"];
    assert_eq!((&attack["first"], &attack["code"]), (&"B".into(), &3.into()));
}

#[test]
fn what_is_proved_is_said_to_be() {
    let life = "
        . X . X O .
        X X X X O .
        O . X O O .
        X X X O . .
        O O O O . .
        . . . . . .
    ";
    let report = json(&of_diagram(life, &["--at", "D6", "--at", "A4", "--format", "json"]));
    let blocks = report["blocks"].as_array().unwrap();
    assert_eq!((&blocks[0]["verdict"], &blocks[0]["evidence"]), (&"safe".into(), &"proved".into()));
    assert_eq!((&blocks[1]["verdict"], &blocks[1]["evidence"]), (&"taken".into(), &"proved".into()));
    assert!(blocks.iter().all(|block| block["proof"].is_string()));
    assert!(stdout(&of_diagram(life, &["--at", "D6"])).contains("safe, proved ("));
}

/// What was not read is never a guess.
#[test]
fn limits_are_told() {
    let report = json(&status(&["--at", "M3", "--nodes", "1", "--format", "json"]));
    let block = &report["blocks"][0];
    assert_eq!((&block["verdict"], block.get("evidence")), (&"not read".into(), None));
    assert_eq!((&block["defend"]["success"], block["defend"].get("code")), (&"not read".into(), None));
    let text = stdout(&status(&["--at", "M3", "--nodes", "1"]));
    assert!(text.contains("White first: not read within "), "{text}");
    // A ladder is no search.
    assert_eq!(
        json(&status(&["--at", "C3", "--nodes", "1", "--format", "json"]))["blocks"][0]["defend"]["code"],
        0
    );
}

#[test]
fn all_blocks_in_danger_are_listed() {
    let text = stdout(&status(&[]));
    let row: Vec<&str> = text.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row, ["C3", "White", "2", "1", "taken", "read", "D4", "no"], "{text}");
    let row: Vec<&str> = text.lines().nth(2).unwrap().split_whitespace().collect();
    assert_eq!(row, ["M3", "White", "2", "1", "unsettled", "read", "N4", "N4"], "{text}");
    assert!(text.contains("11 blocks with few liberties; 9 safe and not listed\n\ngroup  "), "{text}");
    let report = json(&status(&["--format", "json"]));
    assert_eq!(report["looked_at"], 11);
    let named: Vec<&Value> = report["blocks"].as_array().unwrap().iter().map(|b| &b["vertex"]).collect();
    assert_eq!(named, ["C3", "M3"]);
    assert!(report["blocks"][0].get("group").is_none() && report.get("pairs").is_none());
    assert_eq!(stdout(&of_diagram(". . .\n. . .\n. . .", &[])), "no block has few liberties\n");
    assert!(stdout(&status(&["--format", "svg"])).contains("diamonds: unsettled"));
}

/// Three points in the corner: who plays the middle one first decides.
const CORNER: &str = "
    . O . O . .
    O O O O O O
    X X X X O .
    . . . X O O
";

#[test]
fn a_group_is_killed_or_lives() {
    let report = json(&of_diagram(CORNER, &["--at", "A2", "--format", "json"]));
    let [group] = &report["groups"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!((&group["status"], &group["evidence"]), (&"unsettled".into(), &"proved".into()));
    assert_eq!((group["stones"].as_array().unwrap().len(), group.get("proof")), (5, None));
    for (question, first, end) in [("kill", "W", "killed"), ("live", "B", "lives")] {
        let answer = &group[question];
        assert_eq!((&answer["first"], &answer["code"]), (&first.into(), &1.into()));
        assert_eq!((&answer["move"], &answer["moves"]), (&"B1".into(), &serde_json::json!(["B1"])));
        assert_eq!((&answer["end"], &answer["line"][0]), (&end.into(), &serde_json::json!([first, "B1"])));
    }
    // The answers about the block are what they were.
    assert_eq!(report["blocks"][0]["verdict"], "unsettled");
    let text = stdout(&of_diagram(CORNER, &["--at", "A2", "--line", "kill"]));
    for words in [
        "Black's group of A2 (5 stones: D1 A2 B2 C2 D2): unsettled, proved",
        "White first: kills it, beginning with B1",
        "Black first: makes it live, beginning with B1",
        "shown: White first: kills it, beginning with B1 (killed)",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let svg = stdout(&of_diagram(CORNER, &["--at", "A2", "--line", "live", "--format", "svg"]));
    assert!(svg.contains("Black first: makes it live, beginning with B1 (lives)"), "{svg}");
    let sgf = stdout(&of_diagram(CORNER, &["--at", "A2", "--format", "sgf"]));
    assert!(sgf.contains("White first: kills it, beginning with B1 (group of A2)"), "{sgf}");
}

/// White's wall is proved by eyes of its own; the group inside stands otherwise each time.
#[test]
fn groups_are_alive_dead_or_in_a_ko() {
    let alive = ". O . O . O .\nO O O O O O O\nX X X X X O .\n. . . . X O O";
    let dead = ". O . O .\nO O O O O\nX X X O .\n. . X O O";
    let ko = ". . . . . .\nO O O . . .\nO O O O . .\nX X . O O .\n. X O O . .\n. X X O O .\n. . X O O .";
    let seki = ". O . O . O . O .\nO O O O O O O O O\nX X X X X X O O .\n. O O O . X O . O";
    for (diagram, vertex, status, kill, live) in [
        (alive, "A2", "alive", 0, 1),
        (dead, "A2", "dead", 1, 0),
        (ko, "A4", "ko", 2, 1),
        (seki, "A2", "seki", 0, 1),
    ] {
        let report = json(&of_diagram(diagram, &["--at", vertex, "--format", "json"]));
        let group = &report["groups"][0];
        assert_eq!(group["status"], status, "{group}");
        assert_eq!((&group["kill"]["code"], &group["live"]["code"]), (&kill.into(), &live.into()), "{group}");
        let who = if live == 1 && kill == 0 { &group["live"] } else { &group["kill"] };
        assert_eq!(who["moves"] == serde_json::json!(["pass"]), status != "ko", "{group}");
        let text = stdout(&of_diagram(diagram, &["--at", vertex]));
        assert!(text.contains(&format!("): {status}")), "{text}");
        // And in the list of all groups.
        let text = stdout(&of_diagram(diagram, &[]));
        let row = text.lines().find(|line| line.contains("Black") && line.contains(status));
        assert!(row.is_some(), "{status}: {text}");
    }
    let text = stdout(&of_diagram(seki, &["--at", "A2"]));
    assert!(text.contains("seki with White B1"), "{text}");
    let text = stdout(&of_diagram(ko, &["--at", "A4"]));
    assert!(
        text.contains("kills it by a ko in which Black needs the first threat, beginning with A2"),
        "{text}"
    );
}

#[test]
fn pictures_show_numbered_stones() {
    let svg = stdout(&status(&["--at", "C3", "--format", "svg"]));
    assert!(svg.starts_with("<svg") && svg.contains("White first: cannot save it (taken)"));
    // Stones of the position and of the line, each number once.
    for number in 1..=15 {
        assert_eq!(svg.matches(&format!(">{number}</text>")).count(), 1 + if number <= 9 { 2 } else { 0 });
    }
    let taken = stdout(&status(&["--at", "C3", "--format", "svg", "--line", "attack"]));
    assert!(taken.contains("Black first: takes it, beginning with D4 (taken)"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ladder.png");
    stdout(&status(&["--at", "C3", "-o", file.to_str().unwrap()]));
    assert!(std::fs::read(file).unwrap().starts_with(b"\x89PNG"));
}

/// A stone that is played where another was taken has no room on the board.
#[test]
fn what_is_played_where_a_stone_was_is_said_below() {
    let diagram = "
        . . . . . . .
        . X X X X . .
        X O O O X . .
        X O . . O X .
    ";
    let asked = ["--at", "B1", "--line", "defend"];
    let report = json(&of_diagram(diagram, &[&asked[..], &["--format", "json"]].concat()));
    let line = report["blocks"][0]["defend"]["line"].as_array().unwrap();
    // White takes the stones in the corner first, and plays there.
    let again = line.iter().position(|step| step[1] == "A2" || step[1] == "A1").unwrap();
    let words = format!("{} at {}", again + 1, line[again][1].as_str().unwrap());
    let text = stdout(&of_diagram(diagram, &asked));
    assert!(text.lines().any(|line| line.contains(&words)), "{words}: {text}");
}

#[test]
fn lines_become_variations() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines.sgf");
    let file = file.to_str().unwrap();
    stdout(&status(&["--at", "C3", "-o", file]));
    let sgf = std::fs::read_to_string(file).unwrap();
    assert!(sgf.contains("Keisei (status)") && sgf.contains("Black first: takes it"), "{sgf}");
    // Two ways to go on: White's comes first, because it is her turn.
    let report = json(&keisei(&["show", file, "--move", "1", "--format", "json"]));
    assert_eq!(report["moves"], serde_json::json!([["W", "D4"]]));
    let branches = json(&keisei(&["show", file, "--branches", "--format", "json"]));
    let mut others = branches["branches"].as_array().unwrap().iter();
    assert!(others.any(|branch| branch["move"] == serde_json::json!(["B", "D4"])), "{branches}");
    // The position is still there, and the record's own moves stay the main line.
    let again = json(&keisei(&["status", file, "--move", "0", "--at", "C3", "--format", "json"]));
    assert_eq!(again["blocks"][0]["verdict"], "taken");
    let game = ["status", "examples/game-9x9.sgf", "--move", "12", "--format", "sgf"];
    let sgf = stdout(&keisei(&game));
    let with = |file: &[u8]| json(&with_input(&["show", "-", "--format", "json"], file))["moves"].clone();
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/game-9x9.sgf")).unwrap();
    assert_eq!(with(sgf.as_bytes()), with(&file));
}

#[test]
fn bad_input_is_refused_with_a_reason() {
    for (args, status_code, words) in [
        (&["--at", "A1"][..], 1, "--at A1: there is no stone on A1"),
        (&["--at", "C3", "--at", "Z9"], 1, "--at Z9: Z9 lies outside the 19x9 board"),
        (&["--at", "I5"], 1, "`I5` is not a vertex"),
        (&["--at", "pass"], 1, "`pass` is not a vertex"),
        (&["--at", ""], 1, "is not a vertex"),
        (&["--at", "B3", "--at", "B4"], 1, "--at B3 and --at B4 name the same block"),
        (&["--at", "C3", "--at", "C3"], 1, "name the same block"),
        (&["--at", "C3", "--line", "connect"], 2, "--line connect is about two blocks"),
        (&["--line", "attack"], 2, "--at"),
        (&["--at", "C3", "--line", "capture"], 2, "possible values"),
        (&["--nodes", "0"], 2, "0 is not in"),
        (&["--nodes", "many"], 2, "invalid"),
        (&["--format", "csv"], 2, "csv is for lists"),
        (&["--move", "7"], 1, "a diagram has no moves"),
        (&["-o", "examples/ladder.txt"], 2, "the file that is read"),
    ] {
        let output = status(args);
        assert!(output.stdout.is_empty(), "{args:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status_code), "{args:?}: {message}");
        assert!(message.contains(words), "{args:?}: {message}");
    }
    assert!(String::from_utf8(status(&["--at", "A1"]).stderr).unwrap().contains("examples/ladder.txt"));
    assert_eq!(keisei(&["status", "no-such-file"]).status.code(), Some(1));
}

#[test]
fn works_on_every_board() {
    for text in [".", "X . . O", "X .\n. O", ". X .\n. . O\n. . ."] {
        let report = json(&of_diagram(text, &["--format", "json"]));
        assert!(report["blocks"].is_array());
        if text.contains('X') {
            let vertex = match text.lines().next().unwrap().starts_with('X') {
                true => format!("A{}", text.lines().count()),
                false => "B3".into(),
            };
            let report = json(&of_diagram(text, &["--at", &vertex, "--format", "json"]));
            assert_eq!(report["blocks"][0]["vertex"], vertex.as_str());
        }
    }
}

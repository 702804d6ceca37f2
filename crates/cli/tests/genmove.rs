//! `keisei genmove`, as users run it.

mod common;

use common::{json, keisei, stdout};

/// A small board in a file of its own.
fn board(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

const FIVE: &str = ". . . . .\n. X . . .\n. . . . .\n. . . O .\n. . . . .\n";

fn strings(value: &serde_json::Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect()
}

#[test]
fn lists_what_a_filter_keeps() {
    let file = board(FIVE);
    let path = file.path().to_str().unwrap();
    let list = json(&keisei(&["genmove", path, "--filter", "pf1", "--list", "--format", "json"]));
    assert_eq!(
        strings(&list["kept"]),
        ["A5", "B5", "C5", "D5", "E5", "A4", "C4", "D4", "A3", "B3", "C3", "A2"],
        "near the black stone, ties row by row"
    );
    assert_eq!(list["legal"].as_array().unwrap().len(), 23);
    let text = stdout(&keisei(&["genmove", path, "--filter", "PF1", "--list"]));
    assert_eq!(text, "12 of 23 moves kept by PF1\nA5 B5 C5 D5 E5 A4 C4 D4 A3 B3 C3 A2\n");
    // On above the switching point, off at it; and no filter keeps all.
    for (options, kept) in [
        (["--filter", "PF6", "--switch", "22"], 12),
        (["--filter", "PF6", "--switch", "23"], 23),
        (["--filter", "random", "--switch", "2"], 12),
        (["--filter", "none", "--switch", "2"], 23),
    ] {
        let list = json(&keisei(&[&["genmove", path, "--list", "--format", "json"], &options[..]].concat()));
        assert_eq!(list["kept"].as_array().unwrap().len(), kept, "{options:?}");
    }
    // A record after 20 moves: the moves that are listed are empty points, and half of them are
    // kept.
    let list = json(&keisei(&[
        "genmove",
        "examples/game-9x9.sgf",
        "--move",
        "20",
        "--filter",
        "PF4",
        "--list",
        "--format",
        "json",
    ]));
    let (legal, kept) = (strings(&list["legal"]), strings(&list["kept"]));
    assert_eq!(kept.len(), legal.len() - legal.len() / 2);
    assert!(kept.iter().all(|p| legal.contains(p)));
}

#[test]
fn chooses_the_same_move_for_a_seed() {
    let file = board(FIVE);
    let path = file.path().to_str().unwrap();
    let run = |threads| {
        let options = ["--player", "flat", "--playouts", "4", "--seed", "5", "--threads", threads];
        keisei(&[&["genmove", path, "--format", "json"], &options[..]].concat())
    };
    let report = json(&run("1"));
    assert_eq!(report, json(&run("2")));
    assert_eq!(report["playouts"], 92);
    assert_eq!(report["candidates"][0]["move"], report["move"]);
    let text = stdout(&keisei(&["genmove", path, "--player", "flat", "--playouts", "4", "--seed", "5"]));
    assert_eq!(text.lines().next(), report["move"].as_str());
    let plain = stdout(&keisei(&["genmove", path, "--player", "plain"]));
    assert_eq!(plain, "D3\n");
}

#[test]
fn searches_by_default() {
    let file = board(FIVE);
    let path = file.path().to_str().unwrap();
    let run = |options: &[&str]| json(&keisei(&[&["genmove", path, "--format", "json"], options].concat()));
    let report = run(&["--playouts", "500"]);
    assert_eq!(report, run(&["--playouts", "500"]));
    assert_eq!((&report["player"], &report["playouts"]), (&"uct".into(), &500.into()));
    let visits: Vec<u64> =
        report["candidates"].as_array().unwrap().iter().map(|c| c["visits"].as_u64().unwrap()).collect();
    assert_eq!((visits.len(), visits.iter().sum::<u64>()), (23, 500));
    assert!(visits.is_sorted_by(|a, b| a >= b));
    assert_eq!(
        (&report["candidates"][0]["move"], &report["variation"][0]),
        (&report["move"], &report["move"])
    );
    // A filter leaves half of the moves out, or only advises against them.
    let filtered = |options: &[&str]| {
        run(&[&["--playouts", "100", "--filter", "PF6"], options].concat())["candidates"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(
        (filtered(&[]), filtered(&["--prior", "filter"]), filtered(&["--switch", "23"])),
        (12, 23, 23)
    );
    // A clock ends the search early.
    let hurried = run(&["--playouts", "100000000", "--time", "0.05"]);
    assert!(hurried["playouts"].as_u64().unwrap() < 100_000_000);
}

#[test]
fn passes_when_nothing_is_left() {
    let file = board(". X O .\nX X O O\n. X O .\n");
    for player in ["flat", "plain", "uct"] {
        let output = keisei(&["genmove", file.path().to_str().unwrap(), "--player", player]);
        assert_eq!(stdout(&output).lines().next(), Some("pass"), "{player}");
    }
}

#[test]
fn bad_options_are_named() {
    let file = board(FIVE);
    let path = file.path().to_str().unwrap();
    for (options, message) in [
        (&["--filter", "PF10"][..], "there is no filter `PF10`: expected random, PF1"),
        (&["--switch", "20"], "--switch says when a filter is on: name one with --filter"),
        (&["--filter", "PF1", "--switch", "26"], "a switching point of 26 is out of range"),
        (&["--filter", "PF1", "--switch", "1"], "from 2 to 25"),
        (&["--filter", "PF1", "--switch", "-3"], "--switch"),
        (&["--playouts", "0"], "expected a number of playouts from 1 to"),
        (&["--playouts", "-5"], "expected a number of playouts from 1 to"),
        (&["--threads", "0"], "--threads"),
        (&["--time", "0"], "expected seconds above 0"),
        (&["--time", "-1"], "expected seconds above 0"),
        (&["--player", "flat", "--time", "1"], "--time is not for the flat player: choose --player uct"),
        (&["--prior", "filter"], "--prior filter needs a filter"),
        (&["--prior", "oracle"], "[possible values: none, seds, filter]"),
        (&["--player", "plain", "--filter", "PF1"], "--filter is not for the plain player"),
        (&["--player", "magic"], "[possible values: plain, flat"),
    ] {
        let output = keisei(&[&["genmove", path], options].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{options:?} {error}");
        assert!(error.contains(message), "{options:?} {error}");
    }
    let output = keisei(&["genmove", path, "--move", "3"]);
    assert_eq!(output.status.code(), Some(1));
}

/// Under territory rules every move costs a point once nothing is left to play for.
#[test]
fn passes_when_only_points_can_be_lost() {
    let file = board(". X O . O\n. X O O .\nX X X O O\n. . X X O\n. . . X O\n");
    let path = file.path().to_str().unwrap();
    for player in ["plain", "flat", "uct"] {
        let said = keisei(&["genmove", path, "--rules", "japanese", "--player", player, "--format", "json"]);
        assert_eq!(json(&said)["move"], "pass", "{player}");
    }
    // By area it may go on.
    let said = json(&keisei(&["genmove", path, "--rules", "chinese", "--player", "uct", "--format", "json"]));
    assert_ne!(said["move"], "pass");
}

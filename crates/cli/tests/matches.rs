//! Matches between players: resumed without loss, the same on any number of threads, and never
//! silent about a broken program.

mod common;

use common::{json, keisei, stdout};
use serde_json::Value;

const MATCH: [&str; 8] =
    ["study", "match", "--first", "uct playouts=60", "--second", "random", "--size", "5"];

fn play(extra: &[&str]) -> std::process::Output {
    keisei(&[&MATCH[..], &["--format", "json"], extra].concat())
}

/// The games without what depends on the machine.
fn games(report: &Value) -> Vec<(u64, String, u64)> {
    let games = report["games"].as_array().unwrap();
    let of = |game: &Value| {
        (
            game["game"].as_u64().unwrap(),
            game["result"].as_str().unwrap().into(),
            game["moves"].as_u64().unwrap(),
        )
    };
    games.iter().map(of).collect()
}

fn failure(output: &std::process::Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn games_are_resumed_and_threads_do_not_show() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let whole = json(&play(&["--games", "6", "--threads", "1"]));
    assert_eq!(games(&whole).iter().map(|game| game.0).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert!(whole["share"].as_f64().unwrap() >= 0.5);
    assert_eq!(games(&json(&play(&["--games", "6", "--threads", "3"]))), games(&whole));
    let (state, records) = (file("state.json"), file("records"));
    let resumed = |count: &str| json(&play(&["--games", count, "--state", &state, "--records", &records]));
    assert_eq!(games(&resumed("2")), games(&whole)[..2]);
    // As if another thread had been slower: the third game is missing.
    resumed("4");
    let mut kept: Value = serde_json::from_slice(&std::fs::read(&state).unwrap()).unwrap();
    kept["games"].as_array_mut().unwrap().remove(2);
    std::fs::write(&state, kept.to_string()).unwrap();
    assert_eq!(games(&resumed("6")), games(&whole));
    for number in 1..=6 {
        let name = format!("records/game-{number:04}.sgf");
        let record = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(record.contains(if number % 2 == 1 { "PB[uct" } else { "PW[uct" }), "{record}");
    }
    let checked = keisei(&["check", &records]);
    assert!(checked.status.success(), "{checked:?}");
    let other = play(&["--state", &state, "--seed", "1"]);
    assert!(failure(&other).contains("another match"));
    assert!(stdout(&keisei(&[&MATCH[..], &["--games", "2"]].concat())).contains("first wins"));
}

#[test]
fn a_program_plays_and_counts() {
    let program = format!("gtp: '{}' gtp --rules chinese", env!("CARGO_BIN_EXE_keisei"));
    let report = json(&play(&["--games", "2", "--referee", &program]));
    assert_eq!(games(&report).len(), 2);
    let report = json(&keisei(&[
        "study", "match", "--first", &program, "--second", "plain", "--size", "5", "--games", "2",
        "--format", "json",
    ]));
    assert_eq!(games(&report).len(), 2);
}

/// A program that plays its moves in order, one a line, and then ends.
fn script(folder: &std::path::Path, moves: &str) -> String {
    let text = format!(
        "set -- {moves}\nwhile read -r command rest; do\n  case $command in\n    genmove) [ $# -gt 0 ] || exit 3\n      \
         printf '= %s\\n\\n' \"$1\"; shift;;\n    *) printf '=\\n\\n';;\n  esac\ndone\n"
    );
    let path = folder.join("program.sh");
    std::fs::write(&path, text).unwrap();
    format!("gtp: sh '{}'", path.display())
}

#[cfg(unix)]
#[test]
fn a_broken_program_stops_the_match_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let run = |moves: &str, extra: &[&str]| {
        let program = script(folder.path(), moves);
        let args =
            ["study", "match", "--first", &program, "--second", "plain", "--size", "5", "--threads", "1"];
        failure(&keisei(&[&args[..], extra].concat()))
    };
    let dead = run("C3", &[]);
    assert!(dead.contains("game 1, move 3") && dead.contains("genmove B"), "{dead}");
    let illegal = run("C3 C3", &[]);
    assert!(illegal.contains("game 1, move 3") && illegal.contains("C3 is illegal"), "{illegal}");
    let nonsense = run("C3 Q99", &[]);
    assert!(nonsense.contains("move 3"), "{nonsense}");
    // A program that resigns in the first game and fails in the second: the first is kept.
    let state = folder.path().join("state.json");
    let moves = "$([ -e resigned ] || { touch resigned; echo resign; })";
    let program = script(folder.path(), moves);
    let args = [
        "study",
        "match",
        "--first",
        &program,
        "--second",
        "plain",
        "--size",
        "5",
        "--threads",
        "1",
        "--games",
        "4",
    ];
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_keisei"))
        .args(args)
        .args(["--state", state.to_str().unwrap()])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(failure(&output).contains("finished and kept in the state file: 1 game"), "{output:?}");
    let kept: Value = serde_json::from_slice(&std::fs::read(&state).unwrap()).unwrap();
    assert_eq!(kept["games"][0]["result"], "W+Resign");
    assert_eq!(kept["games"][0]["points"], 0.0);
}

#[test]
fn bad_players_are_bad_usage() {
    for player in ["alphago", "uct playouts=0", "gtp:"] {
        let output = keisei(&["study", "match", "--first", player, "--second", "plain"]);
        assert_eq!(output.status.code(), Some(2), "{player}");
    }
    let missing = keisei(&["study", "match", "--first", "gtp: no-such-program", "--second", "plain"]);
    assert!(failure(&missing).contains("no-such-program"));
}

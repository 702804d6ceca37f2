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
    assert!(failure(&other).contains("another study"));
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
    assert!(failure(&output).contains("1 finished game is kept in the state file"), "{output:?}");
    let kept: Value = serde_json::from_slice(&std::fs::read(&state).unwrap()).unwrap();
    assert_eq!(kept["games"][0]["result"], "W+Resign");
    assert_eq!(kept["games"][0]["points"], 0.0);
}

/// Stopped in the middle of games, of all players whose games go on.
#[cfg(unix)]
#[test]
fn matches_that_were_interrupted_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.json");
    let args = ["study", "match", "--size", "7", "--format", "json", "--first", "uct playouts=3000"];
    for (second, signal, code) in
        [("plain", "TERM", Some(143)), ("random", "INT", Some(130)), ("flat playouts=50", "KILL", None)]
    {
        let args = [&args[..], &["--second", second, "--games"]].concat();
        let kept_in = ["--state", state.to_str().unwrap()];
        let long = [&args[..], &["1000000"], &kept_in].concat();
        let is_wanted = |kept: &Value| kept["begun"].is_object();
        let (ended, kept) = common::interrupted(&long, &state, signal, is_wanted);
        assert_eq!(ended.status.code(), code);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(code.is_none() || said.contains("the same command goes on from there"), "{said}");
        let begun = kept["begun"].as_object().into_iter().flatten();
        let begun = begun.map(|(number, _)| number.parse().unwrap());
        let last = begun.chain(games(&kept).iter().map(|game| game.0)).max().unwrap();
        let last = last.to_string();
        let whole = json(&keisei(&[&args[..], &[&last]].concat()));
        let resumed = json(&keisei(&[&args[..], &[&last], &kept_in].concat()));
        assert_eq!(games(&resumed), games(&whole));
        let playouts = |report: &Value| -> Vec<Value> {
            report["games"].as_array().unwrap().iter().map(|game| game["playouts"].clone()).collect()
        };
        assert_eq!(playouts(&resumed), playouts(&whole));
        std::fs::remove_file(&state).unwrap();
    }
}

#[test]
fn places_that_cannot_keep_a_state_are_told_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    std::fs::write(path("other.json"), "{\"study\":\"seds\",\"games\":3}").unwrap();
    let records = path("records");
    for (state, message) in [
        (path("no/such/folder/state.json"), "the state cannot be saved"),
        (folder.path().to_str().unwrap().to_string(), "this is a folder"),
        (path("other.json"), "not the state of a match"),
    ] {
        // A match without an end, nearly.
        let options = ["--games", "1000000", "--state", &state, "--records", &records];
        let told = failure(&play(&options));
        assert!(told.contains(message) && told.contains(&state), "{told}");
    }
    assert_eq!(std::fs::read_dir(&records).unwrap().count(), 0);
}

/// A program that plays one game and never answers in the next is ended, and what was finished is
/// kept.
#[cfg(unix)]
#[test]
fn a_program_that_never_answers_ends_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let run = |program: &str, extra: &[&str]| {
        let args =
            ["study", "match", "--first", program, "--second", "plain", "--size", "5", "--threads", "1"];
        failure(&keisei(&[&args[..], extra].concat()))
    };
    let told = run("gtp: sleep 1000", &["--patience", "0.5"]);
    let expected =
        "`sleep` did not answer `boardsize 5` within 0.5 s and was ended; --patience gives it more time";
    assert!(told.contains("game 1: `gtp: sleep 1000`") && told.contains(expected), "{told}");
    // The second game is the one in which it does not answer.
    let state = folder.path().join("state.json");
    let resigned = folder.path().join("resigned");
    let text = format!(
        "while read -r command rest; do\n  case $command in\n    genmove) [ -e '{0}' ] && sleep 1000\n      \
         touch '{0}'; printf '= resign\\n\\n';;\n    *) printf '=\\n\\n';;\n  esac\ndone\n",
        resigned.display()
    );
    let program = folder.path().join("program.sh");
    std::fs::write(&program, text).unwrap();
    // Time enough for what it does answer, on any machine.
    let options = ["--games", "4", "--patience", "10", "--state", state.to_str().unwrap()];
    let told = run(&format!("gtp: sh '{}'", program.display()), &options);
    assert!(told.contains("did not answer `genmove W` within 10 s"), "{told}");
    assert!(told.contains("1 finished game is kept in the state file"), "{told}");
    let kept: Value = serde_json::from_slice(&std::fs::read(&state).unwrap()).unwrap();
    assert_eq!((kept["games"][0]["result"].as_str(), &kept["games"][1]), (Some("W+Resign"), &Value::Null));
}

/// A program that ends at once closes a pipe; that is not our output, closed by who has seen enough.
#[cfg(unix)]
#[test]
fn a_program_that_ends_at_once_is_told() {
    for (program, command) in [
        ("gtp: true", "boardsize 5"),
        ("gtp: sh -c 'exec >&-; sleep 1000'", "boardsize 5"),
        // It answers once, deaf already, so that the next command finds a closed pipe.
        ("gtp: sh -c 'read line; exec <&-; echo =; echo; sleep 1000'", "clear_board"),
    ] {
        let args = ["study", "match", "--first", program, "--second", "plain", "--size", "5"];
        let told = failure(&keisei(&[&args[..], &["--threads", "1"]].concat()));
        assert!(told.contains(program), "{told}");
        assert!(told.contains(&format!("ended without answering `{command}`")), "{told}");
    }
    for patience in ["0", "-1", "soon"] {
        let output = play(&["--patience", patience]);
        assert_eq!(output.status.code(), Some(2), "{patience}");
    }
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

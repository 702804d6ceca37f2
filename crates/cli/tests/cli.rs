//! The binary as people and scripts use it: output, exit codes, and what happens to bad input.

#![allow(clippy::print_stderr)] // A test that is skipped says so.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use common::{json, keisei, printed as stdout, with_input};

fn example(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("examples").join(name).to_str().unwrap().into()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Bad input: exit 1, nothing on standard output, one line on standard error that says all of this.
fn refuses(output: &Output, says: &[&str]) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert_eq!(stdout(output), "");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.starts_with("keisei: error: "), "{message}");
    for words in says {
        assert!(message.contains(words), "{words:?} not in {message}");
    }
}

/// The example games were played to the end, dead stones taken off, and counted by GNU Go.
#[test]
fn finished_games_are_counted_as_gnu_go_counts_them() {
    for (name, result) in
        [("game-9x9.sgf", "B+4.5"), ("game-13x13.sgf", "W+27.5"), ("game-19x19.sgf", "W+6.5")]
    {
        let record = std::fs::read_to_string(example(name)).unwrap();
        assert!(record.contains(&format!("RE[{result}]")), "{name}");
        let report = json(&keisei(&["judge", &example(name), "--method", "area", "--format", "json"]));
        assert_eq!(report["score"]["text"], result, "{name}");
    }
}

#[test]
fn json_keeps_its_contract() {
    let file = example("kisei-1988-opening.sgf");
    let of =
        |method| json(&keisei(&["judge", &file, "--move", "34", "--method", method, "--format", "json"]));
    let report = of("area");
    for (key, value) in [
        ("schema", serde_json::json!(1)),
        ("method", "area".into()),
        ("width", 19.into()),
        ("height", 19.into()),
        ("move_number", 34.into()),
        ("to_play", "B".into()),
        ("rules", "japanese".into()),
        ("komi", 5.5.into()),
    ] {
        assert_eq!(report[key], value, "{key}");
    }
    let ownership = report["ownership"].as_array().unwrap();
    assert_eq!((ownership.len(), report["evidence"].as_array().unwrap().len()), (361, 361));
    // R16 is Black's, D10 White's: row-major from the top left.
    assert_eq!(ownership[3 * 19 + 16], 1.0);
    assert_eq!(ownership[9 * 19 + 3], -1.0);
    assert_eq!(report["evidence"][0], "estimated");
    let terms: f64 = report["terms"].as_object().unwrap().values().map(|v| v.as_f64().unwrap()).sum();
    assert_eq!(terms, report["score"]["lead"].as_f64().unwrap());
    // No opinion, no field.
    for absent in ["blocks", "layers"] {
        assert!(report.get(absent).is_none(), "{absent}");
    }
    for absent in ["stdev", "black_wins"] {
        assert!(report["score"].get(absent).is_none(), "{absent}");
    }
    let keys = |report: &serde_json::Value| -> Vec<String> {
        report["layers"].as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(keys(&of("potential")), ["potential"]);
    let report = of("moyo");
    assert_eq!(keys(&report), ["basin", "inner", "potential", "weak_points"]);
    for layer in ["potential", "inner", "basin"] {
        assert_eq!(report["layers"][layer].as_array().unwrap().len(), 361, "{layer}");
    }
    assert_eq!(report["layers"]["potential"][11 * 19 + 12], -45);
    assert_eq!(report["layers"]["inner"][11 * 19 + 12], -1);
    let weakest = serde_json::json!({"color": "W", "points": ["G12", "H13"], "strength": 6.0});
    assert_eq!(report["layers"]["weak_points"][0], weakest);
    assert!(report["score"]["stdev"].as_f64().unwrap() > 0.0);
    let black_wins = report["score"]["black_wins"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&black_wins));
    // The best there is is the default.
    let report = of("judge");
    assert_eq!(json(&keisei(&["judge", &file, "--format", "json"])), report);
    assert_eq!(keys(&report), ["instability"]);
    let terms: f64 = report["terms"].as_object().unwrap().values().map(|v| v.as_f64().unwrap()).sum();
    assert!((terms - report["score"]["lead"].as_f64().unwrap()).abs() < 1e-6);
}

#[test]
fn options_change_what_they_say() {
    let of = |args: &[&str]| {
        let mut all = vec!["judge", "--format", "json"];
        let file = example("game-9x9.sgf");
        all.push(&file);
        all.extend(args);
        json(&keisei(&all))
    };
    assert_eq!(of(&["--komi", "-3.5"])["komi"], -3.5);
    assert_eq!(of(&["--rules", "Japanese"])["rules"], "japanese");
    assert_eq!(of(&["--move", "10"])["move_number"], 10);
    assert_eq!(of(&["--move", "0"])["to_play"], "B");
    assert_eq!(of(&["--komi", "0", "--method", "area"])["score"]["text"], "B+11");
}

#[test]
fn diagrams_from_standard_input() {
    let output = with_input(&["judge", "-", "--method", "area"], b". X O .\n. X O .\n. X O .\nkomi: 0.5\n");
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains(" 3 \u{25a0} X O \u{25a1} 3"), "{text}");
    assert!(text.contains("Even on the board; W+0.5 with komi 0.5"), "{text}");
    let report = json(&with_input(&["show", "-", "--format", "json"], b"X.O/...\nto play: white"));
    assert_eq!(report["black"], serde_json::json!(["A2"]));
    assert_eq!(report["to_play"], "W");
}

#[test]
fn what_show_prints_can_be_read_again() {
    let file = example("kisei-1988-opening.sgf");
    let shown = stdout(&keisei(&["show", &file]));
    let board: String =
        shown.lines().skip_while(|line| !line.trim_start().starts_with("A B")).collect::<Vec<_>>().join("\n");
    let again = json(&with_input(&["show", "-", "--format", "json"], board.as_bytes()));
    let first = json(&keisei(&["show", &file, "--format", "json"]));
    assert_eq!(again["black"], first["black"]);
    assert_eq!(again["white"], first["white"]);
    assert_eq!(first["moves"].as_array().unwrap().len(), 34);
    assert_eq!(first["moves"][33], serde_json::json!(["W", "D10"]));
}

/// A record with variations, one of them in another; the main line ends with a move that is not allowed.
const FORKS: &[u8] = b"(;SZ[9]KM[6.5];B[ee];W[ec](;B[gc];W[gc])(;B[cc](;W[cg])(;W[gg];B[cg]))(;B[aa]))";

#[test]
fn variations_are_listed_and_followed() {
    let text = stdout(&with_input(&["show", "-", "--branches"], FORKS));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "3 variations");
    let rows: Vec<Vec<&str>> = lines[2..].iter().map(|line| line.split_whitespace().collect()).collect();
    let expected =
        [["2:2", "2", "2", "B", "C7"], ["2:2.3:2", "3", "2", "W", "G3"], ["2:3", "2", "1", "B", "A9"]];
    assert_eq!(rows, expected);
    let report =
        json(&with_input(&["show", "-", "--branches", "--branch", "2:2", "--format", "json"], FORKS));
    assert_eq!(report["branches"].as_array().unwrap().len(), 1);
    assert_eq!(report["branches"][0]["branch"], "2:2.3:2");
    assert_eq!(report["branches"][0]["move"], serde_json::json!(["W", "G3"]));
    // What is listed leads there, in every command that reads a position.
    let moves = |args: &[&str]| {
        let args = [&["show", "-", "--format", "json"], args].concat();
        json(&with_input(&args, FORKS))["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m[1].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(&["--branch", "2:2"]), ["E5", "E7", "C7", "C3"]);
    assert_eq!(moves(&["--branch", "2:2.3:2"]), ["E5", "E7", "C7", "G3", "C3"]);
    assert_eq!(moves(&["--branch", "2:2.3:2", "--move", "4"]), ["E5", "E7", "C7", "G3"]);
    assert_eq!(moves(&["--branch", "2.2", "--move", "1"]), ["E5"]);
    assert_eq!(moves(&["--branch", "3"]), ["E5", "E7", "A9"]);
    for command in ["judge", "moyo", "safety", "zones", "status", "score"] {
        let report = json(&with_input(&[command, "-", "--branch", "2:2.3:2", "--format", "json"], FORKS));
        assert_eq!(report["move_number"], 5, "{command}");
    }
    let course = ["judge", "-", "--branch", "2:3", "--all", "--method", "area", "--format", "csv"];
    assert_eq!(stdout(&with_input(&course, FORKS)).lines().last().unwrap().split(',').nth(2), Some("A9"));
    // The record is marked on the branch.
    let marked = ["judge", "-", "--branch", "2:3", "--method", "area", "--format", "sgf"];
    assert!(stdout(&with_input(&marked, FORKS)).contains("B[aa]C[Keisei"));
    assert_eq!(
        stdout(&keisei(&["show", &example("game-9x9.sgf"), "--branches"])),
        "there are no variations\n"
    );
}

#[test]
fn variations_that_are_not_there_are_named() {
    for (branch, says) in [
        ("2:4", "--branch 2:4: after move 2 there are only 3 ways to go on"),
        ("2:2.9:2", "--branch 9:2: there is no further fork: the branch ends after move 4"),
        ("1:2", "--branch 1:2: there is only one way to go on after move 1"),
    ] {
        refuses(&with_input(&["judge", "-", "--branch", branch], FORKS), &[says, "--branches"]);
    }
    refuses(
        &with_input(&["show", "-", "--branch", "2:3", "--move", "9"], FORKS),
        &["the branch has 3 moves"],
    );
    refuses(&with_input(&["show", "-", "--branch", "2"], b". X\n. ."), &["a diagram has no variations"]);
    let odd = with_input(&["show", "-", "--branch", "a:b"], FORKS);
    assert_eq!(odd.status.code(), Some(2));
    assert!(stderr(&odd).contains("`a:b` is no branch: expected such as 34:2"), "{}", stderr(&odd));
    let svg = with_input(&["show", "-", "--branches", "--format", "svg"], FORKS);
    assert_eq!(svg.status.code(), Some(2));
}

/// Names of branches that begin in each other get longer and longer: the list has an end.
#[test]
fn a_list_of_endless_variations_ends() {
    const FORKS: usize = 100_000;
    let text = format!("(;SZ[9]{}{}", "(;B[])(;W[]".repeat(FORKS), ")".repeat(FORKS + 1));
    let listed = stdout(&with_input(&["show", "-", "--branches"], text.as_bytes()));
    assert!(listed.len() < 10 << 20, "{}", listed.len());
    let last = listed.lines().last().unwrap();
    assert!(last.starts_with("and ") && last.contains("more: --branch"), "{last}");
}

#[test]
fn every_format_is_written_where_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = example("game-13x13.sgf");
    for command in ["judge", "show"] {
        for (ending, begins) in [
            ("svg", &b"<svg "[..]),
            ("png", b"\x89PNG"),
            ("json", b"{\"schema\":1"),
            ("sgf", b"(;GM[1]"),
            ("txt", b"Black "),
        ] {
            let out = folder.path().join(format!("{command}.{ending}"));
            let output = keisei(&[command, &file, "-o", out.to_str().unwrap()]);
            assert!(output.status.success(), "{}", stderr(&output));
            assert_eq!(stdout(&output), "");
            let bytes = std::fs::read(&out).unwrap();
            assert!(bytes.starts_with(begins), "{command} {ending}");
        }
    }
    // The picture has a stone for each stone.
    let svg = std::fs::read_to_string(folder.path().join("show.svg")).unwrap();
    let shown = json(&keisei(&["show", &file, "--format", "json"]));
    assert_eq!(svg.matches("fill=\"url(#b)\"").count(), shown["black"].as_array().unwrap().len());
    assert_eq!(svg.matches("fill=\"url(#w)\"").count(), shown["white"].as_array().unwrap().len());
}

#[test]
fn sgf_output_keeps_the_record_and_marks_territory() {
    let input = b"(;SZ[4]KM[0.5]XX[private]C[start];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd]
        (;C[end \\] here]TB[aa]TB[bb])(;B[aa]))";
    let output = with_input(&["judge", "-", "--method", "area", "--format", "sgf"], input);
    let text = stdout(&output);
    assert!(text.contains("XX[private]"), "{text}");
    assert!(text.contains(";TB[aa][ab][ac][ad]TW[da][db][dc][dd]C["), "{text}");
    assert!(text.contains("C[end \\] here\n\nKeisei (area): W+0.5, even on the board]"), "{text}");
    assert!(text.contains("(;B[aa])"), "{text}");
    let again = with_input(&["judge", "-", "--method", "area", "--format", "json"], text.as_bytes());
    assert_eq!(json(&again)["score"]["text"], "W+0.5");
}

#[test]
fn plain_when_piped_and_coloured_when_asked() {
    let file = example("game-9x9.sgf");
    assert!(!stdout(&keisei(&["judge", &file])).contains('\x1b'));
    let colored = stdout(&keisei(&["judge", &file, "--color", "always"]));
    assert!(colored.contains("\x1b[48;5;"));
    // A name in a record cannot send commands to the terminal.
    let hostile = with_input(&["judge", "-"], b"(;SZ[5]PB[\x1b]0;owned\x07])");
    assert!(!stdout(&hostile).contains('\x1b'));
}

#[test]
fn bad_files_are_refused_with_reason_and_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_string()
    };
    let binary: Vec<u8> =
        (0..200_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8 | 0x80).collect();
    let folder_name = folder.path().to_str().unwrap().to_string();
    for (file, says) in [
        (write("empty.sgf", b""), &["empty.sgf: the file is empty"][..]),
        (write("blank.sgf", b" \n\n "), &["blank.sgf: the file is empty"]),
        (write("binary.sgf", &binary), &["binary.sgf: no game found"]),
        (write("small-binary.sgf", &binary[..500]), &["small-binary.sgf: neither an SGF record", "nor text"]),
        (
            write("letter.txt", b"Dear friend,\n"),
            &["letter.txt: neither an SGF record", "nor a diagram: line 1, column 1: 'D'"],
        ),
        (
            write("zero.sgf", b"(;SZ[0])"),
            &["zero.sgf: line 1: a board of 0x0 is not supported: each side must be 1 to 25"],
        ),
        (write("sixty.sgf", b"(;SZ[60])"), &["sixty.sgf: line 1: a board of 60x60 is not supported"]),
        (
            write("full.sgf", b"(;SZ[2]AB[aa][ab][ba][bb])"),
            &["full.sgf: line 1: the setup is not possible: the Black block at A1 has no liberty\n"],
        ),
        (write("chess.sgf", b"(;GM[3])"), &["chess.sgf", "not a record of Go"]),
        (
            write("twice.sgf", b"(;SZ[9];B[aa]\n;W[bb]\n;B[bb])"),
            &["twice.sgf: line 3, move 3: Black cannot play B8: there is a stone already", "--move 2"],
        ),
        (
            write("off.sgf", b"(;SZ[9];B[aa];W[kk])"),
            &["off.sgf", "move 2", "W[kk] names no point of the 9x9 board"],
        ),
        (write("dead.txt", b"X O\nO .\n"), &["dead.txt: the Black block at A2 has no liberty"]),
        (
            write("ragged.txt", b"X O\n. . .\n"),
            &["ragged.txt", "line 2: this row has 3 points, the first has 2"],
        ),
        (folder.path().join("missing.sgf").to_str().unwrap().into(), &["missing.sgf: there is no such file"]),
    ] {
        refuses(&keisei(&["judge", &file]), says);
    }
    refuses(&keisei(&["show", &folder_name]), &["this is a folder", "keisei check"]);
    let game = example("game-9x9.sgf");
    refuses(
        &keisei(&["judge", &game, "--move", "999"]),
        &["game-9x9.sgf", "--move 999 is beyond the end: the record has 65 moves", "leave --move away"],
    );
    refuses(&keisei(&["judge", &game, "--game", "2"]), &["--game 2 is beyond the end: the file has 1 game"]);
    refuses(
        &keisei(&["judge", &game, "-o", "/nonexistent/x.svg"]),
        &["/nonexistent/x.svg: cannot be written"],
    );
    // The position before an illegal move can be had.
    let twice = write("again.sgf", b"(;SZ[9];B[aa];W[bb];B[bb])");
    assert_eq!(json(&keisei(&["judge", &twice, "--move", "2", "--format", "json"]))["move_number"], 2);
}

#[test]
fn untidy_files_are_read_with_a_warning() {
    let output = with_input(&["judge", "-"], "Hello\n(;SZ[9]KM[6.5\u{76ee}];B[aa];W[b".as_bytes());
    assert!(output.status.success());
    let warnings = stderr(&output);
    assert!(
        warnings.contains("keisei: warning: standard input: line 2: the record ends inside a value"),
        "{warnings}"
    );
    assert!(warnings.contains("KM[6.5\u{76ee}] was read as 6.5"), "{warnings}");
    assert!(stdout(&output).contains("after move 1 (B A9)"));
}

#[test]
fn odd_records_are_read_with_a_warning() {
    let told = |args: &[&str], input: &str| {
        let output = with_input(&[&["show", "-"], args].concat(), input.as_bytes());
        assert!(output.status.success(), "{input}: {}", stderr(&output));
        stderr(&output).replace("keisei: warning: standard input: ", "")
    };
    let no_komi = "line 1: no komi is named (KM): 0 is taken (--komi K sets another)\n";
    assert_eq!(told(&[], "(;SZ[9];B[aa])"), no_komi);
    assert_eq!(told(&["--komi", "6.5"], "(;SZ[9];B[aa])"), "");
    assert_eq!(told(&["--komi", "6.5"], "(;SZ[9]KM[1e308];B[aa])"), "");
    let house = "line 1: RU[house] is not known here: ignored (--rules R names others)\n";
    assert_eq!(told(&[], "(;SZ[9]KM[0]RU[house];B[aa])"), house);
    for (games, found) in
        [(1, ""), (2, "2 games"), (200, "200 games"), (1000, "1000 games"), (1001, "1000 games or more")]
    {
        let input = "(;SZ[9]KM[0];B[aa])\n".repeat(games);
        let words = match found {
            "" => String::new(),
            found => format!("the first of {found} is taken (--game K takes another)\n"),
        };
        assert_eq!(told(&[], &input), words, "{games}");
        assert_eq!(told(&["--game", "1"], &input), "", "{games}");
    }
    // Whatever comes after the game that is taken is no failure.
    let bad = told(&[], "(;SZ[9]KM[0];B[aa]) here (;SZ[60]) and there");
    assert!(
        bad.contains("4 characters that belong to no game") && bad.contains("the first of 2 games"),
        "{bad}"
    );
}

#[test]
fn bad_usage_is_exit_2() {
    let game = example("game-9x9.sgf");
    for args in [
        &[][..],
        &["frobnicate"],
        &["judge"],
        &["judge", &game, "--method", "magic"],
        &["judge", &game, "--format", "gif"],
        &["judge", &game, "--rules", "chess"],
        &["judge", &game, "--komi", "6.3"],
        &["judge", &game, "--move", "-1"],
        &["judge", &game, "--game", "0"],
        &["check"],
        &["completions", "tcl"],
    ] {
        let output = keisei(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{args:?}");
    }
    assert!(stderr(&keisei(&["judge", &game, "--rules", "chess"])).contains("expected chinese"));
}

#[test]
fn help_teaches() {
    for (args, words) in [
        (&["--help"][..], "keisei judge game.sgf"),
        (&["judge", "--help"], "--format json | jq"),
        (&["show", "--help"], "a diagram becomes a record"),
        (&["check", "--help"], "One bad file never stops"),
        (&["bench", "--help"], "the same on every machine"),
        (&["man"], ".TH keisei 1"),
        (&["man", "judge"], ".TH keisei-judge 1"),
        (&["completions", "bash"], "complete -F _keisei"),
        (&["completions", "zsh"], "#compdef keisei"),
        (&["--version"], env!("CARGO_PKG_VERSION")),
    ] {
        let output = keisei(args);
        assert!(output.status.success(), "{args:?}");
        assert!(stdout(&output).contains(words), "{args:?}: {}", stdout(&output));
    }
    refuses(&keisei(&["man", "magic"]), &["no command `magic`"]);
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_keisei"))
        .args(["judge", &example("game-19x19.sgf"), "--format", "png"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
}

/// More queries than fit in any queue: the engine must end, not wait for room, when nobody reads
/// its answers.
#[test]
fn an_analysis_that_nobody_reads_ends() {
    let query = r#"{"id":"q","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9}"#;
    let folder = tempfile::tempdir().unwrap();
    let queries = folder.path().join("queries");
    std::fs::write(&queries, format!("{query}\n").repeat(3000)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_keisei"))
        .arg("analysis")
        .stdin(std::fs::File::open(&queries).unwrap())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    for _ in 0..600 {
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(0));
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    child.kill().unwrap();
    panic!("the engine hangs");
}

fn collection() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    write("a.sgf", b"(;SZ[9];B[aa];W[bb])(;SZ[9];B[aa];W[aa];B[cc])(;SZ[60];B[aa])");
    write("b/c.SGF", b"(;SZ[9];B[aa]) )");
    write("b/empty.sgf", b"");
    write("b/notes.txt", b"not a record");
    write("z.sgf", "(;SZ[5];B[aa];W[bb])".repeat(3000).as_bytes());
    let path = folder.path().to_path_buf();
    (folder, path)
}

#[test]
fn check_counts_and_lists_problems() {
    let (_keep, path) = collection();
    let name = path.to_str().unwrap();
    let output = keisei(&["check", name, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let numbers = ["files", "games", "read", "legal", "moves"].map(|key| report[key].as_u64().unwrap());
    assert_eq!(numbers, [4, 3004, 3003, 3002, 6004]);
    assert!(report["seconds"].as_f64().unwrap() > 0.0);
    let problems = report["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert!(problems[0]["file"].as_str().unwrap().ends_with("a.sgf"));
    assert_eq!((&problems[0]["game"], &problems[0]["move"]), (&2.into(), &2.into()));
    assert!(problems[0]["message"].as_str().unwrap().contains("there is a stone already"));
    assert_eq!(problems[1]["game"], 3);
    assert!(problems[1]["message"].as_str().unwrap().contains("60x60"));
    assert!(problems[2]["file"].as_str().unwrap().ends_with("empty.sgf"));
    let warnings = report["warnings"].as_array().unwrap();
    let writing: Vec<&serde_json::Value> = warnings.iter().filter(|w| w["kind"] == "writing").collect();
    assert_eq!(writing.len(), 1, "{writing:?}");
    assert!(writing[0]["file"].as_str().unwrap().ends_with("c.SGF"));
    assert_eq!(warnings.len(), 3004);
    assert_eq!(report["warning_counts"], serde_json::json!({"komi": 3003, "writing": 1}));

    let text = stdout(&keisei(&["check", name]));
    assert!(text.contains("a.sgf, game 2, move 2, line 1: White cannot play A9"), "{text}");
    assert!(
        text.contains("4 files, 3004 games: 3003 read, 3002 legal, 6004 moves, 3 problems, 3004 warnings\n"),
        "{text}"
    );
    // What thousands of games lack is summed up.
    assert_eq!(text.matches("no komi is named").count(), 10, "{text}");
    assert!(text.contains("warning: 2993 more about komi (--format json lists all)\n"), "{text}");
    assert!(text.contains("games/s"), "{text}");
}

#[test]
fn check_goes_on_after_what_cannot_be_opened() {
    let missing = keisei(&["check", "missing.sgf", &example("game-9x9.sgf")]);
    assert_eq!(missing.status.code(), Some(1));
    let text = stdout(&missing);
    assert!(text.contains("problem: missing.sgf: the file cannot be read"), "{text}");
    assert!(text.contains("2 files, 1 game: 1 read, 1 legal"), "{text}");

    let good = keisei(&["check", &example(""), "--format", "json"]);
    let report = json(&good);
    assert_eq!((&report["games"], &report["legal"]), (&5.into(), &5.into()));
    assert_eq!(report["problems"], serde_json::json!([]));

    let piped = with_input(&["check", "-"], b"(;SZ[9]KM[0];B[aa])");
    assert!(stdout(&piped).contains("1 file, 1 game: 1 read, 1 legal, 1 move\n"));
    // A warning is no problem.
    let odd = with_input(&["check", "-"], b"(;SZ[9];B[aa])");
    assert_eq!(odd.status.code(), Some(0));
    assert!(stdout(&odd).contains("1 legal, 1 move, 1 warning\n"), "{}", stdout(&odd));
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_a_problem_not_a_stop() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let (_keep, path) = collection();
    let set = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let locked = path.join("b");
    set(&path, 0o755);
    set(&locked, 0o000);
    let mut command = Command::new(env!("CARGO_BIN_EXE_keisei"));
    command.arg("check").arg(&path).stdin(Stdio::null());
    if std::fs::read_dir(&locked).is_ok() {
        command.uid(65534); // We may read everything: let nobody try.
    }
    let output = command.output();
    set(&locked, 0o755);
    let Ok(output) = output else {
        eprintln!("skipped: the binary lies where nobody may run it");
        return;
    };
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("b: the folder cannot be read"), "{text}");
    assert!(text.contains("2 files, 3003 games: 3002 read, 3001 legal"), "{text}");
}

#[test]
fn bench_prints_the_same_signature_every_time() {
    let signature = || {
        let text = stdout(&keisei(&["bench"]));
        text.lines().last().unwrap().to_string()
    };
    let first = signature();
    assert_eq!(first, signature());
    // A behaviour change changes this and says so in its commit.
    assert_eq!(first, "signature d91d158d0fcc9663");
}

/// What cannot be written leaves what was there, and nothing beside it; what is read is not written over.
#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (record, game) = (path("game.sgf"), example("game-9x9.sgf"));
    std::fs::copy(&game, &record).unwrap();
    let over = keisei(&["judge", &record, "--effort", "static", "-o", &record]);
    assert_eq!(over.status.code(), Some(2));
    assert!(stderr(&over).contains("this is the file that is read"), "{}", stderr(&over));
    assert_eq!(std::fs::read(&record).unwrap(), std::fs::read(&game).unwrap());

    let odd = keisei(&["show", &game, "-o", &path("board.pdf")]);
    assert_eq!(odd.status.code(), Some(2));
    assert!(stderr(&odd).contains("the ending .pdf") && stderr(&odd).contains(".svg"), "{}", stderr(&odd));
    assert!(keisei(&["show", &game, "-o", &path("board.txt")]).status.success());
    assert!(keisei(&["show", &game, "-o", &path("board.txt")]).status.success(), "a second time");
    assert_eq!(keisei(&["cgt", "{1|0}", "-o", &path("walls.doc")]).status.code(), Some(2));

    let missing = keisei(&["show", &game, "-o", &path("no/such/folder.svg")]);
    refuses(&missing, &["cannot be written"]);
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["board.txt", "game.sgf"]);
    if Path::new("/dev/full").exists() {
        let full = keisei(&["show", &game, "-o", "/dev/full", "--format", "text"]);
        refuses(&full, &["cannot be written"]);
    }
}

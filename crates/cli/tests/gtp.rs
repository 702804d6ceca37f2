//! Transcripts of the GTP engine: every command, what was sent and what came back.
//!
//! A transcript in `tests/transcripts` is a text file: a line `> command` and the reply below it,
//! up to an empty line. After a wanted change of behaviour, `KEISEI_BLESS=1 cargo test -p
//! keisei-cli --test gtp` writes them anew; read the difference.

mod common;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::with_input;
use keisei_engine::gtp::table;

fn run(input: &[u8]) -> (String, bool) {
    let output = with_input(&["gtp"], input);
    (String::from_utf8(output.stdout).unwrap(), output.status.success())
}

fn replies(output: &str) -> Vec<String> {
    output.split_terminator("\n\n").map(str::to_string).collect()
}

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5);
    files
}

fn commands(transcript: &str) -> Vec<&str> {
    transcript.lines().filter_map(|line| line.strip_prefix("> ")).collect()
}

#[test]
fn transcripts_come_out_as_written() {
    for file in transcripts() {
        let expected = std::fs::read_to_string(&file).unwrap();
        let commands = commands(&expected);
        let (output, success) = run((commands.join("\n") + "\n").as_bytes());
        assert!(success, "{}", file.display());
        let replies = replies(&output);
        assert_eq!(replies.len(), commands.len(), "{}: one reply to each command\n{output}", file.display());
        let actual: String = commands
            .iter()
            .zip(&replies)
            .map(|(command, reply)| format!("> {command}\n{reply}\n\n"))
            .collect();
        if std::env::var_os("KEISEI_BLESS").is_some() {
            std::fs::write(&file, actual.trim_end().to_string() + "\n").unwrap();
        } else {
            assert_eq!(actual.trim_end(), expected.trim_end(), "{}", file.display());
        }
    }
}

#[test]
fn every_command_has_a_transcript() {
    let mut shown = BTreeSet::new();
    for file in transcripts() {
        for command in commands(&std::fs::read_to_string(&file).unwrap()) {
            let mut words = command.split_whitespace().skip_while(|w| w.bytes().all(|b| b.is_ascii_digit()));
            shown.extend(words.next().map(str::to_string));
        }
    }
    let missing: Vec<&str> = table().map(|c| c.name).filter(|name| !shown.contains(*name)).collect();
    assert_eq!(missing, [""; 0]);
}

/// What is odd about a record goes to standard error, with what was taken: komi that is not named stays.
#[test]
fn odd_records_are_loaded_with_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd.sgf");
    std::fs::write(&file, "(;SZ[9]HA[2];B[aa];W[bb];W[cc])(;SZ[9])").unwrap();
    let output = with_input(&["gtp"], format!("komi 5.5\nloadsgf {}\nprintsgf\n", file.display()).as_bytes());
    let answers = replies(std::str::from_utf8(&output.stdout).unwrap());
    assert_eq!(answers[1], "= black");
    assert!(answers[2].contains("KM[5.5]"), "{}", answers[2]);
    let told = String::from_utf8(output.stderr).unwrap();
    for words in [
        "odd.sgf: line 1: no komi is named (KM): 5.5 is taken\n",
        "odd.sgf: line 1: HA[2], but no black stones are set up (AB)",
        "odd.sgf: line 1: moves 2 and 3 are both White's: played as written\n",
        "odd.sgf: the first of several games is taken\n",
    ] {
        assert!(told.contains(words), "{told}");
    }
    assert_eq!(told.lines().count(), 4, "{told}");
}

/// Whatever comes in, the engine answers what is a request and goes on.
#[test]
fn bad_input_never_ends_the_engine() {
    let mut input = Vec::new();
    input.extend(b"\xff\xfe\n\n   \n# nothing\n1 \xc3\x28 x\n");
    input.extend(std::iter::repeat_n(b'x', 200_000));
    input.extend(
        b"\nplay b\nplay b q16 q17\nplay x q16\nplay b z99\nplay b i5\nplay b \xe2\x82\xac\n2 name\n",
    );
    let (output, success) = run(&input);
    assert!(success);
    let replies = replies(&output);
    assert_eq!(replies.len(), 10, "{output}");
    assert_eq!(replies[0], "? unknown command");
    assert_eq!(replies[1], "?1 unknown command");
    assert_eq!(replies[2], "? the line is longer than 65536 characters");
    assert_eq!(replies[3], "? usage: play COLOR VERTEX");
    assert_eq!(replies[5], "? `x` is not a colour: expected b or w");
    assert!(replies[6].contains("outside the 19x19 board"), "{}", replies[6]);
    assert_eq!(replies.last().unwrap(), "=2 Keisei");
}

/// Whatever file is named, the engine answers and goes on.
#[test]
fn files_without_an_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    // Larger than any game, but for the disk next to nothing.
    std::fs::File::create(path("zeros.sgf")).unwrap().set_len(8 << 30).unwrap();
    let collection = std::fs::File::create(path("many.sgf")).unwrap();
    (&collection).write_all(b"(;SZ[9];B[ee])").unwrap();
    collection.set_len(8 << 30).unwrap();
    let mut lines = vec![
        (format!("loadsgf {}", path("zeros.sgf")), "no game begins within 64 MiB"),
        (format!("loadsgf {}", folder.path().display()), "this is a folder"),
        (format!("loadsgf {}", path("many.sgf")), "= white"),
    ];
    if cfg!(unix) {
        // A pipe that nobody writes to, and devices that never end.
        assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
        for endless in [&path("pipe"), "/dev/zero", "/dev/urandom"] {
            lines.push((format!("loadsgf {endless}"), "a device or a pipe"));
        }
    }
    lines.push(("name".into(), "= Keisei"));
    let input: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
    let (output, success) = run(input.as_bytes());
    assert!(success);
    let replies = replies(&output);
    assert_eq!(replies.len(), lines.len(), "{output}");
    for ((line, expected), reply) in lines.iter().zip(&replies) {
        assert!(reply.contains(expected), "{line}: {reply}");
    }
}

/// A record is written whole or not at all: what was there stays, and nothing lies about.
#[test]
fn records_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    let print = |file: &Path| run(format!("play b d4\nprintsgf {}\n", file.display()).as_bytes()).0;
    assert!(print(&path).ends_with("=\n\n"));
    let first = std::fs::read_to_string(&path).unwrap();
    assert!(first.contains(";B[dp]"), "{first}");
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    assert!(print(&path).contains("? cannot write"));
    assert!(print(folder.path()).contains("? cannot write"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), first);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// An analysis goes on until a line comes in, which is then answered.
#[test]
fn analysis_streams_until_the_next_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_keisei"))
        .arg("gtp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    stdin.write_all(b"boardsize 9\n7 kata-analyze W 1 ownership true\n").unwrap();
    let mut next = || lines.next().unwrap().unwrap();
    assert_eq!((next(), next(), next()), ("=".into(), "".into(), "=7".into()));
    for _ in 0..3 {
        let line = next();
        let (infos, ownership) = line.split_once(" ownership ").unwrap();
        assert_eq!(ownership.split(' ').count(), 81);
        for info in infos.split("info ").skip(1) {
            let words: Vec<&str> = info.split_whitespace().collect();
            assert_eq!(words[0], "move", "{info}");
            for key in ["visits", "winrate", "scoreLead", "order", "pv"] {
                assert!(words.contains(&key), "{key} in {info}");
            }
        }
    }
    stdin.write_all(b"8 name\n").unwrap();
    let mut rest = Vec::new();
    drop(stdin);
    for line in lines {
        rest.push(line.unwrap());
    }
    assert!(rest.ends_with(&["".into(), "=8 Keisei".into(), "".into()]), "{rest:?}");
    assert!(child.wait().unwrap().success());
}

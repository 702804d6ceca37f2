//! `keisei gtp` and `keisei analysis` as other programs use them.
//!
//! GNU Go is opponent and referee, Sabaki's own library does what Sabaki does, and the start-up
//! sequences of GoGui, Lizzie, LizzieYzy and KaTrain are sent as their sources send them, and the
//! answers read as their sources read them.

#![allow(clippy::print_stderr)] // A test that is skipped says so, and a game its result.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// No answer takes this long; a program that hangs fails the test.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program we talk to line by line.
struct Program {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    fn start(program: &str, args: &[&str]) -> Self {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        let output = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        // Reading aside lets us give up, and lets the program write while we write.
        std::thread::spawn(move || output.lines().map(Result::unwrap).try_for_each(|line| send.send(line)));
        Self { name: format!("{program} {}", args.join(" ")), input: child.stdin.take(), child, lines }
    }

    fn keisei(args: &[&str]) -> Self {
        Self::start(env!("CARGO_BIN_EXE_keisei"), args)
    }

    fn send(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// The next line, or none when the program closed its output.
    fn line(&self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("{} hangs", self.name),
        }
    }

    /// The next GTP answer, up to its empty line, with `=` or `?` and id.
    fn answer(&self) -> String {
        let line = || self.line().unwrap_or_else(|| panic!("{} ended", self.name));
        let lines: Vec<String> = std::iter::repeat_with(line).take_while(|line| !line.is_empty()).collect();
        lines.join("\n")
    }

    /// Sends a command without id and wants success; the answer without `=`.
    fn ask(&mut self, command: &str) -> String {
        self.send(&format!("{command}\n"));
        let answer = self.answer();
        let Some(text) = answer.strip_prefix('=') else { panic!("{}: {command}: {answer}", self.name) };
        text.trim().into()
    }

    /// Sends commands with ids in one piece, and wants success for each, in order and with its id.
    fn ask_all(&mut self, first: usize, commands: &[&str]) -> Vec<String> {
        let mut text = String::new();
        for (id, command) in (first..).zip(commands) {
            writeln!(text, "{id} {command}").unwrap();
        }
        self.send(&text);
        (first..).zip(commands).map(|(id, command)| self.numbered(id, command)).collect()
    }

    fn numbered(&self, id: usize, command: &str) -> String {
        let answer = self.answer();
        let text = answer.strip_prefix(&format!("={id}")).filter(|text| !text.starts_with(char::is_numeric));
        text.unwrap_or_else(|| panic!("{id} {command}: {answer}")).trim().into()
    }

    /// Closes the input, and returns the lines that still come. The exit code must be 0.
    fn finish(mut self) -> Vec<String> {
        self.input = None;
        let (start, mut rest) = (Instant::now(), Vec::new());
        while let Some(line) = self.line() {
            assert!(start.elapsed() < PATIENCE, "{} does not end: {line}", self.name);
            rest.push(line);
        }
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{}", self.name);
        rest
    }
}

impl Drop for Program {
    /// A failed test leaves nothing running.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The point of a vertex on a square board, row-major from the top left.
fn index(vertex: &str, size: usize) -> usize {
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(&vertex[..1]).unwrap_or_else(|| panic!("{vertex}"));
    let row: usize = vertex[1..].parse().unwrap_or_else(|_| panic!("{vertex}"));
    assert!(column < size && (1..=size).contains(&row), "{vertex}");
    (size - row) * size + column
}

fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().map(|number| number.parse().unwrap_or_else(|_| panic!("{number}"))).collect()
}

/// Plays a game on 9x9 to two passes. Each move is legal for both programs. Returns the number of
/// moves.
fn play_out(keisei: &mut Program, gnu_go: &mut Program, keisei_is_black: bool) -> usize {
    for command in ["boardsize 9", "clear_board", "komi 6.5"] {
        keisei.ask(command);
        gnu_go.ask(command);
    }
    let (mut passes, mut moves) = (0, 0);
    while passes < 2 {
        let color = ["black", "white"][moves % 2];
        let keisei_moves = (moves % 2 == 0) == keisei_is_black;
        let (mover, other) =
            if keisei_moves { (&mut *keisei, &mut *gnu_go) } else { (&mut *gnu_go, &mut *keisei) };
        let vertex = mover.ask(&format!("genmove {color}"));
        passes = if vertex.eq_ignore_ascii_case("pass") { passes + 1 } else { 0 };
        let legal = other.ask(&format!("is_legal {color} {vertex}"));
        assert_eq!(legal, "1", "move {moves}: {color} {vertex}");
        other.ask(&format!("play {color} {vertex}"));
        moves += 1;
        assert!(moves < 400, "the game does not end");
    }
    moves
}

#[test]
fn gnu_go_plays_full_games_and_agrees_on_the_score() {
    let Some(program) = common::gnu_go() else { return };
    let folder = tempfile::tempdir().unwrap();
    for game in 1..=4 {
        let seed = game.to_string();
        let options = ["--mode gtp --level 1 --chinese-rules --never-resign --seed", &seed].join(" ");
        // Two games go on until the dead are taken off, two end with the dead on the board.
        let options = options + if game <= 2 { " --capture-all-dead" } else { "" };
        let options: Vec<&str> = options.split(' ').collect();
        let mut gnu_go = Program::start(program, &options);
        let mut keisei = Program::keisei(&["gtp", "--rules", "chinese", "--seed", &seed]);
        let moves = play_out(&mut keisei, &mut gnu_go, game % 2 == 1);
        // Both saw the same game.
        let mut stones = BTreeMap::new();
        for color in ["black", "white"] {
            let captures = format!("captures {color}");
            assert_eq!(keisei.ask(&captures), gnu_go.ask(&captures), "game {game}: {captures}");
            for vertex in gnu_go.ask(&format!("list_stones {color}")).split_whitespace() {
                stones.insert(index(vertex, 9), color);
            }
        }
        let dead = gnu_go.ask("final_status_list dead");
        for vertex in dead.split_whitespace() {
            assert!(stones.remove(&index(vertex, 9)).is_some(), "game {game}: no stone on {vertex}");
        }
        if !dead.is_empty() {
            let mut record = String::from("(;FF[4]GM[1]SZ[9]KM[6.5]RU[Chinese]");
            for (index, color) in stones {
                let letter = |i: usize| char::from(b'a' + u8::try_from(i).unwrap());
                let property = if color == "black" { "AB" } else { "AW" };
                write!(record, "{property}[{}{}]", letter(index % 9), letter(index / 9)).unwrap();
            }
            let file = folder.path().join("living.sgf");
            std::fs::write(&file, record + ")").unwrap();
            keisei.ask(&format!("loadsgf {}", file.display()));
        }
        let score = gnu_go.ask("final_score");
        let color = ["white", "black"][game % 2];
        eprintln!("game {game}: Keisei {color}, {moves} moves, dead [{}], {score}", dead.replace('\n', " "));
        assert_eq!(keisei.ask("final_score"), score, "game {game}\n{}", keisei.ask("showboard"));
        keisei.ask("quit");
        assert!(keisei.finish().is_empty());
    }
}

#[test]
fn sabaki_talks_to_the_engine() {
    if let Some(program) = ["node", "npm"].into_iter().find(|program| !common::runs(program)) {
        eprintln!("skipped: {program} is not installed");
        return;
    }
    // A copy, for npm writes beside the package.
    let (source, folder) = (
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients"),
        concat!(env!("CARGO_TARGET_TMPDIR"), "/clients"),
    );
    std::fs::create_dir_all(folder).unwrap();
    for file in ["package.json", "sabaki.mjs"] {
        std::fs::copy(format!("{source}/{file}"), format!("{folder}/{file}")).unwrap();
    }
    let install = "install --no-audit --no-fund --prefer-offline --fetch-retries=1 --fetch-timeout=60000";
    let install = Command::new("npm").args(install.split(' ')).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&install.stderr);
    if !install.status.success() {
        let network = ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH"];
        assert!(network.iter().any(|code| said.contains(code)), "{said}");
        eprintln!("skipped: the npm registry cannot be reached");
        return;
    }
    let script = ["sabaki.mjs", env!("CARGO_BIN_EXE_keisei")];
    let run = Command::new("node").args(script).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let (said, wrong) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    eprint!("{said}{wrong}");
    assert!(run.status.success(), "{said}{wrong}");
    // A script that waits for a dead engine ends with 0 and without its last line.
    assert!(said.ends_with("ok quit\n"), "{said}{wrong}");
}

/// What GoGui can draw of an answer on 19x19.
fn gogui_draws(kind: &str, command: &str, answer: &str) {
    let words: Vec<&str> = answer.split_whitespace().collect();
    let message = format!("{kind} {command}: {answer}");
    let vertex = |word: &str| word.eq_ignore_ascii_case("pass") || index(word, 19) < 361;
    match kind {
        "dboard" => assert_eq!(numbers(answer).len(), 361, "{message}"),
        "cboard" | "sboard" => assert_eq!(words.len(), 361, "{message}"),
        "plist" => assert!(words.iter().all(|word| vertex(word)), "{message}"),
        "pspairs" => assert!(words.chunks(2).all(|pair| pair.len() == 2 && vertex(pair[0])), "{message}"),
        "gfx" => {
            // `AnalyzeShow.showGfxLine`.
            let known = "BLACK CIRCLE CLEAR COLOR INFLUENCE LABEL MARK SQUARE TEXT TRIANGLE VAR WHITE";
            let first = |line: &str| line.split(' ').next().unwrap_or_default().to_string();
            assert!(answer.lines().all(|line| known.split(' ').any(|word| first(line) == word)), "{message}");
        }
        "param" => assert!(answer.lines().all(|line| line.is_empty() || line.starts_with('[')), "{message}"),
        "string" | "none" => {}
        _ => panic!("GoGui has no such type: {message}"),
    }
}

/// The order of commands is that of `GtpClientBase` and `GoGui.attachProgram`, the reading of the
/// list that of `AnalyzeDefinition`.
#[test]
fn gogui_starts_and_draws_every_picture() {
    let mut keisei = Program::keisei(&["gtp"]);
    let start = "name protocol_version list_commands version".split(' ');
    let more =
        ["boardsize 19", "komi 6.5", "clear_board", "time_settings 1800 60 5", "gogui-analyze_commands"];
    let start: Vec<&str> = start.chain(more).collect();
    let answers = keisei.ask_all(1, &start);
    assert_eq!((answers[0].as_str(), answers[1].as_str()), ("Keisei", "2"));
    assert!(answers[2].lines().any(|command| command == "gogui-analyze_commands"), "{}", answers[2]);
    let mut pictures = Vec::new();
    for line in answers[8].lines() {
        let fields: Vec<&str> = line.split('/').collect();
        assert!((3..=5).contains(&fields.len()), "GoGui cannot read {line:?}");
        let name = fields[2].split(' ').next().unwrap();
        assert!(answers[2].lines().any(|command| command == name), "{name} is offered but not listed");
        pictures.push((fields[0], fields[2].replace("%c", "b").replace("%p", "K10")));
    }
    assert!(!pictures.is_empty(), "{}", answers[8]);
    let commands: Vec<&str> = pictures.iter().map(|(_, command)| command.as_str()).collect();
    let position = ["play B Q16", "play W D4", "play B C3", "play W C4"];
    let mut id = start.len() + 1;
    // On the empty board, and on one with stones.
    for setup in [&[][..], &position] {
        keisei.ask_all(id, setup);
        id += setup.len();
        let answers = keisei.ask_all(id, &commands);
        id += commands.len();
        for ((kind, command), answer) in pictures.iter().zip(&answers) {
            gogui_draws(kind, command, answer);
        }
    }
    keisei.ask_all(id, &["quit"]);
    assert!(keisei.finish().is_empty());
}

/// An `info` line as key and value, up to `pv`, for each move: `MoveData.fromInfo` of Lizzie.
fn infos(line: &str) -> Vec<BTreeMap<String, String>> {
    let line = line.strip_prefix("info ").unwrap_or_else(|| panic!("{line}"));
    let line = line.split(" ownership ").next().unwrap();
    let read = |text: &str| {
        let (pairs, pv) = text.split_once(" pv ").unwrap_or_else(|| panic!("no pv: {text}"));
        let words: Vec<&str> = pairs.split(' ').collect();
        assert_eq!(words.len() % 2, 0, "{text}");
        let info: BTreeMap<_, _> = words.chunks(2).map(|pair| (pair[0].into(), pair[1].into())).collect();
        assert_eq!(pv.split(' ').next(), info.get("move").map(String::as_str), "{text}");
        info
    };
    line.split(" info ").map(read).collect()
}

/// Reads the head of a streaming answer and two updates of it.
fn two_updates(keisei: &Program, head: &str) -> [String; 2] {
    assert_eq!(keisei.line().as_deref().map(str::trim_end), Some(head));
    [(); 2].map(|()| keisei.line().unwrap())
}

/// Reads what is left of a streaming answer, which ends with an empty line.
fn stream_ends(keisei: &Program) {
    for line in keisei.answer().lines() {
        assert!(line.starts_with("info "), "{line}");
    }
}

#[test]
fn lizzie_starts_and_ponders() {
    let mut keisei = Program::keisei(&["gtp"]);
    let answers = keisei.ask_all(1, &["name", "version", "boardsize 19", "komi 7.5"]);
    // Lizzie splits the version at dots and reads the second number.
    assert!(answers[1].split('.').nth(1).is_some_and(|minor| minor.parse::<u32>().is_ok()), "{}", answers[1]);
    keisei.send("5 lz-analyze 10\n");
    for line in two_updates(&keisei, "=5") {
        for info in infos(&line) {
            // Lizzie reads both as integers, the second as hundredths of a percent.
            assert!(info["visits"].parse::<u32>().is_ok(), "{line}");
            assert!(info["winrate"].parse().is_ok_and(|rate: u32| rate <= 10_000), "{line}");
        }
    }
    // A move is played: it ends the analysis, and a new one begins.
    keisei.send("6 play B Q16\n7 lz-analyze 10\n");
    stream_ends(&keisei);
    assert_eq!(keisei.numbered(6, "play"), "");
    let [line, _] = two_updates(&keisei, "=7");
    assert!(infos(&line).iter().all(|info| info["move"] != "Q16"), "{line}");
    keisei.send("8 undo\n9 lz-analyze 10\n10 name\n");
    stream_ends(&keisei);
    assert_eq!(keisei.numbered(8, "undo"), "");
    // This one is ended as soon as it begins, with updates or without.
    assert!(keisei.answer().starts_with("=9"));
    assert_eq!(keisei.numbered(10, "name"), "Keisei");
    // The move was taken back.
    assert_eq!(keisei.ask_all(11, &["play W Q16"]), [""]);
    // Lizzie may go away without `quit`, even while it ponders.
    keisei.send("12 lz-analyze 10\n");
    two_updates(&keisei, "=12");
    keisei.finish();
}

#[test]
fn lizzieyzy_starts_and_shows_ownership() {
    let mut keisei = Program::keisei(&["gtp"]);
    let start = ["list_commands", "kata-get-rules", "kata-set-rules chinese", "komi 7.5", "play B Q16"];
    let answers = keisei.ask_all(1, &start);
    for needed in ["kata-analyze", "kata-raw-nn", "kata-set-rules"] {
        assert!(answers[0].lines().any(|command| command == needed), "{needed} is not listed");
    }
    let rules: Value = serde_json::from_str(&answers[1]).unwrap_or_else(|_| panic!("{}", answers[1]));
    assert!(rules["scoring"].is_string() && rules["ko"].is_string(), "{rules}");
    let stone = index("Q16", 19);
    for (color, sign) in [("B", 1.0), ("W", -1.0)] {
        keisei.send(&format!("6 kata-analyze {color} 10 ownership true\n"));
        for line in two_updates(&keisei, "=6") {
            for info in infos(&line) {
                assert!(info["winrate"].parse().is_ok_and(|rate: f64| (0.0..=1.0).contains(&rate)), "{line}");
                assert!(info["scoreLead"].parse::<f64>().is_ok(), "{line}");
            }
            let ownership = numbers(line.split_once(" ownership ").unwrap_or_else(|| panic!("{line}")).1);
            assert_eq!(ownership.len(), 361, "{line}");
            assert!(ownership.iter().all(|x| (-1.0..=1.0).contains(x)), "{line}");
            // From the side that was asked for.
            assert!(sign * ownership[stone] > 0.0, "{color}: {line}");
        }
        keisei.send("7 any_line\n");
        stream_ends(&keisei);
        assert!(keisei.answer().starts_with("?7 "));
    }
    let raw = keisei.ask_all(8, &["kata-raw-nn 0"]).remove(0);
    let lines: Vec<&str> = raw.lines().map(str::trim).collect();
    let head = lines.iter().position(|&line| line == "whiteOwnership").unwrap_or_else(|| panic!("{raw}"));
    let rows: Vec<Vec<f64>> = lines[head + 1..].iter().take(19).map(|row| numbers(row)).collect();
    assert!(rows.len() == 19 && rows.iter().all(|row| row.len() == 19), "{raw}");
    assert!(rows.concat()[stone] < 0.0, "{raw}");
    keisei.ask_all(9, &["quit"]);
    assert!(keisei.finish().is_empty());
}

/// What a reply needs for KataGo's clients; `points` of board.
fn check_reply(reply: &Value, points: usize) {
    assert_eq!(reply["isDuringSearch"], false, "{reply}");
    let root = &reply["rootInfo"];
    assert!(root["scoreLead"].is_number() && root["visits"].is_u64(), "{reply}");
    assert!(root["winrate"].as_f64().is_some_and(|rate| (0.0..=1.0).contains(&rate)), "{reply}");
    for info in reply["moveInfos"].as_array().unwrap() {
        assert!(info["move"].is_string() && info["order"].is_u64() && info["visits"].is_u64(), "{info}");
        assert!(info["scoreLead"].is_number() && info["winrate"].is_number(), "{info}");
        assert_eq!(info["pv"][0], info["move"], "{info}");
    }
    for (field, length) in [("ownership", points), ("policy", points + 1)] {
        assert_eq!(reply[field].as_array().map(Vec::len), Some(length), "{field}: {reply}");
    }
}

#[test]
fn analysis_answers_each_query_once() {
    let board = json!({"rules": "chinese", "komi": 7.5, "boardXSize": 19, "boardYSize": 19,
        "moves": [["B", "Q16"], ["W", "D4"]], "includeOwnership": true, "includePolicy": true});
    let query = |id: &str, field: &str, value: Value| {
        let mut query = board.clone();
        query["id"] = id.into();
        query[field] = value;
        query.to_string()
    };
    let mut lines = vec![
        query("a", "analyzeTurns", json!([0, 1, 2])),
        r#"{"id":"half","moves":[["B","#.into(),
        query("late", "analyzeTurns", json!([9999])),
        query("last", "rules", json!("Chinese")),
        query("unknown", "frobnicate", json!(1)),
        json!({"id": "v", "action": "query_version"}).to_string(),
        json!({"id": "c", "action": "clear_cache"}).to_string(),
    ];
    lines.extend((0..200).map(|i| query(&format!("q{i}"), "analyzeTurns", json!([i % 3]))));
    let mut keisei = Program::keisei(&["analysis", "--method", "area"]);
    keisei.send(&(lines.join("\n") + "\n"));
    let mut replies = BTreeMap::new();
    for line in keisei.finish() {
        let reply: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
        let key = (reply["id"].as_str().unwrap_or_default().to_string(), reply["turnNumber"].to_string());
        assert!(replies.insert(key, reply).is_none(), "a second time: {line}");
    }
    let mut take = |id: &str, turn: &str| {
        replies.remove(&(id.into(), turn.into())).unwrap_or_else(|| panic!("no reply: {id} {turn}"))
    };
    for (turn, player) in ["B", "W", "B"].iter().enumerate() {
        let reply = take("a", &turn.to_string());
        check_reply(&reply, 361);
        assert_eq!(reply["rootInfo"]["currentPlayer"], *player, "{reply}");
    }
    // By default the last position. Komi is counted: on the empty board only it is left.
    check_reply(&take("last", "2"), 361);
    for i in 0..200 {
        let reply = take(&format!("q{i}"), &(i % 3).to_string());
        check_reply(&reply, 361);
        let stone = &reply["ownership"][index("Q16", 19)];
        let (lead, owner) = [(-7.5, 0.0), (353.5, 1.0), (-7.5, 1.0)][i % 3];
        assert_eq!((&reply["rootInfo"]["scoreLead"], stone), (&json!(lead), &json!(owner)), "{reply}");
        let taken = reply["policy"][index("Q16", 19)].as_f64() == Some(-1.0);
        assert_eq!(taken, i % 3 > 0, "{reply}");
    }
    // Errors name what is wrong; a line that is no JSON has no id.
    assert!(take("", "null")["error"].is_string());
    for (id, field, kind) in [("late", "analyzeTurns", "error"), ("unknown", "frobnicate", "warning")] {
        let reply = take(id, "null");
        assert!(reply[kind].is_string() && reply["field"] == field, "{reply}");
    }
    check_reply(&take("unknown", "2"), 361);
    for (id, action) in [("v", "query_version"), ("c", "clear_cache")] {
        let reply = take(id, "null");
        assert!(reply.get("error").is_none() && reply["action"] == action, "{reply}");
        assert_eq!(reply["version"].is_string(), id == "v", "{reply}");
    }
    assert!(replies.is_empty(), "{replies:?}");
}

/// A query may say how much work the judge puts in; it is that of `keisei judge`.
#[test]
fn the_judge_works_as_hard_as_a_query_says() {
    let stones = ["D4", "Q16", "D16", "Q4", "F3", "C6"];
    let moves: Vec<Value> =
        stones.iter().zip(["B", "W"].iter().cycle()).map(|(at, color)| json!([color, at])).collect();
    let query = |settings: Value| {
        json!({"id": "q", "moves": moves, "rules": "chinese", "komi": 7.5, "boardXSize": 19, "boardYSize": 19,
            "includeOwnership": true, "overrideSettings": settings})
    };
    let mut keisei = Program::keisei(&["analysis", "--effort", "normal"]);
    let mut reply = |settings: Value| -> Value {
        keisei.send(&format!("{}\n", query(settings)));
        serde_json::from_str(&keisei.line().unwrap()).unwrap()
    };
    let (normal, still, deep) =
        (reply(json!({})), reply(json!({"effort": "static"})), reply(json!({"effort": "deep"})));
    let bad = reply(json!({"effort": "mighty"}));
    let sgf = ";B[dp];W[pd];B[dd];W[pp];B[fq];W[cn]";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, format!("(;SZ[19]KM[7.5]RU[Chinese]{sgf})")).unwrap();
    for (effort, reply) in [("static", &still), ("normal", &normal), ("deep", &deep)] {
        let args = ["judge", file.to_str().unwrap(), "--effort", effort, "--format", "json"];
        let judged = common::json(&common::keisei(&args));
        for (said, expected) in
            reply["ownership"].as_array().unwrap().iter().zip(judged["ownership"].as_array().unwrap())
        {
            assert!((said.as_f64().unwrap() - expected.as_f64().unwrap()).abs() < 1e-3, "{effort}");
        }
    }
    assert_ne!(deep["rootInfo"]["scoreLead"], normal["rootInfo"]["scoreLead"]);
    let error = bad["error"].as_str().unwrap();
    assert!(error.contains("`mighty`") && error.contains("static, normal, deep"), "{bad}");
}

/// The query of `KataGoEngine.request_analysis` in KaTrain and of KataGo's own example, with fields
/// and settings that mean nothing to us. KaTrain gives a query up when an error comes.
#[test]
fn katrain_and_the_example_of_katago_are_answered() {
    let katrain = json!({"id": "QUERY:1", "rules": "japanese", "priority": 0, "analyzeTurns": [3], "maxVisits": 500,
        "komi": 6.5, "boardXSize": 13, "boardYSize": 9, "includeOwnership": true, "includeMovesOwnership": true,
        "includePolicy": true, "initialStones": [["B", "C3"], ["B", "G7"]], "initialPlayer": "W",
        "moves": [["W", "E5"], ["B", "C7"], ["W", "pass"]], "reportDuringSearchEvery": 1.0,
        "avoidMoves": [{"moves": ["A1"], "player": "B", "untilDepth": 1}],
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK", "maxTime": 8.0, "wideRootNoise": 0.04}});
    let example = json!({"id": "0", "moves": [["b", "D4"]], "initialStones": [["w", "Q16"]], "rules": "Chinese",
        "komi": 6.5, "boardXSize": 19, "boardYSize": 19, "includePolicy": true, "includeOwnership": true, "maxVisits": 2});
    let end = json!({"id": "QUERY:2", "action": "terminate", "terminateId": "QUERY:1"});
    let mut keisei = Program::keisei(&["analysis", "--method", "area"]);
    // They wait for each reply, with the input open.
    let mut reply = |query: &Value| -> Value {
        keisei.send(&format!("{query}\n"));
        serde_json::from_str(&keisei.line().unwrap()).unwrap()
    };
    for (query, turn, points, player) in [(&katrain, 3, 117, "B"), (&example, 1, 361, "W")] {
        let reply = reply(query);
        assert_eq!((&reply["id"], &reply["turnNumber"]), (&query["id"], &json!(turn)), "{reply}");
        check_reply(&reply, points);
        assert_eq!(reply["rootInfo"]["currentPlayer"], player, "{reply}");
    }
    let ended = reply(&end);
    assert!(ended["action"] == "terminate" && ended.get("error").is_none(), "{ended}");
    assert!(keisei.finish().is_empty());
}

/// What Kigo 22.12 sends when it opens a record, and how it reads the answers.
#[test]
fn kigo_opens_a_record() {
    let record = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(record.path(), "(;GM[1]SZ[9]KM[0.5];B[cc];W[gg];B[];W[tt])").unwrap();
    let words = format!(
        "fixed_handicap 0\nloadsgf {} 0\nquery_boardsize\nget_komi\nget_handicap\nmove_history\nlast_move\n\
         list_stones black\n",
        record.path().display()
    );
    let said = common::stdout(&common::with_input(&["gtp"], words.as_bytes()));
    let answers: Vec<&str> = said.split("\n\n").collect();
    assert!(answers[0].starts_with('?'), "{said}");
    assert_eq!(
        answers[1..8],
        [
            "= black",
            "= 9",
            "= 0.5",
            "= 0",
            "= white PASS\nblack PASS\nwhite G3\nblack C7",
            "= white PASS",
            "= C7"
        ]
    );
}

/// qGo 2.1 starts what it takes for GNU Go with GNU Go's arguments.
#[test]
fn qgo_starts_the_engine_with_the_arguments_of_gnu_go() {
    let words = b"1 boardsize 9\n2 komi 6.5\n3 level 10\n4 play black C3\n5 undo 0\n";
    let said = common::stdout(&common::with_input(&["--mode", "gtp", "--quiet", "--level", "10"], words));
    assert_eq!(said, "=1\n\n=2\n\n=3\n\n=4\n\n=5\n\n");
}

/// KaTrain's opponents that play like people ask for a policy of people.
#[test]
fn katrain_gets_a_policy_of_people() {
    let query = json!({
        "id": "QUERY:702", "rules": "japanese", "komi": 0.5, "boardXSize": 9, "boardYSize": 9, "moves": [],
        "includePolicy": true,
        "overrideSettings": {"humanSLProfile": "preaz_8k", "ignorePreRootHistory": false, "method": "moyo"}
    });
    let said = common::stdout(&common::with_input(&["analysis"], format!("{query}\n").as_bytes()));
    let reply: Value = serde_json::from_str(said.trim()).unwrap();
    assert_eq!(reply["humanPolicy"].as_array().map(Vec::len), Some(82), "{said}");
    assert_eq!(reply["humanPolicy"], reply["policy"]);
}

//! One method, one answer: the command line, GTP and the analysis engine say the same for the same
//! settings.

mod common;

use common::{json, keisei, stdout, with_input};
use keisei::Method;
use keisei_goban::sgf::{self, Replay};
use keisei_goban::{Color, Game, Move};
use serde_json::{Value, json};

/// Small limits, so that the test is quick; the same on all fronts.
const LIMITS: [&str; 4] = ["--nodes", "300", "--region-size", "16"];

/// A position as records and queries have it.
struct Case {
    record: String,
    game: Game,
    rules: &'static str,
}

fn case(text: &str, moves: usize, rules: &'static str) -> Case {
    let record = &sgf::read(text.as_bytes()).unwrap()[0];
    let replay = Replay { moves: Some(moves), rules: Some(rules.parse().unwrap()), ..Replay::default() };
    let game = record.replay(&replay).unwrap().game;
    Case { record: sgf::Record::from_game(&game).to_string(), game, rules }
}

fn cases() -> Vec<Case> {
    let example = |name| std::fs::read_to_string(format!("../../examples/{name}.sgf")).unwrap();
    let handicap = "(;SZ[9]KM[0.5]HA[3]AB[cc][gg][cg];W[gc];B[fd];W[gd];B[fe];W[hf];B[hg];W[ec];B[dd];W[ie]
        ;B[gf];W[he];B[fc];W[fb];B[eb];W[dc];B[db];W[cb];B[bb];W[gb];B[ig])";
    let mut cases = Vec::new();
    for rules in ["chinese", "japanese"] {
        for (name, moves) in [
            ("game-9x9", &[0, 10, 25, 40, 60][..]),
            ("game-13x13", &[20, 60, 100]),
            ("game-19x19", &[90, 220]),
        ] {
            cases.extend(moves.iter().map(|&moves| case(&example(name), moves, rules)));
        }
        cases.extend([4, 20].map(|moves| case(handicap, moves, rules)));
    }
    cases
}

/// Black's lead on the board, and the ownership of all points from the top left.
type Said = (f64, Vec<f64>);

fn numbers(values: &Value) -> Vec<f64> {
    values.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

fn command_line(method: &str, files: &[String]) -> Vec<Said> {
    let judge = |file: &String| {
        let args = [&["judge", file, "--method", method, "--format", "json"][..], &LIMITS].concat();
        let report = json(&keisei(&args));
        (report["score"]["lead"].as_f64().unwrap(), numbers(&report["ownership"]))
    };
    files.iter().map(judge).collect()
}

fn gtp(method: &str, files: &[String], cases: &[Case]) -> Vec<Said> {
    let input: String = files.iter().map(|file| format!("loadsgf {file}\nkata-raw-nn 0\n")).collect();
    let text = stdout(&with_input(&[&["gtp", "--method", method][..], &LIMITS].concat(), input.as_bytes()));
    let blocks = text.split("\n\n").filter(|block| block.contains("whiteOwnership"));
    let said: Vec<Said> = blocks
        .zip(cases)
        .map(|(block, case)| {
            let lead = block.lines().find_map(|line| line.strip_prefix("whiteLead ")).unwrap();
            let (_, ownership) = block.split_once("whiteOwnership").unwrap();
            let black = |word: &str| -word.parse::<f64>().unwrap();
            let compensation = case.game.position().compensation().points();
            (black(lead) + compensation, ownership.split_whitespace().map(black).collect())
        })
        .collect();
    assert_eq!(said.len(), cases.len(), "{text}");
    said
}

fn analysis(method: &str, cases: &[Case]) -> Vec<Said> {
    let mut input = String::new();
    for (number, case) in cases.iter().enumerate() {
        let start = case.game.start();
        let size = start.board().size();
        let stones = |color: Color| {
            start
                .board()
                .stones(color)
                .iter()
                .map(move |p| json!([color.letter().to_string(), p.to_string()]))
        };
        let moves: Vec<Value> = case
            .game
            .moves()
            .map(|(color, mv): (Color, Move)| json!([color.letter().to_string(), mv.to_string()]))
            .collect();
        let query = json!({
            "id": number.to_string(), "moves": moves, "rules": case.rules, "komi": start.komi().points(),
            "initialStones": stones(Color::Black).chain(stones(Color::White)).collect::<Vec<_>>(),
            "initialPlayer": start.to_play().letter().to_string(),
            "boardXSize": size.width(), "boardYSize": size.height(), "includeOwnership": true,
        });
        input += &format!("{query}\n");
    }
    let text =
        stdout(&with_input(&[&["analysis", "--method", method][..], &LIMITS].concat(), input.as_bytes()));
    let mut said = vec![None; cases.len()];
    for line in text.lines() {
        let reply: Value = serde_json::from_str(line).unwrap();
        let number: usize = reply["id"].as_str().unwrap().parse().unwrap();
        let compensation = cases[number].game.position().compensation().points();
        let lead = reply["rootInfo"]["scoreLead"].as_f64().unwrap_or_else(|| panic!("{line}"));
        said[number] = Some((lead + compensation, numbers(&reply["ownership"])));
    }
    said.into_iter().map(Option::unwrap).collect()
}

/// On positions of three sizes, even and with handicap, counted by area and by territory.
#[test]
fn all_fronts_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let cases = cases();
    assert!(cases.len() >= 20);
    let files: Vec<String> = cases
        .iter()
        .enumerate()
        .map(|(number, case)| {
            let file = folder.path().join(format!("{number}.sgf"));
            std::fs::write(&file, &case.record).unwrap();
            file.to_str().unwrap().to_string()
        })
        .collect();
    for method in Method::ALL {
        let name = method.name();
        let here = command_line(name, &files);
        for (front, there) in [("gtp", gtp(name, &files, &cases)), ("analysis", analysis(name, &cases))] {
            for (number, (a, b)) in here.iter().zip(&there).enumerate() {
                assert!((a.0 - b.0).abs() < 0.01, "{name}, {front}, {number}: lead {} and {}", a.0, b.0);
                assert_eq!(a.1.len(), b.1.len());
                let worst = a.1.iter().zip(&b.1).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
                assert!(worst < 1e-4, "{name}, {front}, {number}: ownership off by {worst}");
            }
        }
    }
}

/// Under territory rules the lead of every method but the plain count is that by area without the
/// stones played, which matters with handicap: Black has three stones on the board that he did not
/// play.
#[test]
fn stones_played_count_with_every_method() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("handicap.sgf");
    let cases = cases();
    let case =
        cases.iter().find(|case| case.game.start().handicap() == 3 && case.rules == "chinese").unwrap();
    std::fs::write(&file, &case.record).unwrap();
    let position = case.game.position();
    let on_board = |color| position.board().stones(color).len() as f64;
    let played = on_board(Color::Black) + f64::from(position.prisoners().white)
        - on_board(Color::White)
        - f64::from(position.prisoners().black)
        // Whoever is to play is as likely to make the last move as not.
        + f64::from(position.to_play().sign()) / 2.0;
    assert!(played >= 2.0, "{played}");
    for method in Method::ALL.iter().filter(|&&method| method != Method::Area) {
        let lead = |rules: &str| {
            let file = file.to_str().unwrap();
            let args = ["judge", file, "--method", method.name(), "--rules", rules, "--format", "json"];
            json(&keisei(&[&args[..], &LIMITS].concat()))["score"]["lead"].as_f64().unwrap()
        };
        let difference = lead("chinese") - lead("japanese");
        assert!((difference - played).abs() < 1e-6, "{method}: {difference}, expected {played}");
    }
}

/// Once a game is over, every front says what the count says, and that is what the record says.
#[test]
fn a_finished_game_has_one_result() {
    let names = ["game-9x9", "game-13x13", "game-19x19", "handicap-9x9"];
    let finished = names.map(|name| {
        let text = std::fs::read_to_string(format!("../../examples/{name}.sgf")).unwrap();
        let record = &sgf::read(text.as_bytes()).unwrap()[0];
        let replayed = record.replay(&Replay::default()).unwrap();
        (format!("examples/{name}.sgf"), replayed.info.result.unwrap(), replayed.game)
    });
    for (file, result, game) in finished {
        let text = |args: &[&str]| json(&keisei(&[args, &["--format", "json"]].concat()));
        assert_eq!(text(&["score", &file])["score"]["text"], *result, "{file}");
        let judged = text(&["judge", &file]);
        assert_eq!(judged["score"]["text"], *result, "{file}");
        assert_eq!(judged["score"]["stdev"], 0.0, "{file}");
        let course = text(&["judge", &file, "--all", "--effort", "static"]);
        assert_eq!(course["positions"].as_array().unwrap().last().unwrap()["text"], *result, "{file}");
        let replies = stdout(&with_input(
            &["gtp"],
            format!("loadsgf {file}\nestimate_score\nfinal_score\n").as_bytes(),
        ));
        assert_eq!(replies.matches(&format!("= {result}\n")).count(), 2, "{file}: {replies}");
        let lead = judged["score"]["lead"].as_f64().unwrap();
        let rules = game.position().rules().name();
        let case = Case { record: String::new(), game, rules };
        let [(said, _)] = analysis("judge", &[case])[..] else { panic!("one answer") };
        assert!((said - lead).abs() < 1e-6, "{file}: {said} and {lead}");
    }
}

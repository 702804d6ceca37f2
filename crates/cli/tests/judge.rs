//! `keisei judge` with the judge itself, as users run it: efforts, explanations, whole games.

mod common;

use common::{json, keisei, printed, stdout, with_input};

const OPENING: &str = "examples/kisei-1988-opening.sgf";

fn failure(args: &[&str]) -> (Option<i32>, String) {
    let output = keisei(args);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn efforts_say_how_they_know() {
    for (effort, evidence) in [("static", "estimated"), ("normal", "estimated"), ("deep", "sampled")] {
        let report = json(&keisei(&["judge", OPENING, "--effort", effort, "--format", "json"]));
        assert_eq!(report["method"], "judge");
        assert!(report["evidence"].as_array().unwrap().iter().all(|e| e == evidence), "{effort}");
        let score = &report["score"];
        assert!(score["stdev"].as_f64().unwrap() > 1.0, "{score}");
        let wins = score["black_wins"].as_f64().unwrap();
        assert!((0.05..0.95).contains(&wins), "an opening of two masters: {score}");
        let instability = report["layers"]["instability"].as_array().unwrap();
        assert!(instability.iter().all(|v| (0.0..=1.0).contains(&v.as_f64().unwrap())));
    }
}

#[test]
fn a_seed_gives_the_same_answer_and_another_another() {
    let lead = |seed: &str| {
        let args = ["judge", OPENING, "--format", "json", "--playouts", "64", "--seed", seed];
        json(&keisei(&args))["score"]["lead"].as_f64().unwrap()
    };
    assert_eq!(lead("3").to_bits(), lead("3").to_bits());
    assert_ne!(lead("3").to_bits(), lead("4").to_bits());
}

#[test]
fn explanations_add_up() {
    let args = ["judge", OPENING, "--explain", "N8", "--explain", "R6", "--format", "json"];
    let report = json(&keisei(&args));
    let all = report["explanations"].as_array().unwrap();
    assert_eq!(all.len(), 2);
    assert_eq!(all[0]["point"], "N8");
    assert_eq!(all[1]["stones"].as_array().unwrap().len(), 5);
    for explanation in all {
        let odds: f64 =
            explanation["log_odds"].as_object().unwrap().values().map(|v| v.as_f64().unwrap()).sum();
        let own = explanation["ownership"].as_f64().unwrap();
        assert!(((odds / 2.0).tanh() - own).abs() < 1e-3, "{explanation}");
        assert!(explanation["opinions"]["playout"].is_number());
        for remark in explanation["remarks"].as_array().unwrap() {
            let words = remark.as_str().unwrap().strip_prefix("zones: ").unwrap();
            assert!(!words.starts_with(' ') && !words.contains("  "), "{words}");
        }
    }
    let text = stdout(&keisei(&["judge", OPENING, "--explain", "R6"]));
    assert!(text.starts_with("R6, Black stone of a block of 5 stones"), "{text}");
    assert!(text.contains("decided by"), "{text}");
    assert!(text.contains("its group is"), "{text}");
}

#[test]
fn a_proof_decides() {
    let text = stdout(&keisei(&["judge", "examples/game-9x9.sgf", "--explain", "A1"]));
    assert!(text.contains("proved") && text.contains("decided by a proof"), "{text}");
}

#[test]
fn whole_games_are_followed() {
    let game = "examples/game-9x9.sgf";
    let csv = stdout(&keisei(&["judge", game, "--all", "--format", "csv"]));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "move,color,vertex,lead,stdev,black_wins,result");
    let moves = json(&keisei(&["show", game, "--format", "json"]))["move_number"].as_u64().unwrap() as usize;
    assert_eq!(lines.len(), moves + 2, "a heading, and a line before the first move");
    assert!(lines.last().unwrap().ends_with(",B+4.5"), "{}", lines.last().unwrap());
    let report = json(&keisei(&["judge", game, "--all", "--format", "json"]));
    let positions = report["positions"].as_array().unwrap();
    assert_eq!(positions.len(), moves + 1);
    assert_eq!(positions[moves]["text"], "B+4.5");
    assert_eq!(positions[moves]["black_wins"], 1.0);
    let svg = stdout(&keisei(&["judge", game, "--all", "--format", "svg"]));
    assert!(svg.starts_with("<svg") && svg.contains("<polygon") && svg.trim_end().ends_with("</svg>"));
    // Other methods tell the course of a game as well.
    let other = stdout(&keisei(&["judge", game, "--all", "--method", "moyo", "--format", "csv"]));
    assert_eq!(other.lines().count(), lines.len());
}

#[test]
fn the_largest_losses_are_listed() {
    let game = "examples/game-9x9.sgf";
    let ask = ["judge", game, "--effort", "static", "--all"];
    let with = |more: &[&str]| keisei(&[&ask[..], more].concat());
    let report = json(&with(&["--mistakes", "5", "--format", "json"]));
    let positions = report["positions"].as_array().unwrap();
    let lead = |number: usize| positions[number]["lead"].as_f64().unwrap();
    // The same by hand: Black's moves lose when the lead falls, White's when it rises.
    let mut losses: Vec<(f64, usize)> = (1..positions.len())
        .map(|number| {
            let sign = if positions[number]["move"][0] == "B" { 1.0 } else { -1.0 };
            ((lead(number - 1) - lead(number)) * sign, number)
        })
        .collect();
    losses.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mistakes = report["mistakes"].as_array().unwrap();
    assert_eq!(mistakes.len(), 5);
    for (mistake, (loss, number)) in mistakes.iter().zip(losses) {
        assert_eq!(mistake["move_number"], number);
        assert_eq!(mistake["loss"].as_f64().unwrap(), loss);
        assert_eq!(mistake["move"], positions[number]["move"]);
        assert_eq!(mistake["lead_before"], lead(number - 1));
        assert_eq!(mistake["lead_after"], lead(number));
    }
    let worst = format!("{} {:<5}", mistakes[0]["move_number"], mistakes[0]["move"][0].as_str().unwrap());
    let text = stdout(&with(&["--mistakes", "5"]));
    assert_eq!(text.lines().count(), 7, "{text}");
    assert!(text.lines().nth(2).unwrap().trim_start().starts_with(&worst), "{text}");
    let csv = stdout(&with(&["--mistakes", "3", "--format", "csv"]));
    assert_eq!(csv.lines().next().unwrap(), "move,color,vertex,lead_before,lead_after,loss");
    assert_eq!(csv.lines().count(), 4, "{csv}");
    let dots = |svg: String| svg.matches("<circle").count();
    assert_eq!(dots(stdout(&with(&["--mistakes", "4", "--format", "svg"]))), 4);
    assert_eq!(dots(stdout(&with(&["--format", "svg"]))), 0);
    assert!(json(&with(&["--format", "json"])).get("mistakes").is_none());
}

#[test]
fn whole_games_tell_who_owns_what() {
    let game = "examples/handicap-9x9.sgf";
    let ask = ["judge", game, "--method", "seds", "--all"];
    let with = |more: &[&str]| keisei(&[&ask[..], more].concat());
    let report = json(&with(&["--ownership", "--format", "json"]));
    let positions = report["positions"].as_array().unwrap();
    let last = json(&keisei(&["judge", game, "--method", "seds", "--format", "json"]));
    assert_eq!(positions.last().unwrap()["ownership"], last["ownership"], "as for one position");
    assert!(positions.iter().all(|position| position["ownership"].as_array().unwrap().len() == 81));
    let csv = stdout(&with(&["--ownership", "--format", "csv"]));
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let plain = stdout(&with(&["--format", "csv"]));
    assert!(rows.iter().all(|row| row.len() == 7 + 81));
    for (line, row) in plain.lines().zip(&rows) {
        assert_eq!(line, row[..7].join(","), "the columns before are what they were");
    }
    assert_eq!((rows[0][7], rows[0][15], rows[0][87]), ("A9", "J9", "J1"));
    let own = last["ownership"].as_array().unwrap();
    for (cell, value) in rows.last().unwrap()[7..].iter().zip(own) {
        assert!((cell.parse::<f64>().unwrap() - value.as_f64().unwrap()).abs() < 0.001);
    }
    assert!(json(&with(&["--format", "json"]))["positions"][0].get("ownership").is_none());
}

#[test]
fn every_game_of_many_files_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    const GOOD: &str = "(;SZ[5]KM[0.5];B[bb];W[dd];B[bc])";
    let broken = write("games/a.sgf", &format!("{GOOD}(;SZ[5]KM[0.5];B[bb];W[bb]){GOOD}"));
    write("games/b/c,d.sgf", GOOD);
    write("games/b/notes.txt", "no record");
    write("games/empty.sgf", "");
    let diagram = write("board.txt", ". X O .\n. X O .\n");
    let games = folder.path().join("games").to_str().unwrap().to_string();
    let missing = folder.path().join("missing.sgf").to_str().unwrap().to_string();

    let ask = ["judge", &games, &missing, &diagram, "--method", "area"];
    let output = keisei(&[&ask[..], &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(1), "some were broken");
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(errors.lines().count(), 3, "{errors}");
    let illegal = format!("keisei: error: {broken}, game 2: line 1, move 2: White cannot play B4");
    assert!(errors.contains(&illegal), "{errors}");
    assert!(errors.contains("empty.sgf: the file is empty"), "{errors}");
    assert!(errors.contains("missing.sgf: there is no such file"), "{errors}");
    let reports: Vec<serde_json::Value> =
        printed(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<(&str, u64, u64)> = reports
        .iter()
        .map(|report| {
            let file = report["file"].as_str().unwrap().rsplit('/').next().unwrap();
            (file, report["game"].as_u64().unwrap(), report["move_number"].as_u64().unwrap())
        })
        .collect();
    assert_eq!(told, [("a.sgf", 1, 3), ("a.sgf", 3, 3), ("c,d.sgf", 1, 3), ("board.txt", 1, 0)]);
    // A game among many is judged as it is by itself.
    let alone = json(&keisei(&["judge", &broken, "--game", "3", "--method", "area", "--format", "json"]));
    for key in ["score", "ownership", "terms", "to_play", "komi"] {
        assert_eq!(reports[1][key], alone[key], "{key}");
    }
    assert!(alone.get("file").is_none(), "one file answers as ever");

    let text = printed(&keisei(&ask));
    assert_eq!(text.lines().count(), 5, "{text}");
    assert!(text.lines().next().unwrap().starts_with("result"), "{text}");
    assert!(text.lines().last().unwrap().ends_with("board.txt"), "{text}");
    let table = folder.path().join("table.csv").to_str().unwrap().to_string();
    let options = ["--method", "area", "--move", "1", "--rules", "chinese", "--komi", "7.5", "-o", &table];
    let output = keisei(&[&["judge", &broken, &broken], &options[..]].concat());
    assert!(output.status.success() && output.stdout.is_empty(), "the first move is legal everywhere");
    let csv = std::fs::read_to_string(&table).unwrap();
    assert_eq!(csv.lines().next().unwrap(), "result,lead,stdev,black_wins,move,game,file");
    assert_eq!(csv.lines().count(), 7, "{csv}");
    assert!(csv.lines().skip(1).all(|line| line.starts_with("B+17.5,25.00,,,1,")), "{csv}");
    let quoted = printed(&keisei(&["judge", &games, "--method", "area", "--format", "csv"]));
    assert!(quoted.contains("c,d.sgf\""), "{quoted}");
}

/// The judge says the same about a game among many, where it has one core, as about a game by itself.
#[test]
fn many_games_are_judged_as_one() {
    let game = "examples/game-9x9.sgf";
    let ask = ["--move", "30", "--format", "json"];
    let many = printed(&keisei(&[&["judge", game, game], &ask[..]].concat()));
    let alone = json(&keisei(&[&["judge", game], &ask[..]].concat()));
    for line in many.lines() {
        let report: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&report["score"], &report["ownership"]), (&alone["score"], &alone["ownership"]));
    }
    assert_eq!(many.lines().count(), 2);
}

#[test]
fn many_games_answer_what_they_can() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().to_str().unwrap();
    let (code, message) = failure(&["judge", empty]);
    assert!(code == Some(1) && message.contains("there are no records"), "{message}");
    for option in [&["--all"][..], &["--explain", "A1"], &["--compare", "A1"], &["--game", "2"]] {
        let (code, message) = failure(&[&["judge", OPENING, OPENING], option].concat());
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains(&format!("{} is for one game", option[0])), "{message}");
    }
    let (code, message) = failure(&["judge", OPENING, OPENING, "--format", "svg"]);
    assert!(code == Some(2) && message.contains("many games are answered as text, csv or json"), "{message}");
}

#[test]
fn moves_are_compared() {
    let ask = ["judge", OPENING, "--effort", "static", "--compare", "C7", "Q10", "pass"];
    let report = json(&keisei(&[&ask[..], &["--format", "json"]].concat()));
    let numbers = |value: &serde_json::Value| -> Vec<f64> {
        value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
    };
    let [first, second, third] = &report["moves"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!([&first["move"], &second["move"], &third["move"]], ["C7", "Q10", "pass"]);
    let differences = report["differences"].as_array().unwrap();
    assert_eq!(differences.len(), 2, "the first with each of the others");
    for (difference, other) in differences.iter().zip([second, third]) {
        assert_eq!([&difference["first"], &difference["second"]], [&first["move"], &other["move"]]);
        // Black is to play, so that what Black gains is the difference of the leads.
        let gain = difference["gain"].as_f64().unwrap();
        let lead = |of: &serde_json::Value| of["score"]["lead"].as_f64().unwrap();
        assert!((gain - (lead(first) - lead(other))).abs() < 1e-9);
        let (own, before) = (numbers(&first["ownership"]), numbers(&other["ownership"]));
        let differs = numbers(&difference["ownership"]);
        assert_eq!(differs.len(), 361);
        for ((a, b), d) in own.iter().zip(&before).zip(&differs) {
            assert!((a - b - d).abs() < 1e-6);
        }
        let areas = difference["areas"].as_array().unwrap();
        let sum: f64 = areas.iter().map(|area| area["sum"].as_f64().unwrap()).sum();
        let all: f64 = differs.iter().sum();
        assert!((sum + difference["elsewhere"].as_f64().unwrap() - all).abs() < 1e-3);
    }
    // What is said after a move is what is said about the position after it.
    let played = std::fs::read_to_string(std::path::Path::new("../..").join(OPENING)).unwrap();
    let played = played.trim_end().strip_suffix(')').unwrap().to_string() + ";B[cm])";
    let ask_after = ["judge", "-", "--effort", "static", "--format", "json"];
    let after = json(&with_input(&ask_after, played.as_bytes()));
    assert_eq!(after["score"], first["score"]);

    let text = stdout(&keisei(&ask));
    assert!(text.contains("A (C7) is better for Black than B (pass) by"), "{text}");
    assert!(text.contains("after B (Q10): Black leads"), "{text}");
    assert!(text.contains("Black gains") && text.contains("terms of the lead"), "{text}");
    assert!(text.contains(" A+"), "the point itself gains: {text}");
    let svg = stdout(&keisei(&[&ask[..], &["--format", "svg"]].concat()));
    assert_eq!(svg.matches("<svg").count(), 3, "two boards on a sheet");
    assert!(svg.contains(">A</text>") && svg.contains("dark squares"), "{svg}");
    // A move alone is compared with passing, and a list may have commas.
    let alone = json(&keisei(&["judge", OPENING, "--method", "seds", "--compare", "C7", "--format", "json"]));
    let both = ["judge", OPENING, "--method", "seds", "--format", "json", "--compare", "C7,pass"];
    assert_eq!(alone, json(&keisei(&both)));
}

#[test]
fn moves_that_cannot_be_compared_are_named() {
    for (moves, said) in [
        ("D10,C7", "Black cannot play D10: there is a stone already"),
        ("C7,Z9", "--compare Z9: Z9 lies outside the 19x19 board"),
        ("C7,c7", "C7 is named twice"),
        ("pass", "a comparison needs two moves"),
    ] {
        let (code, message) = failure(&["judge", OPENING, "--compare", moves]);
        assert_eq!(code, Some(1), "{message}");
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn what_does_not_go_together_is_bad_usage() {
    for (args, said) in [
        (
            &["judge", OPENING, "--method", "moyo", "--effort", "static"][..],
            "--effort is for the method judge",
        ),
        (&["judge", OPENING, "--method", "moyo", "--explain", "Q16"], "--explain is for the method judge"),
        (&["judge", OPENING, "--explain", "Q16", "--format", "svg"], "--explain answers as text or json"),
        (&["judge", OPENING, "--all", "--format", "sgf"], "--all answers as"),
        (&["judge", OPENING, "--compare", "C7", "--format", "sgf"], "--compare answers as"),
        (&["judge", OPENING, "--all", "--compare", "C7"], "cannot be used with"),
        (&["judge", OPENING, "--mistakes", "3"], "--all"),
        (&["judge", OPENING, "--ownership"], "--all"),
        (&["judge", OPENING, "--all", "--ownership"], "--ownership is for csv and json"),
        (&["judge", OPENING, "--all", "--ownership", "--mistakes", "3"], "cannot be used with"),
        (&["judge", OPENING, "--all", "--mistakes", "0"], "invalid value"),
        (&["judge", OPENING, "--format", "csv"], "csv is for lists"),
        (&["judge", OPENING, "--all", "--move", "3"], "cannot be used with"),
        (&["judge", OPENING, "--effort", "huge"], "invalid value"),
    ] {
        let (code, message) = failure(args);
        assert_eq!(code, Some(2), "{args:?}: {message}");
        assert!(message.contains(said), "{args:?}: {message}");
    }
    let (code, message) = failure(&["judge", OPENING, "--explain", "Z99"]);
    assert_eq!(code, Some(1));
    assert!(message.contains("--explain Z99"), "{message}");
}

/// The same position in all games: what is fitted on some holds for the others, by whichever
/// methods.
#[test]
fn an_ablation_fits_without_each_method() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labelled.jsonl");
    let mut lines = String::new();
    for game in 0..12 {
        let own: Vec<i32> = (0..25).map(|i| if i % 5 < 3 { 90 } else { -90 }).collect();
        lines += &serde_json::json!({
            "id": format!("game{game}@4"), "size": 5, "komi": 0.5, "to_play": "B", "own": own, "lead": 5.0, "winrate": 0.9,
            "moves": [["B", "B3"], ["W", "D3"], ["B", "C2"], ["W", "D2"]],
        })
        .to_string();
        lines.push('\n');
    }
    std::fs::write(&path, &lines).unwrap();
    let file = path.to_str().unwrap();
    let ask = ["study", "accuracy", file, "--ablation", "--effort", "static"];
    let report = json(&keisei(&[&ask[..], &["--format", "json"]].concat()));
    assert_eq!(report["fitted"].as_u64().unwrap() + report["held_out"].as_u64().unwrap(), 12);
    let rows = report["rows"].as_array().unwrap();
    let error =
        |model: &str| rows.iter().find(|row| row["model"] == model).unwrap()["ownership"].as_f64().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["model"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "all",
            "without proofs",
            "without seds",
            "without moyo, potential",
            "without zones",
            "without block",
            "without turn",
            "seds alone",
            "moyo, potential alone",
            "zones alone"
        ]
    );
    assert!(error("all") < 0.1, "{report}");
    // One method has less to say than all of them.
    assert!(error("zones alone") > error("all"), "{report}");
    let text = stdout(&keisei(&ask));
    assert!(text.contains("without zones") && text.lines().count() == names.len() + 3, "{text}");
    let (code, message) = failure(&[&ask[..], &["--part", "held-out"]].concat());
    assert!(code == Some(2) && message.contains("--part"), "{message}");
}

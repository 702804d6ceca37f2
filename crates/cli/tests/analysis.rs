//! The analysis engine as clients use it: all queries at once, queries taken back, priorities, and
//! what is untidy.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use common::{stdout, with_input};
use serde_json::{Value, json};

fn engine(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_keisei"))
        .arg("analysis")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn query(id: &str, size: u32, more: &Value) -> String {
    let mut query = json!({
        "id": id, "moves": [["B", "C3"], ["W", "E5"]], "rules": "chinese", "komi": 7.0,
        "boardXSize": size, "boardYSize": size,
    });
    for (key, value) in more.as_object().unwrap() {
        query[key] = value.clone();
    }
    format!("{query}\n")
}

fn answers(args: &[&str], input: &str) -> Vec<Value> {
    let text = stdout(&with_input(&[&["analysis"], args].concat(), input.as_bytes()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Nobody reads until everything is written: far more than pipes hold.
#[test]
fn a_client_may_write_all_before_it_reads() {
    let mut child = engine(&["--method", "area"]);
    let more = json!({"includeOwnership": true, "includePolicy": true});
    let queries: String = (0..3000).map(|n| query(&n.to_string(), 9, &more)).collect();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(queries.as_bytes()).unwrap();
    drop(stdin);
    let answers = BufReader::new(child.stdout.take().unwrap()).lines().count();
    assert_eq!(answers, 3000);
    assert!(child.wait().unwrap().success());
}

/// With one thread, what is urgent overtakes what waits.
#[test]
fn higher_priorities_come_first() {
    let mut input: String = (0..40).map(|n| query(&n.to_string(), 19, &json!({"priority": -100}))).collect();
    input += &query("urgent", 19, &json!({"priority": 101}));
    let answers = answers(&["--threads", "1"], &input);
    assert_eq!(answers.len(), 41);
    let place = answers.iter().position(|answer| answer["id"] == "urgent").unwrap();
    assert!(place < 30, "{place}");
    // One list, a priority for each turn.
    let turns = json!({"analyzeTurns": [0, 1, 2], "priorities": [1, 3, 2]});
    let several = query("several", 19, &turns);
    assert_eq!(self::answers(&["--method", "area"], &several).len(), 3);
    let lowest = json!({"analyzeTurns": [0, 0, 1], "priorities": [i64::MIN, i64::MAX, i64::MIN]});
    assert_eq!(self::answers(&["--method", "area"], &query("lowest", 19, &lowest)).len(), 2);
    let wrong = query("wrong", 19, &json!({"analyzeTurns": [0, 1], "priorities": [1]}));
    assert_eq!(self::answers(&[], &wrong)[0]["field"], "priorities");
}

/// What waits is taken back, each turn is answered once, and what is asked later is judged.
#[test]
fn queries_can_be_taken_back() {
    let mut input: String = (0..60).map(|n| query(&format!("{}", n % 2), 19, &json!({}))).collect();
    input += "{\"id\":\"stop\",\"action\":\"terminate\",\"terminateId\":\"1\"}\n";
    input += "{\"id\":\"all\",\"action\":\"terminate_all\"}\n";
    input += &query("later", 9, &json!({}));
    let answers = answers(&["--threads", "1"], &input);
    let of = |id: &str| answers.iter().filter(|answer| answer["id"] == *id).collect::<Vec<_>>();
    let dropped = |id: &str| of(id).iter().filter(|answer| answer["noResults"] == true).count();
    assert_eq!((of("0").len(), of("1").len()), (30, 30));
    assert!(dropped("0") >= 10 && dropped("1") >= 10, "{} {}", dropped("0"), dropped("1"));
    assert_eq!(of("stop")[0]["action"], "terminate");
    assert!(of("later")[0]["rootInfo"].is_object());
}

/// What means nothing is told, and the query is answered all the same.
#[test]
fn what_is_untidy_is_a_warning() {
    let more = json!({"mystery": 1, "maxVisits": -5, "overrideSettings": {"cpuct": 2.0}});
    let answers = answers(&["--method", "area"], &query("a", 9, &more));
    let warned: Vec<&str> = answers.iter().filter_map(|answer| answer["field"].as_str()).collect();
    assert_eq!(answers.len(), 4, "{answers:?}");
    for field in ["mystery", "maxVisits", "overrideSettings"] {
        assert!(warned.contains(&field), "{field}");
    }
    assert!(answers.iter().any(|answer| answer["rootInfo"].is_object()));
    assert!(answers.iter().all(|answer| answer["id"] == "a"));
}

#[test]
fn moves_may_be_left_out_and_ownership_told_for_each() {
    let more = json!({"includeMovesOwnership": true, "includeOwnershipStdev": true});
    let usual = &answers(&["--method", "moyo"], &query("a", 9, &more))[0];
    let infos = usual["moveInfos"].as_array().unwrap();
    assert!(infos.iter().all(|info| info["ownership"].as_array().unwrap().len() == 81));
    assert_eq!(usual["ownershipStdev"].as_array().unwrap().len(), 81);
    let first = infos[0]["move"].as_str().unwrap();
    let avoid = json!({"avoidMoves": [{"player": "B", "moves": [first], "untilDepth": 1}]});
    let without = &answers(&["--method", "moyo"], &query("a", 9, &avoid))[0];
    assert_ne!(without["moveInfos"][0]["move"], *first);
    let allow = json!({"allowMoves": [{"player": "B", "moves": ["G7", "(2,2)"], "untilDepth": 1}]});
    let only = &answers(&["--method", "moyo"], &query("a", 9, &allow))[0];
    for info in only["moveInfos"].as_array().unwrap() {
        assert!(["G7", "C7"].contains(&info["move"].as_str().unwrap()), "{info}");
    }
}

#[test]
fn coordinates_and_models_are_as_katagos() {
    let moves = json!({"moves": [["B", "(2,6)"], ["W", "(8,0)"]]});
    assert!(answers(&["--method", "area"], &query("a", 9, &moves))[0]["rootInfo"].is_object());
    let off = json!({"moves": [["B", "(9,0)"]]});
    assert_eq!(answers(&[], &query("a", 9, &off))[0]["field"], "moves");
    let models = answers(&[], "{\"id\":\"m\",\"action\":\"query_models\"}\n");
    assert_eq!(models[0]["models"][0]["name"], "keisei");
}

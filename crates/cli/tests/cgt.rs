//! `keisei cgt` as users run it: answers, formats, pictures, and what happens to bad input.

mod common;

use std::process::Output;

use common::{json, keisei, stdout, with_input};

fn answer(expression: &str) -> String {
    stdout(&keisei(&["cgt", expression]))
}

#[test]
fn answers_as_promised() {
    for (expression, value) in [
        ("cool({6|{4|0}}, 2)", "4↑"),
        ("cool({8|4||2|||0}, 2)", "2↓↓*"),
        ("6||4|0", "{6||4|0}"),
        ("-1^*", "-1↑*"),
        ("-_2", "-_2"),
        ("-v", "↑"),
        ("heat(4^, 2)", "{6||4|0}"),
        ("mean({6|3||1})", "2 3/4"),
        ("temperature({4|0})", "2"),
        ("left_stop({6||4|0})", "6"),
        ("right_stop({6||4|0})", "4"),
        ("{0|*} == ^", "true"),
        ("^ <= 0", "false"),
        ("^ < 1", "true"),
        ("^ || *", "true"),
        ("outcome(*)", "N: the first player wins"),
        ("atomic_weight(^^*)", "2"),
        ("birthday({6||4|0})", "7"),
    ] {
        assert_eq!(answer(expression), format!("{value}\n"), "{expression}");
    }
    assert_eq!(stdout(&keisei(&["cgt", "--ascii", "-1↑* + ±2 - ±2"])), "-1^*\n");
    assert_eq!(stdout(&with_input(&["cgt", "-"], b"3.^ - 2.v\n")), "5·↑\n");
}

#[test]
fn thermographs_as_a_table() {
    let expected = "\
thermograph of {6||4|0}
mean 4, temperature 2

temperature    left wall   right wall
          0            6            4
          2            4            4
      above            4            4
";
    assert_eq!(answer("thermograph({6||4|0})"), expected);
}

#[test]
fn reports_for_programs() {
    let report = json(&keisei(&["cgt", "{4|-1/2}", "--format", "json"]));
    assert_eq!(report["kind"], "game");
    assert_eq!(report["value"], "{4|-1/2}");
    for (key, value) in [("left_stop", "4"), ("right_stop", "-1/2"), ("mean", "7/4"), ("temperature", "9/4")]
    {
        assert_eq!(report[key], value, "{key}");
    }
    assert_eq!(report["outcome"], "N");
    let report = json(&keisei(&["cgt", "thermograph({6||4|0})", "--format", "json"]));
    assert_eq!(report["kind"], "thermograph");
    assert_eq!(report["left_wall"][1]["temperature"], "2");
    assert_eq!(report["left_wall"][1]["value"], "4");
    let report = json(&keisei(&["cgt", "^ || *", "--format", "json"]));
    assert_eq!((report["kind"].as_str(), report["value"].as_bool()), (Some("truth"), Some(true)));
    // Too long to be written, but not to be known.
    let switches: Vec<String> = (1..=20).map(|n| format!("±{n}")).collect();
    let report = json(&keisei(&["cgt", &switches.join("+"), "--format", "json"]));
    assert_eq!(report["temperature"], "20");
    assert!(report.get("value").is_none());
}

/// Values decrease to the right and temperature goes up: the left stop is left of the right stop,
/// and the mast above both.
#[test]
fn pictures_are_drawn_the_customary_way() {
    let svg = stdout(&keisei(&["cgt", "thermograph({6||4|0})", "--format", "svg"]));
    let walls: Vec<Vec<(f64, f64)>> = svg
        .split("<polyline points=\"")
        .skip(1)
        .map(|wall| {
            let number = |text: &str| text.parse::<f64>().unwrap();
            let points = wall.split('"').next().unwrap().split(' ');
            points.map(|point| point.split_once(',').map(|(x, y)| (number(x), number(y))).unwrap()).collect()
        })
        .collect();
    let [left, right] = walls.as_slice() else { panic!("two walls: {svg}") };
    assert_eq!((left.len(), right.len()), (2, 2));
    assert!(left[0].0 < right[0].0, "the left stop, 6, is on the left");
    assert!(left[1].1 < left[0].1, "up");
    assert_eq!(left[1], right[1], "they meet in the foot of the mast");
    // A degree is as long as a point: the left wall leans by 45 degrees.
    let (across, up) = (left[1].0 - left[0].0, left[0].1 - left[1].1);
    assert!((across - up).abs() < 0.2, "{across} {up}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.png");
    stdout(&keisei(&["cgt", "-o", path.to_str().unwrap(), "thermograph({6||4|0})"]));
    assert!(std::fs::read(path).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn mistakes_are_pointed_at() {
    let refused = |output: &Output| {
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        String::from_utf8(output.stderr.clone()).unwrap()
    };
    assert_eq!(
        refused(&keisei(&["cgt", "{4|0"])),
        "keisei: error: character 5: expected `,`, `|` or `}`, found the end\n  {4|0\n      ^\n"
    );
    for expression in
        ["", "10^30", "1000000000000000000000000000000", "1/3", "*1000000", "cool(*, -1)", "nim(3)"]
    {
        assert!(refused(&keisei(&["cgt", expression])).contains("character "), "{expression}");
    }
    let text = refused(&keisei(&["cgt", "1 == 1", "--format", "svg"]));
    assert!(text.contains("only games have a picture"), "{text}");
    // Absurd sizes.
    for input in
        ["{".repeat(100_000) + "|" + &"}".repeat(100_000), "{".to_string() + &"0,".repeat(1_000_000) + "0|}"]
    {
        let text = refused(&with_input(&["cgt", "-"], input.as_bytes()));
        assert!(text.lines().all(|line| line.chars().count() < 200), "{text}");
    }
    assert_eq!(refused(&with_input(&["cgt", "-"], b"\xff")).lines().count(), 1);
}

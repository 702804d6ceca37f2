//! Commands that set up a game: board, komi, rules, records, handicap, time.

use std::path::Path;

use keisei_files::{open_regular, write_whole};
use keisei_goban::sgf::{self, Replay};
use keisei_goban::{Game, Komi, Point, Size, handicap};

use super::commands::Command;
use super::engine::{Engine, Handled, color, exactly, number, shown, text, wrong_arguments};
use crate::rules::{read_rules, rules_json};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "boardsize",
        arguments: "SIDE|WIDTH HEIGHT",
        answers: "nothing; clears the board",
        // Two numbers are Leela Zero's way to say what `rectangular_boardsize` says.
        run: |engine, arguments| match *arguments {
            [side] => resize(engine, side, side),
            [width, height] => resize(engine, width, height),
            _ => wrong_arguments(),
        },
    },
    Command {
        name: "rectangular_boardsize",
        arguments: "WIDTH HEIGHT",
        answers: "nothing; clears the board",
        run: |engine, arguments| {
            let [width, height] = exactly(arguments)?;
            resize(engine, width, height)
        },
    },
    Command {
        name: "clear_board",
        arguments: "",
        answers: "nothing; rules and komi stay",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            engine.clear(engine.size());
            text("")
        },
    },
    Command {
        name: "komi",
        arguments: "KOMI",
        answers: "nothing",
        run: |engine, arguments| {
            let [komi] = exactly(arguments)?;
            let komi: Komi = komi.parse().map_err(|e: keisei_goban::KomiError| e.to_string())?;
            let rules = engine.position().rules();
            engine.game.set_conditions(rules, komi);
            text("")
        },
    },
    Command {
        name: "kata-get-rules",
        arguments: "",
        answers: "the rules as JSON, in KataGo's words",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            text(rules_json(engine.position().rules()).to_string())
        },
    },
    Command {
        name: "kata-set-rules",
        arguments: "NAME|JSON",
        answers: "nothing",
        run: |engine, arguments| {
            if arguments.is_empty() {
                return wrong_arguments();
            }
            let rules = read_rules(&arguments.join(" "))?;
            let komi = engine.position().komi();
            engine.game.set_conditions(rules, komi);
            text("")
        },
    },
    Command {
        name: "loadsgf",
        arguments: "FILE [N]",
        answers: "the side to play; the position before move N, or the last if N is 0 or left out; games up to 64 MiB",
        run: load,
    },
    Command {
        name: "printsgf",
        arguments: "[FILE]",
        answers: "the game as SGF, or nothing if it goes to a file",
        run: |engine, arguments| {
            let record = engine.printed();
            match arguments {
                [] => text(record),
                [file] => {
                    let wrong = |e| format!("cannot write {}: {e}", shown(file));
                    write_whole(Path::new(file), record.as_bytes()).map_err(wrong)?;
                    text("")
                }
                _ => wrong_arguments(),
            }
        },
    },
    Command {
        name: "fixed_handicap",
        arguments: "STONES",
        answers: "the customary points, on which Black's stones are placed",
        run: fixed_handicap,
    },
    Command {
        name: "place_free_handicap",
        arguments: "STONES",
        answers: "the points on which the engine placed Black's stones",
        // By custom where there is one; GTP allows fewer stones than asked for.
        run: |engine, arguments| {
            let [stones] = exactly(arguments)?;
            let stones: usize = number(stones)?;
            let most = handicap::fixed_limit(engine.size());
            if stones < 2 || most < 2 {
                return Err("invalid number of stones".into());
            }
            fixed_handicap(engine, &[&stones.min(most).to_string()])
        },
    },
    Command {
        name: "set_free_handicap",
        arguments: "VERTEX VERTEX ...",
        answers: "nothing; Black's stones are placed there",
        run: |engine, arguments| {
            let points = arguments.iter().map(|v| engine.point(v)).collect::<Result<Vec<Point>, String>>()?;
            engine.game.place_handicap(&points).map_err(|e| format!("bad vertex list: {e}"))?;
            text("")
        },
    },
    Command {
        name: "time_settings",
        arguments: "MAIN BYO_YOMI STONES",
        answers: "nothing; moves take no time worth limiting",
        run: |_, arguments| {
            for word in exactly::<3>(arguments)? {
                number::<u32>(word)?;
            }
            text("")
        },
    },
    Command {
        name: "kgs-time_settings",
        arguments: "SYSTEM [NUMBER ...]",
        answers: "nothing; moves take no time worth limiting",
        run: |_, arguments| {
            let Some((_, numbers)) = arguments.split_first() else { return wrong_arguments() };
            for word in numbers {
                number::<u32>(word)?;
            }
            text("")
        },
    },
    Command {
        name: "time_left",
        arguments: "COLOR TIME STONES",
        answers: "nothing",
        run: |_, arguments| {
            let [side, time, stones] = exactly(arguments)?;
            color(side)?;
            number::<i64>(time)?;
            number::<i64>(stones)?;
            text("")
        },
    },
];

fn resize(engine: &mut Engine, width: &str, height: &str) -> Handled {
    let size = Size::new(number(width)?, number(height)?).map_err(|_| "unacceptable size")?;
    engine.clear(size);
    text("")
}

fn fixed_handicap(engine: &mut Engine, arguments: &[&str]) -> Handled {
    let [stones] = exactly(arguments)?;
    let points = handicap::fixed(engine.size(), number(stones)?)
        .map_err(|e| format!("invalid number of stones: {e}"))?;
    engine.game.place_handicap(&points).map_err(|e| e.to_string())?;
    text(points.iter().map(Point::to_string).collect::<Vec<_>>().join(" "))
}

fn load(engine: &mut Engine, arguments: &[&str]) -> Handled {
    let (file, before) = match arguments {
        [file] => (file, None),
        [file, n] => (file, Some(number::<usize>(n)?)),
        _ => return wrong_arguments(),
    };
    let fails = |reason: String| format!("cannot load {}: {reason}", shown(file));
    let opened = open_regular(Path::new(file)).map_err(|e| fails(e.to_string()))?;
    let (record, is_alone) = sgf::read_first(opened).map_err(|e| fails(e.to_string()))?;
    // What the record does not say stays as it was.
    let (rules, default_komi) = (engine.position().rules(), engine.position().komi());
    // Before move N means after N-1 moves, and 0 the whole game, as in GNU Go.
    let moves = before.and_then(|n| n.checked_sub(1));
    let replay = Replay { moves, default_komi, ..Replay::default() };
    let replayed = record.replay(&replay).map_err(|e| fails(e.to_string()))?;
    if let Some(problem) = replayed.problem {
        return Err(fails(problem.to_string()));
    }
    for warning in record.warnings().iter().chain(&replayed.warnings) {
        let place = format!("{}: line {}", shown(file), warning.line);
        engine.warnings.push(format!("warning: {place}: {}", warning.message));
    }
    if !is_alone {
        engine.warnings.push(format!("warning: {}: the first of several games is taken", shown(file)));
    }
    let mut game: Game = replayed.game;
    let komi = game.position().komi();
    game.set_conditions(replayed.info.rules.unwrap_or(rules), komi);
    engine.game = game;
    text(engine.position().to_play().to_string().to_lowercase())
}

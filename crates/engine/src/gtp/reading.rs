//! Commands about what can be read, in GNU Go's words.

use keisei::reading::{NothingToRead, Reading};
use keisei_goban::{Color, Point};

use super::commands::Command;
use super::engine::{Engine, Handled, exactly, text};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "attack",
        arguments: "VERTEX",
        answers: "whether the block is taken if its opponent moves first (0 no, 1 yes, 2 by a ko in which the owner needs the first threat, 3 in which the opponent does), and the move",
        run: |engine, arguments| {
            let [target] = points(engine, arguments)?;
            let ko = ko(engine, target, Color::opponent);
            let (board, reader) = engine.reader();
            said(reader.attack(board, target, ko))
        },
    },
    Command {
        name: "defend",
        arguments: "VERTEX",
        answers: "whether the block is saved if its owner moves first (0, 1, 2 and 3 as with attack), and the move",
        run: |engine, arguments| {
            let [target] = points(engine, arguments)?;
            let ko = ko(engine, target, |owner| owner);
            let (board, reader) = engine.reader();
            said(reader.defend(board, target, ko))
        },
    },
    Command {
        name: "connect",
        arguments: "VERTEX VERTEX",
        answers: "whether two blocks are connected if their owner moves first (0, 1, 2 and 3 as with attack), and the move",
        run: |engine, arguments| {
            let ends = points(engine, arguments)?;
            let ko = ko(engine, ends[0], |owner| owner);
            let (board, reader) = engine.reader();
            said(reader.connect(board, ends, ko))
        },
    },
    Command {
        name: "disconnect",
        arguments: "VERTEX VERTEX",
        answers: "whether two blocks are cut if their opponent moves first (0, 1, 2 and 3 as with attack), and the move",
        run: |engine, arguments| {
            let ends = points(engine, arguments)?;
            let ko = ko(engine, ends[0], Color::opponent);
            let (board, reader) = engine.reader();
            said(reader.disconnect(board, ends, ko))
        },
    },
    Command {
        name: "ladder_attack",
        arguments: "VERTEX",
        answers: "whether the block, which has two liberties, is taken by atari after atari (0, 1, 2 and 3 as with attack), and the move",
        run: |engine, arguments| {
            let [target] = points(engine, arguments)?;
            let ko = ko(engine, target, Color::opponent);
            let (board, reader) = engine.reader();
            said(reader.ladder(board, target, ko))
        },
    },
    Command {
        name: "same_dragon",
        arguments: "VERTEX VERTEX",
        answers: "1 if two stones belong to one group, which cannot be cut apart, else 0",
        run: |engine, arguments| {
            let [a, b] = points(engine, arguments)?;
            let ko = ko(engine, a, Color::opponent);
            let (board, reader) = engine.reader();
            board.get(b).ok_or(NothingToRead::NoStone(b).to_string())?;
            let group = reader.group(board, a, ko).map_err(|error| error.to_string())?;
            let is_one = group.contains(b);
            text(if is_one { "1" } else { "0" })
        },
    },
];

pub(super) fn points<const N: usize>(engine: &Engine, arguments: &[&str]) -> Result<[Point; N], String> {
    let vertices: [&str; N] = exactly(arguments)?;
    let mut points = [Point::at(0, 0); N];
    for (point, vertex) in points.iter_mut().zip(vertices) {
        *point = engine.point(vertex)?;
    }
    Ok(points)
}

/// Where the side that moves first may not take back in a ko, by whose stone is asked about.
pub(super) fn ko(engine: &Engine, stone: Point, first: impl Fn(Color) -> Color) -> Option<Point> {
    let position = engine.position();
    let first = position.board().get(stone).map(first);
    position.ko().filter(|_| first == Some(position.to_play()))
}

pub(super) fn not_read(reading: &Reading) -> String {
    format!("not read within {} positions", reading.nodes)
}

/// An answer as GNU Go writes it.
pub(super) fn said(reading: Result<Reading, NothingToRead>) -> Handled {
    let reading = reading.map_err(|error| error.to_string())?;
    match reading.code() {
        None => Err(not_read(&reading)),
        Some(0) => text("0"),
        Some(code) => {
            let point = reading.point.map_or("PASS".to_string(), |p| p.to_string());
            text(format!("{code} {point}"))
        }
    }
}

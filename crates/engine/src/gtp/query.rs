//! Commands that ask about the board.

use keisei_goban::{Color, Move, Point};

use super::commands::Command;
use super::engine::{Engine, color, exactly, text};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "all_legal",
        arguments: "COLOR",
        answers: "the points on which this side may play",
        run: |engine, arguments| {
            let [side] = exactly(arguments)?;
            let side = color(side)?;
            let legal = |p: &Point| engine.game.legality(side, Move::Play(*p)).is_ok();
            text(vertices(engine.size().points().filter(legal)))
        },
    },
    Command {
        name: "is_legal",
        arguments: "COLOR VERTEX",
        answers: "1 or 0",
        run: |engine, arguments| {
            let [side, vertex] = exactly(arguments)?;
            let legal = engine.game.legality(color(side)?, engine.vertex(vertex)?).is_ok();
            text(if legal { "1" } else { "0" })
        },
    },
    Command {
        name: "countlib",
        arguments: "VERTEX",
        answers: "the number of liberties of the block there",
        run: |engine, arguments| {
            let [vertex] = exactly(arguments)?;
            text(block(engine, vertex)?.liberties().to_string())
        },
    },
    Command {
        name: "findlib",
        arguments: "VERTEX",
        answers: "the liberties of the block there",
        run: |engine, arguments| {
            let [vertex] = exactly(arguments)?;
            text(vertices(block(engine, vertex)?.liberty_set()))
        },
    },
    Command {
        name: "captures",
        arguments: "COLOR",
        answers: "the number of stones this side has taken",
        run: |engine, arguments| {
            let [side] = exactly(arguments)?;
            text(engine.position().prisoners()[color(side)?].to_string())
        },
    },
    Command {
        name: "color",
        arguments: "VERTEX",
        answers: "black, white or empty",
        run: |engine, arguments| {
            let [vertex] = exactly(arguments)?;
            let stone = engine.board().get(engine.point(vertex)?);
            text(stone.map_or("empty".to_string(), |color| color.to_string().to_lowercase()))
        },
    },
    Command {
        name: "query_boardsize",
        arguments: "",
        answers: "the size of the board: a number, or width and height",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let size = engine.size();
            text(match size.is_square() {
                true => size.width().to_string(),
                false => format!("{} {}", size.width(), size.height()),
            })
        },
    },
    Command {
        name: "get_komi",
        arguments: "",
        answers: "the komi",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            text(format!("{:.1}", engine.position().komi().points()))
        },
    },
    Command {
        name: "get_handicap",
        arguments: "",
        answers: "the number of handicap stones",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            text(engine.position().handicap().to_string())
        },
    },
    Command {
        name: "move_history",
        arguments: "",
        answers: "the moves of the game, a line for each, the last one first",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let lines: Vec<String> = engine.game.moves().rev().map(named).collect();
            text(lines.join("\n"))
        },
    },
    Command {
        name: "last_move",
        arguments: "",
        answers: "the last move",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            engine.game.last_move().map(named).ok_or_else(|| "no move was made".to_string()).and_then(text)
        },
    },
    Command {
        name: "list_stones",
        arguments: "COLOR",
        answers: "the stones of this side",
        run: |engine, arguments| {
            let [side] = exactly(arguments)?;
            text(vertices(engine.board().stones(color(side)?)))
        },
    },
];

/// A move as GNU Go writes it.
fn named((color, mv): (Color, Move)) -> String {
    format!("{} {}", color.to_string().to_lowercase(), mv.to_string().to_uppercase())
}

fn block<'e>(engine: &'e Engine, vertex: &str) -> Result<keisei_goban::Block<'e>, String> {
    let point = engine.point(vertex)?;
    engine.board().block(point).ok_or_else(|| "there is no stone".to_string())
}

pub(super) fn vertices(points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
}

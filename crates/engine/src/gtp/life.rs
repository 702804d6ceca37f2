//! Commands about life and death, in GNU Go's words.

use keisei::reading::{Limits, NothingToRead, Question, Reader, Reading, Success};
use keisei::standing::largest;
use keisei_goban::{Color, Point};

use super::commands::Command;
use super::engine::{Engine, Handled, text};
use super::reading::{ko, not_read, points, said};

/// The most positions looked at for one question about a group: a second or two.
pub(super) const NODES: u32 = 500_000;

/// The same where all groups of a board are asked about at once.
const NODES_OF_ALL: u32 = 5_000;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "owl_attack",
        arguments: "VERTEX",
        answers: "whether the group is killed if its opponent moves first (0, 1, 2 and 3 as with attack), and the move; PASS if none is needed",
        run: |engine, arguments| {
            let [stone] = points(engine, arguments)?;
            said(ask(engine, Question::Kill(stone)))
        },
    },
    Command {
        name: "owl_defend",
        arguments: "VERTEX",
        answers: "whether the group lives if its owner moves first (0, 1, 2 and 3 as with attack), and the move; PASS if none is needed",
        run: |engine, arguments| {
            let [stone] = points(engine, arguments)?;
            said(live(stone, |question| ask(engine, question)))
        },
    },
    Command {
        name: "owl_does_attack",
        arguments: "VERTEX VERTEX",
        answers: "whether a move of its opponent's at the first vertex kills the group of the second one (0, 1, 2 and 3 as with attack)",
        run: |engine, arguments| does(engine, arguments, Question::Kill),
    },
    Command {
        name: "owl_does_defend",
        arguments: "VERTEX VERTEX",
        answers: "whether a move of its owner's at the first vertex makes the group of the second one live (0, 1, 2 and 3 as with attack)",
        run: |engine, arguments| does(engine, arguments, Question::Live),
    },
    Command {
        name: "dragon_status",
        arguments: "[VERTEX]",
        answers: "alive, dead, critical with the move that kills the group and the one by which it lives (in a ko too), or unknown if that was not read within the limits; of all groups, a line for each, if none is named",
        run: |engine, arguments| match arguments {
            [] => all(engine),
            _ => {
                let [stone] = points(engine, arguments)?;
                text(status(stone, |question| ask(engine, question)).map_err(|error| error.to_string())?)
            }
        },
    },
];

fn ask(engine: &mut Engine, question: Question) -> Result<Reading, NothingToRead> {
    let ko = ko(engine, question.stone(), |owner| question.first(owner));
    let (board, reader) = engine.life_reader();
    reader.answer(board, question, ko)
}

/// Whether a group lives if its owner moves first. Who need not move passes.
fn live(
    stone: Point,
    mut ask: impl FnMut(Question) -> Result<Reading, NothingToRead>,
) -> Result<Reading, NothingToRead> {
    let live = ask(Question::Live(stone))?;
    let is_told = match live.success {
        None => false,
        Some(Success::Yes) => live.point.is_none(),
        Some(_) => true,
    };
    if !is_told && ask(Question::Kill(stone))?.success == Some(Success::No) {
        return Ok(Reading { success: Some(Success::Yes), point: None, ..live });
    }
    Ok(live)
}

/// What a move does: the other side fails, moving next.
fn does(engine: &mut Engine, arguments: &[&str], question: fn(Point) -> Question) -> Handled {
    let [mv, stone] = points(engine, arguments)?;
    let question = question(stone);
    let owner = engine.board().get(stone).ok_or_else(|| NothingToRead::NoStone(stone).to_string())?;
    if !engine.board().is_empty(mv) {
        return Err(format!("there is a stone on {mv}"));
    }
    let first = question.first(owner);
    let mut board = engine.board().clone();
    let banned = ko(engine, stone, |owner| question.first(owner)) == Some(mv);
    if banned || board.is_suicide(first, mv) {
        return text("0");
    }
    let outcome = board.play(first, mv).map_err(|error| error.to_string())?;
    if board.get(stone) != Some(owner) {
        return text("1");
    }
    let (_, reader) = engine.life_reader();
    let next = match question.turned() {
        Question::Live(stone) => {
            let ban = |question: Question| outcome.ko.filter(|_| question.is_owners());
            live(stone, |question| reader.answer(&board, question, ban(question)))
        }
        question => reader.answer(&board, question, outcome.ko),
    };
    let next = next.map_err(|error| error.to_string())?;
    let code = match next.success {
        None => return Err(not_read(&next)),
        Some(Success::No) => Success::Yes,
        Some(Success::OwnThreat) => Success::TheirThreat,
        Some(Success::TheirThreat) => Success::OwnThreat,
        Some(Success::Yes) => Success::No,
    };
    text(code.code().to_string())
}

/// The status of a group as GNU Go writes it.
fn status(
    stone: Point,
    mut ask: impl FnMut(Question) -> Result<Reading, NothingToRead>,
) -> Result<String, NothingToRead> {
    let kill = ask(Question::Kill(stone))?;
    if kill.code() == Some(0) {
        return Ok("alive".into());
    }
    let live = ask(Question::Live(stone))?;
    let named = |reading: &Reading| reading.point.map_or("PASS".to_string(), |point| point.to_string());
    Ok(match (kill.code(), live.code()) {
        (_, Some(0)) => "dead".into(),
        (Some(_), Some(_)) => format!("critical {} {}", named(&kill), named(&live)),
        _ => "unknown".into(),
    })
}

/// The status of all groups, each with a stone of its largest block.
fn all(engine: &Engine) -> Handled {
    let mut reader = Reader::new(Limits { nodes: NODES_OF_ALL, ..Limits::default() });
    let mut lines = Vec::new();
    for color in Color::ALL {
        for group in reader.groups(engine.board(), color) {
            let Some(stone) = largest(engine.board(), group) else { continue };
            let ask = |question: Question| {
                let ko = ko(engine, stone, |owner| question.first(owner));
                reader.answer(engine.board(), question, ko)
            };
            let status = status(stone, ask).map_err(|error| error.to_string())?;
            lines.push(format!("{stone}: {status}"));
        }
    }
    text(lines.join("\n"))
}

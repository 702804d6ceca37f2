//! Commands that play.

use keisei::player::PlayerName;
use keisei_goban::{ByColor, Move, diagram};

use super::commands::Command;
use super::engine::{Engine, Handled, color, exactly, number, text, wrong_arguments};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "play",
        arguments: "COLOR VERTEX",
        answers: "nothing",
        run: |engine, arguments| {
            let [side, vertex] = exactly(arguments)?;
            let (side, mv) = (color(side)?, engine.vertex(vertex)?);
            engine.game.play_as(side, mv).map_err(|reason| format!("illegal move: {reason}"))?;
            text("")
        },
    },
    Command {
        name: "genmove",
        arguments: "COLOR",
        answers: "the move the engine made",
        run: |engine, arguments| {
            let [side] = exactly(arguments)?;
            let side = color(side)?;
            let mv = engine.choose(side, false)?;
            engine.game.play_as(side, mv).map_err(|e| format!("no move found: {e}"))?;
            text(spelled(mv))
        },
    },
    Command {
        name: "reg_genmove",
        arguments: "COLOR",
        answers: "the move the engine would make, always the same",
        run: |engine, arguments| {
            let [side] = exactly(arguments)?;
            let mv = engine.choose(color(side)?, true)?;
            text(spelled(mv))
        },
    },
    Command {
        name: "level",
        arguments: "LEVEL",
        answers: "nothing; from 1 to 10, a thousand random games a move for each (player uct), as GNU Go has levels",
        run: |engine, arguments| {
            let [level] = exactly(arguments)?;
            let level = number::<u32>(level)?.clamp(1, 10);
            let mut settings = engine.settings;
            settings.playouts = Some(if settings.player == PlayerName::Uct { 1000 } else { 10 } * level);
            engine.set_player(settings);
            text("")
        },
    },
    Command {
        name: "undo",
        arguments: "[ANYTHING]",
        answers: "nothing; takes a move back, whatever is said beside it, as GNU Go does",
        run: |engine, arguments| match arguments {
            [] | [_] => undo(engine, 1),
            _ => wrong_arguments(),
        },
    },
    Command {
        name: "gg-undo",
        arguments: "[N]",
        answers: "nothing; takes N moves back",
        run: |engine, arguments| match arguments {
            [] => undo(engine, 1),
            [n] => undo(engine, number(n)?),
            _ => wrong_arguments(),
        },
    },
    Command {
        name: "showboard",
        arguments: "",
        answers: "the board",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let position = engine.position();
            let last = engine.game.last_move().and_then(|(_, mv)| mv.point());
            let board = diagram::with_coordinates(engine.board(), last);
            let ByColor { black, white } = position.prisoners();
            text(format!(
                "\n{board}{} to play, komi {}, {} rules, captures: Black {black}, White {white}",
                position.to_play(),
                position.komi(),
                position.rules(),
            ))
        },
    },
];

/// A move as GNU Go spells it, since some programs know no other way.
pub(super) fn spelled(mv: Move) -> String {
    mv.to_string().to_uppercase()
}

fn undo(engine: &mut Engine, moves: usize) -> Handled {
    if moves > engine.game.move_number() {
        return Err("cannot undo".into());
    }
    for _ in 0..moves {
        engine.game.undo();
    }
    text("")
}

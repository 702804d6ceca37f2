//! Commands about the moves worth playing: GNU Go's `top_moves`, and a picture for GoGui.

use keisei_goban::Color;

use super::commands::Command;
use super::engine::{Engine, Handled, exactly, text};
use crate::prospect::MOST;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "top_moves",
        arguments: "",
        answers: "the ten best moves of the side to play, each with its share in hundredths",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let color = engine.position().to_play();
            text(top_moves(engine, color, 0.0, 2))
        },
    },
    Command {
        name: "top_moves_black",
        arguments: "",
        answers: "the same for Black",
        run: |engine, arguments| of(engine, arguments, Color::Black),
    },
    Command {
        name: "top_moves_white",
        arguments: "",
        answers: "the same for White",
        run: |engine, arguments| of(engine, arguments, Color::White),
    },
    Command {
        name: "keisei-candidates",
        arguments: "",
        answers: "the best moves of the side to play, each with its share in whole hundredths",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let color = engine.position().to_play();
            // Two digits fit on a point, and nobody looks at less than a hundredth.
            text(top_moves(engine, color, 0.01, 0))
        },
    },
];

fn of(engine: &mut Engine, arguments: &[&str], color: Color) -> Handled {
    exactly::<0>(arguments)?;
    text(top_moves(engine, color, 0.0, 2))
}

/// Moves and their shares in hundredths, one after the other; a pass is no point to write on.
fn top_moves(engine: &mut Engine, color: Color, least: f64, digits: usize) -> String {
    let evaluation = engine.evaluate_for(color);
    let candidates = engine.candidates(color, &evaluation);
    let shown = candidates.iter().take(MOST).filter(|c| c.mv.point().is_some() && c.share >= least);
    shown.map(|c| format!("{} {:.digits$}", c.mv, 100.0 * c.share)).collect::<Vec<_>>().join(" ")
}

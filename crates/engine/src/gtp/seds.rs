//! Commands about the dynamical system: GNU Go's `top_moves`, and pictures for GoGui.

use keisei::seds::{Dynamics, Parameters, cutting_points};
use keisei_goban::Color;

use super::commands::Command;
use super::engine::{Engine, Handled, exactly, text};
use super::gogui::rows;
use crate::prospect::gains_by_seds;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "top_moves",
        arguments: "",
        answers: "the ten best moves of the side to play by the dynamical system, each with what it adds to the lead",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            top_moves(engine, engine.position().to_play())
        },
    },
    Command {
        name: "top_moves_black",
        arguments: "",
        answers: "the same for Black",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            top_moves(engine, Color::Black)
        },
    },
    Command {
        name: "top_moves_white",
        arguments: "",
        answers: "the same for White",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            top_moves(engine, Color::White)
        },
    },
    Command {
        name: "keisei-influence",
        arguments: "",
        answers: "how much each point or block is Black's by the dynamical system, from -1 to 1, row by row",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let dynamics = dynamics(engine);
            text(rows(engine.size(), |p| format!("{:.2}", 2.0 * dynamics.black(p) - 1.0)))
        },
    },
    Command {
        name: "keisei-strength",
        arguments: "",
        answers: "the probability that each block survives by the dynamical system, row by row",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let dynamics = dynamics(engine);
            text(rows(engine.size(), |p| {
                dynamics.strength(p).map_or("\"\"".to_string(), |strength| format!("{strength:.2}"))
            }))
        },
    },
    Command {
        name: "keisei-instability",
        arguments: "",
        answers: "how many iterations each point or block took to settle, row by row",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let dynamics = dynamics(engine);
            text(rows(engine.size(), |p| dynamics.iterations(p).to_string()))
        },
    },
    Command {
        name: "keisei-cutting",
        arguments: "",
        answers: "the ten points most urgent for connecting and cutting, each with its saddle",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let points = cutting_points(&dynamics(engine));
            let best = points.iter().take(10).map(|(p, saddle)| format!("{p} {saddle:.2}"));
            text(best.collect::<Vec<_>>().join(" "))
        },
    },
];

fn dynamics(engine: &Engine) -> Dynamics {
    Dynamics::of(engine.board(), Parameters::default())
}

fn top_moves(engine: &Engine, color: Color) -> Handled {
    let gains = gains_by_seds(&engine.game, color);
    let best = gains.iter().take(10).map(|(p, gain)| format!("{p} {gain:.2}"));
    text(best.collect::<Vec<_>>().join(" "))
}

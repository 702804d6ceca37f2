//! Commands about the dynamical system: pictures for GoGui.

use keisei::seds::{Dynamics, Parameters, cutting_points};

use super::commands::Command;
use super::engine::{Engine, exactly, text};
use super::gogui::rows;

pub(super) const COMMANDS: &[Command] = &[
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

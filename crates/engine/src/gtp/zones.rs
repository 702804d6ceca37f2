//! Commands about zones: pictures for GoGui.

use keisei::zones::{Parameters, Territory, double_threats};
use keisei_goban::{Color, PointSet};

use super::commands::Command;
use super::engine::{Engine, color, exactly, text};
use super::gogui::rows;
use super::query::vertices;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "keisei-zones",
        arguments: "",
        answers: "zones in GoGui's graphics language: safe ones black and white, potential ones brown and blue, threatened ones marked",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            text(graphics(&territory(engine)))
        },
    },
    Command {
        name: "keisei-dividers",
        arguments: "COLOR",
        answers: "a side's dividers (crosses) and potential dividers (squares) in GoGui's graphics language",
        run: |engine, arguments| {
            let [side] = exactly(arguments)?;
            let areas = territory(engine).areas(color(side)?);
            let parts = [("MARK", areas.divider), ("SQUARE", areas.potential)];
            let lines = parts.iter().filter(|(_, points)| !points.is_empty());
            let mut lines: Vec<String> =
                lines.map(|(kind, points)| format!("{kind} {}", vertices(*points))).collect();
            lines.push(format!(
                "TEXT {} points of dividers, {} more of potential ones",
                areas.divider.len(),
                areas.potential.len()
            ));
            text(lines.join("\n"))
        },
    },
    Command {
        name: "keisei-distances",
        arguments: "COLOR",
        answers: "each point's distance from a side's stones, up to 5, which stops at opposing dividers, row by row",
        run: |engine, arguments| {
            let [side] = exactly(arguments)?;
            let territory = territory(engine);
            let distances = territory.distances(color(side)?);
            text(rows(territory.size(), |p| distances.get(p).to_string()))
        },
    },
    Command {
        name: "keisei-double_threats",
        arguments: "COLOR",
        answers: "a side's moves that threaten two areas at once, in GoGui's graphics language: the moves (circles), the second moves (crosses), the areas coloured; and each in words",
        run: |engine, arguments| {
            let [side] = exactly(arguments)?;
            text(threats(engine, color(side)?))
        },
    },
];

fn territory(engine: &Engine) -> Territory {
    Territory::of(engine.board(), None, Parameters::default())
}

fn graphics(territory: &Territory) -> String {
    let mut lines = Vec::new();
    let mut add = |kind: &str, points: PointSet| {
        if !points.is_empty() {
            lines.push(format!("{kind} {}", vertices(points)));
        }
    };
    add("BLACK", territory.safe(Color::Black));
    add("WHITE", territory.safe(Color::White));
    add("COLOR #8a6a32", territory.potential(Color::Black) - territory.potential(Color::White));
    add("COLOR #9fc1d8", territory.potential(Color::White) - territory.potential(Color::Black));
    add("MARK", territory.threatened(Color::Black) | territory.threatened(Color::White));
    let count = |color| (territory.safe(color).len(), territory.potential(color).len());
    let (black, white) = (count(Color::Black), count(Color::White));
    lines.push(format!(
        "TEXT safe: Black {}, White {}; potential: Black {}, White {}",
        black.0, white.0, black.1, white.1
    ));
    lines.join("\n")
}

fn threats(engine: &Engine, color: Color) -> String {
    let threats = double_threats(engine.position(), color, None, Parameters::default());
    let areas = || threats.iter().flat_map(|threat| &threat.areas);
    let parts = [
        ("COLOR #c98f8f", areas().map(|area| area.points).fold(PointSet::EMPTY, |all, part| all | part)),
        ("CIRCLE", threats.iter().map(|threat| threat.point).collect()),
        ("MARK", areas().map(|area| area.strikes).fold(PointSet::EMPTY, |all, part| all | part)),
    ];
    let lines = parts.iter().filter(|(_, points)| !points.is_empty());
    let mut lines: Vec<String> =
        lines.map(|(kind, points)| format!("{kind} {}", vertices(*points))).collect();
    let told = threats.iter().map(|threat| {
        let strikes: Vec<String> = threat.areas.iter().map(|area| vertices(area.strikes)).collect();
        format!("{}: {}", threat.point, strikes.join(" or "))
    });
    let told: Vec<String> = told.collect();
    lines.push(if told.is_empty() { "TEXT none".into() } else { format!("TEXT {}", told.join("; ")) });
    lines.join("\n")
}

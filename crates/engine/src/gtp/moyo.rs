//! Commands about potentials and frameworks: GNU Go's `initial_influence`, and pictures for GoGui.
//!
//! They follow the settings `field`, `m`, `ties`, `threshold` and `concave` of `keisei-param`,
//! whatever method judges.

use std::fmt::Write as _;

use keisei::Evaluator as _;
use keisei::method::MoyoEvaluator;
use keisei::moyo::Moyo;
use keisei::potential::Field;
use keisei::safety::Safety;
use keisei_goban::{ByColor, Color, Point, PointSet};

use super::commands::Command;
use super::engine::{Engine, Handled, color, exactly, shown, text};
use super::gogui::rows;
use super::query::vertices;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "initial_influence",
        arguments: "COLOR black_influence|white_influence|influence_regions|territory_value",
        answers: "a board of numbers as in GNU Go, White positive: potentials of one side; 4 stone, 3 territory, 2 moyo, 1 area; expected territory",
        run: initial_influence,
    },
    Command {
        name: "keisei-potential",
        arguments: "",
        answers: "each point's potential over 100, Black positive, row by row",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let moyo = engine.moyo();
            let scale = if moyo.options().influence.unit() == 1 { 100.0 } else { 1.0 };
            let value = |p| moyo.field().value(p) / scale;
            text(rows(moyo.size(), |p| format!("{:.2}", value(p))))
        },
    },
    Command {
        name: "keisei-inner",
        arguments: "",
        answers: "the inner areas of frameworks as colours, row by row",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let moyo = engine.moyo();
            text(rows(moyo.size(), |p| {
                moyo.owner(p).map_or("\"\"".to_string(), |color| color.to_string().to_lowercase())
            }))
        },
    },
    Command {
        name: "keisei-basins",
        arguments: "",
        answers: "the number of the end that each inner point drains to, row by row",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let moyo = engine.moyo();
            let basins = moyo.basins();
            text(rows(moyo.size(), |p| match basins.number(p) {
                0 => "\"\"".into(),
                number => number.to_string(),
            }))
        },
    },
    Command {
        name: "keisei-moyo",
        arguments: "",
        answers: "frameworks in GoGui's graphics language: inner areas, basins, and the weakest points marked",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let moyo = engine.moyo();
            text(graphics(engine, &moyo))
        },
    },
    Command {
        name: "keisei-path",
        arguments: "VERTEX",
        answers: "why a point is inner or outer, in GoGui's graphics language: potentials along the path of its water",
        run: |engine, arguments| {
            let [vertex] = exactly(arguments)?;
            let point = engine.point(vertex)?;
            path(&engine.moyo(), point)
        },
    },
    Command {
        name: "keisei-weak",
        arguments: "",
        answers: "weak points of both sides' frameworks, each with its strength",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let moyo = engine.moyo();
            let unit = moyo.options().influence.unit() as f64;
            let mut seen = PointSet::EMPTY;
            let mut pairs = Vec::new();
            for connection in moyo.connections(engine.board()) {
                for p in connection.points {
                    if seen.insert(p) {
                        pairs.push(format!("{p} {}", short(connection.strength as f64 / unit)));
                    }
                }
            }
            text(pairs.join(" "))
        },
    },
    Command {
        name: "keisei-completions",
        arguments: "COLOR",
        answers: "moves that make this side's inner area larger, each with its gain, the best twenty",
        run: |engine, arguments| {
            let [side] = exactly(arguments)?;
            let completions = engine.moyo().completions(engine.position(), color(side)?);
            let gaining = completions.iter().filter(|c| c.gain > 0).take(20);
            text(gaining.map(|c| format!("{} {}", c.point, c.gain)).collect::<Vec<_>>().join(" "))
        },
    },
];

/// A number with no more digits than it needs, at most three behind the point.
fn short(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn initial_influence(engine: &mut Engine, arguments: &[&str]) -> Handled {
    let [side, what] = exactly(arguments)?;
    let mut position = engine.position().clone();
    position.set_to_play(color(side)?);
    let board = position.board();
    let size = board.size();
    let one_side = |color: Color| {
        let mut field = Field::new(size, engine.judging().moyo.influence);
        for stone in board.stones(color) {
            field.add(color, stone);
        }
        text(rows(size, |p| format!("{:6.2}", field.value(p).abs())))
    };
    match what {
        "black_influence" => return one_side(Color::Black),
        "white_influence" => return one_side(Color::White),
        "influence_regions" | "territory_value" => {}
        _ => {
            let what = shown(what);
            return Err(format!(
                "`{what}` is not known: expected black_influence, white_influence, influence_regions or territory_value"
            ));
        }
    }
    let mut evaluator = MoyoEvaluator::new(engine.judging().moyo);
    let evaluation = evaluator.evaluate(&position, &Safety::of(&position, engine.limits));
    let moyo = evaluator.moyo();
    // GNU Go counts for White.
    let whites = |p: Point| -evaluation.ownership.get(p);
    if what == "territory_value" {
        // A stone that stays is no territory, and one that is lost is two points: its own and the
        // prisoner.
        let prisoner = |p: Point| board.get(p).map_or(0.0, |stone| stone.sign() as f32);
        return text(rows(size, |p| format!("{:6.2}", whites(p) + prisoner(p))));
    }
    text(rows(size, |p| {
        let region = match (board.get(p), moyo.owner(p), whites(p)) {
            (Some(stone), ..) => -4 * stone.sign(),
            (None, _, value) if value.abs() > 0.75 => 3 * value.signum() as i32,
            (None, Some(owner), _) => -2 * owner.sign(),
            (None, None, value) if value.abs() > 0.25 => value.signum() as i32,
            _ => 0,
        };
        format!("{region:2}")
    }))
}

fn graphics(engine: &Engine, moyo: &Moyo) -> String {
    let inner = ByColor::new_with(|color| moyo.inner(color));
    let mut lines = Vec::new();
    for color in [Color::Black, Color::White] {
        if !inner[color].is_empty() {
            lines.push(format!("{} {}", color.to_string().to_uppercase(), vertices(inner[color])));
        }
    }
    let basins = moyo.basins();
    let numbers: Vec<String> = moyo
        .size()
        .points()
        .filter(|&p| basins.number(p) > 0)
        .map(|p| format!("{p} {}", basins.number(p)))
        .collect();
    if !numbers.is_empty() {
        lines.push(format!("LABEL {}", numbers.join(" ")));
    }
    let mut note = format!("inner area: Black {}, White {}", inner.black.len(), inner.white.len());
    if let Some(weakest) = moyo.connections(engine.board()).first() {
        lines.push(format!("MARK {}", vertices(weakest.points)));
        let strength = weakest.strength as f64 / moyo.options().influence.unit() as f64;
        let _ = write!(note, "; weakest: {} at {}", short(strength), vertices(weakest.points));
    }
    lines.push(format!("TEXT {note}"));
    lines.join("\n")
}

fn path(moyo: &Moyo, point: Point) -> Handled {
    let explanation =
        moyo.explain(point).ok_or("a stone stands there: only vacant points are inner or outer")?;
    let unit = moyo.options().influence.unit() as f64;
    let steps = explanation.paths.first().map_or(&[][..], |path| &path.steps);
    let labels: Vec<String> =
        steps.iter().map(|step| format!("{} {}", step.point, short(step.potential as f64 / unit))).collect();
    let verdict = if explanation.inner { "inner" } else { "outer" };
    let whose = explanation.color.map_or(String::new(), |color| format!(" for {color}"));
    let way: Vec<String> = steps.iter().map(|step| step.point.to_string()).collect();
    text(format!("LABEL {}\nTEXT {point} is {verdict}{whose}: {}", labels.join(" "), way.join("-")))
}

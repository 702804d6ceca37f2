//! Pictures and settings for GoGui: one analyze command for each layer there is.

use std::fmt::Write as _;

use keisei::Evaluation;
use keisei_goban::{Point, Size};

use super::commands::Command;
use super::engine::{Engine, Handled, exactly, number, text, wrong_arguments};
use crate::method;
use crate::picture;

/// What GoGui is offered: type, label, command.
const OFFERED: [(&str, &str, &str); 9] = [
    ("dboard", "Ownership", "keisei-ownership"),
    ("cboard", "Owners", "keisei-owners"),
    ("sboard", "Evidence", "keisei-evidence"),
    ("gfx", "Judgement", "keisei-judgement"),
    ("pspairs", "Candidate Moves", "keisei-candidates"),
    ("plist", "Legal Moves", "all_legal %c"),
    ("string", "Final Score", "final_score"),
    ("string", "Estimated Score", "estimate_score"),
    ("param", "Settings", "keisei-param"),
];

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "gogui-analyze_commands",
        arguments: "",
        answers: "what GoGui can show: type/label/command, one a line",
        run: |_, arguments| {
            exactly::<0>(arguments)?;
            let lines = OFFERED.iter().map(|(kind, label, command)| format!("{kind}/{label}/{command}"));
            text(lines.collect::<Vec<_>>().join("\n"))
        },
    },
    Command {
        name: "keisei-ownership",
        arguments: "",
        answers: "each point's ownership from -1 (White's) to 1 (Black's), row by row",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let evaluation = engine.evaluate();
            text(rows(engine.size(), |p| format!("{:.2}", evaluation.ownership.get(p))))
        },
    },
    Command {
        name: "keisei-owners",
        arguments: "",
        answers: "each point's owner as a colour, row by row",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let evaluation = engine.evaluate();
            text(rows(engine.size(), |p| {
                picture::owner(evaluation.ownership.get(p))
                    .map_or("\"\"".to_string(), |color| color.to_string().to_lowercase())
            }))
        },
    },
    Command {
        name: "keisei-evidence",
        arguments: "",
        answers: "why each point is judged as it is, row by row",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let evaluation = engine.evaluate();
            text(rows(engine.size(), |p| format!("\"{}\"", evaluation.evidence[p].name())))
        },
    },
    Command {
        name: "keisei-judgement",
        arguments: "",
        answers: "ownership and score in GoGui's graphics language",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let evaluation = engine.evaluate();
            text(graphics(engine, &evaluation))
        },
    },
    Command {
        name: "keisei-candidates",
        arguments: "",
        answers: "the plain player's best moves for the side to play, each with its gain",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let color = engine.position().to_play();
            let candidates = engine.player.rank(&engine.game, color);
            let pairs = candidates.iter().filter(|c| c.mv.point().is_some()).take(10);
            text(pairs.map(|c| format!("{} {:.1}", c.mv, c.gain)).collect::<Vec<_>>().join(" "))
        },
    },
    Command {
        name: "keisei-param",
        arguments: "[NAME VALUE]",
        answers: "the settings, or nothing if one is changed",
        run: parameter,
    },
];

fn rows(size: Size, value: impl Fn(Point) -> String) -> String {
    let mut text = String::new();
    for p in size.points() {
        let end = if p.column() + 1 == size.width() { '\n' } else { ' ' };
        let _ = write!(text, "{}{end}", value(p));
    }
    text
}

fn graphics(engine: &Engine, evaluation: &Evaluation) -> String {
    let mut lines = String::from("INFLUENCE");
    for p in engine.size().points() {
        let _ = write!(lines, " {p} {:.2}", evaluation.ownership.get(p));
    }
    let result = evaluation.score.result(engine.position());
    let lead = picture::lead_text(evaluation.score.lead);
    let _ = write!(lines, "\nTEXT {} ({}): {lead} on the board", result, engine.method.name());
    lines
}

fn parameter(engine: &mut Engine, arguments: &[&str]) -> Handled {
    match arguments {
        [] => {
            let methods: Vec<&str> = keisei::Method::ALL.iter().map(|m| m.name()).collect();
            let name = engine.method.name();
            text(format!("[list/{}] method {name}\n[string] seed {}", methods.join("/"), engine.seed))
        }
        ["method", name] => {
            let method = method::by_name(name)?;
            engine.method = method;
            engine.evaluator = method.evaluator();
            text("")
        }
        ["seed", seed] => {
            engine.seed = number(seed)?;
            engine.player = keisei::player::PlainPlayer::new(engine.seed);
            text("")
        }
        [_, _] => Err("there is no such setting: expected method or seed".into()),
        _ => wrong_arguments(),
    }
}

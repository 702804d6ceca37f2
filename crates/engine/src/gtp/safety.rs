//! Commands about what is proved: Fuego's `go_safe`, GNU Go's `unconditional_status`.

use keisei::Proof;
use keisei::safety::{Limits, Safety, UnconditionalLife, unconditional_area, unconditional_life};
use keisei_goban::{Board, Color, PointSet, Suicide};

use super::commands::Command;
use super::engine::{Engine, color, exactly, shown, text, wrong_arguments};
use super::query::vertices;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "go_safe",
        arguments: "[benson|static|search] [COLOR]",
        answers: "how many points are proved safe for a colour, or for both, and which; by static rules if nothing else is said",
        run: |engine, arguments| {
            let (proof, rest) = match arguments {
                ["benson", rest @ ..] => (Proof::Benson, rest),
                ["static", rest @ ..] => (Proof::Static, rest),
                ["search", rest @ ..] => (Proof::Search, rest),
                rest => (Proof::Static, rest),
            };
            let colors =
                match rest {
                    [] => vec![Color::Black, Color::White],
                    [side] => vec![color(side).map_err(|_| {
                        format!("`{}` is not benson, static, search or a colour", shown(side))
                    })?],
                    _ => return wrong_arguments(),
                };
            let points = match proof {
                Proof::Benson => {
                    colors.iter().fold(PointSet::EMPTY, |all, &c| all | held(engine, c, unconditional_life))
                }
                Proof::Static | Proof::Search => {
                    let safety = proved(engine, proof);
                    colors.iter().fold(PointSet::EMPTY, |all, &color| all | safety.by(proof, color))
                }
            };
            text(format!("{} {}", points.len(), vertices(points)).trim_end().to_string())
        },
    },
    Command {
        name: "go_safe_dame_static",
        arguments: "",
        answers: "empty points that touch safe stones of both colours and so are nobody's, by static rules",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let safety = Safety::of(engine.position(), Limits::STATIC);
            let beside = |color| safety.stones(color).grown();
            let dame = engine.board().empty() & beside(Color::Black) & beside(Color::White);
            text(format!("{} {}", dame.len(), vertices(dame)).trim_end().to_string())
        },
    },
    Command {
        name: "unconditional_status",
        arguments: "VERTEX",
        answers: "alive, dead, black_territory, white_territory or undecided, if the owner never moves again",
        run: |engine, arguments| {
            let [vertex] = exactly(arguments)?;
            let point = engine.point(vertex)?;
            let owner =
                Color::ALL.into_iter().find(|&color| held(engine, color, unconditional_area).contains(point));
            text(match (engine.board().get(point), owner) {
                (_, None) => "undecided",
                (Some(stone), Some(owner)) if stone == owner => "alive",
                (Some(_), Some(_)) => "dead",
                (None, Some(Color::Black)) => "black_territory",
                (None, Some(Color::White)) => "white_territory",
            })
        },
    },
];

/// What a colour holds by a rule that asks whether suicide is allowed.
fn held(engine: &Engine, color: Color, rule: fn(&Board, Color, bool) -> UnconditionalLife) -> PointSet {
    let position = engine.position();
    rule(position.board(), color, position.rules().suicide() == Suicide::Allowed).points()
}

/// What is proved by a rule and those before it.
fn proved(engine: &Engine, proof: Proof) -> Safety {
    let limits = if proof == Proof::Search { engine.limits } else { Limits::STATIC };
    Safety::of(engine.position(), limits)
}

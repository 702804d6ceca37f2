//! Commands about the score.
//!
//! The final commands settle the position ([`keisei::settlement`]): proofs first, then local
//! reading, then random games. GTP must answer, so that what is not settled counts as it comes out
//! if the side to move begins.

use keisei::Status;
use keisei::settlement::Settlement;
use keisei_goban::{Color, Count, Rules};

use super::commands::Command;
use super::engine::{Engine, exactly, shown, text};
use super::query::vertices;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "final_score",
        arguments: "",
        answers: "the result of a finished game, dead stones taken off, such as B+3.5; what is not settled as it comes out if the side to move begins",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            text(settled(engine).count.result.to_string())
        },
    },
    Command {
        name: "final_status_list",
        arguments: "alive|dead|seki|black_territory|white_territory|dame",
        answers: "stones or points of this status; blocks one a line",
        run: |engine, arguments| {
            let [status] = exactly(arguments)?;
            let settlement = settled(engine);
            let board = engine.board();
            let empty = |owner: Option<Color>| {
                text(vertices(
                    board
                        .size()
                        .points()
                        .filter(|&p| board.is_empty(p) && settlement.count.owner[p] == owner),
                ))
            };
            let blocks = |wanted: &[Status]| {
                let those =
                    settlement.blocks.iter().filter(|b| b.status.is_some_and(|s| wanted.contains(&s)));
                text(those.map(|block| vertices(block.stones)).collect::<Vec<_>>().join("\n"))
            };
            match status {
                "alive" => blocks(&[Status::Alive, Status::Unsettled]),
                "dead" => blocks(&[Status::Dead]),
                "seki" => blocks(&[Status::Seki]),
                "black_territory" => empty(Some(Color::Black)),
                "white_territory" => empty(Some(Color::White)),
                "dame" => empty(None),
                _ => Err(format!("`{}` is not a status", shown(status))),
            }
        },
    },
    Command {
        name: "final_status",
        arguments: "VERTEX",
        answers: "alive, dead, seki, black_territory, white_territory or dame",
        run: |engine, arguments| {
            let [vertex] = exactly(arguments)?;
            let point = engine.point(vertex)?;
            let settlement = settled(engine);
            text(match (engine.board().get(point), settlement.count.owner[point]) {
                (Some(_), _) if settlement.dead.contains(point) => "dead",
                (Some(_), _) if settlement.seki.contains(point) => "seki",
                (Some(_), _) => "alive",
                (None, Some(Color::Black)) => "black_territory",
                (None, Some(Color::White)) => "white_territory",
                (None, None) => "dame",
            })
        },
    },
    Command {
        name: "estimate_score",
        arguments: "",
        answers: "the result as the method judges it, such as W+0.5",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            let evaluation = engine.evaluate();
            text(evaluation.score.result(engine.position()).to_string())
        },
    },
    Command {
        name: "static_score",
        arguments: "tromp_taylor_score|japanese_score",
        answers: "the result by these rules, as the stones stand",
        run: |engine, arguments| {
            let [which] = exactly(arguments)?;
            let rules = match which {
                "tromp_taylor_score" => Rules::TROMP_TAYLOR,
                "japanese_score" => Rules::JAPANESE,
                _ => return Err(format!("`{}` is not a score known here", shown(which))),
            };
            let mut position = engine.position().clone();
            position.set_rules(rules);
            text(Count::as_it_stands(&position).result.to_string())
        },
    },
];

/// What becomes of the position, with as much search for proofs as the engine is allowed.
fn settled(engine: &Engine) -> Settlement {
    let usual = keisei::settlement::Limits::default();
    let safety = keisei::safety::Limits {
        nodes: engine.limits.nodes.min(usual.safety.nodes),
        region: engine.limits.region.min(usual.safety.region),
    };
    // Who sets small limits wants answers soon.
    let nodes = usual.nodes.min(engine.limits.nodes);
    let all_nodes = usual.all_nodes.min(engine.limits.nodes.saturating_mul(6));
    let playouts = engine.judging().playouts.map_or(usual.playouts, |most| most.min(usual.playouts));
    let limits = keisei::settlement::Limits { safety, nodes, all_nodes, playouts };
    Settlement::of(engine.position(), limits)
}

//! Commands about the score.
//!
//! Dead stones are not known yet (no method proves them so far), so that the final commands take the stones as they stand:
//! right for games played out until the dead are taken off.

use keisei_goban::{Color, Count, Rules};

use super::commands::Command;
use super::engine::{exactly, shown, text};
use super::query::vertices;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "final_score",
        arguments: "",
        answers: "the result as the stones stand, such as B+3.5",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            text(Count::as_it_stands(engine.position()).result.to_string())
        },
    },
    Command {
        name: "final_status_list",
        arguments: "alive|dead|seki|black_territory|white_territory|dame",
        answers: "stones or points of this status; blocks one a line",
        run: |engine, arguments| {
            let [status] = exactly(arguments)?;
            let count = Count::as_it_stands(engine.position());
            let board = engine.board();
            let empty = |owner: Option<Color>| {
                text(vertices(
                    board.size().points().filter(|&p| board.is_empty(p) && count.owner[p] == owner),
                ))
            };
            match status {
                "alive" => {
                    text(board.blocks().map(|b| vertices(b.stone_set())).collect::<Vec<_>>().join("\n"))
                }
                "dead" | "seki" => text(""),
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
        answers: "alive, black_territory, white_territory or dame, as the stones stand",
        run: |engine, arguments| {
            let [vertex] = exactly(arguments)?;
            let point = engine.point(vertex)?;
            let count = Count::as_it_stands(engine.position());
            text(match (engine.board().get(point), count.owner[point]) {
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

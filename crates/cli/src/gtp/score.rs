//! Commands about the score.
//!
//! The final commands take off the stones that are proved dead; all others count as alive. So they are right for games played out until the dead
//! are taken off or proved.

use keisei_goban::{Color, Count, PointSet, Rules};

use super::commands::Command;
use super::engine::{Engine, exactly, shown, text};
use super::query::vertices;
use super::safety;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "final_score",
        arguments: "",
        answers: "the result when stones proved dead are taken off, such as B+3.5",
        run: |engine, arguments| {
            exactly::<0>(arguments)?;
            text(count(engine).0.result.to_string())
        },
    },
    Command {
        name: "final_status_list",
        arguments: "alive|dead|seki|black_territory|white_territory|dame",
        answers: "stones or points of this status; blocks one a line",
        run: |engine, arguments| {
            let [status] = exactly(arguments)?;
            let (count, dead) = count(engine);
            let board = engine.board();
            let empty = |owner: Option<Color>| {
                text(vertices(
                    board.size().points().filter(|&p| board.is_empty(p) && count.owner[p] == owner),
                ))
            };
            let blocks = |wanted: &dyn Fn(&PointSet) -> bool| {
                let sets = board.blocks().map(|block| block.stone_set()).filter(|set| wanted(set));
                text(sets.map(vertices).collect::<Vec<_>>().join("\n"))
            };
            match status {
                "alive" => blocks(&|stones| stones.is_disjoint(&dead)),
                "dead" => blocks(&|stones| stones.is_subset(&dead)),
                "seki" => text(""),
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
        answers: "alive, dead, black_territory, white_territory or dame; dead is what is proved so",
        run: |engine, arguments| {
            let [vertex] = exactly(arguments)?;
            let point = engine.point(vertex)?;
            let (count, dead) = count(engine);
            text(match (engine.board().get(point), count.owner[point]) {
                (Some(_), _) if dead.contains(point) => "dead",
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

/// The count without the stones that are proved dead, and those stones.
fn count(engine: &Engine) -> (Count, PointSet) {
    let dead = safety::dead(engine);
    (Count::new(engine.position(), &dead, &PointSet::EMPTY), dead)
}

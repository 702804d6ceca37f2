//! `keisei judge`: the evaluation of a position.

use std::process::ExitCode;

use keisei::dynamics::Seds;
use keisei::playout::PlayoutEvaluator;
use keisei::safety::{Limits, Safety};
use keisei::territory::ZonesEvaluator;
use keisei::{Evaluation, Evaluator as _, Method};
use keisei_goban::{ByColor, Position};

use crate::method::MethodArg;
use crate::output::OutputArgs;
use crate::picture::{self, Scene};
use crate::playout_args::PlayoutArgs;
use crate::report;
use crate::safety_args::SafetyArgs;
use crate::source::{Source, SourceArgs};

const EXAMPLES: &str = "\
Examples:
  keisei judge game.sgf                       the last position, as text
  keisei judge game.sgf --move 34 --komi 5.5  after 34 moves, with another komi
  keisei judge game.sgf --method playout --playouts 10000   random games, with standard errors
  keisei judge game.sgf --format json | jq .score
  keisei judge game.sgf -o game.svg           a picture; the ending of the name says which kind
  keisei judge game.sgf -o marked.sgf         the record with territory marked (TB, TW)
  printf '. X O\\n. X O\\n. X O\\n' | keisei judge -   a diagram";

/// Judge a position: who owns what, by how much, how sure, and why.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,

    /// How to judge
    #[arg(long, value_name = "NAME", default_value = Method::default().name())]
    method: MethodArg,

    #[command(flatten)]
    limits: SafetyArgs,

    #[command(flatten)]
    playouts: PlayoutArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = args.source.load()?;
    let method = args.method.0;
    let evaluation =
        with_proofs(method, source.game.position(), args.limits.limits(), args.playouts.evaluator());
    args.output.deliver(
        &Scene { source: &source, judged: Some((method, &evaluation)), overlay: None },
        || report::judge(method.name(), &source.game, &evaluation),
        || marked(&source, method, &evaluation),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// What a method says, with what is proved in its place where there are proofs. Area counts the stones as they stand.
pub(crate) fn with_proofs(
    method: Method,
    position: &Position,
    limits: Limits,
    mut playouts: PlayoutEvaluator,
) -> Evaluation {
    let safety = || Safety::of(position, limits);
    match method {
        Method::Area => method.evaluator().evaluate(position),
        Method::Safety => safety().evaluation(position.board()),
        Method::Seds => {
            let safety = safety();
            let known = ByColor::new_with(|color| safety.points(color));
            safety.applied_to(Seds::default().evaluate_with(position, &known), position)
        }
        Method::Zones => {
            let safety = safety();
            safety.applied_to(ZonesEvaluator::default().evaluate_with(position, Some(&safety)), position)
        }
        Method::Playout => safety().applied_to(playouts.evaluate(position), position),
        Method::Potential | Method::Moyo => {
            safety().applied_to(method.evaluator().evaluate(position), position)
        }
    }
}

/// The record with territory marked on the node of the position, and the result in its comment.
fn marked(source: &Source, method: Method, evaluation: &Evaluation) -> String {
    let (mut record, node) = source.record();
    let position = source.game.position();
    let board = position.board();
    record.set_territory(node, board.size(), |p| {
        // More likely than not, and not under a stone that stays.
        let owner = picture::owner(evaluation.ownership.get(p))?;
        (board.get(p) != Some(owner)).then_some(owner)
    });
    let verdict = format!(
        "Keisei ({}): {}, {} on the board",
        method.name(),
        evaluation.score.result(position),
        picture::lead_text(evaluation.score.lead),
    );
    let comment = match record.text(node, "C") {
        Some(old) => format!("{old}\n\n{verdict}"),
        None => verdict,
    };
    record.remove(node, "C");
    record.add(node, "C", [comment]);
    record.to_string()
}

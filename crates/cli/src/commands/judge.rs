//! `keisei judge`: the evaluation of a position.

use std::process::ExitCode;

use keisei::{Evaluation, Method};

use crate::method::MethodArg;
use crate::output::OutputArgs;
use crate::picture::{self, Scene};
use crate::report;
use crate::source::{Source, SourceArgs};

const EXAMPLES: &str = "\
Examples:
  keisei judge game.sgf                       the last position, as text
  keisei judge game.sgf --move 34 --komi 5.5  after 34 moves, with another komi
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
    output: OutputArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = args.source.load()?;
    let evaluation = args.method.0.evaluator().evaluate(source.game.position());
    let method = args.method.0;
    args.output.deliver(
        &Scene { source: &source, judged: Some((method, &evaluation)), overlay: None },
        || report::judge(method.name(), &source.game, &evaluation),
        || marked(&source, method, &evaluation),
    )?;
    Ok(ExitCode::SUCCESS)
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

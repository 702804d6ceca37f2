//! `keisei judge`: the evaluation of a position, or of every position of a game.

mod course;
mod explain;

pub(crate) use self::course::Stage;

use std::process::ExitCode;

use keisei::dynamics::Seds;
use keisei::judge::Judge;
use keisei::playout::PlayoutEvaluator;
use keisei::safety::{Limits, Safety};
use keisei::territory::ZonesEvaluator;
use keisei::{Evaluation, Evaluator as _, Method};
use keisei_goban::{ByColor, Position};

use crate::judge_args::{self, EffortArg};
use crate::method::MethodArg;
use crate::output::{BadUsage, OutputArgs};
use crate::picture::{self, Scene};
use crate::playout_args::PlayoutArgs;
use crate::report;
use crate::safety_args::SafetyArgs;
use crate::source::{Source, SourceArgs, comment};

const EXAMPLES: &str = "\
Examples:
  keisei judge game.sgf                       the last position, as text
  keisei judge game.sgf --move 34 --komi 5.5  after 34 moves, with another komi
  keisei judge game.sgf --explain Q16         what each method says about a point, and what decided
  keisei judge game.sgf --all -o game.csv     every position of the game (also .json, or .svg for a curve)
  keisei judge game.sgf --effort static       in a millisecond
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

    /// How much work the method judge puts in (default: deep; with --all normal)
    #[arg(long, value_name = "EFFORT")]
    effort: Option<EffortArg>,

    /// Say what each method thinks of a point or the group on it, and what decided (method judge)
    #[arg(long, value_name = "VERTEX", conflicts_with = "all")]
    explain: Vec<String>,

    /// Judge every position of the game: a table (text, csv, json), or a curve of the score with its spread (svg, png)
    #[arg(long, conflicts_with = "moves")]
    all: bool,

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
    if method != Method::Judge {
        for (given, option) in [(args.effort.is_some(), "--effort"), (!args.explain.is_empty(), "--explain")]
        {
            if given {
                return Err(BadUsage(format!("{option} is for the method judge: leave out --method")).into());
            }
        }
    }
    if args.all {
        return course::run(args, &source);
    }
    let mut judge = judge_args::judge(args.effort.unwrap_or(EffortArg::Deep), args.limits, args.playouts);
    if !args.explain.is_empty() {
        return explain::run(args, &source, &mut judge);
    }
    let evaluation = args.evaluate(source.game.position(), judge);
    args.output.deliver(
        &Scene { source: &source, judged: Some((method, &evaluation)), overlay: None },
        || report::judge(method.name(), &source.game, &evaluation),
        || marked(&source, method, &evaluation),
    )?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn evaluate(&self, position: &Position, mut judge: Judge) -> Evaluation {
        match self.method.0 {
            Method::Judge => judge.evaluate(position),
            method => with_proofs(method, position, self.limits.limits(), self.playouts.evaluator()),
        }
    }
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
        Method::Judge => {
            let mut judge = Judge::default();
            judge.limits = limits;
            judge.evaluate(position)
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
    comment(&mut record, node, verdict);
    record.to_string()
}

//! `keisei safety`: what can be proved about stones and territory.

use std::fmt::Write as _;
use std::process::ExitCode;

use keisei::method::SafetyEvaluator;
use keisei::safety::Safety;
use keisei::{Evaluator as _, Method, Proof};
use keisei_goban::{ByColor, Color};
use keisei_view::{Overlay, report};

use keisei_console::output::OutputArgs;
use keisei_console::safety_args::SafetyArgs;
use keisei_console::source::{Source, SourceArgs};

const EXAMPLES: &str = "\
Examples:
  keisei safety game.sgf                     what is proved in the last position
  keisei safety game.sgf --nodes 0           by static rules alone
  keisei safety game.sgf -o safety.svg       a picture: proved points shaded, with the rule as a number
  keisei safety game.sgf --format json | jq .layers.proof

Rules: 1 benson (lives even if its side never answers), 2 static (rules for alternating play), 3 search.
A proof holds if the opponent moves first and every move is answered. What is not marked is not known: it may well be safe.";

/// Show what can be proved: stones that are never taken, and territory where nothing of the
/// opponent's lives
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    limits: SafetyArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    args.output.check(&args.source.file)?;
    let source = args.source.load()?;
    let position = source.game.position();
    let safety = Safety::of(position, args.limits.limits());
    let evaluation = SafetyEvaluator.evaluate(position, &safety);
    let overlay = overlay(&safety);
    let scene = source.scene().judged(Method::Safety, &evaluation).overlaid(&overlay);
    args.output.deliver(
        &scene,
        || report::judge(Method::Safety.name(), &source.game, &evaluation),
        || marked(&source, &safety),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The number that stands for a rule.
fn digit(proof: Proof) -> char {
    match proof {
        Proof::Benson => '1',
        Proof::Static => '2',
        Proof::Search => '3',
    }
}

fn overlay(safety: &Safety) -> Overlay {
    let size = safety.size();
    let labels = size.points().filter_map(|p| Some((p, digit(safety.proof(p)?).to_string())));
    let mut notes = Vec::new();
    for color in [Color::Black, Color::White] {
        notes.push(format!(
            "{color}: {} safe, {} of territory",
            keisei_console::output::counted(safety.stones(color).len(), "stone"),
            keisei_console::output::counted(safety.territory(color).len(), "point"),
        ));
    }
    let count = |proof: Proof| size.points().filter(|&p| safety.proof(p) == Some(proof)).count();
    let mut line = String::from("proved by");
    for proof in [Proof::Benson, Proof::Static, Proof::Search] {
        let _ = write!(line, " {} {}: {},", digit(proof), proof.name(), count(proof));
    }
    let open =
        size.area() as usize - [Proof::Benson, Proof::Static, Proof::Search].map(count).iter().sum::<usize>();
    notes.push(format!(
        "{line} not proved: {open} of {}",
        keisei_console::output::counted(size.area() as usize, "point")
    ));
    Overlay {
        shades: ByColor::new_with(|color| safety.points(color)),
        labels: labels.collect(),
        slanted: safety.points(Color::White),
        notes,
        ..Overlay::default()
    }
}

/// The record with proved territory marked on the node of the position.
fn marked(source: &Source, safety: &Safety) -> String {
    let (mut record, node) = source.record();
    let size = source.game.position().board().size();
    record.set_territory(node, size, |p| {
        [Color::Black, Color::White].into_iter().find(|&color| safety.territory(color).contains(p))
    });
    record.to_string()
}

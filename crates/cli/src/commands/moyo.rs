//! `keisei moyo`: the inner areas of frameworks, by the watershed method.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::ValueEnum;
use keisei::method::MoyoEvaluator;
use keisei::moyo::{Anchor, Completion, Connection, Explanation, Moyo, Path, Reason};
use keisei::safety::{Limits, Safety};
use keisei::{Evaluator as _, Method};
use keisei_goban::{ByColor, Color, Point, PointSet};
use keisei_view::{Overlay, report};

use keisei_console::moyo_args::MoyoArgs;
use keisei_console::output::{OutputArgs, counted};
use keisei_console::source::{Source, SourceArgs};

const EXAMPLES: &str = "\
Examples:
  keisei moyo game.sgf                       basins: which points drain to the same end
  keisei moyo game.sgf --show potential      the potentials
  keisei moyo game.sgf --explain N8          why N8 is inner or outer
  keisei moyo game.sgf --weak                where the frameworks are weakest
  keisei moyo game.sgf --complete --top 5    moves that close a framework
  keisei moyo game.sgf -o moyo.png           a picture
  keisei moyo game.sgf --format json | jq .layers.inner

How it works: height is the potential that the stones of a side radiate. Water falls on every point and runs down
the steepest way. Where it comes to rest without leaving the side's area, the point is inner.
(Tajima and Sanechika, Determination of Inner Areas of Moyo by Potential Values)";

/// Show frameworks (moyo): the inner areas of both sides, their weak points, and the moves that
/// complete them
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,

    /// Which numbers to draw
    #[arg(long, value_name = "WHAT", default_value = "basins")]
    show: Show,

    /// Tell why a point is inner or outer: the path of its water, and the potentials along it
    #[arg(long, value_name = "VERTEX")]
    explain: Vec<String>,

    /// List moves by how much the inner area of the side that plays them grows
    #[arg(long)]
    complete: bool,

    /// List weak points: how strong the walls are between stones, the weakest first
    #[arg(long)]
    weak: bool,

    /// How many lines a list has as text
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    top: u16,

    #[command(flatten)]
    options: MoyoArgs,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Show {
    /// The number of the end that a point drains to
    Basins,
    /// The potential
    Potential,
}

/// Everything that was asked for.
struct Findings {
    connections: Vec<Connection>,
    explanations: Vec<Explanation>,
    completions: Option<ByColor<Vec<Completion>>>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let options = args.options.options()?;
    args.output.check(&args.source.file)?;
    let source = args.source.load()?;
    let position = source.game.position();
    let mut evaluator = MoyoEvaluator::new(options);
    let evaluation = evaluator.evaluate(position, &Safety::of(position, Limits::default()));
    let moyo = evaluator.moyo();
    let findings = Findings {
        connections: moyo.connections(position.board()),
        explanations: args.explain.iter().map(|v| explain(moyo, &source, v)).collect::<Result<_, _>>()?,
        completions: args.complete.then(|| ByColor::new_with(|color| moyo.completions(position, color))),
    };
    let sections = sections(args, moyo, &findings);
    if args.output.is_text() && !sections.is_empty() {
        args.output.deliver_text(&sections)?;
        return Ok(ExitCode::SUCCESS);
    }
    let overlay = overlay(args, &source, moyo, &findings);
    let scene = source.scene().judged(Method::Moyo, &evaluation).overlaid(&overlay);
    args.output.deliver(
        &scene,
        || {
            report::moyo(&report::MoyoFindings {
                game: &source.game,
                evaluation: &evaluation,
                moyo,
                connections: &findings.connections,
                explanations: &findings.explanations,
                completions: findings.completions.as_ref(),
            })
        },
        || marked(&source, moyo),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn explain(moyo: &Moyo, source: &Source, vertex: &str) -> anyhow::Result<Explanation> {
    let size = moyo.size();
    let point = Point::from_vertex(vertex, size).map_err(|error| anyhow!("--explain {vertex}: {error}"))?;
    if let Some(explanation) = moyo.explain(point) {
        return Ok(explanation);
    }
    let Some(color) = source.game.position().board().get(point) else {
        bail!("--explain {point}: nothing is known about this point");
    };
    bail!("--explain {point}: a {color} stone stands there; only vacant points are inner or outer")
}

/// The lists and explanations that were asked for, as text.
fn sections(args: &Args, moyo: &Moyo, findings: &Findings) -> String {
    let mut sections: Vec<String> =
        findings.explanations.iter().map(|explanation| explained(moyo, explanation)).collect();
    let top = usize::from(args.top);
    if let Some(completions) = &findings.completions {
        for color in [Color::Black, Color::White] {
            sections.push(completed(moyo, color, &completions[color], top));
        }
    }
    if args.weak {
        sections.push(weak(moyo, &findings.connections, top));
    }
    sections.join("\n")
}

/// A potential as text: as it is if it is a whole number, else with three digits.
fn number(moyo: &Moyo, units: i64) -> String {
    match moyo.options().influence.unit() {
        1 => units.to_string(),
        unit => format!("{:.3}", units as f64 / unit as f64),
    }
}

fn explained(moyo: &Moyo, explanation: &Explanation) -> String {
    let Explanation { point, color, inner, reason, .. } = explanation;
    let whose = color.map_or("nobody".to_string(), |color| color.to_string());
    let verdict = if *inner { "inner" } else { "outer" };
    let why = match reason {
        Reason::Inside => format!("its water comes to rest without leaving {whose}'s area"),
        Reason::Outside => format!("its water runs out of {whose}'s area"),
        Reason::Tie if *inner => "its water can run both ways, and one that stays inside is enough".into(),
        Reason::Tie => "its water can run both ways, and one that leads out is enough".into(),
        Reason::Threshold => "its water runs out, but its potential reaches the threshold".into(),
        Reason::LevelEnd => format!("its potential is 0, and {whose}'s water comes to rest there"),
        Reason::Level => "its potential is 0, and nobody's water comes to rest there".into(),
    };
    let mut text = format!("{point} is {verdict} for {whose}: {why}\n");
    if *reason == Reason::Level {
        text = format!("{point} is {verdict}: {why}\n");
    }
    for path in &explanation.paths {
        text += &path_lines(moyo, path);
    }
    text
}

/// A path in two lines, points above and potentials below.
fn path_lines(moyo: &Moyo, path: &Path) -> String {
    let (mut points, mut potentials) = (String::from("  path     "), String::from("  potential"));
    for step in &path.steps {
        let others: Vec<String> = step.others.iter().map(Point::to_string).collect();
        let point = match others.as_slice() {
            [] => step.point.to_string(),
            others => format!("{} (or {})", step.point, others.join(", ")),
        };
        let potential = number(moyo, step.potential);
        let width = point.chars().count().max(potential.chars().count());
        let _ = write!(points, "  {point:>width$}");
        let _ = write!(potentials, "  {potential:>width$}");
    }
    format!("{points}\n{potentials}\n")
}

fn completed(moyo: &Moyo, color: Color, completions: &[Completion], top: usize) -> String {
    let now = counted(moyo.inner(color).len(), "point");
    let mut text = format!("{color}'s completing moves (inner area now: {now})\n");
    let gaining = completions.iter().filter(|c| c.gain > 0).count();
    if gaining == 0 {
        text += "  none: no move makes it larger\n";
        return text;
    }
    text += "  move   gain  loss of the opponent\n";
    for completion in completions.iter().take(top.min(gaining)) {
        let point = completion.point.to_string();
        let _ = writeln!(text, "  {point:<5}{:>+6}  {:>20}", completion.gain, completion.reduction);
    }
    if gaining > top {
        let _ = writeln!(text, "  and {} more", gaining - top);
    }
    text
}

fn anchor(anchor: Anchor) -> String {
    match anchor {
        Anchor::Block(stone) => stone.to_string(),
        Anchor::Edge => "the edge".into(),
    }
}

fn vertices(points: PointSet) -> String {
    points.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
}

fn weak(moyo: &Moyo, connections: &[Connection], top: usize) -> String {
    if connections.is_empty() {
        return "no weak points: no framework has a boundary\n".into();
    }
    let mut text = String::from("wall of  strength  between           weakest at\n");
    for connection in connections.iter().take(top) {
        let between = format!("{} {}", anchor(connection.between.0), anchor(connection.between.1));
        let _ = writeln!(
            text,
            "{:<8}{:>9}  {between:<18}{}",
            connection.color.to_string(),
            number(moyo, connection.strength),
            vertices(connection.points)
        );
    }
    if connections.len() > top {
        let _ = writeln!(text, "and {} more", connections.len() - top);
    }
    text
}

/// What is drawn.
fn overlay(args: &Args, source: &Source, moyo: &Moyo, findings: &Findings) -> Overlay {
    let size = moyo.size();
    let board = source.game.position().board();
    let basins = moyo.basins();
    let mut labels = Vec::new();
    let mut slanted = PointSet::EMPTY;
    for p in size.points() {
        let (value, whites) = match args.show {
            Show::Basins => (i64::from(basins.number(p)), moyo.owner(p) == Some(Color::White)),
            // Three digits are enough: other fields than the tables are shown times 100.
            Show::Potential if moyo.options().influence.unit() == 1 => {
                (moyo.field().get(p).abs(), moyo.field().get(p) < 0)
            }
            Show::Potential => {
                let value = (moyo.field().value(p) * 100.0).round() as i64;
                (value.abs(), value < 0)
            }
        };
        let hidden = args.show == Show::Basins && board.get(p).is_some();
        if value != 0 && !hidden {
            labels.push((p, value.to_string()));
            if whites {
                slanted.insert(p);
            }
        }
    }
    let marks = match findings.connections.first() {
        Some(weakest) if args.weak => weakest.points,
        _ => PointSet::EMPTY,
    };
    let ways = findings
        .explanations
        .iter()
        .filter_map(|explanation| explanation.paths.first())
        .map(|path| path.steps.iter().map(|step| step.point).collect())
        .collect();
    Overlay {
        shades: ByColor::new_with(|color| moyo.inner(color)),
        labels,
        slanted,
        marks,
        ways,
        plain_mark: if args.show == Show::Potential { "*" } else { "" },
        notes: notes(args, moyo, &basins_note(&basins), findings),
        ..Overlay::default()
    }
}

fn basins_note(basins: &keisei::moyo::Basins) -> String {
    let count = |color| basins.ends().filter(|end| end.0 == color).count();
    format!("basins: Black {}, White {}", count(Color::Black), count(Color::White))
}

fn notes(args: &Args, moyo: &Moyo, basins: &str, findings: &Findings) -> Vec<String> {
    let area = |color| moyo.inner(color).len();
    let mut notes =
        vec![format!("inner area: Black {}, White {}; {basins}", area(Color::Black), area(Color::White))];
    for color in [Color::Black, Color::White] {
        if let Some(weakest) = findings.connections.iter().find(|c| c.color == color) {
            notes.push(format!(
                "{color}'s weakest wall: {} at {}, between {} and {}",
                number(moyo, weakest.strength),
                vertices(weakest.points),
                anchor(weakest.between.0),
                anchor(weakest.between.1),
            ));
        }
        if !moyo.ignored(color).is_empty() {
            notes.push(format!("ignored stones of {color}: {}", vertices(moyo.ignored(color))));
        }
    }
    let shown = match (args.show, moyo.options().influence.unit()) {
        (Show::Basins, _) => "numbers: points with the same number drain to the same end",
        (Show::Potential, 1) => "numbers: potential",
        (Show::Potential, _) => "numbers: potential times 100",
    };
    let signs = "White's slanted or with a minus";
    let inner = if args.show == Show::Potential { "; shaded or *: inner" } else { "; shaded: inner" };
    notes.push(format!("{shown}, {signs}{inner}"));
    notes
}

/// The record with the inner areas marked as territory on the node of the position.
fn marked(source: &Source, moyo: &Moyo) -> String {
    let (mut record, node) = source.record();
    record.set_territory(node, moyo.size(), |p| moyo.owner(p));
    record.to_string()
}

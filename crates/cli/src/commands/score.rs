//! `keisei score`: the count of a finished position.

use std::fmt::Write as _;
use std::process::ExitCode;

use keisei::settlement::{Limits, Settlement};
use keisei::{Evidence, Status};
use keisei_goban::{ByColor, Color, PointSet, Position, Score, Scoring, diagram};
use keisei_view::Overlay;
use keisei_view::report::{self, of_status};

use keisei_console::output::{OutputArgs, counted};
use keisei_console::source::{Source, SourceArgs, comment};

const EXAMPLES: &str = "\
Examples:
  keisei score game.sgf                      count the last position by the record's rules
  keisei score game.sgf --rules chinese --komi 7.5
  keisei score game.sgf --format json | jq .score.text
  keisei score game.sgf -o counted.sgf       the record with territory (TB, TW), dead stones included

The position is taken as finished. Dead stones are proved, read out or sampled; what depends on who moves first, and borders that are still open, are named
as not settled, and the result is then provisional: as it comes out if the side to move begins. The exit status is 0 all the same.
Points that their owner has to fill when the dame are filled are not counted as territory.
Under area rules dame count for nobody.";

/// Count a finished position: dead stones, seki, territory and the result, item by item
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    args.output.check(&args.source.file)?;
    let source = args.source.load()?;
    let settlement = Settlement::of(source.game.position(), Limits::default());
    let record = recorded(&source, &settlement);
    if args.output.is_text() {
        args.output.deliver_text(&text(&source, &settlement))?;
        return Ok(ExitCode::SUCCESS);
    }
    let overlay = overlay(&source, &settlement);
    args.output.deliver(
        &source.scene().overlaid(&overlay),
        || report::score(&source.game, &settlement, record),
        || marked(&source, &settlement),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The result that a record gives, if it was counted and the position is its last, and whether it
/// is ours.
fn recorded<'s>(source: &'s Source, settlement: &Settlement) -> Option<(&'s str, bool)> {
    let text = source.info.result.as_deref()?;
    let result = Score::from_result(text)?;
    let (record, node) = source.record.as_ref()?;
    record.children(*node).next().is_none().then_some((text, result == settlement.count.result))
}

fn text(source: &Source, settlement: &Settlement) -> String {
    let position = source.game.position();
    let board = position.board();
    let Settlement { count, dead, .. } = settlement;
    let handicap = match position.handicap() {
        0 | 1 => String::new(),
        n => format!(", handicap {n}"),
    };
    let mut text =
        format!("{}, {} rules, komi {}{handicap}\n\n", board.size(), position.rules(), position.komi());
    text += &diagram::with_symbols(board.size(), None, |p| match (board.get(p), count.owner[p]) {
        (Some(Color::Black), _) if dead.contains(p) => 'x',
        (Some(Color::White), _) if dead.contains(p) => 'o',
        (Some(color), _) => color.symbol(),
        (None, Some(Color::Black)) => '■',
        (None, Some(Color::White)) => '□',
        (None, None) => '.',
    });
    text.push('\n');
    text += &table(position, settlement);
    for line in notes(source, settlement) {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// What each side has, and the sums.
fn table(position: &Position, settlement: &Settlement) -> String {
    let count = &settlement.count;
    let held = count.holdings;
    let bonus = position.rules().bonus(position.handicap());
    let mut rows: Vec<(&str, ByColor<String>)> = Vec::new();
    let row = |name, of: fn(&keisei_goban::Holdings) -> u32| (name, held.map(|held| of(&held).to_string()));
    match position.rules().scoring() {
        Scoring::Area => {
            rows.push(row("stones", |h| h.stones));
            rows.push(row("territory", |h| h.territory));
        }
        Scoring::Territory => {
            rows.push(row("territory", |h| h.territory));
            rows.push(row("prisoners", |h| h.prisoners));
            rows.push(row("dead stones", |h| h.dead));
        }
    }
    let for_white = |text: String| ByColor { black: String::new(), white: text };
    rows.push(("komi", for_white(position.komi().to_string())));
    if bonus != 0 {
        rows.push(("handicap", for_white(bonus.to_string())));
    }
    let total = |color: Color| {
        let points = f64::from(count.holdings[color].points(position.rules().scoring()));
        let compensation = if color == Color::White { position.compensation().points() } else { 0.0 };
        (points + compensation).to_string()
    };
    rows.push(("total", ByColor::new_with(total)));
    let mut text = format!("{:<14}{:>7}{:>8}\n", "", "Black", "White");
    for (name, ByColor { black, white }) in rows {
        let _ = writeln!(text, "{}", format!("{name:<14}{black:>7}{white:>8}").trim_end());
    }
    text
}

/// What a count is worth that was made before the dame are filled. Measured on last positions of
/// professional games: BENCHMARKS.md, "Counting finished games".
const UNCERTAIN: &str = "uncertain: a move that protects territory from within, needed once the dame are filled, is \
     not seen unless stones stand in atari; of counts like this one in ten is a point off";

/// The result and what it rests on, line by line.
fn notes(source: &Source, settlement: &Settlement) -> Vec<String> {
    let result = match settlement.count.result {
        draw if draw.winner().is_none() => "a draw".to_string(),
        result => result.to_string(),
    };
    let mut notes = vec![match settlement.is_settled() {
        true => format!("result: {result}"),
        false => format!("result: {result}, provisional: the position is not settled"),
    }];
    for place in &settlement.open {
        let color = place.color.map_or(String::new(), |color| format!("{color} "));
        notes.push(format!("not settled: {color}{} ({})", named(&place.points), place.reason.text()));
    }
    for (status, name) in [(Status::Dead, "dead"), (Status::Seki, "seki")] {
        for block in of_status(&settlement.blocks, status) {
            let why = block.evidence.map_or("", evidence);
            notes.push(format!("{name}: {} {} ({why})", block.color, named(&block.stones)));
        }
    }
    if !settlement.fills.is_empty() {
        notes.push(format!("filled by their owner when the dame are: {}", named(&settlement.fills)));
    }
    if !settlement.dame.is_empty() {
        notes.push(
            format!("{}: {}", counted(settlement.dame.len(), "dame"), named(&settlement.dame))
                .replacen("dames", "dame", 1),
        );
    }
    if let Some((recorded, false)) = recorded(source, settlement) {
        notes.push(format!("note: the record gives {recorded}"));
    }
    if settlement.is_settled() && !source.game.position().is_over() && !settlement.dame.is_empty() {
        notes.push(UNCERTAIN.into());
    }
    notes
}

fn evidence(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Proved(proof) => match proof {
            keisei::Proof::Benson => "proved: benson",
            keisei::Proof::Static => "proved: static",
            keisei::Proof::Search => "proved: search",
        },
        Evidence::Searched | Evidence::Estimated | Evidence::Sampled => evidence.name(),
    }
}

/// At most so many points are named for people; JSON has them all.
const MOST_NAMED: usize = 24;

fn named(points: &PointSet) -> String {
    let names: Vec<String> = points.iter().take(MOST_NAMED).map(|p| p.to_string()).collect();
    let more = points.len() - names.len();
    names.join(" ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

/// Territory shaded, dead stones and open borders marked.
fn overlay(source: &Source, settlement: &Settlement) -> Overlay {
    let size = source.game.position().board().size();
    let owned = |color: Color| size.points().filter(|&p| settlement.count.owner[p] == Some(color)).collect();
    Overlay {
        shades: ByColor::new_with(owned),
        marks: settlement.open.iter().fold(settlement.dead, |all, place| all | place.points),
        notes: notes(source, settlement),
        ..Overlay::default()
    }
}

/// The record with territory marked on the node of the position, and the result in its comment.
fn marked(source: &Source, settlement: &Settlement) -> String {
    let (mut record, node) = source.record();
    let board = source.game.position().board();
    record.set_territory(node, board.size(), |p| {
        settlement.count.owner[p].filter(|&owner| board.get(p) != Some(owner))
    });
    let verdict = format!("Keisei (score): {}", notes(source, settlement).join("\n"));
    comment(&mut record, node, verdict);
    record.to_string()
}

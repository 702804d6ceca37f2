//! `keisei cgt`: the calculator for combinatorial games.

use std::fmt::Write as _;
use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;
use keisei_cgt::{Answer, ExpressionError, Game, Notation, Side, Store, Thermograph};
use serde::Serialize;

use keisei_console::output;
use keisei_view::{png, thermograph};

const EXAMPLES: &str = "\
Examples:
  keisei cgt \"{6||4|0} + {4|0} - 7\"           a sum, in canonical form
  keisei cgt \"cool({6||4|0}, 2)\"              prints 4↑
  keisei cgt \"^ + ^* > *\"                     prints true
  keisei cgt \"{4|0} || 2\"                     are they incomparable?
  keisei cgt \"mean(6|3||1)\"                   prints 2 3/4
  keisei cgt \"thermograph({6||4|0})\" -o t.svg a picture; without -o a table
  keisei cgt \"{4|0}\" --format json | jq .temperature
  echo \"3.^ - 2.v\" | keisei cgt -             read standard input

Games:      3  1/2  -6 1/2      numbers; denominators are powers of two
            {4|0}  {0,*|0}      options of Left (Black) and of Right (White)
            6||4|0              the same as {6|{4|0}}: longer bars bind less
            *  *3               nimbers
            ^ or ↑, v or ↓      up and down; ↑↑ is two ups, 5.^ or 5·↑ five
            -1^*                a number, ups and a nimber: -1 + ↑ + *; the sign is the number's,
                                but A - 1^* subtracts all of 1^*
            +-3 or ±3           the switch {3|-3}
            +_2  -_2            tiny {0||0|-2} and miny {2|0||0}
            A + B  A - B  -A  3.A  (A)
Questions:  A == B  A != B  A < B  A <= B  A > B  A >= B  A || B
Functions:  cool(G,t)  heat(G,t)  mean(G)  temperature(G)  left_stop(G)  right_stop(G)
            thermograph(G)  outcome(G)  birthday(G)  atomic_weight(G)  tiny(G)  miny(G)

The value printed is the canonical form: equal games print alike.
Quote the expression, so that the shell leaves it alone.";

/// Calculate with combinatorial games: canonical values, sums, order, cooling, thermographs
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What to work out, or - to read it from standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,

    /// What to print (default: by the ending of OUT, else text); a picture is a thermograph
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write to a file
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Write ^, v, +- and . instead of ↑, ↓, ± and ·
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
    /// A picture of lines
    Svg,
    /// A picture of pixels
    Png,
}

/// The longest expression that is read; the library says so itself for those in between.
const MAX_INPUT: u64 = 1 << 24;

/// Characters of an expression shown around a mistake.
const SHOWN: usize = 60;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let format = match args.format {
        Some(format) => format,
        None => output::by_name(args.output.as_deref())?.unwrap_or(Format::Text),
    };
    let expression = match args.expression.as_str() {
        "-" => from_standard_input()?,
        expression => expression.to_string(),
    };
    let expression = expression.trim_end();
    let mut store = Store::default();
    let answer = store.evaluate(expression).map_err(|error| pointed(expression, &error))?;
    let notation = if args.ascii { Notation::Ascii } else { Notation::Customary };
    let bytes = match format {
        Format::Text => text(&store, &answer, notation)?.into_bytes(),
        Format::Json => json(&mut store, expression, &answer, notation)?.into_bytes(),
        Format::Svg => picture(&mut store, &answer, notation)?.into_bytes(),
        Format::Png => png::render(&picture(&mut store, &answer, notation)?)?,
    };
    output::put(args.output.as_deref(), &bytes, format == Format::Png)?;
    Ok(ExitCode::SUCCESS)
}

fn from_standard_input() -> anyhow::Result<String> {
    let mut text = String::new();
    std::io::stdin()
        .take(MAX_INPUT)
        .read_to_string(&mut text)
        .context("standard input: the expression cannot be read")?;
    Ok(text)
}

/// The error with the expression below it and a mark under the character that is meant.
fn pointed(expression: &str, error: &ExpressionError) -> anyhow::Error {
    let place = error.column() - 1;
    let shown: Vec<char> =
        expression.chars().map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c }).collect();
    let begin = place.saturating_sub(SHOWN / 2).min(shown.len().saturating_sub(SHOWN));
    let end = (begin + SHOWN).min(shown.len());
    let (before, after) = (if begin > 0 { "…" } else { "" }, if end < shown.len() { "…" } else { "" });
    let line: String = shown[begin..end].iter().collect();
    let indent = " ".repeat(place - begin + before.chars().count());
    anyhow!("{error}\n  {before}{line}{after}\n  {indent}^")
}

fn text(store: &Store, answer: &Answer, notation: Notation) -> anyhow::Result<String> {
    Ok(match answer {
        Answer::Game(game) => store.text_in(*game, notation)? + "\n",
        Answer::Truth(truth) => format!("{truth}\n"),
        Answer::Outcome(outcome) => format!("{}: {outcome}\n", outcome.letter()),
        Answer::Thermograph(game, thermograph) => table(&caption(store, *game, notation), thermograph)?,
    })
}

/// A game in a heading; one that is too long for it has no name there.
fn caption(store: &Store, game: Game, notation: Notation) -> String {
    match store.text_in(game, notation) {
        Ok(text) if text.chars().count() <= SHOWN => format!("thermograph of {text}"),
        _ => "thermograph".into(),
    }
}

fn table(caption: &str, thermograph: &Thermograph) -> anyhow::Result<String> {
    let (mean, temperature) = (thermograph.mast(), thermograph.temperature());
    let mut text = format!("{caption}\nmean {mean}, temperature {temperature}\n\n");
    let mut rows = vec![["temperature".to_string(), "left wall".into(), "right wall".into()]];
    for t in thermograph.breakpoints() {
        let wall = |side| thermograph.wall(side).at(t);
        rows.push([t.to_string(), wall(Side::Left)?.to_string(), wall(Side::Right)?.to_string()]);
    }
    for [t, left, right] in rows {
        let _ = writeln!(text, "{t:>11}  {left:>11}  {right:>11}");
    }
    let _ = writeln!(text, "{:>11}  {mean:>11}  {mean:>11}", "above");
    Ok(text)
}

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    expression: &'a str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<serde_json::Value>,
    #[serde(flatten)]
    details: Option<Details>,
    #[serde(flatten)]
    walls: Option<Walls>,
}

/// About a game. Numbers are written as fractions in text, because they are exact.
#[derive(Serialize)]
struct Details {
    is_number: bool,
    left_stop: String,
    right_stop: String,
    mean: String,
    temperature: String,
    outcome: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    birthday: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    atomic_weight: Option<String>,
}

#[derive(Serialize)]
struct Walls {
    left_wall: Vec<Corner>,
    right_wall: Vec<Corner>,
}

#[derive(Serialize)]
struct Corner {
    temperature: String,
    value: String,
}

fn json(store: &mut Store, expression: &str, answer: &Answer, notation: Notation) -> anyhow::Result<String> {
    let mut report = Report { schema: 1, expression, kind: "game", value: None, details: None, walls: None };
    match answer {
        Answer::Truth(truth) => (report.kind, report.value) = ("truth", Some((*truth).into())),
        Answer::Outcome(outcome) => {
            (report.kind, report.value) = ("outcome", Some(outcome.letter().to_string().into()));
        }
        Answer::Game(game) => {
            // A value that is too long to write still has a mean and a temperature.
            report.value = store.text_in(*game, notation).ok().map(Into::into);
            report.details = Some(details(store, *game, notation)?);
        }
        Answer::Thermograph(game, thermograph) => {
            report.kind = "thermograph";
            report.value = store.text_in(*game, notation).ok().map(Into::into);
            report.details = Some(details(store, *game, notation)?);
            report.walls = Some(Walls {
                left_wall: corners(thermograph, Side::Left),
                right_wall: corners(thermograph, Side::Right),
            });
        }
    }
    Ok(serde_json::to_string(&report)? + "\n")
}

fn details(store: &mut Store, game: Game, notation: Notation) -> anyhow::Result<Details> {
    let weight = store.atomic_weight(game).ok().and_then(|weight| store.text_in(weight, notation).ok());
    Ok(Details {
        is_number: game.is_number(),
        left_stop: format!("{:#}", store.stop(game, Side::Left)?),
        right_stop: format!("{:#}", store.stop(game, Side::Right)?),
        mean: format!("{:#}", store.mean(game)?),
        temperature: format!("{:#}", store.temperature(game)?),
        outcome: store.outcome(game)?.letter(),
        birthday: store.birthday(game).ok(),
        atomic_weight: weight,
    })
}

fn corners(thermograph: &Thermograph, side: Side) -> Vec<Corner> {
    let corners = thermograph.wall(side).corners().iter();
    corners
        .map(|corner| Corner {
            temperature: format!("{:#}", corner.temperature),
            value: format!("{:#}", corner.value),
        })
        .collect()
}

fn picture(store: &mut Store, answer: &Answer, notation: Notation) -> anyhow::Result<String> {
    let (game, walls) = match answer {
        Answer::Thermograph(game, thermograph) => (*game, thermograph.clone()),
        Answer::Game(game) => (*game, store.thermograph(*game)?),
        Answer::Truth(_) | Answer::Outcome(_) => {
            bail!(
                "only games have a picture, their thermograph: write thermograph(G), or choose --format text"
            )
        }
    };
    Ok(thermograph::draw(&caption(store, game, notation), &walls))
}

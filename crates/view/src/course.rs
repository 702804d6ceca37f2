//! The course of a game: a table for people, one for programs, JSON, and a curve.

use std::fmt::Write as _;

use keisei::course::{Mistake, Step};
use keisei::{Method, Settings};
use keisei_goban::{Color, Game};
use serde::Serialize;

use crate::chart::{Axis, Chart, FAINT, Plot, Stroke, Words, round_step};
use crate::report::line;

const HEADING: [&str; 7] = ["move", "color", "vertex", "lead", "stdev", "black_wins", "result"];

/// A number, or nothing where a method has none.
fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or(String::new(), |value| format!("{value:.digits$}"))
}

fn cells(step: &Step) -> [String; 7] {
    let (color, mv) = step
        .last
        .map_or((String::new(), String::new()), |(color, mv)| (color.letter().to_string(), mv.to_string()));
    let score = &step.score;
    [
        step.number.to_string(),
        color,
        mv,
        format!("{:.2}", score.lead),
        number(score.stdev, 2),
        number(score.black_wins, 4),
        step.result.clone(),
    ]
}

/// The course of a game as a table with a heading, its cells between commas. Ownership, where it was
/// kept, has a column for each point, row by row from the top left.
pub fn csv(steps: &[Step]) -> String {
    let mut text = HEADING.join(",");
    if let Some(ownership) = steps.first().and_then(|step| step.ownership.as_ref()) {
        ownership.size().points().for_each(|p| _ = write!(text, ",{p}"));
    }
    text.push('\n');
    for step in steps {
        text += &cells(step).join(",");
        let ownership = step.ownership.iter().flat_map(|ownership| ownership.row_major());
        ownership.for_each(|value| _ = write!(text, ",{value:.3}"));
        text.push('\n');
    }
    text
}

/// The course of a game as a table for people.
pub fn text(settings: &Settings, steps: &[Step]) -> String {
    let line = |cells: [String; 7]| {
        let [number, color, vertex, lead, stdev, wins, result] = cells;
        format!("{number:>4} {color:<5} {vertex:<6} {lead:>8} {stdev:>7} {wins:>10}  {result}\n")
    };
    let mut text = method(settings) + "\n" + &line(HEADING.map(str::to_string));
    for step in steps {
        text += &line(cells(step));
    }
    text
}

const MISTAKES_HEADING: [&str; 6] = ["move", "color", "vertex", "lead_before", "lead_after", "loss"];

fn mistake_cells(mistake: &Mistake) -> [String; 6] {
    [
        mistake.number.to_string(),
        mistake.color.letter().to_string(),
        mistake.mv.to_string(),
        format!("{:.2}", mistake.before),
        format!("{:.2}", mistake.after),
        format!("{:.2}", mistake.loss),
    ]
}

/// The largest losses as a table with a heading, its cells between commas.
pub fn mistakes_csv(mistakes: &[Mistake]) -> String {
    let rows = mistakes.iter().map(|mistake| mistake_cells(mistake).join(",") + "\n");
    MISTAKES_HEADING.join(",") + "\n" + &rows.collect::<String>()
}

/// The largest losses as a table for people.
pub fn mistakes_text(settings: &Settings, mistakes: &[Mistake]) -> String {
    if mistakes.is_empty() {
        return format!("{}\nno move lost anything\n", method(settings));
    }
    let line = |cells: [String; 6]| {
        let [number, color, vertex, before, after, loss] = cells;
        format!("{number:>4} {color:<5} {vertex:<6} {before:>11} {after:>11} {loss:>7}\n")
    };
    let rows = mistakes.iter().map(|mistake| line(mistake_cells(mistake)));
    let heading = line(MISTAKES_HEADING.map(str::to_string));
    format!("{}; leads are Black's, without komi\n{heading}{}", method(settings), rows.collect::<String>())
}

/// How the game was judged: `method judge, effort deep`.
fn method(settings: &Settings) -> String {
    match settings.method {
        Method::Judge => format!("method {}, effort {}", settings.method, settings.effort),
        method => format!("method {method}"),
    }
}

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    method: &'static str,
    effort: Option<&'static str>,
    width: u32,
    height: u32,
    rules: &'static str,
    komi: f64,
    positions: Vec<PositionReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mistakes: Option<Vec<MistakeReport>>,
}

#[derive(Serialize)]
struct PositionReport<'a> {
    move_number: usize,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    last: Option<(char, String)>,
    lead: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stdev: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_wins: Option<f64>,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f32>>,
}

impl PositionReport<'_> {
    fn new(step: &Step) -> PositionReport<'_> {
        PositionReport {
            move_number: step.number,
            last: step.last.map(|(color, mv)| (color.letter(), mv.to_string())),
            lead: step.score.lead,
            stdev: step.score.stdev,
            black_wins: step.score.black_wins,
            text: &step.result,
            ownership: step.ownership.as_ref().map(|ownership| ownership.row_major().collect()),
        }
    }
}

#[derive(Serialize)]
struct MistakeReport {
    move_number: usize,
    #[serde(rename = "move")]
    played: (char, String),
    lead_before: f64,
    lead_after: f64,
    loss: f64,
}

/// The course of a game as JSON, with its largest losses if they were asked for.
pub fn report(settings: &Settings, game: &Game, steps: &[Step], mistakes: Option<&[Mistake]>) -> String {
    let position = game.position();
    let size = position.board().size();
    let lost = |mistake: &Mistake| MistakeReport {
        move_number: mistake.number,
        played: (mistake.color.letter(), mistake.mv.to_string()),
        lead_before: mistake.before,
        lead_after: mistake.after,
        loss: mistake.loss,
    };
    line(&Report {
        schema: 1,
        method: settings.method.name(),
        effort: (settings.method == Method::Judge).then(|| settings.effort.name()),
        width: size.width(),
        height: size.height(),
        rules: position.rules().name(),
        komi: position.komi().points(),
        positions: steps.iter().map(PositionReport::new).collect(),
        mistakes: mistakes.map(|mistakes| mistakes.iter().map(lost).collect()),
    })
}

const WIDTH: f64 = 820.0;
const HEIGHT: f64 = 430.0;
const LEAD: &str = "#1f5fa8";
const CHANCE: &str = "#b4541a";
const LOSS: &str = "#b01030";

/// Black's lead with komi counted, with one standard deviation to both sides, and the chance that
/// Black wins. Mistakes are marked with the number of the move.
pub fn draw(title: &str, steps: &[Step], mistakes: &[Mistake]) -> String {
    let spread = |step: &Step| step.score.stdev.unwrap_or(0.0);
    // The spread may be cut; the lead may not.
    let most = steps.iter().map(|s| s.ahead().abs() + spread(s).min(30.0)).fold(5.0, f64::max);
    let last = (steps.len().max(2) - 1) as f64;
    let x = Axis { values: (0.0, last), pixels: (64.0, WIDTH - 60.0) };
    let pixels = (HEIGHT - 54.0, 50.0);
    let leads = Plot { x, y: Axis { values: (-most, most), pixels } };
    let chances = Plot { x, y: Axis { values: (0.0, 1.0), pixels } };

    let mut chart = Chart::new(WIDTH, HEIGHT, "#faf8f3");
    chart.text(WIDTH / 2.0, 24.0, Words::MIDDLE.sized(16.0).bold(), title);
    for points in leads.y.marks(round_step(most, 5.0)) {
        match points {
            0.0 => leads.level(&mut chart, points, "#444", "even"),
            _ if points > 0.0 => leads.level(&mut chart, points, FAINT, format_args!("B+{points}")),
            _ => leads.level(&mut chart, points, FAINT, format_args!("W+{}", -points)),
        }
    }
    for number in x.marks(round_step(last, 12.0).max(1.0)) {
        leads.tick(&mut chart, number, number);
    }
    let place = |step: &Step, points: f64| leads.at(step.number as f64, points.clamp(-most, most));
    let upper = steps.iter().map(|s| place(s, s.ahead() + spread(s)));
    let lower = steps.iter().rev().map(|s| place(s, s.ahead() - spread(s)));
    chart.ground(upper.chain(lower), LEAD, 0.16);
    chart.line(steps.iter().map(|s| place(s, s.ahead())), Stroke::new(LEAD, 1.8));
    let said = steps.iter().filter_map(|s| s.score.black_wins.map(|chance| (s.number as f64, chance)));
    if steps.iter().any(|step| step.score.black_wins.is_some()) {
        chances.curve(&mut chart, said, Stroke::new(CHANCE, 1.2).dashed("4 3"));
        for chance in [0, 50, 100] {
            let height = chances.y.at(f64::from(chance) / 100.0) + 4.0;
            chart.text(WIDTH - 54.0, height, Words::START.inked(CHANCE), format_args!("{chance} %"));
        }
    }
    for mistake in mistakes {
        let Some(step) = steps.iter().find(|step| step.number == mistake.number) else { continue };
        let (across, height) = place(step, step.ahead());
        chart.dot((across, height), 3.6, LOSS, 1.0);
        // The number stands on the side to which the curve went.
        let beside = if mistake.color == Color::Black { 17.0 } else { -9.0 };
        chart.text(across, height + beside, Words::MIDDLE.sized(11.0).inked(LOSS), mistake.number);
    }
    let below = HEIGHT - 12.0;
    chart.text(150.0, below, Words::END, "move;");
    let words = "lead with komi, give or take one standard deviation;";
    chart.text(158.0, below, Words::START.inked(LEAD), words);
    chart.text(WIDTH - 150.0, below, Words::END.inked(CHANCE), "chance that Black wins (dashed)");
    chart.end()
}

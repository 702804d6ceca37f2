//! `keisei study course`: how judgements move through games, and what the games came to.
//!
//! Three things are asked of every position of a game. Does the lead stay where it is, in the mean,
//! when a move is made (the *jump*, counted for the side that moved)? Does the result lie within
//! the stated deviation as often as a deviation promises? Does who is said to win with some
//! probability win that often?

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::ensure;
use keisei::judge::Model;
use keisei::judge::model::{STAGES, unsettled};
use keisei::{Assessor, Settings};
use keisei_goban::sgf::{Record, Replay};
use keisei_goban::{Color, Game, Position, Score};
use rayon::prelude::*;
use serde::Serialize;

use super::finals::each_record;
use super::normal::Normal;
use keisei_console::output::{self, TableFormat, counted};
use keisei_console::settings_args::SettingsArgs;

const EXAMPLES: &str = "\
Examples:
  keisei study course games/ --games 100 --effort normal
  keisei study course games/ --games 50 --counted            games whose result was counted
  keisei study course games/ --games 50 --format csv         a row for every position

Jump: what the lead gains, in the mean, for the side that moved; 0 if the side to move is neither over- nor
underrated. Within: how often the counted result lies within one stated deviation of the lead; two in three are
right. Chance: the mean chance that was given to the side that won in the end, and the mean log loss.
The last line: what the weights `turn` of the judge's model lack for a jump of 0 throughout; labelled positions, on
which the model is fitted, are too few to tell it to a tenth of a point.";

/// Follow games with a judge: how its lead moves, and what its spread and chances are worth
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, collections, folders, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// Take every K-th game
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,

    /// Only games whose result was counted (RE[B+3.5], not RE[B+R])
    #[arg(long)]
    counted: bool,

    #[command(flatten)]
    settings: SettingsArgs,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

/// Where phases of the game end, in moves.
const PHASES: [usize; 5] = [20, 60, 120, 180, usize::MAX];

/// How a game ended.
#[derive(Clone, Copy)]
struct Ending {
    winner: Option<Color>,
    /// Black's lead with komi, if it was counted.
    score: Option<f64>,
}

impl Ending {
    fn of(record: &Record) -> Option<Ending> {
        let text = record.text(record.root(), "RE")?;
        if let Some(score) = Score::from_result(&text).map(Score::points) {
            let winner = match score {
                s if s > 0.0 => Some(Color::Black),
                s if s < 0.0 => Some(Color::White),
                _ => None,
            };
            return Some(Ending { winner, score: Some(score) });
        }
        let (winner, how) = text.trim().split_once('+')?;
        // Who forfeits loses a game that says nothing about the board.
        let resigned = how.is_empty() || how.starts_with(['R', 'r']);
        let winner = winner.parse().ok().filter(|_| resigned)?;
        Some(Ending { winner: Some(winner), score: None })
    }
}

/// A position as it was judged. All leads are Black's with komi counted.
struct Row {
    game: usize,
    number: usize,
    to_play: Color,
    ahead: f64,
    stdev: Option<f64>,
    black_wins: Option<f64>,
    unsettled: f64,
    /// What the last move gained its side.
    jump: Option<f64>,
    /// How much of each weight of the turn is in the lead.
    turn: [f64; STAGES],
    ending: Ending,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let settings = args.settings.settings()?;
    let games = read(args);
    ensure!(!games.is_empty(), "{}: no game with a result to be followed", args.paths.join(", "));
    let bar = output::progress(games.len() as u64, "judging");
    let rows: Vec<Row> = games
        .par_iter()
        .enumerate()
        .flat_map_iter(|(number, (game, ending))| {
            let rows = follow(&settings, number + 1, game, *ending);
            bar.inc(1);
            rows
        })
        .collect();
    bar.finish_and_clear();
    let text = match args.format {
        TableFormat::Csv => csv(&rows),
        TableFormat::Json => serde_json::to_string(&report(games.len(), &rows))? + "\n",
        TableFormat::Text => table(&report(games.len(), &rows), &settings),
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn read(args: &Args) -> Vec<(Game, Ending)> {
    let mut games = Vec::new();
    let mut seen = 0;
    each_record(&args.paths, |_, record| {
        if let Some(ending) = Ending::of(record).filter(|ending| !args.counted || ending.score.is_some()) {
            seen += 1;
            if (seen - 1) % args.every == 0
                && let Ok(replayed) = record.replay(&Replay::default())
                && replayed.problem.is_none()
            {
                games.push((replayed.game, ending));
            }
        }
        games.len() as u64 == args.games
    });
    games
}

fn follow(settings: &Settings, number: usize, game: &Game, ending: Ending) -> Vec<Row> {
    let mut assessor = settings.assessor().following();
    let mut rows: Vec<Row> = Vec::new();
    let mut position = game.start().clone();
    rows.push(row(&mut assessor, &position, number, 0, ending));
    for (moves, (color, mv)) in (1..).zip(game.moves()) {
        position.set_to_play(color);
        if position.play(mv).is_err() {
            break;
        }
        let mut row = row(&mut assessor, &position, number, moves, ending);
        row.jump = rows.last().map(|before| (row.ahead - before.ahead) * f64::from(color.sign()));
        rows.push(row);
    }
    rows
}

fn row(assessor: &mut Assessor, position: &Position, game: usize, number: usize, ending: Ending) -> Row {
    let evaluation = assessor.assess(position);
    let area = f64::from(position.board().size().area());
    let unsettled = unsettled(evaluation.ownership.row_major(), area);
    let mut turn = [0.0; STAGES];
    let outlook = &Model::fitted(assessor.settings().effort).outlook;
    for (knot, share) in outlook.shares_of_turn(position, unsettled) {
        turn[knot] += share;
    }
    Row {
        game,
        number,
        to_play: position.to_play(),
        ahead: evaluation.score.lead - position.compensation().points(),
        stdev: evaluation.score.stdev,
        black_wins: evaluation.score.black_wins,
        unsettled,
        jump: None,
        turn,
        ending,
    }
}

#[derive(Serialize)]
struct Report {
    games: usize,
    phases: Vec<Phase>,
    overall: Phase,
    /// What the weights `turn` of the judge's model lack for a jump of 0.
    turn: Vec<f64>,
}

/// What was measured in a phase of the game.
#[derive(Serialize)]
struct Phase {
    /// The first and the last move.
    from: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<usize>,
    positions: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    jump: Option<f64>,
    /// How far that may be off by chance, by games.
    #[serde(skip_serializing_if = "Option::is_none")]
    jump_error: Option<f64>,
    /// The mean stated deviation.
    #[serde(skip_serializing_if = "Option::is_none")]
    stdev: Option<f64>,
    /// How often a counted result lies within one deviation, and within two.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within_two: Option<f64>,
    /// The mean chance that was given to the winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log_loss: Option<f64>,
}

fn report(games: usize, rows: &[Row]) -> Report {
    let starts = [0].into_iter().chain(PHASES.iter().map(|end| end.saturating_add(1)));
    let phases = starts.zip(PHASES).map(|(from, to)| phase(rows, from, to)).collect();
    Report { games, phases, overall: phase(rows, 0, usize::MAX), turn: turn(rows) }
}

/// What the turn is worth beyond what is said: a weight is in the lead of the position before a move
/// for the side that moves, and in that of the position after it for the other.
fn turn(rows: &[Row]) -> Vec<f64> {
    let mut normal = Normal::new(STAGES);
    for pair in rows.windows(2) {
        if let Some(jump) = pair[1].jump {
            let x: [f64; STAGES] = std::array::from_fn(|k| pair[0].turn[k] + pair[1].turn[k]);
            normal.add(&x, 1.0, jump);
        }
    }
    normal.solve()
}

fn phase(rows: &[Row], from: usize, to: usize) -> Phase {
    let rows: Vec<&Row> = rows.iter().filter(|row| (from..=to).contains(&row.number)).collect();
    let mean =
        |values: &[f64]| (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
    let jumps: Vec<f64> = rows.iter().filter_map(|row| row.jump).collect();
    let jump = mean(&jumps);
    let jump_error = jump.and_then(|jump| jump_error(&rows, jump));
    let within = |deviations: f64| -> Vec<f64> {
        let missed = rows.iter().filter_map(|row| Some(((row.ending.score? - row.ahead).abs(), row.stdev?)));
        missed.map(|(missed, stdev)| f64::from(u8::from(missed <= deviations * stdev))).collect()
    };
    let chances: Vec<f64> = rows
        .iter()
        .filter_map(|row| match (row.ending.winner?, row.black_wins?) {
            (Color::Black, wins) => Some(wins),
            (Color::White, wins) => Some(1.0 - wins),
        })
        .collect();
    let losses: Vec<f64> = chances.iter().map(|chance| -chance.max(1e-6).ln()).collect();
    Phase {
        from,
        to: (to < usize::MAX).then_some(to),
        positions: rows.len(),
        jump,
        jump_error,
        stdev: mean(&rows.iter().filter_map(|row| row.stdev).collect::<Vec<_>>()),
        within: mean(&within(1.0)),
        within_two: mean(&within(2.0)),
        chance: mean(&chances),
        log_loss: mean(&losses),
    }
}

/// How far the mean jump may be off by chance. A group that is judged by whose turn it is makes many jumps of
/// one game go the same way, so that games are what counts.
fn jump_error(rows: &[&Row], mean: f64) -> Option<f64> {
    let jumps = || rows.iter().filter_map(|row| Some((row.game, row.jump? - mean)));
    let all = jumps().count() as f64;
    // Rows come game by game.
    let mut games: Vec<(usize, f64)> = Vec::new();
    for (game, jump) in jumps() {
        match games.last_mut() {
            Some((last, sum)) if *last == game => *sum += jump,
            _ => games.push((game, jump)),
        }
    }
    let squares: f64 = games.iter().map(|(_, sum)| sum * sum).sum();
    (games.len() > 1).then(|| squares.sqrt() / all)
}

fn table(report: &Report, settings: &Settings) -> String {
    let mut text = format!("{} by {}\n", counted(report.games, "game"), settings.method);
    text += "    moves  positions            jump  deviation  within  within 2  chance  log loss\n";
    for phase in report.phases.iter().chain([&report.overall]) {
        let Phase { from, to, positions, .. } = *phase;
        let moves = match to {
            Some(to) => format!("{from}-{to}"),
            None if from > 0 => format!("{from}-"),
            None => "all".into(),
        };
        let number = |value: Option<f64>, width: usize, digits: usize| match value {
            Some(value) => format!("{value:>width$.digits$}"),
            None => format!("{:>width$}", "-"),
        };
        let share = |value: Option<f64>| value.map(|v| 100.0 * v);
        let _ = writeln!(
            text,
            "{moves:>9}{positions:>11}{} ±{}{}{}%{}%{}{}",
            number(phase.jump, 10, 3),
            number(phase.jump_error, 5, 3),
            number(phase.stdev, 10, 1),
            number(share(phase.within), 7, 0),
            number(share(phase.within_two), 9, 0),
            number(phase.chance, 8, 3),
            number(phase.log_loss, 10, 3),
        );
    }
    let turn: Vec<String> = report.turn.iter().map(|weight| format!("{weight:+.4}")).collect();
    let _ = writeln!(text, "turn lacks {}", turn.join(" "));
    text
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from("game,move,to_play,lead,stdev,black_wins,unsettled,jump,winner,result\n");
    for row in rows {
        let number = |value: Option<f64>| value.map_or(String::new(), |v| format!("{v:.4}"));
        let _ = writeln!(
            text,
            "{},{},{},{:.4},{},{},{:.4},{},{},{}",
            row.game,
            row.number,
            row.to_play.letter(),
            row.ahead,
            number(row.stdev),
            number(row.black_wins),
            row.unsettled,
            number(row.jump),
            row.ending.winner.map_or(String::new(), |color| color.letter().to_string()),
            row.ending.score.map_or(String::new(), |score| score.to_string()),
        );
    }
    text
}

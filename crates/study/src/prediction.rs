//! `keisei study prediction`: how high a ranking of moves places the moves that were played
//! (\[Wolf\], section VI.B).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use keisei_goban::Move;
use keisei_goban::sgf::Replay;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{figure, kept};
use keisei::preference::Recent;
use keisei::ranker::{RankMethod, Ranker};
use keisei_console::collection::{Item, Reader, Remark, progress_bar};
use keisei_console::names::named;
use keisei_console::output::{self, TableFormat, counted};
use keisei_console::seds_args::SedsArgs;

const EXAMPLES: &str = "\
Examples:
  keisei study prediction games/ --games 1000
  keisei study prediction games/ --method random           what any ranking must beat
  keisei study prediction games/ --figures out/            the paper's figures 1 to 3 as SVG
  keisei study prediction games/ --state study.json        can be interrupted; the same command goes on

In every position of every game all legal moves are ranked. The move that was played lands in one of 100 percentiles, 99 being the
best. R(x) is the survival function: how often the played move is kept if the worst x % of the moves are dropped.";

/// Games in a batch: after each the state is saved.
const BATCH: usize = 64;

/// Rank the moves of every position in a collection, and tell how high the played ones rank
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, collections, folders, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// How to rank
    #[arg(long, value_name = "NAME", default_value_t = RankMethod::Seds, value_parser = named::<RankMethod>())]
    method: RankMethod,

    #[command(flatten)]
    dynamics: SedsArgs,

    /// Only the first N games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Which move numbers to print as text
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "10,30,50,100,150,200")]
    at: Vec<usize>,

    /// Keep what was counted so far in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Draw the histogram (figure1.svg), the same with a logarithmic axis (figure2.svg) and R(x)
    /// (figure3.svg) into this folder
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,

    /// The move number of the figures
    #[arg(long, value_name = "N", default_value_t = 50)]
    figure_move: usize,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

/// What was counted at one move number.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(super) struct Tally {
    positions: u64,
    /// How many played moves fell into each percentile, the worst first.
    pub(super) histogram: Vec<u64>,
    /// The sum of the ranks, 1 being the best.
    ranks: u64,
    /// How many were among the best 1, 5, 10 and 20.
    top: [u64; 4],
}

const TOPS: [usize; 4] = [1, 5, 10, 20];

impl Default for Tally {
    fn default() -> Tally {
        Tally { positions: 0, histogram: vec![0; 100], ranks: 0, top: [0; 4] }
    }
}

impl Tally {
    /// Counts a played move: its place among the ranked ones, from 0.
    fn count(&mut self, place: usize, moves: usize) {
        self.positions += 1;
        self.ranks += place as u64 + 1;
        // The middle of the move's share of the moves.
        let percentile = (2 * (moves - place) - 1) * 100 / (2 * moves);
        self.histogram[percentile.min(99)] += 1;
        for (top, most) in self.top.iter_mut().zip(TOPS) {
            *top += u64::from(place < most);
        }
    }

    fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.ranks += other.ranks;
        self.histogram.iter_mut().zip(&other.histogram).for_each(|(a, b)| *a += b);
        self.top.iter_mut().zip(&other.top).for_each(|(a, b)| *a += b);
    }

    /// How often the played move is kept if the worst x % are dropped.
    pub(super) fn survival(&self, x: usize) -> f64 {
        let kept: u64 = self.histogram[x.min(100)..].iter().sum();
        kept as f64 / self.positions.max(1) as f64
    }
}

/// What was done so far.
#[derive(Serialize, Deserialize, Default, Debug)]
struct State {
    /// What is studied: another study must not go on from here.
    study: String,
    games: u64,
    broken: u64,
    problems: Vec<Remark>,
    /// By the number of the move that was played, from 1.
    moves: Vec<Tally>,
}

/// What came of one game.
struct Outcome {
    moves: Vec<Tally>,
    problem: Option<Remark>,
}

/// So many problems are listed; the rest is only counted.
const LISTED: usize = 100;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let study = format!("{} {:?} {:?}", args.method.name(), args.dynamics.parameters(), args.paths);
    let mut state = match &args.state {
        Some(path) if path.exists() => resume(path, &study)?,
        _ => State { study, ..State::default() },
    };
    let bar = progress_bar(&args.paths);
    let mut reader = Reader::new(&args.paths, BATCH);
    let most = args.games.unwrap_or(u64::MAX);
    let mut seen = 0;
    let mut unreadable = Vec::new();
    loop {
        let mut batch = reader.batch();
        if batch.is_empty() || seen >= most {
            break;
        }
        // Games that were counted before are read and left alone.
        let is_game = |item: &Item| matches!(item, Item::Game { .. });
        let already = state.games + state.broken;
        batch.retain(|item| {
            seen += u64::from(is_game(item));
            match item {
                Item::Game { .. } => seen > already && seen <= most,
                Item::Told { problem, remark } => {
                    if *problem {
                        unreadable.push(remark.clone());
                    }
                    false
                }
            }
        });
        let outcomes: Vec<Outcome> = batch.into_par_iter().filter_map(|item| examine(item, args)).collect();
        let counted_any = !outcomes.is_empty();
        for outcome in outcomes {
            match outcome.problem {
                Some(problem) => {
                    state.broken += 1;
                    if state.problems.len() < LISTED {
                        state.problems.push(problem);
                    }
                }
                None => state.games += 1,
            }
            if state.moves.len() < outcome.moves.len() {
                state.moves.resize(outcome.moves.len(), Tally::default());
            }
            state.moves.iter_mut().zip(&outcome.moves).for_each(|(a, b)| a.add(b));
        }
        if let Some(path) = &args.state
            && counted_any
        {
            kept::write(path, &state)?;
        }
        bar.set_position(reader.bytes);
    }
    bar.finish_and_clear();
    for remark in unreadable.iter().chain(&state.problems) {
        output::complain(&format!("skipped: {remark}"));
    }
    if state.games == 0 {
        bail!("{}: no game could be studied", args.paths.join(", "));
    }
    if let Some(folder) = &args.figures {
        draw(folder, &state, args)?;
    }
    let text = match args.format {
        TableFormat::Text => table(&state, args),
        TableFormat::Json => json(&state, args)?,
        TableFormat::Csv => csv(&state),
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn resume(path: &Path, study: &str) -> anyhow::Result<State> {
    let name = path.display();
    let state: State = kept::read(path, "study of prediction")?;
    if state.moves.iter().any(|tally| tally.histogram.len() != 100) {
        bail!("{name}: not the state of a study: a histogram without 100 percentiles");
    }
    if state.study != study {
        bail!("{name}: belongs to another study ({}); take another file, or the same arguments", state.study);
    }
    Ok(state)
}

/// Ranks all positions of a game. A broken game counts for nothing.
fn examine(item: Item, args: &Args) -> Option<Outcome> {
    let Item::Game { file, number, raw } = item else { return None };
    let broken = |move_number, message: String| {
        let remark = Remark { file: file.to_string(), game: Some(number), move_number, line: None, message };
        Some(Outcome { moves: Vec::new(), problem: Some(remark) })
    };
    let replayed = match raw.parse().and_then(|record| record.replay(&Replay::default())) {
        Ok(replayed) => replayed,
        Err(error) => return broken(None, error.to_string()),
    };
    if let Some(problem) = replayed.problem {
        return broken(Some(problem.number), problem.cause.to_string());
    }
    let mut ranker = Ranker::new(args.method, args.dynamics.parameters());
    let mut position = replayed.game.start().clone();
    let mut recent = Recent::default();
    let mut moves = vec![Tally::default(); replayed.game.move_number()];
    for (tally, (color, mv)) in moves.iter_mut().zip(replayed.game.moves()) {
        position.set_to_play(color);
        if let Move::Play(point) = mv {
            let ranked = ranker.rank(&position, recent);
            if let Some(place) = ranked.iter().position(|ranked| ranked.point == point) {
                tally.count(place, ranked.len());
            }
        }
        if position.play(mv).is_err() {
            return broken(None, "stones are put down in the middle of the game".into());
        }
        recent = recent.then(mv);
    }
    Some(Outcome { moves, problem: None })
}

fn at(state: &State, number: usize) -> Option<&Tally> {
    state.moves.get(number.checked_sub(1)?).filter(|tally| tally.positions > 0)
}

fn table(state: &State, args: &Args) -> String {
    let positions: u64 = state.moves.iter().map(|tally| tally.positions).sum();
    let mut text = format!(
        "{}: {} studied, {} skipped, {}\n",
        args.method.name(),
        counted(state.games as usize, "game"),
        state.broken,
        counted(positions as usize, "position")
    );
    text += " move  positions  R(50)  R(75)  R(85)  R(95)  mean rank  top 1  top 5  top 10  top 20\n";
    for &number in &args.at {
        let Some(tally) = at(state, number) else {
            let _ = writeln!(text, "{number:>5}  no game is that long");
            continue;
        };
        let r = |x| 100.0 * tally.survival(x);
        let share = |i: usize| 100.0 * tally.top[i] as f64 / tally.positions as f64;
        let _ = writeln!(
            text,
            "{number:>5}{:>11}{:>6.1}%{:>6.1}%{:>6.1}%{:>6.1}%{:>11.1}{:>6.1}%{:>6.1}%{:>7.1}%{:>7.1}%",
            tally.positions,
            r(50),
            r(75),
            r(85),
            r(95),
            tally.ranks as f64 / tally.positions as f64,
            share(0),
            share(1),
            share(2),
            share(3),
        );
    }
    text
}

#[derive(Serialize)]
struct Row<'a> {
    #[serde(rename = "move")]
    number: usize,
    positions: u64,
    histogram: &'a [u64],
    survival: Vec<f64>,
    mean_rank: f64,
    top: [f64; 4],
}

fn rows(state: &State) -> impl Iterator<Item = Row<'_>> {
    state.moves.iter().enumerate().filter(|(_, tally)| tally.positions > 0).map(|(i, tally)| Row {
        number: i + 1,
        positions: tally.positions,
        histogram: &tally.histogram,
        survival: (0..100).map(|x| tally.survival(x)).collect(),
        mean_rank: tally.ranks as f64 / tally.positions as f64,
        top: tally.top.map(|n| n as f64 / tally.positions as f64),
    })
}

fn json(state: &State, args: &Args) -> anyhow::Result<String> {
    let report = serde_json::json!({
        "method": args.method.name(), "games": state.games, "skipped": state.broken, "problems": state.problems,
        "moves": rows(state).collect::<Vec<_>>(),
    });
    Ok(report.to_string() + "\n")
}

fn csv(state: &State) -> String {
    let mut text = String::from("move,positions,mean_rank,top1,top5,top10,top20");
    (0..100).for_each(|x| text += &format!(",R{x}"));
    text.push('\n');
    for row in rows(state) {
        let _ = write!(text, "{},{},{:.3}", row.number, row.positions, row.mean_rank);
        for share in row.top.iter().chain(&row.survival) {
            let _ = write!(text, ",{share:.5}");
        }
        text.push('\n');
    }
    text
}

fn draw(folder: &Path, state: &State, args: &Args) -> anyhow::Result<()> {
    let Some(tally) = at(state, args.figure_move) else {
        bail!("--figure-move {}: no game is that long", args.figure_move);
    };
    std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    let title = format!(
        "Move {}, {}, {}",
        args.figure_move,
        args.method.name(),
        counted(tally.positions as usize, "position")
    );
    for (name, svg) in [
        ("figure1.svg", figure::histogram(&title, &tally.histogram, false)),
        ("figure2.svg", figure::histogram(&title, &tally.histogram, true)),
        ("figure3.svg", figure::survival(&title, tally)),
    ] {
        let path = folder.join(name);
        output::write_whole(&path, svg.as_bytes())
            .with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn played_moves_fall_into_percentiles() {
        let mut tally = Tally::default();
        for place in 0..200 {
            tally.count(place, 200);
        }
        assert!(tally.histogram.iter().all(|&n| n == 2));
        assert_eq!(tally.survival(85), 0.15);
        assert_eq!((tally.survival(0), tally.survival(100)), (1.0, 0.0));
        assert_eq!(tally.top, [1, 5, 10, 20]);
        assert_eq!(tally.ranks, 200 * 201 / 2);
        let mut one = Tally::default();
        one.count(0, 1);
        assert_eq!(one.histogram[50], 1);
    }
}

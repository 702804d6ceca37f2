//! `keisei study prediction`: how high a ranking of moves places the moves that were played
//! (\[Wolf\], section VI.B).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use keisei_goban::sgf::{RawGame, Replay};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::figure;
use super::kept::{Kept, ensure_same};
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
  keisei study prediction games/ --state study.json        can be interrupted (Ctrl-C); the same command goes on

In every position of every game all legal moves are ranked. The move that was played lands in one of 100 percentiles, 99 being the
best. R(x) is the survival function: how often the played move is kept if the worst x % of the moves are dropped.";

/// Games that are read at a time.
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

    /// Keep what was counted so far in this file, and go on from it: saved every two seconds, and when
    /// interrupted
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
    /// Games that were examined and wait for one before them, by their numbers among all games, from
    /// 1: games are counted in their order, so that those counted are the first ones.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    ahead: BTreeMap<u64, Outcome>,
}

impl State {
    /// How many games were counted.
    fn counted(&self) -> u64 {
        self.games + self.broken
    }

    /// Counts a game as soon as all before it are.
    fn add(&mut self, number: u64, outcome: Outcome) {
        self.ahead.insert(number, outcome);
        while let Some(outcome) = self.ahead.remove(&(self.counted() + 1)) {
            self.count(outcome);
        }
    }

    fn count(&mut self, outcome: Outcome) {
        match outcome.problem {
            Some(problem) => {
                self.broken += 1;
                if self.problems.len() < LISTED {
                    self.problems.push(problem);
                }
            }
            None => self.games += 1,
        }
        if self.moves.len() < outcome.moves.len() {
            self.moves.resize(outcome.moves.len(), Tally::default());
        }
        for (tally, rank) in self.moves.iter_mut().zip(outcome.moves) {
            if let Some((place, moves)) = rank {
                tally.count(place, moves);
            }
        }
    }
}

/// What came of one game.
#[derive(Clone, Serialize, Deserialize, Debug)]
struct Outcome {
    /// The place of each move among the ranked ones, from 0, and how many these were; `None` if it
    /// was not among them.
    moves: Vec<Option<(usize, usize)>>,
    problem: Option<Remark>,
}

/// So many problems are listed; the rest is only counted.
const LISTED: usize = 100;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let study = format!("{} {:?} {:?}", args.method.name(), args.dynamics.parameters(), args.paths);
    let new = State { study: study.clone(), ..State::default() };
    let kept = Kept::begin(args.state.as_deref(), "study of prediction", new, |saved| resume(saved, &study))?;
    let bar = progress_bar(&args.paths);
    let mut unreadable = Vec::new();
    let work = || examine_all(args, &kept, &mut unreadable, |bytes| bar.set_position(bytes));
    kept.during(work, || bar.finish_and_clear())?;
    let state = kept.into_state();
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

/// Examines all games that were not examined before; what is no game is told.
fn examine_all(
    args: &Args,
    kept: &Kept<State>,
    unreadable: &mut Vec<Remark>,
    read: impl Fn(u64),
) -> anyhow::Result<()> {
    let mut reader = Reader::new(&args.paths, BATCH);
    let most = args.games.unwrap_or(u64::MAX);
    let mut seen = 0;
    loop {
        let batch = reader.batch();
        if batch.is_empty() || seen >= most {
            return Ok(());
        }
        let mut games = Vec::new();
        for item in batch {
            match item {
                Item::Game { file, number, raw } => {
                    seen += 1;
                    games.push((seen, Unexamined { file, number, raw }));
                }
                Item::Told { problem: true, remark } => unreadable.push(remark),
                Item::Told { problem: false, .. } => {}
            }
        }
        let is_open = |state: &State, number| {
            number > state.counted() && number <= most && !state.ahead.contains_key(&number)
        };
        kept.look(|state| games.retain(|&(number, _)| is_open(state, number)));
        // Each thread takes the next game, so that few wait for one before them.
        games.into_iter().par_bridge().try_for_each(|(number, game)| {
            let outcome = game.outcome(args);
            kept.change(|state| state.add(number, outcome))
        })?;
        read(reader.bytes);
    }
}

fn resume(state: State, study: &str) -> anyhow::Result<State> {
    if state.moves.iter().any(|tally| tally.histogram.len() != 100) {
        bail!("not the state of a study: a histogram without 100 percentiles");
    }
    let ranks = state.ahead.values().flat_map(|outcome| outcome.moves.iter().flatten());
    let is_ahead = state.ahead.keys().all(|&number| number > state.counted() + 1);
    if !is_ahead || ranks.into_iter().any(|&(place, moves)| place >= moves) {
        bail!("not the state of a study: games that wait cannot be");
    }
    ensure_same(study, &state.study)?;
    Ok(state)
}

/// A game to be examined.
struct Unexamined {
    file: Arc<str>,
    number: usize,
    raw: RawGame,
}

impl Unexamined {
    /// Ranks all positions of the game. A broken game counts for nothing.
    fn outcome(&self, args: &Args) -> Outcome {
        let broken = |move_number, message: String| {
            let (file, game) = (self.file.to_string(), Some(self.number));
            let remark = Remark { file, game, move_number, line: None, message };
            Outcome { moves: Vec::new(), problem: Some(remark) }
        };
        let replayed = match self.raw.parse().and_then(|record| record.replay(&Replay::default())) {
            Ok(replayed) => replayed,
            Err(error) => return broken(None, error.to_string()),
        };
        if let Some(problem) = replayed.problem {
            return broken(Some(problem.number), problem.cause.to_string());
        }
        let mut ranker = Ranker::new(args.method, args.dynamics.parameters());
        let mut position = replayed.game.start().clone();
        let mut recent = Recent::default();
        let mut moves = Vec::new();
        for (color, mv) in replayed.game.moves() {
            position.set_to_play(color);
            moves.push(mv.point().and_then(|point| {
                let ranked = ranker.rank(&position, recent);
                let place = ranked.iter().position(|ranked| ranked.point == point)?;
                Some((place, ranked.len()))
            }));
            if position.play(mv).is_err() {
                return broken(None, "stones are put down in the middle of the game".into());
            }
            recent = recent.then(mv);
        }
        Outcome { moves, problem: None }
    }
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
    fn games_are_counted_in_their_order() {
        let outcome = |place| Outcome { moves: vec![Some((place, 9)), None], problem: None };
        let mut state = State::default();
        state.add(3, outcome(3));
        state.add(2, outcome(2));
        assert_eq!((state.games, state.ahead.len()), (0, 2));
        let text = serde_json::to_string(&state).unwrap();
        let mut state = resume(serde_json::from_str(&text).unwrap(), "").unwrap();
        state.add(1, outcome(1));
        assert_eq!((state.games, state.ahead.len()), (3, 0));
        let mut whole = State::default();
        (1..=3).for_each(|number| whole.add(number as u64, outcome(number)));
        assert_eq!(state.moves, whole.moves);
        assert_eq!((whole.moves[0].positions, whole.moves[0].ranks), (3, 2 + 3 + 4));
        assert!(resume(serde_json::from_str(&text.replace("[3,9]", "[9,9]")).unwrap(), "").is_err());
    }

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

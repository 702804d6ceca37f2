//! `keisei study preference`: which moves professionals prefer, fitted on their games.
//!
//! Maximum likelihood by Newton's method: the likelihood is concave, so that the weights are the
//! only best ones.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use keisei::Settings;
use keisei::judge::Effort;
use keisei::preference::{FEATURES, Features, Preference, Recent, Weights};
use keisei::random::derived;
use keisei_goban::sgf::Replay;
use keisei_goban::{Game, Move, Point, Position};
use rayon::prelude::*;

use super::finals::each_record;
use super::normal::Normal;
use keisei_console::output;

const EXAMPLES: &str = "\
Examples:
  keisei study preference games/ --games 2000 --positions 5
  keisei study preference games/ --games 2000 --write crates/keisei/src/preference

Every fifth game is held out. Likelihood: the mean logarithm of the share that the played move was given.
Shipped: what the weights of this program say of the games held out, some of which they may know.";

/// Fit how much moves are preferred, and measure it on games held out
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, collections, folders, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(10..))]
    games: u64,

    /// Take every K-th game
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,

    /// How many positions of each game
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,

    /// Write the weights into this folder
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
}

/// A position, what is told about its moves, and the move that was played.
struct Case {
    position: Position,
    features: Features,
    /// The place of the move among the legal ones.
    played: usize,
    held_out: bool,
}

/// The sums of this many parts of the cases are made side by side and added in order: the same on
/// any number of threads.
const PARTS: usize = 16;
const ROUNDS: u64 = 50;
/// How much steps are held back at first, for each position: ten times less after each that leads up,
/// ten times more where one does not.
const DAMPING: f64 = 1e-3;
/// How often a step may be held back more before the fit ends.
const TRIALS: usize = 12;
/// How much large weights are held down, for each position.
const RIDGE: f64 = 1e-5;
/// One in so many games is held out.
const HELD_OUT: u64 = 5;
/// How many moves of a position are compared with the first to find out what shares are worth.
const COMPARED: usize = 10;
/// One in so many positions is used for that.
const COMPARED_EVERY: usize = 10;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let cases = harvest(args);
    ensure!(cases.iter().any(|case| !case.held_out), "{}: no games to fit on", args.paths.join(", "));
    let fitting: Vec<&Case> = cases.iter().filter(|case| !case.held_out).collect();
    let weights = fit(&fitting);
    let loss = worth(&fitting, &weights);
    let weights = Weights { loss, ..weights };
    let held_out: Vec<&Case> = cases.iter().filter(|case| case.held_out).collect();
    let mut text = String::from("            positions  likelihood  top 1  top 5  top 10  top 20\n");
    let shipped = Weights::fitted();
    for (name, cases, weights) in
        [("fitted", &fitting, &weights), ("held out", &held_out, &weights), ("shipped", &held_out, shipped)]
    {
        let places: Vec<(usize, f64)> = cases.par_iter().map(|case| placed(weights, case)).collect();
        let n = places.len().max(1) as f64;
        let top = |most: usize| {
            let among = places.iter().filter(|(place, _)| *place < most).count();
            100.0 * among as f64 / n
        };
        let likelihood = places.iter().map(|(_, share)| share.max(1e-12).ln()).sum::<f64>() / n;
        let _ = writeln!(
            text,
            "{name:<10}{:>11}{likelihood:>12.3}{:>6.1}%{:>6.1}%{:>7.1}%{:>7.1}%",
            places.len(),
            top(1),
            top(5),
            top(10),
            top(20)
        );
    }
    let _ = writeln!(text, "a share smaller by the factor e costs {loss:.3} points");
    if let Some(folder) = &args.write {
        let path = folder.join("preference.weights");
        let words = format!(
            "# How much moves are preferred.\n# Written by: keisei study preference GAMES --games {} --every {} --positions {} --write {}\n\
             # Fitted on professional games, every fifth held out. BENCHMARKS.md has what was measured on those.\n{weights}",
            args.games,
            args.every,
            args.positions,
            folder.display()
        );
        output::write_whole(&path, words.as_bytes())
            .with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn harvest(args: &Args) -> Vec<Case> {
    let mut games = Vec::new();
    let mut seen = 0;
    each_record(&args.paths, |_, record| {
        seen += 1;
        if (seen - 1) % args.every == 0
            && let Ok(replayed) = record.replay(&Replay::default())
            && replayed.problem.is_none()
            && replayed.game.move_number() > 0
        {
            games.push(replayed.game);
        }
        games.len() as u64 == args.games
    });
    let bar = output::progress(games.len() as u64, "looking at moves");
    let cases = games
        .par_iter()
        .enumerate()
        .flat_map_iter(|(number, game)| {
            let cases = chosen(game, number as u64, args.positions);
            bar.inc(1);
            cases
        })
        .collect();
    bar.finish_and_clear();
    cases
}

/// Some positions of a game, chosen by its number.
fn chosen(game: &Game, number: u64, positions: u64) -> Vec<Case> {
    let moves = game.move_number() as u64;
    let wanted: Vec<usize> = (0..positions).map(|i| (derived(number, i) % moves) as usize).collect();
    let mut preference = Preference::default();
    let mut position = game.start().clone();
    let mut recent = Recent::default();
    let mut cases = Vec::new();
    for (i, (color, mv)) in game.moves().enumerate() {
        position.set_to_play(color);
        if let Move::Play(point) = mv
            && wanted.contains(&i)
        {
            let features = preference.features(&position, recent).clone();
            let played = features.moves().position(|(p, _)| p == point);
            if let Some(played) = played {
                let position = position.clone();
                cases.push(Case { position, features, played, held_out: number.is_multiple_of(HELD_OUT) });
            }
        }
        if position.play(mv).is_err() {
            break;
        }
        recent = recent.then(mv);
    }
    cases
}

/// The weights that make the played moves most likely; what shares are worth is not known yet.
fn fit(cases: &[&Case]) -> Weights {
    let bar = output::progress(ROUNDS, "fitting");
    let mut weights = Weights { weights: [0.0; FEATURES], loss: 0.0 };
    let mut reached = objective(cases, &weights);
    // Far from the best weights a whole step goes too far, first of all along features that are rare.
    let mut damping = DAMPING;
    for _ in 0..ROUNDS {
        let sums: Vec<Normal> = cases
            .par_chunks(cases.len().div_ceil(PARTS))
            .map(|part| {
                let mut sum = Normal::new(FEATURES);
                part.iter().for_each(|case| add(&mut sum, case, &weights));
                sum
            })
            .collect();
        let mut total = Normal::new(FEATURES);
        sums.iter().for_each(|sum| total.merge(sum));
        total.add_ridge(RIDGE * cases.len() as f64, &weights.weights);
        let mut added = 0.0;
        let tried = (0..TRIALS).find_map(|_| {
            total.add_ridge(damping * cases.len() as f64 - added, &[0.0; FEATURES]);
            added = damping * cases.len() as f64;
            let mut there = weights.clone();
            there.weights.iter_mut().zip(&total.solve()).for_each(|(weight, step)| *weight += step);
            let found = Some((objective(cases, &there), there)).filter(|(better, _)| *better > reached);
            damping *= if found.is_some() { 0.1 } else { 10.0 };
            found
        });
        bar.inc(1);
        let Some((better, there)) = tried else { break };
        let gained = better - reached;
        (reached, weights) = (better, there);
        if gained < 1e-6 * cases.len() as f64 {
            break;
        }
    }
    bar.finish_and_clear();
    weights
}

/// What is made as large as can be: the likelihood of the played moves, less what large weights
/// cost.
fn objective(cases: &[&Case], weights: &Weights) -> f64 {
    let likelihood: Vec<f64> =
        cases.par_iter().map(|case| placed(weights, case).1.max(1e-300).ln()).collect();
    let squares: f64 = weights.weights.iter().map(|weight| weight * weight).sum();
    likelihood.iter().sum::<f64>() - RIDGE * cases.len() as f64 * squares / 2.0
}

/// Adds a position to a step of Newton's method: the played move's features less the mean of all
/// moves' is the slope, and how much the moves' features differ the curvature.
fn add(sum: &mut Normal, case: &Case, weights: &Weights) {
    let mut mean = [0.0; FEATURES];
    for (i, ((_, features), share)) in case.features.moves().zip(weights.shares(&case.features)).enumerate() {
        let mut x = [0.0; FEATURES];
        features.for_each(|(feature, value)| x[feature] += f64::from(value));
        mean.iter_mut().zip(&x).for_each(|(mean, x)| *mean += share * x);
        sum.add(&x, share, f64::from(u8::from(i == case.played)));
    }
    sum.add(&mean, -1.0, -1.0);
}

/// The place of the played move, from 0, and its share.
fn placed(weights: &Weights, case: &Case) -> (usize, f64) {
    let shares = weights.shares(&case.features);
    let played = shares[case.played];
    (shares.iter().filter(|share| **share > played).count(), played)
}

/// What a share smaller by the factor e costs in points: by how much less the judge likes the board
/// after such a move than after the most preferred one, in the mean.
fn worth(cases: &[&Case], weights: &Weights) -> f64 {
    let bar = output::progress(cases.len() as u64, "comparing moves");
    let settings = Settings::default().with_effort(Effort::Normal);
    let sums: Vec<(f64, f64)> = cases
        .par_iter()
        .step_by(COMPARED_EVERY)
        .map(|case| {
            let mut assessor = settings.assessor();
            let shares = weights.shares(&case.features);
            let mut moves: Vec<(f64, Point)> =
                shares.into_iter().zip(case.features.moves().map(|(point, _)| point)).collect();
            moves.sort_by(|a, b| b.0.total_cmp(&a.0));
            let sign = f64::from(case.position.to_play().sign());
            let mut compared = moves.iter().take(COMPARED).filter_map(|&(share, point)| {
                let mut after = case.position.clone();
                after.play(Move::Play(point)).ok()?;
                Some((share.ln(), sign * assessor.estimate(&after).score.lead))
            });
            let mut sums = (0.0, 0.0);
            if let Some((most, best)) = compared.next() {
                for (share, lead) in compared {
                    sums.0 += (most - share) * (best - lead);
                    sums.1 += (most - share).powi(2);
                }
            }
            bar.inc(COMPARED_EVERY as u64);
            sums
        })
        .collect();
    bar.finish_and_clear();
    let (above, below) = sums.iter().fold((0.0, 0.0), |sum, each| (sum.0 + each.0, sum.1 + each.1));
    if below > 0.0 { (above / below).max(0.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The likelihood is concave: weights that cannot be made better one by one are the best.
    #[test]
    fn the_fit_comes_to_its_end() {
        let record = include_str!("../../../examples/game-19x19.sgf");
        let game =
            keisei_goban::sgf::read(record.as_bytes()).unwrap()[0].replay(&Replay::default()).unwrap().game;
        let cases = chosen(&game, 1, 60);
        let cases: Vec<&Case> = cases.iter().collect();
        let weights = fit(&cases);
        let reached = objective(&cases, &weights);
        for feature in 0..FEATURES {
            for change in [-0.1, 0.1] {
                let mut changed = weights.clone();
                changed.weights[feature] += change;
                assert!(objective(&cases, &changed) <= reached, "{feature} {change}");
            }
        }
    }
}

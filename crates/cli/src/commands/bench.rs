//! `keisei bench`: a deterministic signature of all evaluators, and their speed.
//!
//! The signature is a hash of everything the evaluators say about fixed positions, the examples of this repository. A
//! change of behaviour changes it and says so in its commit; a refactoring leaves it as it is.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use keisei::{Evaluation, LayerValues, Method};
use keisei_goban::Position;
use keisei_goban::sgf::{self, Replay};

use crate::output;

/// The records in the repository's `examples`, so that the binary needs no files.
const RECORDS: [&str; 4] = [
    include_str!("../../../../examples/game-9x9.sgf"),
    include_str!("../../../../examples/game-13x13.sgf"),
    include_str!("../../../../examples/game-19x19.sgf"),
    include_str!("../../../../examples/kisei-1988-opening.sgf"),
];

/// Every so many moves a position is taken.
const EVERY: usize = 5;

/// Print a deterministic signature of all evaluators, and their speed
#[derive(clap::Args)]
#[command(after_help = "The signature is the same on every machine; the speed is not.")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args) -> anyhow::Result<ExitCode> {
    let positions = positions()?;
    let mut text = format!("{:<12}{:>18}{:>12}{:>16}\n", "method", "signature", "positions", "us/position");
    let mut all = Digest::new();
    for method in Method::ALL {
        let mut evaluator = method.evaluator();
        let mut digest = Digest::new();
        for position in &positions {
            digest.evaluation(&evaluator.evaluate(position), position);
        }
        all.word(digest.0);
        // The shortest of several rounds: other work on the machine only ever adds.
        let mut shortest = Duration::MAX;
        let first = Instant::now();
        for round in 0..20 {
            if round > 0 && first.elapsed() > Duration::from_secs(2) {
                break;
            }
            let begun = Instant::now();
            for position in &positions {
                std::hint::black_box(evaluator.evaluate(std::hint::black_box(position)));
            }
            shortest = shortest.min(begun.elapsed());
        }
        let micros = shortest.as_secs_f64() * 1e6 / positions.len() as f64;
        let _ =
            writeln!(text, "{:<12}{:>18}{:>12}{micros:>16.2}", method.name(), digest.hex(), positions.len());
    }
    let _ = writeln!(text, "signature {}", all.hex());
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn positions() -> anyhow::Result<Vec<Position>> {
    let mut positions = Vec::new();
    for text in RECORDS {
        let record = &sgf::read(text.as_bytes())?[0];
        let moves = record.replay(&Replay::default())?.game.move_number();
        for number in (0..=moves).step_by(EVERY).chain([moves]) {
            let replay = Replay { moves: Some(number), ..Replay::default() };
            let replayed = record.replay(&replay).context("an example of ours")?;
            positions.push(replayed.game.position().clone());
        }
    }
    Ok(positions)
}

/// FNV-1a over 64-bit words.
struct Digest(u64);

impl Digest {
    fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    fn word(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn hex(&self) -> String {
        format!("{:016x}", self.0)
    }

    fn evaluation(&mut self, evaluation: &Evaluation, position: &Position) {
        let size = position.board().size();
        self.word(evaluation.score.lead.to_bits());
        for number in [evaluation.score.stdev, evaluation.score.black_wins].into_iter().flatten() {
            self.word(number.to_bits());
        }
        for value in evaluation.ownership.row_major() {
            self.word(u64::from(value.to_bits()));
        }
        for evidence in evaluation.evidence.row_major(size) {
            self.word(evidence.name().len() as u64);
        }
        for term in &evaluation.terms {
            self.word(term.points.to_bits());
        }
        for block in &evaluation.blocks {
            self.word(block.stones.len() as u64);
            self.word(block.status.map_or(0, |status| status.name().len() as u64));
            self.word(block.strength.map_or(0, |strength| u64::from(strength.to_bits())));
        }
        for layer in &evaluation.layers {
            match &layer.values {
                LayerValues::Integers(map) => map.row_major(size).for_each(|v| self.word(v as u64)),
                LayerValues::Reals(map) => map.row_major(size).for_each(|v| self.word(v.to_bits().into())),
                LayerValues::WeakPoints(places) => {
                    for place in places {
                        self.word(place.strength.to_bits());
                        place.points.iter().for_each(|p| self.word(size.ordinal(p) as u64));
                    }
                }
                LayerValues::Proofs(map) => map
                    .row_major(size)
                    .for_each(|proof| self.word(proof.map_or(0, |proof| proof.name().len() as u64))),
            }
        }
    }
}

//! `keisei bench`: a deterministic signature of all evaluators, of settlement, of preferences and of
//! the players, and their speed.
//!
//! The signature is a hash of everything that is said about fixed positions, the examples of this
//! repository. A change of behaviour changes it and says so in its commit; a refactoring leaves it
//! as it is.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use keisei::player::{PlayerName, PlayerSettings};
use keisei::preference::{Preference, Recent};
use keisei::safety::Limits;
use keisei::settlement::{self, Settlement};
use keisei::{BlockOpinion, Evaluation, Evidence, LayerValues, Method, Settings};
use keisei_goban::sgf::{self, Replay};
use keisei_goban::{Game, Position};

use keisei_console::output;

/// The records in the repository's `examples`, so that the binary needs no files.
const RECORDS: [&str; 4] = [
    include_str!("../../records/game-9x9.sgf"),
    include_str!("../../records/game-13x13.sgf"),
    include_str!("../../records/game-19x19.sgf"),
    include_str!("../../records/kisei-1988-opening.sgf"),
];

/// Every so many moves a position is taken.
const EVERY: usize = 5;

/// Every so many of those positions a move is chosen.
const PLAYED: usize = 8;

/// Print a deterministic signature of all evaluators, counting, preferences and players, and their speed
#[derive(clap::Args)]
#[command(after_help = "The signature is the same on every machine; the speed is not.")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args) -> anyhow::Result<ExitCode> {
    let games = games()?;
    let mut bench = Bench::new();
    for &method in Method::ALL {
        let mut assessor = Settings::new(method).with_limits(Limits::QUICK).assessor();
        bench.row(method.name(), &games, |game, digest| {
            let position = game.position();
            let evaluation = assessor.assess(position);
            digest.evaluation(&evaluation, position);
        });
    }
    let finals: Vec<Game> = games.iter().filter(|game| game.is_over()).cloned().collect();
    bench.row("settlement", &finals, |game, digest| {
        digest.settlement(&Settlement::of(game.position(), settlement::Limits::default()), game.position());
    });
    let mut preference = Preference::default();
    bench.row("preference", &games, |game, digest| {
        for preferred in preference.rank(game.position(), Recent::of(game)) {
            digest.text(&preferred.point.to_string());
            digest.word(preferred.share.to_bits());
        }
    });
    let some: Vec<Game> = games.iter().step_by(PLAYED).cloned().collect();
    for (name, playouts) in [(PlayerName::Plain, 1), (PlayerName::Flat, 8), (PlayerName::Uct, 200)] {
        bench.row(name.name(), &some, |game, digest| {
            let mut settings = PlayerSettings::new(name, 1);
            settings.playouts = Some(playouts);
            let (chosen, _) = settings.player().choose(game, game.position().to_play());
            digest.text(&chosen.to_string());
        });
    }
    output::print(bench.finished().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A table of signatures and times.
struct Bench {
    text: String,
    all: Digest,
}

impl Bench {
    fn new() -> Bench {
        let text = format!("{:<12}{:>18}{:>12}{:>16}\n", "method", "signature", "positions", "us/position");
        Bench { text, all: Digest::new() }
    }

    fn row(&mut self, name: &str, games: &[Game], mut work: impl FnMut(&Game, &mut Digest)) {
        let mut digest = Digest::new();
        // The shortest of several rounds: other work on the machine only ever adds.
        let mut shortest = Duration::MAX;
        let first = Instant::now();
        for round in 0..20 {
            if round > 0 && first.elapsed() > Duration::from_secs(2) {
                break;
            }
            digest = Digest::new();
            let begun = Instant::now();
            games.iter().for_each(|game| work(game, &mut digest));
            shortest = shortest.min(begun.elapsed());
        }
        self.all.word(digest.0);
        let micros = shortest.as_secs_f64() * 1e6 / games.len().max(1) as f64;
        let _ = writeln!(self.text, "{name:<12}{:>18}{:>12}{micros:>16.2}", digest.hex(), games.len());
    }

    fn finished(mut self) -> String {
        let _ = writeln!(self.text, "signature {}", self.all.hex());
        self.text
    }
}

/// The examples after every few moves, and at their ends.
fn games() -> anyhow::Result<Vec<Game>> {
    let mut games = Vec::new();
    for text in RECORDS {
        let record = &sgf::read(text.as_bytes())?[0];
        let moves = record.replay(&Replay::default())?.game.move_number();
        for number in (0..=moves).step_by(EVERY).chain([moves]) {
            let replay = Replay { moves: Some(number), ..Replay::default() };
            games.push(record.replay(&replay).context("an example of ours")?.game);
        }
    }
    Ok(games)
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

    /// Names by their letters: one that is changed for another is seen.
    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        text.bytes().for_each(|byte| self.word(byte.into()));
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
            self.text(evidence.name());
        }
        for term in &evaluation.terms {
            self.text(term.name);
            self.word(term.points.to_bits());
        }
        self.blocks(&evaluation.blocks);
        for layer in &evaluation.layers {
            self.text(layer.name.name());
            match &layer.values {
                LayerValues::Integers(map) => map.row_major(size).for_each(|v| self.word(v as u64)),
                LayerValues::Reals(map) => map.row_major(size).for_each(|v| self.word(v.to_bits().into())),
                LayerValues::WeakPoints(places) => {
                    for place in places {
                        self.word(place.strength.to_bits());
                        place.points.iter().for_each(|p| self.word(size.ordinal(p) as u64));
                    }
                }
                LayerValues::Proofs(map) => {
                    map.row_major(size).for_each(|proof| self.text(proof.map_or("", |proof| proof.name())))
                }
            }
        }
    }

    fn blocks(&mut self, blocks: &[BlockOpinion]) {
        for block in blocks {
            self.word(block.stones.len() as u64);
            self.text(block.status.map_or("", |status| status.name()));
            self.text(match block.evidence {
                Some(Evidence::Proved(proof)) => proof.name(),
                Some(evidence) => evidence.name(),
                None => "",
            });
            self.word(block.strength.map_or(0, |strength| u64::from(strength.to_bits())));
        }
    }

    fn settlement(&mut self, settlement: &Settlement, position: &Position) {
        let size = position.board().size();
        self.blocks(&settlement.blocks);
        for points in [settlement.dead, settlement.seki, settlement.dame, settlement.fills] {
            self.word(points.len() as u64);
            points.iter().for_each(|p| self.word(size.ordinal(p) as u64));
        }
        self.word(settlement.open.len() as u64);
        self.text(&settlement.count.result.to_string());
    }
}

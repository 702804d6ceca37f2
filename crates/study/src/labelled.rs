//! Positions labelled by a stronger judge, one JSON object a line.

use std::fs::File;
use std::io::{BufRead, BufReader};

use anyhow::{Context, anyhow, ensure};
use clap::ValueEnum;
use keisei_goban::{Board, Color, Komi, Move, Point, Position, Rules, Score, Setup, Size};
use serde::Deserialize;

/// What the files must hold, for `--help`.
pub(super) const FORMAT: &str = "\
FILE holds one JSON object a line: `id` (what stands before an @ names the game), `size`, `komi`, `moves`
([[\"B\",\"R16\"],…]), perhaps `handicap` ([\"D4\",…], Black's stones before them), `to_play`, and the labels `own` (size² numbers from -100 White's to 100 Black's, row by row
from the top left), `lead` (Black's, without komi) and `winrate` (Black's, with komi). `result` (\"B+3.5\") tells how the game ended, where it was counted.";

/// Which positions to use. The games are divided by name, one in five held out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Split {
    /// All positions
    All,
    /// Those that `fit` fits on
    Fitted,
    /// The others
    HeldOut,
}

/// Some positions must be there to fit on, and some to measure on.
pub(super) fn ensure_both_parts(positions: &[Labelled]) -> anyhow::Result<()> {
    ensure!(
        positions.iter().any(|p| Split::Fitted.takes(p)) && positions.iter().any(|p| Split::HeldOut.takes(p)),
        "too few games: some must be held out to measure on (one in five is, by its name)"
    );
    Ok(())
}

/// Which files, and which part of them.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct LabelledArgs {
    /// Files of labelled positions, one JSON object a line
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
}

/// A position and what a stronger judge says about it.
#[derive(Clone, Debug)]
pub(super) struct Labelled {
    /// Its name in the file.
    pub(super) id: String,
    pub(super) position: Position,
    /// How many moves led to it.
    pub(super) moves: usize,
    /// Ownership row by row from the top left, −1 to 1.
    pub(super) ownership: Vec<f32>,
    pub(super) lead: f64,
    pub(super) black_wins: f64,
    /// Black's lead with komi counted in the end, if the game was counted.
    pub(super) result: Option<f64>,
    /// The position before the last move.
    pub(super) before: Option<Position>,
    pub(super) held_out: bool,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    size: u32,
    komi: f64,
    /// Black's stones before the first move.
    #[serde(default)]
    handicap: Vec<String>,
    moves: Vec<(String, String)>,
    to_play: String,
    own: Vec<f32>,
    lead: f64,
    winrate: f64,
    /// How the game ended, as in SGF.
    #[serde(default)]
    result: String,
}

impl LabelledArgs {
    /// Reads all positions of all files.
    pub(super) fn load(&self) -> anyhow::Result<Vec<Labelled>> {
        let mut positions = Vec::new();
        for name in &self.files {
            let file = File::open(name).with_context(|| format!("{name}: cannot be opened"))?;
            for (number, line) in BufReader::new(file).lines().enumerate() {
                let place = || format!("{name}: line {}", number + 1);
                let line = line.with_context(place)?;
                if !line.trim().is_empty() {
                    positions.push(read(&line).with_context(place)?);
                }
            }
        }
        ensure!(!positions.is_empty(), "{}: no positions in it", self.files.join(", "));
        Ok(positions)
    }
}

impl Split {
    pub(super) fn takes(self, position: &Labelled) -> bool {
        match self {
            Split::All => true,
            Split::Fitted => !position.held_out,
            Split::HeldOut => position.held_out,
        }
    }
}

/// Reads a line of a file of labelled positions: the position and its labels of ownership, row by
/// row from the top left.
///
/// # Errors
/// What is wrong with it.
pub fn read_labelled(line: &str) -> Result<(Position, Vec<f32>), String> {
    let labelled = read(line).map_err(|error| format!("{error:#}"))?;
    Ok((labelled.position, labelled.ownership))
}

fn read(text: &str) -> anyhow::Result<Labelled> {
    let line: Line = serde_json::from_str(text).context("not a labelled position")?;
    let size = Size::square(line.size)?;
    ensure!(
        line.own.len() == size.area() as usize,
        "{} numbers in `own`, expected {}",
        line.own.len(),
        size.area()
    );
    ensure!(
        line.own.iter().all(|own| (-100.0..=100.0).contains(own)),
        "a number in `own` is not from -100 to 100"
    );
    ensure!((0.0..=1.0).contains(&line.winrate), "`winrate` {} is not from 0 to 1", line.winrate);
    let largest = f64::from(size.area());
    ensure!(line.lead.abs() <= largest, "`lead` {} is more than the board has", line.lead);
    let mut setup = Setup::new(size);
    for vertex in &line.handicap {
        let point = Point::from_vertex(vertex, size).with_context(|| format!("handicap stone {vertex}"))?;
        setup.set(point, Some(Color::Black));
    }
    let mut position = Position::new(Board::from_setup(&setup)?);
    position.set_rules(Rules::CHINESE);
    let komi: Komi = line.komi.to_string().parse()?;
    position.set_komi(komi);
    let mut before = None;
    for (number, (player, vertex)) in line.moves.iter().enumerate() {
        let place = || format!("move {} ({player} {vertex})", number + 1);
        position.set_to_play(player.parse().with_context(place)?);
        let mv = if vertex.eq_ignore_ascii_case("pass") {
            Move::Pass
        } else {
            Move::Play(Point::from_vertex(vertex, size).with_context(place)?)
        };
        before = (number + 1 == line.moves.len()).then(|| position.clone());
        position.play(mv).map_err(|error| anyhow!("{}: {error}", place()))?;
    }
    position.set_to_play(line.to_play.parse()?);
    let game = line.id.split('@').next().unwrap_or_default();
    // FNV-1a: a game is always on the same side of the division, whatever else is in the files.
    let hash = game.bytes().fold(0x811c_9dc5u32, |hash, b| (hash ^ u32::from(b)).wrapping_mul(0x0100_0193));
    Ok(Labelled {
        id: line.id.clone(),
        position,
        moves: line.moves.len(),
        ownership: line.own.iter().map(|own| own / 100.0).collect(),
        lead: line.lead,
        black_wins: line.winrate,
        result: Score::from_result(&line.result).map(Score::points),
        before,
        held_out: hash.is_multiple_of(5),
    })
}

//! `keisei rank`: all legal moves, best first.

use std::fmt::Write as _;
use std::process::ExitCode;

use serde::Serialize;

use keisei::preference::Recent;
use keisei::ranker::{RankMethod, Ranker};
use keisei_console::names::named;
use keisei_console::output::{self, ListFormat};
use keisei_console::player_args::all_cores;
use keisei_console::seds_args::SedsArgs;
use keisei_console::source::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  keisei rank game.sgf --move 49 --top 10
  keisei rank game.sgf --method seds      by the score after the move
  keisei rank game.sgf --format json | jq '.moves[0]'";

/// Rank all legal moves of the side to play, best first
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,

    /// How to rank
    #[arg(long, value_name = "NAME", default_value_t, value_parser = named::<RankMethod>())]
    method: RankMethod,

    /// How many moves to print as text (JSON has all)
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    top: u16,

    #[command(flatten)]
    dynamics: SedsArgs,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ListFormat,
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    method: &'static str,
    to_play: char,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    point: String,
    score: f64,
    rank: usize,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let source = args.source.load()?;
    let position = source.game.position();
    let legal = |point| source.game.legality(position.to_play(), keisei_goban::Move::Play(point)).is_ok();
    let recent = Recent::of(&source.game);
    let mut ranker = Ranker::new(args.method, args.dynamics.parameters()).with_threads(all_cores());
    let mut ranked = ranker.rank(position, recent);
    // The whole game knows of repetitions that the position does not.
    ranked.retain(|ranked| legal(ranked.point));
    let moves = ranked
        .iter()
        .enumerate()
        .map(|(i, ranked)| Move { point: ranked.point.to_string(), score: ranked.score, rank: i + 1 })
        .collect();
    let report =
        Report { schema: 1, method: args.method.name(), to_play: position.to_play().letter(), moves };
    let text = match args.format {
        ListFormat::Json => serde_json::to_string(&report)? + "\n",
        ListFormat::Text => table(&report, usize::from(args.top), &position.to_play().to_string()),
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn table(report: &Report, top: usize, player: &str) -> String {
    let mut text = format!(
        "{player} to play, {} legal moves by {}\n rank  move     score\n",
        report.moves.len(),
        report.method
    );
    for mv in report.moves.iter().take(top) {
        let _ = writeln!(text, "{:>5}  {:<5}{:>9.3}", mv.rank, mv.point, mv.score);
    }
    text
}

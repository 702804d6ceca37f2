//! `keisei genmove`: choose a move.

use std::fmt::Write as _;
use std::process::ExitCode;

use keisei::filter::Filter;
use keisei::player::uct::Search;
use keisei::player::{Considered, Player, PlayerName, PlayerSettings, is_played_out};
use keisei_goban::{Color, Move, Point};
use serde::Serialize;

use keisei_console::output::{self, BadUsage, ListFormat, counted};
use keisei_console::player_args::PlayerArgs;
use keisei_console::source::SourceArgs;

const EXAMPLES: &str = "\
Examples:
  keisei genmove game.sgf                              the last position's next move
  keisei genmove game.sgf --playouts 100000 --seed 7   think longer
  keisei genmove game.sgf --player flat --filter PF6 --switch 65   the paper's player: half of the moves while there are more than 65
  keisei genmove game.sgf --filter PF6 --list --format json   what the filter keeps, without playing

The first line is the move. The filters are those of Oshima-So: PF1 to PF4 rank the moves by the potential of the stones, PF5 to PF9 by how steep
it is; each removes half of them. The same seed gives the same move, on any number of threads.";

/// Choose a move for the side to play
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    player: PlayerArgs,

    /// Only list the candidates and what the filter keeps of them
    #[arg(long)]
    list: bool,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ListFormat,
}

/// Points as vertices, row by row from the top left.
fn vertices(points: &[Point]) -> Vec<String> {
    points.iter().map(Point::to_string).collect()
}

#[derive(Serialize)]
struct List {
    legal: Vec<String>,
    kept: Vec<String>,
}

#[derive(Serialize)]
struct Report {
    schema: u32,
    player: &'static str,
    to_play: char,
    #[serde(rename = "move")]
    best: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    details: Option<Details>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Details {
    Flat(Flat),
    Uct(Uct),
}

#[derive(Serialize)]
struct Flat {
    filter: &'static str,
    playouts: u64,
    legal: Vec<String>,
    kept: Vec<String>,
    /// Best first.
    candidates: Vec<Candidate>,
}

#[derive(Serialize)]
struct Candidate {
    #[serde(rename = "move")]
    point: String,
    /// The share of playouts that the side to play won.
    wins: f64,
    /// Black's mean lead on the board.
    lead: f64,
    playouts: u32,
}

#[derive(Serialize)]
struct Uct {
    filter: &'static str,
    prior: &'static str,
    playouts: u32,
    /// The share of playouts that the side to play won.
    wins: f64,
    /// The line that was visited most.
    variation: Vec<String>,
    /// The most visited first.
    candidates: Vec<Visited>,
}

#[derive(Serialize)]
struct Visited {
    #[serde(rename = "move")]
    mv: String,
    visits: u32,
    wins: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let settings = args.player.settings(PlayerName::Uct)?;
    let source = args.source.load()?;
    let game = &source.game;
    let color = game.position().to_play();
    let size = game.position().board().size();
    settings.check(size).map_err(|error| BadUsage(format!("--switch: {error}")))?;
    if args.list {
        let (legal, kept) = settings.flat().candidates(game, color);
        let list = List { legal: vertices(&legal), kept: vertices(&kept) };
        let text = match args.format {
            ListFormat::Json => serde_json::to_string(&list)? + "\n",
            ListFormat::Text => format!(
                "{} of {} kept by {}\n{}\n",
                list.kept.len(),
                counted(list.legal.len(), "move"),
                settings.filter.map_or("none", Filter::name),
                list.kept.join(" ")
            ),
        };
        output::print(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let (best, details) = match settings.player() {
        _ if is_played_out(game.position()) => (Move::Pass, None),
        Player::Plain(mut player) => (player.choose(game, color), None),
        Player::Flat(mut player) => {
            let considered = player.consider(game, color);
            (considered.best, Some(Details::Flat(flat(&considered, color, &settings))))
        }
        Player::Uct(mut player) => {
            let (best, search) = player.decide(game, color);
            (best, Some(Details::Uct(uct(&search, &settings))))
        }
    };
    let report = Report {
        schema: 1,
        player: settings.player.name(),
        to_play: color.letter(),
        best: best.to_string(),
        details,
    };
    let text = match args.format {
        ListFormat::Json => serde_json::to_string(&report)? + "\n",
        ListFormat::Text => table(&report, color),
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn flat(considered: &Considered, color: Color, settings: &PlayerSettings) -> Flat {
    let mut candidates: Vec<Candidate> = considered
        .kept
        .iter()
        .zip(&considered.tallies)
        .map(|(point, tally)| Candidate {
            point: point.to_string(),
            wins: tally.share(color).unwrap_or(0.0),
            lead: tally.lead as f64 / f64::from(tally.playouts.max(1)),
            playouts: tally.playouts,
        })
        .collect();
    // The chosen one leads its equals, which stay in the order of the board.
    let best = considered.best.to_string();
    candidates.sort_by(|a, b| b.wins.total_cmp(&a.wins).then((b.point == best).cmp(&(a.point == best))));
    Flat {
        filter: settings.filter.map_or("none", Filter::name),
        playouts: considered.playouts(),
        legal: vertices(&considered.legal),
        kept: vertices(&considered.kept),
        candidates,
    }
}

fn uct(search: &Search, settings: &PlayerSettings) -> Uct {
    Uct {
        filter: settings.filter.map_or("none", Filter::name),
        prior: settings.prior.name(),
        playouts: search.playouts,
        wins: search.share,
        variation: search.variation.iter().map(Move::to_string).collect(),
        candidates: search
            .moves
            .iter()
            .map(|searched| Visited {
                mv: searched.mv.to_string(),
                visits: searched.visits,
                wins: searched.share,
            })
            .collect(),
    }
}

/// So many candidates are printed as text.
const SHOWN: usize = 10;

fn table(report: &Report, color: Color) -> String {
    let mut text = format!("{}\n", report.best);
    match &report.details {
        None => {}
        Some(Details::Flat(details)) => {
            let _ = writeln!(
                text,
                "{color} to play, {} of {} kept, {}",
                details.kept.len(),
                counted(details.legal.len(), "move"),
                counted(details.playouts as usize, "playout")
            );
            if !details.candidates.is_empty() {
                text += " move    wins   lead\n";
            }
            for candidate in details.candidates.iter().take(SHOWN) {
                let (point, wins, lead) = (&candidate.point, 100.0 * candidate.wins, candidate.lead);
                let _ = writeln!(text, " {point:<5}{wins:>6.1}%{lead:>+7.1}");
            }
        }
        Some(Details::Uct(details)) => {
            let _ = writeln!(
                text,
                "{color} to play, {}, {:.1}% won",
                counted(details.playouts as usize, "playout"),
                100.0 * details.wins
            );
            if !details.candidates.is_empty() {
                text += " move    wins   visits\n";
            }
            for candidate in details.candidates.iter().take(SHOWN) {
                let (mv, wins, visits) = (&candidate.mv, 100.0 * candidate.wins, candidate.visits);
                let _ = writeln!(text, " {mv:<5}{wins:>6.1}%{visits:>9}");
            }
            if !details.variation.is_empty() {
                let _ = writeln!(text, "variation: {}", details.variation.join(" "));
            }
        }
    }
    text
}

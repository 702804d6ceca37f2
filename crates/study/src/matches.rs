//! `keisei study match`: games between two players, ours or programs that speak GTP.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use keisei::random::derived;
use keisei_goban::sgf::Record;
use keisei_goban::{Board, Color, Count, Game, Komi, Position, Rules, Score, Size};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::kept;
use super::share::Share;
use crate::contestant::{Answer, Player, Spec, set_up};
use keisei_console::output::{self, ListFormat, counted};

const EXAMPLES: &str = "\
Examples:
  keisei study match --first \"uct playouts=1000\" --second plain --size 7 --games 20
  keisei study match --first \"uct playouts=1000\" --second \"gtp: gnugo --mode gtp --level 1 --chinese-rules --seed {seed}\"
  keisei study match --first \"uct prior=seds\" --second uct --games 200 --state match.json --records games/

Players: uct (playouts=10000 filter=none switch=2 prior=none|seds|filter weight=3 time=SECONDS depth=1 expand=2 rave=1000 exploration=0 seed=0),
flat (playouts=100 filter=none switch=2 seed=0), plain, random, or gtp: and a command, in which {seed} stands for a number that differs
from game to game.
Odd games have the first player as Black. Chinese rules with simple ko.
After two passes the referee counts: a GTP program (final_score) if one plays or is named, else the area as it stands.";

/// Play games between two players, and tell who wins how often
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// One player
    #[arg(long, value_name = "PLAYER")]
    first: Spec,

    /// The other player
    #[arg(long, value_name = "PLAYER")]
    second: Spec,

    /// The side of the board
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(2..=25))]
    size: u32,

    /// White's points for playing second
    #[arg(long, value_name = "POINTS", default_value = "6.5", allow_negative_numbers = true)]
    komi: Komi,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Decides all random numbers of our players
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Who counts finished games: own, or gtp: and a command
    #[arg(long, value_name = "REFEREE")]
    referee: Option<Referee>,

    /// A game is counted as it stands after so many moves (default: four for each point)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,

    /// Games at the same time (default: as many as there are cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Keep finished games in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Write each game as a record into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// What to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ListFormat,
}

/// Who counts.
#[derive(Clone, PartialEq, Debug)]
enum Referee {
    Own,
    Program(String),
}

impl std::str::FromStr for Referee {
    type Err = String;

    fn from_str(text: &str) -> Result<Referee, String> {
        match text.strip_prefix("gtp:").map(str::trim) {
            Some(command) if !command.is_empty() => Ok(Referee::Program(command.into())),
            _ if text == "own" => Ok(Referee::Own),
            _ => Err("expected own, or gtp: and a command".into()),
        }
    }
}

/// A finished game. In pairs the first player comes first, whatever its colour.
#[derive(Clone, Serialize, Deserialize, Debug)]
struct Played {
    /// From 1.
    game: u32,
    /// As in SGF.
    result: String,
    /// For the first player: 1, 0.5 or 0.
    points: f64,
    moves: u32,
    /// Whether it was stopped before two passes.
    cut_off: bool,
    moves_of: [u32; 2],
    seconds: [f64; 2],
    playouts: [u64; 2],
}

impl Played {
    fn first_is_black(&self) -> bool {
        self.game % 2 == 1
    }
}

#[derive(Serialize, Deserialize, Default, Debug)]
struct State {
    /// What is studied: another match must not go on from here.
    study: String,
    games: Vec<Played>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let max_moves = args.max_moves.unwrap_or(4 * args.size * args.size);
    let study = format!(
        "{} | {} | {} {} {} {:?} {max_moves}",
        args.first, args.second, args.size, args.komi, args.seed, args.referee
    );
    let state = match &args.state {
        Some(path) if path.exists() => resume(path, &study)?,
        _ => State { study, ..State::default() },
    };
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    }
    let open: Vec<u32> =
        (1..=args.games).filter(|game| !state.games.iter().any(|played| played.game == *game)).collect();
    let bar = output::progress(u64::from(args.games), "games");
    bar.set_position(u64::from(args.games) - open.len() as u64);
    let state = Mutex::new(state);
    let stopped = AtomicBool::new(false);
    let play_one = |&number: &u32| -> anyhow::Result<()> {
        let outcome = play(args, number, max_moves, &stopped).and_then(|finished| {
            let Some((played, game)) = finished else { return Ok(()) };
            if let Some(folder) = &args.records {
                record(folder, args, &played, &game)?;
            }
            let mut state = state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            state.games.push(played);
            state.games.sort_by_key(|played| played.game);
            if let Some(path) = &args.state {
                kept::write(path, &*state)?;
            }
            bar.inc(1);
            Ok(())
        });
        if outcome.is_err() {
            stopped.store(true, Ordering::Relaxed);
        }
        outcome
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0) as usize).build()?;
    // One at a time for each thread, so that the first games are finished first.
    let outcome = pool.install(|| open.par_iter().with_max_len(1).try_for_each(play_one));
    bar.finish_and_clear();
    let mut state = state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    state.games.retain(|played| played.game <= args.games);
    outcome.with_context(|| {
        let fate = if args.state.is_some() { "kept in the state file" } else { "lost without --state" };
        format!("the match stopped; finished and {fate}: {}", counted(state.games.len(), "game"))
    })?;
    let text = match args.format {
        ListFormat::Text => table(args, &state),
        ListFormat::Json => json(args, &state),
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn resume(path: &Path, study: &str) -> anyhow::Result<State> {
    let name = path.display();
    let state: State = kept::read(path, "match")?;
    if state.study != study {
        bail!("{name}: belongs to another match ({}); take another file, or the same arguments", state.study);
    }
    if state.games.windows(2).any(|pair| pair[0].game >= pair[1].game) {
        bail!("{name}: not the state of a match: games are not in order");
    }
    Ok(state)
}

/// Plays one game; `None` if another game failed meanwhile.
fn play(
    args: &Args,
    number: u32,
    max_moves: u32,
    stopped: &AtomicBool,
) -> anyhow::Result<Option<(Played, Game)>> {
    let mut position = Position::new(Board::new(Size::square(args.size)?));
    position.set_rules(Rules::CHINESE);
    position.set_komi(args.komi);
    let mut game = Game::new(position);
    let specs = [&args.first, &args.second];
    let seed = derived(args.seed, u64::from(number));
    let start = |side: usize| {
        specs[side]
            .player(&game, derived(seed, u64::from(side as u32)))
            .with_context(|| format!("game {number}: `{}`", specs[side]))
    };
    let mut players = [start(0)?, start(1)?];
    let mut played = Played {
        game: number,
        result: String::new(),
        points: 0.0,
        moves: 0,
        cut_off: false,
        moves_of: [0; 2],
        seconds: [0.0; 2],
        playouts: [0; 2],
    };
    let black = usize::from(!played.first_is_black());
    let result = loop {
        if stopped.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if game.is_over() || played.moves >= max_moves {
            played.cut_off = !game.is_over();
            let referee = if played.cut_off { &Some(Referee::Own) } else { &args.referee };
            break count(referee, &mut players, &game).with_context(|| format!("game {number}, counting"))?;
        }
        let color = game.position().to_play();
        let side = if color == Color::Black { black } else { 1 - black };
        let place =
            || format!("game {number}, move {}, `{}` as {color}", game.move_number() + 1, specs[side]);
        let begun = Instant::now();
        let answer = players[side].choose(&game, color).with_context(place)?;
        played.seconds[side] += begun.elapsed().as_secs_f64();
        played.moves_of[side] += 1;
        let Answer::Move(mv) = answer else {
            break (Some(color.opponent()), format!("{}+Resign", color.opponent().letter()));
        };
        let legality = game.legality(color, mv);
        legality.map_err(|error| anyhow!("{mv} is illegal: {error}")).with_context(place)?;
        players[1 - side].hear(color, mv).with_context(place)?;
        game.play(mv).map_err(|error| anyhow!("{mv} is illegal: {error}"))?;
        played.moves += 1;
    };
    let (winner, text) = result;
    played.result = text;
    played.points = match winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from((winner == Color::Black) == played.first_is_black())),
    };
    played.playouts = [players[0].playouts(), players[1].playouts()];
    Ok(Some((played, game)))
}

/// Who won, and by how much.
fn count(
    referee: &Option<Referee>,
    players: &mut [Player; 2],
    game: &Game,
) -> anyhow::Result<(Option<Color>, String)> {
    let said = match referee {
        Some(Referee::Own) => None,
        Some(Referee::Program(command)) => Some(set_up(command, game)?.ask("final_score")?),
        None => match players.iter_mut().find_map(|player| match player {
            Player::Gtp(program) => Some(program),
            _ => None,
        }) {
            Some(program) => Some(program.ask("final_score")?),
            None => None,
        },
    };
    match said {
        None => {
            let result: Score = Count::as_it_stands(game.position()).result;
            Ok((result.winner(), result.to_string()))
        }
        Some(text) => match text.as_bytes().first() {
            Some(b'B' | b'b') => Ok((Some(Color::Black), text)),
            Some(b'W' | b'w') => Ok((Some(Color::White), text)),
            _ if ["0", "draw", "jigo"].contains(&text.to_ascii_lowercase().as_str()) => {
                Ok((None, "0".into()))
            }
            _ => bail!("final_score answers `{text}`"),
        },
    }
}

fn record(folder: &Path, args: &Args, played: &Played, game: &Game) -> anyhow::Result<()> {
    let mut record = Record::from_game(game);
    let root = record.root();
    let (black, white) =
        if played.first_is_black() { (&args.first, &args.second) } else { (&args.second, &args.first) };
    record.add(root, "PB", [black.to_string()]);
    record.add(root, "PW", [white.to_string()]);
    record.add(root, "RE", [&played.result]);
    let path = folder.join(format!("game-{:04}.sgf", played.game));
    output::write_whole(&path, record.to_string().as_bytes())
        .with_context(|| format!("{}: cannot be written", path.display()))
}

/// A sum over games and both players.
fn total(state: &State, side: usize, of: impl Fn(&Played, usize) -> f64) -> f64 {
    state.games.iter().map(|played| of(played, side)).sum()
}

fn table(args: &Args, state: &State) -> String {
    let games = state.games.len();
    let points: f64 = state.games.iter().map(|played| played.points).sum();
    let wins = |points: f64| state.games.iter().filter(|played| played.points == points).count();
    let (low, high) = Share { won: points, games: games as u64 }.interval();
    let mut text = format!(
        "{}, {}x{}, komi {}: the first won {}, lost {}, drew {}\n",
        counted(games, "game"),
        args.size,
        args.size,
        args.komi,
        wins(1.0),
        wins(0.0),
        wins(0.5)
    );
    let _ = writeln!(
        text,
        "first wins {:.1} % (95 %: {:.1} to {:.1})",
        100.0 * points / games.max(1) as f64,
        100.0 * low,
        100.0 * high
    );
    for black in [true, false] {
        let of_color = || state.games.iter().filter(move |played| played.first_is_black() == black);
        let color = if black { "Black" } else { "White" };
        let won: f64 = of_color().map(|played| played.points).sum();
        let _ = writeln!(text, "  as {color}: {won} of {}", of_color().count());
    }
    let moves: u32 = state.games.iter().map(|played| played.moves).sum();
    let cut_off = state.games.iter().filter(|played| played.cut_off).count();
    let _ = writeln!(text, "{:.1} moves a game, {cut_off} cut off", f64::from(moves) / games.max(1) as f64);
    for (side, name, spec) in [(0, "first", &args.first), (1, "second", &args.second)] {
        let moves = total(state, side, |played, side| f64::from(played.moves_of[side])).max(1.0);
        let seconds = total(state, side, |played, side| played.seconds[side]);
        let playouts = total(state, side, |played, side| played.playouts[side] as f64);
        let _ = write!(text, "{name}: {spec}: {:.2} ms a move", 1e3 * seconds / moves);
        if playouts > 0.0 {
            let _ = write!(
                text,
                ", {:.0} playouts a move, {:.0} a second",
                playouts / moves,
                playouts / seconds.max(1e-9)
            );
        }
        text.push('\n');
    }
    text
}

fn json(args: &Args, state: &State) -> String {
    let games = state.games.len();
    let points: f64 = state.games.iter().map(|played| played.points).sum();
    let (low, high) = Share { won: points, games: games as u64 }.interval();
    let report = serde_json::json!({
        "first": args.first.to_string(), "second": args.second.to_string(), "size": args.size, "komi": args.komi.points(),
        "points": points, "share": points / games.max(1) as f64, "interval": [low, high], "games": state.games,
    });
    report.to_string() + "\n"
}

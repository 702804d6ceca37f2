//! `keisei study match`: games between two players, ours or programs that speak GTP.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use keisei::player::read_seconds;
use keisei::random::derived;
use keisei_goban::sgf::Record;
use keisei_goban::{Board, Color, Count, Game, Komi, Move, Position, Rules, Score, Size};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::kept::{Kept, ensure_same};
use super::share::Share;
use crate::contestant::{Answer, Player, Programs, Spec};
use keisei_console::output::{self, ListFormat, counted};

const EXAMPLES: &str = "\
Examples:
  keisei study match --first \"uct playouts=1000\" --second plain --size 7 --games 20
  keisei study match --first \"uct playouts=1000\" --second \"gtp: gnugo --mode gtp --level 1 --chinese-rules --seed {seed}\"
  keisei study match --first \"uct prior=seds\" --second uct --games 200 --state match.json --records games/

Players: uct (playouts=10000 filter=none switch=2 prior=none|seds|filter weight=3 time=SECONDS depth=1 expand=2 rave=1000 exploration=0
tactics=1 ladders=64 seed=0),
flat (playouts=100 filter=none switch=2 seed=0), plain, random, or gtp: and a command, in which {seed} stands for a number that differs
from game to game.
Odd games have the first player as Black. Chinese rules with simple ko.
After two passes the referee counts: a GTP program (final_score) if one plays or is named, else the area as it stands.

With --state a match may be interrupted at any time (Ctrl-C, SIGTERM), and the same command goes on: with the games that are finished, and in the
middle of those that were not if both players are ours. A program that takes longer than --patience for an answer, its start included, is ended,
and so is the match, since nobody knows who would have won; what is finished is kept.";

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

    /// How many seconds a GTP program may take for one answer
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = read_seconds)]
    patience: Duration,

    /// Keep the games so far in this file, and go on from it: saved every two seconds, and when
    /// interrupted
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

/// A game that goes on.
#[derive(Clone, Serialize, Deserialize, Default, Debug)]
struct Begun {
    moves: Vec<String>,
    /// Of the players, as in [`Played`].
    seconds: [f64; 2],
    playouts: [u64; 2],
}

#[derive(Serialize, Deserialize, Default, Debug)]
struct State {
    /// What is studied: another match must not go on from here.
    study: String,
    games: Vec<Played>,
    /// By their numbers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    begun: BTreeMap<u32, Begun>,
}

impl State {
    fn finish(&mut self, played: Played) {
        self.begun.remove(&played.game);
        let place = self.games.partition_point(|other| other.game < played.game);
        self.games.insert(place, played);
    }
}

/// All that a game needs to know.
struct Match<'a> {
    args: &'a Args,
    max_moves: u32,
    programs: Programs,
    kept: Kept<State>,
    /// Whether a game failed, so that the others need not go on.
    failed: AtomicBool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let max_moves = args.max_moves.unwrap_or(4 * args.size * args.size);
    let study = format!(
        "{} | {} | {} {} {} {:?} {max_moves}",
        args.first, args.second, args.size, args.komi, args.seed, args.referee
    );
    let new = State { study: study.clone(), ..State::default() };
    let kept = Kept::begin(args.state.as_deref(), "match", new, |saved| resume(saved, &study))?;
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    }
    let open: Vec<u32> = kept.look(|state| {
        (1..=args.games).filter(|game| !state.games.iter().any(|played| played.game == *game)).collect()
    });
    let bar = output::progress(u64::from(args.games), "games");
    bar.set_position(u64::from(args.games) - open.len() as u64);
    let programs = Programs::new(args.patience);
    let this = Match { args, max_moves, programs, kept, failed: AtomicBool::new(false) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0) as usize).build()?;
    let play_one = |&number: &u32| {
        match this.play_and_keep(number) {
            Ok(()) => bar.inc(1),
            // What fails after another failure is a consequence: its program was ended.
            Err(_) if this.failed.swap(true, Ordering::Relaxed) => {}
            Err(error) => {
                this.programs.end();
                return Err(error);
            }
        }
        Ok(())
    };
    let work = || {
        // Each thread takes the next game, so that the first are finished first.
        let outcome = pool.install(|| open.iter().par_bridge().try_for_each(play_one));
        outcome.with_context(|| {
            let games = this.kept.look(|state| state.games.len());
            let kept = if args.state.is_some() { "kept in the state file" } else { "lost without --state" };
            let verb = if games == 1 { "is" } else { "are" };
            format!("the match stopped; {} {verb} {kept}", counted(games, "finished game"))
        })
    };
    let outcome = this.kept.during(work, || {
        bar.finish_and_clear();
        this.programs.end();
    });
    bar.finish_and_clear();
    outcome?;
    let mut state = this.kept.into_state();
    state.games.retain(|played| played.game <= args.games);
    let text = match args.format {
        ListFormat::Text => table(args, &state),
        ListFormat::Json => json(args, &state),
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn resume(state: State, study: &str) -> anyhow::Result<State> {
    ensure_same(study, &state.study)?;
    if state.games.windows(2).any(|pair| pair[0].game >= pair[1].game) {
        bail!("not the state of a match: games are not in order");
    }
    if state.games.iter().any(|played| state.begun.contains_key(&played.game)) {
        bail!("not the state of a match: a game that goes on is finished");
    }
    Ok(state)
}

impl Match<'_> {
    fn play_and_keep(&self, number: u32) -> anyhow::Result<()> {
        let Some((played, game)) = self.play(number)? else { return Ok(()) };
        if let Some(folder) = &self.args.records {
            record(folder, self.args, &played, &game)?;
        }
        self.kept.change(|state| state.finish(played))
    }

    /// Plays one game, from where it was; `None` if another game failed meanwhile.
    fn play(&self, number: u32) -> anyhow::Result<Option<(Played, Game)>> {
        let args = self.args;
        let mut position = Position::new(Board::new(Size::square(args.size)?));
        position.set_rules(Rules::CHINESE);
        position.set_komi(args.komi);
        let mut game = Game::new(position);
        let specs = [&args.first, &args.second];
        let seed = derived(args.seed, u64::from(number));
        let start = |side: usize| {
            specs[side]
                .player(&game, derived(seed, u64::from(side as u32)), &self.programs)
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
        let side_of = |color| if color == Color::Black { black } else { 1 - black };
        // What a program would go on with is not known: such games begin anew.
        let goes_on = specs.iter().all(|spec| spec.is_own());
        let begun = self.kept.look(|state| state.begun.get(&number).filter(|_| goes_on).cloned());
        if let Some(begun) = begun {
            for text in &begun.moves {
                let color = game.position().to_play();
                let side = side_of(color);
                players[side].recall(&game, color, begun.playouts[side])?;
                let mv: Move = text.parse().with_context(|| format!("game {number} of the state"))?;
                game.play(mv).map_err(|error| anyhow!("game {number} of the state: {mv}: {error}"))?;
                played.moves_of[side] += 1;
                played.moves += 1;
            }
            played.seconds = begun.seconds;
        }
        let result = loop {
            if self.failed.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if game.is_over() || played.moves >= self.max_moves {
                played.cut_off = !game.is_over();
                let referee = if played.cut_off { &Some(Referee::Own) } else { &args.referee };
                let counted = self.count(referee, &mut players, &game);
                break counted.with_context(|| format!("game {number}, counting"))?;
            }
            let color = game.position().to_play();
            let side = side_of(color);
            let place =
                || format!("game {number}, move {}, `{}` as {color}", game.move_number() + 1, specs[side]);
            let asked = Instant::now();
            let answer = players[side].choose(&game, color).with_context(place)?;
            played.seconds[side] += asked.elapsed().as_secs_f64();
            played.moves_of[side] += 1;
            let Answer::Move(mv) = answer else {
                break (Some(color.opponent()), format!("{}+Resign", color.opponent().letter()));
            };
            let legality = game.legality(color, mv);
            legality.map_err(|error| anyhow!("{mv} is illegal: {error}")).with_context(place)?;
            players[1 - side].hear(color, mv).with_context(place)?;
            game.play(mv).map_err(|error| anyhow!("{mv} is illegal: {error}"))?;
            played.moves += 1;
            played.playouts = [players[0].playouts(), players[1].playouts()];
            if goes_on {
                self.kept.change(|state| {
                    let begun = state.begun.entry(number).or_default();
                    begun.moves.push(mv.to_string());
                    (begun.seconds, begun.playouts) = (played.seconds, played.playouts);
                })?;
            }
        };
        let (winner, text) = result;
        played.result = text;
        played.points = match winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from((winner == Color::Black) == played.first_is_black())),
        };
        Ok(Some((played, game)))
    }

    /// Who won, and by how much.
    fn count(
        &self,
        referee: &Option<Referee>,
        players: &mut [Player; 2],
        game: &Game,
    ) -> anyhow::Result<(Option<Color>, String)> {
        let said = match referee {
            Some(Referee::Own) => None,
            Some(Referee::Program(command)) => Some(self.programs.set_up(command, game)?.ask("final_score")?),
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

//! `keisei gtp`: an engine that speaks the Go Text Protocol, version 2 \[GTP\].
//!
//! A line becomes a `Request` (`line`), the table of commands (`commands`) finds its handler, and the handler (one file per
//! family) acts on the [`Engine`]. Parsing never acts and handlers never parse lines. Only replies go to standard output.

mod analyze;
mod commands;
mod dynamics;
mod engine;
mod gogui;
mod line;
mod moyo;
mod play;
mod protocol;
mod query;
pub(crate) mod rules;
mod safety;
mod score;
mod setup;
mod zones;

use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};

use keisei::judge::Effort;
use keisei::player::PlayerName;
use keisei::{Method, Settings};
use keisei_goban::{Komi, Rules, Size};

pub use commands::table;
pub use engine::{Answer, Engine, Reply};

use crate::input::read_line;
use crate::names::named;
use crate::output;
use crate::player_args::PlayerArgs;
use crate::safety_args::SafetyArgs;

/// The longest line that is read. Real ones have a few hundred characters.
const LONGEST_LINE: u64 = 64 << 10;

const EXAMPLES: &str = "\
Examples:
  keisei gtp                              for a GUI such as Sabaki or GoGui
  keisei gtp --rules japanese --komi 6.5
  keisei gtp --effort normal              judge faster, without random games
  keisei gtp --playouts 50000             think longer about each move
  keisei gtp --player flat --filter PF6   let another player choose
  printf 'boardsize 9\\ngenmove b\\nshowboard\\n' | keisei gtp

`list_commands` lists the commands, `help` says what each does.";

/// Run as a GTP engine on standard input and output
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// How to judge
    #[arg(long, value_name = "NAME", default_value_t, value_parser = named::<Method>())]
    method: Method,

    /// How much work the method judge puts in
    #[arg(long, value_name = "EFFORT", default_value_t, value_parser = named::<Effort>())]
    effort: Effort,

    /// The rules at the start
    #[arg(long, value_name = "R", default_value = "chinese")]
    rules: Rules,

    /// Komi at the start
    #[arg(long, value_name = "K", default_value = "6.5", allow_negative_numbers = true)]
    komi: Komi,

    /// The name to answer to `name` with: some GUIs ask only a KataGo for ownership
    #[arg(long, value_name = "NAME", default_value = "Keisei")]
    name: String,

    #[command(flatten)]
    player: PlayerArgs,

    #[command(flatten)]
    limits: SafetyArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let player = args.player.settings(PlayerName::Uct)?;
    let judging = args.limits.applied_to(Settings::new(args.method).with_effort(args.effort));
    let mut engine = Engine::new(judging, Size::default(), args.rules, args.komi, player.seed);
    engine.set_player(player);
    engine.rename(&args.name);
    engine.limits = args.limits.limits();
    // A line that comes in must be able to end an analysis, so that reading needs a thread of its own.
    let (send, lines) = sync_channel(16);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        while let Some(line) = read_line(&mut input, LONGEST_LINE) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    let mut waiting: Option<Vec<u8>> = None;
    while let Some(line) = waiting.take().or_else(|| lines.recv().ok()) {
        let Some(reply) = engine.answer(&line) else { continue };
        let head = reply.head();
        match reply.answer {
            Ok(Answer::Text(text)) | Err(text) => print(&finished(&head, &text))?,
            Ok(Answer::Quit) => {
                print(&finished(&head, ""))?;
                break;
            }
            Ok(Answer::Analysis(analysis)) => {
                print(&format!("{head}\n"))?;
                waiting = stream(&mut engine, &analysis, &lines)?;
                print("\n")?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints updates until a line comes in, which is returned, or the input ends.
fn stream(
    engine: &mut Engine,
    analysis: &analyze::Analysis,
    lines: &Receiver<Vec<u8>>,
) -> anyhow::Result<Option<Vec<u8>>> {
    loop {
        print(&(analysis.update(engine) + "\n"))?;
        match lines.recv_timeout(analysis.interval()) {
            Ok(line) => return Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}

/// A whole reply. An empty line would end it, so that none may stand inside.
fn finished(head: &str, text: &str) -> String {
    let lines: Vec<&str> =
        text.trim_end().lines().map(|l| if l.trim().is_empty() { " " } else { l }).collect();
    let reply = format!("{head} {}", lines.join("\n"));
    format!("{}\n\n", reply.trim_end())
}

fn print(text: &str) -> anyhow::Result<()> {
    output::print(text.as_bytes())
}

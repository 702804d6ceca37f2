//! `keisei gtp`: a GTP engine on standard input and output.

use std::io::BufReader;
use std::process::ExitCode;

use keisei::judge::Effort;
use keisei::player::PlayerName;
use keisei::{Method, Settings};
use keisei_console::names::named;
use keisei_console::output;
use keisei_console::player_args::PlayerArgs;
use keisei_console::safety_args::SafetyArgs;
use keisei_engine::gtp::{Engine, serve};
use keisei_goban::{Komi, Rules, Size};

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
    engine.limit_proofs(args.limits.limits());
    serve(&mut engine, BufReader::new(std::io::stdin()), &mut std::io::stdout(), output::complain)?;
    Ok(ExitCode::SUCCESS)
}

//! The binary `keisei`: arguments and exit codes; `commands` has one file for each command. What
//! commands share is in `keisei-console`, experiments are in `keisei-study`, the protocols in
//! `keisei-engine`.

mod commands;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use keisei_console::output;

const EXAMPLES: &str = "\
Examples:
  keisei judge game.sgf                     judge the last position of a record
  keisei judge game.sgf --move 34 -o 34.png draw the judgement after 34 moves
  keisei judge game.sgf --format json       the same for programs
  keisei show game.sgf --move 100           the board, without judging
  keisei moyo game.sgf --move 34            frameworks, and why a point belongs to one
  keisei safety game.sgf                    what can be proved
  keisei zones game.sgf                     dividers and the zones they cut off
  keisei status game.sgf                    which blocks can be taken or saved, and how
  keisei score game.sgf                     count a finished game
  keisei rank game.sgf --top 10             the best moves
  keisei genmove game.sgf                   choose a move
  keisei cgt \"cool({6||4|0}, 2)\"            combinatorial games: values, order, cooling, thermographs
  keisei check games/                       read and replay every record in a folder
  cat game.sgf | keisei judge -             read standard input

FILE is an SGF record, a diagram (rows of X, O and .), or - for standard input.
Exit status: 0 success, 1 bad input, 2 bad usage; 130 or 143 for a study that was interrupted.";

/// Judges Go positions: who owns what, by how much, how sure, and why.
#[derive(Parser)]
#[command(name = "keisei", version, after_help = EXAMPLES, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Judge(commands::judge::Args),
    Show(commands::show::Args),
    Moyo(commands::moyo::Args),
    Safety(commands::safety::Args),
    Zones(commands::zones::Args),
    Status(commands::status::Args),
    Score(commands::score::Args),
    Rank(commands::rank::Args),
    Genmove(commands::genmove::Args),
    Cgt(commands::cgt::Args),
    Check(commands::check::Args),
    Gtp(commands::gtp::Args),
    Analysis(commands::analysis::Args),
    Study(keisei_study::Args),
    Bench(commands::bench::Args),
    Completions(commands::manual::CompletionsArgs),
    Man(commands::manual::ManArgs),
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let cli = Cli::parse_from(as_gnugo(std::env::args_os().collect()));
    let result = match cli.command {
        Command::Judge(args) => commands::judge::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Moyo(args) => commands::moyo::run(&args),
        Command::Safety(args) => commands::safety::run(&args),
        Command::Zones(args) => commands::zones::run(&args),
        Command::Status(args) => commands::status::run(&args),
        Command::Score(args) => commands::score::run(&args),
        Command::Rank(args) => commands::rank::run(&args),
        Command::Genmove(args) => commands::genmove::run(&args),
        Command::Cgt(args) => commands::cgt::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Gtp(args) => commands::gtp::run(&args),
        Command::Analysis(args) => commands::analysis::run(&args),
        Command::Study(args) => keisei_study::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Completions(args) => commands::manual::completions(&args),
        Command::Man(args) => commands::manual::man(&args),
    };
    match result {
        Ok(code) => code,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("error: {error:#}"));
            ExitCode::from(if error.is::<output::BadUsage>() { 2 } else { 1 })
        }
    }
}

/// Programs that were made for GNU Go start `gnugo --mode gtp`, with options that mean nothing here:
/// they get the GTP engine. Everything else stays as it is.
fn as_gnugo(arguments: Vec<OsString>) -> Vec<OsString> {
    let says = |i: usize, word: &str| arguments.get(i).is_some_and(|argument| argument == word);
    let is_gtp = |i: usize| says(i, "--mode=gtp") || says(i, "--mode") && says(i + 1, "gtp");
    let begins_with_option = arguments.get(1).is_some_and(|first| first.to_string_lossy().starts_with('-'));
    if begins_with_option && (1..arguments.len()).any(is_gtp) {
        return vec![arguments[0].clone(), "gtp".into()];
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_of_gnu_go_mean_the_gtp_engine() {
        let changed = |text: &str| {
            let words = as_gnugo(text.split(' ').map(OsString::from).collect());
            words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(changed("gnugo --mode gtp --quiet --level 10"), "gnugo gtp");
        assert_eq!(changed("gnugo --quiet --mode=gtp"), "gnugo gtp");
        assert_eq!(changed("keisei gtp --method moyo"), "keisei gtp --method moyo");
        assert_eq!(changed("keisei judge --mode gtp"), "keisei judge --mode gtp");
        assert_eq!(changed("keisei --mode ascii"), "keisei --mode ascii");
    }
}

//! `keisei analysis`: KataGo's analysis-engine protocol, JSON lines on standard input and output.
//!
//! Lines are parsed as they come (`query`) and taken apart into turns; the turns are judged on all cores (`reply`) and answered as
//! they get done, each exactly once. The queue between is short, so that memory does not grow with the input.

mod query;
mod reply;

use std::io::{BufRead, Read};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};

use keisei::Method;
use serde_json::{Value, json};

pub use query::{Problem, Request};
pub use reply::Judge;

use crate::method::MethodArg;
use crate::output;

/// The longest line that is read: a game of ten thousand moves takes a fraction of it.
const LONGEST_LINE: u64 = 4 << 20;

const EXAMPLES: &str = "\
Examples:
  keisei analysis --method area
  echo '{\"id\":\"1\",\"moves\":[[\"B\",\"Q16\"]],\"rules\":\"chinese\",\"komi\":7.5,\"boardXSize\":19,\"boardYSize\":19}' | keisei analysis";

/// Run as an analysis engine: KataGo's JSON lines on standard input and output
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// How to judge, unless a query says otherwise (overrideSettings.method)
    #[arg(long, value_name = "NAME", default_value = Method::default().name())]
    method: MethodArg,

    /// The number of threads (default: as many as there are cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let threads = match args.threads {
        Some(n) => n as usize,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let (send, turns) = sync_channel::<query::Turn>(4 * threads);
    let turns = Mutex::new(turns);
    let failure: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut judge = Judge::new();
                while let Some(turn) = receive(&turns) {
                    if let Err(error) = print(&judge.reply(&turn)) {
                        *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        break;
                    }
                }
            });
        }
        let mut input = std::io::stdin().lock();
        while let Some(line) = read_line(&mut input) {
            let queued = match Request::read(&line, args.method.0) {
                Ok(None) => true,
                Ok(Some(Request::Turns(all))) => all.into_iter().all(|turn| send.send(turn).is_ok()),
                Ok(Some(Request::Answered(answer))) => print(&answer).is_ok(),
                Err(problem) => print(&problem.json()).is_ok(),
            };
            if !queued {
                break;
            }
        }
        drop(send);
    });
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(ExitCode::SUCCESS),
    }
}

fn receive(turns: &Mutex<Receiver<query::Turn>>) -> Option<query::Turn> {
    turns.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn print(answer: &Value) -> anyhow::Result<()> {
    output::print((answer.to_string() + "\n").as_bytes())
}

/// Reads a line; what is beyond the limit is passed over and makes the line unreadable. `None` at the end.
fn read_line(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).ok()?;
    if read == 0 {
        return None;
    }
    while line.last() != Some(&b'\n') {
        let mut rest = Vec::new();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut rest).ok()? == 0 {
            break;
        }
        line.clear(); // Half an object is no object: say so rather than guess.
        line.push(b'{');
        if rest.last() == Some(&b'\n') {
            break;
        }
    }
    Some(line)
}

/// The answer to `query_version`.
fn version(id: &Value) -> Value {
    json!({"id": id, "action": "query_version", "version": env!("CARGO_PKG_VERSION"), "git_hash": "keisei"})
}

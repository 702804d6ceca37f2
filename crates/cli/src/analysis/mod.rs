//! `keisei analysis`: KataGo's analysis-engine protocol, JSON lines on standard input and output.
//!
//! Lines are parsed as they come (`query`) and taken apart into turns; the turns are judged on all cores (`reply`) and answered as
//! they get done, each exactly once. The queue between is short, so that memory does not grow with the input.

mod query;
mod reply;

use std::process::ExitCode;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};

use keisei::judge::Effort;
use keisei::{Method, Settings};
use serde_json::{Value, json};

pub use query::{Problem, Request};
pub use reply::Analyst;

use crate::input::read_line;
use crate::names::named;
use crate::output;
use crate::safety_args::SafetyArgs;

/// The longest line that is read: a game of ten thousand moves takes a fraction of it.
const LONGEST_LINE: u64 = 4 << 20;

const EXAMPLES: &str = "\
Examples:
  keisei analysis --effort normal         faster, without random games
  keisei analysis --method area
  echo '{\"id\":\"1\",\"moves\":[[\"B\",\"Q16\"]],\"rules\":\"chinese\",\"komi\":7.5,\"boardXSize\":19,\"boardYSize\":19}' | keisei analysis";

/// Run as an analysis engine: KataGo's JSON lines on standard input and output
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// How to judge, unless a query says otherwise (overrideSettings.method)
    #[arg(long, value_name = "NAME", default_value_t, value_parser = named::<Method>())]
    method: Method,

    /// How much work the method judge puts in, unless a query says otherwise (overrideSettings.effort)
    #[arg(long, value_name = "EFFORT", default_value_t, value_parser = named::<Effort>())]
    effort: Effort,

    #[command(flatten)]
    limits: SafetyArgs,

    /// The number of threads (default: as many as there are cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let threads = match args.threads {
        Some(n) => n as usize,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let settings = args.limits.applied_to(Settings::new(args.method).with_effort(args.effort));
    let (send, turns) = sync_channel::<query::Turn>(4 * threads);
    let turns = Mutex::new(turns);
    let failure: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    let fail = |error| *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    let failed = || failure.lock().unwrap_or_else(PoisonError::into_inner).is_some();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut analyst = Analyst::new();
                // When nobody listens any more, the queue is still emptied: the reader may be waiting for room in it.
                while let Some(turn) = receive(&turns) {
                    if !failed() {
                        print(&analyst.reply(&turn)).unwrap_or_else(fail);
                    }
                }
            });
        }
        let mut input = std::io::stdin().lock();
        while let Some(line) = read_line(&mut input, LONGEST_LINE) {
            match read(&line, &settings) {
                Ok(None) => {}
                Ok(Some(Request::Turns(all))) => all.into_iter().for_each(|turn| {
                    send.send(turn).expect("the workers receive until the queue is closed");
                }),
                Ok(Some(Request::Answered(answer))) => print(&answer).unwrap_or_else(fail),
                Err(problem) => print(&problem.json()).unwrap_or_else(fail),
            }
            if failed() {
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

fn read(line: &[u8], settings: &Settings) -> Result<Option<Request>, Problem> {
    if line.len() as u64 > LONGEST_LINE {
        return Err(Problem::nameless(format!("the line is longer than {LONGEST_LINE} bytes")));
    }
    Request::read(line, settings)
}

fn receive(turns: &Mutex<Receiver<query::Turn>>) -> Option<query::Turn> {
    turns.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn print(answer: &Value) -> anyhow::Result<()> {
    output::print((answer.to_string() + "\n").as_bytes())
}

/// The answer to `query_version`.
fn version(id: &Value) -> Value {
    json!({"id": id, "action": "query_version", "version": env!("CARGO_PKG_VERSION"), "git_hash": "keisei"})
}

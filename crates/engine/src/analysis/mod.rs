//! KataGo's analysis-engine protocol, JSON lines.
//!
//! Lines are parsed as they come (`query`) and taken apart into turns; the turns are judged on all
//! cores (`reply`) and answered as they get done, each exactly once. The queue between is short, so
//! that memory does not grow with the input.

mod query;
mod reply;

use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};

use keisei::Settings;
use serde_json::{Value, json};

pub use query::{Problem, Request, Turn};
pub use reply::Analyst;

use crate::line::read_line;

/// The longest line that is read: a game of ten thousand moves takes a fraction of it.
const LONGEST_LINE: u64 = 4 << 20;

/// Answers the lines of an input until it ends, with so many threads. What a query does not say is
/// judged by `settings`.
///
/// # Errors
/// If `output` takes no more.
pub fn serve(
    settings: &Settings,
    threads: usize,
    mut input: impl BufRead,
    output: impl Write + Send,
) -> std::io::Result<()> {
    let (send, turns) = sync_channel::<Turn>(4 * threads);
    let turns = Mutex::new(turns);
    let output = Mutex::new(Output { to: output, failure: None });
    let locked = || output.lock().unwrap_or_else(PoisonError::into_inner);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut analyst = Analyst::new();
                // When nobody listens any more, the queue is still emptied: the reader may be
                // waiting for room in it.
                while let Some(turn) = receive(&turns) {
                    if locked().failure.is_none() {
                        let reply = analyst.reply(&turn);
                        locked().print(&reply);
                    }
                }
            });
        }
        while let Some(line) = read_line(&mut input, LONGEST_LINE) {
            match read(&line, settings) {
                Ok(None) => {}
                Ok(Some(Request::Turns(all))) => all.into_iter().for_each(|turn| {
                    send.send(turn).expect("the workers receive until the queue is closed");
                }),
                Ok(Some(Request::Answered(answer))) => locked().print(&answer),
                Err(problem) => locked().print(&problem.json()),
            }
            if locked().failure.is_some() {
                break;
            }
        }
        drop(send);
    });
    output.into_inner().unwrap_or_else(PoisonError::into_inner).failure.map_or(Ok(()), Err)
}

/// Where replies go, and what went wrong with it.
struct Output<W> {
    to: W,
    failure: Option<std::io::Error>,
}

impl<W: Write> Output<W> {
    fn print(&mut self, answer: &Value) {
        let line = answer.to_string() + "\n";
        if let Err(error) = self.to.write_all(line.as_bytes()).and_then(|()| self.to.flush()) {
            self.failure.get_or_insert(error);
        }
    }
}

fn read(line: &[u8], settings: &Settings) -> Result<Option<Request>, Problem> {
    if line.len() as u64 > LONGEST_LINE {
        return Err(Problem::nameless(format!("the line is longer than {LONGEST_LINE} bytes")));
    }
    Request::read(line, settings)
}

fn receive(turns: &Mutex<Receiver<Turn>>) -> Option<Turn> {
    turns.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// The answer to `query_version`.
fn version(id: &Value) -> Value {
    json!({"id": id, "action": "query_version", "version": env!("CARGO_PKG_VERSION"), "git_hash": "keisei"})
}

//! KataGo's analysis-engine protocol, JSON lines.
//!
//! Lines are parsed as they come (`query`) and taken apart into turns, which wait by priority (`queue`);
//! they are judged on all cores (`reply`) and answered as they get done, each exactly once. Reading,
//! judging and writing do not wait for each other, as long as what waits stays within limits: a client
//! may send all its queries before it reads an answer, and may take them back at any time.

mod query;
mod queue;
mod reply;

use std::io::{BufRead, Write};

use keisei::Settings;
use serde_json::{Value, json};

use self::query::no_results;
pub use self::query::{Problem, Request, Termination, Turn};
use self::queue::{MOST_TURNS, Queue};
pub use self::reply::Analyst;
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
    let queue = Queue::default();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| queue.write_to(output));
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut analyst = Analyst::new();
                    while let Some(turn) = queue.next() {
                        queue.say(&analyst.reply(&turn));
                    }
                })
            })
            .collect();
        while queue.has_room() {
            let Some(line) = read_line(&mut input, LONGEST_LINE) else { break };
            answer(&queue, read(&line, settings));
        }
        queue.close();
        workers.into_iter().for_each(|worker| worker.join().expect("judging does not panic"));
        queue.finish();
        writer.join().expect("writing does not panic");
    });
    queue.failure().map_or(Ok(()), Err)
}

/// Does what a line asks for, but for judging.
fn answer(queue: &Queue, request: Result<Option<Request>, Problem>) {
    match request {
        Ok(None) => {}
        Ok(Some(Request::Turns { turns, warnings })) => {
            warnings.iter().for_each(|warning| queue.say(&warning.json()));
            let id = turns.first().map(|turn| turn.id.clone());
            if !queue.push(turns) {
                let id = id.map_or(Value::Null, |id| (*id).clone());
                let error = format!("too many turns wait already: at most {MOST_TURNS}");
                queue.say(&json!({"error": error, "id": id}));
            }
        }
        Ok(Some(Request::Answered(answer))) => queue.say(&answer),
        Ok(Some(Request::Terminate { which, answer })) => {
            for turn in queue.terminate(&which) {
                queue.say(&no_results(&turn));
            }
            queue.say(&answer);
        }
        Err(problem) => queue.say(&problem.json()),
    }
}

fn read(line: &[u8], settings: &Settings) -> Result<Option<Request>, Problem> {
    if line.len() as u64 > LONGEST_LINE {
        return Err(Problem::nameless(format!("the line is longer than {LONGEST_LINE} bytes")));
    }
    Request::read(line, settings)
}

/// The answer to `query_version`.
fn version(id: &Value) -> Value {
    json!({"id": id, "action": "query_version", "version": env!("CARGO_PKG_VERSION"), "git_hash": "keisei"})
}

//! The Go Text Protocol, version 2 \[GTP\].
//!
//! A line becomes a `Request` (`line`), the table of commands (`commands`) finds its handler, and
//! the handler (one file per family) acts on the [`Engine`]. Parsing never acts and handlers never
//! parse lines. [`serve`] passes lines to an engine and its replies on.

mod analyze;
mod commands;
mod engine;
mod gogui;
mod life;
mod line;
mod moves;
mod moyo;
mod play;
mod protocol;
mod query;
mod reading;
mod safety;
mod score;
mod seds;
mod setup;
mod zones;

use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};

pub use analyze::Analysis;
pub use commands::{Command, table};
pub use engine::{Answer, Engine, Reply};

use crate::line::read_line;

/// The longest line that is read. Real ones have a few hundred characters.
const LONGEST_LINE: u64 = 64 << 10;

/// Answers the lines of an input until it ends or one says `quit`. Only replies go to `output`;
/// `warn` is told what was untidy.
///
/// # Errors
/// If `output` takes no more.
pub fn serve(
    engine: &mut Engine,
    mut input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    mut warn: impl FnMut(&str),
) -> std::io::Result<()> {
    // A line that comes in must be able to end an analysis, so that reading needs a thread of its
    // own.
    let (send, lines) = sync_channel(16);
    std::thread::spawn(move || {
        while let Some(line) = read_line(&mut input, LONGEST_LINE) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    let mut waiting: Option<Vec<u8>> = None;
    while let Some(line) = waiting.take().or_else(|| lines.recv().ok()) {
        let Some(reply) = engine.answer(&line) else { continue };
        reply.warnings.iter().for_each(|warning| warn(warning));
        let head = reply.head();
        match reply.answer {
            Ok(Answer::Text(text)) | Err(text) => print(output, &finished(&head, &text))?,
            Ok(Answer::Quit) => {
                print(output, &finished(&head, ""))?;
                break;
            }
            Ok(Answer::Analysis(analysis)) => {
                print(output, &format!("{head}\n"))?;
                waiting = stream(engine, &analysis, &lines, output)?;
                print(output, "\n")?;
            }
        }
    }
    Ok(())
}

/// Prints updates until a line comes in, which is returned, or the input ends.
fn stream(
    engine: &mut Engine,
    analysis: &Analysis,
    lines: &Receiver<Vec<u8>>,
    output: &mut impl Write,
) -> std::io::Result<Option<Vec<u8>>> {
    // Nothing is searched and the position stays: the first answer is the last.
    let line = analysis.update(engine) + "\n";
    loop {
        print(output, &line)?;
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
    // Text that begins on a line of its own leaves nothing behind the head.
    match reply.split_once('\n') {
        Some((first, rest)) => format!("{}\n{rest}\n\n", first.trim_end()),
        None => format!("{}\n\n", reply.trim_end()),
    }
}

fn print(output: &mut impl Write, text: &str) -> std::io::Result<()> {
    output.write_all(text.as_bytes())?;
    output.flush()
}

//! Programs that speak GTP, as their controller sees them.
//!
//! A program may be slow, silent, deaf or endless, and none of that may stop or fill us: a thread
//! reads what it says, up to a limit, and whoever asked waits for so long and no longer. A program
//! that did not answer is ended, with all that it started.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};

/// The longest answer that is read. Real ones have a few hundred characters.
const LONGEST_ANSWER: usize = 1 << 20;

/// All programs of a study.
pub(crate) struct Programs {
    patience: Duration,
    /// Those that were started; `None` when no more shall be.
    started: Mutex<Option<Vec<Weak<Running>>>>,
}

impl Programs {
    /// None yet. Each may take so long for an answer.
    pub(crate) fn new(patience: Duration) -> Programs {
        Programs { patience, started: Mutex::new(Some(Vec::new())) }
    }

    /// Starts a program with its arguments: words, as a shell would separate them, with quotes but
    /// nothing else of a shell.
    pub(crate) fn start(&self, command: &str) -> anyhow::Result<Program> {
        let words = words(command)?;
        let Some((name, arguments)) = words.split_first() else { bail!("no program is named") };
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own, so that what it starts can be ended with it; and so that Ctrl-C comes
        // to us alone, who end it in order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut started = locked(&self.started);
        let Some(started) = started.as_mut() else { bail!("`{name}` is not started: the study ends") };
        let mut child = command.spawn().with_context(|| format!("`{name}` cannot be started"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("`{name}` has no standard input and output");
        };
        let running = Arc::new(Running { child: Mutex::new(Some(child)) });
        started.retain(|program| program.strong_count() > 0);
        started.push(Arc::downgrade(&running));
        let (send, answers) = sync_channel(1);
        // It ends when the program's output does, or when nobody listens.
        let reader = std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(answer) = answer(&mut output) {
                if send.send(answer).is_err() {
                    break;
                }
            }
        });
        Ok(Program { name: name.clone(), patience: self.patience, input, answers, running, _reader: reader })
    }

    /// Ends all of them, whatever they are doing, and starts no more.
    pub(crate) fn end(&self) {
        let started = locked(&self.started).take().unwrap_or_default();
        started.iter().filter_map(Weak::upgrade).for_each(|program| _ = program.end());
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process, until it is ended.
struct Running {
    child: Mutex<Option<Child>>,
}

impl Running {
    /// Ends it and all that it started. It says how the program had ended before, if it had.
    fn end(&self) -> Option<String> {
        let mut child = locked(&self.child).take()?;
        let status = child.try_wait().ok().flatten().map(|status| status.to_string());
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&child),
            rustix::process::Signal::KILL,
        );
        let _ = child.kill();
        let _ = child.wait();
        status
    }
}

/// A running program. It ends when this is dropped.
pub(crate) struct Program {
    name: String,
    patience: Duration,
    input: ChildStdin,
    answers: Receiver<String>,
    running: Arc<Running>,
    _reader: JoinHandle<()>,
}

impl Program {
    /// Asks and waits for the answer, without its `=`.
    pub(crate) fn ask(&mut self, command: &str) -> anyhow::Result<String> {
        let reply = self.put(command)?;
        reply.map_err(|refusal| anyhow!("`{}` refuses `{command}`: {refusal}", self.name))
    }

    /// Asks and waits for the answer without its `=`, or for why there is none, without its `?`.
    pub(crate) fn put(&mut self, command: &str) -> anyhow::Result<Result<String, String>> {
        let name = &self.name;
        let asked = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        // No cause is passed on: a pipe that a program closed is not the output of ours.
        let waited = asked.map_err(|_| RecvTimeoutError::Disconnected);
        let answer = match waited.and_then(|()| self.answers.recv_timeout(self.patience)) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.running.end().unwrap_or_else(|| "its input or output is closed".into());
                bail!("`{name}` ended without answering `{command}` ({status})")
            }
            Err(RecvTimeoutError::Timeout) => {
                self.running.end();
                bail!(
                    "`{name}` did not answer `{command}` within {} s and was ended; --patience gives it more time",
                    self.patience.as_secs_f64()
                )
            }
        };
        let text = |rest: &str| rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_string();
        match answer.split_at_checked(1) {
            Some(("=", rest)) => Ok(Ok(text(rest))),
            Some(("?", rest)) => Ok(Err(text(rest))),
            _ => {
                let begin: String = answer.lines().next().unwrap_or_default().chars().take(100).collect();
                bail!("`{name}` answers `{command}` with `{begin}`, which is no GTP")
            }
        }
    }
}

/// The lines up to the next empty one, or as many as are read at most; `None` if there are no more.
fn answer(output: &mut impl BufRead) -> Option<String> {
    let mut answer = String::new();
    while answer.len() < LONGEST_ANSWER {
        let mut line = Vec::new();
        let read = output.take(LONGEST_ANSWER as u64).read_until(b'\n', &mut line).ok()?;
        if read == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        match (line.is_empty(), answer.is_empty()) {
            (true, true) => {}
            (true, false) => break,
            (false, first) => {
                if !first {
                    answer.push('\n');
                }
                answer.push_str(line);
            }
        }
    }
    Some(answer)
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may be gone already, or deaf.
        let _ = writeln!(self.input, "quit");
        self.running.end();
    }
}

/// Words between blanks; quotes of either kind keep blanks.
fn words(text: &str) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        bail!("`{text}`: a quote is not closed");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_quoted() {
        assert_eq!(words(" a  'b c' d\"e f\"g '' ").unwrap(), ["a", "b c", "de fg", ""]);
        assert!(words("a 'b").is_err());
    }

    #[test]
    fn what_cannot_be_started_is_told() {
        let programs = Programs::new(Duration::from_secs(60));
        let missing = programs.start("no-such-program-of-go --mode gtp").err().unwrap();
        assert!(missing.to_string().contains("no-such-program-of-go"), "{missing}");
        assert!(programs.start(" ").is_err());
        programs.end();
        let late = programs.start("sh").err().unwrap();
        assert!(late.to_string().contains("the study ends"), "{late}");
    }

    #[test]
    fn answers_end_with_an_empty_line_or_at_a_limit() {
        let all = |text: &[u8]| {
            let mut output = text;
            std::iter::from_fn(|| answer(&mut output)).collect::<Vec<_>>()
        };
        assert_eq!(all(b"\n\n= a\r\nb\n\n\n?1 c\n\n= unfinished\n"), ["= a\nb", "?1 c"]);
        assert_eq!(all(b"= \xff\n\n"), ["= \u{fffd}"]);
        for endless in [&b"y"[..], b"y\n"] {
            let endless = answer(&mut BufReader::new(Endless(endless))).unwrap();
            assert!((LONGEST_ANSWER..2 * LONGEST_ANSWER + 2).contains(&endless.len()));
        }
        // White space alone is no answer, and takes no room.
        assert_eq!(all(&vec![b' '; 3 * LONGEST_ANSWER]), [""; 0]);
    }

    /// The same bytes again and again.
    struct Endless(&'static [u8]);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let bytes = self.0.iter().cycle().zip(&mut *buffer);
            Ok(bytes.map(|(&byte, place)| *place = byte).count())
        }
    }

    /// Waits for something that must come, however slow the machine.
    #[cfg(unix)]
    fn wait_until(mut is_so: impl FnMut() -> bool, what: &str) {
        let begun = std::time::Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_does_not_answer_is_ended_with_all_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pid");
        // The shell waits for what it started, which has its output too, and is deaf to all but force.
        let script =
            format!("trap '' TERM; sleep 1000 & echo $! > {0}.new; mv {0}.new {0}; wait", file.display());
        let programs = Programs::new(Duration::from_millis(300));
        let mut program = programs.start(&format!("sh -c \"{script}\"")).unwrap();
        wait_until(|| file.exists(), "it was never started");
        let silent = program.ask("genmove b").unwrap_err();
        assert_eq!(
            silent.to_string(),
            "`sh` did not answer `genmove b` within 0.3 s and was ended; --patience gives it more time"
        );
        let started = std::fs::read_to_string(&file).unwrap();
        let stat = format!("/proc/{}/stat", started.trim());
        if std::path::Path::new("/proc/self/stat").exists() {
            // Gone, or waiting to be noticed by whoever has inherited it.
            let is_gone = || std::fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z "));
            wait_until(is_gone, "what it started lives on");
        }
        wait_until(|| program._reader.is_finished(), "the thread that reads lives on");
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_close_their_output_or_talk_without_end_are_told() {
        let programs = Programs::new(Duration::from_secs(60));
        let ask = |command: &str| programs.start(command).unwrap().ask("name").unwrap_err();
        let closed = ask("sh -c 'exec >&-; sleep 1000'");
        assert!(
            closed.to_string().contains("ended without answering `name` (its input or output"),
            "{closed}"
        );
        let ended = ask("sh -c 'read line; exit 3'");
        assert!(ended.to_string().contains("ended without answering `name` ("), "{ended}");
        // The command line takes a closed pipe for its own output, closed by who has seen enough.
        for error in [closed, ended, ask("true")] {
            assert!(error.chain().all(|cause| cause.downcast_ref::<std::io::Error>().is_none()));
        }
        let endless = ask("yes");
        assert!(endless.to_string().ends_with("with `y`, which is no GTP"), "{endless}");
    }

    #[cfg(unix)]
    #[test]
    fn all_programs_can_be_ended_at_once() {
        let programs = Programs::new(Duration::from_secs(600));
        let mut program = programs.start("sleep 1000").unwrap();
        let asked = std::thread::spawn(move || program.ask("name").unwrap_err().to_string());
        programs.end();
        assert!(asked.join().unwrap().contains("ended without answering `name`"));
    }
}

//! A program that speaks GTP, as its controller sees it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, bail};

/// A running program. It ends when this is dropped.
pub(crate) struct Program {
    name: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    /// Starts a program with its arguments: words, as a shell would separate them, with quotes but
    /// nothing else of a shell.
    pub(crate) fn start(command: &str) -> anyhow::Result<Program> {
        let words = words(command)?;
        let Some((program, arguments)) = words.split_first() else { bail!("no program is named") };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("`{program}` cannot be started"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("`{program}` has no standard input and output");
        };
        Ok(Program { name: program.clone(), child, input, output: BufReader::new(output) })
    }

    /// Asks and waits for the answer, without its `=`.
    pub(crate) fn ask(&mut self, command: &str) -> anyhow::Result<String> {
        let asked = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        let answer = asked.and_then(|()| self.answer()).with_context(|| self.gone(command))?;
        match answer.split_at_checked(1) {
            Some(("=", rest)) => Ok(rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_string()),
            Some(("?", rest)) => bail!("`{}` refuses `{command}`:{rest}", self.name),
            _ if answer.is_empty() => bail!(self.gone(command)),
            _ => bail!("`{}` answers `{command}` with `{answer}`, which is no GTP", self.name),
        }
    }

    /// The lines up to the next empty one; nothing if the program ended.
    fn answer(&mut self) -> std::io::Result<String> {
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line)?;
            if read == 0 {
                return Ok(String::new());
            }
            let line = line.trim_end();
            match (line.is_empty(), answer.is_empty()) {
                (true, true) => {}
                (true, false) => return Ok(answer),
                (false, first) => {
                    if !first {
                        answer.push('\n');
                    }
                    answer.push_str(line);
                }
            }
        }
    }

    fn gone(&mut self, command: &str) -> String {
        let status = match self.child.try_wait() {
            Ok(Some(status)) => status.to_string(),
            _ => "its output is closed".into(),
        };
        format!("`{}` ended without answering `{command}` ({status})", self.name)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may be gone already, or deaf.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
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
    fn what_cannot_be_started_or_ends_is_told() {
        let missing = Program::start("no-such-program-of-go --mode gtp").err().unwrap();
        assert!(missing.to_string().contains("no-such-program-of-go"), "{missing}");
        assert!(Program::start(" ").is_err());
    }
}

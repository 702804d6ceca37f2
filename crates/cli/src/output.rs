//! Where output goes: standard output, files, and what was untidy to standard error.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    pub(crate) fn on_standard_output(self) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                std::io::stdout().is_terminal()
                    && !set("NO_COLOR")
                    && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }
}

/// What an evaluation or a board is shown as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// A picture of lines and shapes.
    Svg,
    /// A picture of pixels.
    Png,
    /// A record with territory marked.
    Sgf,
}

impl Format {
    /// What was asked for, or what the output file's name says, or text.
    pub(crate) fn choose(asked: Option<Format>, out: Option<&Path>) -> Format {
        let by_name = || {
            let extension = out?.extension()?.to_str()?.to_lowercase();
            Format::from_str(&extension, true).ok()
        };
        asked.or_else(by_name).unwrap_or(Format::Text)
    }
}

/// Writes a result to a file, or to standard output.
pub(crate) fn write(out: Option<&PathBuf>, bytes: &[u8], binary: bool) -> anyhow::Result<()> {
    match out {
        Some(path) => std::fs::write(path, bytes)
            .with_context(|| format!("{}: cannot be written; choose another place with -o", path.display())),
        None if binary && std::io::stdout().is_terminal() => {
            bail!("a PNG picture does not belong on a terminal: name a file with -o, or redirect the output")
        }
        None => print(bytes),
    }
}

/// Writes to standard output.
pub(crate) fn print(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()?;
    Ok(())
}

/// Says something on standard error. If even that is closed, nobody listens.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr().lock(), "keisei: {message}");
}

/// Whether somebody downstream, such as `head`, has heard enough. That is no failure.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
    })
}

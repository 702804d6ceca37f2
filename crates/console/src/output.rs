//! Where output goes: standard output, files, and what was untidy to standard error.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};

use keisei_view::{Scene, png, svg, text};

pub use keisei_files::write_whole;
pub use keisei_view::text::counted;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Whether standard output gets colours.
    pub fn on_standard_output(self) -> bool {
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
pub enum Format {
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
    /// A table with a heading, for lists.
    Csv,
}

/// What a list or a table is shown as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ListFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// What a study is shown as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TableFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// A table with a heading
    Csv,
}

/// What to print, and where.
#[derive(clap::Args, Clone, Debug)]
pub struct OutputArgs {
    /// What to print (default: by the ending of OUT, else text)
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write to a file
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

impl OutputArgs {
    /// What was asked for, or what the output file's name says, or text.
    pub fn format(&self) -> Format {
        self.format.or_else(|| by_name(self.output.as_deref()).ok().flatten()).unwrap_or(Format::Text)
    }

    /// Whether what is asked for can be written, and would not be written over what is read.
    ///
    /// # Errors
    /// If the ending of the output means nothing, or input and output are one file.
    pub fn check(&self, input: &str) -> Result<(), BadUsage> {
        if self.format.is_none() {
            by_name::<Format>(self.output.as_deref())?;
        }
        let Some(output) = &self.output else { return Ok(()) };
        let same = std::fs::canonicalize(output).ok().zip(std::fs::canonicalize(input).ok());
        match same.is_some_and(|(output, input)| output == input && output.is_file()) {
            true => Err(BadUsage(format!(
                "{}: this is the file that is read; name another one with -o",
                output.display()
            ))),
            false => Ok(()),
        }
    }

    /// Makes what was asked for of a scene and brings it where it was asked for.
    pub fn deliver(
        &self,
        scene: &Scene<'_>,
        json: impl FnOnce() -> String,
        sgf: impl FnOnce() -> String,
    ) -> anyhow::Result<()> {
        let format = self.format();
        let bytes = match format {
            Format::Text => text::draw(scene, self.in_color()).into_bytes(),
            Format::Json => json().into_bytes(),
            Format::Svg => svg::draw(scene).into_bytes(),
            Format::Png => png::draw(scene)?,
            Format::Sgf => sgf().into_bytes(),
            Format::Csv => {
                let message = "csv is for lists, such as judge --all: choose another --format";
                return Err(BadUsage(message.into()).into());
            }
        };
        self.put(&bytes)
    }

    /// Whether text gets colours.
    pub fn in_color(&self) -> bool {
        self.output.is_none() && self.color.on_standard_output()
    }

    /// Whether what is told goes to standard output, so that it may go there bit by bit.
    pub fn is_streamed(&self) -> bool {
        self.output.is_none()
    }

    /// Whether text was asked for.
    pub fn is_text(&self) -> bool {
        self.format() == Format::Text
    }

    /// Brings bytes where they were asked for.
    pub fn deliver_bytes(&self, bytes: &[u8]) -> anyhow::Result<()> {
        self.put(bytes)
    }

    /// Brings text where it was asked for.
    pub fn deliver_text(&self, text: &str) -> anyhow::Result<()> {
        self.put(text.as_bytes())
    }

    fn put(&self, bytes: &[u8]) -> anyhow::Result<()> {
        put(self.output.as_deref(), bytes, self.format() == Format::Png)
    }
}

/// The format that the ending of a file's name says: `None` if there is no ending.
///
/// # Errors
/// If nothing is written with that ending.
pub fn by_name<F: ValueEnum>(path: Option<&Path>) -> Result<Option<F>, BadUsage> {
    let Some((path, ending)) = path.and_then(|path| Some((path, path.extension()?.to_str()?))) else {
        return Ok(None);
    };
    let name = if ending.eq_ignore_ascii_case("txt") { "text" } else { ending };
    F::from_str(name, true).map(Some).map_err(|_| {
        let known = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let known: Vec<String> = known.map(|value| value.get_name().replace("text", "txt")).collect();
        let known = known.join(", .");
        BadUsage(format!(
            "{}: what shall be written with the ending .{ending}? Expected .{known}, or say it with --format",
            path.display()
        ))
    })
}

/// Writes to a file, or to standard output if none is named.
///
/// # Errors
/// If that is not possible.
pub fn put(path: Option<&Path>, bytes: &[u8], is_png: bool) -> anyhow::Result<()> {
    match path {
        Some(path) => write_whole(path, bytes)
            .with_context(|| format!("{}: cannot be written; choose another place with -o", path.display())),
        None if is_png && std::io::stdout().is_terminal() => {
            bail!("a PNG picture does not belong on a terminal: name a file with -o, or redirect the output")
        }
        None => print(bytes),
    }
}

/// Arguments that do not go together: what clap itself cannot see. The exit status is clap's.
#[derive(Debug)]
pub struct BadUsage(pub String);

impl std::fmt::Display for BadUsage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadUsage {}

/// Writes to standard output.
pub fn print(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()?;
    Ok(())
}

/// A progress bar over rounds of work; hidden unless somebody watches.
pub fn progress(rounds: u64, what: &'static str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos} of {len}, {eta} left");
    ProgressBar::new(rounds).with_message(what).with_style(style.expect("the template is well formed"))
}

/// Says something on standard error. If even that is closed, nobody listens.
pub fn complain(message: &str) {
    let _ = writeln!(std::io::stderr().lock(), "keisei: {message}");
}

/// Whether somebody downstream, such as `head`, has heard enough. That is no failure.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
    })
}

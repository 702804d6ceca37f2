//! Collections: files and folders of records, read game by game in batches.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use keisei_goban::sgf::{Games, Piece, RawGame, SgfError};
use serde::{Deserialize, Serialize};

use crate::source::display_name;

/// Bytes in a batch, so that huge games do not pile up.
const BATCH_BYTES: usize = 8 << 20;

/// Something to tell about a file or one of its games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Remark {
    /// The file's name.
    pub file: String,
    /// The number of the game in the file, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// The number of the move, from 1.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub move_number: Option<usize>,
    /// The line of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What there is to tell.
    pub message: String,
}

impl Remark {
    /// A remark about a file as a whole.
    pub fn about(file: String, message: String) -> Remark {
        Remark { file, game: None, move_number: None, line: None, message }
    }
}

impl std::fmt::Display for Remark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(game) = self.game {
            write!(f, ", game {game}")?;
        }
        if let Some(number) = self.move_number {
            write!(f, ", move {number}")?;
        }
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// A step of the work, in the order of the files.
pub enum Item {
    /// A game.
    Game {
        /// The file's name.
        file: Arc<str>,
        /// The number of the game in the file, from 1.
        number: usize,
        /// The game as it stands there.
        raw: RawGame,
    },
    /// Something that is no game.
    Told {
        /// Whether something is lost by it.
        problem: bool,
        /// What there is to tell.
        remark: Remark,
    },
}

/// Files as they were named, and the records in folders, in order.
pub struct Files {
    /// What is still to be visited.
    paths: VecDeque<PathBuf>,
}

impl Files {
    /// The files of these paths; `-` is standard input.
    pub fn new(paths: &[String]) -> Files {
        Files { paths: paths.iter().map(PathBuf::from).collect() }
    }
}

impl Iterator for Files {
    /// A file, or a folder that cannot be read.
    type Item = Result<PathBuf, Remark>;

    fn next(&mut self) -> Option<Result<PathBuf, Remark>> {
        loop {
            let path = self.paths.pop_front()?;
            if !path.is_dir() {
                return Some(Ok(path));
            }
            match folder(&path) {
                Err(error) => {
                    let message = format!("the folder cannot be read: {error}");
                    return Some(Err(Remark::about(path.display().to_string(), message)));
                }
                Ok(entries) => entries.into_iter().rev().for_each(|entry| self.paths.push_front(entry)),
            }
        }
    }
}

/// Walks through files and folders and reads their games in batches.
pub struct Reader {
    /// What is still to be visited, in order.
    left: Files,
    current: Option<Open>,
    /// How many games make a batch.
    games: usize,
    /// How many files were opened so far.
    pub files: usize,
    /// Bytes of the games read so far.
    pub bytes: u64,
}

/// A file being read.
struct Open {
    name: Arc<str>,
    games: Games<Box<dyn Read + Send>>,
    /// How many games came out of it so far.
    seen: usize,
    failed: bool,
}

impl Reader {
    /// A reader that gives so many games at once.
    pub fn new(paths: &[String], games: usize) -> Reader {
        Reader { left: Files::new(paths), current: None, games, files: 0, bytes: 0 }
    }

    /// The next games, in order; empty at the end.
    pub fn batch(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        let mut bytes = 0;
        while items.len() < self.games && bytes < BATCH_BYTES {
            let Some(open) = &mut self.current else {
                match self.left.next() {
                    None => break,
                    Some(Ok(path)) => items.extend(self.visit(&path)),
                    Some(Err(remark)) => items.push(Item::Told { problem: true, remark }),
                }
                continue;
            };
            let told = |problem, line, message| {
                let file = open.name.to_string();
                Item::Told { problem, remark: Remark { file, game: None, move_number: None, line, message } }
            };
            match open.games.next() {
                Some(Ok(Piece::Game(raw))) => {
                    open.seen += 1;
                    bytes += raw.len();
                    items.push(Item::Game { file: open.name.clone(), number: open.seen, raw });
                }
                Some(Ok(Piece::Junk(warning))) => {
                    items.push(told(false, Some(warning.line), warning.message))
                }
                Some(Err(error)) => {
                    items.push(told(true, None, error.to_string()));
                    open.failed = true;
                }
                None => {
                    if open.seen == 0 && !open.failed {
                        items.push(told(true, None, SgfError::NoGame.to_string()));
                    }
                    self.current = None;
                }
            }
        }
        self.bytes += bytes as u64;
        items
    }

    /// Opens a file.
    fn visit(&mut self, path: &Path) -> Option<Item> {
        let name = path.display().to_string();
        self.files += 1;
        let reader: Box<dyn Read + Send> = if name == "-" {
            Box::new(std::io::stdin())
        } else {
            match File::open(path) {
                Ok(file) => Box::new(file),
                Err(error) => {
                    let remark = Remark::about(name, format!("the file cannot be read: {error}"));
                    return Some(Item::Told { problem: true, remark });
                }
            }
        };
        let name = display_name(&name).into();
        self.current = Some(Open { name, games: Games::new(reader), seen: 0, failed: false });
        None
    }
}

/// The folders and records in a folder, by name. Links to folders are not followed, so that the
/// walk ends.
fn folder(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let is_record = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("sgf"));
        if kind.is_dir() || (is_record && !path.is_dir()) {
            entries.push(path);
        }
    }
    entries.sort();
    Ok(entries)
}

/// A bar over the bytes of all files; hidden unless somebody watches.
pub fn progress_bar(paths: &[String]) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    fn total(path: &Path) -> u64 {
        match folder(path) {
            Ok(entries) => entries.iter().map(|entry| total(entry)).sum(),
            Err(_) => std::fs::metadata(path).map_or(0, |m| m.len()),
        }
    }
    let bar = ProgressBar::new(paths.iter().map(|p| total(Path::new(p))).sum());
    let style = ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}, {eta} left");
    bar.with_style(style.expect("the template is well formed"))
}

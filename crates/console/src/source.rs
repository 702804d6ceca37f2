//! A file becomes a game: SGF or diagram, from disk or standard input.

use std::fs::File;
use std::io::{Cursor, Read};

use anyhow::{Context, anyhow, bail};
use keisei_goban::sgf::{Branch, Games, Info, NodeId, Piece, Record, Replay, SgfError, Warning, WarningKind};
use keisei_goban::{Diagram, Game, Komi, Rules};
use keisei_view::Scene;

use crate::collection::Files;
use crate::output::{self, counted};

/// A diagram of the largest board with coordinates takes less than 2 KiB.
const LARGEST_DIAGRAM: usize = 64 << 10;

/// How many games of a collection, and pieces between them, are looked at to say how many there are: it
/// takes a few milliseconds.
const COUNTED: usize = 1000;

/// Which position of which file.
#[derive(clap::Args, Clone, Debug)]
pub struct SourceArgs {
    /// An SGF record, a diagram (rows of X, O and .), or - for standard input
    pub file: String,

    /// Take the position after N moves of the main line or the branch (default: after the last)
    #[arg(long = "move", value_name = "N")]
    pub moves: Option<usize>,

    /// Follow a variation: 34:2 is the 2nd way to go on after move 34 (the main line is the 1st),
    /// 34:2.40:3 goes on from there to the 3rd after move 40, and 2 is the 2nd way at the first fork;
    /// `keisei show FILE --branches` lists them
    #[arg(long, value_name = "BRANCH", default_value = "", hide_default_value = true)]
    pub branch: Branch,

    /// Take the K-th game of a collection (default: the first, with a warning if there are others)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,

    /// Rules in place of the record's: chinese, chinese-kgs, japanese, korean, aga, new-zealand,
    /// tromp-taylor, ing
    #[arg(long, value_name = "R")]
    pub rules: Option<Rules>,

    /// Komi in place of the record's, such as 6.5
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub komi: Option<Komi>,
}

/// A game, and where it came from.
pub struct Source {
    /// The file's name, for messages.
    pub name: String,
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The game up to the position that was asked for.
    pub game: Game,
    /// What the record says about players, rules and the like.
    pub info: Info,
    /// The record and the node of the position, if it was a record.
    pub record: Option<(Record, NodeId)>,
}

impl Source {
    /// The position, to be shown.
    pub fn scene(&self) -> Scene<'_> {
        Scene::new(&self.name, &self.game).with_info(&self.info)
    }

    /// The record and the node of the position; one made of the game if there was none.
    pub fn record(&self) -> (Record, NodeId) {
        self.record.clone().unwrap_or_else(|| {
            let record = Record::from_game(&self.game);
            let root = record.root();
            (record, root)
        })
    }
}

/// Adds to the comment of a node.
pub fn comment(record: &mut Record, node: NodeId, words: String) {
    let comment = match record.text(node, "C") {
        Some(old) => format!("{old}\n\n{words}"),
        None => words,
    };
    record.remove(node, "C");
    record.add(node, "C", [comment]);
}

/// The file's name in messages.
pub fn display_name(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

impl SourceArgs {
    /// Reads the file. What was untidy about it goes to standard error.
    pub fn load(&self) -> anyhow::Result<Source> {
        let name = display_name(&self.file);
        let mut opened = Opened::new(&self.file)?;
        match self.find_game(name, &mut opened.games)? {
            Some(record) => self.replay(name, record),
            None => self.without_games(name, &opened.head),
        }
    }

    /// All games of many files and folders, one after the other, each up to the position asked for.
    pub fn sources(&self, paths: &[String]) -> Sources<'_> {
        Sources { args: self, files: Files::new(paths), current: None, bytes: 0 }
    }

    /// What a file without games may be: a diagram.
    fn without_games(&self, name: &str, head: &[u8]) -> anyhow::Result<Source> {
        match head.len() {
            ..=LARGEST_DIAGRAM => self.diagram(name, head),
            _ => bail!("{name}: {}", SgfError::NoGame),
        }
    }

    /// The game asked for; `None` if the file has no games at all.
    fn find_game(&self, name: &str, games: &mut Games<impl Read>) -> anyhow::Result<Option<Record>> {
        let asked = self.game.unwrap_or(1);
        let mut seen = 0;
        let mut warnings: Vec<Warning> = Vec::new();
        while let Some(piece) = games.next() {
            match piece.with_context(|| name.to_string())? {
                Piece::Junk(warning) => warnings.push(warning),
                Piece::Game(raw) => {
                    seen += 1;
                    if seen == asked as usize {
                        let record = raw.parse().with_context(|| name.to_string())?;
                        warnings.extend_from_slice(record.warnings());
                        let found = self.look_on(games, &mut warnings);
                        warn(name, &warnings);
                        if let Some(found) = found {
                            let taken = format!("the first of {found} is taken (--game K takes another)");
                            output::complain(&format!("warning: {name}: {taken}"));
                        }
                        return Ok(Some(record));
                    }
                    warnings.clear();
                }
            }
        }
        if seen > 0 {
            let found = counted(seen, "game");
            bail!("{name}: --game {asked} is beyond the end: the file has {found}");
        }
        Ok(None)
    }

    /// Looks at what follows the game that is taken: what stands right behind it is remarked on. How
    /// many games there are, if nobody asked for this one and there are others.
    fn look_on(&self, games: &mut Games<impl Read>, warnings: &mut Vec<Warning>) -> Option<String> {
        let mut found = 1;
        for piece in games.take(if self.game.is_some() { 1 } else { COUNTED - 1 }) {
            match piece {
                Ok(Piece::Game(_)) => found += 1,
                Ok(Piece::Junk(warning)) if found == 1 => warnings.push(warning),
                Ok(Piece::Junk(_)) | Err(_) => {}
            }
        }
        if self.game.is_some() || found == 1 {
            return None;
        }
        let or_more = if games.next().is_some() { " or more" } else { "" };
        Some(format!("{found} games{or_more}"))
    }

    fn replay(&self, name: &str, record: Record) -> anyhow::Result<Source> {
        let options = Replay {
            rules: self.rules,
            komi: self.komi,
            moves: self.moves,
            branch: self.branch.clone(),
            ..Replay::default()
        };
        let replayed = record.replay(&options).map_err(|error| unreadable(name, error))?;
        if let Some(problem) = replayed.problem {
            let before = problem.number - 1;
            bail!("{name}: {problem} (--move {before} takes the position before it)");
        }
        let played = replayed.game.move_number();
        if let Some(asked) = self.moves.filter(|&asked| asked > played) {
            let found = counted(played, "move");
            let what = if self.branch.turns.is_empty() { "record" } else { "branch" };
            bail!(
                "{name}: --move {asked} is beyond the end: the {what} has {found} (leave --move away for the last)"
            );
        }
        warn(name, &replayed.warnings);
        Ok(Source {
            name: name.into(),
            number: self.game.map_or(1, |game| game as usize),
            game: replayed.game,
            info: replayed.info,
            record: Some((record, replayed.node)),
        })
    }

    fn diagram(&self, name: &str, bytes: &[u8]) -> anyhow::Result<Source> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| anyhow!("{name}: neither an SGF record (no `(;` found) nor text"))?;
        let diagram: Diagram = text.parse().map_err(|error| {
            anyhow!("{name}: neither an SGF record (no `(;` found) nor a diagram: {error}")
        })?;
        let mut position = diagram.position().with_context(|| name.to_string())?;
        if let Some(rules) = self.rules {
            position.set_rules(rules);
        }
        if let Some(komi) = self.komi {
            position.set_komi(komi);
        }
        if let Some(asked) = self.moves.filter(|&asked| asked > 0) {
            bail!("{name}: a diagram has no moves, so that --move {asked} is beyond its end");
        }
        if !self.branch.turns.is_empty() {
            bail!("{name}: a diagram has no variations, so that there is no --branch {}", self.branch);
        }
        let info =
            Info { size: diagram.setup.size(), komi: diagram.komi, rules: diagram.rules, ..Info::default() };
        Ok(Source { name: name.into(), number: 1, game: Game::new(position), info, record: None })
    }
}

/// A file that was opened: its first bytes, which may be a diagram, and its games.
struct Opened {
    name: String,
    head: Vec<u8>,
    games: Games<Box<dyn Read>>,
    /// How many games came out of it so far.
    seen: usize,
    /// What was untidy before the next game: nothing to tell if there is none, as in a diagram.
    untidy: Vec<Warning>,
}

impl Opened {
    fn new(file: &str) -> anyhow::Result<Opened> {
        let name = display_name(file);
        let mut reader = open(file).with_context(|| name.to_string())?;
        let mut head = Vec::new();
        reader
            .by_ref()
            .take(LARGEST_DIAGRAM as u64 + 1)
            .read_to_end(&mut head)
            .with_context(|| format!("{name}: cannot be read"))?;
        if head.trim_ascii().is_empty() {
            bail!("{name}: the file is empty; expected an SGF record or a diagram");
        }
        let games = Games::new(Box::new(Cursor::new(head.clone()).chain(reader)) as Box<dyn Read>);
        Ok(Opened { name: name.into(), head, games, seen: 0, untidy: Vec::new() })
    }
}

/// The games of many files: see [`SourceArgs::sources`]. What is broken is an error, and the next one
/// comes after it.
pub struct Sources<'a> {
    args: &'a SourceArgs,
    files: Files,
    current: Option<Opened>,
    /// Bytes of the games read so far.
    pub bytes: u64,
}

impl Iterator for Sources<'_> {
    type Item = anyhow::Result<Source>;

    fn next(&mut self) -> Option<anyhow::Result<Source>> {
        loop {
            let Some(opened) = &mut self.current else {
                match self.files.next()?.map(|path| Opened::new(&path.display().to_string())) {
                    Ok(Ok(opened)) => self.current = Some(opened),
                    Ok(Err(error)) => return Some(Err(error)),
                    Err(remark) => return Some(Err(anyhow!("{remark}"))),
                }
                continue;
            };
            match opened.games.next() {
                Some(Err(error)) => {
                    // Then it is no diagram either.
                    opened.head.clear();
                    return Some(Err(anyhow::Error::new(error).context(opened.name.clone())));
                }
                Some(Ok(Piece::Junk(warning))) => opened.untidy.push(warning),
                Some(Ok(Piece::Game(raw))) => {
                    opened.seen += 1;
                    self.bytes += raw.len() as u64;
                    warn(&opened.name, &std::mem::take(&mut opened.untidy));
                    let label = format!("{}, game {}", opened.name, opened.seen);
                    let source = raw.parse().with_context(|| label.clone()).and_then(|record| {
                        warn(&label, record.warnings());
                        self.args.replay(&label, record)
                    });
                    let (name, number) = (opened.name.clone(), opened.seen);
                    return Some(source.map(|source| Source { name, number, ..source }));
                }
                None => {
                    let opened = self.current.take()?;
                    if opened.seen > 0 {
                        warn(&opened.name, &opened.untidy);
                    } else if !opened.head.is_empty() {
                        return Some(self.args.without_games(&opened.name, &opened.head));
                    }
                }
            }
        }
    }
}

/// Why a record cannot be replayed, and what helps.
pub fn unreadable(name: &str, error: SgfError) -> anyhow::Error {
    match error {
        SgfError::Branch(missing) => {
            anyhow!("{name}: --{missing} (`keisei show FILE --branches` lists all there are)")
        }
        error => anyhow::Error::new(error).context(name.to_string()),
    }
}

fn warn(name: &str, warnings: &[Warning]) {
    for warning in warnings {
        let remedy = match warning.kind {
            WarningKind::Komi => " (--komi K sets another)",
            WarningKind::Rules => " (--rules R names others)",
            _ => "",
        };
        output::complain(&format!("warning: {name}: line {}: {}{remedy}", warning.line, warning.message));
    }
}

fn open(file: &str) -> anyhow::Result<Box<dyn Read>> {
    if file == "-" {
        return Ok(Box::new(std::io::stdin().lock()));
    }
    let opened = File::open(file).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => anyhow!("there is no such file"),
        std::io::ErrorKind::PermissionDenied => anyhow!("there is no permission to read it"),
        _ => anyhow!("cannot be opened: {error}"),
    })?;
    if opened.metadata().is_ok_and(|m| m.is_dir()) {
        bail!("this is a folder; `keisei judge` and `keisei check` read folders, other commands one file");
    }
    Ok(Box::new(opened))
}

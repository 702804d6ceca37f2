//! A file taken apart into games, one at a time, so that memory does not grow with the collection.

use std::io::Read;

use super::charset::{self, Trail};
use super::{Record, SgfError, Warning, WarningKind};

/// The largest game there may be, and the most that may stand before one: a file without an end has
/// an end here. The largest joseki dictionaries have a few megabytes.
const MAX_GAME: usize = 64 << 20;
const MAX_GAME_TEXT: &str = "64 MiB";
const CHUNK: usize = 256 << 10;

/// Properties with which the root of a game usually begins, and no other node.
pub(super) const ROOT_PROPERTIES: [&str; 2] = ["GM", "FF"];

/// The bytes of one game of a file, not yet parsed.
#[derive(Clone, Debug)]
pub struct RawGame {
    bytes: Vec<u8>,
    line: usize,
    complete: bool,
}

impl RawGame {
    /// The line of the file on which it begins, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The number of its bytes.
    #[allow(clippy::len_without_is_empty)] // It has at least its `(`.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Decodes and parses the game.
    pub fn parse(&self) -> Result<Record, SgfError> {
        let (text, remark) = charset::decode(&self.bytes);
        let mut record = Record::parse(&text, self.line)?;
        if let Some(message) = remark {
            record.warn(Warning { kind: WarningKind::Writing, line: self.line, message });
        }
        if !self.complete {
            let line = self.line + self.bytes.iter().filter(|&&b| b == b'\n').count();
            let message = "the game does not end (no closing `)`): read as far as it goes".into();
            record.warn(Warning { kind: WarningKind::Writing, line, message });
        }
        Ok(record)
    }
}

/// A piece of a file of records: a game, or what stands between games.
#[derive(Clone, Debug)]
pub enum Piece {
    /// A game.
    Game(RawGame),
    /// Something else, which was passed over.
    Junk(Warning),
}

/// The games of a file, one after another.
///
/// Each piece is read when it is asked for, and only the bytes of one game (and a buffer) are held.
#[derive(Debug)]
pub struct Games<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Where in the buffer the unread part begins.
    start: usize,
    /// The line of the file on which it begins.
    line: usize,
    at_end: bool,
    /// After an error there is nothing more to read.
    failed: bool,
    begun: bool,
}

impl<R: Read> Games<R> {
    /// Takes a file apart.
    pub fn new(reader: R) -> Games<R> {
        Games { reader, buffer: Vec::new(), start: 0, line: 1, at_end: false, failed: false, begun: false }
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads on: at least as much as is there already, so that looking again from the start costs
    /// no more than looking once.
    fn fill(&mut self) -> Result<(), SgfError> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let room = (MAX_GAME + CHUNK).saturating_sub(self.buffer.len());
        let more = self.buffer.len().max(CHUNK).min(room) as u64;
        let read = self.reader.by_ref().take(more).read_to_end(&mut self.buffer)?;
        self.at_end = read == 0;
        if !self.begun {
            self.begun = true;
            self.open()?;
        }
        Ok(())
    }

    /// Takes off a byte order mark; a UTF-16 file becomes UTF-8 as a whole.
    fn open(&mut self) -> Result<(), SgfError> {
        if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(&self.buffer) {
            if encoding == encoding_rs::UTF_8 {
                self.start = mark;
            } else {
                let limit = MAX_GAME as u64 + 1;
                self.reader.by_ref().take(limit).read_to_end(&mut self.buffer)?;
                if self.buffer.len() > MAX_GAME {
                    return Err(SgfError::TooLarge { line: 1, limit: MAX_GAME_TEXT });
                }
                self.buffer = encoding.decode(&self.buffer).0.into_owned().into_bytes();
            }
        }
        Ok(())
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        let bytes = self.rest()[..length].to_vec();
        self.line += bytes.iter().filter(|&&b| b == b'\n').count();
        self.start += length;
        bytes
    }

    /// Passes over what lies before the next game. `None` when there is a game right here.
    fn junk(&mut self) -> Result<Option<Warning>, SgfError> {
        let (line, mut length, mut sample) = (self.line, 0usize, Vec::<u8>::new());
        let mut passed = 0;
        let mut note = |skipped: &[u8]| {
            let visible = skipped.trim_ascii();
            // Files put together keep their byte order marks, and files from DOS their end.
            let visible = visible.strip_prefix(b"\xef\xbb\xbf").unwrap_or(visible);
            length += visible.iter().filter(|b| !b.is_ascii_whitespace() && ![0, 0x1a].contains(*b)).count();
            sample.extend(visible.iter().take(20usize.saturating_sub(sample.len())));
        };
        loop {
            let (skip, found) = match opening(self.rest()) {
                Opening::At(skip) => (skip, true),
                // At the end, what may have been the beginning of an opening is none.
                Opening::Beyond(_) if self.at_end => (self.rest().len(), false),
                Opening::Beyond(skip) => (skip, false),
            };
            note(&self.take(skip));
            passed += skip;
            if passed > MAX_GAME {
                return Err(SgfError::TooFar { line, limit: MAX_GAME_TEXT });
            }
            if found || self.at_end {
                break;
            }
            self.fill()?;
        }
        if length == 0 {
            return Ok(None);
        }
        let message = if sample.iter().all(|&b| b == b')' || b.is_ascii_whitespace()) && length <= 20 {
            format!("{length} closing `)` too many: ignored")
        } else {
            let sample = String::from_utf8_lossy(&sample);
            let what = match length {
                1 => "1 character that belongs to no game was".to_string(),
                _ => format!("{length} characters that belong to no game were"),
            };
            format!("{what} passed over: {sample:?}…")
        };
        Ok(Some(Warning { kind: WarningKind::Writing, line, message }))
    }

    /// The next piece; `None` at the end.
    fn piece(&mut self) -> Result<Option<Piece>, SgfError> {
        if !self.begun {
            self.fill()?;
        }
        if let Some(warning) = self.junk()? {
            return Ok(Some(Piece::Junk(warning)));
        }
        if self.rest().is_empty() {
            return Ok(None);
        }
        let line = self.line;
        let (length, complete) = loop {
            match extent(self.rest()) {
                Extent::Complete(length) => break (length, true),
                Extent::CutShort(length) => break (length, false),
                Extent::Unknown if self.at_end || self.rest().len() > MAX_GAME => {
                    break (self.rest().len(), false);
                }
                Extent::Unknown => self.fill()?,
            }
        };
        if length > MAX_GAME {
            return Err(SgfError::TooLarge { line, limit: MAX_GAME_TEXT });
        }
        let bytes = self.take(length);
        Ok(Some(Piece::Game(RawGame { bytes, line, complete })))
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Piece, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let piece = self.piece().transpose();
        self.failed = matches!(piece, Some(Err(_)));
        piece
    }
}

enum Opening {
    /// A game begins after this many bytes.
    At(usize),
    /// None begins within these bytes.
    Beyond(usize),
}

/// Finds `(;` or, for careless writers, `(` and a property, with white space between or not.
fn opening(bytes: &[u8]) -> Opening {
    let mut from = 0;
    while let Some(step) = bytes[from..].iter().position(|&b| b == b'(') {
        let open = from + step;
        let after = &bytes[open + 1..];
        match after.iter().position(|b| !b.is_ascii_whitespace()) {
            Some(i) if after[i] == b';' => return Opening::At(open),
            // Nested openings: `((;`.
            Some(i) if after[i] == b'(' => {}
            Some(i) if after[i].is_ascii_uppercase() => {
                let name = after[i..].iter().take_while(|b| b.is_ascii_uppercase()).count();
                match after.get(i + name) {
                    Some(b'[') => return Opening::At(open),
                    None if name <= 8 => return Opening::Beyond(open),
                    _ => {}
                }
            }
            Some(_) => {}
            // Not decided yet, unless the file ends here. A kilobyte of white space is no opening.
            None if after.len() < 1024 => return Opening::Beyond(open),
            None => {}
        }
        from = open + 1;
    }
    Opening::Beyond(bytes.len())
}

enum Extent {
    /// The game ends with its last `)` after this many bytes.
    Complete(usize),
    /// The game lacks its last `)`: another begins after this many bytes.
    CutShort(usize),
    /// It goes beyond these bytes.
    Unknown,
}

/// Finds the end of the game at the start of these bytes.
fn extent(bytes: &[u8]) -> Extent {
    let declared = charset::declared(bytes);
    let trail = declared.map_or(Trail::Never, Trail::of);
    let extent = extent_in(bytes, trail);
    if declared.is_some() {
        return extent;
    }
    // Without a word about the charset: if it is not UTF-8 after all, the end may have been
    // mistaken.
    let game = match extent {
        Extent::Complete(length) | Extent::CutShort(length) => &bytes[..length],
        Extent::Unknown => bytes,
    };
    match std::str::from_utf8(game) {
        Ok(_) => extent,
        Err(error) if error.error_len().is_none() && matches!(extent, Extent::Unknown) => extent,
        Err(_) => match Trail::of(charset::detected(game)) {
            Trail::Never => extent,
            trail => extent_in(bytes, trail),
        },
    }
}

fn extent_in(bytes: &[u8], trail: Trail) -> Extent {
    let (mut depth, mut in_value, mut pairs) = (0usize, false, false);
    let mut i = 0;
    while let Some(&byte) = bytes.get(i) {
        match (byte, trail) {
            (0x80.., Trail::AfterLead(is_lead)) if is_lead(byte) => i += 1,
            (0x1b, Trail::AfterEscape) => {
                pairs = bytes.get(i + 1) == Some(&b'$');
                i += 2;
            }
            _ if pairs => i += 1,
            (b'\\', _) if in_value => i += 1,
            (b']', _) => in_value = false,
            _ if in_value => {}
            (b'[', _) => in_value = true,
            (b'(', _) if depth > 0 && begins_a_game(bytes, i) => return Extent::CutShort(i),
            (b'(', _) => depth += 1,
            (b')', _) => {
                depth -= 1;
                if depth == 0 {
                    return Extent::Complete(i + 1);
                }
            }
            _ => {}
        }
        i += 1;
    }
    Extent::Unknown
}

/// Whether a `(` within a game really begins another, of which only a missing `)` makes a
/// variation: it stands at the beginning of a line, and its first property is FF or GM, which
/// belong into roots.
fn begins_a_game(bytes: &[u8], open: usize) -> bool {
    let begins_line = matches!(bytes[..open].last(), Some(b'\n' | b'\r'));
    let after = bytes[open + 1..].trim_ascii_start();
    let Some(node) = after.strip_prefix(b";").filter(|_| begins_line) else { return false };
    ROOT_PROPERTIES.iter().any(|name| {
        let rest = node.trim_ascii_start().strip_prefix(name.as_bytes());
        rest.is_some_and(|rest| rest.starts_with(b"["))
    })
}

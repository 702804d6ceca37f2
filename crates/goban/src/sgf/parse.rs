//! From text to [`Record`].

use super::record::{ENOUGH_WARNINGS, NodeId, PropertySpans, Record, Span};
use super::{SgfError, Warning, WarningKind};

impl Record {
    /// Parses the text of one game, beginning at its first `(`. `first_line` is the line of the
    /// file it stands on.
    ///
    /// Nearly everything can be read somehow; only a tree too large is an error.
    pub fn parse(text: &str, first_line: usize) -> Result<Record, SgfError> {
        let mut record = Record::new();
        record.first_line = first_line;
        record.text.reserve_exact(text.len());
        record.text.push_str(text);
        // A rough guess that saves most of the growing: a move takes six characters.
        let capacity = (text.len() / 6).min(1 << 16);
        record.nodes.reserve(capacity);
        record.properties.reserve(capacity);
        record.values.reserve(capacity);
        let mut parser =
            Parser { text, at: 0, record, node: None, open: Vec::new(), begun: false, strays: 0 };
        parser.tree()?;
        // A person would not call this a record.
        if parser.strays > ENOUGH_STRAYS && parser.strays > parser.record.properties.len() {
            return Err(SgfError::Nonsense { line: first_line });
        }
        Ok(parser.record)
    }
}

/// So many stray characters are forgiven in any record.
const ENOUGH_STRAYS: usize = 20;

struct Parser<'t> {
    text: &'t str,
    at: usize,
    record: Record,
    /// The node whose properties are being read.
    node: Option<NodeId>,
    /// The node before each `(` that is not closed yet.
    open: Vec<Option<NodeId>>,
    begun: bool,
    /// How often something stood where nothing should.
    strays: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn stray(&mut self, message: impl Into<String>) {
        self.strays += 1;
        self.warn(message);
    }

    fn warn(&mut self, message: impl Into<String>) {
        if self.record.warnings().len() > ENOUGH_WARNINGS {
            return; // Counting lines for warnings that nobody sees would be quadratic.
        }
        let before = &self.text.as_bytes()[..self.at.min(self.text.len())];
        let line = self.record.first_line + before.iter().filter(|&&b| b == b'\n').count();
        self.record.warn(Warning { kind: WarningKind::Writing, line, message: message.into() });
    }

    fn tree(&mut self) -> Result<(), SgfError> {
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => {
                    self.open.push(self.node);
                    self.at += 1;
                }
                b')' => {
                    self.at += 1;
                    self.node = match self.open.pop() {
                        Some(node) => node,
                        None => break,
                    };
                    if self.open.is_empty() {
                        break;
                    }
                }
                b';' => {
                    self.begin_node()?;
                    self.at += 1;
                }
                b'a'..=b'z' | b'A'..=b'Z' => self.property()?,
                b'[' => {
                    self.stray("a value without a property name was ignored");
                    self.value();
                }
                b if b.is_ascii_whitespace() || b == 0 => self.at += 1,
                _ => {
                    let stray = self.text[self.at..].chars().next().unwrap_or(' ');
                    self.stray(format!("{stray:?} between properties was ignored"));
                    self.at += stray.len_utf8();
                }
            }
        }
        Ok(())
    }

    fn begin_node(&mut self) -> Result<(), SgfError> {
        let node = match self.node {
            Some(parent) => self.record.append_node(parent, self.at as u32)?,
            None if !self.begun => self.record.root(),
            None => {
                self.stray("a second root was read as a variation of the first");
                self.record.append_node(self.record.root(), self.at as u32)?
            }
        };
        self.begun = true;
        self.node = Some(node);
        Ok(())
    }

    fn property(&mut self) -> Result<(), SgfError> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut tidy = true;
        while let Some(&b) = bytes.get(self.at).filter(|b| b.is_ascii_alphanumeric()) {
            tidy &= b.is_ascii_uppercase();
            self.at += 1;
        }
        let end = self.at;
        self.skip_space();
        if self.peek() != Some(b'[') {
            self.stray(format!("`{}` without a value was ignored", shorten(&self.text[start..end])));
            return Ok(());
        }
        if self.node.is_none() {
            self.warn("a property before the first `;` was read as part of the root");
            self.begin_node()?;
        }
        let name = if tidy {
            Span { start: start as u32, end: end as u32 }
        } else {
            // Before FF[4], names could be spelled out: only their capitals count.
            let written = &self.text[start..end];
            let capitals: String = written.chars().filter(|c| !c.is_ascii_lowercase()).collect();
            let mut capitals = capitals.trim_start_matches(|c: char| c.is_ascii_digit()).to_string();
            if capitals.is_empty() {
                self.warn(format!("`{}` in small letters was read in capitals", shorten(written)));
                capitals = written.to_ascii_uppercase();
            }
            self.record.append_text(&capitals)
        };
        let first = self.record.values.len() as u32;
        while self.peek() == Some(b'[') {
            if let Some(value) = self.value() {
                self.record.values.push(value);
            }
            self.skip_space();
        }
        let values = Span { start: first, end: self.record.values.len() as u32 };
        if let Some(node) = self.node.filter(|_| values.start < values.end) {
            self.record.append_property(node, PropertySpans { name, values });
        }
        Ok(())
    }

    /// Reads `[…]`; a value that never ends is dropped.
    fn value(&mut self) -> Option<Span> {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let mut i = start;
        loop {
            match bytes.get(i) {
                Some(b']') => break,
                Some(b'\\') => i += 2,
                Some(_) => i += 1,
                None => {
                    self.at = bytes.len();
                    self.warn("the record ends inside a value: that value was ignored");
                    return None;
                }
            }
        }
        self.at = i + 1;
        Some(Span { start: start as u32, end: i as u32 })
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(20).collect()
}

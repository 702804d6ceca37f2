//! What was untidy or odd about a record, and how it was read.

use std::fmt;

/// Something untidy that was read as a person would read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// What it is about.
    pub kind: WarningKind,
    /// The line of the file, from 1.
    pub line: usize,
    /// What was found and how it was read.
    pub message: String,
}

/// What a [`Warning`] is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum WarningKind {
    /// How the file is written: brackets, names, the charset, what stands between games.
    Writing,
    /// White's points for playing second: missing, or no number of half points.
    Komi,
    /// Rules that are not known.
    Rules,
    /// A handicap whose stones are missing, or are more or fewer.
    Handicap,
    /// A point that is set up twice in a node.
    Setup,
    /// Several moves in a node.
    Node,
    /// Two moves of a colour in a row.
    Turn,
}

impl WarningKind {
    /// Its name, in one word.
    pub const fn name(self) -> &'static str {
        match self {
            WarningKind::Writing => "writing",
            WarningKind::Komi => "komi",
            WarningKind::Rules => "rules",
            WarningKind::Handicap => "handicap",
            WarningKind::Setup => "setup",
            WarningKind::Node => "node",
            WarningKind::Turn => "turn",
        }
    }
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Warnings about one record, one of each kind: what is odd a thousand times is told once, with the
/// number of the others.
#[derive(Default)]
pub(super) struct Warnings(Vec<(Warning, usize)>);

impl Warnings {
    /// Adds a warning with its line and message, which are worked out only if it is the first of
    /// its kind: finding a line takes as long as the record is.
    pub(super) fn add(&mut self, kind: WarningKind, say: impl FnOnce() -> (usize, String)) {
        if let Some((_, others)) = self.0.iter_mut().find(|(warning, _)| warning.kind == kind) {
            *others += 1;
            return;
        }
        let (line, message) = say();
        self.0.push((Warning { kind, line, message }, 0));
    }

    pub(super) fn finish(self) -> Vec<Warning> {
        let finished = self.0.into_iter().map(|(mut warning, others)| {
            if others > 0 {
                warning.message += &format!(" (and {others} more of the kind)");
            }
            warning
        });
        finished.collect()
    }
}

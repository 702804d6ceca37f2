//! How blocks and groups stand, for people: in sentences, as a table, and as a line of play with numbered stones.

mod group;

use std::fmt::Write as _;

use keisei::reading::{End, Line, Question, Success};
use keisei::standing::{BlockStanding, GroupStanding, PairStanding, Verdict};
use keisei_goban::{Board, Color, Point, PointSet};

pub(crate) use self::group::vertex;
use crate::text::counted;
use crate::{Overlay, Shape};

/// A block, and the group it belongs to, if that was asked.
#[derive(Clone, Debug)]
pub struct Grouped {
    /// How it stands.
    pub standing: BlockStanding,
    /// The stones of its group.
    pub group: Option<PointSet>,
}

/// Everything that was found out about a position.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The blocks.
    pub blocks: Vec<Grouped>,
    /// Pairs of them.
    pub pairs: Vec<PairStanding>,
    /// The groups.
    pub groups: Vec<GroupStanding>,
    /// How many blocks were looked at, if nobody said which and only those in danger are listed.
    pub looked_at: Option<usize>,
}

/// At most so many points are named for people; JSON has them all.
const MOST_NAMED: usize = 24;

/// A line of text is about so long.
const WIDE: usize = 96;

impl Standing {
    /// All answers with their questions, and whose the stones are.
    pub fn answers(&self) -> impl Iterator<Item = (Question, &Line, Color)> {
        let blocks = self.blocks.iter().flat_map(|block| {
            let standing = &block.standing;
            standing.answers().map(|(question, line)| (question, line, standing.color))
        });
        let pairs = self
            .pairs
            .iter()
            .flat_map(|pair| pair.answers().map(|(question, line)| (question, line, pair.color)));
        let groups = self.groups.iter().flat_map(|group| {
            group.answers().map(|(question, answer)| (question, &answer.line, group.color))
        });
        blocks.chain(pairs).chain(groups)
    }

    /// The line that is worth showing first: the one by which a block is taken, else the one that saves
    /// it, else what connects or cuts, else what kills a group or makes it live, else what is tried in vain. What is taken even if its owner moves
    /// first is shown so: there is more to see.
    pub fn best(&self) -> Option<(Question, &Line, Color)> {
        let has_moves = |(_, line, _): &(Question, &Line, Color)| !line.moves.is_empty();
        let succeeds = |(_, line, _): &(Question, &Line, Color)| line.reading.success != Some(Success::No);
        let first = self.blocks.first().map(|block| &block.standing);
        let lost = first.filter(|standing| standing.verdict == Verdict::Opponents);
        let lost = lost.map(|standing| (Question::Defend(standing.stone), &standing.defence, standing.color));
        let shown = || self.answers().filter(has_moves);
        lost.filter(has_moves).or_else(|| shown().find(succeeds)).or_else(|| shown().next())
    }

    /// The answer to the first question of a name.
    pub fn named(&self, name: &str) -> Option<(Question, &Line, Color)> {
        self.answers().find(|(question, ..)| question.name() == name)
    }

    /// Everything in sentences, line by line.
    pub fn sentences(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for block in &self.blocks {
            let standing = &block.standing;
            lines.push(heading(standing));
            if standing.proof.is_none() {
                for (question, line) in standing.answers() {
                    told(&mut lines, question, line, standing.color);
                }
            }
            if let Some(group) = block.group {
                lines.push(match group == standing.stones {
                    true => "  group: by itself".into(),
                    false => format!("  group: {}", named(group)),
                });
            }
        }
        for pair in &self.pairs {
            lines.push(pair_heading(pair));
            for (question, line) in pair.answers() {
                told(&mut lines, question, line, pair.color);
            }
        }
        for group in &self.groups {
            group::sentences(&mut lines, group);
        }
        lines
    }

    /// The groups as a table, with a line that counts them.
    pub fn table_of_groups(&self) -> String {
        group::table(&self.groups)
    }

    /// The blocks as a table.
    pub fn table(&self) -> String {
        let mut text = String::new();
        if !self.blocks.is_empty() {
            let _ = writeln!(text, "block  color  stones  liberties  verdict    evidence  attack    defend");
        }
        for Grouped { standing, .. } in &self.blocks {
            let row = format!(
                "{:<5}  {:<5}  {:>6}  {:>9}  {:<9}  {:<8}  {:<8}  {}",
                standing.stone.to_string(),
                standing.color.to_string(),
                standing.stones.len(),
                standing.liberties.len(),
                standing.verdict.of_block(),
                standing.evidence().unwrap_or("-"),
                cell(&standing.attack),
                cell(&standing.defence),
            );
            let _ = writeln!(text, "{}", row.trim_end());
        }
        text
    }

    /// How many blocks were looked at and are not listed, if nobody said which.
    pub fn summary(&self) -> Option<String> {
        let looked_at = self.looked_at?;
        let safe = looked_at - self.blocks.len().min(looked_at);
        Some(match (looked_at, self.blocks.len()) {
            (0, _) => "no block has few liberties".into(),
            (_, 0) => format!("{} with few liberties, all safe", counted(looked_at, "block")),
            _ => format!("{} with few liberties; {safe} safe and not listed", counted(looked_at, "block")),
        })
    }

    /// What is drawn: the stones of a line with their numbers, and marks on the blocks. In text all is
    /// told below the board, in pictures the verdicts and what the line shows.
    pub fn overlay(&self, board: &Board, shown: Option<(Question, &Line, Color)>, in_text: bool) -> Overlay {
        let mut overlay = Overlay::default();
        if self.looked_at.is_some() {
            self.mark_all(&mut overlay);
            return overlay;
        }
        for Grouped { standing, .. } in &self.blocks {
            overlay.marks |= standing.stones;
        }
        let mut notes = match in_text {
            true => self.sentences(),
            false => {
                let blocks = self.blocks.iter().map(|block| heading(&block.standing));
                let pairs = self.pairs.iter().map(pair_heading);
                blocks.chain(pairs).chain(self.groups.iter().map(group::heading)).collect()
            }
        };
        if let Some((question, line, owner)) = shown {
            let numbered = Numbered::new(board, line);
            let caption = match line.moves.is_empty() {
                true => format!("{}; there is no line to show", sentence(question, line, owner)),
                false => format!("{} ({})", sentence(question, line, owner), end(line.end)),
            };
            notes.push(if in_text { format!("shown: {caption}") } else { caption });
            if !numbered.again.is_empty() {
                notes.extend(wrapped(numbered.again.iter().map(String::as_str), ", ", ""));
            }
            overlay.played = numbered.stones;
        }
        overlay.notes = notes;
        overlay
    }

    /// Crosses on what is taken or dead, diamonds on what is unsettled, and letters for the rest.
    fn mark_all(&self, overlay: &mut Overlay) {
        let (mut taken, mut unsettled) = (PointSet::EMPTY, PointSet::EMPTY);
        for Grouped { standing, .. } in &self.blocks {
            match standing.verdict {
                Verdict::Opponents => taken |= standing.stones,
                Verdict::Unsettled => unsettled |= standing.stones,
                Verdict::Ko => overlay.labels.push((standing.stone, "K".into())),
                Verdict::NotRead | Verdict::Owners => overlay.labels.push((standing.stone, "?".into())),
            }
        }
        for group in &self.groups {
            let letter = match group.verdict {
                _ if group.seki.is_some() => Some("S"),
                Verdict::Opponents => {
                    taken |= group.stones;
                    None
                }
                Verdict::Unsettled => {
                    unsettled |= group.stones;
                    None
                }
                Verdict::Ko => Some("K"),
                Verdict::NotRead => Some("?"),
                Verdict::Owners => None,
            };
            let is_free = overlay.labels.iter().all(|(point, _)| *point != group.stone);
            overlay.labels.extend(letter.filter(|_| is_free).map(|letter| (group.stone, letter.into())));
        }
        unsettled -= taken;
        overlay.shapes = vec![(taken, Shape::Cross, None), (unsettled, Shape::Diamond, None)];
        overlay.notes.extend(self.summary());
        overlay.notes.push("crosses: taken or dead; diamonds: unsettled; K: ko; S: seki; ?: not read".into());
    }
}

/// The moves of a line as stones with numbers, and those that have no room on the picture.
struct Numbered {
    stones: Vec<(Point, Color, String)>,
    /// `7 at C3`: on a point where there was a stone before.
    again: Vec<String>,
}

impl Numbered {
    fn new(board: &Board, line: &Line) -> Numbered {
        let mut numbered = Numbered { stones: Vec::new(), again: Vec::new() };
        for (number, &(color, point)) in (1..).zip(&line.moves) {
            let is_free = board.is_empty(point) && numbered.stones.iter().all(|(q, ..)| *q != point);
            match is_free {
                true => numbered.stones.push((point, color, number.to_string())),
                false => numbered.again.push(format!("{number} at {point}")),
            }
        }
        numbered
    }
}

/// `White C3 (2 stones: C3 C4; liberties: D3 D4): taken, read`.
fn heading(standing: &BlockStanding) -> String {
    let count = counted(standing.stones.len(), "stone");
    let mut text = format!(
        "{} {} ({count}: {}; liberties: {}): {}",
        standing.color,
        standing.stone,
        named(standing.stones),
        named(standing.liberties),
        standing.verdict.of_block()
    );
    match (standing.proof, standing.verdict) {
        (Some(proof), Verdict::Opponents) => {
            let _ = write!(text, ", proved ({}): it stands in territory and does not live", proof.name());
        }
        (Some(proof), _) => {
            let _ = write!(text, ", proved ({})", proof.name());
        }
        (None, Verdict::NotRead) => {}
        (None, _) => text += ", read",
    }
    text
}

/// `White C3 and E5: unsettled, read`.
fn pair_heading(pair: &PairStanding) -> String {
    let [a, b] = pair.ends;
    let read = pair.evidence().map_or(String::new(), |evidence| format!(", {evidence}"));
    format!("{} {a} and {b}: {}{read}", pair.color, pair.verdict.of_pair())
}

fn told(lines: &mut Vec<String>, question: Question, line: &Line, owner: Color) {
    lines.push(format!("  {}", sentence(question, line, owner)));
    if line.moves.is_empty() {
        return;
    }
    let first = format!("{}:", question.first(owner).letter());
    let moves: Vec<String> = line.moves.iter().map(|(_, point)| point.to_string()).collect();
    let end = format!("({})", end(line.end));
    let words = [first.as_str()].into_iter().chain(moves.iter().map(String::as_str)).chain([end.as_str()]);
    lines.extend(wrapped(words, " ", "    "));
}

/// What comes of a question: `Black first: takes it, beginning with D4`.
pub fn sentence(question: Question, line: &Line, owner: Color) -> String {
    let first = question.first(owner);
    let (does, does_not) = match question {
        Question::Attack(_) => ("takes it", "does not take it"),
        Question::Defend(_) => ("saves it", "cannot save it"),
        Question::Connect(_) => ("connects them", "cannot connect them"),
        Question::Disconnect(_) => ("cuts them apart", "cannot cut them apart"),
        Question::Kill(_) => ("kills it", "does not kill it"),
        Question::Live(_) => ("makes it live", "cannot make it live"),
    };
    let reading = &line.reading;
    let begins = match reading.point {
        Some(point) => format!(", beginning with {point}"),
        None => ", and need not move".into(),
    };
    let said = match reading.success {
        None => format!("not read within {} positions", reading.nodes),
        Some(Success::No) => does_not.into(),
        Some(Success::Yes) => format!("{does}{begins}"),
        Some(ko) => {
            let needs = if ko == Success::OwnThreat { first } else { first.opponent() };
            format!("{does} by a ko in which {needs} needs the first threat{begins}")
        }
    };
    format!("{first} first: {said}")
}

/// How a line ends.
fn end(end: End) -> String {
    match end {
        End::Taken => "taken".into(),
        End::Saved => "saved".into(),
        End::Connected => "connected".into(),
        End::Cut => "cut".into(),
        End::Killed => "killed".into(),
        End::Lives => "lives".into(),
        End::Ko(color) => format!("ko: {color} needs a threat"),
        End::Open => "and so on: what follows was not read far enough".into(),
    }
}

/// Whether who moves first comes to its aim, for programs.
pub(crate) fn success_text(success: Option<Success>) -> &'static str {
    match success {
        None => "not read",
        Some(Success::No) => "no",
        Some(Success::Yes) => "yes",
        Some(Success::OwnThreat) => "ko, own threat first",
        Some(Success::TheirThreat) => "ko, their threat first",
    }
}

/// The same in a table: the move that succeeds.
fn cell(line: &Line) -> String {
    let point = line.reading.point.map_or("yes".into(), |point| point.to_string());
    match line.reading.success {
        None => "?".into(),
        Some(Success::No) => "no".into(),
        Some(Success::Yes) => point,
        Some(_) => format!("ko {point}"),
    }
}

fn named(points: PointSet) -> String {
    let names: Vec<String> = points.iter().take(MOST_NAMED).map(|p| p.to_string()).collect();
    let more = points.len() - names.len();
    names.join(" ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

/// Words in lines that are not too long.
fn wrapped<'a>(words: impl Iterator<Item = &'a str>, between: &str, indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + between.len() + word.len() <= WIDE => {
                line.push_str(between);
                line.push_str(word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines
}

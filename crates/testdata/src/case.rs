//! Positions with questions and answers; `testdata/README.md` describes the files.

use std::path::{Path, PathBuf};

use keisei_goban::{Board, Color, Diagram, Move, PointSet, Position, Size};

use crate::positions::{point, points};

/// A position and what is known about it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file, without its ending.
    pub file: String,
    /// Its name in the file.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// The position.
    pub position: Position,
    /// What is asked.
    pub questions: Vec<Question>,
    /// Who is known to answer a question wrongly: `judge: dead`.
    pub known_failures: Vec<String>,
}

/// A question and its answer: `inner white: N8 M17`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is asked: `inner`.
    pub about: String,
    /// Of whom or of what: `white`.
    pub subject: String,
    /// What is known: `N8 M17`.
    pub answer: String,
}

impl Case {
    /// The answer to a question without a subject.
    pub fn answer(&self, about: &str) -> Option<&str> {
        let found = self.questions.iter().find(|q| q.about == about && q.subject.is_empty());
        found.map(|question| question.answer.as_str())
    }

    /// The points that are the answer to a question without a subject; none if it is not asked.
    pub fn points(&self, about: &str) -> PointSet {
        points(self.answer(about).unwrap_or_default())
    }
}

impl Question {
    /// The colour it is about.
    pub fn color(&self) -> Color {
        self.subject.parse().unwrap_or_else(|error| panic!("{} {}: {error}", self.about, self.subject))
    }

    /// The points that are the answer; `stones` are all stones of the colour that it is about.
    pub fn points(&self, position: &Position) -> PointSet {
        match self.answer.as_str() {
            "stones" => position.board().stones(self.color()),
            answer => points(answer),
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// The names of all files, without their endings.
pub fn files() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("testdata can be read");
    let paths = entries.map(|entry| entry.expect("testdata can be read").path());
    let texts = paths.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    let mut names: Vec<String> =
        texts.map(|path| path.file_stem().expect("a file").to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// All cases of a file.
pub fn cases(file: &str) -> Vec<Case> {
    let path = folder().join(format!("{file}.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    read(file, &text)
}

/// A case by its name.
pub fn case(file: &str, name: &str) -> Case {
    let found = cases(file).into_iter().find(|case| case.name == name);
    found.unwrap_or_else(|| panic!("{file} has no case `{name}`"))
}

fn read(file: &str, text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for section in format!("\n{text}").split("\n== ").skip(1) {
        let (name, rest) = section.split_once('\n').expect("a name and more");
        let case = read_case(file, name.trim(), rest);
        assert!(cases.iter().all(|other| other.name != case.name), "{file}: `{name}` is there twice");
        cases.push(case);
    }
    assert!(!cases.is_empty(), "{file}: no cases");
    cases
}

fn read_case(file: &str, name: &str, text: &str) -> Case {
    let place = format!("{file}, `{name}`");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let (keyed, rows): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.contains(':'));
    let (mut source, mut moves, mut to_play) = (None, "", None);
    let (mut questions, mut known_failures) = (Vec::new(), Vec::new());
    for line in keyed {
        let (key, value) = line.split_once(':').expect("there is a colon");
        let (key, value) = (key.trim(), value.trim());
        match key {
            "source" => source = Some(value.to_string()),
            "moves" => moves = value,
            "to play" => to_play = Some(value.parse().unwrap_or_else(|e| panic!("{place}: {e}"))),
            "known failure" => known_failures.push(value.to_string()),
            _ => {
                let (about, subject) = key.split_once(' ').unwrap_or((key, ""));
                let [about, subject, answer] = [about, subject, value].map(str::to_string);
                questions.push(Question { about, subject, answer });
            }
        }
    }
    let mut position = match rows.is_empty() {
        true => Position::new(Board::new(Size::default())),
        false => {
            let diagram: Diagram = rows.join("\n").parse().unwrap_or_else(|e| panic!("{place}: {e}"));
            diagram.position().unwrap_or_else(|e| panic!("{place}: {e}"))
        }
    };
    for vertex in moves.split_whitespace() {
        let mv = if vertex == "pass" { Move::Pass } else { Move::Play(point(vertex)) };
        position.play(mv).unwrap_or_else(|e| panic!("{place}: {vertex}: {e}"));
    }
    if let Some(color) = to_play {
        position.set_to_play(color);
    }
    assert!(!questions.is_empty(), "{place}: nothing is asked");
    let source = source.unwrap_or_else(|| panic!("{place}: where does it come from?"));
    Case { file: file.into(), name: name.into(), source, position, questions, known_failures }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_read() {
        let text = "# about the file\n\n== a corner\nsource: made for this test\n. X\nX .\nsafe black: stones\ndead:\nknown failure: judge: dead\n";
        let [case] = &read("corners", text)[..] else { panic!("one case") };
        assert_eq!((case.name.as_str(), case.source.as_str()), ("a corner", "made for this test"));
        assert_eq!(case.questions[0].color(), Color::Black);
        assert_eq!(case.questions[0].points(&case.position), points("B2 A1"));
        assert_eq!((case.answer("dead"), case.answer("seki")), (Some(""), None));
        assert_eq!(case.known_failures, ["judge: dead"]);
    }

    #[test]
    #[should_panic(expected = "where does it come from")]
    fn a_source_is_needed() {
        read("corners", "== a corner\n. X\nX .\ndead:\n");
    }

    #[test]
    #[should_panic(expected = "is there twice")]
    fn names_are_used_once() {
        let one = "== a corner\nsource: here\n. X\nX .\ndead:\n\n";
        read("corners", &format!("{one}{one}"));
    }
}

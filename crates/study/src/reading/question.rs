//! Questions about blocks, and who answers them.

use std::fmt;
use std::time::Instant;

use keisei::reading::{Limits, Question, Reader, pairs};
use keisei_goban::{Board, Color, Point};

use crate::contestant::Program;

/// The kinds of questions, as GTP commands.
pub(super) const KINDS: [&str; 4] = ["attack", "defend", "connect", "disconnect"];

/// The place of a question among the [`KINDS`].
pub(super) fn kind(question: Question) -> usize {
    KINDS.iter().position(|&kind| kind == question.name()).expect("all kinds are there")
}

/// Whether it is over, and the owner of the stones succeeded.
pub(super) fn outcome(question: Question, board: &Board, owner: Color) -> Option<bool> {
    let is_taken = |p: Point| board.get(p) != Some(owner);
    match question {
        Question::Attack(target) | Question::Defend(target) => is_taken(target).then_some(false),
        Question::Kill(stone) | Question::Live(stone) => is_taken(stone).then_some(false),
        Question::Connect(ends) | Question::Disconnect(ends) => {
            if ends.into_iter().any(is_taken) {
                return Some(false);
            }
            board.block(ends[0])?.contains(ends[1]).then_some(true)
        }
    }
}

/// What can be asked of a board: about blocks with so many liberties at most, and near pairs.
pub(super) fn questions(board: &Board, liberties: usize) -> Vec<Question> {
    let few = board.blocks().filter(|block| block.liberties() <= liberties);
    let targets = few.filter_map(|block| block.stone_set().first());
    let mut questions: Vec<Question> =
        targets.flat_map(|target| [Question::Attack(target), Question::Defend(target)]).collect();
    let ends = Color::ALL.into_iter().flat_map(|color| pairs(board, color));
    questions.extend(ends.flat_map(|ends| [Question::Connect(ends), Question::Disconnect(ends)]));
    questions
}

/// What was said.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Said {
    /// As GNU Go writes it; `None` without an answer.
    pub(super) code: Option<u8>,
    pub(super) point: Option<Point>,
    pub(super) nodes: u32,
    pub(super) seconds: f64,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            None => write!(f, "nothing")?,
            Some(code) => write!(f, "{code}")?,
        }
        self.point.map_or(Ok(()), |point| write!(f, " {point}"))
    }
}

/// Who answers is ours.
pub(super) struct Own {
    reader: Reader,
}

impl Own {
    pub(super) fn new(limits: Limits) -> Own {
        Own { reader: Reader::new(limits) }
    }

    pub(super) fn ask(&mut self, board: &Board, ko: Option<Point>, question: Question) -> Said {
        let begun = Instant::now();
        let reading = self.reader.answer(board, question, ko);
        let seconds = begun.elapsed().as_secs_f64();
        let Ok(reading) = reading else { return Said { code: None, point: None, nodes: 0, seconds } };
        Said { code: reading.code(), point: reading.point, nodes: reading.nodes, seconds }
    }
}

/// Who answers is a program at a position.
pub(super) struct Theirs<'p> {
    program: &'p mut Program,
}

impl<'p> Theirs<'p> {
    /// Puts the stones of a board on the program's.
    pub(super) fn at(program: &'p mut Program, board: &Board) -> anyhow::Result<Theirs<'p>> {
        program.ask(&format!("boardsize {}", board.size().width()))?;
        program.ask("clear_board")?;
        for color in Color::ALL {
            for p in board.stones(color).iter() {
                program.ask(&format!("play {color} {p}"))?;
            }
        }
        Ok(Theirs { program })
    }

    /// Plays a move; `None` is a pass. Whether the program takes it.
    pub(super) fn play(&mut self, color: Color, point: Option<Point>) -> anyhow::Result<bool> {
        let vertex = point.map_or("pass".to_string(), |point| point.to_string());
        Ok(self.program.put(&format!("play {color} {vertex}"))?.is_ok())
    }

    pub(super) fn ask(&mut self, question: Question) -> anyhow::Result<Said> {
        let begun = Instant::now();
        let answer = self.program.put(&question.to_string())?;
        let seconds = begun.elapsed().as_secs_f64();
        // A refusal is no answer, as when stones were taken.
        let answer = answer.unwrap_or_default();
        let mut words = answer.split_whitespace();
        let code = words.next().and_then(|word| word.parse().ok());
        let point = words.next().and_then(|word| word.parse().ok());
        Ok(Said { code, point, nodes: 0, seconds })
    }
}

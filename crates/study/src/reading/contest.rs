//! Who is right, if one says yes and the other no: they play it out.

use keisei::reading::Question;
use keisei_goban::Board;

use super::question::{Own, Said, Theirs, outcome};

/// The longest line.
const LONGEST: usize = 80;

/// Who was right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Right {
    Ours,
    Theirs,
    /// It did not come to an end.
    Neither,
    /// At least one speaks of a ko, or says nothing; that is not played out.
    Ko,
}

impl Right {
    pub(super) fn name(self) -> &'static str {
        match self {
            Right::Ours => "ours is right",
            Right::Theirs => "theirs is right",
            Right::Neither => "undecided",
            Right::Ko => "not played out",
        }
    }
}

/// What is said by either.
pub(super) struct Claims<'s> {
    pub(super) ours: &'s Said,
    pub(super) theirs: &'s Said,
}

/// Plays out a question. Who says yes plays as the side that moves first, and each goes on as long
/// as it says that it succeeds. The line that was played comes with it.
pub(super) fn contest(
    board: &Board,
    question: Question,
    claims: &Claims<'_>,
    own: &mut Own,
    theirs: &mut Theirs<'_>,
) -> anyhow::Result<(Right, String)> {
    let ours_claims = match (claims.ours.code, claims.theirs.code) {
        (Some(1), Some(0)) => true,
        (Some(0), Some(1)) => false,
        _ => return Ok((Right::Ko, String::new())),
    };
    let right = |ours: bool| if ours { Right::Ours } else { Right::Theirs };
    let owner = board.get(question.stone()).expect("a stone is asked about");
    let mut board = board.clone();
    let mut line = String::new();
    let mut question = question;
    let mut ours_moves = ours_claims;
    let mut said = if ours_claims { claims.ours.clone() } else { claims.theirs.clone() };
    let mut passes = 0;
    for _ in 0..LONGEST {
        if said.code.unwrap_or(0) == 0 {
            // Who moves gives up.
            return Ok((right(!ours_moves), line));
        }
        let color = question.first(owner);
        let ko = match said.point {
            None => {
                passes += 1;
                line += " pass";
                None
            }
            Some(point) => {
                passes = 0;
                line += &format!(" {point}");
                let Ok(outcome) = board.play(color, point) else { return Ok((right(!ours_moves), line)) };
                outcome.ko
            }
        };
        if !theirs.play(color, said.point)? {
            // A move that is not allowed.
            return Ok((right(!ours_moves), line));
        }
        if let Some(owners) = outcome(question, &board, owner) {
            return Ok((right(ours_moves == (owners == question.is_owners())), line));
        }
        if passes == 2 {
            // Stones that stand are not taken; what neither joins nor cuts is left open.
            return Ok(match question {
                Question::Attack(_) | Question::Defend(_) | Question::Kill(_) | Question::Live(_) => {
                    (right(ours_moves == question.is_owners()), line)
                }
                _ => (Right::Neither, line),
            });
        }
        question = question.turned();
        ours_moves = !ours_moves;
        said = if ours_moves { own.ask(&board, ko, question) } else { theirs.ask(question)? };
    }
    Ok((Right::Neither, line))
}

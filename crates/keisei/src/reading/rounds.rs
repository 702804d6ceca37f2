//! Rounds: a question is asked with few moves first, then with ever more.
//!
//! ```text
//! what is asked      first round        second             third
//! a block is taken   ladders            what threatens     more liberties, …
//!                                       a ladder
//! blocks are one     ways of three      with a move's      ways of four moves
//!                    moves              detour
//! ```
//!
//! The prover has more moves in each round, so that what he proves once stays proved. What he does not
//! prove may be proved in a later one; until the last round has come to its end, that he fails stands
//! *narrowly* or not at all ([`Stands`]).

use keisei_goban::{Board, Color, Point, PointSet};

use super::capture::Capture;
use super::connection::Connection;
use super::numbers::Numbers;
use super::search::{Goal, Search};
use super::sides::{Side, Sides, State, Step};
use super::table::Table;
use super::{Reader, Reading, Success};

impl Reader {
    /// Asks the same with ever more moves. Where the prover succeeds, more answers are tried; if they
    /// do not help either, that is the last word. Where he does not, he has more moves the next time.
    pub(super) fn widen<G: Contested, F: Fn(Sides) -> G>(
        &mut self,
        start: &Start<'_>,
        rounds: impl Iterator<Item = Round<F>>,
    ) -> Reading {
        let mut reading = Reading { success: None, point: None, nodes: 0, narrow: false };
        let last_word = if start.first == start.prover { Success::Yes } else { Success::No };
        let (mut most, mut spent) = (self.limits.nodes, Spent::default());
        let mut rounds = rounds.take(self.limits.widths.into()).peekable();
        while let Some(round) = rounds.next() {
            let is_last = rounds.peek().is_none();
            let before = spent.searched;
            for goal in round.goals.into_iter().flatten() {
                let found = self.read(start, goal, most, &mut spent);
                reading.nodes = spent.searched + spent.walked;
                let Some((success, point)) = found else {
                    // With more moves the prover may have it easier, but who has failed once hardly has.
                    if round.stands == Stands::Narrowly && reading.success.is_none() {
                        break;
                    }
                    return reading;
                };
                let stands = round.stands != Stands::No || success == last_word || is_last;
                reading.narrow = round.stands == Stands::Narrowly && success != last_word && !is_last;
                reading.success = Some(success).filter(|_| stands);
                reading.point = point.filter(|_| stands);
                if success != last_word {
                    break;
                }
            }
            if reading.success == Some(last_word) {
                break;
            }
            if round.shy {
                most = self.limits.nodes.min(self.limits.nodes / 10 + 4 * (spent.searched - before));
            }
        }
        reading
    }

    /// What comes of a question; `None` if that was not found out.
    fn read<G: Contested>(
        &mut self,
        start: &Start<'_>,
        goal: impl Fn(Sides) -> G,
        most: u32,
        spent: &mut Spent,
    ) -> Option<(Success, Option<Point>)> {
        let (mine, theirs) = (start.first, start.first.other());
        // What succeeds although the opponent is favoured succeeds.
        let hard = self.ask(start, Some(theirs), &goal, most, spent)?;
        if hard.winner == mine {
            return Some((Success::Yes, hard.point));
        }
        if !hard.ko {
            return Some((Success::No, None));
        }
        let easy = self.ask(start, Some(mine), &goal, most, spent)?;
        if easy.winner != mine {
            return Some((Success::No, None));
        }
        let even = self.ask(start, None, &goal, most, spent)?;
        Some(match even.winner == mine {
            true => (Success::TheirThreat, even.point),
            false => (Success::OwnThreat, easy.point),
        })
    }

    fn ask<G: Contested>(
        &mut self,
        start: &Start<'_>,
        favoured: Option<Side>,
        goal: impl Fn(Sides) -> G,
        most: u32,
        spent: &mut Spent,
    ) -> Option<Asked> {
        let &Start { board, color, ko, first, prover } = start;
        let mut goal = goal(Sides { color, favoured, prover, ko_seen: false });
        let ko = ko.filter(|_| favoured != Some(first));
        let state = State { board: board.clone(), to_move: first, ko };
        if let Some(proved) = goal.first_glance(&state).decision() {
            return Some(Asked { winner: goal.sides().winner(proved), ko: false, point: None });
        }
        let mut search = Search::new(goal, G::table(self));
        let answer = search.ask(state, most);
        spent.searched += answer.nodes;
        spent.walked += search.goal.walked();
        let sides = search.goal.sides();
        Some(Asked { winner: sides.winner(answer.proved?), ko: sides.ko_seen, point: answer.step.flatten() })
    }
}

/// A goal for which two sides contend on a whole board.
pub(super) trait Contested: Goal<State = State, Step = Step, Key = u64> {
    fn sides(&self) -> &Sides;

    /// Where positions are remembered.
    fn table(reader: &mut Reader) -> &mut Table<u64, Self::Ground>;

    /// How many positions were looked at beside those of the search.
    fn walked(&self) -> u32 {
        0
    }

    /// What the first position looks like.
    fn first_glance(&mut self, state: &State) -> Numbers;
}

impl Contested for Capture {
    fn table(reader: &mut Reader) -> &mut Table<u64> {
        &mut reader.table
    }

    fn sides(&self) -> &Sides {
        &self.sides
    }

    fn walked(&self) -> u32 {
        self.walked
    }

    fn first_glance(&mut self, _: &State) -> Numbers {
        Numbers::open(1, 1)
    }
}

impl Contested for Connection {
    fn table(reader: &mut Reader) -> &mut Table<u64, PointSet> {
        &mut reader.grounds
    }

    fn sides(&self) -> &Sides {
        &self.sides
    }

    fn walked(&self) -> u32 {
        self.walked
    }

    fn first_glance(&mut self, state: &State) -> Numbers {
        self.glance(state)
    }
}

/// Where a question begins.
pub(super) struct Start<'b> {
    pub(super) board: &'b Board,
    /// The defender's colour.
    pub(super) color: Color,
    pub(super) ko: Option<Point>,
    pub(super) first: Side,
    /// Who has to come to an end.
    pub(super) prover: Side,
}

/// What is asked with so many moves.
pub(super) struct Round<F> {
    /// First with few answers, then with more, if there are more.
    pub(super) goals: [Option<F>; 2],
    /// Whether it is an answer that the prover fails.
    pub(super) stands: Stands,
    /// Whether the next round shall be short if this one was: what was plain is not looked at for long.
    pub(super) shy: bool,
}

/// Whether an answer stands if the next round does not come to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stands {
    No,
    Narrowly,
    Yes,
}

/// How many positions were looked at in searches, and in ladders on the way.
#[derive(Default)]
struct Spent {
    searched: u32,
    walked: u32,
}

/// What a search says.
struct Asked {
    winner: Side,
    /// Whether a ko was met.
    ko: bool,
    point: Option<Point>,
}

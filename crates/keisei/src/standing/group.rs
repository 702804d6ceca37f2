//! How groups stand: alive, dead, unsettled, in a ko or in seki, by who moves first.
//!
//! ```text
//! O O O O O .     Black's corner is unsettled: White first kills it on a, Black first lives there.
//! X X X X O .     With a stone on a it is alive or dead, whoever moves.
//! . a . X O .
//! ```
//!
//! What is proved about safety comes first. Else life is read, from the largest block of the group, the
//! owner moving first: if he lives without a move, the group is alive; if he does not live, it is dead;
//! only then it is asked how the opponent kills it. What was read in an enclosure that is closed, with
//! walls that live, is *proved*; where the group may run it is *read narrowly*.
//!
//! A group that is alive is in *seki* with a block of the opponent's if that block is alive as well, one
//! of the two stands in a closed enclosure, neither lives unconditionally, and whoever plays a liberty
//! that they share is killed.
//!
//! # Where it fails
//!
//! A seki with three shared liberties or more, or in which a side still has to answer, is called alive.
//! Of groups that live or die together with others each is asked about by itself.

use keisei_goban::{Block, Board, Color, Point, PointSet};

use super::{Standings, Verdict, known};
use crate::Proof;
use crate::reading::{Line, NothingToRead, Question, Reading, Success};
use crate::safety::unconditional_life;

/// The answer to one question about a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupAnswer {
    /// What was read, and the moves that show it.
    pub line: Line,
    /// All first moves by which who moves first comes to what he can; `None` among them is a pass. There
    /// are none if he fails. `None` if that was not read within the limits.
    pub moves: Option<Vec<Option<Point>>>,
}

impl GroupAnswer {
    /// What needs no reading: who succeeds need not move.
    fn known(question: Question, succeeds: bool) -> GroupAnswer {
        let moves = if succeeds { vec![None] } else { Vec::new() };
        GroupAnswer { line: known(question, succeeds), moves: Some(moves) }
    }
}

/// How a group stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupStanding {
    /// The stone that was asked about.
    pub stone: Point,
    /// Whose it is.
    pub color: Color,
    /// All stones of the group.
    pub stones: PointSet,
    /// What becomes of it.
    pub verdict: Verdict,
    /// A stone of the opponent's with whose block it is in seki.
    pub seki: Option<Point>,
    /// The rule that proves it; `None` if it was read at best.
    pub proof: Option<Proof>,
    /// Whether it was read as far as a proof goes.
    pub is_proved: bool,
    /// The points on which both sides were given moves.
    pub points: PointSet,
    /// Whether it is killed if its opponent moves first.
    pub kill: GroupAnswer,
    /// Whether it lives if its owner moves first.
    pub live: GroupAnswer,
}

impl GroupStanding {
    /// What becomes of it in a word: alive, dead, unsettled, ko, seki or not read.
    pub fn status(&self) -> &'static str {
        if self.seki.is_some() { "seki" } else { self.verdict.of_group() }
    }

    /// What the status rests on: `proved`, `read` or `read narrowly` ([`Reading::narrow`]); `None` if
    /// there is none.
    pub fn evidence(&self) -> Option<&'static str> {
        let read = self.verdict.evidence()?;
        let narrow = self.answers().iter().any(|(_, answer)| answer.line.reading.narrow);
        Some(match (self.is_proved, narrow) {
            (true, _) => "proved",
            (false, true) => "read narrowly",
            (false, false) => read,
        })
    }

    /// The answers, each with its question: the attack first.
    pub fn answers(&self) -> [(Question, &GroupAnswer); 2] {
        [(Question::Kill(self.stone), &self.kill), (Question::Live(self.stone), &self.live)]
    }
}

/// What is wanted beside the answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Lines,
    FirstMoves,
}

impl Standings<'_> {
    /// How the group of a block stands, with lines of play.
    ///
    /// ```
    /// use keisei::reading::Limits;
    /// use keisei::safety::Safety;
    /// use keisei::standing::Standings;
    /// use keisei_goban::{Position, board};
    ///
    /// let position = Position::new(board!("
    ///     . O . O . .
    ///     O O O O O O
    ///     X X X X O .
    ///     . . . X O O
    /// "));
    /// let safety = Safety::nothing(position.board().size());
    /// let standing = Standings::new(&position, &safety, Limits::default()).life("A2".parse()?)?;
    /// assert_eq!((standing.status(), standing.evidence()), ("unsettled", Some("proved")));
    /// assert_eq!(standing.kill.moves, Some(vec![Some("B1".parse()?)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no stone.
    pub fn life(&mut self, stone: Point) -> Result<GroupStanding, NothingToRead> {
        let stones = self.group(stone)?;
        self.life_of(stone, stones, Wanted::Lines)
    }

    /// How all groups of both sides stand, Black's first; without lines of play.
    pub fn lives(&mut self) -> Vec<GroupStanding> {
        let board = self.position.board();
        let mut lives = Vec::new();
        for color in Color::ALL {
            for stones in self.reader.groups(board, color) {
                let Some(stone) = largest(board, stones) else { continue };
                lives.extend(self.life_of(stone, stones, Wanted::FirstMoves));
            }
        }
        lives
    }

    fn life_of(
        &mut self,
        stone: Point,
        stones: PointSet,
        wanted: Wanted,
    ) -> Result<GroupStanding, NothingToRead> {
        let color = self.position.board().get(stone).ok_or(NothingToRead::NoStone(stone))?;
        let is_safe = self.safety.stones(color).contains(stone);
        let is_dead = self.safety.territory(color.opponent()).contains(stone);
        let proof = self.safety.proof(stone).filter(|_| is_safe || is_dead);
        let mut standing = GroupStanding {
            stone,
            color,
            stones,
            verdict: if is_safe { Verdict::Owners } else { Verdict::Opponents },
            seki: None,
            proof,
            is_proved: true,
            points: PointSet::EMPTY,
            kill: GroupAnswer::known(Question::Kill(stone), !is_safe),
            live: GroupAnswer::known(Question::Live(stone), is_safe),
        };
        if !(is_safe || is_dead) {
            self.read_life(&mut standing, wanted)?;
        }
        if standing.verdict == Verdict::Owners {
            standing.seki = self.seki(stone, color);
        }
        Ok(standing)
    }

    fn read_life(&mut self, standing: &mut GroupStanding, wanted: Wanted) -> Result<(), NothingToRead> {
        let (stone, color) = (standing.stone, standing.color);
        let (kill, live) = (Question::Kill(stone), Question::Live(stone));
        let board = self.position.board();
        let owners = self.reader.ways(board, stone, self.ko(color), color)?;
        (standing.is_proved, standing.points) = (owners.is_proved, owners.points);
        let narrow = owners.reading.narrow;
        if owners.reading.success == Some(Success::Yes) && owners.moves == [None] {
            standing.live = GroupAnswer::known(live, true);
            standing.live.line.reading = Reading { point: None, ..owners.reading };
            standing.kill = GroupAnswer::known(kill, false);
            standing.kill.line.reading.narrow = narrow;
            if wanted == Wanted::Lines {
                standing.kill.line = self.shown(kill, color, standing.kill.line.reading.clone())?;
            }
        } else if owners.reading.success == Some(Success::No) {
            standing.kill = GroupAnswer::known(kill, true);
            standing.kill.line.reading.narrow = narrow;
            standing.live = self.answered(live, color, owners.reading, owners.moves, wanted)?;
        } else {
            let others = self.reader.ways(board, stone, self.ko(color.opponent()), color.opponent())?;
            standing.kill = self.answered(kill, color, others.reading, others.moves, wanted)?;
            standing.live = match standing.kill.line.reading.success {
                // Who need not answer lives without a move.
                Some(Success::No) => GroupAnswer::known(live, true),
                _ => self.answered(live, color, owners.reading, owners.moves, wanted)?,
            };
        }
        standing.verdict = Verdict::of(&standing.kill.line.reading, &standing.live.line.reading);
        Ok(())
    }

    /// An answer with what is wanted beside it. If there was no time for all first moves, one is asked
    /// for.
    fn answered(
        &mut self,
        question: Question,
        owner: Color,
        reading: Reading,
        moves: Vec<Option<Point>>,
        wanted: Wanted,
    ) -> Result<GroupAnswer, NothingToRead> {
        let (reading, moves) = match reading.success {
            None => {
                let ko = self.ko(question.first(owner));
                (self.reader.answer(self.position.board(), question, ko)?, None)
            }
            Some(_) => (reading, Some(moves)),
        };
        let line = match wanted {
            Wanted::Lines => self.shown(question, owner, reading)?,
            Wanted::FirstMoves => Line { reading, ..known(question, true) },
        };
        Ok(GroupAnswer { line, moves })
    }

    /// The line of play that shows an answer.
    fn shown(&mut self, question: Question, owner: Color, reading: Reading) -> Result<Line, NothingToRead> {
        let ko = self.ko(question.first(owner));
        self.reader.line_of(self.position.board(), question, ko, reading)
    }

    /// A stone of the opponent's with whose block a living one is in seki.
    fn seki(&mut self, stone: Point, color: Color) -> Option<Point> {
        let board = self.position.board();
        let block = board.block(stone)?;
        let is_unconditional =
            |stone: Point, color| unconditional_life(board, color, false).stones.contains(stone);
        let beside = |p: Point| p.neighbors().into_iter().filter_map(|q| board.block(q));
        let others: Vec<Point> = block
            .liberty_set()
            .iter()
            .flat_map(beside)
            .filter(|other| other.color() != color)
            .filter_map(|other| other.stone_set().first())
            .collect();
        if others.is_empty() || is_unconditional(stone, color) {
            return None;
        }
        let mine = self.stands(stone, color)?;
        let mut tried = PointSet::EMPTY;
        others.into_iter().find(|&other| {
            tried.insert(other)
                && !is_unconditional(other, color.opponent())
                && board.block(other).is_some_and(|other| self.is_locked(block, other))
                && self.stands(other, color.opponent()).is_some_and(|other| !(mine.narrow && other.narrow))
        })
    }

    /// What was read of a block that is not killed even if its opponent moves first.
    fn stands(&mut self, stone: Point, color: Color) -> Option<Reading> {
        let ko = self.ko(color.opponent());
        let kill = self.reader.kill(self.position.board(), stone, ko).ok()?;
        (kill.success == Some(Success::No)).then_some(kill)
    }

    /// Whether two blocks share liberties, and whoever plays one of them is killed.
    fn is_locked(&mut self, block: Block<'_>, other: Block<'_>) -> bool {
        let shared = block.liberty_set() & other.liberty_set();
        let mut is_killed_by = |mine: Block<'_>, point: Point| {
            let mut after = self.position.board().clone();
            let is_played = after.play(mine.color(), point).is_ok_and(|outcome| !outcome.suicide);
            let Some(stone) = mine.stone_set().first().filter(|_| is_played) else { return true };
            self.reader.kill(&after, stone, None).is_ok_and(|kill| kill.success == Some(Success::Yes))
        };
        !shared.is_empty() && shared.iter().all(|p| is_killed_by(block, p) && is_killed_by(other, p))
    }
}

/// A stone of the largest block of a group, by which its life is read.
pub fn largest(board: &Board, stones: PointSet) -> Option<Point> {
    let blocks = board.blocks().filter(|block| !block.stone_set().is_disjoint(&stones));
    let size = |block: &Block<'_>| (block.stone_set().len(), std::cmp::Reverse(block.stone_set().first()));
    blocks.max_by_key(size)?.stone_set().first()
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Position, board};

    use super::*;
    use crate::reading::{End, Limits};
    use crate::safety::Safety;

    fn life(board: Board, vertex: &str) -> GroupStanding {
        let position = Position::new(board);
        let safety = Safety::nothing(position.board().size());
        let stone = vertex.parse().unwrap();
        Standings::new(&position, &safety, Limits::default()).life(stone).unwrap()
    }

    fn points(answer: &GroupAnswer) -> String {
        let name = |step: &Option<Point>| step.map_or("pass".into(), |p| p.to_string());
        answer.moves.iter().flatten().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn alive_and_dead_need_no_move() {
        let alive = life(
            board!(
                "
                . O . O . O .
                O O O O O O O
                X X X X X O .
                . . . . X O O
            "
            ),
            "A2",
        );
        assert_eq!((alive.status(), alive.evidence()), ("alive", Some("proved")));
        assert_eq!((points(&alive.live).as_str(), points(&alive.kill).as_str()), ("pass", ""));
        assert_eq!((alive.kill.line.end, alive.kill.line.moves.len()), (End::Lives, 2));
        let dead = life(
            board!(
                "
                . O . O .
                O O O O O
                X X X O .
                . . X O O
            "
            ),
            "A2",
        );
        assert_eq!((dead.status(), dead.evidence()), ("dead", Some("proved")));
        assert_eq!((points(&dead.live).as_str(), points(&dead.kill).as_str()), ("", "pass"));
        assert_eq!(dead.live.line.end, End::Killed);
    }

    /// White's walls are not known to live, so nothing is proved; in the open it is narrow.
    #[test]
    fn the_evidence_is_what_the_surroundings_allow() {
        let read = life(
            board!(
                "
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                O O O O O . . . .
                X X X X O . . . .
                . . . X O . . . .
            "
            ),
            "A2",
        );
        assert_eq!((read.status(), read.evidence()), ("unsettled", Some("read")));
        assert_eq!((points(&read.live).as_str(), points(&read.kill).as_str()), ("B1", "B1"));
    }

    #[test]
    fn a_ladder_kills_in_the_open() {
        let standing = life(
            board!(
                "
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . X . . . . . .
                . X O . . . . . .
                . X O X . . . . .
                . . X . . . . . .
                . . . . . . . . .
            "
            ),
            "C3",
        );
        assert_eq!((standing.status(), standing.evidence()), ("dead", Some("read")));
        // Even if it runs first.
        assert_eq!((points(&standing.kill).as_str(), standing.live.line.end), ("pass", End::Killed));
    }

    #[test]
    fn a_ko_for_life_is_told() {
        let ko = life(
            board!(
                "
                . . . . . .
                O O O . . .
                O O O O . .
                X X . O O .
                . X O O . .
                . X X O O .
                . . X O O .
            "
            ),
            "A4",
        );
        assert_eq!(ko.status(), "ko", "{} {}", points(&ko.kill), points(&ko.live));
    }

    #[test]
    fn a_seki_is_told_from_two_eyes() {
        let both = board!(
            "
            . O . O . O . O .
            O O O O O O O O O
            X X X X X X O O .
            . O O O . X O . O
        "
        );
        let black = life(both.clone(), "A2");
        assert_eq!((black.status(), black.verdict), ("seki", Verdict::Owners));
        assert_eq!(life(both, "B1").status(), "seki");
    }
}

//! Lines of play: what an answer looks like on the board, move by move.
//!
//! ```text
//! . . . . 9 . .     White's stone is taken, Black first: 1, and she runs with 2, 4, 6 into the edge.
//! . . . 5 8 . .     Black's moves are those of his reading, asked anew in every position. White has
//! . . 1 4 6 7 .     no move that helps. She plays the most stubborn one: of those that would save
//! . X O 2 3 . .     the stone if nobody answered, the one that leaves it the most liberties.
//! . . X X . . .
//! ```
//!
//! A line ends where the aim is reached, where the side that fails has nothing left that has to be
//! answered, or where a ko needs its first threat. A later position may be read otherwise than the first
//! one, or not within the limits; then the line is *open*: it shows how far the reading goes, and is no
//! example of its answer.
//!
//! # Where it fails
//!
//! What is stubborn is a rule of thumb: the side that fails plays liberties, takes what holds it in, or
//! plays between two blocks, and does not look for the line that is the longest or costs the other most.

use std::cmp::Reverse;
use std::fmt;

use keisei_goban::{Block, Board, Color, Point, PointSet};

use super::connection::Ways;
use super::{NothingToRead, Reader, Reading, Success};

/// What is asked about one block or two of a colour, or about a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Whether the block is taken if its opponent moves first.
    Attack(Point),
    /// Whether the block is saved if its owner moves first.
    Defend(Point),
    /// Whether the blocks are connected if their owner moves first.
    Connect([Point; 2]),
    /// Whether the blocks are kept apart if their opponent moves first.
    Disconnect([Point; 2]),
    /// Whether the group of the block is killed if its opponent moves first.
    Kill(Point),
    /// Whether it lives if its owner moves first.
    Live(Point),
}

impl Question {
    /// As it is named in output.
    pub fn name(self) -> &'static str {
        match self {
            Question::Attack(_) => "attack",
            Question::Defend(_) => "defend",
            Question::Connect(_) => "connect",
            Question::Disconnect(_) => "disconnect",
            Question::Kill(_) => "kill",
            Question::Live(_) => "live",
        }
    }

    /// The same stones if the other side moves first.
    #[must_use]
    pub fn turned(self) -> Question {
        match self {
            Question::Attack(stone) => Question::Defend(stone),
            Question::Defend(stone) => Question::Attack(stone),
            Question::Connect(ends) => Question::Disconnect(ends),
            Question::Disconnect(ends) => Question::Connect(ends),
            Question::Kill(stone) => Question::Live(stone),
            Question::Live(stone) => Question::Kill(stone),
        }
    }

    /// A stone that is asked about.
    pub fn stone(self) -> Point {
        match self {
            Question::Attack(stone) | Question::Defend(stone) => stone,
            Question::Connect([stone, _]) | Question::Disconnect([stone, _]) => stone,
            Question::Kill(stone) | Question::Live(stone) => stone,
        }
    }

    /// Who moves first, if the stones are this colour's.
    pub fn first(self, owner: Color) -> Color {
        if self.is_owners() { owner } else { owner.opponent() }
    }

    /// Whether the owner of the stones moves first.
    pub fn is_owners(self) -> bool {
        matches!(self, Question::Defend(_) | Question::Connect(_) | Question::Live(_))
    }

    /// Whether the life of a group is asked about.
    fn is_about_life(self) -> bool {
        matches!(self, Question::Kill(_) | Question::Live(_))
    }

    /// How it ends if a side comes to its aim.
    pub(crate) fn aim(self, is_owners: bool) -> End {
        match (self, is_owners) {
            (Question::Attack(_) | Question::Defend(_), true) => End::Saved,
            (Question::Attack(_) | Question::Defend(_), false) => End::Taken,
            (Question::Connect(_) | Question::Disconnect(_), true) => End::Connected,
            (Question::Connect(_) | Question::Disconnect(_), false) => End::Cut,
            (Question::Kill(_) | Question::Live(_), true) => End::Lives,
            (Question::Kill(_) | Question::Live(_), false) => End::Killed,
        }
    }
}

/// As a GTP command: `attack C3`, `owl_attack C3`.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Attack(stone) | Question::Defend(stone) => write!(f, "{} {stone}", self.name()),
            Question::Connect([a, b]) | Question::Disconnect([a, b]) => write!(f, "{} {a} {b}", self.name()),
            Question::Kill(stone) => write!(f, "owl_attack {stone}"),
            Question::Live(stone) => write!(f, "owl_defend {stone}"),
        }
    }
}

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The block is off the board, or its owner has nothing left to try.
    Taken,
    /// The opponent of the block has nothing left to try.
    Saved,
    /// The blocks are one, or their opponent has nothing left to try.
    Connected,
    /// One of the blocks is off the board, or their owner has nothing left to try.
    Cut,
    /// The group is off the board, or its owner has nothing left to try.
    Killed,
    /// The opponent of the group has nothing left to try.
    Lives,
    /// In a ko in which this side needs the first threat.
    Ko(Color),
    /// Somewhere on the way: what follows was not read, or was read otherwise than before.
    Open,
}

/// What was read, and the moves that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The answer to the question.
    pub reading: Reading,
    /// The moves, the two sides by turns. There are none where there is nothing to show: the side that
    /// moves first need not move, or does not know where.
    pub moves: Vec<(Color, Point)>,
    /// How it ends.
    pub end: End,
}

/// The longest line: a ladder from corner to corner of the largest board is shorter.
const LONGEST: usize = 120;

/// So many moves of a side that fails are looked at, and so many about a group: where its eyes are
/// there are many points, and few of them matter.
const TRIES: usize = 4;
const TRIES_OF_GROUPS: usize = 10;

/// A line may look at so many times the positions of one search, all its questions together.
const SEARCHES: u64 = 12;

/// Whether a move threatens anything is read with less: so many times fewer positions, and as many
/// widths. It decides which move is shown, not what is said of it.
const GLANCE: u32 = 20;
const GLANCES: u8 = 2;

impl Reader {
    /// The answer to a question; who moves first may not play on `ko`.
    ///
    /// # Errors
    /// If there is nothing to ask about.
    pub fn answer(
        &mut self,
        board: &Board,
        question: Question,
        ko: Option<Point>,
    ) -> Result<Reading, NothingToRead> {
        match question {
            Question::Attack(target) => self.attack(board, target, ko),
            Question::Defend(target) => self.defend(board, target, ko),
            Question::Connect(ends) => self.connect(board, ends, ko),
            Question::Disconnect(ends) => self.disconnect(board, ends, ko),
            Question::Kill(stone) => self.kill(board, stone, ko),
            Question::Live(stone) => self.live(board, stone, ko),
        }
    }

    /// The answer to a question with the line of play that shows it; who moves first may not play on
    /// `ko`.
    ///
    /// ```
    /// use keisei::reading::{End, Limits, Question, Reader};
    /// use keisei_goban::board;
    ///
    /// let board = board!("
    ///     . . . . .
    ///     . X . . .
    ///     X O . . .
    ///     . X . . .
    /// ");
    /// let mut reader = Reader::new(Limits::default());
    /// let line = reader.line(&board, Question::Attack("B2".parse()?), None)?;
    /// assert_eq!((line.moves[0].1, line.end), ("C2".parse()?, End::Taken));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is nothing to ask about.
    pub fn line(
        &mut self,
        board: &Board,
        question: Question,
        ko: Option<Point>,
    ) -> Result<Line, NothingToRead> {
        let reading = self.answer(board, question, ko)?;
        self.line_of(board, question, ko, reading)
    }

    /// The line of play that shows an answer to a question.
    ///
    /// # Errors
    /// If there is nothing to ask about.
    pub(crate) fn line_of(
        &mut self,
        board: &Board,
        question: Question,
        ko: Option<Point>,
        reading: Reading,
    ) -> Result<Line, NothingToRead> {
        let stone = question.stone();
        let owner = board.get(stone).ok_or(NothingToRead::NoStone(stone))?;
        let spent = u64::from(reading.nodes);
        let mut walk =
            Walk { board: board.clone(), owner, question, ko, moves: Vec::new(), seen: vec![], spent };
        let end = self.follow(&mut walk, &reading);
        Ok(Line { reading, moves: walk.moves, end })
    }

    /// Plays what was read, and says how it ends.
    fn follow(&mut self, walk: &mut Walk, first: &Reading) -> End {
        let (beginner, mut reading) = (walk.mover(), first.clone());
        loop {
            let mover = walk.mover();
            let (Some(claim), Some(success)) = (first.success, reading.success) else { return End::Open };
            if !agree(claim, success, mover == beginner) {
                return End::Open;
            }
            let point = match (success, reading.point) {
                (Success::No, _) => match self.stubborn(walk) {
                    Some(point) => point,
                    None => return walk.question.aim(mover != walk.owner),
                },
                (Success::OwnThreat, _) if walk.ko.is_some() => return End::Ko(mover),
                (_, Some(point)) => point,
                (Success::Yes, None) => return walk.question.aim(mover == walk.owner),
                (Success::OwnThreat, None) => return End::Ko(mover),
                (Success::TheirThreat, None) => return End::Ko(mover.opponent()),
            };
            if !walk.play(point) {
                return End::Open;
            }
            if let Some(end) = walk.reached() {
                let in_a_ko = walk.ko.is_some() && !matches!(claim, Success::Yes | Success::No);
                return if in_a_ko { End::Ko(walk.owner) } else { end };
            }
            let enough = SEARCHES * u64::from(self.limits.nodes.max(64));
            if walk.moves.len() >= LONGEST || walk.is_repeated() || walk.spent > enough {
                return End::Open;
            }
            let Ok(next) = self.answer(&walk.board, walk.question, walk.ko) else { return End::Open };
            walk.spent += u64::from(next.nodes);
            reading = next;
        }
    }

    /// What the side to move, which fails, may still try: a move after which it would come to its aim
    /// if nobody answered. In atari a block runs in any case.
    fn stubborn(&mut self, walk: &mut Walk) -> Option<Point> {
        let limits = self.limits;
        self.limits.nodes = (limits.nodes / GLANCE).max(1);
        self.limits.widths = limits.widths.min(GLANCES);
        let point = self.threat(walk);
        self.limits = limits;
        point
    }

    fn threat(&mut self, walk: &mut Walk) -> Option<Point> {
        let tries = walk.tries();
        let most = if walk.question.is_about_life() { TRIES_OF_GROUPS } else { TRIES };
        for (point, after) in tries.iter().take(most) {
            let Ok(again) = self.answer(after, walk.question, None) else { continue };
            walk.spent += u64::from(again.nodes);
            // What cannot be told at a glance has to be answered too.
            if again.success != Some(Success::No) {
                return Some(*point);
            }
        }
        match walk.question {
            Question::Defend(target) if walk.board.block(target)?.liberties() == 1 => {
                tries.first().map(|(point, _)| *point)
            }
            _ => None,
        }
    }
}

/// Whether a later answer is what the first one makes expect, by whether the same side moves.
fn agree(claim: Success, later: Success, same_side: bool) -> bool {
    match (claim, same_side) {
        (Success::Yes, true) | (Success::No, false) => later == Success::Yes,
        (Success::No, true) | (Success::Yes, false) => later == Success::No,
        (Success::OwnThreat | Success::TheirThreat, _) => !matches!(later, Success::Yes | Success::No),
    }
}

/// A line that is being played.
struct Walk {
    board: Board,
    owner: Color,
    /// What is asked with the side to move as the first.
    question: Question,
    ko: Option<Point>,
    moves: Vec<(Color, Point)>,
    /// The positions so far.
    seen: Vec<u64>,
    /// How many positions were looked at.
    spent: u64,
}

impl Walk {
    fn mover(&self) -> Color {
        self.question.first(self.owner)
    }

    /// Plays a point if that is allowed.
    fn play(&mut self, point: Point) -> bool {
        let color = self.mover();
        if self.ko == Some(point) || !self.board.is_empty(point) || self.board.is_suicide(color, point) {
            return false;
        }
        self.seen.push(self.board.hash());
        let Ok(outcome) = self.board.play(color, point) else { return false };
        self.ko = outcome.ko;
        self.moves.push((color, point));
        self.question = self.question.turned();
        true
    }

    fn is_repeated(&self) -> bool {
        self.seen.contains(&self.board.hash())
    }

    /// How it ends, if it has come to its end on the board.
    fn reached(&self) -> Option<End> {
        let stands = |stone: Point| self.board.get(stone) == Some(self.owner);
        match self.question {
            Question::Attack(stone) | Question::Defend(stone) => (!stands(stone)).then_some(End::Taken),
            Question::Kill(stone) | Question::Live(stone) => (!stands(stone)).then_some(End::Killed),
            Question::Connect([a, b]) | Question::Disconnect([a, b]) => {
                if !(stands(a) && stands(b)) {
                    return Some(End::Cut);
                }
                self.board.block(a).is_some_and(|block| block.contains(b)).then_some(End::Connected)
            }
        }
    }

    /// The natural moves of the side to move, the most stubborn first, and the boards after them.
    fn tries(&self) -> Vec<(Point, Board)> {
        let color = self.mover();
        let allowed = |p: &Point| self.ko != Some(*p) && !self.board.is_suicide(color, *p);
        let boards = self.natural().iter().filter(allowed).filter_map(|p| {
            let mut board = self.board.clone();
            board.play(color, p).ok()?;
            Some((p, board))
        });
        let mut tries: Vec<(Point, Board)> = boards.collect();
        tries.sort_by_cached_key(|(p, after)| self.rank(*p, after));
        tries
    }

    fn natural(&self) -> PointSet {
        match self.question {
            Question::Attack(target) => self.board.block(target).map(Block::liberty_set).unwrap_or_default(),
            Question::Defend(target) => {
                let Some(block) = self.board.block(target) else { return PointSet::default() };
                let beside = block.stones().flat_map(Point::neighbors);
                let foes = beside.filter(|&q| self.board.get(q) == Some(block.color().opponent()));
                let weak = foes.filter_map(|q| self.board.block(q)).filter(|foe| foe.liberties() == 1);
                weak.fold(block.liberty_set(), |all, foe| all | foe.liberty_set())
            }
            Question::Connect(ends) | Question::Disconnect(ends) => self.between(ends),
            Question::Kill(stone) | Question::Live(stone) => self.around(stone),
        }
    }

    /// The empty points two steps from a group, over all that is not its opponent's, and what takes weak
    /// stones beside it.
    fn around(&self, stone: Point) -> PointSet {
        let Some(block) = self.board.block(stone) else { return PointSet::default() };
        let (own, others) = (self.board.stones(self.owner), self.board.stones(self.owner.opponent()));
        let mut near = block.stone_set();
        for _ in 0..2 {
            near |= near.grown() & (own | self.board.empty());
            near |= (near & own).flood(&own);
        }
        let beside = near.grown() & others;
        let foes = beside.iter().filter_map(|q| self.board.block(q));
        let weak = foes.filter(|foe| foe.liberties() <= 2);
        weak.fold(near, |all, foe| all | foe.liberty_set()) & self.board.empty()
    }

    /// What a point is worth where eyes are made: it has room beside it, and touches the group.
    fn vital(&self, stone: Point, point: Point) -> usize {
        let group = self.board.block(stone).map(|block| block.stone_set()).unwrap_or_default();
        let room = point.neighbors().into_iter().filter(|&q| self.board.is_empty(q)).count();
        2 * room + usize::from(point.neighbors().into_iter().any(|q| group.contains(q)))
    }

    /// The empty points on the shortest ways between two blocks, and on those that are a move longer.
    fn between(&self, [a, b]: [Point; 2]) -> PointSet {
        let from = |end| Ways::from(&self.board, self.owner, end, FARTHEST, None);
        let (from_a, from_b) = (from(a), from(b));
        let Some(shortest) = from_a.to(b) else { return PointSet::default() };
        let on_a_way = |p: &Point| {
            let whole = from_a.to(*p).zip(from_b.to(*p)).map(|(x, y)| x + y);
            whole.is_some_and(|whole| whole <= shortest + 2)
        };
        self.board.empty().iter().filter(on_a_way).collect()
    }

    /// How stubborn a move is: less is more.
    fn rank(&self, point: Point, after: &Board) -> Reverse<usize> {
        let distance = |[a, b]: [Point; 2]| {
            let ways = Ways::from(after, self.owner, a, FARTHEST, Some((b, 0)));
            usize::from(ways.to(b).unwrap_or(FARTHEST + 1))
        };
        Reverse(match self.question {
            // A liberty is worth what it would give the block.
            Question::Attack(_) => self.board.liberties_after(self.owner, point).len(),
            Question::Defend(target) => after.block(target).map_or(0, |block| block.liberties()),
            Question::Connect(ends) => usize::from(FARTHEST) + 1 - distance(ends),
            Question::Disconnect(ends) => distance(ends),
            Question::Kill(stone) | Question::Live(stone) => self.vital(stone, point),
        })
    }
}

/// Ways between blocks are followed so many moves far.
const FARTHEST: u8 = 5;

#[cfg(test)]
mod tests;

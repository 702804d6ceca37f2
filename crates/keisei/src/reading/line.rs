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

/// What is asked about one block or two of a colour.
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
}

impl Question {
    /// As it is named in output.
    pub fn name(self) -> &'static str {
        match self {
            Question::Attack(_) => "attack",
            Question::Defend(_) => "defend",
            Question::Connect(_) => "connect",
            Question::Disconnect(_) => "disconnect",
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
        }
    }

    /// A stone that is asked about.
    pub fn stone(self) -> Point {
        match self {
            Question::Attack(stone) | Question::Defend(stone) => stone,
            Question::Connect([stone, _]) | Question::Disconnect([stone, _]) => stone,
        }
    }

    /// Who moves first, if the stones are this colour's.
    pub fn first(self, owner: Color) -> Color {
        match self {
            Question::Defend(_) | Question::Connect(_) => owner,
            Question::Attack(_) | Question::Disconnect(_) => owner.opponent(),
        }
    }

    /// Whether the owner of the stones moves first.
    pub fn is_owners(self) -> bool {
        matches!(self, Question::Defend(_) | Question::Connect(_))
    }

    /// How it ends if a side comes to its aim.
    fn aim(self, is_owners: bool) -> End {
        match (self, is_owners) {
            (Question::Attack(_) | Question::Defend(_), true) => End::Saved,
            (Question::Attack(_) | Question::Defend(_), false) => End::Taken,
            (Question::Connect(_) | Question::Disconnect(_), true) => End::Connected,
            (Question::Connect(_) | Question::Disconnect(_), false) => End::Cut,
        }
    }
}

/// As a GTP command: `attack C3`.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Attack(stone) | Question::Defend(stone) => write!(f, "{} {stone}", self.name()),
            Question::Connect([a, b]) | Question::Disconnect([a, b]) => write!(f, "{} {a} {b}", self.name()),
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

/// So many moves of a side that fails are looked at.
const TRIES: usize = 4;

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
        let stone = question.stone();
        let owner = board.get(stone).ok_or(NothingToRead::NoStone(stone))?;
        let reading = self.answer(board, question, ko)?;
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
        for (point, after) in tries.iter().take(TRIES) {
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
        }
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
        })
    }
}

/// Ways between blocks are followed so many moves far.
const FARTHEST: u8 = 5;

#[cfg(test)]
mod tests {
    use keisei_goban::board;

    use super::*;
    use crate::reading::Limits;

    fn p(vertex: &str) -> Point {
        vertex.parse().unwrap()
    }

    fn line(board: &Board, question: Question) -> Line {
        let line = Reader::new(Limits::default()).line(board, question, None).unwrap();
        // Whatever it shows, it can be played, and the sides alternate.
        let mut played = board.clone();
        for (i, &(color, point)) in line.moves.iter().enumerate() {
            assert!(!played.is_suicide(color, point) && played.play(color, point).is_ok());
            assert_eq!(color == line.moves[0].0, i % 2 == 0);
        }
        line
    }

    fn names(line: &Line) -> String {
        line.moves.iter().map(|(_, point)| point.to_string()).collect::<Vec<_>>().join(" ")
    }

    const LADDER: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . X O . . . . . .
        . X O X . . . . .
        . . X . . . . . .
        . . . . . . . . .
    ";

    #[test]
    fn a_ladder_runs_to_the_edge_and_is_shown_whole() {
        let board = board!(LADDER);
        let taken = line(&board, Question::Attack(p("C3")));
        assert_eq!((taken.reading.success, taken.end), (Some(Success::Yes), End::Taken));
        assert_eq!(names(&taken), "D4");
        // White first: she fails, and runs all the way.
        let failed = line(&board, Question::Defend(p("C3")));
        assert_eq!((failed.reading.success, failed.end), (Some(Success::No), End::Taken));
        assert!(names(&failed).starts_with("D4 E4 D5") && failed.moves.len() > 12, "{}", names(&failed));
        // In the end the block is in atari, and its last liberty gives it no other.
        let mut played = board.clone();
        for &(color, point) in &failed.moves {
            played.play(color, point).unwrap();
        }
        let block = played.block(p("C3")).unwrap();
        let last = block.liberty_set().first().unwrap();
        assert!(block.liberties() == 1 && played.is_suicide(Color::White, last));
    }

    #[test]
    fn a_ladder_across_a_large_board_is_not_cut_short() {
        let mut rows = vec![". ".repeat(19); 14];
        for row in ["..X......", ".XO......", ".XOX.....", "..X......", "........."] {
            rows.push(row.chars().chain(".".repeat(10).chars()).flat_map(|c| [c, ' ']).collect());
        }
        let diagram: keisei_goban::Diagram = rows.join("\n").parse().unwrap();
        let taken = line(diagram.position().unwrap().board(), Question::Defend(p("C3")));
        assert_eq!(taken.end, End::Taken);
        assert!(taken.moves.len() > 50, "{}", taken.moves.len());
    }

    #[test]
    fn a_net_holds_whatever_is_tried() {
        let board = board!(
            "
            . . . . . . .
            . . . . . . .
            . . . . . O .
            . . X . . . .
            . X O . . . .
            . . X . . . .
            . . . . . . .
        "
        );
        let taken = line(&board, Question::Attack(p("C3")));
        assert_eq!(taken.end, End::Taken);
        assert_eq!(taken.moves[0], (Color::Black, p("D3")));
        let saved = line(&board, Question::Defend(p("C3")));
        assert_eq!((saved.moves[0], saved.end), ((Color::White, p("D3")), End::Saved));
    }

    #[test]
    fn a_snapback_gives_a_stone_and_takes_more() {
        let board = board!(
            "
            . . . . . . .
            . . . . . . .
            . X X X . . .
            . X O O X X .
            X O O . O X .
            X O . O O X .
            X X X . X . .
        "
        );
        let taken = line(&board, Question::Attack(p("B2")));
        assert_eq!((names(&taken).split(' ').next(), taken.end), (Some("C2"), End::Taken));
    }

    #[test]
    fn blocks_are_cut_or_connected() {
        let board = board!(
            "
            . . . . . . .
            . . . . . . .
            . . O . O . .
            . X . X . . .
            . . O . O . .
            . . . . . . .
            . . . . . . .
        "
        );
        let ends = [p("B4"), p("D4")];
        let cut = line(&board, Question::Disconnect(ends));
        assert_eq!((names(&cut).split(' ').next(), cut.end), (Some("C4"), End::Cut));
        let joined = line(&board, Question::Connect(ends));
        assert_eq!((names(&joined).as_str(), joined.end), ("C4", End::Connected));
        // A bamboo joint, with White above it too: what peeps is answered.
        let board = board!(
            "
            . O O O . .
            . X . X . .
            . X . X . .
            . . O . . .
            . . O . . .
            . . . . . .
        "
        );
        let held = line(&board, Question::Disconnect([p("B5"), p("D5")]));
        assert_eq!((held.reading.success, held.end), (Some(Success::No), End::Connected));
        assert_eq!(held.moves.len(), 2, "{}", names(&held));
    }

    #[test]
    fn a_ko_ends_where_a_threat_is_needed() {
        let board = board!(
            "
            . X O . . .
            X . X O . .
            . X O . . .
            . . . . . .
            . . . . . .
            . . . . . .
        "
        );
        let fought = line(&board, Question::Attack(p("C5")));
        assert_eq!((names(&fought).as_str(), fought.end), ("B5", End::Ko(Color::Black)));
    }

    #[test]
    fn what_needs_no_move_has_no_line() {
        let board = board!(
            "
            . . . . . .
            X X X X X .
            O O O O X .
            . O . O X .
            O O O O X .
            X X X X X .
        "
        );
        for question in [Question::Attack(p("A4")), Question::Defend(p("A4"))] {
            let line = line(&board, question);
            assert_eq!((line.moves.len(), line.end), (0, End::Saved));
        }
        let nothing = Reader::new(Limits::default()).line(&board, Question::Attack(p("F6")), None);
        assert_eq!(nothing, Err(NothingToRead::NoStone(p("F6"))));
    }
}

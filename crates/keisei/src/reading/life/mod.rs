//! Life and death: whether a group can be killed, and saved.
//!
//! ```text
//! . . . . O     White to move kills Black's corner on b: his room for eyes is three points in a row, and
//! O O O O O     hers is the one in the middle. Black to move plays there himself and has two eyes.
//! X X X O .
//! . b . X O
//! ```
//!
//! A group is *killed* when every stone of it is taken, or it can have no two eyes any more; it *lives* as
//! long as that is not so: with two eyes, in seki, out in the open, or because what would take it goes
//! round in circles. What is asked about is a block, in an enclosure of its own, or the blocks that
//! are surely one group with it, where they reach farther. Both sides play on a `parcel` of points around
//! it, which is found by itself (`enclosure`); the defender may pass. Everything beside the parcel is
//! taken to stay as it is.
//!
//! The search is that of all reading; what is seen at a glance are two eyes by Benson's rule
//! \[Benson1976\] and that there is no room for them (`eyes`). Nothing but that decides where an
//! enclosure is closed: every move is tried, and the answer is exact as far as its walls stay.
//!
//! In the open it is a judgement: moves are selected by their distance from the group, a group that is
//! one block with a stone beside open board is out of danger, and one whose eyes seem certain lives.
//!
//! # Where it fails
//!
//! A wall with more than a few liberties is taken to stay, so races are not read. In the open a
//! group may be said to live that a net or a move farther away takes, and one that lives at large
//! often is not read within the limits.
//!
//! # What was tried
//!
//! Grounds on which proofs rest, as connections have them: on enclosed groups nearly every point matters,
//! and to know which did not saved 2% of the positions. Spaces of one block judged by themselves, and
//! remembered: 15% fewer positions, each of them a third dearer.

mod enclosure;
mod eyes;
mod goal;
mod parcel;

use keisei_goban::{Board, Color, Point, PointSet};

use self::enclosure::Enclosure;
use self::goal::{Life, Reaches, State, Step};
use self::parcel::{Parcel, Stones};
use super::facing::Facing;
use super::search::{Goal, Search};
use super::sides::Side;
use super::table::Table;
use super::{NothingToRead, Reader, Reading, Success};
use crate::benson::unconditional_life;

/// What is remembered of positions.
pub(in crate::reading) type Known = Table<State>;

/// What was read of the life of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LifeReading {
    /// Whether who moves first comes to its aim, and how it begins; `narrow` where the group may run, or
    /// its walls are not known to stay.
    pub reading: Reading,
    /// If they were asked for, all first moves by which it comes to what it can; `None` is a pass. If
    /// a group lives without a move, that is the only one.
    pub moves: Vec<Option<Point>>,
    /// The points on which both sides were given moves.
    pub points: PointSet,
    /// Whether every way out is the attacker's, and every move was tried.
    pub is_closed: bool,
    /// Whether it is proved: closed, and its walls live even without an answer.
    pub is_proved: bool,
}

impl Reader {
    /// Whether the opponent of a group kills it if he moves first; he may not play on `ko`.
    ///
    /// # Errors
    /// If there is no stone on the point.
    pub fn kill(&mut self, board: &Board, stone: Point, ko: Option<Point>) -> Result<Reading, NothingToRead> {
        Ok(self.life(board, stone, ko, Side::Attacker, false)?.reading)
    }

    /// Whether the owner of a group makes it live if he moves first; he may not play on `ko`.
    ///
    /// # Errors
    /// If there is no stone on the point.
    pub fn live(&mut self, board: &Board, stone: Point, ko: Option<Point>) -> Result<Reading, NothingToRead> {
        Ok(self.life(board, stone, ko, Side::Defender, false)?.reading)
    }

    /// All ways to kill a group, if its opponent moves first, or to make it live, if its owner does.
    ///
    /// ```
    /// use keisei::reading::{Limits, Reader, Success};
    /// use keisei_goban::{Color, board};
    ///
    /// let board = board!("
    ///     . O . O . .
    ///     O O O O O O
    ///     X X X X O .
    ///     . . . X O O
    /// ");
    /// let mut reader = Reader::new(Limits::default());
    /// let read = reader.ways(&board, "A2".parse()?, None, Color::White)?;
    /// assert_eq!(read.reading.success, Some(Success::Yes));
    /// assert_eq!(read.moves, [Some("B1".parse()?)]);
    /// assert!(read.is_proved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no stone on the point.
    pub fn ways(
        &mut self,
        board: &Board,
        stone: Point,
        ko: Option<Point>,
        first: Color,
    ) -> Result<LifeReading, NothingToRead> {
        let is_owner = board.get(stone) == Some(first);
        self.life(board, stone, ko, if is_owner { Side::Defender } else { Side::Attacker }, true)
    }

    fn life(
        &mut self,
        board: &Board,
        stone: Point,
        ko: Option<Point>,
        first: Side,
        every_move: bool,
    ) -> Result<LifeReading, NothingToRead> {
        let owner = board.get(stone).ok_or(NothingToRead::NoStone(stone))?;
        let facing = Facing::of(board, owner, &[stone], self.facing.take());
        let (target, ko) = (facing.to(stone), ko.map(|ko| facing.to(ko)));
        let read = self.life_of(&facing.board, target, ko, first, every_move);
        let back = |p: Point| facing.from(p);
        let read = LifeReading {
            moves: read.moves.iter().map(|step| step.map(back)).collect(),
            points: read.points.iter().map(back).collect(),
            reading: Reading { point: read.reading.point.map(back), ..read.reading },
            ..read
        };
        self.facing = Some(facing);
        Ok(read)
    }

    /// The same of a black group on a board as it is looked at.
    fn life_of(
        &mut self,
        board: &Board,
        stone: Point,
        ko: Option<Point>,
        first: Side,
        every_move: bool,
    ) -> LifeReading {
        let group = board.block(stone).map(|block| block.stone_set()).unwrap_or_default();
        let none = Reading { success: None, point: None, nodes: 0, narrow: false };
        let mut read = LifeReading {
            reading: none,
            moves: Vec::new(),
            points: PointSet::EMPTY,
            is_closed: false,
            is_proved: false,
        };
        if unconditional_life(board, Color::Black, false).stones.contains(stone) {
            let success = if first == Side::Defender { Success::Yes } else { Success::No };
            read.reading.success = Some(success);
            read.moves = if first == Side::Defender { vec![None] } else { Vec::new() };
            (read.is_closed, read.is_proved) = (true, true);
            return read;
        }
        let Some(enclosure) = Enclosure::of(board, Color::Black, group) else { return read };
        read.points = enclosure.points;
        (read.is_closed, read.is_proved) = (enclosure.is_closed, enclosure.is_closed && enclosure.is_walled);
        let is_one_block = enclosure.target == group;
        let captured = match enclosure.is_closed || !is_one_block {
            true => None,
            false => self.by_capture(board, stone, ko, first),
        };
        if let Some(captured) = captured.clone().filter(|_| !every_move) {
            read.reading = captured;
            return read;
        }
        let parcel = Parcel::new(&enclosure.points, board.size(), &enclosure.outside);
        let stones = Stones {
            own: parcel.bits(&board.stones(Color::Black)),
            other: parcel.bits(&board.stones(Color::White)),
        };
        let start = State { stones, to_move: first, ko: ko.and_then(|ko| parcel.index(ko)) };
        let mut inquiry = Inquiry {
            parcel: &parcel,
            target: parcel.bits(&enclosure.target),
            start,
            reaches: None,
            every_move,
            known: &mut self.lives,
            left: self.limits.nodes,
        };
        let found = if enclosure.is_closed { inquiry.success() } else { inquiry.in_the_open() };
        read.reading.nodes = self.limits.nodes - inquiry.left;
        if let Some(found) = found {
            read.reading.success = Some(found.success);
            read.reading.narrow = !enclosure.is_closed;
            read.reading.point = found.first.flatten().map(|i| parcel.point(i));
            read.moves = found.moves.into_iter().map(|step| step.map(|i| parcel.point(i))).collect();
        }
        match captured {
            Some(captured) if captured.success != read.reading.success => {
                read.moves = captured.point.into_iter().map(Some).collect();
                LifeReading { reading: captured, ..read }
            }
            _ => read,
        }
    }

    /// What is told of a group in the open by that it is taken: ladders go farther than a parcel.
    fn by_capture(&mut self, board: &Board, stone: Point, ko: Option<Point>, first: Side) -> Option<Reading> {
        if board.block(stone)?.liberties() > FEW_LIBERTIES {
            return None;
        }
        let limits = self.limits;
        self.limits.nodes = (limits.nodes / OF_A_BLOCK).max(1);
        let taken = self.capture(board, stone, ko, first);
        self.limits = limits;
        let told = if first == Side::Attacker { Success::Yes } else { Success::No };
        taken.ok().filter(|taken| taken.success == Some(told))
    }
}

/// Whether a group is taken as a block is asked if that has so few liberties, and looks at this part of
/// the positions.
const FEW_LIBERTIES: usize = 4;
const OF_A_BLOCK: u32 = 10;

/// In the open this part of the positions is looked at with fewer moves.
const FIRST_SHARE: u32 = 4;

/// One question about a parcel.
struct Inquiry<'a> {
    parcel: &'a Parcel,
    target: u128,
    start: State,
    /// Which moves are tried; all if there is none.
    reaches: Option<Reaches>,
    /// Whether all first moves are wanted.
    every_move: bool,
    known: &'a mut Known,
    /// How many positions may still be looked at.
    left: u32,
}

/// What comes of a question.
struct Found {
    success: Success,
    /// The move that begins it.
    first: Option<Step>,
    moves: Vec<Step>,
}

/// What comes of a question if somebody is favoured in kos.
struct Asked {
    wins: bool,
    ko: bool,
    first: Option<Step>,
    moves: Vec<Step>,
}

impl Asked {
    fn found(self, success: Success) -> Found {
        Found { success, first: self.first, moves: self.moves }
    }
}

impl Inquiry<'_> {
    /// What comes of it where moves are selected, at first with fewer of them: if an attacker who has few
    /// moves kills, or a defender who has few lives, that holds; that an attacker with few moves does not
    /// kill is taken for granted as well, since in real positions he hardly ever does with more.
    fn in_the_open(&mut self) -> Option<Found> {
        let all = self.left;
        let is_attackers = self.start.to_move == Side::Attacker;
        self.reaches = Some(match is_attackers {
            true => Reaches { attacker: 1, defender: 2 },
            false => Reaches { attacker: 2, defender: 1 },
        });
        self.left = all / FIRST_SHARE;
        let first = self.success();
        self.left += all - all / FIRST_SHARE;
        if first.as_ref().is_some_and(|found| is_attackers || found.success == Success::Yes) {
            return first;
        }
        self.reaches = Some(Reaches { attacker: 2, defender: 2 });
        self.success().or(first)
    }

    /// What comes of it; `None` if it was not found out.
    fn success(&mut self) -> Option<Found> {
        let (mine, theirs) = (self.start.to_move, self.start.to_move.other());
        let hard = self.ask(Some(theirs))?;
        if hard.wins {
            return Some(hard.found(Success::Yes));
        }
        if !hard.ko {
            return Some(hard.found(Success::No));
        }
        let easy = self.ask(Some(mine))?;
        if !easy.wins {
            return Some(hard.found(Success::No));
        }
        let even = self.ask(None)?;
        Some(if even.wins { even.found(Success::TheirThreat) } else { easy.found(Success::OwnThreat) })
    }

    /// What comes of it if a side may take back in every ko at once; `None` if it was not found out.
    fn ask(&mut self, favoured: Option<Side>) -> Option<Asked> {
        let first = self.start.to_move;
        let start = State { ko: self.start.ko.filter(|_| favoured != Some(first)), ..self.start };
        let goal = Life::new(self.parcel, self.target, favoured, self.reaches, self.left);
        let mut search = Search::new(goal, self.known);
        let mut left = self.left;
        let mut ask = |state: State| {
            let answer = search.ask(state, left);
            left -= answer.nodes;
            answer
        };
        let answer = ask(start);
        let wins = answer.proved.map(|proved| proved == (first == Side::Attacker));
        let mut asked = Asked { wins: wins == Some(true), ko: false, first: answer.step, moves: Vec::new() };
        let mut is_known = wins.is_some();
        if asked.wins && self.every_move && first == Side::Defender {
            // Who lives without a move need not look for one.
            let passed = State { to_move: Side::Attacker, ko: None, ..start };
            if ask(passed).proved == Some(false) {
                (asked.first, asked.moves) = (Some(None), vec![None]);
            }
        }
        if asked.wins && self.every_move && asked.moves.is_empty() {
            let mut opened = Vec::new();
            Life::new(self.parcel, self.target, favoured, self.reaches, 0).open(&start, &mut opened);
            for next in opened {
                let proved = next.numbers.decision().or_else(|| ask(next.key).proved);
                is_known &= proved.is_some();
                if proved == Some(first == Side::Attacker) {
                    asked.moves.push(next.step);
                }
            }
        }
        self.left = left;
        asked.ko = search.goal.ko_seen;
        is_known.then_some(asked)
    }
}

//! Reading: what becomes of stones if the two sides alternate.
//!
//! ```text
//! . . . . .     Can the white stone be taken? Black first: yes, in a ladder. White first: no.
//! . X . . .
//! X O . . .
//! . X . . .
//! ```
//!
//! There is one search for all questions (`search`), led by proof numbers over a bounded `table`. What
//! is asked is a goal: whether a block is taken (`capture`), whether two are connected (`connection`),
//! whether a group can be killed (`life`); `safety` and `settlement` ask theirs on a small part of the
//! board (`frame`). A [`Reader`] asks the first three on whole boards, each of one of the sixteen images
//! of the board (`facing`).
//!
//! # What an answer is worth
//!
//! A position is decided by the stones alone, never by the way that led to it, and a repetition is a
//! failure of the side that has to come to an end; so nothing that depends on the path is taken for
//! good (`search` tells how). Both sides are given the moves that have to do with the stones, in rounds
//! with ever more of them ([`Limits::widths`], `rounds`): first ladders, then moves that threaten one,
//! then what leaves the block more liberties; blocks that three moves at most connect, then four. The
//! answer is that of the last round that came to its end, and it is *read*: no proof, because not every
//! move of the board was tried.
//!
//! That blocks are connected is read against every move of the attacker's, wherever it is: what does not
//! touch the ground on which the connection rests changes nothing (`search`). That they are cut says only
//! that the moves which the defender was given do not help. Before the last round has come to its end such
//! an answer is *narrow*, and marked ([`Reading::narrow`]). A first round about a capture that fails
//! tells nothing by itself, since blocks that are not taken in a ladder may be netted; if the second does
//! not come to its end, there is no answer.
//!
//! # Where it fails
//!
//! Blocks with six liberties or more count as escaped, blocks five moves apart as cut, and cutting
//! blocks with five liberties as safe. Whether a block that cannot be taken lives is another question
//! (`life`), and a capturing race between long blocks is not counted out. In the open, where cuts are read
//! narrowly, about half of them do not hold. A ladder that connects is believed though its chasers may
//! be short of liberties elsewhere. Positions are told apart by hashes of 64 bits.

pub(crate) mod capture;
mod connection;
mod facing;
pub(crate) mod frame;
mod ladder;
mod life;
mod line;
pub(crate) mod numbers;
mod rounds;
pub(crate) mod search;
mod sides;
pub(crate) mod table;
mod threats;

use keisei_goban::{Block, Board, Color, Point, PointSet};

pub use self::life::LifeReading;
pub use self::line::{End, Line, Question};

use self::capture::{Capture, Width};
use self::connection::{Connection, DEAREST, Ways};
use self::facing::Facing;
use self::ladder::{Chase, Ladder};
use self::rounds::{Round, Stands, Start};
use self::sides::{Side, Sides};
use self::table::Table;

/// Whether the side that moves first comes to its aim. Better is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Success {
    /// It does not.
    No,
    /// By a ko in which it has to find the first threat.
    OwnThreat,
    /// By a ko in which the opponent has to find the first threat.
    TheirThreat,
    /// It does, whatever threats there are.
    Yes,
}

impl Success {
    /// As GNU Go writes it.
    pub fn code(self) -> u8 {
        match self {
            Success::No => 0,
            Success::Yes => 1,
            Success::TheirThreat => 2,
            Success::OwnThreat => 3,
        }
    }
}

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Whether who moves first comes to its aim; `None` if that was not read within the limits.
    pub success: Option<Success>,
    /// The move that begins it; `None` if there is none, or none is needed.
    pub point: Option<Point>,
    /// How many positions were looked at.
    pub nodes: u32,
    /// Whether it was read *narrowly*: with so few moves that the answer is as often wrong as right,
    /// because a search with more of them did not come to its end.
    pub narrow: bool,
}

impl Reading {
    /// As GNU Go writes it; `None` if nothing was read. Who can do nothing better than wait for a ko
    /// that he has to win by the first threat does not come to his aim by a move.
    pub fn code(&self) -> Option<u8> {
        self.success.map(|success| match (success, self.point) {
            (Success::OwnThreat, None) => Success::No.code(),
            _ => success.code(),
        })
    }
}

/// What becomes of a block, by who moves first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fate {
    /// A stone of the block.
    pub stone: Point,
    /// Whether it is taken if its opponent moves first.
    pub attack: Reading,
    /// Whether it is saved if its owner moves first.
    pub defence: Reading,
}

/// How much is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most positions looked at for one search.
    pub nodes: u32,
    /// A question is asked several times, each time with more moves than before: how many times at
    /// most.
    pub widths: u8,
    /// Whether all moves of the board are tried at once instead, and passes, by both sides: exact, and
    /// for small boards. Blocks are then connected when they are one, and cut when one of them is taken,
    /// in a ko too, or when the defender can do no more than go round in circles.
    pub exhaustive: bool,
}

impl Limits {
    /// So little that all blocks of a board with up to three liberties are read in a millisecond:
    /// ladders, and what threatens one.
    pub const QUICK: Limits = Limits { nodes: 40, widths: 2, exhaustive: false };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 50_000, widths: 4, exhaustive: false }
    }
}

/// Why there is nothing to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NothingToRead {
    /// A point without a stone.
    #[error("there is no stone on {0}")]
    NoStone(Point),
    /// A block that does not have two liberties.
    #[error("a ladder begins with two liberties, and the block on {0} has {1}")]
    NoLadder(Point, usize),
    /// Two blocks of different colours.
    #[error("the stones on {0} and {1} are of different colours")]
    TwoColors(Point, Point),
}

/// Reads positions, and keeps its memory for the next question.
#[derive(Clone, Debug)]
pub struct Reader {
    limits: Limits,
    table: Table<u64>,
    /// The same with what proofs rest on.
    grounds: Table<u64, PointSet>,
    /// The same of groups.
    lives: life::Known,
    /// The board that was read last, as it was looked at.
    facing: Option<Facing>,
}

impl Reader {
    /// With these limits.
    pub fn new(limits: Limits) -> Reader {
        let room = (limits.nodes as usize).clamp(64, 1 << 18);
        let (table, grounds) = (Table::with_room(room), Table::with_room(room));
        let lives = Table::with_room(room);
        Reader { limits, table, grounds, lives, facing: None }
    }

    /// Whether the opponent of a block takes it if he moves first; he may not play on `ko`.
    ///
    /// # Errors
    /// If there is no stone on the point.
    pub fn attack(
        &mut self,
        board: &Board,
        target: Point,
        ko: Option<Point>,
    ) -> Result<Reading, NothingToRead> {
        self.capture(board, target, ko, Side::Attacker)
    }

    /// Whether the owner of a block saves it if he moves first; he may not play on `ko`.
    ///
    /// # Errors
    /// If there is no stone on the point.
    pub fn defend(
        &mut self,
        board: &Board,
        target: Point,
        ko: Option<Point>,
    ) -> Result<Reading, NothingToRead> {
        self.capture(board, target, ko, Side::Defender)
    }

    /// What becomes of all blocks with so many liberties at most, on a board without a ko, in the order
    /// of [`Board::blocks`].
    pub fn fates(&mut self, board: &Board, liberties: usize) -> Vec<Fate> {
        let few = board.blocks().filter(|block| block.liberties() <= liberties);
        let mut stones: Vec<(Color, Point)> =
            few.filter_map(|block| Some((block.color(), block.stone_set().first()?))).collect();
        // A board is looked at from one side after the other.
        stones.sort_by_key(|&(color, _)| color == Color::White);
        let mut fates: Vec<Fate> =
            stones.into_iter().filter_map(|(_, stone)| self.fate(board, stone)).collect();
        fates.sort_by_key(|fate| fate.stone);
        fates
    }

    fn fate(&mut self, board: &Board, stone: Point) -> Option<Fate> {
        let attack = self.attack(board, stone, None).ok()?;
        let defence = match attack.success {
            // Who need not answer is saved without a move.
            Some(Success::No) => {
                Reading { success: Some(Success::Yes), point: None, nodes: 0, narrow: false }
            }
            _ => self.defend(board, stone, None).ok()?,
        };
        Some(Fate { stone, attack, defence })
    }

    /// Whether the owner of two blocks connects them if he moves first; he may not play on `ko`.
    ///
    /// # Errors
    /// If they are not two blocks of a colour.
    pub fn connect(
        &mut self,
        board: &Board,
        ends: [Point; 2],
        ko: Option<Point>,
    ) -> Result<Reading, NothingToRead> {
        self.connection(board, ends, ko, Side::Defender)
    }

    /// Whether the opponent of two blocks keeps them apart if he moves first; he may not play on
    /// `ko`.
    ///
    /// # Errors
    /// If they are not two blocks of a colour.
    pub fn disconnect(
        &mut self,
        board: &Board,
        ends: [Point; 2],
        ko: Option<Point>,
    ) -> Result<Reading, NothingToRead> {
        self.connection(board, ends, ko, Side::Attacker)
    }

    /// Whether the opponent of a block with two liberties takes it in a ladder: by atari after atari.
    ///
    /// # Errors
    /// If there is no stone on the point, or its block does not have two liberties.
    pub fn ladder(
        &mut self,
        board: &Board,
        target: Point,
        ko: Option<Point>,
    ) -> Result<Reading, NothingToRead> {
        let block = board.block(target).ok_or(NothingToRead::NoStone(target))?;
        if block.liberties() != 2 {
            return Err(NothingToRead::NoLadder(target, block.liberties()));
        }
        let mut ladder = Ladder::new(block.color(), target);
        let chase = if ko.is_none() { ladder.attack(board) } else { Chase::Unclear };
        let nodes = ladder.moves;
        Ok(match chase {
            Chase::Taken(point) => Reading { success: Some(Success::Yes), point, nodes, narrow: false },
            Chase::Escapes(_) => Reading { success: Some(Success::No), point: None, nodes, narrow: false },
            Chase::Unclear => {
                let (color, side) = (block.color(), Side::Attacker);
                let start = Start { board, color, ko, first: side, prover: side };
                let goal = |sides: Sides| Capture::new(sides, target, WIDTHS[0]);
                self.widen(
                    &start,
                    [Round { goals: [Some(goal), None], stands: Stands::Yes, shy: false }].into_iter(),
                )
            }
        })
    }

    /// The group of a stone: of all blocks that cannot be cut from its block, one after the other,
    /// even if the opponent moves first, who may not play on `ko`. What was not read counts as apart;
    /// since there are many pairs, each is read with less.
    ///
    /// # Errors
    /// If there is no stone on the point.
    pub fn group(
        &mut self,
        board: &Board,
        stone: Point,
        ko: Option<Point>,
    ) -> Result<PointSet, NothingToRead> {
        let block = board.block(stone).ok_or(NothingToRead::NoStone(stone))?;
        let limits = self.limits;
        self.limits.nodes = (limits.nodes / GROUPED).max(1);
        let near = pairs(board, block.color());
        let mut group = block.stone_set();
        // The blocks whose neighbours are not yet asked about.
        let mut open = vec![block];
        while let Some(block) = open.pop() {
            for &[a, b] in &near {
                let other = match (block.contains(a), block.contains(b)) {
                    (true, false) => b,
                    (false, true) => a,
                    _ => continue,
                };
                let Some(other) = board.block(other).filter(|_| !group.contains(other)) else { continue };
                let cut = self.disconnect(board, [a, b], ko);
                if cut.is_ok_and(|cut| cut.success == Some(Success::No)) {
                    group |= other.stone_set();
                    open.push(other);
                }
            }
        }
        self.limits = limits;
        Ok(group)
    }

    /// The groups of a colour, as sets of stones: see [`Reader::group`].
    pub fn groups(&mut self, board: &Board, color: Color) -> Vec<PointSet> {
        let mut groups: Vec<PointSet> = Vec::new();
        let mut rest = board.stones(color);
        while let Some(stone) = rest.first() {
            let Ok(group) = self.group(board, stone, None) else { break };
            rest -= group;
            groups.push(group);
        }
        groups
    }

    fn capture(
        &mut self,
        board: &Board,
        target: Point,
        ko: Option<Point>,
        first: Side,
    ) -> Result<Reading, NothingToRead> {
        let block = board.block(target).ok_or(NothingToRead::NoStone(target))?;
        if let Some(reading) = self.run_down(block, board, target, ko, first) {
            return Ok(reading);
        }
        let owner = block.color();
        let facing = Facing::of(board, owner, &[target], self.facing.take());
        let (liberties, target) = (block.liberties(), facing.to(target));
        let ko = ko.map(|ko| facing.to(ko));
        let start = Start { board: &facing.board, color: Color::Black, ko, first, prover: Side::Attacker };
        let goal = |width: Width| move |sides: Sides| Capture::new(sides, target, width);
        let rounds = self.widths(liberties).map(|width| Round {
            // A ladder tells by itself which answers there are.
            goals: [Some(goal(width)), (!width.ladders).then(|| goal(width.with_every_defence()))],
            stands: if width.safe > WIDTHS[0].safe { Stands::Yes } else { Stands::No },
            shy: !width.ladders,
        });
        let reading = self.widen(&start, rounds);
        Ok(self.seen(reading, facing))
    }

    /// What was read of a board as it was looked at.
    fn seen(&mut self, reading: Reading, facing: Facing) -> Reading {
        let point = reading.point.map(|point| facing.from(point));
        self.facing = Some(facing);
        Reading { point, ..reading }
    }

    /// What a ladder alone tells: that the block is taken.
    fn run_down(
        &self,
        block: Block<'_>,
        board: &Board,
        target: Point,
        ko: Option<Point>,
        first: Side,
    ) -> Option<Reading> {
        if self.limits.exhaustive || ko.is_some() {
            return None;
        }
        let mut ladder = Ladder::new(block.color(), target);
        let (chase, success) = match (first, block.liberties()) {
            (Side::Attacker, 2) => (ladder.attack(board), Success::Yes),
            (Side::Defender, 1) => (ladder.defend(board), Success::No),
            _ => return None,
        };
        match chase {
            Chase::Taken(point) => {
                Some(Reading { success: Some(success), point, nodes: ladder.moves, narrow: false })
            }
            Chase::Escapes(_) | Chase::Unclear => None,
        }
    }

    fn connection(
        &mut self,
        board: &Board,
        ends: [Point; 2],
        ko: Option<Point>,
        first: Side,
    ) -> Result<Reading, NothingToRead> {
        let color = |end: Point| board.get(end).ok_or(NothingToRead::NoStone(end));
        let colors = [color(ends[0])?, color(ends[1])?];
        if colors[0] != colors[1] {
            return Err(NothingToRead::TwoColors(ends[0], ends[1]));
        }
        if board.block(ends[0]).is_some_and(|block| block.contains(ends[1])) {
            let success = if first == Side::Defender { Success::Yes } else { Success::No };
            return Ok(Reading { success: Some(success), point: None, nodes: 0, narrow: false });
        }
        let facing = Facing::of(board, colors[0], &ends, self.facing.take());
        // Whichever of them is named first.
        let mut ends = ends.map(|end| facing.to(end));
        ends.sort_unstable();
        let ko = ko.map(|ko| facing.to(ko));
        let board = &facing.board;
        let mut reading = self.joined(board, ends, ko, first);
        if reading.success == Some(Success::Yes) && reading.point.is_none() {
            // No move is needed; one after which it stays so is worth naming all the same.
            let near = Connection::nearest(board, Color::Black, ends);
            let mover = if first == Side::Defender { Color::Black } else { Color::White };
            let limits = self.limits;
            self.limits.nodes = (limits.nodes / GROUPED).max(1);
            let holds = |&p: &Point| {
                let mut after = board.clone();
                let is_played = Some(p) != ko && after.play(mover, p).is_ok_and(|outcome| !outcome.suicide);
                is_played && self.joined(&after, ends, None, first.other()).success == Some(Success::No)
            };
            reading.point = near.into_iter().take(NAMED).find(holds);
            self.limits = limits;
        }
        Ok(self.seen(reading, facing))
    }

    /// What is read of two black blocks on a board as it is looked at.
    fn joined(&mut self, board: &Board, ends: [Point; 2], ko: Option<Point>, first: Side) -> Reading {
        let start = Start { board, color: Color::Black, ko, first, prover: Side::Defender };
        let goal = |far: u8, detour: u8, everything: bool| {
            move |sides: Sides| Connection { sides, ends, far, detour, everything, walked: 0, last: None }
        };
        if self.limits.exhaustive {
            let goals = [Some(goal(DEAREST + 1, DEAREST, true)), None];
            return self.widen(&start, [Round { goals, stands: Stands::Yes, shy: false }].into_iter());
        }
        let rounds = [(4, 0), (4, 1), (5, 1)].map(|(far, detour)| Round {
            goals: [Some(goal(far, detour, false)), None],
            stands: Stands::Narrowly,
            shy: false,
        });
        self.widen(&start, rounds.into_iter())
    }

    /// Ever more that is tried about a block with so many liberties.
    fn widths(&self, liberties: usize) -> impl Iterator<Item = Width> + use<> {
        let from = if self.limits.exhaustive { WIDTHS.len() - 1 } else { 0 };
        WIDTHS[from..].iter().copied().filter(move |width| width.safe > liberties)
    }
}

/// The pairs of blocks of a colour that are near enough to each other to be asked whether they are
/// connected: the first stone of each.
///
/// ```
/// use keisei::reading::pairs;
/// use keisei_goban::{Color, board};
///
/// let board = board!("
///     X . X . . . X
///     . . . . . O .
/// ");
/// assert_eq!(pairs(&board, Color::Black), [["A2".parse()?, "C2".parse()?]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pairs(board: &Board, color: Color) -> Vec<[Point; 2]> {
    let blocks = board.blocks().filter(|block| block.color() == color);
    let firsts: Vec<Point> = blocks.filter_map(|block| block.stone_set().first()).collect();
    let mut pairs = Vec::new();
    for (i, &a) in firsts.iter().enumerate() {
        let ways = Ways::from(board, color, a, NEAR, None);
        let near = firsts[i + 1..].iter().filter(|&&b| ways.to(b).is_some());
        pairs.extend(near.map(|&b| [a, b]));
    }
    pairs
}

/// The blocks of groups, and moves that are not needed, are read with so many times fewer positions.
const GROUPED: u32 = 20;

/// Of so many moves one is looked for that connects blocks which are connected already.
const NAMED: usize = 4;

/// Blocks that are farther apart, in moves, are not asked whether they are connected.
const NEAR: u8 = 2;

/// What is tried about blocks: first ladders, then what threatens one, in the end everything.
const WIDTHS: [Width; 6] = [
    Width { safe: 3, attack: 0, defence: 1, ladders: true },
    Width { safe: 4, attack: 1, defence: 1, ladders: true },
    Width { safe: 5, attack: 1, defence: 1, ladders: false },
    Width { safe: 6, attack: 1, defence: 2, ladders: false },
    Width { safe: 7, attack: 2, defence: 2, ladders: false },
    Width::EVERYTHING,
];

//! Stones on a board, their blocks and liberties, kept up to date move by move.
//!
//! A **block** is a maximal set of connected stones of one colour; its **liberties** are the empty
//! points beside it.
//!
//! ```
//! use keisei_goban::{Color, board};
//!
//! let mut board = board!("
//!     . X O .
//!     X O . .
//!     . X . .
//! ");
//! let outcome = board.play(Color::Black, "C2".parse()?)?;
//! assert_eq!(outcome.captured, 1); // B2 had no other liberty.
//! assert_eq!(board.block("C2".parse()?).unwrap().liberties(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant (what [`Board::check`] recomputes): no block is without liberties; every stone knows
//! its block's head; the stones of a block form one circular list; the head carries the exact
//! numbers of stones and liberties; the hash is the exclusive or of its stones' keys.
//!
//! How liberties stay exact without sets: when a stone joins a block, an empty point beside it is a
//! new liberty just when no stone already in the block touches it, and that is four look-ups.
//! Blocks merge by walking through the smaller one, so a stone changes its head at most log₂(n)
//! times. A count is then always at hand, and the set is walked only for those who ask
//! ([`Block::liberty_set`]).

mod check;
mod foresight;
mod play;
mod setup;

use std::fmt;

pub use play::{Occupied, Outcome};
pub use setup::{NoLiberties, Setup};

use crate::{ByColor, Color, Point, PointMap, PointSet, Size, zobrist};

/// What lies at an index: a board's point, or the ring around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Empty,
    Stone(Color),
    Border,
}

/// How a stone hangs together with its block. Without a stone, `head` is `None` and `next` says
/// nothing.
#[derive(Clone, Copy, Debug)]
struct Link {
    head: Option<Point>,
    next: Point,
}

/// What a block's head carries. Says nothing elsewhere.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    stones: u16,
    liberties: u16,
}

/// The stones on a board. Every block has a liberty.
#[derive(Clone)]
pub struct Board {
    size: Size,
    hash: u64,
    stones: ByColor<PointSet>,
    cells: PointMap<Cell>,
    links: PointMap<Link>,
    tallies: PointMap<Tally>,
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Board {
        let mut cells = PointMap::filled(Cell::Border);
        for p in size.points() {
            cells[p] = Cell::Empty;
        }
        Board {
            size,
            hash: zobrist::empty_board(size),
            stones: ByColor::default(),
            cells,
            links: PointMap::filled(Link { head: None, next: Point::at(0, 0) }),
            tallies: PointMap::default(),
        }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The colour of the stone on a point; `None` if there is none.
    #[inline]
    pub fn get(&self, point: Point) -> Option<Color> {
        match self.cells[point] {
            Cell::Stone(color) => Some(color),
            Cell::Empty | Cell::Border => None,
        }
    }

    /// Whether a point lies on the board and carries no stone.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point] == Cell::Empty
    }

    /// All stones of a colour.
    #[inline]
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    /// All points without a stone.
    #[inline]
    pub fn empty(&self) -> PointSet {
        self.size.all() - self.stones.black - self.stones.white
    }

    /// A hash of size and stones, the same in every version of this library, however the position
    /// came about.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The block of the stone on a point; `None` if there is no stone.
    #[inline]
    pub fn block(&self, point: Point) -> Option<Block<'_>> {
        self.links[point].head.map(|head| Block { board: self, head })
    }

    /// All blocks, by their first stone in order of index, whatever the order of play was.
    #[inline]
    pub fn blocks(&self) -> impl Iterator<Item = Block<'_>> {
        let mut rest = self.stones.black | self.stones.white;
        std::iter::from_fn(move || {
            let block = self.block(rest.first()?)?;
            for p in block.stones() {
                rest.remove(p);
            }
            Some(block)
        })
    }

    /// Whether a stone of this colour on this empty point would have no liberty after captures.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        point.neighbors().into_iter().all(|q| match self.cells[q] {
            Cell::Empty => false,
            Cell::Border => true,
            Cell::Stone(c) => (c == color) == (self.liberties_beside(q) == 1),
        })
    }

    /// Whether a stone of this colour on this empty point would take stones off the board.
    #[inline]
    pub fn is_capture(&self, color: Color, point: Point) -> bool {
        point
            .neighbors()
            .into_iter()
            .any(|q| self.cells[q] == Cell::Stone(color.opponent()) && self.liberties_beside(q) == 1)
    }

    /// The liberties of the block of the stone on `point`.
    fn liberties_beside(&self, point: Point) -> u16 {
        match self.links[point].head {
            Some(head) => self.tallies[head].liberties,
            None => 0,
        }
    }

    /// The heads of the different blocks around a point.
    fn heads_around(&self, point: Point) -> arrayvec::ArrayVec<Point, 4> {
        let mut heads = arrayvec::ArrayVec::new();
        for q in point.neighbors() {
            if let Some(head) = self.links[q].head
                && !heads.contains(&head)
            {
                heads.push(head);
            }
        }
        heads
    }

    /// Whether an empty point is a liberty of the block with this head.
    #[inline]
    fn touches(&self, point: Point, head: Point) -> bool {
        point.neighbors().into_iter().any(|q| self.links[q].head == Some(head))
    }
}

/// A block of a [`Board`]: a maximal set of connected stones of one colour.
#[derive(Clone, Copy)]
pub struct Block<'b> {
    board: &'b Board,
    head: Point,
}

impl<'b> Block<'b> {
    /// The colour of its stones.
    #[inline]
    pub fn color(self) -> Color {
        self.board.get(self.head).expect("a head is a stone")
    }

    /// The number of its stones.
    #[allow(clippy::len_without_is_empty)] // A block without stones does not exist.
    #[inline]
    pub fn len(self) -> usize {
        self.board.tallies[self.head].stones.into()
    }

    /// The number of its liberties.
    #[inline]
    pub fn liberties(self) -> usize {
        self.board.tallies[self.head].liberties.into()
    }

    /// Whether the stone on a point belongs to it.
    pub fn contains(self, point: Point) -> bool {
        self.board.links[point].head == Some(self.head)
    }

    /// Its stones, in no particular order.
    pub fn stones(self) -> impl Iterator<Item = Point> + use<'b> {
        let mut next = Some(self.head);
        std::iter::from_fn(move || {
            let stone = next?;
            next = Some(self.board.links[stone].next).filter(|&n| n != self.head);
            Some(stone)
        })
    }

    /// Its stones as a set.
    #[inline]
    pub fn stone_set(self) -> PointSet {
        self.stones().collect()
    }

    /// Its liberties as a set. The number alone is cheaper: [`Block::liberties`].
    #[inline]
    pub fn liberty_set(self) -> PointSet {
        self.stones().flat_map(Point::neighbors).filter(|&q| self.board.is_empty(q)).collect()
    }
}

impl PartialEq for Block<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.board, other.board) && self.head == other.head
    }
}

impl fmt::Debug for Block<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} with {} liberties", self.color(), self.stone_set(), self.liberties())
    }
}

/// Two boards are equal when they have the same size and stones.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.stones == other.stones
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", crate::diagram::plain(self))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", crate::diagram::plain(self))
    }
}

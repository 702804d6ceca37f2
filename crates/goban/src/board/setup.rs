//! Stones put on a board without playing: unchecked, until a [`Board`] is made of them.

use super::{Board, Cell, Link, Tally};
use crate::{Color, Point, PointMap, PointSet, Size, Symmetry, zobrist};

/// Stones as somebody wrote them down, legal or not. [`Board::from_setup`] decides.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    size: Size,
    stones: PointMap<Option<Color>>,
}

impl Setup {
    /// An empty board.
    pub fn new(size: Size) -> Setup {
        Setup { size, stones: PointMap::default() }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point.
    pub fn get(&self, point: Point) -> Option<Color> {
        self.stones[point]
    }

    /// Puts a stone on a point, in place of any other, or takes it away. Outside the board it does
    /// nothing.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        if self.size.contains(point) {
            self.stones[point] = stone;
        }
    }

    /// The same stones turned or mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Setup {
        let mut turned = Setup::new(symmetry.size(self.size));
        for p in self.size.points() {
            turned.stones[symmetry.apply(p, self.size)] = self.stones[p];
        }
        turned
    }

    /// The same stones with the colours exchanged.
    #[must_use]
    pub fn color_swapped(&self) -> Setup {
        let mut swapped = self.clone();
        for p in self.size.points() {
            swapped.stones[p] = self.stones[p].map(Color::opponent);
        }
        swapped
    }
}

/// A block that could not stand on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the {color} block at {point} has no liberty")]
pub struct NoLiberties {
    /// The colour of the block.
    pub color: Color,
    /// One of the stones of the block.
    pub point: Point,
}

impl Board {
    /// Makes a board of stones that were put down without playing. Fails if a block has no liberty,
    /// and names it.
    pub fn from_setup(setup: &Setup) -> Result<Board, NoLiberties> {
        let mut board = Board::new(setup.size);
        for p in setup.size.points() {
            if let Some(color) = setup.stones[p] {
                board.stones[color].insert(p);
            }
        }
        let empty = board.empty();
        for color in Color::ALL {
            for block in board.stones(color).components() {
                let liberties = block.grown() & empty;
                let head = block.first().expect("a component has a point");
                if liberties.is_empty() {
                    return Err(NoLiberties { color, point: head });
                }
                board.enter(color, &block, head, liberties.len());
            }
        }
        Ok(board)
    }

    /// Writes down a whole block.
    fn enter(&mut self, color: Color, block: &PointSet, head: Point, liberties: usize) {
        self.tallies[head] = Tally { stones: block.len() as u16, liberties: liberties as u16 };
        let mut next = head;
        for p in block {
            self.cells[p] = Cell::Stone(color);
            self.hash ^= zobrist::stone(color, p);
            self.links[p] = Link { head: Some(head), next };
            next = p;
        }
        self.links[head].next = next;
    }

    /// The stones as a setup, to be changed and made into a board again.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::new(self.size);
        for p in self.size.points() {
            setup.stones[p] = self.get(p);
        }
        setup
    }

    /// The same position turned or mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Board {
        Board::from_setup(&self.to_setup().transformed(symmetry)).expect("turning takes no liberties")
    }

    /// The same position with the colours exchanged.
    #[must_use]
    pub fn color_swapped(&self) -> Board {
        Board::from_setup(&self.to_setup().color_swapped()).expect("recolouring takes no liberties")
    }
}

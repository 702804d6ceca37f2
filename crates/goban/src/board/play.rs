//! Placing stones, merging and capturing blocks.

use super::{Board, Cell, Link, Tally};
use crate::{Color, Point, zobrist};

/// What a stone did when it was placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The number of stones taken off the board; the player's own in case of suicide.
    pub captured: usize,
    /// Whether the stones taken were the player's own.
    pub suicide: bool,
    /// If the stone took a single stone and could itself be taken at once: the point where that
    /// would be.
    pub ko: Option<Point>,
}

/// The point has a stone, or lies outside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the point is not empty")]
pub struct Occupied;

impl Board {
    /// Places a stone, takes the opponent's blocks that lost their last liberty off the board, and
    /// then the own block if it has none. Knows no ko and forbids no suicide: that is for
    /// [`crate::Position`] to decide.
    pub fn play(&mut self, color: Color, point: Point) -> Result<Outcome, Occupied> {
        if self.cells[point] != Cell::Empty {
            return Err(Occupied);
        }
        let around = self.heads_around(point);
        for &head in &around {
            self.tallies[head].liberties -= 1;
        }
        let own = self.place(color, point, &around);

        let mut outcome = Outcome { captured: 0, suicide: false, ko: None };
        let mut taken = None;
        for &head in &around {
            if self.cells[head] != Cell::Stone(color) && self.tallies[head].liberties == 0 {
                taken = Some(head);
                outcome.captured += self.remove_block(head, color.opponent());
            }
        }
        let tally = self.tallies[own];
        if outcome.captured == 1 && tally.stones == 1 && tally.liberties == 1 {
            outcome.ko = taken;
        } else if tally.liberties == 0 {
            outcome.suicide = true;
            outcome.captured = self.remove_block(own, color);
        }
        Ok(outcome)
    }

    /// Puts the stone down as a part of the largest own block around it, and joins the others to
    /// that. Returns the head.
    fn place(&mut self, color: Color, point: Point, around: &[Point]) -> Point {
        self.cells[point] = Cell::Stone(color);
        self.stones[color].insert(point);
        self.hash ^= zobrist::stone(color, point);
        self.links[point] = Link { head: Some(point), next: point };
        self.tallies[point] = Tally { stones: 1, liberties: 0 };

        let own = |board: &Board, head: Point| board.cells[head] == Cell::Stone(color);
        let largest =
            around.iter().copied().filter(|&h| own(self, h)).max_by_key(|&h| self.tallies[h].stones);
        let Some(head) = largest else {
            self.tallies[point].liberties =
                point.neighbors().into_iter().filter(|&q| self.cells[q] == Cell::Empty).count() as u16;
            return point;
        };
        self.absorb(head, point);
        for &other in around {
            if other != head && own(self, other) {
                self.absorb(head, other);
            }
        }
        head
    }

    /// Joins the block of `other` to that of `head`, stone by stone, counting each liberty that
    /// `head` did not have.
    fn absorb(&mut self, head: Point, other: Point) {
        let mut gained = 0;
        let mut stone = other;
        loop {
            for q in stone.neighbors() {
                if self.cells[q] == Cell::Empty && !self.touches(q, head) {
                    gained += 1;
                }
            }
            self.links[stone].head = Some(head);
            stone = self.links[stone].next;
            if stone == other {
                break;
            }
        }
        // Exchanging one link of each makes one circle of two.
        let after = self.links[head].next;
        self.links[head].next = self.links[other].next;
        self.links[other].next = after;
        self.tallies[head].stones += self.tallies[other].stones;
        self.tallies[head].liberties += gained;
    }

    /// Takes a block off the board and gives its points as liberties to the blocks around it.
    /// Returns its size.
    fn remove_block(&mut self, head: Point, owner: Color) -> usize {
        let mut stone = head;
        loop {
            let next = self.links[stone].next;
            self.cells[stone] = Cell::Empty;
            self.links[stone].head = None;
            self.stones[owner].remove(stone);
            self.hash ^= zobrist::stone(owner, stone);
            for beside in self.heads_around(stone) {
                // The rest of the block itself still carries its head; what it counts no longer
                // matters.
                self.tallies[beside].liberties += 1;
            }
            stone = next;
            if stone == head {
                break;
            }
        }
        self.tallies[head].stones.into()
    }
}

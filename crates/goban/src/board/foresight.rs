//! What would come of a stone, without placing it.

use super::{Board, Cell, Outcome};
use crate::{Color, Point, PointSet, zobrist};

impl Board {
    /// The hash that the board would have after [`Board::play`] on this empty point.
    pub fn hash_after(&self, color: Color, point: Point) -> u64 {
        let mut hash = self.hash ^ zobrist::stone(color, point);
        let around = self.heads_around(point);
        let mut removes = |head: Point, owner: Color| {
            let block = self.block(head).expect("a head is a stone");
            hash = block.stones().fold(hash, |hash, p| hash ^ zobrist::stone(owner, p));
        };
        let mut captures = false;
        for &head in &around {
            if self.is_taken(color, head) {
                captures = true;
                removes(head, color.opponent());
            }
        }
        if !captures && self.is_suicide(color, point) {
            for &head in around.iter().filter(|&&head| self.cells[head] == Cell::Stone(color)) {
                removes(head, color);
            }
            hash ^= zobrist::stone(color, point);
        }
        hash
    }

    /// Both at once: what [`Board::play`] would tell, and the hash after it.
    #[inline]
    pub fn foresee(&self, color: Color, point: Point) -> (Outcome, u64) {
        let outcome = self.outcome_after(color, point);
        let hash = match outcome.captured {
            0 => self.hash ^ zobrist::stone(color, point),
            _ => self.hash_after(color, point),
        };
        (outcome, hash)
    }

    /// What [`Board::play`] would tell of a stone on this empty point.
    #[inline]
    pub fn outcome_after(&self, color: Color, point: Point) -> Outcome {
        let (mut taken, mut captured, mut own, mut is_joined) = (None, 0, 1, false);
        let (mut is_open, mut lives) = (false, false);
        let mut seen: arrayvec::ArrayVec<Point, 4> = arrayvec::ArrayVec::new();
        for q in point.neighbors() {
            let stone = match self.cells[q] {
                Cell::Empty => {
                    is_open = true;
                    continue;
                }
                Cell::Border => continue,
                Cell::Stone(stone) => stone,
            };
            let Some(head) = self.links[q].head else { continue };
            let tally = self.tallies[head];
            if stone == color {
                is_joined = true;
                lives |= tally.liberties > 1;
                if tally.liberties == 1 && !seen.contains(&head) {
                    own += usize::from(tally.stones);
                    seen.push(head);
                }
            } else if tally.liberties == 1 && !seen.contains(&head) {
                (taken, captured) = (Some(head), captured + usize::from(tally.stones));
                seen.push(head);
            }
        }
        lives |= is_open;
        let suicide = captured == 0 && !lives;
        Outcome {
            captured: if suicide { own } else { captured },
            suicide,
            ko: taken.filter(|_| captured == 1 && !is_open && !is_joined),
        }
    }

    /// The liberties of the block that a stone on this empty point would belong to after
    /// [`Board::play`]; none if it is suicide.
    pub fn liberties_after(&self, color: Color, point: Point) -> PointSet {
        let mut liberties: PointSet = point.neighbors().into_iter().filter(|&q| self.is_empty(q)).collect();
        let around = self.heads_around(point);
        for &head in around.iter().filter(|&&head| self.cells[head] == Cell::Stone(color)) {
            liberties |= self.block(head).expect("a head is a stone").liberty_set();
        }
        liberties.remove(point);
        for &head in around.iter().filter(|&&head| self.is_taken(color, head)) {
            let is_beside = |p: &Point| {
                let touches = |q: Point| {
                    q == point || self.links[q].head.is_some_and(|h| around.contains(&h) && h != head)
                };
                p.neighbors().into_iter().any(touches)
            };
            for p in self.block(head).expect("a head is a stone").stones().filter(is_beside) {
                liberties.insert(p);
            }
        }
        liberties
    }

    /// Whether the block with this head, beside a point where this colour plays, is taken by that.
    fn is_taken(&self, color: Color, head: Point) -> bool {
        self.cells[head] != Cell::Stone(color) && self.tallies[head].liberties == 1
    }
}

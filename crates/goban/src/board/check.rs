//! The board recomputed from its cells alone, to compare with what was kept up to date.

use super::{Board, Cell};
use crate::{Color, Point, Size, zobrist};

impl Board {
    /// Recomputes everything that [`Board::play`] keeps up to date and says what differs, if
    /// anything. Slow; for tests and fuzzing.
    pub fn check(&self) -> Result<(), String> {
        let mut hash = zobrist::empty_board(self.size);
        for p in all_indices() {
            let stone = self.get(p);
            if (self.cells[p] == Cell::Border) == self.size.contains(p) {
                return Err(format!("{p:?}: the border is in the wrong place"));
            }
            for color in Color::ALL {
                if self.stones(color).contains(p) != (stone == Some(color)) {
                    return Err(format!("{p:?}: the set of {color} stones is wrong"));
                }
            }
            if stone.is_some() != self.links[p].head.is_some() {
                return Err(format!("{p:?}: a stone without a head, or a head without a stone"));
            }
            if let Some(color) = stone {
                hash ^= zobrist::stone(color, p);
                self.check_block(color, p)?;
            }
        }
        if hash != self.hash {
            return Err("the hash is wrong".into());
        }
        Ok(())
    }

    fn check_block(&self, color: Color, point: Point) -> Result<(), String> {
        let mut stones = vec![point];
        let mut liberties = vec![];
        let mut next = 0;
        while let Some(&stone) = stones.get(next) {
            next += 1;
            for q in self.size.neighbors(stone) {
                match self.get(q) {
                    Some(c) if c == color && !stones.contains(&q) => stones.push(q),
                    None if !liberties.contains(&q) => liberties.push(q),
                    _ => {}
                }
            }
        }
        let block = self.block(point).ok_or("a stone without a block")?;
        let mut listed: Vec<Point> = block.stones().take(stones.len() + 1).collect();
        listed.sort();
        stones.sort();
        if listed != stones || block.len() != stones.len() {
            return Err(format!("{point}: lists {listed:?} ({}), but has {stones:?}", block.len()));
        }
        if !stones.iter().all(|&p| block.contains(p)) {
            return Err(format!("{point}: stones of one block have different heads"));
        }
        if liberties.is_empty() || liberties.len() != block.liberties() {
            return Err(format!("{point}: counts {} liberties of {liberties:?}", block.liberties()));
        }
        liberties.sort();
        if !block.liberty_set().iter().eq(liberties.iter().copied()) {
            return Err(format!("{point}: lists {:?}, not {liberties:?}", block.liberty_set()));
        }
        Ok(())
    }
}

/// Every point of the largest board, so that the border of smaller ones is looked at too.
fn all_indices() -> impl Iterator<Item = Point> {
    Size::square(Size::MAX).expect("25 is a size").points()
}

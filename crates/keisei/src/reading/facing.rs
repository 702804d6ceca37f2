//! How a board is looked at: turned, mirrored and recoloured until all images of a position are one.
//!
//! ```text
//! X O . .      . . O X      . . X O
//! . . . .  or  . . . .  or  . . . .  …: whichever image has the least key, the owner's stones black
//! . . . .      . . . .      . . . .
//! ```
//!
//! Within its limits a search depends on the order in which moves are listed, and that on where the
//! points lie and on how the stones came there. So every question is asked of one and the same image:
//! the sixteen images of a position have the same answer, and so have all ways that lead to it.

use keisei_goban::{Board, Color, Point, Setup, Symmetry};

/// A board as it is looked at. The stones that are asked about are black.
#[derive(Clone, Debug)]
pub(super) struct Facing {
    /// The board that it is an image of, and whose stones are asked about.
    of: Board,
    owner: Color,
    symmetry: Symmetry,
    /// Whether the board is its own image, so that the stones asked about decide how it is looked at.
    is_symmetric: bool,
    pub(super) board: Board,
}

impl Facing {
    /// Of a board with an owner's stones, on some of which something is asked; made anew unless it is
    /// the one that was used before.
    pub(super) fn of(board: &Board, owner: Color, stones: &[Point], before: Option<Facing>) -> Facing {
        let before = before.filter(|before| before.owner == owner && before.of == *board);
        if let Some(before) = before
            && (!before.is_symmetric || before.symmetry == least(board, owner, stones).0)
        {
            return before;
        }
        let (symmetry, is_symmetric) = least(board, owner, stones);
        let size = board.size();
        let mut setup = Setup::new(symmetry.size(size));
        for color in Color::ALL {
            let seen = if color == owner { Color::Black } else { Color::White };
            for p in board.stones(color).iter() {
                setup.set(symmetry.apply(p, size), Some(seen));
            }
        }
        let seen = Board::from_setup(&setup).expect("turning takes no liberties");
        Facing { of: board.clone(), owner, symmetry, is_symmetric, board: seen }
    }

    /// Where a point of the board is seen.
    pub(super) fn to(&self, point: Point) -> Point {
        self.symmetry.apply(point, self.of.size())
    }

    /// The point of the board that is seen here.
    pub(super) fn from(&self, point: Point) -> Point {
        self.symmetry.inverse().apply(point, self.board.size())
    }
}

/// The symmetry by which the stones have the least key; between those that change nothing, the stones
/// asked about. And whether there are such.
fn least(board: &Board, owner: Color, asked: &[Point]) -> (Symmetry, bool) {
    let size = board.size();
    let mut keys = [(0u64, 0u64); 8];
    let symmetries: [Symmetry; 8] = {
        let mut all = Symmetry::all();
        std::array::from_fn(|_| all.next().expect("there are eight"))
    };
    let place = |symmetry: Symmetry, p: Point| {
        let p = symmetry.apply(p, size);
        u64::from(p.row() * 32 + p.column())
    };
    for color in Color::ALL {
        let salt = u64::from(color == owner) << 32;
        for p in board.stones(color).iter() {
            for (key, &symmetry) in keys.iter_mut().zip(&symmetries) {
                key.0 = key.0.wrapping_add(mixed(salt | place(symmetry, p)));
            }
        }
    }
    for (key, &symmetry) in keys.iter_mut().zip(&symmetries) {
        // Whichever of them is named first.
        key.0 = key.0.wrapping_add(u64::from(symmetry.size(size).width()));
        key.1 = asked.iter().fold(0, |sum, &p| sum + mixed(place(symmetry, p)) / asked.len() as u64);
    }
    let least = (0..8).min_by_key(|&i| keys[i]).expect("there are eight");
    let is_symmetric = keys.iter().filter(|key| key.0 == keys[least].0).count() > 1;
    (symmetries[least], is_symmetric)
}

/// A number that tells nothing of the one that it was made of (the finalizer of SplitMix64).
fn mixed(n: u64) -> u64 {
    let n = (n ^ n >> 30).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Size, board};

    use super::*;

    #[test]
    fn all_images_of_a_position_are_looked_at_alike() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..200 {
            let size = Size::new(random.u32(2..9), random.u32(2..9)).unwrap();
            let mut board = Board::new(size);
            for p in size.points() {
                if random.u8(..2) == 0 {
                    let _ = board.play(if random.bool() { Color::Black } else { Color::White }, p);
                }
            }
            let Some(stone) = board.stones(Color::Black).first() else { continue };
            let seen = Facing::of(&board, Color::Black, &[stone], None);
            assert_eq!(seen.from(seen.to(stone)), stone);
            assert_eq!(seen.board.get(seen.to(stone)), Some(Color::Black));
            for symmetry in Symmetry::all() {
                let image = symmetry.apply(stone, size);
                let turned = Facing::of(&board.transformed(symmetry), Color::Black, &[image], None);
                assert_eq!((&turned.board, turned.to(image)), (&seen.board, seen.to(stone)));
                let swapped = board.transformed(symmetry).color_swapped();
                let swapped = Facing::of(&swapped, Color::White, &[image], None);
                assert_eq!((&swapped.board, swapped.to(image)), (&seen.board, seen.to(stone)));
            }
        }
    }

    #[test]
    fn a_board_that_is_its_own_image_is_seen_from_the_stones_asked_about() {
        let board = board!(
            "
            X . X
            . . .
            X . X
            "
        );
        let mut seen = None;
        for text in ["A1", "A3", "C1", "C3"] {
            let stone: Point = text.parse().unwrap();
            let facing = Facing::of(&board, Color::Black, &[stone], None);
            assert_eq!(*seen.get_or_insert(facing.to(stone)), facing.to(stone));
        }
    }
}

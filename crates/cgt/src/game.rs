//! A game: a shape in a [`Store`](crate::Store), and a number by which it is shifted.

use crate::Dyadic;

/// The index of a shape in its store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ShapeId(pub(crate) u32);

impl ShapeId {
    /// The shape of all numbers.
    pub(crate) const NUMBER: ShapeId = ShapeId(0);
}

/// The value of a short partizan game. Games of one [`Store`](crate::Store) are equal exactly if
/// they are the same value of this type.
///
/// A game that is no number keeps its structure if a number is added: `{4|0} + 3 = {7|3}`. So the
/// store keeps only shapes whose stops lie evenly around 0, here `±2`, and a game is a shape and a
/// shift, here `±2` by 2. Numbers are shifts of 0, need no store, and cost the same however large
/// they are. Any other game belongs to the store that made it; given to another store it means
/// something else, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    pub(crate) shape: ShapeId,
    pub(crate) shift: Dyadic,
}

impl Game {
    /// The game that nobody can move in.
    pub const ZERO: Game = Game { shape: ShapeId::NUMBER, shift: Dyadic::ZERO };

    /// A number as a game.
    pub const fn number(value: Dyadic) -> Game {
        Game { shape: ShapeId::NUMBER, shift: value }
    }

    /// The number that it equals, if it equals one.
    pub fn as_number(self) -> Option<Dyadic> {
        self.is_number().then_some(self.shift)
    }

    /// Whether it equals a number.
    pub fn is_number(self) -> bool {
        self.shape == ShapeId::NUMBER
    }

    /// A shape as it is kept, not shifted.
    pub(crate) fn of_shape(shape: ShapeId) -> Game {
        Game { shape, shift: Dyadic::ZERO }
    }

    /// Any order that tells games of one store apart.
    pub(crate) fn sort_key(self) -> (ShapeId, Dyadic) {
        (self.shape, self.shift)
    }
}

impl From<i32> for Game {
    fn from(integer: i32) -> Game {
        Game::number(Dyadic::from(integer))
    }
}

impl From<Dyadic> for Game {
    fn from(value: Dyadic) -> Game {
        Game::number(value)
    }
}

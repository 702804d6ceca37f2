//! Sums of games.
//!
//! A sum is worked out from a list of shapes; numbers only shift it, ups and nimbers are added by
//! themselves, and a shape and its negative cancel. What is left of the list is looked up, or done
//! move by move:
//!
//! - **Two parts.** The options `G^L + H` and `G + H^L` are sums of less, and go through canonical
//!   form together.
//! - **More.** Whether one move is better than another does not depend on the other parts:
//!   `G^L + H + X ≥ G + H^L + X` exactly if `G^L - G ≥ H^L - H`. These changes, the incentives
//!   \[WinningWays\], belong to each part alone. So dominated moves are found before anything is
//!   added, and only the others are followed. It is the same with reversible moves: a move with the
//!   change `x` reverses through a reply (in the canonical form of what it leads to) with the
//!   change `y` exactly if `x + y ≤ 0`, for Left. So each sum remembers its options as [`Move`]s,
//!   and no two large games are ever compared.
//!
//! A part that lasts long is added to the sum of the others. So a sum of 20 switches follows one
//! move of each side at every step instead of 20.

use std::sync::Arc;

use crate::family::UpStar;
use crate::game::ShapeId;
use crate::side::BySide;
use crate::store::{MAX_HEIGHT, remember};
use crate::{Dyadic, Game, GameError, Side, Store};

/// Parts that last for more moves than this are not compared with others by incentives.
const LARGE: u16 = 12;

/// Parts of a sum in the order of the store, and the number beside them. No part is a number, at
/// most one is made of ups and nimbers, and no two cancel.
#[derive(Clone, Debug)]
struct Parts {
    shapes: Vec<ShapeId>,
    shift: Dyadic,
}

/// An option of a sum, by what it changes.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    /// Parts that are gone.
    removed: Vec<ShapeId>,
    /// What came in their place.
    added: Vec<Game>,
    /// The option less the sum: the same whatever else the sum has.
    change: Game,
}

/// The options of the canonical form of a sum.
pub(crate) type Moves = BySide<Vec<Move>>;

impl Moves {
    /// All shapes that it speaks of.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = ShapeId> {
        self.left.iter().chain(&self.right).flat_map(|one| {
            let games = one.added.iter().chain([&one.change]).map(|game| game.shape);
            one.removed.iter().copied().chain(games)
        })
    }
}

impl Store {
    /// The sum of two games.
    ///
    /// # Errors
    /// What the limits say.
    pub fn add(&mut self, a: Game, b: Game) -> Result<Game, GameError> {
        self.sum(&[a, b])
    }

    /// The difference of two games.
    ///
    /// # Errors
    /// What the limits say.
    pub fn subtract(&mut self, a: Game, b: Game) -> Result<Game, GameError> {
        let negative = self.negative(b)?;
        self.sum(&[a, negative])
    }

    /// The sum of any number of games: cheaper than adding them one by one, because moves are
    /// compared before anything is added.
    ///
    /// ```
    /// use keisei_cgt::Store;
    ///
    /// let mut store = Store::default();
    /// let switches: Vec<_> = (1..=20).map(|n| store.parse(&format!("±{n}"))).collect::<Result<_, _>>()?;
    /// let sum = store.sum(&switches)?;
    /// assert_eq!(store.stop(sum, keisei_cgt::Side::Left)?, 10.into());
    /// assert!(store.len() < 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What the limits say.
    pub fn sum(&mut self, games: &[Game]) -> Result<Game, GameError> {
        self.begin();
        self.total(games)
    }

    /// The game added to itself so often; a negative number of times for the negative.
    ///
    /// ```
    /// use keisei_cgt::{Game, Store};
    ///
    /// let mut store = Store::default();
    /// let switch = store.parse("±1")?;
    /// assert_eq!(store.multiple(1_000_000, switch)?, Game::ZERO);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What the limits say.
    pub fn multiple(&mut self, times: i64, game: Game) -> Result<Game, GameError> {
        self.begin();
        let shift = game.shift.times(times)?;
        let shape = Game::of_shape(game.shape);
        let part = if times < 0 { self.negative(shape)? } else { shape };
        let copies = times.unsigned_abs();
        if let Some(value) = self.shape(part.shape).family {
            let ups = i64::try_from(copies).ok().and_then(|copies| value.ups.checked_mul(copies));
            let value = UpStar {
                ups: ups.ok_or(GameError::Height { limit: MAX_HEIGHT })?,
                star: value.star * (copies % 2),
            };
            let game = self.up_star(value)?;
            return self.shifted(game, shift);
        }
        // Two copies of its own negative are 0.
        let copies = if self.negative(part)? == part { copies % 2 } else { copies };
        if copies > MAX_HEIGHT as u64 {
            return Err(GameError::Height { limit: MAX_HEIGHT });
        }
        let sum = self.total(&vec![part; copies as usize])?;
        self.shifted(sum, shift)
    }

    pub(crate) fn total(&mut self, games: &[Game]) -> Result<Game, GameError> {
        let parts = self.parts(games)?;
        self.total_of(&parts)
    }

    fn parts(&mut self, games: &[Game]) -> Result<Parts, GameError> {
        let mut shift = Dyadic::ZERO;
        let mut value = UpStar::ZERO;
        let mut shapes: Vec<ShapeId> = Vec::with_capacity(games.len());
        for game in games {
            shift = shift.plus(game.shift)?;
            if let Some(member) = self.shape(game.shape).family {
                value = value.plus(member)?;
                continue;
            }
            let negative = self.known_negative(game.shape);
            match shapes.iter().position(|&shape| Some(shape) == negative) {
                Some(place) => {
                    shapes.swap_remove(place);
                }
                // Each of them lasts for a move at least.
                None if shapes.len() >= MAX_HEIGHT => return Err(GameError::Height { limit: MAX_HEIGHT }),
                None => shapes.push(game.shape),
            }
        }
        if value != UpStar::ZERO {
            shapes.push(self.up_star(value)?.shape);
        }
        shapes.sort_unstable();
        Ok(Parts { shapes, shift })
    }

    fn total_of(&mut self, parts: &Parts) -> Result<Game, GameError> {
        let sum = match parts.shapes.as_slice() {
            [] => Game::ZERO,
            &[shape] => Game::of_shape(shape),
            shapes => match self.sums.get(shapes) {
                Some(&known) => known,
                None => self.sum_by_moves(shapes)?,
            },
        };
        self.shifted(sum, parts.shift)
    }

    fn sum_by_moves(&mut self, shapes: &[ShapeId]) -> Result<Game, GameError> {
        self.step()?;
        let height: usize = shapes.iter().map(|&shape| usize::from(self.shape(shape).height)).sum();
        if height > MAX_HEIGHT {
            return Err(GameError::Height { limit: MAX_HEIGHT });
        }
        let long = shapes.iter().position(|&shape| self.shape(shape).height > LARGE);
        let sum = match (shapes, long) {
            (&[a, b], _) => self.sum_of_two(a, b)?,
            (_, None) => self.sum_of_many(shapes)?,
            (_, Some(place)) => {
                // Changes are differences, and differences of large games are larger still: those
                // are added one by one.
                let mut rest: Vec<Game> = shapes.iter().map(|&shape| Game::of_shape(shape)).collect();
                let long = rest.remove(place);
                let rest = self.total(&rest)?;
                self.total(&[rest, long])?
            }
        };
        remember(&mut self.sums, shapes.into(), sum);
        Ok(sum)
    }

    fn sum_of_two(&mut self, a: ShapeId, b: ShapeId) -> Result<Game, GameError> {
        let mut options = BySide::<Vec<Game>>::default();
        for side in Side::BOTH {
            for (moved, still) in [(a, b), (b, a)] {
                for option in self.options(Game::of_shape(moved), side)? {
                    options[side].push(self.total(&[option, Game::of_shape(still)])?);
                }
                if a == b {
                    break;
                }
            }
        }
        self.construct(options)
    }

    fn sum_of_many(&mut self, shapes: &[ShapeId]) -> Result<Game, GameError> {
        let moves = BySide {
            left: self.canonical_moves(shapes, Side::Left)?,
            right: self.canonical_moves(shapes, Side::Right)?,
        };
        let whole = Parts { shapes: shapes.to_vec(), shift: Dyadic::ZERO };
        let mut options = BySide::<Vec<Game>>::default();
        for side in Side::BOTH {
            for one in &moves[side] {
                let after = self.after(&whole, one)?;
                options[side].push(self.total_of(&after)?);
            }
        }
        // Without options, or with stops in the order of a number's, it is a number.
        if !options.left.is_empty() && !options.right.is_empty() {
            let stops = self.open_stops(&options)?;
            if stops.left >= stops.right {
                remember(&mut self.moves, shapes.into(), Arc::new(moves));
                return self.intern(options);
            }
        }
        self.construct(options)
    }

    /// The moves of a side in the canonical form of a sum.
    fn canonical_moves(&mut self, shapes: &[ShapeId], side: Side) -> Result<Vec<Move>, GameError> {
        let whole = Parts { shapes: shapes.to_vec(), shift: Dyadic::ZERO };
        let mut open = self.best_single_moves(shapes, side)?;
        let mut kept: Vec<Move> = Vec::new();
        while let Some(one) = open.pop() {
            if self.is_dominated(side, &one, open.iter().chain(&kept))? {
                continue;
            }
            let after = self.after(&whole, &one)?;
            let Some(reply) = self.reversing(side, &one, &after)? else {
                kept.push(one);
                continue;
            };
            let replied = self.after(&after, &reply)?;
            let change = self.total(&[one.change, reply.change])?;
            for next in &self.moves_of(&replied)?[side] {
                let end = self.after(&replied, next)?;
                let change = self.total(&[change, next.change])?;
                open.push(difference(shapes, &end, change));
            }
        }
        Ok(kept)
    }

    fn is_dominated<'a>(
        &mut self,
        side: Side,
        one: &Move,
        others: impl Iterator<Item = &'a Move>,
    ) -> Result<bool, GameError> {
        for other in others {
            if self.as_good(side, other.change, one.change)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The reply through which a move reverses: together they are no gain for who moved first.
    fn reversing(&mut self, side: Side, one: &Move, after: &Parts) -> Result<Option<Move>, GameError> {
        let back = self.negative(one.change)?;
        for reply in &self.moves_of(after)?[side.other()] {
            if self.as_good(side.other(), reply.change, back)? {
                return Ok(Some(reply.clone()));
            }
        }
        Ok(None)
    }

    /// Of all moves of a side in single parts those that no other dominates; one of those that are
    /// equal.
    fn best_single_moves(&mut self, shapes: &[ShapeId], side: Side) -> Result<Vec<Move>, GameError> {
        let mut best: Vec<(ShapeId, usize, Game)> = Vec::new();
        for (part, &shape) in shapes.iter().enumerate() {
            if part > 0 && shapes[part - 1] == shape {
                continue;
            }
            'moves: for (place, &change) in self.changes(shape, side)?.iter().enumerate() {
                let mut other = 0;
                while other < best.len() {
                    if self.as_good(side, best[other].2, change)? {
                        continue 'moves;
                    }
                    if self.as_good(side, change, best[other].2)? {
                        best.swap_remove(other);
                    } else {
                        other += 1;
                    }
                }
                best.push((shape, place, change));
            }
        }
        let single = |(shape, place, change): (ShapeId, usize, Game)| {
            let added = vec![self.option(Game::of_shape(shape), side, place)?];
            Ok(Move { removed: vec![shape], added, change })
        };
        best.into_iter().map(single).collect()
    }

    /// By how much each move of a side changes a shape: the option less the shape.
    fn changes(&mut self, shape: ShapeId, side: Side) -> Result<Arc<[Game]>, GameError> {
        if let Some(known) = self.changes.get(&(shape, side)) {
            return Ok(Arc::clone(known));
        }
        let game = Game::of_shape(shape);
        let negative = self.negative(game)?;
        let mut changes = Vec::new();
        for option in self.options(game, side)? {
            changes.push(self.total(&[option, negative])?);
        }
        let changes: Arc<[Game]> = changes.into();
        remember(&mut self.changes, (shape, side), Arc::clone(&changes));
        Ok(changes)
    }

    /// The moves of the canonical form of a sum that was worked out before, or has at most two
    /// parts.
    fn moves_of(&mut self, parts: &Parts) -> Result<Arc<Moves>, GameError> {
        let sum = self.total_of(parts)?;
        if sum.is_number() {
            // The number moves as one; its parts are gone.
            let mut moves = Moves::default();
            for side in Side::BOTH {
                for option in self.options(sum, side)? {
                    let change = self.shifted(option, -sum.shift)?;
                    let added = vec![self.shifted(option, -parts.shift)?];
                    moves[side].push(Move { removed: parts.shapes.clone(), added, change });
                }
            }
            return Ok(Arc::new(moves));
        }
        if let Some(known) = self.moves.get(parts.shapes.as_slice()) {
            return Ok(Arc::clone(known));
        }
        let mut moves = Moves::default();
        for side in Side::BOTH {
            moves[side] = self.moves_by_options(&parts.shapes, side)?;
        }
        let moves = Arc::new(moves);
        remember(&mut self.moves, parts.shapes.as_slice().into(), Arc::clone(&moves));
        Ok(moves)
    }

    /// The moves to the options of the canonical form: in one part where that leads there, else in
    /// the sum as a whole.
    fn moves_by_options(&mut self, shapes: &[ShapeId], side: Side) -> Result<Vec<Move>, GameError> {
        let whole = Parts { shapes: shapes.to_vec(), shift: Dyadic::ZERO };
        let sum = self.total_of(&whole)?;
        let mut moves = Vec::new();
        let mut singles: Vec<(Game, Move)> = Vec::new();
        for &shape in shapes {
            let changes = self.changes(shape, side)?;
            for (place, &change) in changes.iter().enumerate() {
                let added = vec![self.option(Game::of_shape(shape), side, place)?];
                let one = Move { removed: vec![shape], added, change };
                let after = self.after(&whole, &one)?;
                singles.push((self.total_of(&after)?, one));
            }
        }
        for option in self.options(sum, side)? {
            let single = singles.iter().find(|(after, _)| *after == option);
            let one = match single {
                Some((_, one)) => one.clone(),
                None => {
                    let negative = self.negative(sum)?;
                    let change = self.total(&[option, negative])?;
                    Move { removed: shapes.to_vec(), added: vec![option], change }
                }
            };
            moves.push(one);
        }
        Ok(moves)
    }

    /// The parts after a move.
    fn after(&mut self, parts: &Parts, one: &Move) -> Result<Parts, GameError> {
        let mut shapes = parts.shapes.clone();
        for removed in &one.removed {
            let place = shapes.iter().position(|shape| shape == removed);
            shapes.remove(place.expect("a move is made in parts that are there"));
        }
        let mut games: Vec<Game> = shapes.into_iter().map(Game::of_shape).collect();
        games.extend(&one.added);
        games.push(Game::number(parts.shift));
        self.parts(&games)
    }
}

/// What leads from some parts to others.
fn difference(shapes: &[ShapeId], end: &Parts, change: Game) -> Move {
    let mut removed = Vec::new();
    let mut added = vec![Game::number(end.shift)];
    let mut later = end.shapes.iter().copied().peekable();
    for &shape in shapes {
        while let Some(new) = later.next_if(|&new| new < shape) {
            added.push(Game::of_shape(new));
        }
        if later.next_if_eq(&shape).is_none() {
            removed.push(shape);
        }
    }
    added.extend(later.map(Game::of_shape));
    Move { removed, added, change }
}

//! The store: canonical games, each kept once, up to a shift by a number.
//!
//! Invariants of a shape that is kept (other than that of numbers):
//! - it equals no number, has options on both sides, none of them dominated and none reversible: it
//!   is in canonical form, and so is every shift of it, by the number translation theorem
//!   \[Siegel2013\];
//! - its options are sorted, so that equal shapes are one;
//! - its left stop is not below its right stop, and the two lie evenly around 0. So the negative of
//!   a shape is a shape.
//!
//! What was worked out about shapes (order, sums, cooled games, thermographs) is remembered in
//! tables of bounded size. Failure: every limit is an error, after which the store is as usable as
//! before.

use std::sync::Arc;

use crate::family::UpStar;
use crate::game::ShapeId;
use crate::hash::{FastMap, hash};
use crate::order::Threshold;
use crate::side::BySide;
use crate::sum::Moves;
use crate::{Dyadic, Game, GameError, Side, Thermograph};

/// Moves that a game may last before it is a number. Recursion goes no deeper than twice this,
/// which small stacks bear.
pub const MAX_HEIGHT: usize = 200;

/// Options that one side of a game may be given.
pub const MAX_OPTIONS: usize = 10_000;

/// Options that all shapes together may have, for each shape that the limits allow.
const OPTIONS_PER_NODE: usize = 16;

/// Entries of a table of results before it is emptied, which may happen at any time: they can be
/// worked out again.
const TABLE_SIZE: usize = 1 << 20;

/// How much a store of games may use before it gives up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Shapes kept; one takes some 200 bytes.
    pub nodes: usize,
    /// Steps (comparisons, sums, reductions) that one question may take; about a million a second.
    pub work: u64,
}

impl Default for Limits {
    /// A million shapes, and about half a minute for one question.
    fn default() -> Limits {
        Limits { nodes: 1_000_000, work: 30_000_000 }
    }
}

/// A game in canonical form whose stops lie evenly around 0.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Its options begin here in the store's list: Left's, then Right's.
    begin: u32,
    /// How many options either side has.
    counts: BySide<u32>,
    /// The left stop; the right stop is its negative.
    pub(crate) half_width: Dyadic,
    /// Moves until a number is reached, at most.
    pub(crate) height: u16,
    /// Whether both or neither can move, everywhere.
    pub(crate) all_small: bool,
    /// Ups and a nimber, if that is what it is.
    pub(crate) family: Option<UpStar>,
    /// Its negative, once that is in the store.
    negative: Option<ShapeId>,
    hash: u64,
    /// The shape kept before it with the same hash.
    collides: Option<ShapeId>,
}

/// A place in the life of a store to go back to: see [`Store::rewind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    shapes: usize,
}

/// A store of canonical games. See the [crate's front page](crate) for a tour.
#[derive(Clone, Debug)]
pub struct Store {
    limits: Limits,
    pub(crate) work: u64,
    shapes: Vec<Shape>,
    options: Vec<Game>,
    by_hash: FastMap<u64, ShapeId>,
    /// The sums of ups and nimbers that are kept.
    pub(crate) families: FastMap<UpStar, ShapeId>,
    pub(crate) order: FastMap<(ShapeId, ShapeId), Threshold>,
    pub(crate) sums: FastMap<Box<[ShapeId]>, Game>,
    pub(crate) moves: FastMap<Box<[ShapeId]>, Arc<Moves>>,
    pub(crate) changes: FastMap<(ShapeId, Side), Arc<[Game]>>,
    pub(crate) cooled: FastMap<(ShapeId, Dyadic), Game>,
    pub(crate) thermographs: FastMap<ShapeId, Arc<Thermograph>>,
}

impl Default for Store {
    fn default() -> Store {
        Store::new(Limits::default())
    }
}

impl Store {
    /// An empty store.
    pub fn new(limits: Limits) -> Store {
        let number = Shape {
            begin: 0,
            counts: BySide::default(),
            half_width: Dyadic::ZERO,
            height: 0,
            all_small: true,
            family: Some(UpStar::ZERO),
            negative: Some(ShapeId::NUMBER),
            hash: 0,
            collides: None,
        };
        Store {
            limits,
            work: 0,
            shapes: vec![number],
            options: Vec::new(),
            by_hash: FastMap::default(),
            families: FastMap::from_iter([(UpStar::ZERO, ShapeId::NUMBER)]),
            order: FastMap::default(),
            sums: FastMap::default(),
            moves: FastMap::default(),
            changes: FastMap::default(),
            cooled: FastMap::default(),
            thermographs: FastMap::default(),
        }
    }

    /// How much this store may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// How many shapes are kept, that of numbers included.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Whether only numbers are kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// Forgets all games. Games made before, other than numbers, must not be used any more.
    pub fn clear(&mut self) {
        self.rewind(Checkpoint { shapes: 1 });
    }

    /// Now, to come back to with [`rewind`](Store::rewind).
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint { shapes: self.shapes.len() }
    }

    /// Forgets the games made since a checkpoint, so that long runs stay within bounded memory.
    /// Those games must not be used any more (using one panics, or gives the game that took its
    /// place); those from before stay what they are.
    ///
    /// ```
    /// use keisei_cgt::Store;
    ///
    /// let mut store = Store::default();
    /// let kept = store.parse("{4|0}")?;
    /// let checkpoint = store.checkpoint();
    /// for n in 1..1000 {
    ///     let switch = store.parse(&format!("±{n}"))?;
    ///     store.add(kept, switch)?;
    ///     store.rewind(checkpoint);
    /// }
    /// assert_eq!(store.len(), 2);
    /// assert_eq!(store.text(kept)?, "{4|0}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rewind(&mut self, checkpoint: Checkpoint) {
        while self.shapes.len() > checkpoint.shapes.max(1) {
            let Some(shape) = self.shapes.pop() else { break };
            self.options.truncate(shape.begin as usize);
            match shape.collides {
                Some(before) => self.by_hash.insert(shape.hash, before),
                None => self.by_hash.remove(&shape.hash),
            };
        }
        let kept = |id: ShapeId| (id.0 as usize) < self.shapes.len();
        self.families.retain(|_, &mut id| kept(id));
        self.order.retain(|key, _| kept(key.0) && kept(key.1));
        self.sums.retain(|parts, sum| kept(sum.shape) && parts.iter().all(|&part| kept(part)));
        self.moves.retain(|parts, moves| parts.iter().all(|&part| kept(part)) && moves.shapes().all(kept));
        self.changes.retain(|key, games| kept(key.0) && games.iter().all(|game| kept(game.shape)));
        self.cooled.retain(|key, game| kept(key.0) && kept(game.shape));
        self.thermographs.retain(|&key, _| kept(key));
        let count = self.shapes.len();
        for shape in &mut self.shapes {
            shape.negative = shape.negative.filter(|id| (id.0 as usize) < count);
        }
    }

    /// Begins a question: its steps are counted from here.
    pub(crate) fn begin(&mut self) {
        self.work = 0;
    }

    /// Counts a step.
    pub(crate) fn step(&mut self) -> Result<(), GameError> {
        self.work += 1;
        if self.work > self.limits.work {
            return Err(GameError::Work { limit: self.limits.work });
        }
        Ok(())
    }

    pub(crate) fn shape(&self, id: ShapeId) -> &Shape {
        &self.shapes[id.0 as usize]
    }

    /// How many options a side has in the canonical form.
    pub(crate) fn count(&self, game: Game, side: Side) -> usize {
        match game.as_number() {
            Some(x) => usize::from(number_option(x, side).is_some()),
            None => self.shape(game.shape).counts[side] as usize,
        }
    }

    /// An option of the canonical form, by its place below [`count`](Store::count).
    pub(crate) fn option(&self, game: Game, side: Side, place: usize) -> Result<Game, GameError> {
        if let Some(x) = game.as_number() {
            let option = number_option(x, side).expect("the place is below the count");
            return option.map(Game::number);
        }
        let shape = self.shape(game.shape);
        let skipped = if side == Side::Right { shape.counts[Side::Left] } else { 0 };
        self.shifted(self.options[(shape.begin + skipped) as usize + place], game.shift)
    }

    /// The options that a side has in the canonical form, in no particular order.
    ///
    /// ```
    /// use keisei_cgt::{Game, Side, Store};
    ///
    /// let mut store = Store::default();
    /// let game = store.parse("{6||4|0}")?;
    /// assert_eq!(store.options(game, Side::Left)?, [Game::from(6)]);
    /// assert_eq!(store.options(game, Side::Right)?, [store.parse("{4|0}")?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Overflow`] at the edge of the numbers.
    pub fn options(&self, game: Game, side: Side) -> Result<Vec<Game>, GameError> {
        (0..self.count(game, side)).map(|place| self.option(game, side, place)).collect()
    }

    /// The game plus a number.
    pub(crate) fn shifted(&self, game: Game, by: Dyadic) -> Result<Game, GameError> {
        Ok(Game { shift: game.shift.plus(by)?, ..game })
    }

    /// The number reached if a side begins, both play as well as they can, and stop there.
    ///
    /// ```
    /// use keisei_cgt::{Dyadic, Side, Store};
    ///
    /// let mut store = Store::default();
    /// let game = store.parse("{6||4|0}")?;
    /// assert_eq!(store.stop(game, Side::Left)?, Dyadic::from(6));
    /// assert_eq!(store.stop(game, Side::Right)?, Dyadic::from(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Overflow`] at the edge of the numbers.
    pub fn stop(&self, game: Game, first: Side) -> Result<Dyadic, GameError> {
        let half = self.shape(game.shape).half_width;
        match first {
            Side::Left => game.shift.plus(half),
            Side::Right => game.shift.minus(half),
        }
    }

    /// Keeps a game that is in canonical form and no number, given by its options.
    pub(crate) fn intern(&mut self, mut options: BySide<Vec<Game>>) -> Result<Game, GameError> {
        let stop = self.open_stops(&options)?;
        let middle = stop.left.plus(stop.right)?.half()?;
        let half_width = stop.left.minus(middle)?;
        for side in Side::BOTH {
            for option in &mut options[side] {
                *option = self.shifted(*option, -middle)?;
            }
        }
        Ok(Game { shape: self.intern_shape(options, half_width)?, shift: middle })
    }

    /// The stops of a game that is no number, by its options.
    pub(crate) fn open_stops(&self, options: &BySide<Vec<Game>>) -> Result<BySide<Dyadic>, GameError> {
        let mut stops = BySide { left: Vec::new(), right: Vec::new() };
        for side in Side::BOTH {
            for &option in &options[side] {
                stops[side].push(self.stop(option, side.other())?);
            }
        }
        let left = stops.left.into_iter().max();
        let right = stops.right.into_iter().min();
        Ok(BySide {
            left: left.expect("what is no number has options on both sides"),
            right: right.expect("what is no number has options on both sides"),
        })
    }

    fn intern_shape(
        &mut self,
        mut options: BySide<Vec<Game>>,
        half_width: Dyadic,
    ) -> Result<ShapeId, GameError> {
        let hash = sorted_hash(&mut options);
        if let Some(id) = self.find(&options, hash) {
            return Ok(id);
        }
        let all = || options.left.iter().chain(&options.right);
        let height = all().map(|option| self.shape(option.shape).height).max().unwrap_or(0) + 1;
        if usize::from(height) > MAX_HEIGHT {
            return Err(GameError::Height { limit: MAX_HEIGHT });
        }
        let edges = self.options.len() + all().count();
        if self.shapes.len() >= self.limits.nodes
            || edges > self.limits.nodes.saturating_mul(OPTIONS_PER_NODE)
        {
            return Err(GameError::Nodes { limit: self.limits.nodes });
        }
        let all_small =
            all().all(|option| option.shift == Dyadic::ZERO && self.shape(option.shape).all_small);
        let family = self.recognise(&options);
        let id = ShapeId(self.shapes.len() as u32);
        let begin = self.options.len() as u32;
        let counts = BySide { left: options.left.len() as u32, right: options.right.len() as u32 };
        self.options.extend(all());
        let collides = self.by_hash.insert(hash, id);
        if let Some(value) = family {
            self.families.insert(value, id);
        }
        self.shapes.push(Shape {
            begin,
            counts,
            half_width,
            height,
            all_small,
            family,
            negative: None,
            hash,
            collides,
        });
        self.link_negative(id);
        Ok(id)
    }

    /// The shape with these sorted options, if it is kept.
    fn find(&self, options: &BySide<Vec<Game>>, hash: u64) -> Option<ShapeId> {
        let mut next = self.by_hash.get(&hash).copied();
        while let Some(id) = next {
            let shape = self.shape(id);
            let begin = shape.begin as usize;
            let middle = begin + shape.counts.left as usize;
            let end = middle + shape.counts.right as usize;
            if self.options[begin..middle] == options.left && self.options[middle..end] == options.right {
                return Some(id);
            }
            next = shape.collides;
        }
        None
    }

    /// Notes which shape is the negative of a new one, if that is kept. If it is, so are the
    /// negatives of the options.
    fn link_negative(&mut self, id: ShapeId) {
        let mut options = BySide::<Vec<Game>>::default();
        let game = Game::of_shape(id);
        for side in Side::BOTH {
            for place in 0..self.count(game, side) {
                let Ok(option) = self.option(game, side, place) else { return };
                let Some(negative) = self.known_negative(option.shape) else { return };
                options[side.other()].push(Game { shape: negative, shift: -option.shift });
            }
        }
        let hash = sorted_hash(&mut options);
        if let Some(negative) = self.find(&options, hash) {
            self.shapes[id.0 as usize].negative = Some(negative);
            self.shapes[negative.0 as usize].negative = Some(id);
        }
    }

    /// The negative of a shape, if the store has it.
    pub(crate) fn known_negative(&self, id: ShapeId) -> Option<ShapeId> {
        self.shape(id).negative
    }

    /// The negative: the same game with the players exchanged.
    ///
    /// ```
    /// use keisei_cgt::{Game, Store};
    ///
    /// let mut store = Store::default();
    /// let game = store.parse("{6||4|0}")?;
    /// let negative = store.negative(game)?;
    /// assert_eq!(store.text(negative)?, "{0|-4||-6}");
    /// assert_eq!(store.add(game, negative)?, Game::ZERO);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Nodes`] if the store is full.
    pub fn negative(&mut self, game: Game) -> Result<Game, GameError> {
        Ok(Game { shape: self.negative_shape(game.shape)?, shift: -game.shift })
    }

    fn negative_shape(&mut self, id: ShapeId) -> Result<ShapeId, GameError> {
        if let Some(negative) = self.known_negative(id) {
            return Ok(negative);
        }
        let game = Game::of_shape(id);
        let mut options = BySide::<Vec<Game>>::default();
        for side in Side::BOTH {
            for place in 0..self.count(game, side) {
                let option = self.option(game, side, place)?;
                options[side.other()]
                    .push(Game { shape: self.negative_shape(option.shape)?, shift: -option.shift });
            }
        }
        // Interning links the two.
        self.intern_shape(options, self.shape(id).half_width)
    }
}

/// Remembers a result, in a table of bounded size.
pub(crate) fn remember<K: Eq + std::hash::Hash, V>(table: &mut FastMap<K, V>, key: K, value: V) {
    if table.len() >= TABLE_SIZE {
        table.clear();
    }
    table.insert(key, value);
}

/// Sorts options, in the order that makes equal shapes one, and hashes them.
fn sorted_hash(options: &mut BySide<Vec<Game>>) -> u64 {
    for side in Side::BOTH {
        options[side].sort_unstable_by_key(|option| option.sort_key());
    }
    hash(&(&options.left, &options.right))
}

/// The option of a number in canonical form: `n - 1` for Left in an integer `n > 0`, and 1/2 of a
/// unit down or up in a fraction.
fn number_option(x: Dyadic, side: Side) -> Option<Result<Dyadic, GameError>> {
    let step = if x.is_integer() {
        let moves = if side == Side::Left { x > Dyadic::ZERO } else { x < Dyadic::ZERO };
        if !moves {
            return None;
        }
        Dyadic::ONE
    } else {
        // A fraction's denominator is within range.
        Dyadic::new(1, x.exponent()).expect("1/2^n is a number if m/2^n is")
    };
    Some(if side == Side::Left { x.minus(step) } else { x.plus(step) })
}

//! Thermographs: what a game is worth to whoever begins, when each move costs a tax of `t`
//! \[WinningWays\].
//!
//! For a game that is no number, the left scaffold at `t` is the best right wall of a left option,
//! less `t`; the right scaffold is the best left wall of a right option, plus `t`. From the lowest
//! `t` where they meet upwards both walls are the mast. With slopes of 0 and ±1 and dyadic stops
//! everything is dyadic, and exact.
//!
//! ```text
//! {6||4|0}            t
//!                     |  |            mast at 4
//!                     2  4
//!                       /|
//!                     0 6 4           walls: 6 to 4 on the left, 4 on the right
//! ```
//!
//! Here `t ≥ 0`; the part below 0, where passing costs, is left out. A number has a mast and
//! nothing else.

use std::sync::Arc;

use crate::game::ShapeId;
use crate::side::BySide;
use crate::store::remember;
use crate::{Dyadic, Game, GameError, Side, Store};

/// A corner of a wall, or a point on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WallPoint {
    /// How much a move costs.
    pub temperature: Dyadic,
    /// What the game is worth then.
    pub value: Dyadic,
}

/// A value for each temperature from 0 upwards: straight between corners, and constant above the
/// last.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wall {
    corners: Vec<WallPoint>,
}

impl Wall {
    /// A wall that is nothing but a mast.
    fn mast(value: Dyadic) -> Wall {
        Wall { corners: vec![WallPoint { temperature: Dyadic::ZERO, value }] }
    }

    /// Where the wall bends, from temperature 0 to the foot of the mast.
    pub fn corners(&self) -> &[WallPoint] {
        &self.corners
    }

    /// The value at a temperature; below 0 that at 0.
    ///
    /// # Errors
    /// [`GameError::Overflow`] at the edge of the numbers.
    pub fn at(&self, temperature: Dyadic) -> Result<Dyadic, GameError> {
        let above = self.corners.partition_point(|corner| corner.temperature <= temperature);
        match (above.checked_sub(1).map(|below| self.corners[below]), self.corners.get(above)) {
            (Some(below), Some(above)) => below.towards(*above, temperature),
            (Some(point), None) => Ok(point.value),
            (None, _) => Ok(self.corners[0].value),
        }
    }

    fn shifted(&self, by: Dyadic) -> Result<Wall, GameError> {
        let shifted = |corner: &WallPoint| Ok(WallPoint { value: corner.value.plus(by)?, ..*corner });
        Ok(Wall { corners: self.corners.iter().map(shifted).collect::<Result<_, GameError>>()? })
    }
}

impl WallPoint {
    /// The value at a temperature, on the way to another point. The slope is -1, 0 or 1.
    fn towards(self, other: WallPoint, temperature: Dyadic) -> Result<Dyadic, GameError> {
        let way = temperature.minus(self.temperature)?;
        match other.value.cmp(&self.value) {
            std::cmp::Ordering::Less => self.value.minus(way),
            std::cmp::Ordering::Equal => Ok(self.value),
            std::cmp::Ordering::Greater => self.value.plus(way),
        }
    }
}

/// The thermograph of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thermograph {
    walls: BySide<Wall>,
    temperature: Dyadic,
}

impl Thermograph {
    /// A wall: what the game is worth if this side begins.
    pub fn wall(&self, side: Side) -> &Wall {
        &self.walls[side]
    }

    /// Where the mast stands: the mean value.
    pub fn mast(&self) -> Dyadic {
        self.walls.left.corners.last().expect("a wall has a corner").value
    }

    /// Where the mast begins: how much the next move is worth. For a number `m/2^n` in lowest terms
    /// it is `-1/2^n`.
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }

    /// All temperatures at which a wall bends, from 0 upwards.
    pub fn breakpoints(&self) -> Vec<Dyadic> {
        let corners = self.walls.left.corners.iter().chain(&self.walls.right.corners);
        let mut breakpoints: Vec<Dyadic> = corners.map(|corner| corner.temperature).collect();
        breakpoints.sort_unstable();
        breakpoints.dedup();
        breakpoints
    }

    fn of_number(value: Dyadic) -> Result<Thermograph, GameError> {
        let temperature = -Dyadic::new(1, value.exponent())?;
        Ok(Thermograph { walls: BySide { left: Wall::mast(value), right: Wall::mast(value) }, temperature })
    }

    fn shifted(&self, by: Dyadic) -> Result<Thermograph, GameError> {
        let walls = BySide { left: self.walls.left.shifted(by)?, right: self.walls.right.shifted(by)? };
        Ok(Thermograph { walls, temperature: self.temperature })
    }
}

/// A scaffold: a value for each temperature, straight between corners; above the last corner it
/// goes on with the slope of its side.
struct Scaffold {
    side: Side,
    corners: Vec<WallPoint>,
}

impl Scaffold {
    /// What a side gets by moving to an option whose other wall this is, for the tax.
    fn of(wall: &Wall, side: Side) -> Result<Scaffold, GameError> {
        let taxed = |corner: &WallPoint| {
            Ok(WallPoint { value: tax(side, corner.value, corner.temperature)?, ..*corner })
        };
        Ok(Scaffold { side, corners: wall.corners.iter().map(taxed).collect::<Result<_, GameError>>()? })
    }

    fn at(&self, temperature: Dyadic) -> Result<Dyadic, GameError> {
        let above = self.corners.partition_point(|corner| corner.temperature <= temperature);
        let below = self.corners[above - 1];
        match self.corners.get(above) {
            Some(&above) => below.towards(above, temperature),
            None => tax(self.side, below.value, temperature.minus(below.temperature)?),
        }
    }

    /// The better of two at each temperature.
    fn best(&self, other: &Scaffold) -> Result<Scaffold, GameError> {
        let mut corners: Vec<WallPoint> = Vec::new();
        let mut temperatures = merged(&self.corners, &other.corners);
        // Where they cross there is a corner more. Above the last corner they are parallel.
        let mut crossings = Vec::new();
        for pair in temperatures.windows(2) {
            if let Some(crossing) = crossing(self, other, pair[0], pair[1])? {
                crossings.push(crossing);
            }
        }
        temperatures.extend(crossings);
        temperatures.sort_unstable();
        for temperature in temperatures {
            let (a, b) = (self.at(temperature)?, other.at(temperature)?);
            let value = if self.side == Side::Left { a.max(b) } else { a.min(b) };
            corners.push(WallPoint { temperature, value });
        }
        Ok(Scaffold { side: self.side, corners })
    }
}

/// A value less the tax, as a side sees it.
fn tax(side: Side, value: Dyadic, tax: Dyadic) -> Result<Dyadic, GameError> {
    match side {
        Side::Left => value.minus(tax),
        Side::Right => value.plus(tax),
    }
}

/// The temperatures of the corners of both.
fn merged(a: &[WallPoint], b: &[WallPoint]) -> Vec<Dyadic> {
    let mut temperatures: Vec<Dyadic> = a.iter().chain(b).map(|corner| corner.temperature).collect();
    temperatures.sort_unstable();
    temperatures.dedup();
    temperatures
}

/// The temperature strictly between two others where one scaffold overtakes the other, if it does;
/// no corner lies between them.
fn crossing(a: &Scaffold, b: &Scaffold, from: Dyadic, to: Dyadic) -> Result<Option<Dyadic>, GameError> {
    let first = a.at(from)?.minus(b.at(from)?)?;
    let last = a.at(to)?.minus(b.at(to)?)?;
    let zero = Dyadic::ZERO;
    if !(first < zero && zero < last || last < zero && zero < first) {
        return Ok(None);
    }
    // The difference changes by 1 or 2 a degree.
    let degrees = to.minus(from)?;
    let twice = first.minus(last)?.magnitude() != degrees;
    let way = if twice { first.magnitude().half()? } else { first.magnitude() };
    Ok(Some(from.plus(way)?))
}

impl Store {
    /// The thermograph of a game.
    ///
    /// ```
    /// use keisei_cgt::{Dyadic, Side, Store};
    ///
    /// let mut store = Store::default();
    /// let game = store.parse("{6||4|0}")?;
    /// let thermograph = store.thermograph(game)?;
    /// assert_eq!((thermograph.mast(), thermograph.temperature()), (4.into(), 2.into()));
    /// assert_eq!(thermograph.wall(Side::Left).at(Dyadic::ONE)?, 5.into());
    /// assert_eq!(thermograph.wall(Side::Right).at(Dyadic::ONE)?, 4.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What the limits say.
    pub fn thermograph(&mut self, game: Game) -> Result<Thermograph, GameError> {
        self.begin();
        self.thermograph_within(game)
    }

    fn thermograph_within(&mut self, game: Game) -> Result<Thermograph, GameError> {
        match game.as_number() {
            Some(value) => Thermograph::of_number(value),
            None => self.thermograph_of(game.shape)?.shifted(game.shift),
        }
    }

    /// The mean value: what `n` copies are worth, divided by `n`, for large `n`.
    ///
    /// # Errors
    /// What the limits say.
    pub fn mean(&mut self, game: Game) -> Result<Dyadic, GameError> {
        self.begin();
        Ok(self.mast_and_temperature(game)?.0)
    }

    /// How much the next move is worth. For a number `m/2^n` in lowest terms it is `-1/2^n`.
    ///
    /// # Errors
    /// What the limits say.
    pub fn temperature(&mut self, game: Game) -> Result<Dyadic, GameError> {
        self.begin();
        Ok(self.mast_and_temperature(game)?.1)
    }

    pub(crate) fn mast_and_temperature(&mut self, game: Game) -> Result<(Dyadic, Dyadic), GameError> {
        if let Some(value) = game.as_number() {
            let thermograph = Thermograph::of_number(value)?;
            return Ok((value, thermograph.temperature));
        }
        let thermograph = self.thermograph_of(game.shape)?;
        Ok((thermograph.mast().plus(game.shift)?, thermograph.temperature))
    }

    /// The thermograph of a shape that is no number.
    fn thermograph_of(&mut self, shape: ShapeId) -> Result<Arc<Thermograph>, GameError> {
        if let Some(known) = self.thermographs.get(&shape) {
            return Ok(Arc::clone(known));
        }
        self.step()?;
        let left = self.scaffold(shape, Side::Left)?;
        let right = self.scaffold(shape, Side::Right)?;
        let thermograph = Arc::new(meet(&left, &right)?);
        remember(&mut self.thermographs, shape, Arc::clone(&thermograph));
        Ok(thermograph)
    }

    fn scaffold(&mut self, shape: ShapeId, side: Side) -> Result<Scaffold, GameError> {
        let game = Game::of_shape(shape);
        let mut best: Option<Scaffold> = None;
        for place in 0..self.count(game, side) {
            let option = self.option(game, side, place)?;
            let walls = self.thermograph_within(option)?;
            let scaffold = Scaffold::of(walls.wall(side.other()), side)?;
            best = Some(match best {
                Some(best) => best.best(&scaffold)?,
                None => scaffold,
            });
        }
        Ok(best.expect("what is no number has options on both sides"))
    }
}

/// The walls: both scaffolds up to where they meet, and the mast above.
fn meet(left: &Scaffold, right: &Scaffold) -> Result<Thermograph, GameError> {
    let temperatures = merged(&left.corners, &right.corners);
    let apart = |t: Dyadic| left.at(t)?.minus(right.at(t)?);
    let mut foot = None;
    for (place, &temperature) in temperatures.iter().enumerate() {
        if apart(temperature)? <= Dyadic::ZERO {
            foot = Some(match place.checked_sub(1).map(|before| temperatures[before]) {
                Some(before) => crossing(left, right, before, temperature)?.unwrap_or(temperature),
                None => temperature,
            });
            break;
        }
    }
    let foot = match foot {
        Some(foot) => foot,
        // Above all corners both lean to each other.
        None => {
            let last = *temperatures.last().expect("a scaffold has a corner");
            last.plus(apart(last)?.half()?)?
        }
    };
    let wall = |scaffold: &Scaffold| -> Result<Wall, GameError> {
        let mut corners: Vec<WallPoint> =
            scaffold.corners.iter().copied().filter(|corner| corner.temperature < foot).collect();
        corners.push(WallPoint { temperature: foot, value: scaffold.at(foot)? });
        straighten(&mut corners);
        Ok(Wall { corners })
    };
    Ok(Thermograph { walls: BySide { left: wall(left)?, right: wall(right)? }, temperature: foot })
}

/// Takes out corners at which nothing bends.
fn straighten(corners: &mut Vec<WallPoint>) {
    let mut place = 1;
    while place + 1 < corners.len() {
        let (before, here, after) = (corners[place - 1], corners[place], corners[place + 1]);
        let straight = before.value.cmp(&here.value) == here.value.cmp(&after.value);
        if straight {
            corners.remove(place);
        } else {
            place += 1;
        }
    }
}

//! Atomic weights of all-small games: how many ups a game is worth \[WinningWays\], \[Siegel2013\].
//!
//! The weight of `G` is `{weight(G^L) - 2 | weight(G^R) + 2}`, unless that is an integer. Then it
//! is the largest integer that is less than or incomparable with all `weight(G^R) + 2` if `G`
//! exceeds the far star, the least one on the other side if `G` is below it, and else 0 (if 0 lies
//! in between; else the integer found). The far star is `*n` with `n` larger than any nimber in
//! `G`.

use crate::game::ShapeId;
use crate::hash::FastMap;
use crate::side::BySide;
use crate::{Dyadic, Game, GameError, Side, Store};

impl Store {
    /// The atomic weight of an all-small game.
    ///
    /// ```
    /// use keisei_cgt::Store;
    ///
    /// let mut store = Store::default();
    /// let game = store.parse("↑↑*")?;
    /// assert_eq!(store.atomic_weight(game)?, 2.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::NotAllSmall`], and what the limits say.
    pub fn atomic_weight(&mut self, game: Game) -> Result<Game, GameError> {
        self.begin();
        if game.shift != Dyadic::ZERO || !self.shape(game.shape).all_small {
            return Err(GameError::NotAllSmall);
        }
        let largest = self.largest_nimber(game.shape, &mut FastMap::default())?;
        let far_star = self.nimber(largest + 1)?;
        self.weight(game.shape, far_star, &mut FastMap::default())
    }

    fn largest_nimber(&self, shape: ShapeId, known: &mut FastMap<ShapeId, u64>) -> Result<u64, GameError> {
        if let Some(&largest) = known.get(&shape) {
            return Ok(largest);
        }
        let mut largest = self.shape(shape).family.map_or(0, |value| value.star);
        for side in Side::BOTH {
            for option in self.options(Game::of_shape(shape), side)? {
                largest = largest.max(self.largest_nimber(option.shape, known)?);
            }
        }
        known.insert(shape, largest);
        Ok(largest)
    }

    fn weight(
        &mut self,
        shape: ShapeId,
        far_star: Game,
        known: &mut FastMap<ShapeId, Game>,
    ) -> Result<Game, GameError> {
        if shape == ShapeId::NUMBER {
            return Ok(Game::ZERO);
        }
        if let Some(&weight) = known.get(&shape) {
            return Ok(weight);
        }
        let two = Dyadic::from(2);
        let mut options = BySide::<Vec<Game>>::default();
        for side in Side::BOTH {
            for option in self.options(Game::of_shape(shape), side)? {
                let weight = self.weight(option.shape, far_star, known)?;
                options[side].push(self.shifted(weight, if side == Side::Left { -two } else { two })?);
            }
        }
        let between = self.construct(options.clone())?;
        let weight = match between.as_number() {
            Some(number) if number.is_integer() => {
                let game = Game::of_shape(shape);
                if self.le(far_star, game)? {
                    self.extreme_integer(Side::Right, &options.right)?
                } else if self.le(game, far_star)? {
                    self.extreme_integer(Side::Left, &options.left)?
                } else {
                    between
                }
            }
            _ => between,
        };
        known.insert(shape, weight);
        Ok(weight)
    }

    /// The integer nearest to these options of a side that none of them is as good as for that
    /// side.
    fn extreme_integer(&mut self, side: Side, options: &[Game]) -> Result<Game, GameError> {
        let mut extreme: Option<Dyadic> = None;
        for &option in options {
            let stop = self.stop(option, side.other())?;
            // From one beyond the stop inwards: one of these three will do.
            let (from, step) = match side {
                Side::Left => (stop.ceiling() - 1, 1),
                Side::Right => (stop.floor() + 1, -1),
            };
            let mut integer = Dyadic::new(from, 0)?;
            while self.as_good(side, option, Game::number(integer))? {
                integer = integer.plus(Dyadic::from(step))?;
            }
            extreme = Some(match (extreme, side) {
                (None, _) => integer,
                (Some(known), Side::Left) => known.max(integer),
                (Some(known), Side::Right) => known.min(integer),
            });
        }
        Ok(Game::number(extreme.unwrap_or_default()))
    }
}

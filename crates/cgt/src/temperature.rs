//! Cooling and heating.
//!
//! Cooling taxes every move by `t`: `Cool({L|R}, t) = {Cool(L, t) - t | Cool(R, t) + t}` up to and
//! including the temperature of the game, and the mean above it; numbers stay what they are. It is
//! linear: the cooled sum is the sum of the cooled games \[WinningWays\].
//!
//! Heating adds the tax: `Heat({L|R}, t) = {Heat(L, t) + t | Heat(R, t) - t}` of the canonical
//! form, and numbers stay. Cooling undoes it. It undoes cooling only where cooling lost nothing:
//! `Cool(*, 1) = 0`, and that heated stays 0.

use crate::hash::FastMap;
use crate::side::BySide;
use crate::store::remember;
use crate::{Dyadic, Game, GameError, Side, Store};

impl Store {
    /// The game cooled by so many degrees.
    ///
    /// ```
    /// use keisei_cgt::Store;
    ///
    /// let mut store = Store::default();
    /// let game = store.parse("{6||4|0}")?;
    /// let cooled = store.cool(game, 2.into())?;
    /// assert_eq!(store.text(cooled)?, "4↑");
    /// let cold = store.cool(game, 3.into())?;
    /// assert_eq!(store.text(cold)?, "4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::NegativeTemperature`], and what the limits say.
    pub fn cool(&mut self, game: Game, degrees: Dyadic) -> Result<Game, GameError> {
        self.begin();
        if degrees < Dyadic::ZERO {
            return Err(GameError::NegativeTemperature);
        }
        self.cooled(game, degrees)
    }

    fn cooled(&mut self, game: Game, degrees: Dyadic) -> Result<Game, GameError> {
        if game.is_number() || degrees == Dyadic::ZERO {
            return Ok(game);
        }
        let key = (game.shape, degrees);
        let cooled = match self.cooled.get(&key) {
            Some(&known) => known,
            None => {
                let shape = Game::of_shape(game.shape);
                let (mean, temperature) = self.mast_and_temperature(shape)?;
                let cooled = if degrees > temperature {
                    Game::number(mean)
                } else {
                    let mut options = BySide::<Vec<Game>>::default();
                    for side in Side::BOTH {
                        let tax = if side == Side::Left { -degrees } else { degrees };
                        for place in 0..self.count(shape, side) {
                            let option = self.option(shape, side, place)?;
                            let option = self.cooled(option, degrees)?;
                            options[side].push(self.shifted(option, tax)?);
                        }
                    }
                    self.construct(options)?
                };
                remember(&mut self.cooled, key, cooled);
                cooled
            }
        };
        self.shifted(cooled, game.shift)
    }

    /// The game heated by so many degrees.
    ///
    /// ```
    /// use keisei_cgt::Store;
    ///
    /// let mut store = Store::default();
    /// let game = store.parse("4↑")?;
    /// let heated = store.heat(game, 2.into())?;
    /// assert_eq!(store.text(heated)?, "{6||4|0}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::NegativeTemperature`], and what the limits say.
    pub fn heat(&mut self, game: Game, degrees: Dyadic) -> Result<Game, GameError> {
        self.begin();
        if degrees < Dyadic::ZERO {
            return Err(GameError::NegativeTemperature);
        }
        self.heated(game, degrees, &mut FastMap::default())
    }

    fn heated(
        &mut self,
        game: Game,
        degrees: Dyadic,
        known: &mut FastMap<Game, Game>,
    ) -> Result<Game, GameError> {
        if game.is_number() {
            return Ok(game);
        }
        let shape = Game::of_shape(game.shape);
        let heated = match known.get(&shape) {
            Some(&heated) => heated,
            None => {
                let mut options = BySide::<Vec<Game>>::default();
                for side in Side::BOTH {
                    let bonus = if side == Side::Left { degrees } else { -degrees };
                    for place in 0..self.count(shape, side) {
                        let option = self.option(shape, side, place)?;
                        let option = self.heated(option, degrees, known)?;
                        options[side].push(self.shifted(option, bonus)?);
                    }
                }
                let heated = self.construct(options)?;
                known.insert(shape, heated);
                heated
            }
        };
        self.shifted(heated, game.shift)
    }
}

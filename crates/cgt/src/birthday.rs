//! Birthdays: on which day a game is first made, if each day games are made of the games of the
//! days before.

use crate::hash::FastMap;
use crate::{Dyadic, Game, GameError, Side, Store};

impl Store {
    /// The day on which a game is born: the height of the tree of its canonical form.
    ///
    /// ```
    /// use keisei_cgt::Store;
    ///
    /// let mut store = Store::default();
    /// let game = store.parse("{6||4|0}")?;
    /// assert_eq!(store.birthday(game)?, 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Work`]: the same shape may occur with many shifts.
    pub fn birthday(&mut self, game: Game) -> Result<u64, GameError> {
        self.begin();
        self.birthday_within(game, &mut FastMap::default())
    }

    fn birthday_within(&mut self, game: Game, known: &mut FastMap<Game, u64>) -> Result<u64, GameError> {
        if let Some(value) = game.as_number() {
            return Ok(birthday_of_number(value));
        }
        if let Some(&day) = known.get(&game) {
            return Ok(day);
        }
        self.step()?;
        if known.len() >= self.limits().nodes {
            return Err(GameError::Nodes { limit: self.limits().nodes });
        }
        let mut latest = 0;
        for side in Side::BOTH {
            for place in 0..self.count(game, side) {
                let option = self.option(game, side, place)?;
                latest = latest.max(self.birthday_within(option, known)?);
            }
        }
        known.insert(game, latest + 1);
        Ok(latest + 1)
    }
}

/// An integer `n` is born on day `n`; a fraction as many days later as its denominator has factors,
/// and one more.
fn birthday_of_number(value: Dyadic) -> u64 {
    let whole = value.magnitude().floor().unsigned_abs();
    if value.is_integer() { whole } else { whole + 1 + u64::from(value.exponent()) }
}

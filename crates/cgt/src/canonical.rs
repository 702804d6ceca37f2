//! Canonical form: what `{L|R}` is when dominated options are dropped and reversible ones bypassed
//! \[Conway1976\].
//!
//! - A game is a number if some number lies strictly between the options in the sense of "less or
//!   incomparable"; then it is the simplest such number.
//! - A left option is dominated if another is at least as large.
//! - A left option is reversible if Right has a reply to a game no larger than the whole; it is
//!   then replaced by all left options of that reply. Options that are numbers are never reversible
//!   once dominated options are gone: if Right's reply to a number were no larger than the game,
//!   then by number avoidance another option would be as large as that reply.
//!
//! While that goes on the game is not in the store; comparisons with it ([`Open`]) go by its
//! options.

use crate::dyadic::{Bound, simplest_number};
use crate::hash::FastMap;
use crate::side::BySide;
use crate::store::{MAX_OPTIONS, remember};
use crate::{Dyadic, Game, GameError, Side, Store};

/// A game that is no number and not yet in canonical form.
struct Open {
    options: BySide<Vec<Game>>,
    stops: BySide<Dyadic>,
    /// Whether a game is as good for a side as this one.
    known: FastMap<(Game, Side), bool>,
}

impl Store {
    /// The game `{lefts | rights}`.
    ///
    /// ```
    /// use keisei_cgt::{Dyadic, Game, Store};
    ///
    /// let mut store = Store::default();
    /// assert_eq!(store.game(&[], &[])?, Game::ZERO);
    /// assert_eq!(store.game(&[0.into()], &[1.into()])?, Game::number(Dyadic::new(1, 1)?));
    /// let star = store.game(&[0.into()], &[0.into()])?;
    /// let up = store.game(&[0.into()], &[star])?;
    /// assert_eq!(store.game(&[up], &[up])?, store.parse("↑↑*")?); // Left's move to ↑ is reversible: it leads to 0.
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Options`] for more than 10,000 options of a side, and what else the limits say.
    pub fn game(&mut self, lefts: &[Game], rights: &[Game]) -> Result<Game, GameError> {
        self.begin();
        self.construct(BySide { left: lefts.to_vec(), right: rights.to_vec() })
    }

    pub(crate) fn construct(&mut self, mut options: BySide<Vec<Game>>) -> Result<Game, GameError> {
        if options.left.len().max(options.right.len()) > MAX_OPTIONS {
            return Err(GameError::Options { limit: MAX_OPTIONS });
        }
        if let Some(number) = self.number_between(&options)? {
            return Ok(Game::number(number));
        }
        for side in Side::BOTH {
            self.drop_dominated(side, &mut options[side])?;
        }
        let stops = self.open_stops(&options)?;
        let mut open = Open { options, stops, known: FastMap::default() };
        while self.bypass_one(&mut open)? {}
        self.intern(open.options)
    }

    /// The number that a game with these options equals, if it equals one.
    fn number_between(&mut self, options: &BySide<Vec<Game>>) -> Result<Option<Dyadic>, GameError> {
        let low = self.bound(Side::Left, &options.left)?;
        let high = self.bound(Side::Right, &options.right)?;
        simplest_number(low, high)
    }

    /// Where the numbers begin that are not as good for the other side as any of these options: at
    /// the best stop, which belongs to them if every option with that stop is incomparable with it
    /// or worse.
    fn bound(&mut self, side: Side, options: &[Game]) -> Result<Option<Bound>, GameError> {
        let mut bound: Option<Bound> = None;
        for &option in options {
            self.step()?;
            let at = self.stop(option, side.other())?;
            let beyond = |at: Dyadic, bound: Bound| match side {
                Side::Left => at > bound.at,
                Side::Right => at < bound.at,
            };
            let replaces = bound.is_none_or(|bound| beyond(at, bound));
            if replaces || bound.is_some_and(|bound| bound.at == at && bound.closed) {
                let closed = !self.as_good(side, option, Game::number(at))?;
                bound = Some(Bound { at, closed });
            }
        }
        Ok(bound)
    }

    /// Leaves the best options of a side.
    fn drop_dominated(&mut self, side: Side, options: &mut Vec<Game>) -> Result<(), GameError> {
        let mut best: Vec<Game> = Vec::new();
        'candidates: for &candidate in options.iter() {
            let mut place = 0;
            while place < best.len() {
                self.step()?;
                if self.as_good(side, best[place], candidate)? {
                    continue 'candidates;
                }
                if self.as_good(side, candidate, best[place])? {
                    best.swap_remove(place);
                } else {
                    place += 1;
                }
            }
            best.push(candidate);
        }
        *options = best;
        Ok(())
    }

    /// Bypasses one reversible option; `false` if there is none.
    fn bypass_one(&mut self, open: &mut Open) -> Result<bool, GameError> {
        for side in Side::BOTH {
            for place in 0..open.options[side].len() {
                let option = open.options[side][place];
                if let Some(reply) = self.reply(open, side, option)? {
                    let mut options = std::mem::take(&mut open.options[side]);
                    options.swap_remove(place);
                    options.extend(self.options(reply, side)?);
                    if options.len() > MAX_OPTIONS {
                        return Err(GameError::Options { limit: MAX_OPTIONS });
                    }
                    self.drop_dominated(side, &mut options)?;
                    // The value, and so what is known about it, stays the same.
                    open.options[side] = options;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The other side's reply to an option that is as good for it as the whole game.
    fn reply(&mut self, open: &mut Open, side: Side, option: Game) -> Result<Option<Game>, GameError> {
        if option.is_number() {
            return Ok(None);
        }
        for place in 0..self.count(option, side.other()) {
            let reply = self.option(option, side.other(), place)?;
            if self.as_good_as_open(side.other(), reply, open)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Whether a game is as good for a side as an open one, or better: the side has no move from
    /// the open game to one as good as the game, and the other side none from the game to one as
    /// good, for it, as the open game.
    fn as_good_as_open(&mut self, side: Side, game: Game, open: &mut Open) -> Result<bool, GameError> {
        let (left, right) = (self.stop(game, Side::Left)?, self.stop(game, Side::Right)?);
        let (better, worse) = match side {
            Side::Left => (right > open.stops.left, left < open.stops.left || right < open.stops.right),
            Side::Right => (left < open.stops.right, left > open.stops.left || right > open.stops.right),
        };
        if better || worse {
            return Ok(better);
        }
        if let Some(&known) = open.known.get(&(game, side)) {
            return Ok(known);
        }
        self.step()?;
        let answer = self.as_good_by_moves(side, game, open)?;
        remember(&mut open.known, (game, side), answer);
        Ok(answer)
    }

    fn as_good_by_moves(&mut self, side: Side, game: Game, open: &mut Open) -> Result<bool, GameError> {
        for place in 0..open.options[side].len() {
            if self.as_good(side, open.options[side][place], game)? {
                return Ok(false);
            }
        }
        if !game.is_number() {
            for place in 0..self.count(game, side.other()) {
                let option = self.option(game, side.other(), place)?;
                if self.as_good_as_open(side.other(), option, open)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

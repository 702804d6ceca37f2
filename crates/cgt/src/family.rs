//! The usual infinitesimals: nimbers, ups, and their sums; tiny and miny.
//!
//! The games `n·↑ + *m` are closed under sums and negatives, and their canonical forms are known
//! \[Siegel2013\]: `*m = {0, *1, …, *(m-1) | the same}`, and for `n > 0`
//!
//! ```text
//! n·↑ + *m = {0 | (n-1)·↑ + *(m⊕1)}        but  ↑* = {0, * | 0}
//! ```
//!
//! with ⊕ the sum without carrying, of nim. So they are recognised when they are made and added
//! without looking at options. A test compares all of that with sums worked out move by move.

use crate::side::BySide;
use crate::store::MAX_HEIGHT;
use crate::{Dyadic, Game, GameError, Side, Store};

/// `ups·↑ + *star`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UpStar {
    /// Ups, or downs if negative.
    pub ups: i64,
    /// The nimber.
    pub star: u64,
}

impl UpStar {
    /// 0.
    pub const ZERO: UpStar = UpStar { ups: 0, star: 0 };

    /// The sum, unless there are too many ups to count.
    pub(crate) fn plus(self, other: UpStar) -> Result<UpStar, GameError> {
        let ups = self.ups.checked_add(other.ups).ok_or(GameError::Overflow)?;
        Ok(UpStar { ups, star: self.star ^ other.star })
    }
}

impl Store {
    /// The nimber `*n`, a heap of nim.
    ///
    /// ```
    /// use keisei_cgt::Store;
    ///
    /// let mut store = Store::default();
    /// let (three, five, six) = (store.nimber(3)?, store.nimber(5)?, store.nimber(6)?);
    /// assert_eq!(store.add(three, five)?, six);
    /// # Ok::<(), keisei_cgt::GameError>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError::Height`] for large heaps, and [`GameError::Nodes`] if the store is full.
    pub fn nimber(&mut self, n: u64) -> Result<Game, GameError> {
        self.up_star(UpStar { ups: 0, star: n })
    }

    /// `ups·↑ + *star`.
    ///
    /// # Errors
    /// [`GameError::Height`] for many ups or large heaps, and [`GameError::Nodes`] if the store is
    /// full.
    pub fn up_star(&mut self, value: UpStar) -> Result<Game, GameError> {
        if let Some(&shape) = self.families.get(&value) {
            return Ok(Game::of_shape(shape));
        }
        let longest = value.ups.unsigned_abs().saturating_add(value.star);
        if longest > MAX_HEIGHT as u64 {
            return Err(GameError::Height { limit: MAX_HEIGHT });
        }
        let odd = value.ups.unsigned_abs() % 2;
        // The nimber under the last up, then one up more each time.
        let mut nimbers = vec![Game::ZERO];
        let base = if value.ups == 0 { value.star } else { value.star ^ odd };
        for n in 1..=base.max(1) as usize {
            let options = BySide { left: nimbers[..n].to_vec(), right: nimbers[..n].to_vec() };
            let next = self.intern(options)?;
            nimbers.push(next);
        }
        let (mut game, star) = (nimbers[base as usize], nimbers[1]);
        let side = if value.ups > 0 { Side::Left } else { Side::Right };
        for _ in 0..value.ups.unsigned_abs() {
            let mut options = BySide::<Vec<Game>>::default();
            options[side] = if game == Game::ZERO { vec![Game::ZERO, star] } else { vec![Game::ZERO] };
            options[side.other()] = vec![game];
            game = self.intern(options)?;
        }
        Ok(game)
    }

    /// The ups and the nimber that a game is the sum of, with a number; `None` if it is something
    /// else.
    ///
    /// ```
    /// use keisei_cgt::{Dyadic, Store, UpStar};
    ///
    /// let mut store = Store::default();
    /// let game = store.parse("-1↑*")?;
    /// assert_eq!(store.as_up_star(game), Some((Dyadic::from(-1), UpStar { ups: 1, star: 1 })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_up_star(&self, game: Game) -> Option<(Dyadic, UpStar)> {
        Some((game.shift, self.shape(game.shape).family?))
    }

    /// The member of the family that has these options, in canonical form.
    pub(crate) fn recognise(&self, options: &BySide<Vec<Game>>) -> Option<UpStar> {
        let member = |game: &Game| {
            if game.shift == Dyadic::ZERO { self.shape(game.shape).family } else { None }
        };
        if options.left == options.right {
            let mut stars = Vec::new();
            for option in &options.left {
                stars.push(member(option).filter(|value| value.ups == 0)?.star);
            }
            stars.sort_unstable();
            let heap = stars.iter().copied().eq(0..stars.len() as u64);
            return heap.then_some(UpStar { ups: 0, star: stars.len() as u64 });
        }
        for side in Side::BOTH {
            let sign = if side == Side::Left { 1 } else { -1 };
            let [reply] = options[side.other()].as_slice() else { continue };
            let Some(value) = member(reply).filter(|value| value.ups * sign >= 0) else { continue };
            match options[side].as_slice() {
                [Game::ZERO] if value != UpStar::ZERO => {
                    return Some(UpStar { ups: value.ups + sign, star: value.star ^ 1 });
                }
                [a, b] if value == UpStar::ZERO => {
                    let star = UpStar { ups: 0, star: 1 };
                    let (a, b) = (member(a), member(b));
                    if (a, b) == (Some(UpStar::ZERO), Some(star))
                        || (b, a) == (Some(UpStar::ZERO), Some(star))
                    {
                        return Some(UpStar { ups: sign, star: 1 });
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Tiny `G`, that is `{0 || 0 | -G}`: for a positive `G` a positive game smaller than every up.
    ///
    /// ```
    /// use keisei_cgt::Store;
    ///
    /// let mut store = Store::default();
    /// let tiny = store.tiny(2.into())?;
    /// assert_eq!(store.text(tiny)?, "+_2");
    /// assert_eq!(store.parse("{0||0|-2}")?, tiny);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Store::game`].
    pub fn tiny(&mut self, game: Game) -> Result<Game, GameError> {
        self.begin();
        let negative = self.negative(game)?;
        let threat = self.construct(BySide { left: vec![Game::ZERO], right: vec![negative] })?;
        self.construct(BySide { left: vec![Game::ZERO], right: vec![threat] })
    }
}

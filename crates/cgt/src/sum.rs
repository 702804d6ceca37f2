//! Sums of games.
//!
//! A sum is worked out from a list of shapes; numbers only shift it, ups and nimbers are added by themselves, and a shape
//! and its negative cancel. What is left of the list is looked up, or done move by move:
//!
//! - **Two parts.** The options `G^L + H` and `G + H^L` are sums of less, and go through canonical form together.
//! - **More.** Whether one move is better than another does not depend on the other parts: `G^L + H + X ≥ G + H^L + X` exactly if
//!   `G^L - G ≥ H^L - H`. These differences, the incentives \[WinningWays\], belong to each part alone. So dominated moves are found
//!   before anything is added, and only the others are followed. The same holds for reversible moves: `G^L + H` reverses through
//!   `G^L + H^R` exactly if `G^L - G ≤ H - H^R`, whatever else there is; and a reply in the same part is never
//!   the reason, for parts are in canonical form.
//!
//! A part that lasts long is added to the sum of the others. So a sum of 20 switches follows one move of each side at every step instead of 20.

use std::sync::Arc;

use crate::family::UpStar;
use crate::game::ShapeId;
use crate::side::BySide;
use crate::store::{MAX_HEIGHT, remember};
use crate::{Dyadic, Game, GameError, Side, Store};

/// Parts that last for more moves than this are not compared with others by incentives.
const LARGE: u16 = 12;

/// A move in one of the parts of a sum.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Which part.
    part: usize,
    /// Which of its options.
    place: usize,
    /// By how much it moves the sum towards its side.
    incentive: Game,
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

    /// The sum of any number of games: cheaper than adding them one by one, because moves are compared before anything is added.
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
        let mut shift = Dyadic::ZERO;
        let mut value = UpStar::ZERO;
        let mut parts: Vec<ShapeId> = Vec::with_capacity(games.len());
        for game in games {
            shift = shift.plus(game.shift)?;
            if let Some(member) = self.shape(game.shape).family {
                value = value.plus(member)?;
                continue;
            }
            let negative = self.known_negative(game.shape);
            match parts.iter().position(|&part| Some(part) == negative) {
                Some(place) => {
                    parts.swap_remove(place);
                }
                // Each of them lasts for a move at least.
                None if parts.len() >= MAX_HEIGHT => return Err(GameError::Height { limit: MAX_HEIGHT }),
                None => parts.push(game.shape),
            }
        }
        if value != UpStar::ZERO {
            parts.push(self.up_star(value)?.shape);
        }
        parts.sort_unstable();
        let sum = self.total_of_shapes(parts)?;
        self.shifted(sum, shift)
    }

    fn total_of_shapes(&mut self, parts: Vec<ShapeId>) -> Result<Game, GameError> {
        match parts.as_slice() {
            [] => return Ok(Game::ZERO),
            &[part] => return Ok(Game::of_shape(part)),
            _ => {}
        }
        if let Some(&sum) = self.sums.get(parts.as_slice()) {
            return Ok(sum);
        }
        self.step()?;
        let height: usize = parts.iter().map(|&part| usize::from(self.shape(part).height)).sum();
        if height > MAX_HEIGHT {
            return Err(GameError::Height { limit: MAX_HEIGHT });
        }
        let sum =
            if let &[a, b] = parts.as_slice() { self.sum_of_two(a, b)? } else { self.sum_of_many(&parts)? };
        remember(&mut self.sums, parts.into_boxed_slice(), sum);
        Ok(sum)
    }

    fn sum_of_two(&mut self, a: ShapeId, b: ShapeId) -> Result<Game, GameError> {
        let (a, b) = (Game::of_shape(a), Game::of_shape(b));
        let mut options = BySide::<Vec<Game>>::default();
        for side in Side::BOTH {
            for (moved, still) in [(a, b), (b, a)] {
                for place in 0..self.count(moved, side) {
                    let option = self.option(moved, side, place)?;
                    options[side].push(self.total(&[option, still])?);
                }
                if a == b {
                    break;
                }
            }
        }
        self.construct(options)
    }

    fn sum_of_many(&mut self, parts: &[ShapeId]) -> Result<Game, GameError> {
        // Incentives are differences, and differences of large games are larger still: those are added one by one.
        if let Some(place) = parts.iter().position(|&part| self.shape(part).height > LARGE) {
            let mut rest: Vec<Game> = parts.iter().map(|&part| Game::of_shape(part)).collect();
            let large = rest.remove(place);
            let rest = self.total(&rest)?;
            return self.total(&[rest, large]);
        }
        let candidates =
            BySide { left: self.candidates(parts, Side::Left)?, right: self.candidates(parts, Side::Right)? };
        let mut options = BySide::<Vec<Game>>::default();
        let mut canonical = true;
        for side in Side::BOTH {
            for candidate in self.best(&candidates[side])? {
                match self.reversing(parts, candidate, &candidates[side.other()])? {
                    None => options[side].push(self.after(parts, side, candidate, None)?),
                    Some(reply) => {
                        canonical = false;
                        let game = self.after(parts, side, candidate, Some(reply))?;
                        options[side].extend(self.options(game, side)?);
                    }
                }
            }
        }
        // Without options, or with stops in the order of a number's, it is a number.
        if canonical && !options.left.is_empty() && !options.right.is_empty() {
            let stops = self.open_stops(&options)?;
            if stops.left >= stops.right {
                return self.intern(options);
            }
        }
        self.construct(options)
    }

    /// All moves of a side, one for parts that are alike.
    fn candidates(&mut self, parts: &[ShapeId], side: Side) -> Result<Vec<Candidate>, GameError> {
        let mut candidates = Vec::new();
        for (part, &shape) in parts.iter().enumerate() {
            if part > 0 && parts[part - 1] == shape {
                continue;
            }
            for (place, &incentive) in self.incentives(shape, side)?.iter().enumerate() {
                candidates.push(Candidate { part, place, incentive });
            }
        }
        Ok(candidates)
    }

    /// By how much each move of a side moves a shape towards that side: `G^L - G`, or `G - G^R`.
    fn incentives(&mut self, shape: ShapeId, side: Side) -> Result<Arc<[Game]>, GameError> {
        if let Some(known) = self.incentives.get(&(shape, side)) {
            return Ok(Arc::clone(known));
        }
        let game = Game::of_shape(shape);
        let mut incentives = Vec::new();
        for place in 0..self.count(game, side) {
            let option = self.option(game, side, place)?;
            let (more, less) = if side == Side::Left { (option, game) } else { (game, option) };
            let less = self.negative(less)?;
            incentives.push(self.total(&[more, less])?);
        }
        let incentives: Arc<[Game]> = incentives.into();
        remember(&mut self.incentives, (shape, side), Arc::clone(&incentives));
        Ok(incentives)
    }

    /// The moves that no other dominates, one of those that are equal.
    fn best(&mut self, candidates: &[Candidate]) -> Result<Vec<Candidate>, GameError> {
        let mut best: Vec<Candidate> = Vec::new();
        'candidates: for &candidate in candidates {
            let mut place = 0;
            while place < best.len() {
                if self.le(candidate.incentive, best[place].incentive)? {
                    continue 'candidates;
                }
                if self.le(best[place].incentive, candidate.incentive)? {
                    best.swap_remove(place);
                } else {
                    place += 1;
                }
            }
            best.push(candidate);
        }
        Ok(best)
    }

    /// The reply in another part through which a move reverses.
    fn reversing(
        &mut self,
        parts: &[ShapeId],
        candidate: Candidate,
        replies: &[Candidate],
    ) -> Result<Option<Candidate>, GameError> {
        for &reply in replies {
            let mut reply = reply;
            if reply.part == candidate.part {
                // In another part that is alike, if there is one: it comes next.
                if parts.get(reply.part + 1) != Some(&parts[reply.part]) {
                    continue;
                }
                reply.part += 1;
            }
            // The reply takes back all of the move, and perhaps more.
            if self.le(candidate.incentive, reply.incentive)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// The sum after a move of a side, and perhaps a reply.
    fn after(
        &mut self,
        parts: &[ShapeId],
        side: Side,
        moved: Candidate,
        reply: Option<Candidate>,
    ) -> Result<Game, GameError> {
        let mut games: Vec<Game> = parts.iter().map(|&part| Game::of_shape(part)).collect();
        games[moved.part] = self.option(games[moved.part], side, moved.place)?;
        if let Some(reply) = reply {
            games[reply.part] = self.option(games[reply.part], side.other(), reply.place)?;
        }
        self.total(&games)
    }
}

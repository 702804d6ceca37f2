//! Dyadic rationals, the numbers of short games, with exact arithmetic.
//!
//! Invariant: the numerator is odd or the exponent is 0, so that equal numbers are equal bits.
//! Numerators stay within ±2^62 and denominators within 2^62; what leaves that range is
//! [`GameError::Overflow`], never a wrong number.

use std::cmp::Ordering;
use std::fmt;

use crate::GameError;

/// The largest numerator, and the largest denominator.
const LARGEST: i128 = 1 << 62;
const DEEPEST: u32 = 62;

/// A number `numerator / 2^exponent`.
///
/// ```
/// use keisei_cgt::Dyadic;
///
/// let half = Dyadic::new(1, 1)?;
/// assert_eq!(half.plus(half)?, Dyadic::from(1));
/// assert_eq!(Dyadic::new(-13, 1)?.to_string(), "-6 1/2");
/// assert_eq!(format!("{:#}", Dyadic::new(-13, 1)?), "-13/2");
/// # Ok::<(), keisei_cgt::GameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

impl Dyadic {
    /// 0.
    pub const ZERO: Dyadic = Dyadic { numerator: 0, exponent: 0 };
    /// 1.
    pub const ONE: Dyadic = Dyadic { numerator: 1, exponent: 0 };

    /// The number `numerator / 2^exponent`, in lowest terms.
    ///
    /// # Errors
    /// [`GameError::Overflow`] beyond 2^62.
    pub fn new(numerator: i64, exponent: u32) -> Result<Dyadic, GameError> {
        Dyadic::reduced(i128::from(numerator), exponent)
    }

    fn reduced(numerator: i128, exponent: u32) -> Result<Dyadic, GameError> {
        if numerator == 0 {
            return Ok(Dyadic::ZERO);
        }
        let common = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> common, exponent - common);
        if numerator.abs() > LARGEST || exponent > DEEPEST {
            return Err(GameError::Overflow);
        }
        // Both fit: they were just compared with smaller limits.
        Ok(Dyadic { numerator: numerator as i64, exponent: exponent as u8 })
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The exponent of the denominator: 2 for 3/4.
    pub fn exponent(self) -> u32 {
        u32::from(self.exponent)
    }

    /// Whether it is a whole number.
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The largest integer that is not larger.
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The smallest integer that is not smaller.
    pub fn ceiling(self) -> i64 {
        -(-self.numerator >> self.exponent)
    }

    /// The number without its sign.
    #[must_use]
    pub fn magnitude(self) -> Dyadic {
        Dyadic { numerator: self.numerator.abs(), ..self }
    }

    /// The sum.
    ///
    /// # Errors
    /// [`GameError::Overflow`] beyond 2^62.
    pub fn plus(self, other: Dyadic) -> Result<Dyadic, GameError> {
        if self.exponent | other.exponent == 0 {
            // Whole numbers, the most frequent case.
            let sum = self.numerator.checked_add(other.numerator).ok_or(GameError::Overflow)?;
            let fits = sum.unsigned_abs() <= LARGEST as u64;
            return if fits { Ok(Dyadic { numerator: sum, exponent: 0 }) } else { Err(GameError::Overflow) };
        }
        let exponent = self.exponent.max(other.exponent);
        Dyadic::reduced(self.over(exponent) + other.over(exponent), u32::from(exponent))
    }

    /// The difference.
    ///
    /// # Errors
    /// [`GameError::Overflow`] beyond 2^62.
    pub fn minus(self, other: Dyadic) -> Result<Dyadic, GameError> {
        self.plus(-other)
    }

    /// The product with a whole number.
    ///
    /// # Errors
    /// [`GameError::Overflow`] beyond 2^62.
    pub fn times(self, factor: i64) -> Result<Dyadic, GameError> {
        Dyadic::reduced(i128::from(self.numerator) * i128::from(factor), self.exponent())
    }

    /// Half of it.
    ///
    /// # Errors
    /// [`GameError::Overflow`] if the denominator would exceed 2^62.
    pub fn half(self) -> Result<Dyadic, GameError> {
        Dyadic::reduced(i128::from(self.numerator), self.exponent() + 1)
    }

    /// The nearest floating-point number, for pictures.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / (1u64 << self.exponent) as f64
    }

    /// The numerator over a denominator that is not smaller than its own. At most 2^124: it fits.
    fn over(self, exponent: u8) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent)
    }
}

impl From<i32> for Dyadic {
    fn from(integer: i32) -> Dyadic {
        Dyadic { numerator: i64::from(integer), exponent: 0 }
    }
}

impl std::ops::Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic { numerator: -self.numerator, ..self }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let exponent = self.exponent.max(other.exponent);
        self.over(exponent).cmp(&other.over(exponent))
    }
}

impl fmt::Display for Dyadic {
    /// As people write it, `-6 1/2`; as a plain fraction, `-13/2`, with `{:#}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let denominator = 1u64 << self.exponent;
        let positive = self.numerator.unsigned_abs();
        let sign = if self.numerator < 0 { "-" } else { "" };
        let text = if self.is_integer() {
            format!("{sign}{positive}")
        } else if f.alternate() || positive < denominator {
            format!("{sign}{positive}/{denominator}")
        } else {
            format!("{sign}{} {}/{denominator}", positive / denominator, positive % denominator)
        };
        f.pad(&text)
    }
}

/// An end of an interval of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// Where it ends.
    pub at: Dyadic,
    /// Whether the end itself belongs to it.
    pub closed: bool,
}

/// The simplest number between two bounds (`None`: unbounded), the one born first: 0, else the
/// integer nearest to 0, else the fraction with the smallest denominator. `None` if no number lies
/// between them.
///
/// ```
/// use keisei_cgt::{Bound, Dyadic, simplest_number};
///
/// let open = |n| Some(Bound { at: Dyadic::from(n), closed: false });
/// assert_eq!(simplest_number(open(-3), open(5))?, Some(Dyadic::ZERO));
/// assert_eq!(simplest_number(open(2), open(7))?, Some(Dyadic::from(3)));
/// assert_eq!(simplest_number(open(0), open(1))?, Some(Dyadic::new(1, 1)?));
/// # Ok::<(), keisei_cgt::GameError>(())
/// ```
///
/// # Errors
/// [`GameError::Overflow`] if its denominator exceeds 2^62.
pub fn simplest_number(low: Option<Bound>, high: Option<Bound>) -> Result<Option<Dyadic>, GameError> {
    if let (Some(low), Some(high)) = (low, high)
        && (low.at > high.at || low.at == high.at && !(low.closed && high.closed))
    {
        return Ok(None);
    }
    let above = |x: Dyadic| low.is_none_or(|low| low.at < x || low.closed && low.at == x);
    let below = |x: Dyadic| high.is_none_or(|high| x < high.at || high.closed && x == high.at);
    if above(Dyadic::ZERO) && below(Dyadic::ZERO) {
        return Ok(Some(Dyadic::ZERO));
    }
    if !above(Dyadic::ZERO) {
        let low = low.expect("an unbounded side holds 0");
        return nearest_zero(low, below).map(Some);
    }
    let high = high.expect("an unbounded side holds 0");
    let mirrored = nearest_zero(Bound { at: -high.at, ..high }, |x| above(-x))?;
    Ok(Some(-mirrored))
}

/// The simplest number above a bound that is not negative and below another.
fn nearest_zero(low: Bound, below: impl Fn(Dyadic) -> bool) -> Result<Dyadic, GameError> {
    for exponent in 0..=DEEPEST {
        // The first multiple of 1/2^exponent above the bound; the bound itself if it is one and is
        // closed.
        let (numerator, own) = (i128::from(low.at.numerator), low.at.exponent());
        let scaled =
            if exponent >= own { numerator << (exponent - own) } else { numerator >> (own - exponent) };
        let exact = exponent >= own;
        let first = if exact && low.closed { scaled } else { scaled + 1 };
        let candidate = Dyadic::reduced(first, exponent)?;
        if below(candidate) {
            return Ok(candidate);
        }
    }
    Err(GameError::Overflow)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dyadic(numerator: i64, exponent: u32) -> Dyadic {
        Dyadic::new(numerator, exponent).unwrap()
    }

    #[test]
    fn lowest_terms_order_and_rounding() {
        assert_eq!(dyadic(12, 3), dyadic(3, 1));
        assert_eq!(dyadic(0, 9), Dyadic::ZERO);
        assert!(dyadic(-3, 2) < dyadic(-1, 1) && dyadic(1, 62) > Dyadic::ZERO);
        assert_eq!((dyadic(-3, 1).floor(), dyadic(-3, 1).ceiling()), (-2, -1));
        assert_eq!((dyadic(3, 1).floor(), dyadic(3, 1).ceiling(), dyadic(4, 0).ceiling()), (1, 2, 4));
        assert_eq!(dyadic(3, 2).times(4).unwrap(), Dyadic::from(3));
    }

    #[test]
    fn the_range_ends_in_errors() {
        let largest = dyadic(1 << 62, 0);
        assert_eq!(largest.plus(Dyadic::ONE), Err(GameError::Overflow));
        assert_eq!(largest.times(2), Err(GameError::Overflow));
        assert_eq!((-largest).minus(Dyadic::ONE), Err(GameError::Overflow));
        assert_eq!(dyadic(1, 62).half(), Err(GameError::Overflow));
        assert_eq!(largest.plus(dyadic(1, 62)), Err(GameError::Overflow));
        assert_eq!(Dyadic::new(i64::MIN, 0), Err(GameError::Overflow));
        assert_eq!(Dyadic::new(i64::MIN, 1), Ok(-largest));
        assert_eq!(largest.minus(largest), Ok(Dyadic::ZERO));
    }

    /// The simplest number is found among all numbers of small birthdays by looking at each.
    #[test]
    fn simplest_numbers_as_by_looking_through_all() {
        let ends: Vec<Dyadic> = (-24..=24).map(|n| dyadic(n, 3)).collect();
        // Born on day 0, 1, 2, …: integers and fractions mixed; within a day no two lie in one
        // interval without an earlier one.
        let birthday =
            |x: Dyadic| x.magnitude().floor() + if x.is_integer() { 0 } else { 1 + i64::from(x.exponent) };
        let mut all: Vec<Dyadic> = (-128..=128).map(|n| dyadic(n, 5)).collect();
        all.sort_by_key(|&x| birthday(x));
        for &low in &ends {
            for &high in &ends {
                for closed in 0..4 {
                    let low = Bound { at: low, closed: closed & 1 != 0 };
                    let high = Bound { at: high, closed: closed & 2 != 0 };
                    let inside = |x: Dyadic| {
                        (low.at < x || low.closed && low.at == x)
                            && (x < high.at || high.closed && x == high.at)
                    };
                    let expected = all.iter().copied().find(|&x| inside(x));
                    assert_eq!(simplest_number(Some(low), Some(high)).unwrap(), expected, "{low:?} {high:?}");
                }
            }
        }
    }
}

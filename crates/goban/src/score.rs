//! Points and half points, as integers: no two scores differ by a rounding.

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use crate::Color;

/// A score in half points, Black positive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

impl Score {
    /// A score of whole points.
    pub const fn from_points(points: i32) -> Score {
        Score(points * 2)
    }

    /// A score of half points.
    pub const fn from_half_points(half_points: i32) -> Score {
        Score(half_points)
    }

    /// Reads a result that was counted, as records have it: `B+3.5`, `W+12`, and `0`, `Draw` or
    /// `Jigo`. `None` for all others, such as `B+R`.
    pub fn from_result(text: &str) -> Option<Score> {
        let text = text.trim();
        if ["0", "draw", "jigo"].iter().any(|draw| text.eq_ignore_ascii_case(draw)) {
            return Some(Score(0));
        }
        let (winner, points) = text.split_once('+')?;
        if !points.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let lead: Komi = points.parse().ok()?;
        match winner {
            "B" | "b" => Some(Score(lead.0)),
            "W" | "w" => Some(Score(-lead.0)),
            _ => None,
        }
    }

    /// The half points.
    pub const fn half_points(self) -> i32 {
        self.0
    }

    /// The points, for arithmetic with estimates.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }

    /// The side that is ahead; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self.0 {
            0 => None,
            n if n > 0 => Some(Color::Black),
            _ => Some(Color::White),
        }
    }
}

impl Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Score;

    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Sub<Komi> for Score {
    type Output = Score;

    fn sub(self, komi: Komi) -> Score {
        Score(self.0 - komi.0)
    }
}

impl fmt::Display for Score {
    /// As in SGF and GTP: `B+3.5`, `W+12`, and `0` for a draw.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => write!(f, "{}+{}", winner.letter(), Halves(self.0.abs())),
            None => f.write_str("0"),
        }
    }
}

/// The points that White receives for playing second, in half points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Komi(i32);

/// Text that is no komi.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a komi: expected points or half points from -999 to 999, such as 6.5")]
pub struct KomiError(pub String);

impl Komi {
    /// A komi of half points.
    pub const fn from_half_points(half_points: i32) -> Komi {
        Komi(half_points)
    }

    /// The half points.
    pub const fn half_points(self) -> i32 {
        self.0
    }

    /// The points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

impl Add for Komi {
    type Output = Komi;

    fn add(self, other: Komi) -> Komi {
        Komi(self.0 + other.0)
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Halves(self.0).fmt(f)
    }
}

impl FromStr for Komi {
    type Err = KomiError;

    fn from_str(text: &str) -> Result<Komi, KomiError> {
        let error = || KomiError(text.chars().take(20).collect());
        let number = text.trim();
        // Only digits, a sign and a point: `inf`, `nan` and `1e2` are no komi.
        if !number.bytes().all(|b| b.is_ascii_digit() || b"+-.".contains(&b)) {
            return Err(error());
        }
        let points: f64 = number.parse().map_err(|_| error())?;
        let half_points = points * 2.0;
        if half_points.fract() != 0.0 || points.abs() > 999.0 {
            return Err(error());
        }
        Ok(Komi(half_points as i32))
    }
}

/// Half points as people write them: `6.5`, `7`, `-0.5`.
struct Halves(i32);

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.abs() / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_prints() {
        for text in ["6.5", "0", "-0.5", "-7", "3.5", "999"] {
            assert_eq!(text.parse::<Komi>().unwrap().to_string(), text);
        }
        assert_eq!("5.50".parse::<Komi>(), Ok(Komi(11)));
        assert_eq!("+5".parse::<Komi>(), Ok(Komi(10)));
        for text in ["", "6.25", "six", "1e2", "nan", "inf", "1000", "--1", "6,5"] {
            assert_eq!(text.parse::<Komi>(), Err(KomiError(text.into())));
        }
        assert_eq!((Score::from_points(3) - Komi(13)).to_string(), "W+3.5");
        assert_eq!(Score::from_half_points(1).to_string(), "B+0.5");
        assert_eq!(Score::default().to_string(), "0");
        assert_eq!(Score::default().winner(), None);
    }

    #[test]
    fn results_as_records_have_them() {
        for (text, score) in
            [("B+3.5", 7), ("W+12", -24), (" w+0.5 ", -1), ("0", 0), ("Jigo", 0), ("draw", 0), ("B+0", 0)]
        {
            assert_eq!(Score::from_result(text), Some(Score(score)), "{text}");
        }
        for text in ["", "B+R", "W+T", "B+", "Void", "?", "B+-3", "B+3.25", "X+3", "3.5"] {
            assert_eq!(Score::from_result(text), None, "{text}");
        }
    }
}

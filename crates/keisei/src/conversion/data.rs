//! The fitted numbers as text: see [`crate::weights`].

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::{Fitted, STAGES, Spread};
use crate::weights::{WeightsError, exactly, read, write};

/// What was fitted for each of [`Fitted::INFLUENCES`]; the files are named after basis and
/// influence.
type List = LazyLock<[Fitted; Fitted::INFLUENCES.len()]>;

pub(super) static POTENTIAL: List = LazyLock::new(|| {
    [
        include_str!("potential-tables.weights"),
        include_str!("potential-inverse-manhattan.weights"),
        include_str!("potential-inverse-euclidean.weights"),
        include_str!("potential-halving-manhattan.weights"),
        include_str!("potential-halving-euclidean.weights"),
    ]
    .map(ours)
});

pub(super) static MOYO: List = LazyLock::new(|| {
    [
        include_str!("moyo-tables.weights"),
        include_str!("moyo-inverse-manhattan.weights"),
        include_str!("moyo-inverse-euclidean.weights"),
        include_str!("moyo-halving-manhattan.weights"),
        include_str!("moyo-halving-euclidean.weights"),
    ]
    .map(ours)
});

fn ours(text: &str) -> Fitted {
    text.parse().expect("our own weights can be read")
}

impl FromStr for Fitted {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Fitted, WeightsError> {
        let [weights, stdev, slope] = read(text, ["weights", "stdev", "slope"])?;
        Ok(Fitted { weights: exactly("weights", &weights)?, spread: Spread::read(&stdev, &slope)? })
    }
}

impl fmt::Display for Fitted {
    /// Numbers are rounded to five digits: what is written is what is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, "weights", 5, self.weights)?;
        self.spread.fmt(f)
    }
}

impl Spread {
    /// Of the numbers under `stdev` and `slope`.
    pub(crate) fn read(stdev: &[f64], slope: &[f64]) -> Result<Spread, WeightsError> {
        let [slope] = exactly("slope", slope)?;
        Ok(Spread { stdev: exactly::<STAGES>("stdev", stdev)?, slope })
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, "stdev", 5, self.stdev)?;
        write(f, "slope", 5, [self.slope])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversion::Basis;

    #[test]
    fn what_is_written_is_read() {
        for basis in [Basis::Potential, Basis::Moyo] {
            let mut seen: Vec<&Fitted> = Vec::new();
            for influence in Fitted::INFLUENCES {
                let fitted = Fitted::new(basis, influence);
                assert_eq!(fitted.to_string().parse(), Ok(fitted.clone()));
                assert!(!seen.contains(&fitted), "{influence}: the numbers of another field");
                seen.push(fitted);
            }
        }
        let error = "weights 1 2\nstdev 1".parse::<Fitted>().unwrap_err();
        assert_eq!(error.to_string(), "2 numbers for `weights`, expected 39");
    }
}

//! Weights as text: fitted numbers are data, and are read and written here alone.
//!
//! ```text
//! # anything: where the numbers come from
//! slope 0.2979              one number
//! stdev 1.4343 5.5839 …     several
//! weights 0.5014 -0.2118 …  as many lines as it takes, each beginning with its name
//! ```

use std::fmt;

/// Weights that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// A line that begins with no known name.
    #[error("line {line}: `{name}` is not known: expected {expected}")]
    Name {
        /// The line, from 1.
        line: usize,
        /// How it begins, cut short if it is long.
        name: String,
        /// The names there are.
        expected: String,
    },
    /// A word that is no number.
    #[error("line {line}: `{word}` is not a finite number")]
    Number {
        /// The line, from 1.
        line: usize,
        /// The word, cut short if it is long.
        word: String,
    },
    /// Too many or too few numbers.
    #[error("{found} numbers for `{name}`, expected {expected}")]
    Count {
        /// What they are for.
        name: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
}

/// The numbers under each of these names.
pub(crate) fn read<const N: usize>(text: &str, names: [&str; N]) -> Result<[Vec<f64>; N], WeightsError> {
    let mut numbers = [const { Vec::new() }; N];
    for (line, words) in (1..).zip(text.lines()) {
        let mut words = words.split_whitespace();
        let Some(name) = words.next().filter(|name| !name.starts_with('#')) else { continue };
        let shown = |word: &str| word.chars().take(20).collect();
        let Some(place) = names.iter().position(|known| *known == name) else {
            return Err(WeightsError::Name { line, name: shown(name), expected: names.join(", ") });
        };
        for word in words {
            let number = word.parse().ok().filter(|number: &f64| number.is_finite());
            numbers[place].push(number.ok_or_else(|| WeightsError::Number { line, word: shown(word) })?);
        }
    }
    Ok(numbers)
}

/// As many numbers as there must be.
pub(crate) fn exactly<const N: usize>(name: &'static str, numbers: &[f64]) -> Result<[f64; N], WeightsError> {
    numbers.try_into().map_err(|_| WeightsError::Count { name, found: numbers.len(), expected: N })
}

/// Writes numbers under a name with so many digits behind the point, sixteen a line.
pub(crate) fn write(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    digits: usize,
    numbers: impl IntoIterator<Item = f64>,
) -> fmt::Result {
    for (i, number) in numbers.into_iter().enumerate() {
        if i % 16 == 0 {
            write!(f, "{}{name}", if i > 0 { "\n" } else { "" })?;
        }
        write!(f, " {number:.digits$}")?;
    }
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| read(text, ["slope", "stdev"]).unwrap_err().to_string();
        assert_eq!(error("# a remark\nx 1"), "line 2: `x` is not known: expected slope, stdev");
        assert_eq!(error("slope 1\nstdev one"), "line 2: `one` is not a finite number");
        assert_eq!(error("slope nan"), "line 1: `nan` is not a finite number");
        let [slope, stdev] = read("slope 1\n\nstdev 2 3\nstdev 4\n", ["slope", "stdev"]).unwrap();
        assert_eq!((exactly("slope", &slope), exactly("stdev", &stdev)), (Ok([1.0]), Ok([2.0, 3.0, 4.0])));
        let error = exactly::<8>("stdev", &stdev).unwrap_err();
        assert_eq!(error.to_string(), "3 numbers for `stdev`, expected 8");
    }
}

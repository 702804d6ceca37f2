//! Models as text: weights are data, and are read and written here alone.
//!
//! ```text
//! # anything: where the numbers come from
//! half_move 6.4871          one number
//! belief 1.0000 0.9871 …    as many as the outlook has knots
//! empty 0.019 0.384 …       as many lines as it takes, each beginning with its name
//! ```

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use keisei_goban::{Board, Move, Point, PointMap, Position, Size};

use super::Effort;
use super::model::{DOUBTS, Model, Outlook, STAGES};
use super::parts::{self, Part, Sink};
use super::views::Methods;
use crate::safety::Safety;

/// A model that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A line that begins with no known name.
    #[error(
        "line {line}: `{name}` is not known: expected half_move, tail, belief, stdev, slope, empty or stone"
    )]
    Name {
        /// The line, from 1.
        line: usize,
        /// How it begins.
        name: String,
    },
    /// A word that is no number.
    #[error("line {line}: `{word}` is not a finite number")]
    Number {
        /// The line, from 1.
        line: usize,
        /// The word.
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

impl Model {
    /// What was fitted for an effort.
    pub fn fitted(effort: Effort) -> &'static Model {
        static STATIC: LazyLock<Model> = LazyLock::new(|| ours(include_str!("static.model")));
        static DEEP: LazyLock<Model> = LazyLock::new(|| ours(include_str!("deep.model")));
        match effort {
            Effort::Static | Effort::Normal => &STATIC,
            Effort::Deep => &DEEP,
        }
    }
}

fn ours(text: &str) -> Model {
    text.parse().expect("our own models can be read")
}

impl FromStr for Model {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Model, ModelError> {
        const NAMES: [&str; 7] = ["half_move", "tail", "belief", "stdev", "slope", "empty", "stone"];
        let mut numbers: [Vec<f64>; NAMES.len()] = Default::default();
        for (line, words) in (1..).zip(text.lines()) {
            let mut words = words.split_whitespace();
            let Some(name) = words.next().filter(|name| !name.starts_with('#')) else { continue };
            let shown = |word: &str| word.chars().take(20).collect();
            let place = NAMES.iter().position(|known| *known == name);
            let place = place.ok_or_else(|| ModelError::Name { line, name: shown(name) })?;
            for word in words {
                let number = word.parse().ok().filter(|number: &f64| number.is_finite());
                numbers[place].push(number.ok_or_else(|| ModelError::Number { line, word: shown(word) })?);
            }
        }
        let [half_move, tail, belief, stdev, slope, empty, stone] = numbers;
        let [half_move] = exactly("half_move", &half_move)?;
        let [tail] = exactly("tail", &tail)?;
        let outlook = Outlook {
            half_move,
            tail,
            belief: exactly("belief", &belief)?,
            stdev: exactly("stdev", &stdev)?,
            slope: exactly("slope", &slope)?,
        };
        let weights = |numbers: Vec<f64>| numbers.into_iter().map(|x| x as f32).collect();
        Ok(Model { empty: weights(empty), stone: weights(stone), outlook })
    }
}

impl Model {
    /// Whether it has as many weights as the judge of this effort looks at features.
    pub(super) fn check(&self, effort: Effort) -> Result<(), ModelError> {
        let mut position = Position::new(Board::new(Size::square(3).expect("a size that there is")));
        let middle = Point::at(1, 1);
        position.play(Move::Play(middle)).expect("an empty board");
        let safety = Safety::nothing(position.board().size());
        let games = (effort == Effort::Deep).then(|| Box::new(PointMap::filled(0.0)));
        let mut methods = Methods::default();
        let views = methods.ask(&position, &safety, games);
        for (name, weights, point) in
            [("empty", &self.empty, Point::at(0, 0)), ("stone", &self.stone, middle)]
        {
            let expected = parts::write(views, point, &mut Nowhere) * STAGES.len();
            if weights.len() != expected {
                return Err(ModelError::Count { name, found: weights.len(), expected });
            }
        }
        Ok(())
    }
}

struct Nowhere;

impl Sink for Nowhere {
    fn add(&mut self, _: Part, _: usize, _: f32) {}
}

fn exactly<const N: usize>(name: &'static str, numbers: &[f64]) -> Result<[f64; N], ModelError> {
    numbers.try_into().map_err(|_| ModelError::Count { name, found: numbers.len(), expected: N })
}

impl fmt::Display for Model {
    /// Weights are rounded to thousandths: what is written is what is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outlook { half_move, belief, stdev, slope, tail } = &self.outlook;
        writeln!(f, "half_move {half_move:.4}\ntail {tail:.1}")?;
        for (name, knots) in [("belief", belief), ("stdev", stdev), ("slope", slope)] {
            f.write_str(name)?;
            knots.iter().try_for_each(|x| write!(f, " {x:.4}"))?;
            writeln!(f)?;
        }
        for (name, weights) in [("empty", &self.empty), ("stone", &self.stone)] {
            for chunk in weights.chunks(16) {
                f.write_str(name)?;
                chunk.iter().try_for_each(|x| write!(f, " {x:.3}"))?;
                writeln!(f)?;
            }
        }
        const { assert!(DOUBTS.len() == 8, "files with other knots have to be fitted anew") };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Judge;

    #[test]
    fn what_is_written_is_read() {
        for effort in [Effort::Static, Effort::Deep] {
            let model = Model::fitted(effort);
            assert_eq!(model.to_string().parse(), Ok(model.clone()));
            assert_eq!(model.check(effort), Ok(()));
        }
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| text.parse::<Model>().unwrap_err().to_string();
        assert!(error("# a remark\nweights 1").starts_with("line 2: `weights` is not known"));
        assert_eq!(error("half_move 1\ntail one"), "line 2: `one` is not a finite number");
        assert_eq!(error("half_move nan"), "line 1: `nan` is not a finite number");
        assert_eq!(error("half_move 1\ntail 1\nbelief 1 2"), "2 numbers for `belief`, expected 8");
        assert_eq!(error(""), "0 numbers for `half_move`, expected 1");
    }

    /// A model without random games has too few weights for a judge with them.
    #[test]
    fn a_model_has_to_fit_the_effort() {
        let model = Model::fitted(Effort::Static).clone();
        let error = Judge::new(Effort::Deep).with_model(model.clone()).unwrap_err();
        assert!(matches!(error, ModelError::Count { name: "empty", .. }), "{error}");
        assert!(Judge::new(Effort::Normal).with_model(model).is_ok());
    }
}

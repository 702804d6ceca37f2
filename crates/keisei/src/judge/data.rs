//! Models as text: see [`crate::weights`].

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use keisei_goban::{Board, Move, Point, PointMap, Position, Size};

use super::Effort;
use super::model::{Chance, Model, Outlook, STAGES};
use super::parts::{self, Part, Sink};
use super::views::Methods;
use crate::safety::Safety;
use crate::weights::{WeightsError, exactly, read, write};

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
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Model, WeightsError> {
        const NAMES: [&str; 7] = ["half_move", "belief", "turn", "stdev", "chance", "empty", "stone"];
        let [half_move, belief, turn, stdev, chance, empty, stone] = read(text, NAMES)?;
        let [half_move] = exactly("half_move", &half_move)?;
        let [steep, misjudged, width] = exactly("chance", &chance)?;
        let outlook = Outlook {
            half_move,
            belief: exactly("belief", &belief)?,
            turn: exactly("turn", &turn)?,
            stdev: exactly("stdev", &stdev)?,
            chance: Chance { steep, misjudged, width },
        };
        let weights = |numbers: Vec<f64>| numbers.into_iter().map(|x| x as f32).collect();
        Ok(Model { empty: weights(empty), stone: weights(stone), outlook })
    }
}

impl Model {
    /// Whether it has as many weights as the judge of this effort looks at features.
    pub(super) fn check(&self, effort: Effort) -> Result<(), WeightsError> {
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
            let expected = parts::write(views, point, &mut Nowhere) * STAGES;
            if weights.len() != expected {
                return Err(WeightsError::Count { name, found: weights.len(), expected });
            }
        }
        Ok(())
    }
}

struct Nowhere;

impl Sink for Nowhere {
    fn add(&mut self, _: Part, _: usize, _: f32) {}
}

impl fmt::Display for Model {
    /// Weights are rounded to thousandths: what is written is what is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outlook { half_move, belief, turn, stdev, chance: Chance { steep, misjudged, width } } =
            &self.outlook;
        write(f, "half_move", 4, [*half_move])?;
        write(f, "belief", 4, *belief)?;
        write(f, "turn", 4, *turn)?;
        write(f, "stdev", 4, *stdev)?;
        write(f, "chance", 2, [*steep, *misjudged, *width])?;
        for (name, weights) in [("empty", &self.empty), ("stone", &self.stone)] {
            write(f, name, 3, weights.iter().map(|&x| f64::from(x)))?;
        }
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
        assert_eq!(error("half_move 1\nchance 1 0 9\nbelief 1 2"), "2 numbers for `belief`, expected 8");
        assert_eq!(error(""), "0 numbers for `half_move`, expected 1");
    }

    /// A model without random games has too few weights for a judge with them.
    #[test]
    fn a_model_has_to_fit_the_effort() {
        let model = Model::fitted(Effort::Static).clone();
        let error = Judge::new(Effort::Deep).with_model(model.clone()).unwrap_err();
        assert!(matches!(error, WeightsError::Count { name: "empty", .. }), "{error}");
        assert!(Judge::new(Effort::Normal).with_model(model).is_ok());
    }
}

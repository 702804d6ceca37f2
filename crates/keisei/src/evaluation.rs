//! What an evaluator says about a position.
//!
//! The vocabulary of all methods. What a method has no opinion on it leaves out (`None`, or an
//! empty list): a made-up number is worse than none. Black is positive everywhere.

use std::f64::consts::PI;

use keisei_goban::{Color, Point, PointMap, PointSet, Position, Score, Size};

/// How much a point belongs to one side: −1 certainly White's … +1 certainly Black's, the mean over
/// how it may end.
#[derive(Clone, PartialEq, Debug)]
pub struct Ownership {
    size: Size,
    values: PointMap<f32>,
}

impl Ownership {
    /// Nobody owns anything.
    pub fn even(size: Size) -> Ownership {
        Ownership { size, values: PointMap::default() }
    }

    /// Points that belong wholly to one side, or to nobody.
    pub fn settled(size: Size, owner: impl Fn(Point) -> Option<Color>) -> Ownership {
        let mut ownership = Ownership::even(size);
        for p in size.points() {
            ownership.set(p, owner(p).map_or(0.0, |color| color.sign() as f32));
        }
        ownership
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How much a point is Black's.
    pub fn get(&self, point: Point) -> f32 {
        self.values[point]
    }

    /// Says how much a point is Black's.
    ///
    /// # Panics
    /// If the value is not from −1 to 1: an evaluator that says so is broken.
    pub fn set(&mut self, point: Point, value: f32) {
        assert!((-1.0..=1.0).contains(&value), "ownership of {point} cannot be {value}");
        self.values[point] = value;
    }

    /// The values, row by row from the top left.
    pub fn row_major(&self) -> impl Iterator<Item = f32> {
        self.values.row_major(self.size)
    }

    /// The sum over the board: Black's expected lead by area.
    pub fn total(&self) -> f64 {
        self.row_major().map(f64::from).sum()
    }
}

/// How something was proved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proof {
    /// Unconditional life, even if the opponent alone moves \[Benson1976\].
    Benson,
    /// Rules for alternating play, without search \[Müller1997\].
    Static,
    /// Local search.
    Search,
}

impl Proof {
    /// Its name in JSON and in pictures.
    pub fn name(self) -> &'static str {
        match self {
            Proof::Benson => "benson",
            Proof::Static => "static",
            Proof::Search => "search",
        }
    }
}

/// Why a point is said to belong to somebody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evidence {
    /// It cannot be otherwise.
    Proved(Proof),
    /// It was read out locally, with stones around it taken to be firm.
    Searched,
    /// A method thinks so.
    Estimated,
    /// It came out so in playouts.
    Sampled,
}

impl Evidence {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Evidence::Proved(_) => "proved",
            Evidence::Searched => "searched",
            Evidence::Estimated => "estimated",
            Evidence::Sampled => "sampled",
        }
    }
}

/// What becomes of a block. "Not known" is `Option::<Status>::None`, never "dead".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It stays.
    Alive,
    /// It will be taken.
    Dead,
    /// It stays without two eyes, and so does what stands against it.
    Seki,
    /// It depends on who moves first.
    Unsettled,
}

impl Status {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Seki => "seki",
            Status::Unsettled => "unsettled",
        }
    }
}

/// What a method says about a block.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockOpinion {
    /// Its colour.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// What becomes of it, if the method says.
    pub status: Option<Status>,
    /// Why, if the method says what becomes of it.
    pub evidence: Option<Evidence>,
    /// The probability that it stays, if the method gives one.
    pub strength: Option<f32>,
}

/// Black's lead, and how sure that is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreEstimate {
    /// Black's lead on the board in points, without komi and handicap bonus.
    pub lead: f64,
    /// The standard deviation of that lead, if the method knows how far it may be off.
    pub stdev: Option<f64>,
    /// The probability that Black wins with komi, if the method gives one.
    pub black_wins: Option<f64>,
}

impl ScoreEstimate {
    /// The result that the lead comes to with the position's komi and bonus, to the half point.
    pub fn result(&self, position: &Position) -> Score {
        let half_points = (self.lead * 2.0).round() as i32;
        Score::from_half_points(half_points) - position.compensation()
    }

    /// The same if the lead were larger by so many points. The chance to win moves along the logistic
    /// curve that has the same standard deviation; where nothing is in doubt it stays.
    #[must_use]
    pub fn moved_by(&self, points: f64) -> ScoreEstimate {
        let black_wins = self.black_wins.map(|chance| match self.stdev {
            Some(stdev) if stdev > 0.0 && points != 0.0 => {
                let odds = libm::log(chance / (1.0 - chance)) + points / stdev * PI / 3f64.sqrt();
                // A method that was certain stays so.
                if odds.is_finite() { 1.0 / (1.0 + libm::exp(-odds)) } else { chance }
            }
            _ => chance,
        });
        ScoreEstimate { lead: self.lead + points, black_wins, ..*self }
    }
}

/// A named part of the score.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// What it counts.
    pub name: &'static str,
    /// Its points, Black positive.
    pub points: f64,
}

/// The maps there are. Each method says with its evaluator which it makes and what the values mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum LayerName {
    /// What all stones together radiate to a point.
    Potential,
    /// Whose inner area a point belongs to: 1 Black's, −1 White's.
    Inner,
    /// The number of the basin a point drains to.
    Basin,
    /// Where frameworks are weakest.
    WeakPoints,
    /// How likely a point is Black's by the fixed point.
    Black,
    /// How many iterations a point needed.
    Iterations,
    /// How fast influence changes along the columns.
    GradientColumns,
    /// How fast influence changes along the rows.
    GradientRows,
    /// How much a point is a pass between hills of influence.
    Saddle,
    /// Whose proved points are: 1 Black's, −1 White's.
    Safe,
    /// By which rule a point is proved.
    Proof,
    /// What a point is to Black: from threatened to a stone.
    ClassBlack,
    /// What a point is to White.
    ClassWhite,
    /// How far a point is from Black's stones.
    DistanceBlack,
    /// How far a point is from White's stones.
    DistanceWhite,
    /// To whom a stone on a point can be expected to connect.
    Connectible,
    /// Near whom a point outside territory is.
    Outside,
    /// How many random games ended with the point somebody's.
    Visits,
    /// The standard error of the ownership by random games.
    Error,
    /// How much the methods disagree about a point.
    Instability,
}

impl LayerName {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            LayerName::Potential => "potential",
            LayerName::Inner => "inner",
            LayerName::Basin => "basin",
            LayerName::WeakPoints => "weak_points",
            LayerName::Black => "black",
            LayerName::Iterations => "iterations",
            LayerName::GradientColumns => "gradient_columns",
            LayerName::GradientRows => "gradient_rows",
            LayerName::Saddle => "saddle",
            LayerName::Safe => "safe",
            LayerName::Proof => "proof",
            LayerName::ClassBlack => "class_black",
            LayerName::ClassWhite => "class_white",
            LayerName::DistanceBlack => "distance_black",
            LayerName::DistanceWhite => "distance_white",
            LayerName::Connectible => "connectible",
            LayerName::Outside => "outside",
            LayerName::Visits => "visits",
            LayerName::Error => "error",
            LayerName::Instability => "instability",
        }
    }
}

/// A map that a method made on its way, to be looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// What it shows.
    pub name: LayerName,
    /// Its values.
    pub values: LayerValues,
}

/// The values of a [`Layer`].
#[derive(Clone, PartialEq, Debug)]
pub enum LayerValues {
    /// Whole numbers: labels, classes, counts.
    Integers(Box<PointMap<i32>>),
    /// Measures.
    Reals(Box<PointMap<f32>>),
    /// Weak places, the weakest first.
    WeakPoints(Vec<WeakPoints>),
    /// By which rule points are proved.
    Proofs(Box<PointMap<Option<Proof>>>),
}

/// Where a side's framework is weakest.
#[derive(Clone, PartialEq, Debug)]
pub struct WeakPoints {
    /// Whose framework.
    pub color: Color,
    /// The points.
    pub points: PointSet,
    /// How strong it is there, by the method's measure.
    pub strength: f64,
}

/// What an evaluator says about a position.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Evaluation {
    /// Black's lead.
    pub score: ScoreEstimate,
    /// Who owns what.
    pub ownership: Ownership,
    /// Why, point by point.
    pub evidence: PointMap<Evidence>,
    /// The parts of the lead: they add up to it.
    pub terms: Vec<Term>,
    /// What becomes of the blocks, as far as the method says.
    pub blocks: Vec<BlockOpinion>,
    /// Maps made on the way.
    pub layers: Vec<Layer>,
}

impl Evaluation {
    /// A map, if the method made it.
    pub fn layer(&self, name: LayerName) -> Option<&LayerValues> {
        self.layers.iter().find(|layer| layer.name == name).map(|layer| &layer.values)
    }

    /// Whether the terms add up to the lead, as they must.
    pub fn adds_up(&self) -> bool {
        let sum: f64 = self.terms.iter().map(|term| term.points).sum();
        (sum - self.score.lead).abs() < 1e-6
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keisei_goban::{Board, Rules};

    #[test]
    fn a_lead_becomes_a_result() {
        let mut position = Position::new(Board::new(Size::default()));
        position.set_komi("6.5".parse().unwrap());
        position.set_rules(Rules::CHINESE);
        let estimate = |lead| ScoreEstimate { lead, stdev: None, black_wins: None };
        assert_eq!(estimate(7.3).result(&position).to_string(), "B+1");
        assert_eq!(estimate(-0.1).result(&position).to_string(), "W+6.5");
        position.set_handicap(2);
        assert_eq!(estimate(8.5).result(&position).to_string(), "0");
    }

    #[test]
    #[should_panic(expected = "cannot be 1.5")]
    fn nobody_owns_more_than_a_point() {
        Ownership::even(Size::default()).set("A1".parse().unwrap(), 1.5);
    }
}

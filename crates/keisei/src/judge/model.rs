//! The model: weights for the features, and what the sum of the ownership means for lead, spread
//! and winner.

use keisei_goban::{Color, Point, Position};

use super::parts::{self, Part, Sink};
use super::views::Views;
use crate::conversion::size_factor;
use crate::knots::Knots;

/// How full the board is at the knots between which weights are interpolated.
pub const BY_STAGE: Knots<f32, STAGES> = Knots::<f32, _>::new([0.05, 0.2, 0.35, 0.55]);

/// How many knots [`BY_STAGE`] has.
pub const STAGES: usize = 4;

/// How unsettled a board is (see [`unsettled`]) at the knots between which the outlook is
/// interpolated. The first is 0: there nothing is in doubt.
pub const BY_DOUBT: Knots<f64, DOUBTS> =
    Knots::<f64, _>::new([0.0, SOME_DOUBT, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8]);

/// How many knots [`BY_DOUBT`] has.
pub const DOUBTS: usize = 8;

/// The first knot at which something is in doubt.
const SOME_DOUBT: f64 = 0.05;

/// What `keisei study fit --basis judge` finds: as text in `static.model` and `deep.model`.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// For empty points: each feature's weights at [`BY_STAGE`], one after the other.
    pub empty: Vec<f32>,
    /// The same for stones.
    pub stone: Vec<f32>,
    /// What becomes of the sum.
    pub outlook: Outlook,
}

/// From the sum of the ownership to the lead and its chances.
///
/// A sum over many doubtful points is mostly wrong in the direction it points to: of two players
/// who play alike, the one who seems far ahead early rarely is by so much. So the lead is taken
/// from the sum and from what the moves made are worth by themselves, in a proportion that depends
/// on how unsettled the board is; where nothing is in doubt the sum alone counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// What half a move is worth: the lead of the side to play on an empty board.
    pub half_move: f64,
    /// How much of the sum's distance from that is believed, at [`BY_DOUBT`].
    pub belief: [f64; DOUBTS],
    /// What the move is worth to the side to play beyond what the sum says, at [`BY_STAGE`]: so much
    /// that the lead stays where it is, in the mean, when professionals make a move. It is believed
    /// as much as the sum is.
    pub turn: [f64; STAGES],
    /// How far the lead is off on 19×19, at [`BY_DOUBT`]: two in three games of professionals that
    /// were counted end within it.
    pub stdev: [f64; DOUBTS],
    /// What chance to win follows from a lead and how far it is off.
    pub chance: Chance,
}

/// From a lead and how far it is off to the chance to win.
///
/// Most leads are off by as much as said, in the manner of the normal distribution. In a few
/// positions a large group is misjudged, and then the lead is off by the size of groups. Both kinds
/// of errors have an end, so that a lead beyond all doubt is a win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// How much less than said most leads are off.
    pub steep: f64,
    /// In which share of positions a large group is misjudged, where anything is in doubt.
    pub misjudged: f64,
    /// How far the lead is off then, on 19×19.
    pub width: f64,
}

impl Chance {
    /// The probability of winning if one is this far ahead, give or take so much, on a board of this
    /// area that is so unsettled.
    pub fn of(&self, ahead: f64, stdev: f64, doubt: f64, area: f64) -> f64 {
        if stdev == 0.0 && ahead != 0.0 {
            return if ahead > 0.0 { 1.0 } else { 0.0 };
        }
        let normal = |deviations: f64| libm::erfc(-deviations * std::f64::consts::FRAC_1_SQRT_2) / 2.0;
        let misjudged = self.misjudged * some_doubt(doubt);
        let usual = normal(self.steep * ahead / stdev.max(Outlook::LEAST));
        (1.0 - misjudged) * usual + misjudged * normal(ahead / (self.width * size_factor(area)))
    }
}

/// Whether anything is in doubt: from 0 to 1.
pub fn some_doubt(doubt: f64) -> f64 {
    (doubt / SOME_DOUBT).min(1.0)
}

impl Outlook {
    /// The most by which doubt moves the lead, in deviations: a rout stays a rout.
    pub const MOST: f64 = 3.0;

    /// No lead is known more exactly, unless nothing is in doubt.
    pub const LEAST: f64 = 0.5;

    /// How far a lead is off on a board as unsettled as this.
    pub fn stdev(&self, doubt: f64, area: f64) -> f64 {
        BY_DOUBT.interpolate(&self.stdev, doubt) * size_factor(area)
    }

    /// What doubt adds to the sum of the ownership, and the turn.
    pub fn correction(&self, position: &Position, sum: f64, doubt: f64) -> f64 {
        let area = f64::from(position.board().size().area());
        let expected = (self.half_move * tempo(position)).clamp(-area, area);
        let most = Outlook::MOST * self.stdev(doubt, area);
        let shares = self.shares_of_turn(position, doubt);
        let turn: f64 = shares.iter().map(|&(k, share)| self.turn[k] * share).sum();
        (self.doubted(doubt, area) * (expected - sum)).clamp(-most, most)
            + f64::from(position.to_play().sign()) * turn
    }

    /// How much of the sum is not believed on a board of this area.
    fn doubted(&self, doubt: f64, area: f64) -> f64 {
        (1.0 - BY_DOUBT.interpolate(&self.belief, doubt)) * experience(area)
    }

    /// How much of [`Outlook::turn`] at each knot counts in a position: as much as there is doubt, and
    /// as the sum is believed.
    pub fn shares_of_turn(&self, position: &Position, doubt: f64) -> [(usize, f64); 2] {
        let board = position.board();
        let area = f64::from(board.size().area());
        let stage = 1.0 - board.empty().len() as f64 / area;
        let much = some_doubt(doubt) * size_factor(area) * (1.0 - self.doubted(doubt, area));
        BY_STAGE.shares(stage as f32).map(|(knot, share)| (knot, f64::from(share) * much))
    }

    /// The probability that Black wins with this lead, komi not yet counted.
    pub fn black_wins(&self, position: &Position, lead: f64, doubt: f64) -> f64 {
        let area = f64::from(position.board().size().area());
        let ahead = lead - position.compensation().points();
        self.chance.of(ahead, self.stdev(doubt, area), doubt, area)
    }
}

/// How far experience with professional games applies to a board: wholly on 19×19, not at all up to
/// 13×13.
fn experience(area: f64) -> f64 {
    ((area - 169.0) / (361.0 - 169.0)).clamp(0.0, 1.0)
}

/// How many half moves Black is ahead of White: two for each stone more that was played, and one
/// for having the move.
pub fn tempo(position: &Position) -> f64 {
    let prisoners = position.prisoners();
    let played = |color: Color, lost: u32| position.board().stones(color).len() as f64 + f64::from(lost);
    let more = played(Color::Black, prisoners.white) - played(Color::White, prisoners.black);
    2.0 * more + f64::from(position.to_play().sign())
}

/// How unsettled a board is: from 0 (every point is somebody's) to 1 (nobody's).
pub fn unsettled(ownership: impl Iterator<Item = f32>, area: f64) -> f64 {
    ownership.map(|own| 1.0 - f64::from(own.abs())).sum::<f64>() / area
}

/// A model at a stage of the game: one weight for each feature.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    empty: Vec<f32>,
    stone: Vec<f32>,
}

impl Weights {
    /// The weights of a model at a stage.
    pub fn of(model: &Model, stage: f32) -> Weights {
        let [(low, a), (high, b)] = BY_STAGE.shares(stage);
        let at = |weights: &[f32]| {
            weights.chunks_exact(STAGES).map(|knots| knots[low] * a + knots[high] * b).collect()
        };
        Weights { empty: at(&model.empty), stone: at(&model.stone) }
    }

    /// The log odds that a point is Black's.
    pub fn odds(&self, views: &Views, point: Point) -> f32 {
        let mut sum = Sum { weights: self.list(views, point), odds: 0.0 };
        parts::write(views, point, &mut sum);
        sum.odds
    }

    /// The same, part by part.
    pub fn odds_by_part(&self, views: &Views, point: Point) -> Vec<(Part, f32)> {
        let mut shares =
            Shares { weights: self.list(views, point), odds: Part::ALL.map(|part| (part, 0.0)).to_vec() };
        parts::write(views, point, &mut shares);
        shares.odds
    }

    fn list(&self, views: &Views, point: Point) -> &[f32] {
        if views.block(point).is_some() { &self.stone } else { &self.empty }
    }
}

struct Sum<'w> {
    weights: &'w [f32],
    odds: f32,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, _: Part, feature: usize, value: f32) {
        self.odds += self.weights[feature] * value;
    }
}

struct Shares<'w> {
    weights: &'w [f32],
    odds: Vec<(Part, f32)>,
}

impl Sink for Shares<'_> {
    fn add(&mut self, part: Part, feature: usize, value: f32) {
        if let Some((_, odds)) = self.odds.iter_mut().find(|(p, _)| *p == part) {
            *odds += self.weights[feature] * value;
        }
    }
}

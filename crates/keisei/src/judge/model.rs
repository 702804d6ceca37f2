//! The model: weights for the features, and what the sum of the ownership means for lead, spread
//! and winner.

use std::cmp::Ordering;

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
    /// The standard deviation of the lead on 19×19, at [`BY_DOUBT`].
    pub stdev: [f64; DOUBTS],
    /// How steeply the chance to win follows from the lead in standard deviations
    /// ([`Outlook::odds`]), at [`BY_DOUBT`].
    pub slope: [f64; DOUBTS],
    /// How long the tails of the errors are: a large lead is often one group that is misjudged, a
    /// small one is mostly right.
    pub tail: f64,
}

impl Outlook {
    /// The most by which doubt moves the lead, in standard deviations: a rout stays a rout.
    pub const MOST: f64 = 1.5;

    /// No lead is known more exactly, unless nothing is in doubt.
    pub const LEAST: f64 = 0.5;

    /// The log odds of winning if one is this far ahead, in standard deviations times the slope:
    /// nearly as much where that is little, and rising like a logarithm where it is much, the
    /// sooner the longer the tail. If the tail is 0 they are the same.
    pub fn odds(steep: f64, tail: f64) -> f64 {
        if tail == 0.0 { steep } else { libm::asinh(tail * steep) / tail }
    }

    /// How much of the tail there is: none where nothing is in doubt.
    pub fn tailed(doubt: f64) -> f64 {
        (doubt / SOME_DOUBT).min(1.0)
    }

    /// How far a lead is off on a board as unsettled as this.
    pub fn stdev(&self, doubt: f64, area: f64) -> f64 {
        BY_DOUBT.interpolate(&self.stdev, doubt) * size_factor(area)
    }

    /// What doubt adds to the sum of the ownership.
    pub fn correction(&self, position: &Position, sum: f64, doubt: f64) -> f64 {
        let area = f64::from(position.board().size().area());
        let expected = (self.half_move * tempo(position)).clamp(-area, area);
        let most = Outlook::MOST * self.stdev(doubt, area);
        let doubted = (1.0 - BY_DOUBT.interpolate(&self.belief, doubt)) * experience(area);
        (doubted * (expected - sum)).clamp(-most, most)
    }

    /// The probability that Black wins with this lead, komi not yet counted.
    pub fn black_wins(&self, position: &Position, lead: f64, doubt: f64) -> f64 {
        let area = f64::from(position.board().size().area());
        let stdev = self.stdev(doubt, area);
        let ahead = lead - position.compensation().points();
        match ahead.partial_cmp(&0.0) {
            Some(Ordering::Greater) if stdev == 0.0 => 1.0,
            Some(Ordering::Less) if stdev == 0.0 => 0.0,
            _ => {
                let steep = BY_DOUBT.interpolate(&self.slope, doubt) * ahead / stdev.max(Outlook::LEAST);
                1.0 / (1.0 + libm::exp(-Outlook::odds(steep, self.tail * Outlook::tailed(doubt))))
            }
        }
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

//! Fitting the judge: weights of an additive model by Newton's method, and what its sums mean for
//! lead and winner.

use keisei::conversion::size_factor;
use keisei::judge::Model;
use keisei::judge::model::{self, BY_DOUBT, BY_STAGE, DOUBTS, Outlook, STAGES};
use keisei::judge::parts::{self, Part, Sink};
use keisei::judge::views::Views;
use keisei::safety::Safety;
use keisei::{Evaluation, Ownership};
use keisei_goban::{Point, Position};
use rayon::prelude::*;

use super::normal::Normal;

/// A position as the fit needs it.
pub(super) struct Sample<'a> {
    pub(super) position: &'a Position,
    pub(super) safety: &'a Safety,
    pub(super) views: &'a Views,
    /// The labels.
    pub(super) ownership: &'a [f32],
    pub(super) lead: f64,
    pub(super) black_wins: f64,
}

/// The sums of this many parts of the positions are made side by side and added in order: the same
/// on any number of threads.
const PARTS: usize = 16;
const ROUNDS: usize = 12;
/// How much large weights are held down, for each position.
const RIDGE: f64 = 2e-6;

/// Collects features, but for those of some parts.
struct Row<'a> {
    features: Vec<(usize, f64)>,
    without: &'a [Part],
}

impl Sink for Row<'_> {
    fn add(&mut self, part: Part, feature: usize, value: f32) {
        if !self.without.contains(&part) {
            self.features.push((feature, f64::from(value)));
        }
    }
}

/// How many features empty points and stones have.
fn widths(samples: &[Sample<'_>]) -> [usize; 2] {
    let mut widths = [0; 2];
    for sample in samples {
        for p in sample.views.size().points() {
            let stone = usize::from(sample.position.board().get(p).is_some());
            if widths[stone] == 0 {
                widths[stone] =
                    parts::write(sample.views, p, &mut Row { features: Vec::new(), without: &[] });
            }
        }
        if widths.iter().all(|&width| width > 0) {
            break;
        }
    }
    widths
}

impl Sample<'_> {
    /// The points that are not proved and have a stone or not, with their labels.
    fn points(&self, stone: bool) -> impl Iterator<Item = (Point, f64)> {
        let board = self.position.board();
        self.views.size().points().zip(self.ownership).filter_map(move |(p, &own)| {
            (board.get(p).is_some() == stone && self.safety.proof(p).is_none()).then_some((p, f64::from(own)))
        })
    }

    /// The ownership that a model gives.
    pub(super) fn judged(&self, model: &Model) -> Ownership {
        model.ownership(self.position, self.safety, self.views)
    }

    /// All that a model says: what the judge would.
    pub(super) fn evaluated(&self, model: &Model) -> Evaluation {
        model.judge(self.position, self.safety, self.views)
    }
}

/// Fits all of it but for the weights of some parts, which are 0 then. Tells each round that is
/// done.
pub(super) fn fit(samples: &[Sample<'_>], without: &[Part], tell: impl Fn() + Sync) -> Model {
    let [empty, stone] = widths(samples);
    let mut model = Model {
        empty: weights(samples, false, empty, without, &tell),
        stone: weights(samples, true, stone, without, &tell),
        outlook: Outlook {
            half_move: 0.0,
            belief: [1.0; DOUBTS],
            stdev: [0.0; DOUBTS],
            slope: [1.0; DOUBTS],
            tail: 0.0,
        },
    };
    // On a nearly empty board only the turn counts. The judge needs to know before it adds anything
    // up.
    let early: Vec<f64> = samples
        .iter()
        .filter(|sample| sample.views.stage() < 0.1 && model::tempo(sample.position).abs() == 1.0)
        .map(|sample| sample.lead * model::tempo(sample.position))
        .collect();
    model.outlook.half_move = early.iter().sum::<f64>() / early.len().max(1) as f64;
    model.outlook = outlook(samples, &model);
    model
}

/// How often [`fit`] tells, at most.
pub(super) const TOLD: u64 = 2 * ROUNDS as u64;

fn weights(
    samples: &[Sample<'_>],
    stone: bool,
    features: usize,
    without: &[Part],
    tell: &(impl Fn() + Sync),
) -> Vec<f32> {
    let n = features * STAGES;
    let mut weights = vec![0.0f64; n];
    for _ in 0..ROUNDS {
        let sums: Vec<Normal> = samples
            .par_chunks(samples.len().div_ceil(PARTS))
            .map(|part| {
                let mut sum = Normal::new(n);
                let (mut row, mut x) = (Row { features: Vec::new(), without }, Vec::new());
                for sample in part {
                    let each = 1.0 / f64::from(sample.views.size().area());
                    let hats = BY_STAGE.shares(sample.views.stage());
                    for (p, own) in sample.points(stone) {
                        row.features.clear();
                        parts::write(sample.views, p, &mut row);
                        spread(&mut row.features, &hats, &mut x);
                        let odds: f64 = x.iter().map(|&(i, value)| weights[i] * value).sum();
                        let share = 1.0 / (1.0 + (-odds).exp());
                        sum.add_sparse(&x, each * share * (1.0 - share), each * ((own + 1.0) / 2.0 - share));
                    }
                }
                sum
            })
            .collect();
        let mut total = Normal::new(n);
        sums.iter().for_each(|sum| total.merge(sum));
        total.add_ridge(RIDGE * samples.len() as f64, &weights);
        let step = total.solve();
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        tell();
        if step.iter().all(|step| step.abs() < 1e-3) {
            break;
        }
    }
    weights.into_iter().map(|weight| weight as f32).collect()
}

/// The features of a row at the stages it lies between, by rising numbers, each once.
fn spread(row: &mut [(usize, f64)], hats: &[(usize, f32); 2], x: &mut Vec<(usize, f64)>) {
    row.sort_unstable_by_key(|&(feature, _)| feature);
    x.clear();
    for &(feature, value) in row.iter() {
        for &(knot, share) in hats {
            let (i, value) = (feature * STAGES + knot, value * f64::from(share));
            match x.iter_mut().rev().take(2).find(|(known, _)| *known == i) {
                Some((_, sum)) => *sum += value,
                None if share > 0.0 => x.push((i, value)),
                None => {}
            }
        }
    }
}

/// What the sums mean.
fn outlook(samples: &[Sample<'_>], model: &Model) -> Outlook {
    let sums: Vec<(f64, f64)> = samples
        .par_iter()
        .map(|sample| {
            let ownership = sample.judged(model);
            let area = f64::from(sample.views.size().area());
            (ownership.total(), model::unsettled(ownership.row_major(), area))
        })
        .collect();
    let both = || samples.iter().zip(&sums).map(|(sample, &(sum, doubt))| (sample, sum, doubt));
    let mut outlook = model.outlook.clone();
    let n = DOUBTS;
    let mut normal = Normal::new(n);
    for (sample, sum, doubt) in both().filter(|(sample, ..)| sample.views.size().area() >= 361) {
        let expected = outlook.half_move * model::tempo(sample.position);
        let [(low, a), (high, b)] = BY_DOUBT.shares(doubt);
        // At the first knot the sum is believed, so that what is to be explained is the rest.
        let known = if low == 0 { a } else { 0.0 };
        let x: Vec<(usize, f64)> = [(low, a), (high, b)]
            .into_iter()
            .filter(|&(k, _)| k > 0)
            .map(|(k, h)| (k, h * (sum - expected)))
            .collect();
        normal.add_sparse(&x, 1.0, sample.lead - expected - known * (sum - expected));
    }
    let belief = normal.solve();
    outlook.belief = std::array::from_fn(|k| if k == 0 { 1.0 } else { belief[k].clamp(0.0, 1.0) });
    // Not bounded by the standard deviation, which is to be found.
    let unbounded = Outlook { stdev: [f64::MAX; DOUBTS], ..outlook.clone() };
    let mut squares = [(0.0, 0.0); DOUBTS];
    for (sample, sum, doubt) in both() {
        let error = sum + unbounded.correction(sample.position, sum, doubt) - sample.lead;
        let on_19 = error / size_factor(f64::from(sample.views.size().area()));
        for (k, share) in BY_DOUBT.shares(doubt) {
            squares[k].0 += share * on_19 * on_19;
            squares[k].1 += share;
        }
    }
    let spread = squares.map(|(sum, weight)| (sum / f64::max(weight, 1e-9)).sqrt());
    outlook.stdev = std::array::from_fn(|k| if k == 0 { 0.0 } else { spread[k] });
    let cases: Vec<Case> = both()
        .map(|(sample, sum, doubt)| {
            let lead = sum + outlook.correction(sample.position, sum, doubt);
            let stdev = outlook.stdev(doubt, f64::from(sample.views.size().area())).max(Outlook::LEAST);
            let ahead = lead - sample.position.compensation().points();
            let x = BY_DOUBT.shares(doubt).map(|(knot, share)| (knot, share * ahead / stdev));
            Case { x, tailed: Outlook::tailed(doubt), black_wins: sample.black_wins }
        })
        .collect();
    let tails = (0..=40).map(|tenth| f64::from(tenth) / 10.0);
    let fits = tails.map(|tail| (tail, slopes(&cases, tail)));
    let best = fits.min_by(|(_, (_, a)), (_, (_, b))| a.total_cmp(b));
    if let Some((tail, (slope, _))) = best {
        (outlook.tail, outlook.slope) = (tail, slope);
    }
    outlook
}

/// A game as the fit of the winner needs it: its lead in standard deviations at the knots it lies
/// between, and the label.
struct Case {
    x: [(usize, f64); 2],
    /// How much of the tail there is.
    tailed: f64,
    black_wins: f64,
}

/// How steeply the winner follows from the lead, and what that leaves to be desired (the mean log
/// loss).
fn slopes(cases: &[Case], tail: f64) -> ([f64; DOUBTS], f64) {
    let mut slope = [1.0; DOUBTS];
    // What is said, and how much the odds rise with what they come from.
    let said = |slope: &[f64; DOUBTS], case: &Case| {
        let steep: f64 = case.x.iter().map(|&(knot, x)| slope[knot] * x).sum();
        let tail = tail * case.tailed;
        let said = 1.0 / (1.0 + (-Outlook::odds(steep, tail)).exp());
        (said.clamp(1e-9, 1.0 - 1e-9), 1.0 / (1.0 + (tail * steep).powi(2)).sqrt())
    };
    for _ in 0..30 {
        let mut normal = Normal::new(DOUBTS);
        for case in cases {
            let (said, rise) = said(&slope, case);
            let spread = said * (1.0 - said);
            normal.add_sparse(&case.x, spread * rise * rise, (case.black_wins - said) * rise);
        }
        // Where winners follow from the lead no slope is too steep, and where there are no
        // positions none is known.
        normal.add_ridge(1e-4 * cases.len() as f64, &slope.map(|slope| slope - 1.0));
        let step = normal.solve();
        slope = std::array::from_fn(|knot| slope[knot] + step[knot].clamp(-1.0, 1.0));
    }
    let loss = |case: &Case| {
        let (said, _) = said(&slope, case);
        -(case.black_wins * said.ln() + (1.0 - case.black_wins) * (1.0 - said).ln())
    };
    let mean = cases.iter().map(loss).sum::<f64>() / cases.len().max(1) as f64;
    (slope, mean)
}

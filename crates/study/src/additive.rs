//! Fitting the judge: weights of an additive model by Newton's method, and what its sums mean for
//! lead and winner.

use keisei::Evaluation;
use keisei::conversion::size_factor;
use keisei::judge::Model;
use keisei::judge::model::{self, BY_DOUBT, BY_STAGE, Chance, DOUBTS, Outlook, STAGES};
use keisei::judge::parts::{self, Part, Sink};
use keisei::judge::views::Views;
use keisei::safety::Safety;
use keisei_goban::{Point, Position};
use rayon::prelude::*;

use super::normal::Normal;

/// A position, what is proved about it and what the methods say.
#[derive(Clone, Copy)]
pub(super) struct Heard<'a> {
    position: &'a Position,
    safety: &'a Safety,
    views: &'a Views,
}

/// A position as the fit needs it.
pub(super) struct Sample<'a> {
    pub(super) now: Heard<'a>,
    /// Before the last move.
    pub(super) before: Option<Heard<'a>>,
    /// The labels.
    pub(super) ownership: &'a [f32],
    pub(super) lead: f64,
    pub(super) black_wins: f64,
    /// Black's lead in the end with komi counted, if the game was counted.
    pub(super) result: Option<f64>,
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
        for p in sample.now.views.size().points() {
            let stone = usize::from(sample.now.position.board().get(p).is_some());
            if widths[stone] == 0 {
                widths[stone] =
                    parts::write(sample.now.views, p, &mut Row { features: Vec::new(), without: &[] });
            }
        }
        if widths.iter().all(|&width| width > 0) {
            break;
        }
    }
    widths
}

impl<'a> Heard<'a> {
    pub(super) fn new(position: &'a Position, safety: &'a Safety, views: &'a Views) -> Heard<'a> {
        Heard { position, safety, views }
    }

    /// All that a model says: what the judge would.
    pub(super) fn evaluated(&self, model: &Model) -> Evaluation {
        model.judge(self.position, self.safety, self.views)
    }

    /// The sum of the ownership that a model gives, and how unsettled the board is.
    fn summed(&self, model: &Model) -> Summed<'a> {
        let ownership = model.ownership(self.position, self.safety, self.views);
        let area = f64::from(self.views.size().area());
        let doubt = model::unsettled(ownership.row_major(), area);
        Summed { position: self.position, area, sum: ownership.total(), doubt }
    }
}

/// What the ownership of a position comes to.
#[derive(Clone, Copy)]
struct Summed<'a> {
    position: &'a Position,
    area: f64,
    sum: f64,
    doubt: f64,
}

impl Summed<'_> {
    fn lead(&self, outlook: &Outlook) -> f64 {
        self.sum + outlook.correction(self.position, self.sum, self.doubt)
    }

    /// The same with komi counted.
    fn ahead(&self, outlook: &Outlook) -> f64 {
        self.lead(outlook) - self.position.compensation().points()
    }
}

impl Sample<'_> {
    /// The points that are not proved and have a stone or not, with their labels.
    fn points(&self, stone: bool) -> impl Iterator<Item = (Point, f64)> {
        let Heard { position, safety, views } = self.now;
        let board = position.board();
        views.size().points().zip(self.ownership).filter_map(move |(p, &own)| {
            (board.get(p).is_some() == stone && safety.proof(p).is_none()).then_some((p, f64::from(own)))
        })
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
            turn: [0.0; STAGES],
            stdev: [f64::MAX; DOUBTS],
            chance: Chance { steep: 1.0, misjudged: 0.0, width: 1.0 },
        },
    };
    // On a nearly empty board only the turn counts. The judge needs to know before it adds anything
    // up.
    let early: Vec<f64> = samples
        .iter()
        .filter(|sample| sample.now.views.stage() < 0.1 && model::tempo(sample.now.position).abs() == 1.0)
        .map(|sample| sample.lead * model::tempo(sample.now.position))
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
                    let each = 1.0 / f64::from(sample.now.views.size().area());
                    let hats = BY_STAGE.shares(sample.now.views.stage());
                    for (p, own) in sample.points(stone) {
                        row.features.clear();
                        parts::write(sample.now.views, p, &mut row);
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

/// What the sums mean. Each step needs those before it.
fn outlook(samples: &[Sample<'_>], model: &Model) -> Outlook {
    let sums: Vec<(Summed<'_>, Option<Summed<'_>>)> = samples
        .par_iter()
        .map(|sample| (sample.now.summed(model), sample.before.map(|before| before.summed(model))))
        .collect();
    let now = || samples.iter().zip(&sums).map(|(sample, (now, _))| (sample, now));
    let mut outlook = model.outlook.clone();
    outlook.belief = belief(now(), outlook.half_move);
    outlook.turn = turn(&sums, &outlook);
    outlook.stdev = deviation(now(), &outlook);
    let cases: Vec<Case> = now()
        .map(|(sample, now)| Case {
            ahead: now.ahead(&outlook),
            stdev: outlook.stdev(now.doubt, now.area),
            doubt: now.doubt,
            area: now.area,
            black_wins: sample.black_wins,
        })
        .collect();
    outlook.chance = chance(&cases);
    outlook
}

/// How much of the sum is believed, on 19×19.
fn belief<'a>(sums: impl Iterator<Item = (&'a Sample<'a>, &'a Summed<'a>)>, half_move: f64) -> [f64; DOUBTS] {
    let mut normal = Normal::new(DOUBTS);
    for (sample, &Summed { position, sum, doubt, .. }) in sums.filter(|(_, now)| now.area >= 361.0) {
        let expected = half_move * model::tempo(position);
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
    std::array::from_fn(|k| if k == 0 { 1.0 } else { belief[k].clamp(0.0, 1.0) })
}

/// What the turn is worth beyond what is said so far: half of what the lead gains for the side that
/// moves, in the mean, since the position before the move is worth less by it and the one after it
/// more.
fn turn(sums: &[(Summed<'_>, Option<Summed<'_>>)], outlook: &Outlook) -> [f64; STAGES] {
    let mut normal = Normal::new(STAGES);
    for (now, before) in sums.iter().filter_map(|(now, before)| Some((now, before.as_ref()?))) {
        let mover = f64::from(before.position.to_play().sign());
        let jump = mover * (now.lead(outlook) - before.lead(outlook));
        let mut x = [0.0; STAGES];
        for side in [now, before] {
            for (knot, share) in outlook.shares_of_turn(side.position, side.doubt) {
                x[knot] += share;
            }
        }
        normal.add(&x, 1.0, jump);
    }
    let turn = normal.solve();
    std::array::from_fn(|k| turn[k])
}

/// Within how many points of the lead two in three counted games end, brought to 19×19.
fn deviation<'a>(
    sums: impl Iterator<Item = (&'a Sample<'a>, &'a Summed<'a>)>,
    outlook: &Outlook,
) -> [f64; DOUBTS] {
    let mut errors: Vec<(f64, [(usize, f64); 2])> = sums
        .filter_map(|(sample, now)| {
            let error = (sample.result? - now.ahead(outlook)).abs() / size_factor(now.area);
            Some((error, BY_DOUBT.shares(now.doubt)))
        })
        .collect();
    errors.sort_by(|a, b| a.0.total_cmp(&b.0));
    let share_at = |shares: &[(usize, f64); 2], knot: usize| {
        shares.iter().filter(|(k, _)| *k == knot).map(|(_, share)| share).sum::<f64>()
    };
    std::array::from_fn(|knot| {
        let all: f64 = errors.iter().map(|(_, shares)| share_at(shares, knot)).sum();
        let mut within = 0.0;
        let widest = errors.iter().find(|(_, shares)| {
            within += share_at(shares, knot);
            within >= WITHIN * all
        });
        // Where nothing is in doubt, nothing is off.
        if knot == 0 { 0.0 } else { widest.map_or(0.0, |(error, _)| *error) }
    })
}

/// The share of a normal distribution within one standard deviation.
const WITHIN: f64 = 0.683;

/// A position as the fit of the winner needs it.
struct Case {
    ahead: f64,
    stdev: f64,
    doubt: f64,
    area: f64,
    /// The label.
    black_wins: f64,
}

/// The chance that fits best, by the mean log loss: of all that are tried, which lie so close that
/// the loss hardly differs between them. No larger width than that of large groups is tried: it would
/// fit no better, and leave doubt where there is none.
fn chance(cases: &[Case]) -> Chance {
    let steps = |from: u32, to: u32, step: f64| (from..=to).map(move |i| f64::from(i) * step);
    let mut tried = Vec::new();
    for steep in steps(2, 40, 0.05) {
        for misjudged in steps(0, 25, 0.02) {
            tried.extend(steps(2, 6, 5.0).map(|width| Chance { steep, misjudged, width }));
        }
    }
    let loss = |chance: &Chance| {
        let of = |case: &Case| {
            let said = chance.of(case.ahead, case.stdev, case.doubt, case.area).clamp(1e-9, 1.0 - 1e-9);
            -(case.black_wins * said.ln() + (1.0 - case.black_wins) * (1.0 - said).ln())
        };
        cases.iter().map(of).sum::<f64>()
    };
    let losses: Vec<f64> = tried.par_iter().map(loss).collect();
    let best = losses.iter().zip(&tried).min_by(|(a, _), (b, _)| a.total_cmp(b));
    *best.expect("some were tried").1
}

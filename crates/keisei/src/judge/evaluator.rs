//! The judge as an evaluator.

use std::borrow::Cow;

use keisei_goban::{Block, Board, Color, Point, PointMap, Position};

use super::model::{self, Model, Outlook, Weights};
use super::views::{Methods, Views, sampled};
use super::{Effort, Part};
use crate::draft::{Draft, Sureness};
use crate::method::PlayoutEvaluator;
use crate::playout::Style;
use crate::safety::Safety;
use crate::weights::WeightsError;
use crate::{BlockOpinion, Evaluation, Evaluator, Evidence, LayerName, LayerValues, Ownership, Status};

/// Judges positions by all methods together.
#[derive(Clone, Debug)]
pub struct Judge {
    /// How much work is put into it.
    pub effort: Effort,
    /// The random games, if the effort is deep.
    pub playouts: PlayoutEvaluator,
    /// What the methods are worth.
    model: Cow<'static, Model>,
    methods: Methods,
}

/// How many random games a deep judgement plays.
const PLAYOUTS: u32 = 512;

impl Judge {
    /// A judge of this effort.
    pub fn new(effort: Effort) -> Judge {
        let playouts =
            PlayoutEvaluator { style: Style::Replying, playouts: PLAYOUTS, ..PlayoutEvaluator::default() };
        Judge { effort, playouts, model: Cow::Borrowed(Model::fitted(effort)), methods: Methods::default() }
    }

    /// Follows a game: positions that come one after the other are judged faster, up to a hundredth
    /// of ownership otherwise than each by itself.
    #[must_use]
    pub fn following(mut self) -> Judge {
        self.methods.following = true;
        self
    }

    /// With another model in place of the fitted one, such as one fitted on other positions.
    ///
    /// # Errors
    /// If it has another number of weights than this effort needs.
    pub fn with_model(mut self, model: Model) -> Result<Judge, WeightsError> {
        model.check(self.effort)?;
        self.model = Cow::Owned(model);
        Ok(self)
    }

    /// Judges a position of which something is proved, and keeps what led to the judgement.
    pub fn judge(&mut self, position: &Position, safety: &Safety) -> Judgement {
        let Weighed { evaluation, weights } = self.decide(position, safety);
        let (safety, views) = (safety.clone(), Box::new(self.methods.said().clone()));
        Judgement { evaluation, safety, views, weights }
    }

    fn decide(&mut self, position: &Position, safety: &Safety) -> Weighed {
        let games = (self.effort == Effort::Deep).then(|| sampled(position, self.playouts));
        let views = self.methods.ask(position, safety, games);
        Weighed::new(position, &self.model, safety, views)
    }
}

impl Model {
    /// What a model makes of what is proved and of what the methods say: the judge says this, and
    /// fitting measures this.
    pub fn judge(&self, position: &Position, safety: &Safety, views: &Views) -> Evaluation {
        Weighed::new(position, self, safety, views).evaluation
    }

    /// The ownership that a model gives, without the rest of the evaluation.
    pub fn ownership(&self, position: &Position, safety: &Safety, views: &Views) -> Ownership {
        self.weighed(position, safety, views).0
    }

    /// The ownership, and what it comes from.
    fn weighed(&self, position: &Position, safety: &Safety, views: &Views) -> (Ownership, Weights) {
        let weights = Weights::of(self, views.stage());
        let size = views.size();
        let mut odds = PointMap::filled(0.0);
        for p in size.points().filter(|&p| safety.proof(p).is_none()) {
            odds[p] = weights.odds(views, p);
        }
        let opening = opening(position, &self.outlook, &odds);
        let mut ownership = Ownership::even(size);
        for p in size.points() {
            let own = match safety.owner(p) {
                Some(owner) => owner.sign() as f32,
                None => {
                    let shift = if position.board().is_empty(p) { opening } else { 0.0 };
                    libm::tanhf((odds[p] + shift) / 2.0)
                }
            };
            ownership.set(p, own);
        }
        (ownership, weights)
    }
}

impl Default for Judge {
    fn default() -> Judge {
        Judge::new(Effort::Deep)
    }
}

impl Evaluator for Judge {
    fn name(&self) -> &'static str {
        "judge"
    }

    fn evaluate(&mut self, position: &Position, safety: &Safety) -> Evaluation {
        self.decide(position, safety).evaluation
    }
}

/// A judgement and its reasons.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// What is said.
    pub evaluation: Evaluation,
    safety: Safety,
    views: Box<Views>,
    weights: Weights,
}

/// What follows from what the methods say.
struct Weighed {
    evaluation: Evaluation,
    weights: Weights,
}

/// Why a point is judged as it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// How much it is Black's.
    pub ownership: f32,
    /// Why.
    pub evidence: Evidence,
    /// What the methods say by themselves: their names, and how much the point is Black's.
    pub opinions: Vec<(&'static str, f32)>,
    /// What zones say, in words.
    pub remarks: Vec<String>,
    /// The share of each part in the log odds that the point is Black's; they add up. Also given
    /// where a proof decides.
    pub parts: Vec<(Part, f32)>,
}

impl Weighed {
    fn new(position: &Position, model: &Model, safety: &Safety, views: &Views) -> Weighed {
        let (mut ownership, weights) = model.weighed(position, safety, views);
        let area = f64::from(views.size().area());
        let estimate = if views.playouts.is_some() { Evidence::Sampled } else { Evidence::Estimated };
        let doubt = model::unsettled(ownership.row_major(), area);
        let correction = model.outlook.correction(position, ownership.total(), doubt);
        let unshared = correction - share_out(&mut ownership, correction);
        let board = position.board();
        let blocks =
            board.blocks().map(|block| opinion(block, safety, &ownership, estimate)).collect::<Vec<_>>();
        let stdev = model.outlook.stdev(doubt, area);
        // Area and territory differ by what was played and komi is set accordingly, so either lead
        // will do.
        let sureness = |lead| (stdev, Some(model.outlook.black_wins(position, lead, doubt)));
        let evaluation = terms(Draft::new(ownership, estimate), board, views, safety)
            .term("doubt", unshared)
            .blocks(blocks)
            .layer(LayerName::Instability, LayerValues::Reals(Box::new(instability(views, safety))))
            .finish(position, safety, Sureness::Known(&sureness));
        Weighed { evaluation, weights }
    }
}

impl Judgement {
    /// What is proved.
    pub fn safety(&self) -> &Safety {
        &self.safety
    }

    /// Why a point of the board is judged as it is.
    pub fn explain(&self, point: Point) -> Explanation {
        let mut opinions = vec![("seds", self.views.seds.at[point]), ("moyo", self.views.moyo.at[point])];
        if let Some(playouts) = &self.views.playouts {
            opinions.push(("playout", playouts.at[point]));
        }
        let ownership = self.evaluation.ownership.get(point);
        let mut parts = self.weights.odds_by_part(&self.views, point);
        if self.safety.proof(point).is_none() {
            let odds = libm::logf((1.0 + ownership) / (1.0 - ownership));
            let rest = odds - parts.iter().map(|(_, share)| share).sum::<f32>();
            parts.iter_mut().filter(|(part, _)| *part == Part::Whole).for_each(|(_, share)| *share = rest);
        }
        Explanation {
            ownership,
            evidence: self.evaluation.evidence[point],
            opinions,
            remarks: self.views.remarks(point),
            parts,
        }
    }
}

/// From so many stones of each colour on the methods can compare the two.
const FEW: f64 = 4.0;
/// Boards fuller than this are no openings.
const OPENING: f64 = 0.1;

/// What is added to the log odds of every empty point while a colour has next to no stones. Methods
/// that compare distances and influence would give the whole board to a single stone; what a few
/// moves are worth together is known better ([`model::tempo`]).
fn opening(position: &Position, outlook: &Outlook, odds: &PointMap<f32>) -> f32 {
    let board = position.board();
    let area = f64::from(board.size().area());
    let fewer = Color::ALL.map(|color| board.stones(color).len()).into_iter().min().unwrap_or(0) as f64;
    let stones = area - board.empty().len() as f64;
    if fewer >= FEW || stones == 0.0 || stones > OPENING * area {
        return 0.0;
    }
    let sum = |shift: f32| -> f64 {
        let own = |p| {
            let shift = if board.is_empty(p) { shift } else { 0.0 };
            f64::from(libm::tanhf((odds[p] + shift) / 2.0))
        };
        board.size().points().map(own).sum()
    };
    let expected = (outlook.half_move * model::tempo(position)).clamp(-area, area);
    let known = fewer / FEW;
    let wanted = known * sum(0.0) + (1.0 - known) * expected;
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..24 {
        let middle = (low + high) / 2.0;
        if sum(middle) < wanted { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// Adds to the sum of the ownership by moving every point as far as it is in doubt, so that points and
/// lead say the same. Proved points stay. Tells how much could be added: no point is moved so far
/// that it would overtake one that is surer.
fn share_out(ownership: &mut Ownership, points: f64) -> f64 {
    let size = ownership.size();
    let doubt = |own: f32| 1.0 - f64::from(own) * f64::from(own);
    let all: f64 = ownership.row_major().map(doubt).sum();
    if all == 0.0 {
        return 0.0;
    }
    let share = (points / all).clamp(-0.5, 0.5);
    let before = ownership.total();
    for p in size.points() {
        let own = ownership.get(p);
        ownership.set(p, (f64::from(own) + share * doubt(own)) as f32);
    }
    ownership.total() - before
}

/// The sum of the ownership by kinds of points.
fn terms(draft: Draft, board: &Board, views: &Views, safety: &Safety) -> Draft {
    let proved = safety.points(Color::Black) | safety.points(Color::White);
    let stones = (board.size().all() - board.empty()) - proved;
    let empty = board.empty() - proved;
    let (safe, potential) = (views.safe_zones() & empty, views.potential_zones() & empty);
    draft
        .sum("proved", proved)
        .sum("stones", stones)
        .sum("safe zones", safe)
        .sum("potential zones", potential - safe)
        .sum("open points", empty - safe - potential)
}

/// From this strength on a block is said to live, and to be dead if it is as weak.
const SURE: f32 = 0.8;

fn opinion(block: Block, safety: &Safety, ownership: &Ownership, estimate: Evidence) -> BlockOpinion {
    let stones = block.stone_set();
    let own: f32 = stones.iter().map(|p| ownership.get(p)).sum::<f32>() / stones.len().max(1) as f32;
    let strength = (1.0 + own * block.color().sign() as f32) / 2.0;
    let proof = stones.first().and_then(|p| safety.proof(p));
    let status = if strength >= SURE {
        Status::Alive
    } else if strength <= 1.0 - SURE {
        Status::Dead
    } else {
        Status::Unsettled
    };
    BlockOpinion {
        color: block.color(),
        stones,
        status: Some(status),
        evidence: Some(proof.map_or(estimate, Evidence::Proved)),
        strength: Some(strength),
    }
}

/// Where the methods disagree, or the dynamical system takes long to decide: from 0 to 1.
fn instability(views: &Views, safety: &Safety) -> PointMap<f32> {
    let mut map = PointMap::filled(0.0);
    // 200 iterations are many.
    let long = |iterations: u16| (f32::from(iterations) / 200.0).min(1.0);
    for p in views.size().points().filter(|&p| safety.proof(p).is_none()) {
        let said = [Some(views.seds.at[p]), Some(views.moyo.at[p]), views.playouts.as_ref().map(|v| v.at[p])];
        let (mut low, mut high) = (f32::MAX, f32::MIN);
        for x in said.into_iter().flatten() {
            (low, high) = (low.min(x), high.max(x));
        }
        map[p] = ((high - low) / 2.0).max(long(views.iterations[p]));
    }
    map
}

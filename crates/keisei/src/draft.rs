//! An evaluation in the making: the one place where an [`Evaluation`] is put together.
//!
//! Methods say who owns what, name the parts of the lead, and add what they found on the way.
//! [`Draft::finish`] does what all have in common, so that these hold for every method:
//!
//! - the terms add up to the lead;
//! - under territory rules the lead is one by territory: the stones played are a term, unless the
//!   method has counted by the rules itself;
//! - proved points are ±1, and what proofs change in the sum is a term of its own;
//! - blocks whose fate is proved say so.

use keisei_goban::{Color, PointMap, PointSet, Position, Scoring};

use crate::conversion::Spread;
use crate::safety::Safety;
use crate::{
    BlockOpinion, Evaluation, Evidence, Layer, LayerName, LayerValues, Ownership, ScoreEstimate, Term,
};

/// An evaluation in the making.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    ownership: Ownership,
    evidence: PointMap<Evidence>,
    terms: Vec<Term>,
    blocks: Vec<BlockOpinion>,
    layers: Vec<Layer>,
    /// Whether the terms are by the rules of the position already, and not by area.
    is_counted: bool,
}

/// How sure a lead is.
#[derive(Clone, Copy)]
pub(crate) enum Sureness<'a> {
    /// The method does not know.
    Unknown,
    /// As leads of such positions have been off.
    Spread(&'a Spread),
    /// The method knows: the standard deviation of a lead, and how likely Black wins with it.
    Known(&'a dyn Fn(f64) -> (f64, Option<f64>)),
}

impl std::fmt::Debug for Sureness<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Sureness::Unknown => "Unknown",
            Sureness::Spread(_) => "Spread",
            Sureness::Known(_) => "Known",
        })
    }
}

impl Draft {
    /// Who owns what, all for the same reason, and no term yet.
    pub(crate) fn new(ownership: Ownership, evidence: Evidence) -> Draft {
        Draft {
            ownership,
            evidence: PointMap::filled(evidence),
            terms: Vec::new(),
            blocks: Vec::new(),
            layers: Vec::new(),
            is_counted: false,
        }
    }

    /// Terms of this draft are by the rules of the position, not by area.
    pub(crate) fn counted_by_the_rules(mut self) -> Draft {
        self.is_counted = true;
        self
    }

    /// Adds a term.
    pub(crate) fn term(mut self, name: &'static str, points: f64) -> Draft {
        self.terms.push(Term { name, points });
        self
    }

    /// Adds the sum of the ownership over some points as a term.
    pub(crate) fn sum(self, name: &'static str, points: PointSet) -> Draft {
        // An empty sum is −0.
        let sum = points.iter().map(|p| f64::from(self.ownership.get(p))).sum::<f64>() + 0.0;
        self.term(name, sum)
    }

    /// Marks what is proved and said already, without changing who owns what.
    pub(crate) fn proved(mut self, safety: &Safety) -> Draft {
        for p in safety.size().points() {
            if let (Some(owner), Some(proof)) = (safety.owner(p), safety.proof(p))
                && self.ownership.get(p) == owner.sign() as f32
            {
                self.evidence[p] = Evidence::Proved(proof);
            }
        }
        self
    }

    /// Says what becomes of blocks.
    pub(crate) fn blocks(mut self, blocks: impl IntoIterator<Item = BlockOpinion>) -> Draft {
        self.blocks.extend(blocks);
        self
    }

    /// Adds a map.
    pub(crate) fn layer(mut self, name: LayerName, values: LayerValues) -> Draft {
        self.layers.push(Layer { name, values });
        self
    }

    /// The evaluation of a position of which something is proved.
    pub(crate) fn finish(mut self, position: &Position, safety: &Safety, sureness: Sureness) -> Evaluation {
        if !self.is_counted {
            self.terms.extend(stones_played(position));
        }
        let lead = self.lead();
        let mut score = match sureness {
            Sureness::Unknown => ScoreEstimate { lead, stdev: None, black_wins: None },
            Sureness::Spread(spread) => spread.score(position, lead),
            Sureness::Known(by_lead) => {
                let (stdev, black_wins) = by_lead(lead);
                ScoreEstimate { lead, stdev: Some(stdev), black_wins }
            }
        };
        let change = self.join(position, safety);
        if change != 0.0 {
            self.terms.push(Term { name: "proofs", points: change });
            score = score.moved_by(change);
        }
        let Draft { ownership, evidence, terms, blocks, layers, .. } = self;
        Evaluation { score, ownership, evidence, terms, blocks, layers }
    }

    fn lead(&self) -> f64 {
        self.terms.iter().map(|term| term.points).sum()
    }

    /// Gives proved points to their owners, and tells what that changes in the sum.
    fn join(&mut self, position: &Position, safety: &Safety) -> f64 {
        let mut change = 0.0;
        for p in safety.size().points() {
            if let (Some(owner), Some(proof)) = (safety.owner(p), safety.proof(p)) {
                let proved = owner.sign() as f32;
                change += f64::from(proved) - f64::from(self.ownership.get(p));
                self.ownership.set(p, proved);
                self.evidence[p] = Evidence::Proved(proof);
            }
        }
        for proved in safety.opinions(position.board()) {
            match self.blocks.iter_mut().find(|block| block.stones == proved.stones) {
                Some(block) => (block.status, block.evidence) = (proved.status, proved.evidence),
                None => self.blocks.push(proved),
            }
        }
        change
    }
}

/// The term that makes a lead by area one by territory: the difference in stones played. At the end
/// of a game area is territory and living stones, and living stones are stones played without those
/// taken; so the two counts differ by the stones played until then. Whoever is to play is as likely
/// to make the last move as not, and is half a stone ahead of what is played so far. So the term
/// follows handicap stones and passes, and not whose turn it happens to be.
fn stones_played(position: &Position) -> Option<Term> {
    if position.rules().scoring() == Scoring::Area {
        return None;
    }
    let board = position.board();
    let on_board = |color| board.stones(color).len() as f64;
    let prisoners = position.prisoners();
    let black = on_board(Color::Black) + f64::from(prisoners.white);
    let white = on_board(Color::White) + f64::from(prisoners.black);
    let coming = f64::from(position.to_play().sign()) / 2.0;
    Some(Term { name: "stones played", points: white - black - coming })
}

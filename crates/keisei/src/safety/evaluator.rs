//! The evaluator `safety`: what is proved, and nothing else.

use std::f64::consts::PI;

use keisei_goban::{Block, Board, Color, PointMap, Position};

use super::{Limits, Safety};
use crate::{
    BlockOpinion, Evaluation, Evaluator, Evidence, Layer, LayerValues, Ownership, ScoreEstimate, Status, Term,
};

/// Says of proved points whose they are, and of the others nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SafetyEvaluator {
    limits: Limits,
}

impl SafetyEvaluator {
    /// With other limits of search.
    pub fn new(limits: Limits) -> SafetyEvaluator {
        SafetyEvaluator { limits }
    }
}

impl Evaluator for SafetyEvaluator {
    fn name(&self) -> &'static str {
        "safety"
    }

    fn evaluate(&mut self, position: &Position) -> Evaluation {
        Safety::of(position, self.limits).evaluation(position.board())
    }
}

impl Safety {
    /// What is proved, as an evaluation of the board.
    pub fn evaluation(&self, board: &Board) -> Evaluation {
        let size = self.size;
        let ownership = Ownership::settled(size, |p| self.owner(p));
        let mut evidence = PointMap::filled(Evidence::Estimated);
        let mut safe = PointMap::filled(0);
        let mut proofs = PointMap::filled(None);
        for p in size.points() {
            if let Some(proof) = self.proof(p) {
                evidence[p] = Evidence::Proved(proof);
                safe[p] = self.owner(p).map_or(0, Color::sign);
                proofs[p] = Some(proof);
            }
        }
        let count = |color| self.points(color).len() as f64;
        let terms = vec![
            Term { name: "safe for Black", points: count(Color::Black) },
            Term { name: "safe for White", points: -count(Color::White) },
        ];
        Evaluation {
            score: ScoreEstimate {
                lead: count(Color::Black) - count(Color::White),
                stdev: None,
                black_wins: None,
            },
            ownership,
            evidence,
            terms,
            blocks: self.opinions(board),
            layers: vec![
                Layer { name: "safe", values: LayerValues::Integers(Box::new(safe)) },
                Layer { name: "proof", values: LayerValues::Proofs(Box::new(proofs)) },
            ],
        }
    }

    /// An evaluation with proved points given to their owners: the method keeps its say about the rest. What that changes is a term of its own.
    #[must_use]
    pub fn applied_to(&self, mut evaluation: Evaluation, position: &Position) -> Evaluation {
        if [Color::Black, Color::White].iter().all(|&color| self.points(color).is_empty()) {
            return evaluation;
        }
        let before = evaluation.ownership.total();
        for p in self.size.points() {
            if let (Some(owner), Some(proof)) = (self.owner(p), self.proof(p)) {
                evaluation.ownership.set(p, owner.sign() as f32);
                evaluation.evidence[p] = Evidence::Proved(proof);
            }
        }
        let change = evaluation.ownership.total() - before;
        evaluation.terms.push(Term { name: "proofs", points: change });
        let score = &mut evaluation.score;
        score.lead += change;
        if let (Some(stdev), Some(black_wins)) = (score.stdev, score.black_wins) {
            // The logistic curve that has this standard deviation.
            let odds = libm::log(black_wins / (1.0 - black_wins)) + change / stdev * PI / 3f64.sqrt();
            // A method that was certain stays so.
            if odds.is_finite() {
                score.black_wins = Some(1.0 / (1.0 + libm::exp(-odds)));
            }
        }
        for proved in self.opinions(position.board()) {
            match evaluation.blocks.iter_mut().find(|block| block.stones == proved.stones) {
                Some(block) => (block.status, block.evidence) = (proved.status, proved.evidence),
                None => evaluation.blocks.push(proved),
            }
        }
        evaluation
    }

    /// What becomes of the blocks, as far as it is proved.
    pub fn opinions(&self, board: &Board) -> Vec<BlockOpinion> {
        let opinion = |block: Block| {
            let stones = block.stone_set();
            let first = stones.first()?;
            let proof = self.proof(first)?;
            let alive = self.owner(first)? == block.color();
            Some(BlockOpinion {
                color: block.color(),
                stones,
                status: Some(if alive { Status::Alive } else { Status::Dead }),
                evidence: Some(Evidence::Proved(proof)),
                strength: None,
            })
        };
        board.blocks().filter_map(opinion).collect()
    }
}

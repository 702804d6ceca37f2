//! The evaluator `safety`: what is proved, and nothing else.

use keisei_goban::{Block, Board, Color, PointMap, PointSet, Position};

use crate::draft::{Draft, Sureness};
use crate::safety::Safety;
use crate::{BlockOpinion, Evaluation, Evaluator, Evidence, LayerName, LayerValues, Ownership, Status};

/// Says of proved points whose they are, and of the others nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SafetyEvaluator;

impl Evaluator for SafetyEvaluator {
    fn name(&self) -> &'static str {
        "safety"
    }

    fn evaluate(&mut self, position: &Position, safety: &Safety) -> Evaluation {
        let size = safety.size();
        let mut safe = PointMap::filled(0);
        let mut proofs = PointMap::filled(None);
        for p in size.points() {
            safe[p] = safety.owner(p).map_or(0, Color::sign);
            proofs[p] = safety.proof(p);
        }
        let count = |color| safety.points(color).len() as f64;
        Draft::new(Ownership::settled(size, |p| safety.owner(p)), Evidence::Estimated)
            .term("safe for Black", count(Color::Black))
            .term("safe for White", -count(Color::White))
            .layer(LayerName::Safe, LayerValues::Integers(Box::new(safe)))
            .layer(LayerName::Proof, LayerValues::Proofs(Box::new(proofs)))
            .finish(position, safety, Sureness::Unknown)
    }
}

impl Safety {
    /// The stones that stand in the opponent's proved territory.
    pub fn dead(&self, board: &Board) -> PointSet {
        Color::ALL
            .iter()
            .fold(PointSet::EMPTY, |all, &color| all | (board.stones(color) & self.points(color.opponent())))
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

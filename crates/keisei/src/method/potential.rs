//! The potential as an evaluation.

use std::borrow::Cow;

use keisei_goban::{Board, ByColor, Color, PointSet, Position, Size};

use crate::conversion::{Basis, Features, Fitted};
use crate::draft::{Draft, Sureness};
use crate::potential::{Field, Influence};
use crate::safety::Safety;
use crate::{Evaluation, Evaluator, Evidence, LayerName};

/// Judges by potentials alone, converted to ownership as fitted on labelled positions.
#[derive(Clone, Debug)]
pub struct PotentialEvaluator {
    field: Field,
    stones: ByColor<PointSet>,
    fitted: Cow<'static, Fitted>,
}

impl PotentialEvaluator {
    /// An evaluator with this influence.
    pub fn new(influence: Influence) -> PotentialEvaluator {
        PotentialEvaluator {
            field: Field::new(Size::default(), influence),
            stones: ByColor::default(),
            fitted: Cow::Borrowed(Fitted::new(Basis::Potential, influence)),
        }
    }

    /// The same with other weights.
    #[must_use]
    pub fn with_fitted(mut self, fitted: Fitted) -> PotentialEvaluator {
        self.fitted = Cow::Owned(fitted);
        self
    }

    /// The field of the position that was last evaluated.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Brings the potentials to a board on which some stones are dead, and radiate nothing.
    fn follow(&mut self, board: &Board, dead: &PointSet) {
        let size = board.size();
        if size != self.field.size() {
            self.field = Field::new(size, self.field.influence());
            self.stones = ByColor::default();
        }
        for color in [Color::Black, Color::White] {
            let now = board.stones(color) - *dead;
            for p in self.stones[color] - now {
                self.field.remove(color, p);
            }
            for p in now - self.stones[color] {
                self.field.add(color, p);
            }
            self.stones[color] = now;
        }
    }
}

impl Default for PotentialEvaluator {
    fn default() -> PotentialEvaluator {
        PotentialEvaluator::new(Influence::default())
    }
}

impl Evaluator for PotentialEvaluator {
    fn name(&self) -> &'static str {
        "potential"
    }

    fn evaluate(&mut self, position: &Position, safety: &Safety) -> Evaluation {
        let board = position.board();
        let size = board.size();
        let dead = safety.dead(board);
        self.follow(board, &dead);
        let fitted = &*self.fitted;
        let features = Features::new(position, &self.field, None, &dead);
        let stones = size.all() - board.empty();
        Draft::new(fitted.ownership(size, &features), Evidence::Estimated)
            .sum("stones", stones)
            .sum("empty points", size.all() - stones)
            .layer(LayerName::Potential, self.field.layer())
            .finish(position, safety, Sureness::Spread(&fitted.spread))
    }
}

//! The potential as an evaluation.

use keisei_goban::{ByColor, Color, PointMap, PointSet, Position, Size};

use super::{Field, Influence};
use crate::conversion::{self, Basis, Features, Fitted};
use crate::{Evaluation, Evaluator, Evidence, Layer, Term};

/// Judges by potentials alone, converted to ownership as fitted on labelled positions.
#[derive(Clone, Debug)]
pub struct Potential {
    field: Field,
    stones: ByColor<PointSet>,
}

impl Potential {
    /// An evaluator with this influence.
    pub fn new(influence: Influence) -> Potential {
        Potential::on(Size::default(), influence)
    }

    fn on(size: Size, influence: Influence) -> Potential {
        let stones = ByColor { black: PointSet::EMPTY, white: PointSet::EMPTY };
        Potential { field: Field::new(size, influence), stones }
    }

    /// The field of the position that was last evaluated.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Judges a position of which these stones are known to be dead.
    pub fn evaluate_with(&mut self, position: &Position, dead: &PointSet) -> Evaluation {
        let board = position.board();
        let size = board.size();
        if size != self.field.size() {
            *self = Potential::on(size, self.field.influence());
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
        let fitted = Fitted::new(Basis::Potential, self.field.influence());
        let features = Features::new(position, &self.field, None, dead);
        let ownership = fitted.ownership(size, &features);
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let term = |name, points| Term { name, points: conversion::total(&ownership, points) };
        let mut terms = vec![term("stones", stones), term("empty points", size.all() - stones)];
        terms.extend(conversion::stones_played(position));
        Evaluation {
            score: fitted.spread.score(position, &terms),
            ownership,
            evidence: PointMap::filled(Evidence::Estimated),
            terms,
            blocks: Vec::new(),
            layers: vec![Layer { name: "potential", values: self.field.layer() }],
        }
    }
}

impl Default for Potential {
    fn default() -> Potential {
        Potential::new(Influence::default())
    }
}

impl Evaluator for Potential {
    fn name(&self) -> &'static str {
        "potential"
    }

    fn evaluate(&mut self, position: &Position) -> Evaluation {
        self.evaluate_with(position, &PointSet::EMPTY)
    }
}

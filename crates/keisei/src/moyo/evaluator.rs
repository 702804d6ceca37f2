//! The moyo as an evaluation.

use keisei_goban::{Color, PointMap, PointSet, Position, Size};

use super::{Connection, Moyo, Options};
use crate::conversion::{self, Basis, Features, Fitted};
use crate::{Evaluation, Evaluator, Evidence, Layer, LayerValues, Term, WeakPoints};

/// Judges by potentials and the inner areas of moyo, converted to ownership as fitted on labelled positions.
///
/// Updates its [`Moyo`] from position to position, so that following a game costs little.
#[derive(Clone, Debug)]
pub struct MoyoEvaluator {
    moyo: Moyo,
}

impl MoyoEvaluator {
    /// An evaluator with these options.
    pub fn new(options: Options) -> MoyoEvaluator {
        MoyoEvaluator { moyo: Moyo::new(Size::default(), options) }
    }

    /// The moyo of the position that was last evaluated.
    pub fn moyo(&self) -> &Moyo {
        &self.moyo
    }

    /// Judges a position of which these stones are known to be dead.
    pub fn evaluate_with(&mut self, position: &Position, dead: &PointSet) -> Evaluation {
        let board = position.board();
        let size = board.size();
        self.moyo.update(board, dead);
        let moyo = &self.moyo;
        let fitted = Fitted::new(Basis::Moyo, moyo.options().influence);
        let features = Features::new(position, moyo.field(), Some(moyo), dead);
        let ownership = fitted.ownership(size, &features);
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let inner = (moyo.inner(Color::Black) | moyo.inner(Color::White)) - stones;
        let term = |name, points| Term { name, points: conversion::total(&ownership, points) };
        let mut terms = vec![
            term("stones", stones),
            term("inner area", inner),
            term("outer area", size.all() - stones - inner),
        ];
        terms.extend(conversion::stones_played(position));
        let basins = moyo.basins();
        let mut inner = PointMap::default();
        let mut basin = PointMap::default();
        for p in size.points() {
            inner[p] = moyo.owner(p).map_or(0, Color::sign);
            basin[p] = i32::from(basins.number(p));
        }
        let layer = |name, values| Layer { name, values };
        let layers = vec![
            layer("potential", moyo.field().layer()),
            layer("inner", LayerValues::Integers(Box::new(inner))),
            layer("basin", LayerValues::Integers(Box::new(basin))),
            layer("weak_points", LayerValues::WeakPoints(weak_points(moyo, &moyo.connections(board)))),
        ];
        Evaluation {
            score: fitted.spread.score(position, &terms),
            ownership,
            evidence: PointMap::filled(Evidence::Estimated),
            terms,
            blocks: Vec::new(),
            layers,
        }
    }
}

/// The weakest points of each connection, the weakest first; points that are weakest for several connections once.
fn weak_points(moyo: &Moyo, connections: &[Connection]) -> Vec<WeakPoints> {
    let unit = moyo.options().influence.unit() as f64;
    let mut weak: Vec<WeakPoints> = Vec::new();
    for connection in connections {
        if !weak.iter().any(|w| w.color == connection.color && w.points == connection.points) {
            let strength = connection.strength as f64 / unit;
            weak.push(WeakPoints { color: connection.color, points: connection.points, strength });
        }
    }
    weak
}

impl Default for MoyoEvaluator {
    fn default() -> MoyoEvaluator {
        MoyoEvaluator::new(Options::default())
    }
}

impl Evaluator for MoyoEvaluator {
    fn name(&self) -> &'static str {
        "moyo"
    }

    fn evaluate(&mut self, position: &Position) -> Evaluation {
        self.evaluate_with(position, &PointSet::EMPTY)
    }
}

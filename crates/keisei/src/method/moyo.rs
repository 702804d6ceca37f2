//! The moyo as an evaluation.

use std::borrow::Cow;

use keisei_goban::{Color, PointMap, Position, Size};

use crate::conversion::{Basis, Features, Fitted};
use crate::draft::{Draft, Sureness};
use crate::moyo::{Connection, Moyo, Options};
use crate::safety::Safety;
use crate::{Evaluation, Evaluator, Evidence, LayerName, LayerValues, WeakPoints};

/// Judges by potentials and the inner areas of moyo, converted to ownership as fitted on labelled
/// positions.
///
/// Updates its [`Moyo`] from position to position, so that following a game costs little.
#[derive(Clone, Debug)]
pub struct MoyoEvaluator {
    moyo: Moyo,
    fitted: Cow<'static, Fitted>,
}

impl MoyoEvaluator {
    /// An evaluator with these options.
    pub fn new(options: Options) -> MoyoEvaluator {
        let fitted = Cow::Borrowed(Fitted::new(Basis::Moyo, options.influence));
        MoyoEvaluator { moyo: Moyo::new(Size::default(), options), fitted }
    }

    /// The same with other weights.
    #[must_use]
    pub fn with_fitted(mut self, fitted: Fitted) -> MoyoEvaluator {
        self.fitted = Cow::Owned(fitted);
        self
    }

    /// The moyo of the position that was last evaluated.
    pub fn moyo(&self) -> &Moyo {
        &self.moyo
    }
}

/// The weakest points of each connection, the weakest first; points that are weakest for several
/// connections once.
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

    fn evaluate(&mut self, position: &Position, safety: &Safety) -> Evaluation {
        let board = position.board();
        let size = board.size();
        let dead = safety.dead(board);
        self.moyo.update(board, &dead);
        let moyo = &self.moyo;
        let fitted = &*self.fitted;
        let features = Features::new(position, moyo.field(), Some(moyo), &dead);
        let stones = size.all() - board.empty();
        let inner = (moyo.inner(Color::Black) | moyo.inner(Color::White)) - stones;
        let basins = moyo.basins();
        let mut owners = PointMap::default();
        let mut basin = PointMap::default();
        for p in size.points() {
            owners[p] = moyo.owner(p).map_or(0, Color::sign);
            basin[p] = i32::from(basins.number(p));
        }
        let weak = weak_points(moyo, &moyo.connections(board));
        Draft::new(fitted.ownership(size, &features), Evidence::Estimated)
            .sum("stones", stones)
            .sum("inner area", inner)
            .sum("outer area", size.all() - stones - inner)
            .layer(LayerName::Potential, moyo.field().layer())
            .layer(LayerName::Inner, LayerValues::Integers(Box::new(owners)))
            .layer(LayerName::Basin, LayerValues::Integers(Box::new(basin)))
            .layer(LayerName::WeakPoints, LayerValues::WeakPoints(weak))
            .finish(position, safety, Sureness::Spread(&fitted.spread))
    }
}

//! What the conversion looks at: numbers that change sign when the colours are exchanged.

use keisei_goban::{Color, Point, PointMap, PointSet, Position};

use crate::moyo::Moyo;
use crate::potential::{Field, Influence};
use crate::surroundings;

/// Features of the point itself, each also times how full the board is.
const LOCAL: usize = 18;
/// All features of a point: the local ones twice, and three of whose turn it is.
pub const FEATURES: usize = 2 * LOCAL + 3;

/// To be to play is worth about as many points on any board, so that each point's share is larger
/// on a smaller board; but no larger than on 9×9.
const LARGEST_SHARE: f64 = 361.0 / 81.0;

/// How full a board is: stones per point.
pub(super) fn stage(position: &Position) -> f64 {
    let board = position.board();
    let stones = board.stones(Color::Black).len() + board.stones(Color::White).len();
    stones as f64 / f64::from(board.size().area())
}

/// A potential pressed into −1 to 1: halfway at `half`.
fn squash(potential: f64, half: f64) -> f64 {
    potential / (potential.abs() + half)
}

/// What is known about the points of a position.
#[derive(Clone, Debug)]
pub struct Features {
    stage: f64,
    turn: f64,
    /// Of the point, of its neighbours on average, of the 5×5 square around it on average.
    potential: PointMap<f32>,
    beside: PointMap<f32>,
    square: PointMap<f32>,
    /// Of the block on a point: the potential around it, that of its liberties, and their number.
    around_block: PointMap<f32>,
    at_liberties: PointMap<f32>,
    liberties: PointMap<u16>,
    stone: PointMap<i8>,
    inner: PointMap<i8>,
}

impl Features {
    /// The features of a position whose living stones make this field; with the inner areas, if
    /// there are any.
    ///
    /// Dead stones are no stones here: neither theirs nor their blocks' features are given.
    pub fn new(position: &Position, field: &Field, moyo: Option<&Moyo>, dead: &PointSet) -> Features {
        let board = position.board();
        let size = board.size();
        let all = size.all();
        let scale = scale(field.influence());
        let mut potential = PointMap::filled(0.0);
        for p in size.points() {
            potential[p] = (field.value(p) * scale) as f32;
        }
        let mean = |points: PointSet| -> f32 {
            let sum: f64 = points.iter().map(|p| f64::from(potential[p])).sum();
            (sum / points.len().max(1) as f64) as f32
        };
        let mut features = Features {
            stage: stage(position),
            turn: f64::from(position.to_play().sign()) * (361.0 / f64::from(size.area())).min(LARGEST_SHARE),
            beside: PointMap::filled(0.0),
            square: PointMap::filled(0.0),
            around_block: PointMap::filled(0.0),
            at_liberties: PointMap::filled(0.0),
            liberties: PointMap::filled(0),
            stone: PointMap::filled(0),
            inner: PointMap::filled(0),
            potential: PointMap::filled(0.0),
        };
        surroundings::beside(size, &potential, &mut features.beside);
        surroundings::square(size, &potential, &mut features.square);
        for block in board.blocks() {
            let stones = block.stone_set();
            if !stones.is_disjoint(dead) {
                continue;
            }
            let around = mean((stones.grown() & all) - stones);
            let at_liberties = mean(block.liberty_set());
            for p in stones {
                features.around_block[p] = around;
                features.at_liberties[p] = at_liberties;
                features.liberties[p] = block.liberties() as u16;
                features.stone[p] = block.color().sign() as i8;
            }
        }
        if let Some(moyo) = moyo {
            for color in [Color::Black, Color::White] {
                for p in moyo.inner(color) {
                    features.inner[p] = color.sign() as i8;
                }
            }
        }
        features.potential = potential;
        features
    }

    /// The features of a point.
    pub fn of(&self, point: Point) -> [f64; FEATURES] {
        let local = self.local(point);
        let mut features = [0.0; FEATURES];
        for (i, value) in local.into_iter().enumerate() {
            features[2 * i] = value;
            features[2 * i + 1] = value * self.stage;
        }
        if self.stone[point] == 0 {
            features[2 * LOCAL] = self.turn;
            features[2 * LOCAL + 1] = self.turn * self.stage;
            features[2 * LOCAL + 2] = self.turn * (1.0 - local[0].abs());
        }
        features
    }

    /// The local features. What is 0 for a stone, or for an empty point, is not worked out.
    #[inline]
    fn local(&self, point: Point) -> [f64; LOCAL] {
        let [potential, beside, square] =
            [&self.potential, &self.beside, &self.square].map(|map| f64::from(map[point]));
        let [near, far, farthest] = [10.0, 40.0, 160.0].map(|half| squash(potential, half));
        let [beside_near, beside_far] = [20.0, 80.0].map(|half| squash(beside, half));
        let [square_near, square_far] = [20.0, 80.0].map(|half| squash(square, half));
        let inner = f64::from(self.inner[point]);
        if self.stone[point] == 0 {
            return [
                near,
                0.0,
                far,
                0.0,
                farthest,
                0.0,
                0.0,
                beside_near,
                beside_far,
                square_near,
                square_far,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                inner,
            ];
        }
        let stone = f64::from(self.stone[point]);
        let liberties = f64::from(self.liberties[point]);
        let [around, at] = [&self.around_block, &self.at_liberties].map(|map| f64::from(map[point]));
        [
            0.0,
            near,
            0.0,
            far,
            0.0,
            farthest,
            stone,
            beside_near,
            beside_far,
            square_near,
            square_far,
            squash(around, 20.0),
            squash(around, 80.0),
            squash(at, 20.0),
            squash(at, 80.0),
            stone * liberties.min(8.0) / 8.0,
            stone * liberties.min(3.0) / 3.0,
            inner,
        ]
    }
}

/// Weights put together for one position, so that a point costs half as much.
pub struct Odds<'a> {
    features: &'a Features,
    local: [f64; LOCAL],
    /// For whose turn it is, and for that where the potential says little.
    turn: (f64, f64),
}

impl<'a> Odds<'a> {
    pub(super) fn new(features: &'a Features, weights: &[f64; FEATURES]) -> Odds<'a> {
        let at_stage = |i: usize| weights[2 * i] + features.stage * weights[2 * i + 1];
        Odds {
            features,
            local: std::array::from_fn(at_stage),
            turn: (features.turn * at_stage(LOCAL), features.turn * weights[2 * LOCAL + 2]),
        }
    }

    /// The log odds that a point is Black's.
    pub fn of(&self, point: Point) -> f64 {
        let local = self.features.local(point);
        let turn = match self.features.stone[point] {
            0 => self.turn.0 + self.turn.1 * (1.0 - local[0].abs()),
            _ => 0.0,
        };
        local.iter().zip(&self.local).map(|(x, w)| x * w).sum::<f64>() + turn
    }
}

/// What makes the potentials of an influence comparable with those of the tables, which have 35
/// beside a stone in the centre.
fn scale(influence: Influence) -> f64 {
    match influence {
        Influence::Tables => 1.0,
        Influence::Inverse(_) => 35.0,
        Influence::Halving(_) => 70.0,
        Influence::Attenuation(m) => 35.0 * m.base(),
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::Diagram;

    use super::*;
    use crate::conversion::{Basis, Fitted};

    #[test]
    fn odds_are_the_weighted_features() {
        let diagram: Diagram = "
            . X O . . .
            X X O O . X
            . O . X . .
            . . X . O .
            . X . . O O
        "
        .parse()
        .unwrap();
        let position = diagram.position().unwrap();
        let mut field = Field::new(position.board().size(), Influence::Tables);
        for color in Color::ALL {
            position.board().stones(color).iter().for_each(|p| field.add(color, p));
        }
        let features = Features::new(&position, &field, None, &PointSet::EMPTY);
        let fitted = Fitted::new(Basis::Potential, Influence::Tables);
        let odds = fitted.odds(&features);
        for p in position.board().size().points() {
            let sum: f64 = fitted.weights.iter().zip(features.of(p)).map(|(w, x)| w * x).sum();
            assert!((odds.of(p) - sum).abs() < 1e-12, "{p}: {} is not {sum}", odds.of(p));
        }
    }
}

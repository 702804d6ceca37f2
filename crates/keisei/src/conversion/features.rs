//! What the conversion looks at: numbers that change sign when the colours are exchanged.

use keisei_goban::{Color, Point, PointMap, PointSet, Position};

use crate::moyo::Moyo;
use crate::potential::{Field, Influence};

/// Features of the point itself, each also times how full the board is.
const LOCAL: usize = 18;
/// All features of a point: the local ones twice, and three of whose turn it is.
pub const FEATURES: usize = 2 * LOCAL + 3;

/// To be to play is worth about as many points on any board, so that each point's share is larger on a smaller board; but
/// no larger than on 9×9.
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
    /// The features of a position whose living stones make this field; with the inner areas, if there are any.
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
        let columns = |c: u32| c.saturating_sub(2)..=(c + 2).min(size.width() - 1);
        let rows = |r: u32| r.saturating_sub(2)..=(r + 2).min(size.height() - 1);
        // Sums along rows first, so that a square costs five additions and not twenty-five.
        let mut along = PointMap::filled(0.0);
        for p in size.points() {
            along[p] = columns(p.column()).map(|c| f64::from(potential[Point::at(c, p.row())])).sum::<f64>();
        }
        for p in size.points() {
            let (mut sum, mut number) = (0.0, 0.0);
            for q in size.neighbors(p) {
                sum += f64::from(potential[q]);
                number += 1.0;
            }
            features.beside[p] = if number > 0.0 { (sum / number) as f32 } else { 0.0 };
            let number = columns(p.column()).count() * rows(p.row()).count();
            let sum: f64 = rows(p.row()).map(|r| along[Point::at(p.column(), r)]).sum();
            features.square[p] = (sum / number as f64) as f32;
        }
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
        let potential = f64::from(self.potential[point]);
        let stone = f64::from(self.stone[point]);
        let (empty, full) = if stone == 0.0 { (1.0, 0.0) } else { (0.0, 1.0) };
        let near = squash(potential, 10.0);
        let [beside, square, around, at] =
            [&self.beside, &self.square, &self.around_block, &self.at_liberties]
                .map(|map| f64::from(map[point]));
        let liberties = f64::from(self.liberties[point]);
        let local: [f64; LOCAL] = [
            near * empty,
            near * full,
            squash(potential, 40.0) * empty,
            squash(potential, 40.0) * full,
            squash(potential, 160.0) * empty,
            squash(potential, 160.0) * full,
            stone,
            squash(beside, 20.0),
            squash(beside, 80.0),
            squash(square, 20.0),
            squash(square, 80.0),
            squash(around, 20.0),
            squash(around, 80.0),
            squash(at, 20.0),
            squash(at, 80.0),
            stone * liberties.min(8.0) / 8.0,
            stone * liberties.min(3.0) / 3.0,
            f64::from(self.inner[point]),
        ];
        let mut features = [0.0; FEATURES];
        for (i, value) in local.into_iter().enumerate() {
            features[2 * i] = value;
            features[2 * i + 1] = value * self.stage;
        }
        let turn = self.turn * empty;
        features[2 * LOCAL] = turn;
        features[2 * LOCAL + 1] = turn * self.stage;
        features[2 * LOCAL + 2] = turn * (1.0 - near.abs());
        features
    }
}

/// What makes the potentials of an influence comparable with those of the tables, which have 35 beside a stone in the centre.
fn scale(influence: Influence) -> f64 {
    match influence {
        Influence::Tables => 1.0,
        Influence::Inverse(_) => 35.0,
        Influence::Halving(_) => 70.0,
        Influence::Attenuation(m) => 35.0 * m.base(),
    }
}

//! What is told about every legal move: most at a glance, some by reading.

use keisei_goban::{Board, Color, Point, PointMap, PointSet, Position};

use super::Recent;
use super::readings::{READINGS, Readings};
use crate::knots::Knots;
use crate::playout::is_eye;
use crate::seds::Ranked;

/// The binary logarithm of the rank by the dynamical system.
const BY_RANK: Knots<f32, 8> = Knots::<f32, _>::new([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0]);
/// The points by which a move is worse than the best by the dynamical system.
const BY_LOSS: Knots<f32, 8> = Knots::<f32, _>::new([0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0]);
/// How full the board is.
const BY_STAGE: Knots<f32, STAGES> = Knots::<f32, _>::new([0.02, 0.12, 0.35]);
const STAGES: usize = 3;

/// Distances to a move are told apart up to these.
const STEPS: [u32; 10] = [2, 3, 4, 5, 6, 7, 8, 10, 13, 17];
/// Lines from the edge that are told apart; the last stands for all further in.
const LINES: usize = 5;
/// Distances to the nearest stone that are told apart; the last stands for all further away.
const NEAR: usize = 6;
/// From this distance to any stone on, both lines of a point count.
const OPEN: usize = 4;
/// Pairs of lines, the lower one first, up to the sixth.
const PAIRS: usize = 21;

// Where each family of features begins.
const RANK: usize = 0;
const LOSS: usize = RANK + 8 * STAGES;
const LAST: usize = LOSS + 8 * STAGES;
const BEFORE: usize = LAST + STEPS.len() + 1;
const PLACE: usize = BEFORE + STEPS.len() + 1;
const PAIR: usize = PLACE + LINES * NEAR;
const TACTICS: usize = PAIR + PAIRS;
const READ: usize = TACTICS + 20;

/// How many features there are.
pub const FEATURES: usize = READ + READINGS;

// What a move does, counted from `TACTICS`.
const TAKES: usize = 0; // one stone, up to three, more
const TAKES_TO_SAVE: usize = 3;
const TAKES_LAST: usize = 4;
const EXTENDS: usize = 5; // to two liberties, to more
const ANSWERS_ATARI: usize = 7;
const ATARI: usize = 8; // safely, and in danger
const SELF_ATARI: usize = 10; // of one or two stones, of more
const EYE: usize = 12;
const TOUCHES: usize = 13; // the opponent, itself, both
const CONNECTS: usize = 16;
const PRESSES: usize = 17;
const LIBERTIES: usize = 18; // two, three

/// The features of every legal move of a position. All but those of rank and loss are 0 or 1.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// The moves, and where the features of each end.
    moves: Vec<(Point, usize)>,
    all: Vec<(u16, f32)>,
}

impl Features {
    /// The moves in reading order, each with the features that are not 0 and their values. A feature
    /// may come twice; its values are to be added.
    pub fn moves(&self) -> impl Iterator<Item = (Point, impl Iterator<Item = (usize, f32)>)> {
        let begins = [0].into_iter().chain(self.moves.iter().map(|(_, end)| *end));
        self.moves.iter().zip(begins).map(|(&(point, end), begin)| {
            (point, self.all[begin..end].iter().map(|&(feature, value)| (usize::from(feature), value)))
        })
    }

    /// Looks at the legal moves of a position, ranked by the dynamical system, whose blocks were read.
    pub(super) fn look(
        &mut self,
        position: &Position,
        recent: Recent,
        ranked: &[Ranked],
        readings: &mut Readings,
    ) {
        self.moves.clear();
        self.all.clear();
        let board = position.board();
        let mut by_seds = PointMap::filled((0.0f32, 0.0f32));
        let best = ranked.first().map_or(0.0, |first| first.score);
        // Equal moves share the mean of their places, so that symmetric boards stay so.
        let mut place = 0;
        for equal in ranked.chunk_by(|a, b| a.score - b.score < EQUAL) {
            let rank = place as f32 + (equal.len() as f32 + 1.0) / 2.0;
            place += equal.len();
            for Ranked { point, score } in equal {
                by_seds[*point] = (libm::log2f(rank), (best - score) as f32);
            }
        }
        let area = board.size().area() as f32;
        let stage = BY_STAGE.shares(1.0 - board.empty().len() as f32 / area);
        let near = distances(board);
        for point in position.legal_points() {
            let (rank, loss) = by_seds[point];
            for (first, [a, b]) in [(RANK, BY_RANK.shares(rank)), (LOSS, BY_LOSS.shares(loss))] {
                for (knot, share) in [a, b] {
                    for (at, much) in stage {
                        self.add(first + knot * STAGES + at, share * much);
                    }
                }
            }
            for (first, other) in [(LAST, recent.last), (BEFORE, recent.before)] {
                if let Some(other) = other {
                    self.add(first + steps(point, other), 1.0);
                }
            }
            self.place(board, point, usize::from(near[point]));
            readings.of(point).for_each(|feature| self.add(READ + feature, 1.0));
            self.tactics(board, position.to_play(), point, recent.last, readings);
            self.moves.push((point, self.all.len()));
        }
    }

    fn add(&mut self, feature: usize, value: f32) {
        if value != 0.0 {
            self.all.push((feature as u16, value));
        }
    }

    fn place(&mut self, board: &Board, point: Point, near: usize) {
        let size = board.size();
        let line = (size.line(point) as usize).clamp(1, LINES);
        self.add(PLACE + (line - 1) * NEAR + near.clamp(1, NEAR) - 1, 1.0);
        if near >= OPEN {
            let from_edge = |at: u32, side: u32| (at.min(side - 1 - at) as usize).min(5);
            let (a, b) = (from_edge(point.column(), size.width()), from_edge(point.row(), size.height()));
            let (low, high) = (a.min(b), a.max(b));
            self.add(PAIR + high * (high + 1) / 2 + low, 1.0);
        }
    }

    fn tactics(
        &mut self,
        board: &Board,
        color: Color,
        point: Point,
        last: Option<Point>,
        readings: &mut Readings,
    ) {
        let size = board.size();
        let mut after = board.clone();
        let Ok(outcome) = after.play(color, point) else { return };
        if let Some(feature) = readings.run_down(&after, point, outcome) {
            self.add(READ + feature, 1.0);
        }
        let Some(own) = after.block(point) else { return };
        let liberties = own.liberties();
        let mut tell = |what: usize| self.add(TACTICS + what, 1.0);
        match outcome.captured {
            0 => {}
            1 => tell(TAKES),
            2..=3 => tell(TAKES + 1),
            _ => tell(TAKES + 2),
        }
        let mut seen = PointSet::EMPTY;
        let (mut friends, mut enemies) = (0, 0);
        let (mut takes_last, mut saves, mut extends, mut answers) = (false, false, false, false);
        let (mut atari, mut presses) = (false, false);
        for q in size.neighbors(point) {
            let Some(block) = board.block(q).filter(|_| !seen.contains(q)) else { continue };
            let stones = block.stone_set();
            seen |= stones;
            if block.color() == color {
                friends += 1;
                let in_atari = block.liberties() == 1;
                extends |= in_atari;
                answers |= in_atari && last.is_some_and(|last| stones.grown().contains(last));
            } else {
                enemies += 1;
                match block.liberties() {
                    1 => {
                        takes_last |= last.is_some_and(|last| stones.contains(last));
                        let beside = (stones.grown() & board.stones(color)).iter();
                        saves |= beside.filter_map(|p| board.block(p)).any(|b| b.liberties() == 1);
                    }
                    2 => atari = true,
                    3 => presses = true,
                    _ => {}
                }
            }
        }
        for (what, holds) in [
            (TAKES_TO_SAVE, saves),
            (TAKES_LAST, takes_last),
            (EXTENDS, extends && liberties == 2),
            (EXTENDS + 1, extends && liberties > 2),
            (ANSWERS_ATARI, answers && liberties > 1),
            (ATARI, atari && liberties > 1),
            (ATARI + 1, atari && liberties == 1),
            (SELF_ATARI, liberties == 1 && outcome.captured == 0 && own.len() < 3),
            (SELF_ATARI + 1, liberties == 1 && outcome.captured == 0 && own.len() >= 3),
            (EYE, is_eye(board, color, point)),
            (TOUCHES, enemies > 0 && friends == 0),
            (TOUCHES + 1, enemies == 0 && friends > 0),
            (TOUCHES + 2, enemies > 0 && friends > 0),
            (CONNECTS, friends > 1),
            (PRESSES, presses),
            (LIBERTIES, liberties == 2),
            (LIBERTIES + 1, liberties == 3),
        ] {
            if holds {
                tell(what);
            }
        }
    }
}

/// Scores that differ by less are equal: symmetric moves differ by rounding.
const EQUAL: f64 = 1e-6;

/// How far two points are from each other, as a place in `STEPS`: the sum of the steps and the
/// larger of them, so that diagonal moves are nearer than jumps \[Coulom2007\].
fn steps(a: Point, b: Point) -> usize {
    let (columns, rows) = (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()));
    let far = columns + rows + columns.max(rows);
    STEPS.iter().position(|&step| far <= step).unwrap_or(STEPS.len())
}

/// The distance of every point from the nearest stone, up to [`NEAR`].
fn distances(board: &Board) -> PointMap<u8> {
    let mut distances = PointMap::filled(NEAR as u8);
    let all = board.size().all();
    let mut reached = all - board.empty();
    for distance in 1..NEAR as u8 {
        let further = reached.grown() & all;
        for p in further - reached {
            distances[p] = distance;
        }
        reached = further;
    }
    distances
}

//! Two sides that alternate on a board: whose turn it is, kos, and who is favoured in them.
//!
//! Who is *favoured* may take back in a ko at once, as if the other had no answer to his threats. What a
//! side gets although the other is favoured it gets in any case; what it does not get when it is
//! favoured itself it never gets. In between it is a ko, and what happens if nobody is favoured tells
//! who needs the first threat.
//!
//! Lines that come back to an earlier position go against the *prover*, who has to come to an end: stones
//! are not taken, or not connected, by going round in circles. So sending two and returning one,
//! several kos at once and eternal life are no captures.

use std::ops::Deref;

use keisei_goban::{Block, Board, Color, Outcome, Point, PointSet};
use smallvec::SmallVec;

use super::numbers::Numbers;

/// The two sides of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// Who wants to take or to cut.
    Attacker,
    /// Whose stones they are.
    Defender,
}

impl Side {
    pub(crate) fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}

/// A position, whose turn it is, and what may not be played.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) board: Board,
    pub(crate) to_move: Side,
    /// Where the side to move may not take back.
    pub(crate) ko: Option<Point>,
}

/// A move; `None` is a pass.
pub(crate) type Step = Option<Point>;

/// A few points, each once, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Points {
    list: SmallVec<[Point; 32]>,
    known: PointSet,
}

impl Points {
    pub(crate) fn new() -> Points {
        Points::default()
    }

    /// Adds points that are not there yet.
    #[inline]
    pub(crate) fn add(&mut self, more: impl IntoIterator<Item = Point>) {
        for p in more {
            if self.known.insert(p) {
                self.list.push(p);
            }
        }
    }
}

impl Deref for Points {
    type Target = [Point];

    fn deref(&self) -> &[Point] {
        &self.list
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        let mut all = Points::new();
        all.add(points);
        all
    }
}

/// How the two sides play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    /// The defender's colour.
    pub(crate) color: Color,
    /// Who may take back in a ko at once.
    pub(crate) favoured: Option<Side>,
    /// The side that has to come to an end.
    pub(crate) prover: Side,
    /// Whether a stone was taken in a ko in any line.
    pub(crate) ko_seen: bool,
}

impl Sides {
    pub(crate) fn color_of(&self, side: Side) -> Color {
        match side {
            Side::Attacker => self.color.opponent(),
            Side::Defender => self.color,
        }
    }

    /// Who succeeds, as the search tells it.
    pub(crate) fn winner(&self, proved: bool) -> Side {
        if proved { self.prover } else { self.prover.other() }
    }

    pub(crate) fn decided(&self, winner: Side) -> Numbers {
        Numbers::decided(winner == self.prover)
    }

    /// What a position costs each side.
    pub(crate) fn guess(&self, attack: u32, defence: u32) -> Numbers {
        match self.prover {
            Side::Attacker => Numbers::open(attack, defence),
            Side::Defender => Numbers::open(defence, attack),
        }
    }

    pub(crate) fn key(&self, state: &State) -> u64 {
        key(state.board.hash(), state.to_move, state.ko)
    }

    /// What would come of a stone, and the key of the position after it; `None` if it is not allowed.
    #[inline]
    pub(crate) fn foresee(&mut self, state: &State, point: Point) -> Option<(u64, Outcome)> {
        if state.ko == Some(point) {
            self.ko_seen = true;
            return None;
        }
        let color = self.color_of(state.to_move);
        let (outcome, hash) = state.board.foresee(color, point);
        if outcome.suicide {
            return None;
        }
        self.ko_seen |= outcome.ko.is_some();
        let to_move = state.to_move.other();
        let ko = outcome.ko.filter(|_| self.favoured != Some(to_move));
        Some((key(hash, to_move, ko), outcome))
    }

    /// The key of the position after a pass.
    pub(crate) fn key_after_pass(&self, state: &State) -> u64 {
        key(state.board.hash(), state.to_move.other(), None)
    }

    /// Makes a position the one after a move that is allowed.
    pub(crate) fn enter(&self, state: &mut State, step: Step) {
        let outcome = step.and_then(|p| state.board.play(self.color_of(state.to_move), p).ok());
        state.to_move = state.to_move.other();
        state.ko = outcome.and_then(|outcome| outcome.ko).filter(|_| self.favoured != Some(state.to_move));
    }
}

fn key(hash: u64, to_move: Side, ko: Option<Point>) -> u64 {
    let turn = u64::from(to_move == Side::Attacker);
    let ko = ko.map_or(0, |p| 1 + u64::from(p.row() * 32 + p.column()));
    hash ^ (turn << 32 | ko).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A stone of a block.
pub(crate) fn stone_of(block: Block<'_>) -> Point {
    block.stones().next().expect("a block has stones")
}

/// Whether a point lies beside a block.
#[inline]
pub(crate) fn touches(block: Block<'_>, point: Point) -> bool {
    point.neighbors().into_iter().any(|q| block.contains(q))
}

/// The liberties of the block on a point, and a stone of each of the opponent's blocks beside it.
pub(crate) fn around(board: &Board, stone: Point) -> (Points, Points) {
    let (mut liberties, mut foes) = (Points::new(), Points::new());
    let Some(block) = board.block(stone) else { return (liberties, foes) };
    let foe = block.color().opponent();
    for q in block.stones().flat_map(Point::neighbors) {
        if board.is_empty(q) {
            liberties.add([q]);
        } else if board.get(q) == Some(foe)
            && let Some(other) = board.block(q)
            && !foes.iter().any(|&known| other.contains(known))
        {
            foes.add([q]);
        }
    }
    (liberties, foes)
}

/// Where stones that are in danger themselves can be helped: by taking what has them in atari, or by
/// a liberty more.
pub(crate) fn rescues(board: &Board, stones: &[Point], few: usize, except: Point) -> Points {
    let mut moves = Points::new();
    for &stone in stones {
        let Some(block) = board.block(stone).filter(|block| block.liberties() <= few) else { continue };
        let (own, chasers) = around(board, stone_of(block));
        for chaser in chasers.iter().filter_map(|&chaser| board.block(chaser)) {
            if chaser.liberties() == 1 && !chaser.contains(except) {
                moves.add(around(board, stone_of(chaser)).0.iter().copied());
            }
        }
        moves.add(own.iter().copied());
    }
    moves
}

/// Adds what lies beside the first so many points, and what lies beside that, so many times.
pub(crate) fn spread(board: &Board, points: &mut Points, near: usize, reach: u8) {
    let (mut from, mut to) = (0, near);
    for _ in 0..reach.min(8) {
        let beside: Points =
            points[from..to].iter().flat_map(|p| p.neighbors()).filter(|&q| board.is_empty(q)).collect();
        from = points.len();
        points.add(beside.iter().copied());
        to = points.len();
    }
}

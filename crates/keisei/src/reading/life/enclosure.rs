//! What surrounds a group: the parcel on which its life is decided.
//!
//! ```text
//! . . O . . . .     Black's corner is closed but for the side: White's stones around it are walls, which
//! . O O O . . .     are taken to stay, and the stone on a, which has no way out, is part of the parcel. To
//! X X X X O . .     the right Black may run. The parcel ends a few steps from his stones: where open board
//! . a . . b . .     begins behind it, a stone of his that is one block with them is out of danger.
//! ```
//!
//! An enclosure is *closed* if no way leads out of it that is not the attacker's. Then every legal move
//! in it is tried; what is read is a proof if its walls live without an answer, too.

use keisei_goban::{Board, Color, Point, PointSet};

use super::parcel::{Outside, Parcel};
use crate::benson::unconditional_life;

/// The most empty points of an enclosure in which every move is tried; a larger one is as good as open.
const LARGEST: usize = 26;

/// How many steps from the group an open enclosure ends, if it has room for that, and how many empty
/// points it may have.
const STEPS: usize = 4;
const OPEN_LARGEST: usize = 34;

/// A wall with so few liberties outside may be taken before it has done its work, which is looked into
/// if it costs no more than so many points.
const WEAK: usize = 3;
const FEW_MORE: usize = 8;

/// Where so many points that are not the attacker's lie within so many steps, the board is open.
const ROOMY: usize = 5;
const LOOK: usize = 4;

/// The surroundings of a group, as far as they matter.
#[derive(Clone, Debug)]
pub(super) struct Enclosure {
    /// The points on which both sides play.
    pub(super) points: PointSet,
    pub(super) outside: Outside,
    /// Whether every way out is the attacker's.
    pub(super) is_closed: bool,
    /// Whether its walls live whatever happens.
    pub(super) is_walled: bool,
    /// The stones that are asked about.
    pub(super) target: PointSet,
}

impl Enclosure {
    /// Of a block of a colour, or of the group to which it belongs if that reaches farther.
    pub(super) fn of(board: &Board, owner: Color, target: PointSet) -> Option<Enclosure> {
        let scene = Scene::new(board, owner);
        let group = scene.group(target);
        if let Some(closed) = scene.closed(target).filter(|closed| group.is_subset(&closed.points)) {
            return Some(closed);
        }
        scene.closed(group).or_else(|| (2..=STEPS).rev().find_map(|steps| scene.open(group, steps)))
    }
}

/// A board seen from a defender.
struct Scene<'b> {
    board: &'b Board,
    owner: Color,
    own: PointSet,
    others: PointSet,
    empty: PointSet,
    /// The attacker's stones that live without an answer, and the defender's.
    others_alive: PointSet,
    own_alive: PointSet,
}

impl Scene<'_> {
    fn new(board: &Board, owner: Color) -> Scene<'_> {
        let alive = |color| unconditional_life(board, color, false).stones;
        Scene {
            board,
            owner,
            own: board.stones(owner),
            others: board.stones(owner.opponent()),
            empty: board.empty(),
            others_alive: alive(owner.opponent()),
            own_alive: alive(owner),
        }
    }

    /// A block with all that are surely one group with it: of which each shares two liberties with the
    /// next, or one where a stone of the attacker's would be in atari.
    fn group(&self, block: PointSet) -> PointSet {
        let mut group = block;
        loop {
            let liberties = group.grown() & self.empty;
            let before = group;
            for block in self.board.blocks().filter(|block| block.color() == self.owner) {
                if block.stone_set().is_subset(&group) {
                    continue;
                }
                let shared = block.liberty_set() & liberties;
                let guarded = |p: Point| self.board.liberties_after(self.owner.opponent(), p).len() <= 1;
                if shared.len() >= 2 || shared.iter().any(guarded) {
                    group |= block.stone_set();
                }
            }
            if group == before {
                return group;
            }
        }
    }

    /// An enclosure by stones that are taken to stay, if it is small. Where few points more come of
    /// it, stones with few liberties are not taken to stay.
    fn closed(&self, target: PointSet) -> Option<Enclosure> {
        let tight = self.closed_by(target, 0)?;
        let many = |enclosure: &Enclosure| (enclosure.points & self.empty).len();
        let wide = self.closed_by(target, WEAK);
        if let Some(wide) = wide.filter(|wide| many(wide) <= many(&tight) + FEW_MORE) {
            return Some(wide);
        }
        // Where one of them may be taken, and more than that hangs on it, it is no enclosure.
        let is_firm =
            self.board.blocks().filter(|block| block.stone_set().is_subset(&tight.outside.walls)).all(
                |block| {
                    block.stone_set().is_subset(&self.others_alive)
                        || (block.liberty_set() - tight.points).len() > WEAK
                },
            );
        is_firm.then_some(tight)
    }

    /// An enclosure by all stones that have more than so many liberties outside, or live.
    fn closed_by(&self, target: PointSet, weak: usize) -> Option<Enclosure> {
        let mut inner = PointSet::EMPTY;
        loop {
            let points = target.flood(&(self.own | self.empty | inner));
            if (points & self.empty).len() > LARGEST || points.len() > Parcel::MOST {
                return None;
            }
            let (mut walls, before) = (PointSet::EMPTY, inner);
            for block in self.board.blocks().filter(|block| block.color() != self.owner) {
                let (stones, liberties) = (block.stone_set(), block.liberty_set());
                if stones.grown().is_disjoint(&points) {
                    continue;
                }
                let is_weak = (liberties - points).len() <= weak;
                if is_weak && stones.is_disjoint(&self.others_alive) {
                    inner |= stones;
                } else {
                    walls |= stones;
                }
            }
            if inner == before {
                let is_walled = walls.is_subset(&self.others_alive);
                let outside = Outside { walls, ..Outside::default() };
                let is_closed = points.is_disjoint(&self.own_alive);
                return is_closed.then_some(Enclosure { points, outside, is_closed, is_walled, target });
            }
        }
    }

    /// What lies within so many steps of a block, if that is not too much.
    fn open(&self, target: PointSet, steps: usize) -> Option<Enclosure> {
        let mut reach = target;
        for _ in 0..steps {
            let more = reach.grown() & (self.empty | (self.own - self.own_alive));
            reach |= more;
            reach |= (reach & self.own).flood(&(self.own - self.own_alive));
        }
        let (mut points, mut walls) = (reach, PointSet::EMPTY);
        for block in self.board.blocks().filter(|block| block.color() != self.owner) {
            let (stones, liberties) = (block.stone_set(), block.liberty_set());
            if stones.grown().is_disjoint(&reach) {
                continue;
            }
            let is_weak = liberties.len() < WEAK && stones.is_disjoint(&self.others_alive);
            if is_weak || liberties.is_subset(&reach) {
                points |= stones | liberties;
            } else {
                walls |= stones;
            }
        }
        if points.len() > Parcel::MOST || steps > 2 && (points & self.empty).len() > OPEN_LARGEST {
            return None;
        }
        let beyond = points.grown() & (self.empty - points);
        let homes: PointSet = beyond.iter().filter(|&p| self.is_roomy(p, &points)).collect();
        let outside = Outside { walls, fields: beyond, homes: homes | self.own_alive };
        Some(Enclosure { points, outside, is_closed: false, is_walled: false, target })
    }

    /// Whether the board is open beyond a parcel, seen from a point.
    fn is_roomy(&self, from: Point, parcel: &PointSet) -> bool {
        let near_others = {
            let once = self.others.grown();
            once | (once & self.empty).grown()
        };
        let near_own = (self.own - *parcel).grown();
        let theirs = near_others - near_own;
        let mut seen = PointSet::EMPTY;
        seen.insert(from);
        for _ in 0..LOOK {
            seen |= seen.grown() & ((self.empty | self.own) - *parcel);
        }
        (seen - theirs).len() >= ROOMY
    }
}

//! Groups: blocks that cannot be cut apart at once, and whether they live.
//!
//! ```text
//! . X . X .     Five stones, three blocks, one group: a one-point jump and
//! . . . X X     a diagonal link them.
//! . . . . . X
//! ```
//!
//! Two blocks are of one group if a link (a divider that keeps its ends connected) joins them, or
//! two common liberties. The status comes from proofs where there are some. Elsewhere it is
//! estimated from a few numbers ([`GroupFeatures`]) by the rules in [`GroupRules`]; \[Müller2002\]
//! takes it from searches that this module does not make. Known to fail: capturing races, and life
//! and death that turns on one move.

use keisei_goban::{Board, Color, Point, PointMap, PointSet};

use super::connect::twice;
use crate::Proof;
use crate::chains::{Chains, pairs};

/// What is expected of a group.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GroupStatus {
    /// It lives.
    Alive,
    /// It may live or die.
    Weak,
    /// It will be taken.
    Dead,
}

impl GroupStatus {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            GroupStatus::Alive => "alive",
            GroupStatus::Weak => "weak",
            GroupStatus::Dead => "dead",
        }
    }
}

/// What is counted about a group, to estimate whether it lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GroupFeatures {
    /// Its stones.
    pub stones: usize,
    /// Their liberties.
    pub liberties: usize,
    /// Room for eyes: the points of its side's small zones beside it and of the dividers that touch
    /// it, but for those that an opposing stone touches.
    pub room: usize,
    /// The separate parts of that room.
    pub eyes: usize,
    /// The empty points that it reaches in three steps through open ground, and that no opposing
    /// stone touches.
    pub reach: usize,
    /// Stones of its side in other groups, beside what it reaches.
    pub friends: usize,
    /// Opposing stones that touch it.
    pub enemies: usize,
}

/// A group: blocks that live or die together, and what is expected of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Group {
    /// Its colour.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// What is expected of it.
    pub status: GroupStatus,
    /// How that was proved; `None` if it is estimated.
    pub proof: Option<Proof>,
    /// What was counted.
    pub features: GroupFeatures,
}

/// From which numbers on a group is taken to live or to be dead. Set by what groups with such
/// numbers came to on labelled positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GroupRules {
    /// With so much room for eyes it lives.
    pub living_room: usize,
    /// With so much room and reach together it lives.
    pub living_together: usize,
    /// With friends so much is enough.
    pub living_with_friends: usize,
    /// Without friends, and with no more stones, room and reach together than this, it is dead.
    pub dead_together: usize,
    /// Without friends, and with no more liberties than this, it is dead unless it has two eyes.
    pub dead_liberties: usize,
    /// In atari, and with no more room and reach together than this, it is dead whether it has
    /// friends or not.
    pub dead_in_atari: usize,
}

impl Default for GroupRules {
    fn default() -> GroupRules {
        GroupRules {
            living_room: 7,
            living_together: 12,
            living_with_friends: 9,
            dead_together: 9,
            dead_liberties: 2,
            dead_in_atari: 3,
        }
    }
}

impl GroupRules {
    /// What becomes of a group with these features.
    pub fn status(&self, features: &GroupFeatures) -> GroupStatus {
        let GroupFeatures { stones, liberties, room, eyes, reach, friends, .. } = *features;
        let together = room + reach;
        let cut_off = friends == 0
            && (stones + together <= self.dead_together || liberties <= self.dead_liberties && eyes < 2);
        let in_atari = liberties <= 1 && together <= self.dead_in_atari;
        if cut_off || in_atari {
            GroupStatus::Dead
        } else if room >= self.living_room
            || together >= self.living_together
            || friends > 0 && together >= self.living_with_friends
        {
            GroupStatus::Alive
        } else {
            GroupStatus::Weak
        }
    }
}

/// Which blocks belong together; keeps its memory.
#[derive(Clone, Debug)]
pub(super) struct Joiner {
    labels: PointMap<u16>,
    chains: Chains,
    pairs: Vec<(u16, u16)>,
    groups: Vec<(Color, PointSet)>,
}

impl Joiner {
    pub(super) fn new() -> Joiner {
        Joiner {
            labels: PointMap::filled(0),
            chains: Chains::default(),
            pairs: Vec::new(),
            groups: Vec::new(),
        }
    }

    /// The groups of a board in the order of their first stones, but for stones left out.
    pub(super) fn groups(
        &mut self,
        board: &Board,
        left_out: &PointSet,
        links: impl Iterator<Item = (Point, Point)>,
    ) -> &[(Color, PointSet)] {
        self.groups.clear();
        let mut blocks = 0;
        for block in board.blocks() {
            block.stones().for_each(|stone| self.labels[stone] = blocks);
            blocks += 1;
        }
        self.chains.restart(blocks.into());
        for (a, b) in links {
            self.chains.join(self.labels[a].into(), self.labels[b].into());
        }
        let empty = board.empty();
        for color in Color::ALL {
            let stones = board.stones(color) - *left_out;
            self.pairs.clear();
            for p in twice(&stones) & empty {
                let around = p.neighbors().map(|q| stones.contains(q).then(|| self.labels[q]));
                self.pairs.extend(pairs(around));
            }
            self.pairs.sort_unstable();
            // A pair that is there twice has two common liberties.
            for i in 1..self.pairs.len() {
                if self.pairs[i] == self.pairs[i - 1] {
                    let (a, b) = self.pairs[i];
                    self.chains.join(a.into(), b.into());
                }
            }
        }
        // Which place in the list a root has.
        let mut places: smallvec::SmallVec<[u16; 128]> = smallvec::smallvec![u16::MAX; blocks.into()];
        for block in board.blocks() {
            let stones = block.stone_set();
            let Some(first) = stones.first() else { continue };
            if left_out.contains(first) {
                continue;
            }
            let root = self.chains.find(self.labels[first].into());
            if places[root] == u16::MAX {
                places[root] = self.groups.len() as u16;
                self.groups.push((block.color(), PointSet::EMPTY));
            }
            self.groups[usize::from(places[root])].1 |= stones;
        }
        &self.groups
    }
}

/// What lies around a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings<'a> {
    /// Empty points, and those of stones left out.
    pub(super) empty: PointSet,
    /// Those of them that no opposing stone touches.
    pub(super) calm: PointSet,
    /// All stones of the group's colour.
    pub(super) own: PointSet,
    /// The opposing stones.
    pub(super) opponent: PointSet,
    /// The points of dividers of the group's colour.
    pub(super) own_dividers: PointSet,
    /// The points of opposing dividers.
    pub(super) opposing_dividers: PointSet,
    /// The zones of the group's colour that are small enough for eyes, each with the stones beside
    /// it.
    pub(super) rooms: &'a [(PointSet, PointSet)],
}

impl GroupFeatures {
    pub(super) fn of(stones: PointSet, around: &Surroundings<'_>) -> GroupFeatures {
        let beside = stones.grown();
        let calm = around.calm;
        let mut room = PointSet::EMPTY;
        for (zone, walls) in around.rooms {
            if !walls.is_disjoint(&stones) {
                room |= *zone;
            }
        }
        room = (room | (around.own_dividers & beside)) & calm;
        let open = around.empty - around.opposing_dividers;
        let mut reached = beside & open;
        for _ in 0..2 {
            reached |= reached.grown() & open;
        }
        GroupFeatures {
            stones: stones.len(),
            liberties: (beside & around.empty).len(),
            room: room.len(),
            eyes: if room.is_empty() { 0 } else { room.components().count() },
            reach: (reached & calm).len(),
            friends: ((reached.grown() & around.own) - stones).len(),
            enemies: (beside & around.opponent).len(),
        }
    }
}

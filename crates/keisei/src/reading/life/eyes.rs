//! What is seen at a glance: that a group has two eyes, or has no room for them.

use smallvec::SmallVec;

use super::parcel::{Parcel, Stones, each};

/// A block: its stones and its liberties.
#[derive(Clone, Copy, Debug)]
struct Block {
    stones: u128,
    liberties: u128,
}

/// Eyes that could be made, by what they cost.
pub(super) struct Eyes {
    by_cost: [[Eye; Eyes::KEPT]; Eyes::DEAR],
    many: [usize; Eyes::DEAR],
}

impl Default for Eyes {
    fn default() -> Eyes {
        let none = Eye { points: 0, fence: 0, cost: 0 };
        Eyes { by_cost: [[none; Eyes::KEPT]; Eyes::DEAR], many: [0; Eyes::DEAR] }
    }
}

impl Eyes {
    /// How many of each cost are kept.
    const KEPT: usize = 6;
    /// What is too much.
    const DEAR: usize = 5;
    /// How many are tried with one another.
    pub(super) const TRIED: usize = 12;

    fn add(&mut self, eye: Eye) {
        let cost = eye.cost as usize;
        if cost < Eyes::DEAR && self.many[cost] < Eyes::KEPT {
            self.by_cost[cost][self.many[cost]] = eye;
            self.many[cost] += 1;
        }
    }

    /// The cheapest of them, in order.
    fn cheapest(&self) -> SmallVec<[Eye; Eyes::TRIED]> {
        let kept = self.by_cost.iter().zip(&self.many);
        kept.flat_map(|(eyes, &many)| eyes[..many].iter().copied()).take(Eyes::TRIED).collect()
    }
}

/// An eye that could be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    points: u128,
    /// Where stones of the defender's are missing.
    fence: u128,
    /// How many moves it takes.
    cost: u32,
}

impl Parcel {
    /// The defender's stones that live whatever the attacker does: those that are at home, and those
    /// with two vital regions among them \[Benson1976\].
    pub(super) fn living(&self, stones: Stones) -> u128 {
        let home = self.flood(self.home & stones.own, stones.own);
        let empty = self.all & !stones.all();
        let around = self.walled | self.held | self.home;
        let mut regions: SmallVec<[u128; 8]> =
            self.parts(self.all & !stones.own).filter(|region| region & around == 0).collect();
        if regions.len() < 2 {
            return home;
        }
        let mut blocks: SmallVec<[Block; 8]> = self
            .parts(stones.own)
            .map(|stones| Block { stones, liberties: self.beside(stones) & empty })
            .collect();
        loop {
            let running = blocks.iter().fold(0, |all, block| all | block.stones);
            // A region counts as long as all blocks around it are in the running.
            regions.retain(|region| self.beside(*region) & stones.own & !running == 0);
            let before = blocks.len();
            let vital = |block: &Block, region: u128| region & empty & !block.liberties == 0;
            blocks.retain(|block| {
                block.stones & home != 0
                    || regions.iter().filter(|&&region| vital(block, region)).count() >= 2
            });
            if blocks.len() == before {
                return blocks.iter().fold(0, |all, block| all | block.stones);
            }
        }
    }

    /// The eyes that could be made where there is room, the cheapest first.
    pub(super) fn eyes(&self, stones: Stones, room: u128) -> SmallVec<[Eye; Eyes::TRIED]> {
        let mut eyes = Eyes::default();
        for p in each(room) {
            self.eyes_at(stones, room, p, &mut eyes);
        }
        eyes.cheapest()
    }

    /// About how many moves the defender needs to be out of danger if nobody answers, up to
    /// [`Parcel::FAR`].
    pub(super) fn moves_home(&self, stones: Stones, block: u128) -> u32 {
        if self.home & !stones.other == 0 {
            return Parcel::FAR;
        }
        let mut reach = block;
        for moves in 0..Parcel::FAR {
            if reach & self.home & !stones.other != 0 {
                return moves;
            }
            let more = self.flood(self.beside(reach) & !stones.other, stones.own)
                | self.beside(reach) & !stones.other;
            if more & !reach == 0 {
                break;
            }
            reach |= more;
        }
        Parcel::FAR
    }

    /// The most moves that are told apart.
    pub(super) const FAR: u32 = 8;

    /// The eyes of a point or two that could be made about a point.
    fn eyes_at(&self, stones: Stones, room: u128, p: u8, eyes: &mut Eyes) {
        let bit = 1u128 << p;
        let near = self.near(p);
        // Stones of the attacker's must be taken as well.
        let price =
            |points: u128, fence: u128| fence.count_ones() + ((points | fence) & stones.other).count_ones();
        let fence = near & !stones.own;
        if fence.count_ones() > 3 {
            // Nothing is there yet to make it of.
            return;
        }
        let corners = self.corners(p);
        let wrong = (corners.inside & stones.other).count_ones() as i8;
        let spare = corners.spare - wrong;
        let loose = (corners.inside & !stones.all()).count_ones() as i8;
        let corner_cost = match spare {
            i8::MIN..=-1 => 3,
            spare => ((loose - spare).max(0) as u32).div_ceil(2),
        };
        eyes.add(Eye { points: bit, fence, cost: price(bit, fence) + corner_cost });
        // With a neighbour that comes after it.
        for q in each(near & room & !(bit | (bit - 1))) {
            let points = bit | 1 << q;
            let fence = (near | self.near(q)) & !stones.own & !points;
            eyes.add(Eye { points, fence, cost: price(points, fence) });
        }
    }

    /// Where the defender can still make eyes: where no stone of his stands and none of the attacker's
    /// stays beside.
    pub(super) fn room(&self, stones: Stones) -> u128 {
        let held = self.flood(self.held & stones.other, stones.other);
        let mut beside = self.walled | held;
        for i in each(held) {
            beside |= self.near(i);
        }
        self.all & !stones.own & !beside
    }

    /// Whether there are two points among some that do not lie side by side.
    pub(super) fn has_two_apart(&self, points: u128) -> bool {
        match points.count_ones() {
            0 | 1 => false,
            2 => self.near(points.trailing_zeros() as u8) & points == 0,
            _ => true,
        }
    }
}

/// About how many moves the defender needs for two of some eyes if nobody answers, up to
/// [`Parcel::FAR`].
pub(super) fn moves_to_live(eyes: &[Eye]) -> u32 {
    let mut best = Parcel::FAR;
    for (i, one) in eyes.iter().enumerate() {
        for other in &eyes[i + 1..] {
            if one.cost.max(other.cost) >= best {
                break;
            }
            if one.points & (other.points | other.fence) != 0 || other.points & one.fence != 0 {
                continue;
            }
            let shared = (one.fence & other.fence).count_ones();
            best = best.min((one.cost + other.cost).saturating_sub(shared));
        }
    }
    best
}

impl Parcel {
    /// Of eyes that lie apart: how many are made, and how many the next move makes or spoils.
    pub(super) fn eyes_apart(&self, eyes: &[Eye]) -> (u32, u32) {
        let (mut made, mut half, mut used) = (0, 0, 0u128);
        for eye in eyes.iter().take_while(|eye| eye.cost <= 1) {
            let around = eye.points | self.beside(eye.points);
            if around & used != 0 {
                continue;
            }
            used |= eye.points | eye.fence;
            match eye.cost {
                0 => made += 1,
                _ => half += 1,
            }
        }
        (made, half)
    }
}

//! Regions, the blocks around them, and which blocks live by which regions.
//!
//! A **region** of a colour is a connected set of points without stones of that colour; its **boundary** are the blocks of the colour that touch it. A region
//! *holds* a block if that block can be kept from losing its last liberty there, by answering in the region, as long as it has another liberty
//! elsewhere. A block held by two regions is never taken: the defender answers each move in the region where it was made, and the two regions
//! vouch for each other. That is Benson's argument, with "can be kept" in place of "keeps by itself" \[Müller1997\].
//!
//! # What holds
//!
//! - *Vital* (\[Benson1976\]): every empty point of the region is a liberty of the block. Nothing needs an answer: the last liberty cannot be filled, it would be suicide.
//! - *Pairs* (alternating play): the points of the region that no boundary block touches (its interior) could become the attacker's eyes. If each of them lies beside
//!   two liberties that are set aside for it, then one of the two can always be taken in answer to the other, and the interior point is
//!   touched. Likewise two boundary blocks with two common liberties set aside for them are connected. If the interior is covered and the boundary
//!   connected in this way, with no liberty used twice, then the region holds its whole boundary, and nothing of the attacker's can
//!   live in it: it has no place for an eye, now or after captures, since interior points under his stones are counted too.

use keisei_goban::{Board, Color, PointSet};

use super::frame::Frame;
use super::life::{self, Support};
use super::pairs::{links, pairs};

/// A block on the boundary of some region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    pub(super) stones: PointSet,
    /// All points beside its stones.
    pub(super) beside: PointSet,
}

/// A region and how it holds its boundary.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) points: PointSet,
    /// What it gives to its boundary.
    pub(super) support: Support,
    /// Whether it holds its whole boundary by pairs, and is free of living intruders.
    pub(super) holds_all: bool,
}

impl Region {
    /// Its boundary, as places in the list of walls.
    pub(super) fn boundary(&self) -> &[usize] {
        &self.support.boundary
    }

    /// Forgets what it gives.
    pub(super) fn drop_all(&mut self) {
        self.holds_all = false;
        self.support.credits.fill(0);
        self.support.links.clear();
    }

    /// Gives what a search found and nothing else: a region is answered in one way.
    pub(super) fn give(&mut self, credits: Vec<u8>) {
        self.drop_all();
        self.support.credits = credits;
    }
}

/// The regions of a colour, and the blocks around them.
#[derive(Clone, Debug, Default)]
pub(super) struct Enclosure {
    pub(super) walls: Vec<Wall>,
    pub(super) regions: Vec<Region>,
}

impl Enclosure {
    /// The regions of a colour. They give nothing yet.
    pub(super) fn of(board: &Board, color: Color) -> Enclosure {
        let own = board.stones(color);
        let mut enclosure = Enclosure::default();
        for points in (board.size().all() - own).components() {
            let mut touching = points.grown() & own;
            let mut boundary = Vec::new();
            while let Some(p) = touching.first() {
                let known = enclosure.walls.iter().position(|wall| wall.stones.contains(p));
                let wall = known.unwrap_or_else(|| {
                    let stones = board.block(p).expect("a stone has a block").stone_set();
                    enclosure.walls.push(Wall { stones, beside: stones.grown() - stones });
                    enclosure.walls.len() - 1
                });
                touching -= enclosure.walls[wall].stones;
                boundary.push(wall);
            }
            let support = Support { credits: vec![0; boundary.len()], boundary, links: Vec::new() };
            enclosure.regions.push(Region { points, support, holds_all: false });
        }
        enclosure
    }

    /// Applies Benson's rule to all regions.
    pub(super) fn find_vital(&mut self, board: &Board, suicide_allowed: bool) {
        let empty = board.empty();
        for region in &mut self.regions {
            // Where suicide is allowed, stones may be taken off again by their owner: then no point counts as filled for good.
            let inside = if suicide_allowed { region.points } else { region.points & empty };
            let Support { boundary, credits, .. } = &mut region.support;
            for (credit, &wall) in credits.iter_mut().zip(&*boundary) {
                *credit = u8::from(inside.is_subset(&self.walls[wall].beside));
            }
        }
    }

    /// Applies the rule of pairs to all regions, after Benson's.
    pub(super) fn find_holding(&mut self, board: &Board) {
        let empty = board.empty();
        for i in 0..self.regions.len() {
            let holds_all = self.local(i, board).is_some_and(|(frame, boundary)| {
                pairs(&frame, frame.all(), frame.bits(&empty), &boundary, 0)
            });
            let links = if holds_all { self.chained(i) } else { self.links(i, board) };
            let region = &mut self.regions[i];
            region.holds_all = holds_all;
            region.support.links = links;
            if holds_all {
                region.support.credits.fill(1);
            }
        }
    }

    /// A region as a frame with what each block of its boundary touches, unless it is too large.
    pub(super) fn local(&self, index: usize, board: &Board) -> Option<(Frame, Vec<u64>)> {
        let region = &self.regions[index];
        if region.points.len() > Frame::MOST {
            return None;
        }
        let frame = Frame::new(region.points, board.size());
        let boundary = region.boundary().iter().map(|&wall| frame.bits(&self.walls[wall].beside)).collect();
        Some((frame, boundary))
    }

    /// All of a region's boundary, one after the other.
    fn chained(&self, index: usize) -> Vec<(usize, usize)> {
        self.regions[index].boundary().windows(2).map(|two| (two[0], two[1])).collect()
    }

    /// Which blocks of a region's boundary can be kept connected by common liberties.
    fn links(&self, index: usize, board: &Board) -> Vec<(usize, usize)> {
        let region = &self.regions[index];
        let boundary = region.boundary();
        // Of a large region only the common liberties matter.
        let (mut once, mut common) = (PointSet::EMPTY, PointSet::EMPTY);
        for &wall in boundary {
            let liberties = self.walls[wall].beside & region.points & board.empty();
            common |= once & liberties;
            once |= liberties;
        }
        let frame = Frame::new(common.iter().take(Frame::MOST), board.size());
        let touched: Vec<u64> = boundary.iter().map(|&wall| frame.bits(&self.walls[wall].beside)).collect();
        links(&touched, frame.all()).into_iter().map(|(a, b)| (boundary[a], boundary[b])).collect()
    }

    /// How many liberties each block of a region's boundary needs there, so that it lives: two, less what it would owe to other regions if all of the boundary
    /// lived.
    pub(super) fn needs(&self, index: usize) -> Vec<u8> {
        let boundary = self.regions[index].boundary();
        let mut hoped = self.clone();
        hoped.regions[index].give(vec![2; boundary.len()]);
        let (_, owed) = hoped.life();
        // Of what was hoped for, nothing is owed.
        boundary.iter().map(|&wall| 2u8.saturating_sub(owed[wall].saturating_sub(2))).collect()
    }

    /// Which blocks live.
    pub(super) fn living(&self) -> Vec<bool> {
        self.life().0
    }

    fn life(&self) -> (Vec<bool>, Vec<u8>) {
        let supports: Vec<Support> = self.regions.iter().map(|region| region.support.clone()).collect();
        life::living(&vec![0; self.walls.len()], &supports)
    }
}

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
//!
//! Blocks can also be *tied* ([`Tie`]) through points of two regions. Then they count as one, and the tied points are at nobody's disposal.

use keisei_goban::{Board, Color, PointSet, Size};
use smallvec::{SmallVec, smallvec};

use super::frame::Frame;
use super::life::{Chains, Life, Supports};
use super::pairs::{links, pairs};
use super::tie::Tie;

/// A block on the boundary of some region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) stones: PointSet,
    /// All points beside its stones.
    pub(super) beside: PointSet,
    /// Whether it lives without any region.
    pub(super) is_safe: bool,
}

/// What a region gives to the blocks of its boundary.
#[derive(Clone, Debug, Default)]
pub(super) struct Support {
    /// The boundary, as places in the list of blocks.
    pub(super) boundary: SmallVec<[usize; 8]>,
    /// How many liberties it keeps for each of them.
    pub(super) credits: SmallVec<[u8; 8]>,
    /// Which of them can be kept connected in it.
    pub(super) links: SmallVec<[(usize, usize); 8]>,
}

/// A region and how it holds its boundary.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) points: PointSet,
    /// What it gives to its boundary.
    pub(super) support: Support,
    /// Whether it holds its whole boundary by pairs, and is free of living intruders.
    pub(super) holds_all: bool,
    /// Whether a search found it free of living intruders.
    pub(super) is_cleared: bool,
    /// Whether something proved relies on it, so that what it gives must not become less.
    pub(super) is_needed: bool,
    /// Whether some of its points are used otherwise, so that it gives nothing.
    pub(super) is_shut: bool,
}

impl Region {
    /// A region that gives nothing yet.
    fn new(points: PointSet, boundary: SmallVec<[usize; 8]>) -> Region {
        let support = Support { credits: smallvec![0; boundary.len()], boundary, links: SmallVec::new() };
        Region { points, support, holds_all: false, is_cleared: false, is_needed: false, is_shut: false }
    }

    /// Its boundary, as places in the list of blocks.
    pub(super) fn boundary(&self) -> &[usize] {
        &self.support.boundary
    }

    /// Whether nothing proved relies on it or on points of it.
    pub(super) fn is_open(&self) -> bool {
        !self.is_needed && !self.is_shut
    }

    /// Forgets what it gives.
    pub(super) fn drop_all(&mut self) {
        self.holds_all = false;
        self.is_cleared = false;
        self.support.credits.fill(0);
        self.support.links.clear();
    }

    /// Gives what a search found and nothing else: a region is answered in one way.
    pub(super) fn give(&mut self, credits: SmallVec<[u8; 8]>) {
        self.drop_all();
        self.support.credits = credits;
    }
}

/// A region by itself.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) frame: Frame,
    /// What each chain of the boundary touches.
    pub(super) touched: SmallVec<[u64; 8]>,
    /// Which chain each block of the boundary belongs to.
    pub(super) chain_of: SmallVec<[usize; 8]>,
    pub(super) tied: u64,
}

/// The regions of a colour, and the blocks around them.
#[derive(Clone, Debug, Default)]
pub(super) struct Enclosure {
    pub(super) blocks: Vec<Block>,
    pub(super) regions: Vec<Region>,
    pub(super) ties: Vec<Tie>,
    /// Points set aside for something else.
    pub(super) refuges: PointSet,
}

impl Enclosure {
    /// The regions of a colour. They give nothing yet.
    pub(super) fn of(board: &Board, color: Color) -> Enclosure {
        let own = board.stones(color);
        let mut enclosure = Enclosure::default();
        for points in (board.size().all() - own).components() {
            let mut touching = points.grown() & own;
            let mut boundary = SmallVec::new();
            while let Some(p) = touching.first() {
                let known = enclosure.blocks.iter().position(|block| block.stones.contains(p));
                let block = known.unwrap_or_else(|| {
                    let stones = board.block(p).expect("a stone has a block").stone_set();
                    enclosure.blocks.push(Block { stones, beside: stones.grown() - stones, is_safe: false });
                    enclosure.blocks.len() - 1
                });
                touching -= enclosure.blocks[block].stones;
                boundary.push(block);
            }
            enclosure.regions.push(Region::new(points, boundary));
        }
        enclosure
    }

    /// Applies Benson's rule to all regions that nothing relies on.
    pub(super) fn find_vital(&mut self, board: &Board, suicide_allowed: bool) {
        let empty = board.empty();
        let tied = self.tied();
        let beside = self.beside_chains();
        for region in self.regions.iter_mut().filter(|region| region.is_open()) {
            region.drop_all();
            if region.points.is_subset(&tied) {
                continue;
            }
            // Where suicide is allowed, stones may be taken off again by their owner: then no point counts as filled for good.
            let inside = if suicide_allowed { region.points } else { region.points & empty };
            let Support { boundary, credits, .. } = &mut region.support;
            for (credit, &block) in credits.iter_mut().zip(&*boundary) {
                *credit = u8::from(inside.is_subset(&beside[block]));
            }
        }
    }

    /// Applies the rule of pairs to all regions that nothing relies on, after Benson's.
    pub(super) fn find_holding(&mut self, board: &Board) {
        let empty = board.empty();
        let free = empty - self.tied();
        for i in 0..self.regions.len() {
            if !self.regions[i].is_open() {
                continue;
            }
            let holds_all = self.may_hold_all(i, &empty)
                && self.local(i, board).is_some_and(|Local { frame, touched, tied, .. }| {
                    let free = frame.bits(&empty) & !tied;
                    frame.all() & !tied != 0 && pairs(&frame, frame.all(), free, &touched, 0)
                });
            let links = if holds_all { SmallVec::new() } else { self.links(i, &free, board.size()) };
            let region = &mut self.regions[i];
            region.holds_all = holds_all;
            region.support.links = links;
            if holds_all {
                let Support { boundary, credits, links } = &mut region.support;
                credits.fill(1);
                links.extend(boundary.windows(2).map(|two| (two[0], two[1])));
            }
        }
    }

    /// Whether a region has two liberties for each interior point. Most have not.
    fn may_hold_all(&self, index: usize, empty: &PointSet) -> bool {
        let region = &self.regions[index];
        let beside =
            region.boundary().iter().fold(PointSet::EMPTY, |all, &block| all | self.blocks[block].beside);
        2 * (region.points - beside).len() <= (region.points & beside & *empty).len()
    }

    /// A region by itself, unless it is too large.
    pub(super) fn local(&self, index: usize, board: &Board) -> Option<Local> {
        let region = &self.regions[index];
        if region.points.len() > Frame::MOST {
            return None;
        }
        let frame = Frame::new(region.points, board.size());
        let tied = frame.bits(&self.tied());
        let mut chains = self.chains();
        let mut names: SmallVec<[usize; 8]> = SmallVec::new();
        let mut local = Local { frame, touched: SmallVec::new(), chain_of: SmallVec::new(), tied };
        for &block in region.boundary() {
            let chain = chains.find(block);
            let touched = local.frame.bits(&self.blocks[block].beside);
            if let Some(i) = names.iter().position(|&name| name == chain) {
                local.touched[i] |= touched;
                local.chain_of.push(i);
            } else {
                local.chain_of.push(names.len());
                names.push(chain);
                local.touched.push(touched);
            }
        }
        Some(local)
    }

    /// The blocks as ties join them.
    pub(super) fn chains(&self) -> Chains {
        let mut chains = Chains::new(self.blocks.len());
        for tie in &self.ties {
            chains.join(tie.blocks.0, tie.blocks.1);
        }
        chains
    }

    /// The points of all ties.
    pub(super) fn tied(&self) -> PointSet {
        self.ties.iter().flat_map(|tie| tie.points).collect()
    }

    /// The points beside each block's chain.
    fn beside_chains(&self) -> Vec<PointSet> {
        let mut beside: Vec<PointSet> = self.blocks.iter().map(|block| block.beside).collect();
        if !self.ties.is_empty() {
            let mut chains = self.chains();
            for (i, block) in self.blocks.iter().enumerate() {
                beside[chains.find(i)] |= block.beside;
            }
            for i in 0..beside.len() {
                beside[i] = beside[chains.find(i)];
            }
        }
        beside
    }

    /// Which blocks of a region's boundary can be kept connected by common liberties among some points.
    fn links(&self, index: usize, free: &PointSet, size: Size) -> SmallVec<[(usize, usize); 8]> {
        let boundary = self.regions[index].boundary();
        if boundary.len() < 2 {
            return SmallVec::new();
        }
        // Of a large region only the common liberties matter.
        let (mut once, mut common) = (PointSet::EMPTY, PointSet::EMPTY);
        let free = self.regions[index].points & *free;
        for &block in boundary {
            let liberties = self.blocks[block].beside & free;
            common |= once & liberties;
            once |= liberties;
        }
        if common.is_empty() {
            return SmallVec::new();
        }
        let frame = Frame::new(common.iter().take(Frame::MOST), size);
        let touched: SmallVec<[u64; 16]> =
            boundary.iter().map(|&block| frame.bits(&self.blocks[block].beside)).collect();
        links(&touched, frame.all()).into_iter().map(|(a, b)| (boundary[a], boundary[b])).collect()
    }

    /// How many liberties each block of a region's boundary needs there, so that it lives: two, less what it would owe to other regions if all of the boundary
    /// lived.
    pub(super) fn needs(&self, index: usize) -> SmallVec<[u8; 8]> {
        let boundary = self.regions[index].boundary();
        let mut hoped = self.clone();
        hoped.regions[index].give(smallvec![2; boundary.len()]);
        let kept = hoped.life().kept;
        // Of what was hoped for, nothing is owed.
        boundary.iter().map(|&block| 2u8.saturating_sub(kept[block].saturating_sub(2))).collect()
    }

    /// Which blocks live.
    pub(super) fn living(&self) -> SmallVec<[bool; 32]> {
        self.life().lives
    }

    fn life(&self) -> Life {
        let mut supports = Supports::default();
        for (i, Region { support, .. }) in self.regions.iter().enumerate() {
            if support.credits.iter().all(|&credit| credit == 0) && support.links.is_empty() {
                continue;
            }
            for (&block, &credit) in support.boundary.iter().zip(&support.credits) {
                supports.give(i, block, credit);
            }
            support.links.iter().for_each(|&(a, b)| supports.link(i, a, b));
        }
        for tie in &self.ties {
            supports.link(self.regions.len(), tie.blocks.0, tie.blocks.1);
        }
        let brought: SmallVec<[u8; 32]> =
            self.blocks.iter().map(|block| if block.is_safe { 2 } else { 0 }).collect();
        supports.life(&brought)
    }

    /// Merges small regions into a region that nothing relies on, as long as both have two blocks in common that do not both live. Tells whether there were any.
    pub(super) fn merge(&mut self, index: usize, most: usize, territory: &PointSet) -> bool {
        let living = self.living();
        let is_free = |region: &Region| {
            region.is_open() && !region.boundary().is_empty() && !region.points.is_subset(territory)
        };
        if !is_free(&self.regions[index]) || self.regions[index].boundary().iter().all(|&block| living[block])
        {
            return false;
        }
        let size = self.regions[index].points.len();
        let mut merged = false;
        for i in self.by_size().into_iter().filter(|&i| i != index) {
            let (region, other) = (&self.regions[index], &self.regions[i]);
            let common = || other.boundary().iter().filter(|block| region.boundary().contains(block));
            if !is_free(other)
                || other.points.len() > size.min(6)
                || other.points.len() + region.points.len() > most
                || common().count() < 2
                || common().all(|&block| living[block])
            {
                continue;
            }
            let other = self.regions[i].clone();
            self.regions[i] = Region::new(PointSet::EMPTY, SmallVec::new());
            let region = &self.regions[index];
            let mut boundary = region.support.boundary.clone();
            boundary
                .extend(other.boundary().iter().copied().filter(|block| !region.boundary().contains(block)));
            self.regions[index] = Region::new(region.points | other.points, boundary);
            merged = true;
        }
        merged
    }

    /// Sets points aside for something else.
    pub(super) fn shut(&mut self, points: &PointSet) {
        self.refuges |= *points;
        // With tied points a region can do.
        let taken = *points - self.tied();
        for region in self.regions.iter_mut().filter(|region| region.is_open()) {
            region.is_shut = !region.points.is_disjoint(&taken);
        }
    }

    /// The regions, small ones first.
    pub(super) fn by_size(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.regions.len()).collect();
        order.sort_by_key(|&i| self.regions[i].points.len());
        order
    }

    /// Forgets what nothing proved relies on, large regions first, and keeps the rest as it is.
    pub(super) fn keep_needed(&mut self) {
        let living = self.living();
        self.ties.retain(|tie| living[tie.blocks.0] && living[tie.blocks.1]);
        let mut order: Vec<usize> = (0..self.regions.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(self.regions[i].points.len()));
        for i in order {
            // What was needed once stays: territory beside it may have been claimed because it lives without that.
            if !self.regions[i].is_open() {
                continue;
            }
            let Support { boundary, credits, links } = &self.regions[i].support;
            let gives = credits.iter().any(|&credit| credit > 0)
                && boundary.iter().all(|&block| living[block])
                || links.iter().any(|&(a, b)| living[a] && living[b]);
            let region = self.regions[i].clone();
            self.regions[i].drop_all();
            if gives && self.living() != living {
                self.regions[i] = Region { is_needed: true, ..region };
            }
        }
    }
}

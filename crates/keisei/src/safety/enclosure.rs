//! Regions, the blocks around them, and what regions give to blocks.
//!
//! A **region** of a colour is a connected set of points without stones of that colour; its
//! **boundary** are the blocks of the colour that touch it. All that is proved for a colour is
//! proved by *plans* ([`Plan`]): each region is answered in one way, each move of the attacker
//! asks for an answer in its own region only (or at the other point of a tie), and what the plans
//! keep for the blocks is added up by [`Supports`]. About the world outside nothing is assumed:
//! a proof may take all that is neither a block that it says lives, nor a point at which it
//! answers ([`Enclosure::answered`]), for stones of the attacker that are never taken.
//!
//! # Plans, and why they keep what they give
//!
//! A region *holds* a block if the attacker cannot fill the block's last liberty in it as long as
//! the block has a liberty elsewhere. It gives that block one liberty then: two regions that hold a
//! block vouch for each other.
//!
//! - [`Plan::Vital`] \[Benson1976\]: every empty point of the region is a liberty of the block. The
//!   attacker's last stone there would leave all his stones in the region without a liberty
//!   while the block has one elsewhere: suicide. Stones of the defender in it (answers of links)
//!   stand beside the block and so belong to it; what is left of the region holds an empty point
//!   beside the block, since stones of the attacker without a liberty are taken. Where suicide is
//!   allowed stones may vanish, so every point of the region has to lie beside the block, stones
//!   or not.
//! - [`Plan::Pairs`], after \[Müller1997\]: the points of the region that no boundary block touches
//!   are its interior. Each of them lies beside two empty liberties that are set aside for it, and
//!   boundary blocks have two common liberties set aside for each connection. If the attacker takes
//!   one of two, the answer is the other. So of two he never has both; when the last liberty in the
//!   region is at stake every interior point has a stone of the boundary beside it, so no point but
//!   that liberty is empty, and filling it is suicide, as before. Interior points under stones of
//!   the attacker are covered too: after captures nothing new opens. So he has no place for an eye,
//!   ever. The owner clears the region at leisure: he fills all but the last empty point, then that
//!   one, which takes everything that is left. From then on every point of the region lies beside
//!   his stones, which are connected by then; the region stays vital to them, gets smaller with
//!   each round, and each round can be repeated.
//! - [`Plan::Search`]: see `search`. It gives what was asked for, and may clear the region.
//! - [`Plan::Free`]: the boundary lives by other regions, and at most one point, or two side by
//!   side, of the interior are without a pair. The attacker gets no second eye, and the defender
//!   can fill all his liberties, for no block needs any here. The defender's stones that do so
//!   stand on points that the boundary touches; only the last one is played inside an eye, and
//!   takes.
//!
//! Two blocks can be *linked* in a region by two common liberties set aside for them, if it is not
//! answered otherwise, or *tied* ([`Tie`]) by points of two regions. Then they count as one, and
//! tied points are at nobody's disposal.

use keisei_goban::{Board, Color, PointSet, Size};
use smallvec::{SmallVec, smallvec};

use super::life::{Life, Supports};
use super::pairs::{Pair, links, pairs};
use super::tie::Tie;
use crate::chains::Chains;
use crate::reading::frame::{Frame, each};

/// A block on the boundary of some region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) stones: PointSet,
    /// All points beside its stones.
    pub(super) beside: PointSet,
}

/// How moves in a region are answered. A region is answered in one way, so that no two proofs ask
/// for different answers to the same move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    /// Not at all, but for links.
    Nothing,
    /// Not at all, but for links: it is vital to the blocks that it gives a liberty.
    Vital,
    /// By pairs of liberties, which hold its whole boundary and leave no room for an eye.
    Pairs,
    /// As a search found.
    Search {
        /// Whether that leaves nothing of the attacker's alive in it.
        clears: bool,
    },
    /// As one likes: nobody lives by it, and it has no room for two eyes.
    Free,
}

/// Two blocks that are kept connected in a region by two points that are set aside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) blocks: (usize, usize),
    pub(super) points: PointSet,
}

/// A region, how it is answered, and what that gives to its boundary.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) points: PointSet,
    /// The boundary, as places in the list of blocks.
    pub(super) boundary: SmallVec<[usize; 8]>,
    pub(super) plan: Plan,
    /// How many liberties that keeps for each block of the boundary.
    pub(super) credits: SmallVec<[u8; 8]>,
    /// Which of them can be kept connected in it.
    pub(super) links: Vec<Link>,
    /// Whether something proved relies on it, so that it stays as it is.
    pub(super) is_kept: bool,
    /// Whether it is proved to be territory.
    pub(super) is_territory: bool,
}

impl Region {
    /// A region that gives nothing yet.
    fn new(points: PointSet, boundary: SmallVec<[usize; 8]>) -> Region {
        Region {
            points,
            plan: Plan::Nothing,
            credits: smallvec![0; boundary.len()],
            boundary,
            links: Vec::new(),
            is_kept: false,
            is_territory: false,
        }
    }

    /// Follows a plan that gives nothing.
    pub(super) fn give_nothing(&mut self, plan: Plan) {
        self.plan = plan;
        self.credits.fill(0);
        self.links.clear();
    }

    /// Gives what a search found and nothing else.
    pub(super) fn give(&mut self, credits: SmallVec<[u8; 8]>, clears: bool) {
        self.give_nothing(Plan::Search { clears });
        self.credits = credits;
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
                    enclosure.blocks.push(Block { stones, beside: stones.grown() - stones });
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
        for region in self.regions.iter_mut().filter(|region| !region.is_kept) {
            region.give_nothing(Plan::Nothing);
            if region.points.is_subset(&tied) {
                continue;
            }
            // Where suicide is allowed, stones may be taken off again by their owner: then no point
            // counts as filled for good.
            let inside = if suicide_allowed { region.points } else { region.points & empty };
            for (credit, &block) in region.credits.iter_mut().zip(&region.boundary) {
                if inside.is_subset(&beside[block]) {
                    *credit = 1;
                    region.plan = Plan::Vital;
                }
            }
        }
    }

    /// Applies the rule of pairs to all regions that nothing relies on, after Benson's.
    pub(super) fn find_holding(&mut self, board: &Board) {
        let empty = board.empty();
        let free = empty - self.tied();
        for i in 0..self.regions.len() {
            if self.regions[i].is_kept {
                continue;
            }
            let holds_all = self.may_hold_all(i, &empty)
                && self.local(i, board).is_some_and(|Local { frame, touched, tied, .. }| {
                    let free = frame.bits(&empty) & !tied;
                    frame.all() & !tied != 0 && pairs(&frame, frame.all(), free, &touched, 0)
                });
            if !holds_all {
                self.regions[i].links = self.links(i, &free, board.size());
                continue;
            }
            let region = &mut self.regions[i];
            region.give_nothing(Plan::Pairs);
            region.credits.fill(1);
            let two = region.boundary.windows(2).map(|two| (two[0], two[1]));
            region.links.extend(two.map(|blocks| Link { blocks, points: region.points }));
        }
    }

    /// Whether a region whose boundary lives is territory by its plan.
    pub(super) fn is_territory(&self, index: usize) -> bool {
        let region = &self.regions[index];
        match region.plan {
            Plan::Pairs | Plan::Search { clears: true } | Plan::Free => true,
            // A stone on a single point would have no liberty, and takes nothing that lives.
            _ if region.points.len() == 1 => true,
            // One block touches every point, and will after captures: there is no eye, and the
            // block keeps its liberty here however the region is cleared.
            Plan::Vital => {
                let [block] = region.boundary[..] else { return false };
                region.points.is_subset(&self.blocks[block].beside)
            }
            Plan::Nothing | Plan::Search { clears: false } => false,
        }
    }

    /// Whether a region has two liberties for each interior point. Most have not.
    fn may_hold_all(&self, index: usize, empty: &PointSet) -> bool {
        let region = &self.regions[index];
        let beside =
            region.boundary.iter().fold(PointSet::EMPTY, |all, &block| all | self.blocks[block].beside);
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
        for &block in &region.boundary {
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

    /// The points at which the attacker may have to be answered for what is kept to hold.
    pub(super) fn answered(&self) -> PointSet {
        self.regions.iter().fold(self.tied(), |all, region| match region.plan {
            Plan::Nothing => region.links.iter().fold(all, |all, link| all | link.points),
            Plan::Vital | Plan::Pairs | Plan::Search { .. } | Plan::Free => all | region.points,
        })
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

    /// Which blocks of a region's boundary can be kept connected by common liberties among some
    /// points.
    fn links(&self, index: usize, free: &PointSet, size: Size) -> Vec<Link> {
        let boundary = &self.regions[index].boundary;
        if boundary.len() < 2 {
            return Vec::new();
        }
        // Of a large region only the common liberties matter.
        let (mut once, mut common) = (PointSet::EMPTY, PointSet::EMPTY);
        let free = self.regions[index].points & *free;
        for &block in boundary {
            let liberties = self.blocks[block].beside & free;
            common |= once & liberties;
            once |= liberties;
        }
        if common.len() < 2 {
            return Vec::new();
        }
        let frame = Frame::new(common.iter().take(Frame::MOST), size);
        let touched: SmallVec<[u64; 16]> =
            boundary.iter().map(|&block| frame.bits(&self.blocks[block].beside)).collect();
        let link = |((a, b), two): Pair| Link {
            blocks: (boundary[a], boundary[b]),
            points: each(two).map(|point| frame.point(point)).collect(),
        };
        links(&touched, frame.all()).into_iter().map(link).collect()
    }

    /// How many liberties each block of a region's boundary needs there, so that it lives: two,
    /// less what it would owe to other regions if all of the boundary lived.
    pub(super) fn needs(&mut self, index: usize) -> SmallVec<[u8; 8]> {
        let boundary = self.regions[index].boundary.clone();
        let hope = smallvec![2; boundary.len()];
        let kept = self.with(index, |region| region.give(hope, false), Enclosure::life).kept;
        // Of what was hoped for, nothing is owed.
        boundary.iter().map(|&block| 2u8.saturating_sub(kept[block].saturating_sub(2))).collect()
    }

    /// What would be if a region were another one.
    pub(super) fn with<T>(
        &mut self,
        index: usize,
        change: impl FnOnce(&mut Region),
        ask: impl FnOnce(&Enclosure) -> T,
    ) -> T {
        let before = self.regions[index].clone();
        change(&mut self.regions[index]);
        let answer = ask(self);
        self.regions[index] = before;
        answer
    }

    /// Which blocks live.
    pub(super) fn living(&self) -> SmallVec<[bool; 32]> {
        self.life().lives
    }

    fn life(&self) -> Life {
        let mut supports = Supports::default();
        for (i, region) in self.regions.iter().enumerate() {
            if region.credits.iter().any(|&credit| credit > 0) {
                for (&block, &credit) in region.boundary.iter().zip(&region.credits) {
                    match region.plan {
                        Plan::Search { .. } => supports.promise(i, block, credit),
                        _ => supports.give(i, block, credit),
                    }
                }
            }
            region.links.iter().for_each(|link| supports.link(i, link.blocks.0, link.blocks.1));
        }
        for tie in &self.ties {
            supports.link(self.regions.len(), tie.blocks.0, tie.blocks.1);
        }
        supports.life(&vec![0; self.blocks.len()])
    }

    /// Merges small regions into a region that nothing relies on, as long as both have two blocks
    /// in common that do not both live. Tells whether there were any.
    pub(super) fn merge(&mut self, index: usize, most: usize) -> bool {
        let living = self.living();
        let is_free = |region: &Region| !region.is_kept && !region.boundary.is_empty();
        if !is_free(&self.regions[index]) || self.regions[index].boundary.iter().all(|&block| living[block]) {
            return false;
        }
        let size = self.regions[index].points.len();
        let mut merged = false;
        for i in self.by_size().into_iter().filter(|&i| i != index) {
            let (region, other) = (&self.regions[index], &self.regions[i]);
            let common = || other.boundary.iter().filter(|block| region.boundary.contains(block));
            if !is_free(other)
                || other.points.len() > size.min(6)
                || other.points.len() + region.points.len() > most
                || common().count() < 2
                || common().all(|&block| living[block])
            {
                continue;
            }
            let mut boundary = region.boundary.clone();
            boundary.extend(other.boundary.iter().copied().filter(|block| !region.boundary.contains(block)));
            let points = region.points | other.points;
            self.regions[i] = Region::new(PointSet::EMPTY, SmallVec::new());
            self.regions[index] = Region::new(points, boundary);
            merged = true;
        }
        merged
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
        for i in self.by_size().into_iter().rev() {
            let region = &self.regions[i];
            if region.is_kept {
                continue;
            }
            let gives = region.credits.iter().any(|&credit| credit > 0)
                && region.boundary.iter().all(|&block| living[block])
                || region.links.iter().any(|link| living[link.blocks.0] && living[link.blocks.1]);
            let needed = gives.then(|| Region { is_kept: true, ..region.clone() });
            self.regions[i].give_nothing(Plan::Nothing);
            if let Some(needed) = needed
                && self.living() != living
            {
                self.regions[i] = needed;
            }
        }
    }
}

//! Settling a finished position: what is dead, what is in seki, what is not settled, and the count.
//!
//! ```text
//! X X X X O O     White's stone in Black's corner is dead; c is dame.
//! . O X c O .     Black has three points of territory and a dead stone.
//! . . X X O O
//! ```
//!
//! The best evidence speaks first: what [`Safety`](crate::safety::Safety) proves; then local reading (`duel`) between stones taken to be firm (`reading`), for whoever moves first; then
//! random games. A block is
//!
//! - *alive* if it survives when the opponent moves first;
//! - *dead* if it is taken even when its owner moves first;
//! - *in seki* if it survives only because neither side can fill what lies between it and others like it \[NiuKishimotoMüller2006\];
//! - *unsettled* if it depends on who moves first, or if random games, where nothing can be read, do not agree.
//!
//! A position is settled if no block is unsettled, no border is open, and under territory scoring nobody has to fill points of his own when the dame are filled (`border`). One that is not is counted all the same, as it stands: unsettled blocks as alive, open borders as if
//! closed where they are. The count is provisional then.
//!
//! # Rules
//!
//! Life and death are the same under all rules, as in the confirmation phase of the Japanese ones: a ko cannot be retaken before a pass. So *bent four in the corner* is dead, under
//! Chinese rules too: there it would have to be played out, and is dead unless there are ko threats that cannot be removed. A single stone that can be
//! taken in a ko stays as it stands. Under territory scoring there is no territory beside stones in seki, and points that a side will have to fill itself when the dame are filled are not counted. Under area
//! scoring dame count for nobody.
//!
//! # Where it fails
//!
//! In large areas that cannot be read, random games decide, and those do not know about seki or long fights. Stones taken to be firm because they survive nearly all random games may not
//! be so. Several kos at once, and life that depends on ko threats, are judged as if there were no threats.
//!
//! The position is first turned, mirrored and recoloured to a standard one, so that the blocks get the same verdicts in all sixteen. Which points are fills
//! can depend on the order in which the dame are looked at, and so on how the board is turned.

mod border;
mod contest;
mod duel;
mod reading;
mod survey;

use keisei_goban::{Color, Count, Point, PointSet, Position, Scoring, Size, Symmetry};

use self::border::Borders;
use self::survey::Survey;
use crate::{BlockOpinion, Status, safety};

/// How much is proved, read and sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How much is proved.
    pub safety: safety::Limits,
    /// The number of random games.
    pub playouts: u32,
    /// The most positions looked at for one question of life and death.
    pub nodes: u32,
    /// The most for all questions together.
    pub all_nodes: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            safety: safety::Limits { nodes: 4_000, region: 28 },
            playouts: 512,
            nodes: 10_000,
            all_nodes: 60_000,
        }
    }
}

/// Why a position is not settled at a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// These stones live or die by who moves first.
    WhoMovesFirst,
    /// What becomes of these stones could not be read, and random games do not agree.
    NotRead,
    /// A move at this border gains something.
    OpenBorder,
    /// When the dame are filled, the owner of these points seems to have to fill them.
    Fills,
}

impl Reason {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Reason::WhoMovesFirst => "who moves first",
            Reason::NotRead => "not read",
            Reason::OpenBorder => "open border",
            Reason::Fills => "fills",
        }
    }

    /// What it says of stones or points.
    pub fn text(self) -> &'static str {
        match self {
            Reason::WhoMovesFirst => "alive or dead by who moves first",
            Reason::NotRead => "too large to be read, and random games do not agree",
            Reason::OpenBorder => "the border is open: a move here still gains something",
            Reason::Fills => "to be filled by its owner, it seems, when the dame are: fill the dame first",
        }
    }
}

/// A place that is not settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenPlace {
    /// Why.
    pub reason: Reason,
    /// Whose stones; `None` for a border.
    pub color: Option<Color>,
    /// The stones of a group, or the points of the border.
    pub points: PointSet,
}

/// What becomes of a finished position.
#[derive(Clone, Debug)]
pub struct Settlement {
    /// Every block with its status, and the evidence for it.
    pub blocks: Vec<BlockOpinion>,
    /// Stones that will be taken off.
    pub dead: PointSet,
    /// Stones that live without two eyes.
    pub seki: PointSet,
    /// Empty points that are nobody's because both sides touch them.
    pub dame: PointSet,
    /// Points of territory that their owner will have to fill, under territory scoring.
    pub fills: PointSet,
    /// What is not settled.
    pub open: Vec<OpenPlace>,
    /// The itemised count: provisional if something is not settled.
    pub count: Count,
}

impl Settlement {
    /// Settles a position by its rules.
    pub fn of(position: &Position, limits: Limits) -> Settlement {
        let blocks = Standard::of(position).blocks(limits);
        Settlement::with_blocks(position, blocks)
    }

    /// Whether the position is ready to be counted.
    pub fn is_settled(&self) -> bool {
        self.open.is_empty()
    }

    fn with_blocks(position: &Position, blocks: Vec<BlockOpinion>) -> Settlement {
        let board = position.board();
        let of = |status: Status| {
            let those = blocks.iter().filter(|block| block.status == Some(status));
            those.fold(PointSet::EMPTY, |all, block| all | block.stones)
        };
        let (dead, seki) = (of(Status::Dead), of(Status::Seki));
        let borders = Borders::of(board, &dead);
        let mut owner = borders.owner.clone();
        let mut fills = PointSet::EMPTY;
        if position.rules().scoring() == Scoring::Territory {
            for color in Color::ALL {
                fills |= borders.fills(board, &(dead | seki), color);
            }
            let occupied = (board.stones(Color::Black) | board.stones(Color::White)) - dead;
            for area in (board.size().all() - occupied).components() {
                if !area.grown().is_disjoint(&seki) {
                    area.iter().for_each(|p| owner[p] = None);
                }
            }
            fills.iter().for_each(|p| owner[p] = None);
        }
        let mut open = groups(&blocks);
        let at_border =
            |points: &PointSet| OpenPlace { reason: Reason::OpenBorder, color: None, points: *points };
        open.extend(borders.open.iter().map(at_border));
        let to_fill = |p: Point| OpenPlace {
            reason: Reason::Fills,
            color: borders.owner[p],
            points: [p].into_iter().collect(),
        };
        open.extend(fills.iter().map(to_fill));
        let count = Count::with_owners(position, &dead, owner);
        Settlement { blocks, dead, seki, dame: borders.dame, fills, open, count }
    }
}

/// Blocks that are not settled, those of one colour that share liberties or lie side by side together.
fn groups(blocks: &[BlockOpinion]) -> Vec<OpenPlace> {
    let mut open: Vec<OpenPlace> = Vec::new();
    for block in blocks.iter().filter(|block| block.status == Some(Status::Unsettled)) {
        let reason = match block.evidence {
            Some(crate::Evidence::Sampled) => Reason::NotRead,
            _ => Reason::WhoMovesFirst,
        };
        let mut place = OpenPlace { reason, color: Some(block.color), points: block.stones };
        open.retain(|other| {
            let joins = other.color == place.color
                && other.reason == reason
                && !other.points.grown().is_disjoint(&place.points.grown());
            if joins {
                place.points |= other.points;
            }
            !joins
        });
        open.push(place);
    }
    open
}

/// A position turned and recoloured so that its board has the least hash, and how to come back.
struct Standard {
    position: Position,
    back: Symmetry,
    swapped: bool,
}

impl Standard {
    fn of(position: &Position) -> Standard {
        let mut plain = Position::new(position.board().clone());
        plain.set_rules(position.rules());
        let swapped = plain.color_swapped();
        let turned = Symmetry::all().flat_map(|symmetry| {
            [(&plain, false), (&swapped, true)]
                .map(|(start, swapped)| (start.transformed(symmetry), symmetry, swapped))
        });
        let (position, symmetry, swapped) =
            turned.min_by_key(|(position, ..)| position.board().hash()).expect("there are sixteen");
        Standard { position, back: symmetry.inverse(), swapped }
    }

    /// What becomes of the blocks, as the position was given.
    fn blocks(&self, limits: Limits) -> Vec<BlockOpinion> {
        let board = self.position.board();
        let mut survey = Survey::of(&self.position, limits);
        reading::read(board, &mut survey, limits);
        let size: Size = board.size();
        let mut blocks: Vec<BlockOpinion> = survey.blocks;
        for block in &mut blocks {
            block.stones = block.stones.iter().map(|p: Point| self.back.apply(p, size)).collect();
            if self.swapped {
                block.color = block.color.opponent();
            }
        }
        blocks.sort_by_key(|block| block.stones.first());
        blocks
    }
}

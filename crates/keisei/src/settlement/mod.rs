//! Settling a finished position: what is dead, what is in seki, what is not settled, and the count.
//!
//! ```text
//! X X X X O O     White's stone in Black's corner is dead; c is dame.
//! . O X c O .     Black has three points of territory and a dead stone.
//! . . X X O O
//! ```
//!
//! The best evidence speaks first: what [`Safety`](crate::safety::Safety) proves; then local
//! reading (`duel`) between stones taken to be firm (`arena`), for whoever moves first; then the
//! [judge](crate::judge) with either side to move. A block is
//!
//! - *alive* if it survives when the opponent moves first;
//! - *dead* if it is taken even when its owner moves first;
//! - *in seki* if it survives only because neither side can fill what lies between it and others
//!   like it \[NiuKishimotoMüller2006\];
//! - *unsettled* if it depends on who moves first, or if the judge, where nothing can be read, is
//!   in doubt.
//!
//! Then the last moves are played out on the board (`finish`), once with each side to move first:
//! stones that can be taken (`tactics`) or cut off (`group`) are taken or saved, gaps in the
//! borders are closed (`border`, `contest`), dame are filled, and points of one's own where that is
//! forced. If both orders come to the same count, it does not matter who moves first, and the
//! position is *settled*, with the forced *fills* taken off. It is not if the counts differ, if a
//! block is unsettled, if the judge is in doubt about stones that could not be read, or if a gap is
//! too large to be played out. Such a position is counted all the same, as it comes out if the side
//! to move begins; unsettled blocks that nobody takes count as alive. The count is provisional
//! then.
//!
//! # Rules
//!
//! Life and death are the same under all rules, as in the confirmation phase of the Japanese ones:
//! a ko cannot be retaken before a pass. So *bent four in the corner* is dead, under Chinese rules
//! too: there it would have to be played out, and is dead unless there are ko threats that cannot
//! be removed. Under territory scoring there is no territory beside stones in seki, and fills are
//! not counted. Under area scoring dame count for nobody, as if they were shared: with an odd
//! number left, a count after they are filled differs by a point.
//!
//! # Where it fails
//!
//! In large areas that cannot be read, the judge decides, and it does not know about seki or long
//! fights. Stones taken to be firm because they survive nearly all random games may not be so.
//! Several kos at once, and life that depends on ko threats, are judged as if there were no
//! threats. The last moves do not see what a stone inside the opponent's territory threatens, so
//! that a protective move that is needed there can be missed. Settled counts that differ from the
//! record's mostly do so by one point (BENCHMARKS.md, "Counting finished games").
//!
//! All of this is done on the position turned, mirrored and recoloured to a standard one, so that
//! all sixteen come out the same.

mod arena;
mod border;
mod contest;
mod duel;
mod finish;
mod group;
mod result;
mod survey;
mod tactics;

use keisei_goban::{Board, ByColor, Color, Count, Point, PointMap, PointSet, Position, Scoring, Symmetry};

pub use self::result::settled;

use self::border::{Borders, Fates};
use self::finish::{Ending, Start};
use self::survey::Survey;
use self::tactics::blocks_on;
use crate::{BlockOpinion, Evidence, Status, safety};

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
    /// What becomes of these stones could not be read, and the judge is in doubt.
    NotRead,
    /// A move at this border gains something.
    OpenBorder,
    /// Whoever moves first takes or connects this stone in a ko.
    Ko,
}

impl Reason {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Reason::WhoMovesFirst => "who moves first",
            Reason::NotRead => "not read",
            Reason::OpenBorder => "open border",
            Reason::Ko => "ko",
        }
    }

    /// What it says of stones or points.
    pub fn text(self) -> &'static str {
        match self {
            Reason::WhoMovesFirst => "alive or dead by who moves first",
            Reason::NotRead => "could not be read, and is in doubt",
            Reason::OpenBorder => "the border is open: a move here still gains something",
            Reason::Ko => "a ko is open: who moves first takes or connects",
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
        let standard = Standard::of(position);
        let (there, taken) = Settlement::of_standard(&standard.position, limits);
        standard.back(there, &taken, position)
    }

    /// Whether the position is ready to be counted.
    pub fn is_settled(&self) -> bool {
        self.open.is_empty()
    }

    /// What becomes of a position, and which stones that live now are taken in the last moves.
    fn of_standard(position: &Position, limits: Limits) -> (Settlement, PointSet) {
        let board = position.board();
        let mut survey = Survey::of(position, limits);
        arena::read(board, &mut survey, limits);
        let blocks = survey.blocks;
        let of = |status: Status| {
            let those = blocks.iter().filter(|block| block.status == Some(status));
            those.fold(PointSet::EMPTY, |all, block| all | block.stones)
        };
        let (dead, seki) = (of(Status::Dead), of(Status::Seki));
        let mut fates = Fates::default();
        let borders = Borders::of(board, &dead, &mut fates);
        let unsettled = of(Status::Unsettled);
        let mut start = Start { board, dead, seki, known: PointSet::EMPTY };
        let mut finish = |start: &Start<'_>| {
            ByColor::new_with(|first| {
                let ko = position.ko().filter(|_| first == position.to_play());
                let ending = Ending::of(*start, first, ko, &mut fates);
                Counted::of(position, start, &borders, ending)
            })
        };
        let mut endings = finish(&start);
        // Where the last moves would take what was found to live, they were not the best ones.
        for _ in 0..3 {
            let lost: PointSet = blocks_on(board, (endings.black.taken | endings.white.taken) - unsettled)
                .filter_map(|stone| board.block(stone).filter(|block| block.len() > 1))
                .fold(PointSet::EMPTY, |all, block| all | block.stone_set());
            if lost.is_empty() {
                break;
            }
            start.known |= lost;
            endings = finish(&start);
        }
        let mut open = groups(&blocks);
        for stone in blocks_on(board, start.known) {
            let Some(block) = board.block(stone) else { continue };
            open.push(OpenPlace {
                reason: Reason::NotRead,
                color: Some(block.color()),
                points: block.stone_set(),
            });
        }
        // Dead without having been read, and not surely.
        for block in blocks.iter().filter(|block| {
            block.evidence == Some(Evidence::Sampled)
                && block.status == Some(Status::Dead)
                && block.strength.is_some_and(|strength| strength > SURELY_DEAD)
        }) {
            open.push(OpenPlace { reason: Reason::NotRead, color: Some(block.color), points: block.stones });
        }
        let too_large = borders.gaps.iter().filter(|gap| gap.fate.is_none());
        open.extend(too_large.map(|gap| OpenPlace {
            reason: Reason::OpenBorder,
            color: None,
            points: gap.points,
        }));
        if endings.black.count.lead != endings.white.count.lead {
            differences(board, &borders, &endings, &mut open);
        }
        let ending = match position.to_play() {
            Color::Black => endings.black,
            Color::White => endings.white,
        };
        let Counted { count, fills, dame, taken } = ending;
        (Settlement { blocks, dead, seki, dame, fills, open, count }, taken)
    }
}

/// What was not read is surely dead if the judge gives it no more than this chance to live.
const SURELY_DEAD: f32 = 0.2;

/// A position counted after its last moves.
struct Counted {
    count: Count,
    /// Points that their owner filled.
    fills: PointSet,
    /// Empty points that are nobody's.
    dame: PointSet,
    taken: PointSet,
}

impl Counted {
    fn of(position: &Position, start: &Start<'_>, borders: &Borders, ending: Ending) -> Counted {
        let board = position.board();
        let Ending { mut owner, stones, taken } = ending;
        let (mut fills, mut dame) = (PointSet::EMPTY, PointSet::EMPTY);
        let living = (board.stones(Color::Black) | board.stones(Color::White)) - start.dead - taken;
        let area = position.rules().scoring() == Scoring::Area;
        // Who takes a point of a gap that is worth something has it; other dame are filled in turn,
        // and count for nobody.
        let hot = borders.gaps.iter().filter(|gap| gap.fate.as_ref().is_some_and(|fate| fate.swing() != 0));
        let hot = hot.fold(PointSet::EMPTY, |all, gap| all | gap.points);
        for p in board.size().all() - living {
            let filled = Color::ALL.into_iter().find(|&color| {
                stones[color].contains(p) && !(board.get(p) == Some(color) && start.dead.contains(p))
            });
            if let Some(color) = filled {
                let own = borders.owner[p] == Some(color);
                if own && board.is_empty(p) {
                    fills.insert(p);
                }
                owner[p] = Some(color).filter(|_| area && (own || hot.contains(p)));
            }
            if owner[p].is_none() && board.is_empty(p) && !fills.contains(p) {
                dame.insert(p);
            }
        }
        for p in living {
            owner[p] = board.get(p);
        }
        if !area {
            // There is no territory beside stones in seki.
            for part in (board.size().all() - living).components() {
                if !part.grown().is_disjoint(&start.seki) {
                    part.iter().for_each(|p| owner[p] = None);
                }
            }
        }
        let count = Count::with_owners(position, &(start.dead | taken), owner);
        Counted { count, fills, dame, taken }
    }
}

/// Where it matters who moves first.
fn differences(board: &Board, borders: &Borders, endings: &ByColor<Counted>, open: &mut Vec<OpenPlace>) {
    let known = open.iter().fold(PointSet::EMPTY, |all, place| all | place.points);
    let taken = (endings.black.taken | endings.white.taken) - (endings.black.taken & endings.white.taken);
    for stone in blocks_on(board, taken - known) {
        let Some(block) = board.block(stone) else { continue };
        let reason = if arena::is_ko(board, stone) { Reason::Ko } else { Reason::WhoMovesFirst };
        open.push(OpenPlace { reason, color: Some(block.color()), points: block.stone_set() });
    }
    let owner = |p: Point| [endings.black.count.owner[p], endings.white.count.owner[p]];
    let differs = |p: &Point| owner(*p)[0] != owner(*p)[1];
    let points: PointSet = board.size().points().filter(differs).collect();
    let mut rest = points - known - taken.grown();
    for gap in borders.gaps.iter().filter(|gap| gap.fate.is_some() && !gap.points.is_disjoint(&points)) {
        open.push(OpenPlace { reason: Reason::OpenBorder, color: None, points: gap.points });
        rest -= gap.points;
    }
    for part in rest.components() {
        open.push(OpenPlace { reason: Reason::OpenBorder, color: None, points: part });
    }
    if open.is_empty() {
        open.push(OpenPlace { reason: Reason::OpenBorder, color: None, points: points | taken });
    }
}

/// Blocks that are not settled, those of one colour that share liberties or lie side by side
/// together.
fn groups(blocks: &[BlockOpinion]) -> Vec<OpenPlace> {
    let mut open: Vec<OpenPlace> = Vec::new();
    for block in blocks.iter().filter(|block| block.status == Some(Status::Unsettled)) {
        let reason = match block.evidence {
            Some(Evidence::Sampled) => Reason::NotRead,
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
        let swapped = position.color_swapped();
        let turned = Symmetry::all().flat_map(|symmetry| {
            [(position, false), (&swapped, true)]
                .map(|(start, swapped)| (start.transformed(symmetry), symmetry, swapped))
        });
        let (position, symmetry, swapped) =
            turned.min_by_key(|(position, ..)| position.board().hash()).expect("there are sixteen");
        Standard { position, back: symmetry.inverse(), swapped }
    }

    /// The same as the position was given.
    fn back(&self, there: Settlement, taken: &PointSet, position: &Position) -> Settlement {
        let size = self.position.board().size();
        let point = |p: Point| self.back.apply(p, size);
        let set = |set: PointSet| -> PointSet { set.iter().map(point).collect() };
        let color = |color: Color| if self.swapped { color.opponent() } else { color };
        let mut owner = PointMap::filled(None);
        for p in size.points() {
            owner[point(p)] = there.count.owner[p].map(color);
        }
        let mut blocks = there.blocks;
        for block in &mut blocks {
            block.stones = set(block.stones);
            block.color = color(block.color);
        }
        blocks.sort_by_key(|block| block.stones.first());
        let place = |place: OpenPlace| OpenPlace {
            color: place.color.map(color),
            points: set(place.points),
            ..place
        };
        Settlement {
            dead: set(there.dead),
            seki: set(there.seki),
            dame: set(there.dame),
            fills: set(there.fills),
            open: there.open.into_iter().map(place).collect(),
            // Stones that are taken in the last moves count as dead ones do.
            count: Count::with_owners(position, &set(there.dead | *taken), owner),
            blocks,
        }
    }
}

//! What the methods say about a position, side by side.

use keisei_goban::{Board, ByColor, Color, Point, PointMap, PointSet, Position, Size};

use crate::conversion::{Basis, Features, Fitted};
use crate::dynamics::{Dynamics, Parameters as DynamicsParameters};
use crate::moyo::{Moyo, Options};
use crate::playout::{PlayoutEvaluator, census};
use crate::potential::{Distance, Field, Influence};
use crate::safety::Safety;
use crate::territory::{GroupFeatures, GroupStatus, Parameters as ZoneParameters, Territory};

/// A method's ownership: of a point, of its neighbours on average, of the 5×5 square around it on average.
#[derive(Clone, Debug)]
pub struct View {
    /// Of the point.
    pub at: PointMap<f32>,
    /// Of its neighbours.
    pub beside: PointMap<f32>,
    /// Of the square.
    pub square: PointMap<f32>,
}

impl View {
    fn new(size: Size, at: PointMap<f32>) -> View {
        let mut beside = PointMap::filled(0.0);
        for p in size.points() {
            let (mut sum, mut number) = (0.0, 0.0);
            for q in size.neighbors(p) {
                sum += at[q];
                number += 1.0;
            }
            beside[p] = sum / f32::max(number, 1.0);
        }
        let mut square = boxes(size, &at, 2);
        let (width, height) = (size.width(), size.height());
        let reach = |x: u32, side: u32| (x + 2).min(side - 1) - x.saturating_sub(2) + 1;
        for p in size.points() {
            square[p] /= (reach(p.column(), width) * reach(p.row(), height)) as f32;
        }
        View { at, beside, square }
    }
}

/// Rows and columns of the largest board.
const SIDE: usize = Size::MAX as usize;
/// How far squares reach at most.
const REACH: usize = 2;

/// Sums over squares that reach so many points to all sides: along rows first, then along columns, whole rows at a time.
fn boxes(size: Size, values: &PointMap<f32>, reach: usize) -> PointMap<f32> {
    let height = size.height() as usize;
    let mut along = [[0.0; SIDE]; SIDE];
    for (row, sums) in along.iter_mut().enumerate().take(height) {
        let mut padded = [0.0; SIDE + 2 * REACH];
        padded[REACH..][..SIDE].copy_from_slice(values.row(row as u32));
        for step in REACH - reach..=REACH + reach {
            sums.iter_mut().zip(&padded[step..]).for_each(|(sum, value)| *sum += value);
        }
    }
    let mut boxes = PointMap::filled(0.0);
    for row in 0..height {
        let sums = boxes.row_mut(row as u32);
        for other in &along[row.saturating_sub(reach)..=(row + reach).min(height - 1)] {
            sums.iter_mut().zip(other).for_each(|(sum, value)| *sum += value);
        }
    }
    boxes
}

/// What becomes of the stones of each colour around a point, on average.
#[derive(Clone, Debug)]
pub struct Around {
    sums: ByColor<PointMap<f32>>,
    numbers: ByColor<PointMap<f32>>,
}

impl Around {
    fn new(board: &Board, values: &PointMap<f32>, reach: usize) -> Around {
        let size = board.size();
        let [sums, numbers] = [false, true].map(|count| {
            ByColor::new_with(|color| {
                let mut of_stones = PointMap::filled(0.0);
                for p in board.stones(color) {
                    of_stones[p] = if count { 1.0 } else { values[p] };
                }
                boxes(size, &of_stones, reach)
            })
        });
        Around { sums, numbers }
    }

    pub(super) fn of(&self, p: Point, color: Color) -> Option<f32> {
        let number = self.numbers[color][p];
        (number > 0.0).then(|| self.sums[color][p] / number)
    }
}

/// A group as the model sees it.
#[derive(Clone, Copy, Debug)]
pub struct GroupView {
    /// Whether it lives, by the rules of zones.
    pub status: GroupStatus,
    /// What was counted.
    pub features: GroupFeatures,
}

/// A block as the model sees it.
#[derive(Clone, Debug)]
pub struct Block {
    pub(super) color: Color,
    pub(super) stones: f32,
    pub(super) liberties: f32,
    pub(super) group: GroupView,
}

/// How many classes of points there are in zones.
pub(super) const ZONE_CLASSES: usize = ZONE_NAMES.len();

/// What they are, the strongest last.
const ZONE_NAMES: [&str; 6] = [
    "near its stones",
    "a potential divider",
    "a divider",
    "a threatened zone",
    "a potential zone",
    "a safe zone",
];

/// What the methods say about a position.
#[derive(Clone, Debug)]
pub struct Views {
    pub(super) size: Size,
    /// How full the board is.
    pub(super) stage: f32,
    /// Whose turn it is: positive for Black, larger on smaller boards, where a move is worth as much for fewer points.
    pub(super) turn: f32,
    pub(super) dynamics: View,
    pub(super) iterations: PointMap<u16>,
    pub(super) moyo: View,
    /// What stones radiate by the inverse of their distance, pressed into −1 to 1.
    pub(super) potential: PointMap<f32>,
    pub(super) playouts: Option<View>,
    /// Stones within one and within two steps along both axes.
    pub(super) near: Around,
    pub(super) far: Around,
    blocks: Vec<Block>,
    /// The number of the block on a point, from 1.
    numbers: PointMap<u16>,
    zone_classes: ByColor<PointMap<u8>>,
    connectible: ByColor<PointSet>,
    safe_zones: PointSet,
    potential_zones: PointSet,
    distances: ByColor<PointMap<i32>>,
}

/// To be to play is worth about as many points on any board, so that each point's share is larger on a smaller board; but
/// no larger than on 9×9.
const LARGEST_SHARE: f32 = 361.0 / 81.0;

/// The methods with their memory, so that one position after the other costs less than each by itself.
#[derive(Clone, Debug)]
pub struct Methods {
    /// Whether the dynamical system follows a game move by move: faster, and off by a hundredth at most from what it would say anew.
    pub following: bool,
    dynamics: Option<Dynamics>,
    /// Whether something was known to it: that stays pinned, so that it cannot be followed.
    pinned: bool,
    moyo: Moyo,
    potential: Field,
    /// The stones whose potential it is.
    stones: ByColor<PointSet>,
    territory: Territory,
}

impl Default for Methods {
    fn default() -> Methods {
        let size = Size::default();
        Methods {
            following: false,
            dynamics: None,
            pinned: false,
            moyo: Moyo::new(size, Options::default()),
            potential: Field::new(size, POTENTIAL),
            stones: ByColor::default(),
            territory: Territory::new(size, ZoneParameters::default()),
        }
    }
}

/// The other potential than that of the moyo's tables.
const POTENTIAL: Influence = Influence::Inverse(Distance::Euclidean);

impl Methods {
    /// Asks the methods, to whom what is proved is known. Random games must have been played before ([`sampled`]), if they are to count.
    pub fn ask(&mut self, position: &Position, safety: &Safety, sampled: Option<PointMap<f32>>) -> Views {
        let board = position.board();
        let size = board.size();
        let known = ByColor::new_with(|color| safety.points(color));
        let dead = ByColor::new_with(|color: Color| board.stones(color) & known[color.opponent()]);
        let dead = dead.black | dead.white;
        let fixed = self.fixed_point(board, &known);
        let (mut dynamics, mut iterations) = (PointMap::filled(0.0), PointMap::filled(0));
        for p in size.points() {
            dynamics[p] = (2.0 * fixed.black(p) - 1.0) as f32;
            iterations[p] = fixed.iterations(p);
        }
        let moyo = self.converted(position, &dead);
        self.radiate(board);
        let mut potential = PointMap::filled(0.0);
        for p in size.points() {
            let value = self.potential.value(p) as f32;
            potential[p] = value / (value.abs() + 1.0);
        }
        let survival = sampled.as_ref().unwrap_or(&dynamics);
        self.territory.update(board, Some(safety));
        let territory = &self.territory;
        let (blocks, numbers) = blocks(board, territory);
        let area = size.area() as f32;
        Views {
            size,
            stage: 1.0 - board.empty().len() as f32 / area,
            turn: position.to_play().sign() as f32 * (361.0 / area).min(LARGEST_SHARE),
            near: Around::new(board, survival, 1),
            far: Around::new(board, survival, 2),
            dynamics: View::new(size, dynamics),
            iterations,
            moyo: View::new(size, moyo),
            potential,
            playouts: sampled.map(|values| View::new(size, values)),
            blocks,
            numbers,
            zone_classes: ByColor::new_with(|color| zone_classes(territory, color)),
            connectible: ByColor::new_with(|color| territory.connectible(color)),
            safe_zones: territory.safe(Color::Black) | territory.safe(Color::White),
            potential_zones: territory.potential(Color::Black) | territory.potential(Color::White),
            distances: ByColor::new_with(|color| territory.distances(color).map(size)),
        }
    }

    /// The dynamical system's fixed point, what is known being pinned.
    fn fixed_point(&mut self, board: &Board, known: &ByColor<PointSet>) -> &Dynamics {
        let pinned = !known.black.is_empty() || !known.white.is_empty();
        let can_follow = self.following && !pinned && !self.pinned;
        self.pinned = pinned;
        let followed = self.dynamics.take().filter(|_| can_follow).and_then(|mut old| {
            let new = ByColor::new_with(|color| board.stones(color) - old.board().stones(color));
            let color = if new.black.is_empty() { Color::White } else { Color::Black };
            let point = new[color].first().filter(|_| new.black.len() + new.white.len() == 1)?;
            old.play(color, point).ok()?;
            let same = old.board().size() == board.size()
                && Color::ALL.into_iter().all(|color| old.board().stones(color) == board.stones(color));
            same.then_some(old)
        });
        let anew = || Dynamics::with_pinned(board, DynamicsParameters::default(), known);
        self.dynamics.insert(followed.unwrap_or_else(anew))
    }

    /// Potentials and inner areas, as ownership.
    fn converted(&mut self, position: &Position, dead: &PointSet) -> PointMap<f32> {
        self.moyo.update(position.board(), dead);
        let fitted = Fitted::new(Basis::Moyo, self.moyo.options().influence);
        let features = Features::new(position, self.moyo.field(), Some(&self.moyo), dead);
        let mut ownership = PointMap::filled(0.0);
        for p in position.board().size().points() {
            ownership[p] = fitted.ownership_of(&features.of(p)) as f32;
        }
        ownership
    }

    /// Brings the other potential to a board: stones that came or went are added or taken off, in whole numbers.
    fn radiate(&mut self, board: &Board) {
        if self.potential.size() != board.size() {
            self.potential = Field::new(board.size(), POTENTIAL);
            self.stones = ByColor::default();
        }
        for color in Color::ALL {
            let (before, now) = (self.stones[color], board.stones(color));
            (before - now).iter().for_each(|p| self.potential.remove(color, p));
            (now - before).iter().for_each(|p| self.potential.add(color, p));
            self.stones[color] = now;
        }
    }
}

impl Views {
    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How full the board is: stones per point.
    pub fn stage(&self) -> f32 {
        self.stage
    }

    pub(super) fn block(&self, p: Point) -> Option<&Block> {
        usize::from(self.numbers[p]).checked_sub(1).map(|i| &self.blocks[i])
    }

    pub(super) fn line(&self, p: Point) -> usize {
        self.size.line(p) as usize
    }

    /// The number of the pair of lines on which a point lies, of those up to a limit.
    pub(super) fn lines(&self, p: Point, limit: usize) -> usize {
        let from_edge = |x: u32, side: u32| (x.min(side - 1 - x) as usize).min(limit - 1);
        let (a, b) = (from_edge(p.column(), self.size.width()), from_edge(p.row(), self.size.height()));
        let (low, high) = (a.min(b), a.max(b));
        high * (high + 1) / 2 + low
    }

    pub(super) fn zone_class(&self, p: Point, color: Color) -> Option<usize> {
        usize::from(self.zone_classes[color][p]).checked_sub(1)
    }

    /// What zones say about a point, in words.
    pub(super) fn remarks(&self, p: Point) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(block) = self.block(p) {
            let GroupFeatures { stones, liberties, room, eyes, reach, .. } = block.group.features;
            remarks.push(format!(
                "zones      its group is {}: {stones} stones, {liberties} liberties, {room} points of room in {eyes} parts, {reach} points of open ground",
                block.group.status.name()
            ));
        }
        for color in Color::ALL {
            if let Some(class) = self.zone_class(p, color) {
                remarks.push(format!("zones      {color}: {}", ZONE_NAMES[class]));
            }
        }
        if self.block(p).is_none() {
            let [black, white] = Color::ALL.map(|color| self.distance(p, color));
            remarks.push(format!("zones      distance {black} from Black's stones, {white} from White's"));
        }
        remarks
    }

    pub(super) fn safe_zones(&self) -> PointSet {
        self.safe_zones
    }

    pub(super) fn potential_zones(&self) -> PointSet {
        self.potential_zones
    }

    pub(super) fn is_connectible(&self, p: Point, color: Color) -> bool {
        self.connectible[color].contains(p)
    }

    pub(super) fn distance(&self, p: Point, color: Color) -> usize {
        self.distances[color][p] as usize
    }
}

/// Who owned the points at the end of random games, on average.
pub fn sampled(position: &Position, playouts: PlayoutEvaluator) -> PointMap<f32> {
    let PlayoutEvaluator { style, playouts, seed, threads } = playouts;
    let (_, census) = census(position, style, playouts.max(1), seed, threads);
    let mut values = PointMap::filled(0.0);
    for ((p, &black), &white) in position.board().size().points().zip(&census.black).zip(&census.white) {
        values[p] = (f64::from(black) - f64::from(white)) as f32 / playouts.max(1) as f32;
    }
    values
}

fn blocks(board: &Board, territory: &Territory) -> (Vec<Block>, PointMap<u16>) {
    let mut groups = PointMap::filled(None);
    for group in territory.groups() {
        for p in group.stones {
            groups[p] = Some(GroupView { status: group.status, features: group.features });
        }
    }
    let (mut blocks, mut numbers) = (Vec::new(), PointMap::filled(0));
    for block in board.blocks() {
        let stones = block.stone_set();
        let group = stones.first().and_then(|p| groups[p]);
        blocks.push(Block {
            color: block.color(),
            stones: block.len() as f32,
            liberties: block.liberties() as f32,
            group: group
                .unwrap_or(GroupView { status: GroupStatus::Weak, features: GroupFeatures::default() }),
        });
        for p in stones {
            numbers[p] = blocks.len() as u16;
        }
    }
    (blocks, numbers)
}

/// What a point is in a colour's zones, from 1; 0 if nothing.
fn zone_classes(territory: &Territory, color: Color) -> PointMap<u8> {
    let areas = territory.areas(color);
    let mut classes = PointMap::filled(0);
    let sets = [
        territory.near(color),
        areas.potential,
        areas.divider,
        territory.threatened(color),
        territory.potential(color),
        territory.safe(color),
    ];
    for (class, set) in sets.into_iter().enumerate() {
        for p in set {
            classes[p] = class as u8 + 1;
        }
    }
    classes
}

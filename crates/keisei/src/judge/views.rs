//! What the methods say about a position, side by side.

use keisei_goban::{Board, ByColor, Color, Point, PointMap, PointSet, Position, Size};

use crate::conversion::{Basis, Features, Fitted};
use crate::method::PlayoutEvaluator;
use crate::moyo::{Moyo, Options};
use crate::playout::census;
use crate::potential::{Distance, Field, Influence};
use crate::safety::Safety;
use crate::seds::{Dynamics, Parameters as SedsParameters};
use crate::surroundings;
use crate::zones::{GroupFeatures, GroupStatus, Parameters as ZoneParameters, Territory};

/// A method's ownership: of a point, of its neighbours on average, of the 5×5 square around it on
/// average.
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
    const NOTHING: View =
        View { at: PointMap::filled(0.0), beside: PointMap::filled(0.0), square: PointMap::filled(0.0) };

    /// Says what is said of the surroundings.
    fn look_around(&mut self, size: Size) {
        surroundings::beside(size, &self.at, &mut self.beside);
        surroundings::square(size, &self.at, &mut self.square);
    }
}

/// What becomes of the stones of each colour around a point, on average.
#[derive(Clone, Debug)]
pub struct Around {
    sums: ByColor<PointMap<f32>>,
    numbers: ByColor<PointMap<f32>>,
}

impl Around {
    const NOTHING: Around = {
        const NOTHING: ByColor<PointMap<f32>> =
            ByColor { black: PointMap::filled(0.0), white: PointMap::filled(0.0) };
        Around { sums: NOTHING, numbers: NOTHING }
    };

    pub(super) fn of(&self, p: Point, color: Color) -> Option<f32> {
        let number = self.numbers[color][p];
        (number > 0.0).then(|| self.sums[color][p] / number)
    }
}

/// What becomes of stones within one and within two steps along both axes.
fn look_around_stones(board: &Board, values: &PointMap<f32>, near: &mut Around, far: &mut Around) {
    let size = board.size();
    for color in Color::ALL {
        let [mut stones, mut number] = [const { PointMap::filled(0.0) }; 2];
        for p in board.stones(color) {
            (stones[p], number[p]) = (values[p], 1.0);
        }
        for (around, reach) in [(&mut *near, 1), (&mut *far, 2)] {
            surroundings::sums(size, &stones, reach, &mut around.sums[color]);
            surroundings::sums(size, &number, reach, &mut around.numbers[color]);
        }
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
pub struct BlockView {
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
    /// Whose turn it is: positive for Black, larger on smaller boards, where a move is worth as
    /// much for fewer points.
    pub(super) turn: f32,
    pub(super) seds: View,
    pub(super) iterations: PointMap<u16>,
    pub(super) moyo: View,
    /// What stones radiate by the inverse of their distance, pressed into −1 to 1.
    pub(super) potential: PointMap<f32>,
    pub(super) playouts: Option<Box<View>>,
    /// Stones within one and within two steps along both axes.
    pub(super) near: Around,
    pub(super) far: Around,
    blocks: Vec<BlockView>,
    /// The number of the block on a point, from 1.
    numbers: PointMap<u16>,
    zone_classes: ByColor<PointMap<u8>>,
    connectible: ByColor<PointSet>,
    safe_zones: PointSet,
    potential_zones: PointSet,
    distances: ByColor<PointMap<u8>>,
}

/// To be to play is worth about as many points on any board, so that each point's share is larger
/// on a smaller board; but no larger than on 9×9.
const LARGEST_SHARE: f32 = 361.0 / 81.0;

/// The methods with their memory, so that one position after the other costs less than each by
/// itself.
#[derive(Clone, Debug)]
pub struct Methods {
    /// Whether the dynamical system follows a game move by move: faster, and off by a hundredth at
    /// most from what it would say anew.
    pub following: bool,
    dynamics: Dynamics,
    /// Whether something was known to it: that stays pinned, so that it cannot be followed.
    pinned: bool,
    moyo: Moyo,
    potential: Field,
    /// The stones whose potential it is.
    stones: ByColor<PointSet>,
    territory: Territory,
    /// What they said last.
    views: Box<Views>,
}

impl Default for Methods {
    fn default() -> Methods {
        let size = Size::default();
        let parameters = SedsParameters::new(STOP, 100).expect("they are in range");
        Methods {
            following: false,
            dynamics: Dynamics::of(&Board::new(size), parameters),
            pinned: false,
            moyo: Moyo::new(size, Options::default()),
            potential: Field::new(size, POTENTIAL),
            stones: ByColor::default(),
            territory: Territory::new(size, ZoneParameters::default()),
            views: Views::nothing(size),
        }
    }
}

/// Where the dynamical system may stop: ten times as far from its fixed point as by itself. The
/// model judges as well by it, and sooner.
const STOP: f64 = 1e-2;

/// The other potential than that of the moyo's tables.
const POTENTIAL: Influence = Influence::Inverse(Distance::Euclidean);

impl Methods {
    /// Asks the methods, to whom what is proved is known. Random games must have been played before
    /// ([`sampled`]), if they are to count.
    pub fn ask(
        &mut self,
        position: &Position,
        safety: &Safety,
        sampled: Option<Box<PointMap<f32>>>,
    ) -> &Views {
        let board = position.board();
        let size = board.size();
        let area = size.area() as f32;
        if self.views.size != size {
            // Beyond the board there must be nothing.
            self.views = Views::nothing(size);
        }
        self.views.size = size;
        self.views.stage = 1.0 - board.empty().len() as f32 / area;
        self.views.turn = position.to_play().sign() as f32 * (361.0 / area).min(LARGEST_SHARE);
        let known = ByColor::new_with(|color| safety.points(color));
        self.find_fixed_point(board, &known);
        self.convert(position, &known);
        self.radiate(board);
        let views = &mut *self.views;
        views.playouts = sampled.map(|values| {
            let mut view = Box::new(View { at: *values, ..View::NOTHING });
            view.look_around(size);
            view
        });
        let survival = views.playouts.as_ref().map_or(&views.seds.at, |playouts| &playouts.at);
        look_around_stones(board, survival, &mut views.near, &mut views.far);
        self.territory.update(board, Some(safety));
        views.take_zones(board, &self.territory);
        views
    }

    /// What they said last.
    pub fn said(&self) -> &Views {
        &self.views
    }

    /// The dynamical system's fixed point, what is known being pinned.
    fn find_fixed_point(&mut self, board: &Board, known: &ByColor<PointSet>) {
        let pinned = !known.black.is_empty() || !known.white.is_empty();
        let can_follow = self.following && !pinned && !self.pinned;
        self.pinned = pinned;
        if !(can_follow && follow(&mut self.dynamics, board)) {
            self.dynamics.evaluate(board, known);
        }
        let size = board.size();
        for p in size.points() {
            self.views.seds.at[p] = (2.0 * self.dynamics.black(p) - 1.0) as f32;
            self.views.iterations[p] = self.dynamics.iterations(p);
        }
        self.views.seds.look_around(size);
    }

    /// Potentials and inner areas, as ownership.
    fn convert(&mut self, position: &Position, known: &ByColor<PointSet>) {
        let board = position.board();
        let dead = ByColor::new_with(|color: Color| board.stones(color) & known[color.opponent()]);
        let dead = dead.black | dead.white;
        self.moyo.update(board, &dead);
        let fitted = Fitted::new(Basis::Moyo, self.moyo.options().influence);
        let features = Features::new(position, self.moyo.field(), Some(&self.moyo), &dead);
        let odds = fitted.odds(&features);
        for p in board.size().points() {
            self.views.moyo.at[p] = libm::tanhf(odds.of(p) as f32 / 2.0);
        }
        self.views.moyo.look_around(board.size());
    }

    /// Brings the other potential to a board: stones that came or went are added or taken off, in
    /// whole numbers.
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
        for p in board.size().points() {
            let value = self.potential.value(p) as f32;
            self.views.potential[p] = value / (value.abs() + 1.0);
        }
    }
}

/// Follows a game to a board, if it is one move away.
fn follow(dynamics: &mut Dynamics, board: &Board) -> bool {
    let before = dynamics.board();
    let new = ByColor::new_with(|color| board.stones(color) - before.stones(color));
    let color = if new.black.is_empty() { Color::White } else { Color::Black };
    let only = new[color].first().filter(|_| new.black.len() + new.white.len() == 1);
    let Some(point) = only.filter(|_| before.size() == board.size()) else { return false };
    dynamics.play(color, point).is_ok()
        && Color::ALL.into_iter().all(|color| dynamics.board().stones(color) == board.stones(color))
}

impl Views {
    /// Before anything is said.
    fn nothing(size: Size) -> Box<Views> {
        Box::new(Views {
            size,
            stage: 0.0,
            turn: 0.0,
            seds: View::NOTHING,
            iterations: PointMap::filled(0),
            moyo: View::NOTHING,
            potential: PointMap::filled(0.0),
            playouts: None,
            near: Around::NOTHING,
            far: Around::NOTHING,
            blocks: Vec::new(),
            numbers: PointMap::filled(0),
            zone_classes: ByColor { black: PointMap::filled(0), white: PointMap::filled(0) },
            connectible: ByColor { black: PointSet::EMPTY, white: PointSet::EMPTY },
            safe_zones: PointSet::EMPTY,
            potential_zones: PointSet::EMPTY,
            distances: ByColor { black: PointMap::filled(0), white: PointMap::filled(0) },
        })
    }

    /// Takes over what zones say.
    fn take_zones(&mut self, board: &Board, territory: &Territory) {
        let both = |set: fn(&Territory, Color) -> PointSet| {
            set(territory, Color::Black) | set(territory, Color::White)
        };
        self.safe_zones = both(Territory::safe);
        self.potential_zones = both(Territory::potential);
        self.connectible = ByColor::new_with(|color| territory.connectible(color));
        for color in Color::ALL {
            classify(territory, color, &mut self.zone_classes[color]);
            territory.distances(color).write(self.size, &mut self.distances[color]);
        }
        let mut groups: PointMap<u16> = PointMap::filled(0);
        for (group, number) in territory.groups().iter().zip(1..) {
            group.stones.iter().for_each(|p| groups[p] = number);
        }
        let unknown = GroupView { status: GroupStatus::Weak, features: GroupFeatures::default() };
        self.numbers.fill(0);
        self.blocks.clear();
        for (block, number) in board.blocks().zip(1..) {
            let stones = block.stone_set();
            let group = stones.first().and_then(|p| usize::from(groups[p]).checked_sub(1));
            let group = group.map(|i| &territory.groups()[i]);
            self.blocks.push(BlockView {
                color: block.color(),
                stones: block.len() as f32,
                liberties: block.liberties() as f32,
                group: group
                    .map_or(unknown, |group| GroupView { status: group.status, features: group.features }),
            });
            stones.iter().for_each(|p| self.numbers[p] = number);
        }
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How full the board is: stones per point.
    pub fn stage(&self) -> f32 {
        self.stage
    }

    pub(super) fn block(&self, p: Point) -> Option<&BlockView> {
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
                "its group is {} (stones: {stones}, liberties: {liberties}, points of room: {room}, \
                 parts of it: {eyes}, points of open ground: {reach})",
                block.group.status.name()
            ));
        }
        for color in Color::ALL {
            if let Some(class) = self.zone_class(p, color) {
                remarks.push(format!("{color}: {}", ZONE_NAMES[class]));
            }
        }
        if self.block(p).is_none() {
            let [black, white] = Color::ALL.map(|color| self.distance(p, color));
            remarks.push(format!("distance {black} from Black's stones, {white} from White's"));
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
        usize::from(self.distances[color][p])
    }
}

/// How many random games the weights were fitted with.
const FITTED_GAMES: f32 = 512.0;

/// Who owned the points at the end of random games, on average. Fewer games than the weights were
/// fitted with say less than their average: as if two more had been played, one for each side.
pub fn sampled(position: &Position, playouts: PlayoutEvaluator) -> Box<PointMap<f32>> {
    let PlayoutEvaluator { style, playouts, seed, threads } = playouts;
    let (_, census) = census(position, style, playouts.max(1), seed, threads);
    let mut values = Box::new(PointMap::filled(0.0));
    let games = playouts.max(1) as f32;
    let believed = (games / (games + 2.0) * (FITTED_GAMES + 2.0) / FITTED_GAMES).min(1.0);
    for ((p, &black), &white) in position.board().size().points().zip(&census.black).zip(&census.white) {
        let mean = (f64::from(black) - f64::from(white)) as f32 / games;
        values[p] = if playouts == FITTED_GAMES as u32 { mean } else { mean * believed };
    }
    values
}

/// What points are in a colour's zones, from 1; 0 if nothing.
fn classify(territory: &Territory, color: Color, classes: &mut PointMap<u8>) {
    let areas = territory.areas(color);
    let sets = [
        territory.near(color),
        areas.potential,
        areas.divider,
        territory.threatened(color),
        territory.potential(color),
        territory.safe(color),
    ];
    classes.fill(0);
    for (class, set) in sets.into_iter().enumerate() {
        for p in set {
            classes[p] = class as u8 + 1;
        }
    }
}

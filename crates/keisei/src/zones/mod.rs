//! Territory by zones, as in the program Explorer \[Müller2002\]: dividers, zones, distances, and a
//! weight for each kind of point.
//!
//! ```text
//! . . X . O . .     Dividers (*) cut the board into zones: the corner on the left is Black's, the one on
//! . . * . * . .     the right White's. Between them every point is near to one side, a junction of
//! X * X . O * O     both, or far away from both.
//! ```
//!
//! Four steps, each to be looked at by itself: dividers and potential dividers by pattern matching
//! ([`pattern`], `dividers.txt`); groups and whether they live ([`group`]); zones and what they are
//! worth ([`zone`]), with the help of distances that stop at dividers ([`distance`]) and of
//! connectible points (`connect`); and the points outside ([`Outside`]). Dead stones are taken off
//! before dividers and zones are found, so that their owner has no dividers by them and the
//! opponent's are not in their way.
//!
//! Zones are judged one by one; [`threat`] finds the moves that threaten two of them at once.
//!
//! Invariant: to a colour, every point is a living stone of its own, in a divider, in exactly one
//! zone, or in a potential divider between zones.
//!
//! Known to fail: it reads nothing. A divider that a ladder breaks is still one, and whether a
//! group lives is guessed from its surroundings, unless there is a proof ([`crate::safety`]).

mod connect;
mod cut;
pub mod distance;
mod escape;
pub mod group;
mod matcher;
pub mod pattern;
#[cfg(test)]
mod tests;
pub mod threat;
pub mod zone;

use keisei_goban::{Board, ByColor, Color, Point, PointSet, Size};

pub use self::distance::Distances;
pub use self::group::{Group, GroupFeatures, GroupRules, GroupStatus};
pub use self::matcher::Divider;
pub use self::pattern::DividerStatus;
pub use self::threat::{DoubleThreat, ThreatenedArea, double_threats};
pub use self::zone::{Zone, ZoneFeatures, ZoneRules, ZoneStatus};

use self::connect::connectible;
use self::group::{Joiner, Surroundings};
use self::matcher::{Matcher, Sides};
use crate::safety::Safety;

/// All that can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// The largest distance: what is not nearer is far away.
    pub most: u8,
    /// How far away a point can be connectible.
    pub connecting: u8,
    /// By how much nearer to one side than to the other a point must be to be near to it, at least
    /// 1.
    pub near_margin: u8,
    /// Zones up to this size are room for eyes.
    pub eye_room: usize,
    /// When groups live.
    pub groups: GroupRules,
    /// When zones are safe.
    pub zones: ZoneRules,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            most: 5,
            connecting: 4,
            near_margin: 1,
            eye_room: 30,
            groups: GroupRules::default(),
            zones: ZoneRules::default(),
        }
    }
}

/// What a point outside territory is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outside {
    /// Nearer to the stones of a colour.
    Near(Color),
    /// As near to one as to the other.
    Junction,
    /// Far away from both.
    FarAway,
}

/// The points that dividers of a colour cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Areas {
    /// In some divider.
    pub divider: PointSet,
    /// In some potential divider, and in no divider.
    pub potential: PointSet,
}

/// The zones of a board, and what they are made of.
///
/// Keeps its memory, so that looking at one board after the other allocates little.
#[derive(Clone, Debug)]
pub struct Territory {
    parameters: Parameters,
    size: Size,
    all: PointSet,
    certain: Matcher,
    possible: Matcher,
    joiner: Joiner,
    links: Vec<(Point, Point)>,
    areas: ByColor<Areas>,
    /// The board without a colour's stones and dividers, part by part.
    parts: ByColor<Vec<PointSet>>,
    rooms: ByColor<Vec<(PointSet, PointSet)>>,
    groups: Vec<Group>,
    /// Stones that are not dead.
    stones: ByColor<PointSet>,
    weak: ByColor<PointSet>,
    dead: ByColor<PointSet>,
    distances: ByColor<Distances>,
    connectible: ByColor<PointSet>,
    zones: Vec<Zone>,
    threatened: ByColor<PointSet>,
    potential: ByColor<PointSet>,
    safe: ByColor<PointSet>,
    outside: PointSet,
    near: ByColor<PointSet>,
    far_away: PointSet,
}

impl Territory {
    /// Nothing yet.
    pub fn new(size: Size, parameters: Parameters) -> Territory {
        let nowhere = Distances::from(PointSet::EMPTY, PointSet::EMPTY, parameters.most);
        Territory {
            parameters,
            size,
            all: size.all(),
            certain: Matcher::new(size, DividerStatus::Divider),
            possible: Matcher::new(size, DividerStatus::Potential),
            joiner: Joiner::new(),
            links: Vec::new(),
            areas: ByColor::default(),
            parts: ByColor::default(),
            rooms: ByColor::default(),
            groups: Vec::new(),
            stones: ByColor::default(),
            weak: ByColor::default(),
            dead: ByColor::default(),
            distances: ByColor { black: nowhere, white: nowhere },
            connectible: ByColor::default(),
            zones: Vec::new(),
            threatened: ByColor::default(),
            potential: ByColor::default(),
            safe: ByColor::default(),
            outside: PointSet::EMPTY,
            near: ByColor::default(),
            far_away: PointSet::EMPTY,
        }
    }

    /// The zones of a board; what is proved about it, if that is known, decides which groups live.
    pub fn of(board: &Board, safety: Option<&Safety>, parameters: Parameters) -> Territory {
        let mut territory = Territory::new(board.size(), parameters);
        territory.update(board, safety);
        territory
    }

    /// Turns to another board.
    pub fn update(&mut self, board: &Board, safety: Option<&Safety>) {
        self.suppose(board, safety, &PointSet::EMPTY);
    }

    /// Turns to another board, on which some stones are dead besides those that are proved to be.
    fn suppose(&mut self, board: &Board, safety: Option<&Safety>, supposed: &PointSet) {
        if self.size != board.size() {
            *self = Territory::new(board.size(), self.parameters);
        }
        let proved_dead = ByColor::new_with(|color: Color| {
            let proved = safety.map_or(PointSet::EMPTY, |s| s.territory(color.opponent()));
            board.stones(color) & (proved | *supposed)
        });
        self.stones = ByColor::new_with(|color| board.stones(color) - proved_dead[color]);
        self.divide();
        self.judge_groups(board, safety, &proved_dead);
        let of_status = |status| {
            let mut stones = ByColor::default();
            for group in self.groups.iter().filter(|group| group.status == status) {
                stones[group.color] |= group.stones;
            }
            stones
        };
        self.weak = of_status(GroupStatus::Weak);
        self.dead = of_status(GroupStatus::Dead);
        if self.dead != proved_dead {
            self.stones = ByColor::new_with(|color| board.stones(color) - self.dead[color]);
            self.divide();
        }
        for color in Color::ALL {
            let sides = self.sides(color);
            let mut potential = PointSet::EMPTY;
            self.possible.find(sides, |found| potential |= found.area());
            self.areas[color].potential = potential - self.areas[color].divider;
        }
        self.measure();
        self.judge_zones();
        self.judge_outside();
    }

    fn sides(&self, color: Color) -> Sides {
        Sides { own: self.stones[color], opponent: self.stones[color.opponent()] }
    }

    /// Finds dividers, and the parts into which they cut the board.
    fn divide(&mut self) {
        self.links.clear();
        for color in Color::ALL {
            let sides = self.sides(color);
            let (mut area, links) = (PointSet::EMPTY, &mut self.links);
            self.certain.find(sides, |found| {
                area |= found.area();
                links.extend(found.links());
            });
            self.areas[color].divider = area;
            self.parts[color].clear();
            self.parts[color].extend((self.all - self.stones[color] - area).components());
        }
    }

    /// The points where no living stone stands.
    fn empty(&self) -> PointSet {
        self.all - self.stones.black - self.stones.white
    }

    fn judge_groups(&mut self, board: &Board, safety: Option<&Safety>, proved_dead: &ByColor<PointSet>) {
        let empty = self.empty();
        for color in Color::ALL {
            let stones = self.stones[color];
            let small = self.parts[color].iter().filter(|part| part.len() <= self.parameters.eye_room);
            self.rooms[color].clear();
            self.rooms[color].extend(small.map(|part| (*part, part.grown() & stones)));
        }
        self.groups.clear();
        let left_out = proved_dead.black | proved_dead.white;
        for &(color, stones) in self.joiner.groups(board, &left_out, self.links.iter().copied()) {
            let around = Surroundings {
                empty,
                calm: empty - self.stones[color.opponent()].grown(),
                own: self.stones[color],
                opponent: self.stones[color.opponent()],
                own_dividers: self.areas[color].divider,
                opposing_dividers: self.areas[color.opponent()].divider,
                rooms: &self.rooms[color],
            };
            let features = GroupFeatures::of(stones, &around);
            let proof = safety.and_then(|safety| {
                // The whole group lives by the part that does.
                safety.proof((stones & safety.stones(color)).first()?)
            });
            let status = match proof {
                Some(_) => GroupStatus::Alive,
                None => self.parameters.groups.status(&features),
            };
            self.groups.push(Group { color, stones, status, proof, features });
        }
        for color in Color::ALL {
            for stones in proved_dead[color].components() {
                self.groups.push(Group {
                    color,
                    stones,
                    status: GroupStatus::Dead,
                    proof: stones.first().and_then(|p| safety?.proof(p)),
                    features: GroupFeatures { stones: stones.len(), ..GroupFeatures::default() },
                });
            }
        }
    }

    /// Distances and connectible points.
    fn measure(&mut self) {
        let empty = self.empty();
        for color in Color::ALL {
            let open = empty - self.areas[color.opponent()].divider;
            self.distances[color] = Distances::from(self.stones[color], open, self.parameters.most);
        }
        for color in Color::ALL {
            let other = color.opponent();
            self.connectible[color] = connectible(
                &self.distances[color],
                &self.distances[other],
                empty - self.areas[other].divider,
                self.stones[other],
                self.parameters.connecting,
            );
        }
    }

    fn judge_zones(&mut self) {
        self.zones.clear();
        (self.threatened, self.potential, self.safe) = Default::default();
        for color in Color::ALL {
            let potential = self.areas[color].potential;
            for i in 0..self.parts[color].len() {
                let points = self.parts[color][i];
                let whole = self.zone(color, points, true);
                // What is no territory as a whole may be so in parts, which potential dividers cut
                // off.
                if whole.status >= ZoneStatus::Potential || potential.is_disjoint(&points) {
                    self.add(whole);
                } else {
                    for part in (points - potential).components() {
                        let closed = (part.grown() & potential).is_empty();
                        self.add(self.zone(color, part, closed));
                    }
                }
            }
            self.fill(color);
        }
    }

    /// Gives points of dividers that lie between territory and stones alone to the territory: they
    /// bound nothing. Beside weak stones they are potential territory at most.
    fn fill(&mut self, color: Color) {
        let Areas { divider, potential } = self.areas[color];
        let inner = |points: PointSet, territory: PointSet| {
            points - (self.all - self.stones[color] - points - territory).grown()
        };
        let safe = self.safe[color] | (inner(divider, self.safe[color]) - self.weak[color].grown());
        let points = divider | potential;
        let filled = inner(points, safe | self.potential[color]) - self.stones[color.opponent()];
        self.potential[color] = (self.potential[color] | filled) - safe;
        self.safe[color] = safe;
    }

    fn add(&mut self, zone: Zone) {
        match zone.status {
            ZoneStatus::Unused => {}
            ZoneStatus::Threatened => self.threatened[zone.color] |= zone.points,
            ZoneStatus::Potential => self.potential[zone.color] |= zone.points,
            ZoneStatus::Safe => self.safe[zone.color] |= zone.points,
        }
        self.zones.push(zone);
    }

    /// Tells apart the points that are no territory.
    fn judge_outside(&mut self) {
        let territory = |color| self.safe[color] | self.potential[color];
        self.outside = self.empty() - territory(Color::Black) - territory(Color::White);
        self.near = ByColor::new_with(|color| {
            let (own, other) = (&self.distances[color], &self.distances[color.opponent()]);
            own.nearer_than(other, self.parameters.near_margin.max(1)) & self.outside
        });
        // What lies in dividers of both is reached by neither, but is not far away.
        let close = |color: Color| self.distances[color].reached() | self.areas[color].divider;
        self.far_away = self.outside - close(Color::Black) - close(Color::White);
    }

    fn zone(&self, color: Color, points: PointSet, closed: bool) -> Zone {
        let other = color.opponent();
        let rules = &self.parameters.zones;
        let control = rules.control.min(self.distances[color].most() - 1);
        // The stones at the ends of its dividers are its walls as well.
        let dividers = points.grown() & self.areas[color].divider;
        let walls = (points | dividers).grown() & self.stones[color];
        let features = ZoneFeatures {
            size: points.len(),
            controlled: (points & self.distances[color].within(control)).len(),
            entered: (points & self.connectible[other]).len(),
            weak_stones: (points & self.weak[other]).len(),
            living_stones: ((points & self.stones[other]) - self.weak[other]).len(),
            walls: walls.len(),
            weak_walls: (walls & self.weak[color]).len(),
        };
        let status = rules.status(&features, closed, self.size.area() as usize);
        Zone { color, points, closed, status, features }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What was set.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The dividers of a colour, and the potential ones that add points to them.
    pub fn dividers(&self, color: Color) -> Vec<Divider> {
        let mut dividers: Vec<Divider> = Vec::new();
        for matcher in [&self.certain, &self.possible] {
            matcher.clone().find(self.sides(color), |found| {
                for divider in found.dividers(color) {
                    // A pattern can fit turned several ways.
                    if !dividers.contains(&divider) {
                        dividers.push(divider);
                    }
                }
            });
        }
        let covered = self.areas[color].divider;
        dividers.retain(|d| d.status == DividerStatus::Divider || !d.area.is_subset(&covered));
        dividers
    }

    /// The points of a colour's dividers and potential dividers.
    pub fn areas(&self, color: Color) -> Areas {
        self.areas[color]
    }

    /// All groups; those that are proved dead last, others in the order of their first stones.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The stones of a colour that are not dead.
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    /// The stones of a colour that are neither living nor dead.
    pub fn weak(&self, color: Color) -> PointSet {
        self.weak[color]
    }

    /// The dead stones of a colour.
    pub fn dead(&self, color: Color) -> PointSet {
        self.dead[color]
    }

    /// Distances from the stones of a colour.
    pub fn distances(&self, color: Color) -> &Distances {
        &self.distances[color]
    }

    /// The points from which a stone of this colour can be expected to connect.
    pub fn connectible(&self, color: Color) -> PointSet {
        self.connectible[color]
    }

    /// All zones, Black's first.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// Safe territory of a colour: its safe zones, and the points of its dividers that lie between
    /// them and its living stones alone.
    pub fn safe(&self, color: Color) -> PointSet {
        self.safe[color]
    }

    /// Potential territory of a colour: its potential zones, and the points of dividers that lie
    /// between them and its stones alone.
    pub fn potential(&self, color: Color) -> PointSet {
        self.potential[color]
    }

    /// The points of a colour's threatened zones.
    pub fn threatened(&self, color: Color) -> PointSet {
        self.threatened[color]
    }

    /// The points that are neither living stones nor territory of any kind.
    pub fn outside(&self) -> PointSet {
        self.outside
    }

    /// The points outside that are near to a colour.
    pub fn near(&self, color: Color) -> PointSet {
        self.near[color]
    }

    /// The points outside that are far away from both.
    pub fn far_away(&self) -> PointSet {
        self.far_away
    }

    /// The points outside where both sides meet.
    pub fn junctions(&self) -> PointSet {
        self.outside - self.near.black - self.near.white - self.far_away
    }

    /// What a point outside is; `None` if it is a living stone or territory.
    pub fn outside_at(&self, point: Point) -> Option<Outside> {
        if !self.outside.contains(point) {
            return None;
        }
        let near = Color::ALL.into_iter().find(|&color| self.near[color].contains(point));
        Some(match near {
            Some(color) => Outside::Near(color),
            None if self.far_away.contains(point) => Outside::FarAway,
            None => Outside::Junction,
        })
    }
}

//! What the model looks at, point by point: functions of what the methods say, each with a weight
//! at every knot.
//!
//! Two lists, one for empty points and one for stones. Both are *written out* in a fixed order into
//! a [`Sink`]: it may collect the features to fit weights, or add them up with weights. Everything
//! changes sign with the colours: curves over signed values are odd, what is known about a stone is
//! seen from its own side and signed at the end.

use keisei_goban::{Color, Point};

use super::views::{BlockView, Views, ZONE_CLASSES};
use crate::knots::Knots;

/// Which method a feature comes from. The weights of a part, summed up, are what it says about a
/// point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// Random games: who owns the point, its neighbours and surroundings, and what becomes of the
    /// stones around it.
    Playouts,
    /// The dynamical system's fixed point.
    Seds,
    /// Potentials and inner areas.
    Moyo,
    /// Zones, dividers, distances and groups.
    Zones,
    /// Liberties and size of the block.
    Block,
    /// Whose turn it is.
    Turn,
    /// What random games say where potentials say something.
    PlayoutsWithMoyo,
    /// What random games say where the fixed point says something.
    PlayoutsWithSeds,
    /// What the fixed point says where potentials say something.
    SedsWithMoyo,
    /// What the lead of the whole board says: that of few moves at the very beginning, and what doubt
    /// and the turn add later.
    Whole,
}

impl Part {
    /// All parts.
    pub const ALL: [Part; 10] = [
        Part::Playouts,
        Part::Seds,
        Part::Moyo,
        Part::Zones,
        Part::Block,
        Part::Turn,
        Part::PlayoutsWithMoyo,
        Part::PlayoutsWithSeds,
        Part::SedsWithMoyo,
        Part::Whole,
    ];

    /// Its name in JSON and explanations.
    pub fn name(self) -> &'static str {
        match self {
            Part::Playouts => "playouts",
            Part::Seds => "seds",
            Part::Moyo => "moyo",
            Part::Zones => "zones",
            Part::Block => "block",
            Part::Turn => "turn",
            Part::PlayoutsWithMoyo => "playouts with moyo",
            Part::PlayoutsWithSeds => "playouts with seds",
            Part::SedsWithMoyo => "seds with moyo",
            Part::Whole => "whole board",
        }
    }
}

/// Takes features one by one.
pub trait Sink {
    /// The feature with this number has this value; features that are 0 are left out.
    fn add(&mut self, part: Part, feature: usize, value: f32);
}

/// Knots of odd curves; at 0 they are 0.
const ODD: Knots<f32, 6> = Knots::<f32, _>::new([0.15, 0.3, 0.5, 0.7, 0.85, 1.0]);
const COARSE: [f32; 2] = [0.5, 1.0];
/// Knots of curves over what is said about a stone, seen from its side.
const SIGNED: Knots<f32, 9> = Knots::<f32, _>::new([-1.0, -0.7, -0.4, 0.0, 0.3, 0.6, 0.8, 0.95, 1.0]);
const AROUND: Knots<f32, 6> = Knots::<f32, _>::new([-1.0, -0.6, -0.2, 0.2, 0.6, 1.0]);
/// Knots of tables: of the first value, which is not negative, and of the second.
const HALF: Knots<f32, 4> = Knots::<f32, _>::new([0.0, 0.3, 0.6, 1.0]);
const WHOLE: Knots<f32, 7> = Knots::<f32, _>::new([-1.0, -0.6, -0.3, 0.0, 0.3, 0.6, 1.0]);
const DOUBT: Knots<f32, 4> = Knots::<f32, _>::new([0.0, 0.3, 0.6, 0.9]);
/// Knots of what is counted about groups and blocks.
const ROOM: Knots<f32, 6> = Knots::<f32, _>::new([0.0, 2.0, 4.0, 7.0, 12.0, 20.0]);
const EYES: Knots<f32, 5> = Knots::<f32, _>::new([0.0, 1.0, 2.0, 3.0, 5.0]);
const OPEN_GROUND: Knots<f32, 5> = Knots::<f32, _>::new([0.0, 4.0, 8.0, 15.0, 25.0]);
const FRIENDS: Knots<f32, 4> = Knots::<f32, _>::new([0.0, 1.0, 4.0, 10.0]);
const ENEMIES: Knots<f32, 5> = Knots::<f32, _>::new([0.0, 2.0, 5.0, 10.0, 20.0]);
const STONES: Knots<f32, 5> = Knots::<f32, _>::new([1.0, 2.0, 4.0, 8.0, 16.0]);
const GROUP_LIBERTIES: Knots<f32, 5> = Knots::<f32, _>::new([1.0, 2.0, 4.0, 7.0, 12.0]);
const BLOCK_LIBERTIES: Knots<f32, 6> = Knots::<f32, _>::new([1.0, 2.0, 3.0, 4.0, 6.0, 10.0]);
/// The lines of the board that are told apart, from the edge; the last stands for all beyond.
const LINES: usize = 6;
/// Distances that are told apart.
const DISTANCES: usize = 6;

/// Writes features in order.
struct Writer<'s, S> {
    sink: &'s mut S,
    next: usize,
}

impl<S: Sink> Writer<'_, S> {
    #[inline]
    fn reserve(&mut self, width: usize) -> usize {
        let first = self.next;
        self.next += width;
        first
    }

    #[inline]
    fn put(&mut self, part: Part, feature: usize, value: f32) {
        if value != 0.0 {
            self.sink.add(part, feature, value);
        }
    }

    /// A number.
    #[inline]
    fn one(&mut self, part: Part, value: f32) {
        let first = self.reserve(1);
        self.put(part, first, value);
    }

    /// One of several cases, if any.
    #[inline]
    fn case(&mut self, part: Part, cases: usize, case: Option<usize>, value: f32) {
        let first = self.reserve(cases);
        if let Some(case) = case {
            self.put(part, first + case.min(cases - 1), value);
        }
    }

    /// A piecewise linear curve over x.
    #[inline]
    fn curve<const N: usize>(&mut self, part: Part, knots: &Knots<f32, N>, x: f32, value: f32) {
        let first = self.reserve(N);
        let (low, share) = knots.place(x);
        self.put(part, first + low, value * (1.0 - share));
        self.put(part, first + low + 1, value * share);
    }

    /// An odd curve over x, 0 at 0.
    #[inline]
    fn odd<const N: usize>(&mut self, part: Part, knots: &Knots<f32, N>, x: f32) {
        let first = self.reserve(N);
        let size = x.abs();
        let (low, share) = knots.place(size);
        // Below the first knot the curve rises from 0.
        let value = (size / knots.at()[0]).min(1.0).copysign(x);
        self.put(part, first + low, value * (1.0 - share));
        self.put(part, first + low + 1, value * share);
    }

    /// A curve over what is said of Black's and of White's stones, if there are any.
    #[inline]
    fn both<const N: usize>(
        &mut self,
        part: Part,
        knots: &Knots<f32, N>,
        black: Option<f32>,
        white: Option<f32>,
    ) {
        let first = self.next;
        for (x, sign) in [(black, 1.0), (white.map(|x| -x), -1.0)] {
            self.next = first;
            if let Some(x) = x {
                self.curve(part, knots, x, sign);
            }
        }
        self.next = first + N;
    }

    /// A table over two signed values, which changes sign if both do.
    #[inline]
    fn table(&mut self, part: Part, a: f32, b: f32) {
        let (half, width) = (HALF.at().len() - 1, WHOLE.at().len());
        let first = self.reserve(half + half * width);
        let (a, b, sign) = if a < 0.0 { (-a, -b, -1.0) } else { (a, b, 1.0) };
        let (row, down) = HALF.place(a);
        let (column, right) = WHOLE.place(b);
        let cells = [
            (row, column, (1.0 - down) * (1.0 - right)),
            (row, column + 1, (1.0 - down) * right),
            (row + 1, column, down * (1.0 - right)),
            (row + 1, column + 1, down * right),
        ];
        for (row, column, value) in cells {
            if value == 0.0 {
                continue;
            }
            if row > 0 {
                self.put(part, first + half + (row - 1) * width + column, sign * value);
            } else if column > half {
                // Where a is 0 the table is odd in b.
                self.put(part, first + column - half - 1, sign * value);
            } else if column < half {
                self.put(part, first + half - column - 1, -sign * value);
            }
        }
    }
}

/// Writes the features of a point. Returns how many features such a point has.
pub fn write(views: &Views, point: Point, sink: &mut impl Sink) -> usize {
    match views.block(point) {
        Some(block) => stone(views, point, block, sink),
        None => empty(views, point, sink),
    }
}

fn empty(views: &Views, p: Point, sink: &mut impl Sink) -> usize {
    let mut to = Writer { sink, next: 0 };
    let moyo = &views.moyo;
    let lines = Some(views.lines(p, LINES));
    to.odd(Part::Seds, &ODD, views.seds.at[p]);
    to.odd(Part::Seds, &ODD, views.seds.beside[p]);
    to.odd(Part::Moyo, &ODD, moyo.at[p]);
    to.odd(Part::Moyo, &ODD, moyo.beside[p]);
    to.odd(Part::Moyo, &ODD, moyo.square[p]);
    to.odd(Part::Moyo, &ODD, views.potential[p]);
    by_line(&mut to, Part::Moyo, moyo.at[p], lines);
    for color in Color::ALL {
        let classes = ZONE_CLASSES;
        let first = to.next;
        to.case(Part::Zones, classes, views.zone_class(p, color), color.sign() as f32);
        if color == Color::Black {
            to.next = first;
        }
    }
    let connectible = |color| f32::from(views.is_connectible(p, color));
    to.one(Part::Zones, connectible(Color::Black) - connectible(Color::White));
    distances(&mut to, views, p);
    to.one(Part::Turn, views.turn);
    let doubtful = views.playouts.as_ref().map_or(moyo.at[p], |playouts| playouts.at[p]).abs();
    to.curve(Part::Turn, &DOUBT, doubtful, views.turn);
    to.table(Part::Moyo, moyo.at[p], moyo.square[p]);
    to.table(Part::SedsWithMoyo, views.seds.at[p], moyo.at[p]);
    let part = if views.playouts.is_some() { Part::Playouts } else { Part::Seds };
    for around in [&views.near, &views.far] {
        to.both(part, &AROUND, around.of(p, Color::Black), around.of(p, Color::White));
    }
    if let Some(playouts) = &views.playouts {
        to.odd(Part::Playouts, &ODD, playouts.at[p]);
        to.odd(Part::Playouts, &ODD, playouts.beside[p]);
        to.odd(Part::Playouts, &ODD, playouts.square[p]);
        by_line(&mut to, Part::Playouts, playouts.at[p], lines);
        to.table(Part::PlayoutsWithMoyo, playouts.at[p], moyo.at[p]);
        to.table(Part::Playouts, playouts.at[p], playouts.square[p]);
        to.table(Part::PlayoutsWithSeds, playouts.at[p], views.seds.at[p]);
        to.table(Part::PlayoutsWithMoyo, playouts.beside[p], moyo.beside[p]);
        to.table(Part::PlayoutsWithMoyo, playouts.at[p], views.potential[p]);
    }
    to.next
}

/// What a value is worth depends on the lines of the board the point lies on.
fn by_line<S: Sink>(to: &mut Writer<'_, S>, part: Part, x: f32, lines: Option<usize>) {
    let sign = if x < 0.0 { -1.0 } else { 1.0 };
    let cases = LINES * (LINES + 1) / 2;
    let low = (x.abs() / COARSE[0]).min(1.0);
    let high = ((x.abs() - COARSE[0]) / (COARSE[1] - COARSE[0])).clamp(0.0, 1.0);
    to.case(part, cases, lines, sign * (low - high));
    to.case(part, cases, lines, sign * high);
}

/// The distances from both sides' stones, where they differ.
fn distances<S: Sink>(to: &mut Writer<'_, S>, views: &Views, p: Point) {
    let [black, white] = Color::ALL.map(|color| views.distance(p, color).min(DISTANCES - 1));
    let (near, far) = (black.min(white), black.max(white));
    let pair = (near != far).then(|| far * (far - 1) / 2 + near);
    let sign = if black < white { 1.0 } else { -1.0 };
    to.case(Part::Zones, DISTANCES * (DISTANCES - 1) / 2, pair, sign);
}

fn stone(views: &Views, p: Point, block: &BlockView, sink: &mut impl Sink) -> usize {
    let mut to = Writer { sink, next: 0 };
    let sign = block.color.sign() as f32;
    let opponent = block.color.opponent();
    let moyo = &views.moyo;
    to.curve(Part::Seds, &SIGNED, sign * views.seds.at[p], sign);
    to.curve(Part::Seds, &SIGNED, sign * views.seds.beside[p], sign);
    to.curve(Part::Moyo, &SIGNED, sign * moyo.at[p], sign);
    to.curve(Part::Moyo, &SIGNED, sign * moyo.beside[p], sign);
    to.curve(Part::Moyo, &SIGNED, sign * moyo.square[p], sign);
    to.curve(Part::Moyo, &SIGNED, sign * views.potential[p], sign);
    let group = &block.group;
    to.case(Part::Zones, 3, Some(group.status as usize), sign);
    to.curve(Part::Zones, &ROOM, group.features.room as f32, sign);
    to.curve(Part::Zones, &EYES, group.features.eyes as f32, sign);
    to.curve(Part::Zones, &OPEN_GROUND, group.features.reach as f32, sign);
    to.curve(Part::Zones, &FRIENDS, group.features.friends as f32, sign);
    to.curve(Part::Zones, &ENEMIES, group.features.enemies as f32, sign);
    to.curve(Part::Zones, &STONES, group.features.stones as f32, sign);
    to.curve(Part::Zones, &GROUP_LIBERTIES, group.features.liberties as f32, sign);
    to.case(Part::Zones, ZONE_CLASSES, views.zone_class(p, opponent), sign);
    to.curve(Part::Block, &STONES, block.stones, sign);
    to.case(Part::Block, LINES, Some(views.line(p).min(LINES) - 1), sign);
    let to_play = views.turn * sign > 0.0;
    for mine in [true, false] {
        // Whether an atari is deadly depends on whose turn it is.
        let value = if to_play == mine { sign } else { 0.0 };
        to.curve(Part::Block, &BLOCK_LIBERTIES, block.liberties, value);
    }
    to.one(Part::Turn, views.turn);
    let part = if views.playouts.is_some() { Part::Playouts } else { Part::Seds };
    for around in [&views.near, &views.far] {
        for color in [block.color, opponent] {
            let first = to.reserve(AROUND.at().len());
            if let Some(x) = around.of(p, color) {
                to.next = first;
                to.curve(part, &AROUND, sign * x, sign);
            }
        }
    }
    if let Some(playouts) = &views.playouts {
        to.curve(Part::Playouts, &SIGNED, sign * playouts.at[p], sign);
        to.curve(Part::Playouts, &SIGNED, sign * playouts.beside[p], sign);
        to.curve(Part::Playouts, &SIGNED, sign * playouts.square[p], sign);
    }
    to.next
}

//! The board as a landscape in which water runs downhill, from one colour's point of view.
//!
//! Height is the potential for that colour. Water on a point runs to the lowest of its neighbours,
//! to all of them if several are lowest; over level ground it spreads until it finds a way down.
//! Where it finds none it rests: such a point, or level piece of ground, is an *end* (the paper's
//! minimal points, and the flat ground around them).
//!
//! Everything is sets of points. `steps[i]` are the points from which water runs to their i-th
//! neighbour, and what runs where is the closure over these four sets, some twenty sweeps over the
//! board's words.

use keisei_goban::{Point, PointMap, PointSet, Size};

use super::Ties;
use crate::potential::Rectangle;

/// One colour's view of a potential field.
#[derive(Clone, Debug)]
pub(super) struct Landscape {
    size: Size,
    /// All points of the board.
    all: PointSet,
    /// The colour's potential; beyond the board it is higher than anything.
    heights: PointMap<i64>,
    /// From where water runs to which neighbour, in the order of [`Point::neighbors`].
    steps: [PointSet; 4],
    /// Points with a lower neighbour.
    falling: PointSet,
    /// Points higher than 0.
    own: PointSet,
    /// Points at 0.
    level: PointSet,
}

impl Landscape {
    /// Flat ground at height 0.
    pub(super) fn new(size: Size) -> Landscape {
        let mut heights = PointMap::filled(i64::MAX);
        for p in size.points() {
            heights[p] = 0;
        }
        let mut landscape = Landscape {
            size,
            all: size.all(),
            heights,
            steps: [PointSet::EMPTY; 4],
            falling: PointSet::EMPTY,
            own: PointSet::EMPTY,
            level: PointSet::EMPTY,
        };
        landscape.update(&PointMap::default(), 1, Rectangle::whole(size));
        landscape
    }

    /// Takes the heights of a rectangle from the field, and works out anew where water runs in it
    /// and beside it.
    pub(super) fn update(&mut self, values: &PointMap<i64>, sign: i64, changed: Rectangle) {
        let (left, right) = changed.columns;
        for row in changed.rows.0..=changed.rows.1 {
            let from = &values.row(row)[left as usize..=right as usize];
            let heights = &mut self.heights.row_mut(row)[left as usize..=right as usize];
            let (mut own, mut level) = (0, 0);
            for (i, (height, value)) in heights.iter_mut().zip(from).enumerate() {
                *height = sign * value;
                own |= u32::from(*height > 0) << i;
                level |= u32::from(*height == 0) << i;
            }
            let columns = mask(left, right);
            self.own.set_row(row, columns, own << left);
            self.level.set_row(row, columns, level << left);
        }
        let (left, right) = (left.saturating_sub(1), (right + 1).min(self.size.width() - 1));
        let (bottom, top) =
            (changed.rows.0.saturating_sub(1), (changed.rows.1 + 1).min(self.size.height() - 1));
        for row in bottom..=top {
            self.find_steps(row, left, right);
        }
    }

    /// Goes back to another landscape that differs in the heights of this rectangle only.
    pub(super) fn restore(&mut self, other: &Landscape, changed: Rectangle) {
        let columns = changed.columns.0 as usize..=changed.columns.1 as usize;
        for row in changed.rows.0..=changed.rows.1 {
            self.heights.row_mut(row)[columns.clone()]
                .copy_from_slice(&other.heights.row(row)[columns.clone()]);
        }
        (self.steps, self.falling) = (other.steps, other.falling);
        (self.own, self.level) = (other.own, other.level);
    }

    /// Works out where water runs from the points of a part of a row.
    fn find_steps(&mut self, row: u32, left: u32, right: u32) {
        let (below, here, above) = self.heights.row_between(row);
        let columns = left as usize..=right as usize;
        let (below, above) = (&below[columns.clone()], &above[columns]);
        let here = &here[left as usize..right as usize + 3];
        let mut steps = [0u32; 4];
        let mut falling = 0;
        for (i, ((beside, &below), &above)) in here.windows(3).zip(below).zip(above).enumerate() {
            let &[west, height, east] = beside else { unreachable!("windows of three") };
            // In the order of `Point::neighbors`.
            let around = [above, west, east, below];
            let lowest = above.min(west).min(east.min(below));
            let runs = u32::from(lowest <= height);
            for (bits, beside) in steps.iter_mut().zip(around) {
                *bits |= (u32::from(beside == lowest) & runs) << i;
            }
            falling |= u32::from(lowest < height) << i;
        }
        let columns = mask(left, right);
        for (set, bits) in self.steps.iter_mut().zip(steps) {
            set.set_row(row, columns, bits << left);
        }
        self.falling.set_row(row, columns, falling << left);
    }

    /// The colour's potential of a point.
    pub(super) fn height(&self, point: Point) -> i64 {
        self.heights[point]
    }

    /// Points where the colour's potential is positive.
    pub(super) fn own(&self) -> PointSet {
        self.own
    }

    /// Points of at least this height.
    pub(super) fn at_least(&self, height: i64) -> PointSet {
        self.own.iter().filter(|&p| self.heights[p] >= height).collect()
    }

    /// The points to which water runs from a point.
    pub(super) fn next(&self, point: Point) -> impl Iterator<Item = Point> {
        let runs = self.steps.each_ref().map(|from| from.contains(point));
        point.neighbors().into_iter().zip(runs).filter_map(|(q, runs)| runs.then_some(q))
    }

    /// Where water rests, over the whole board.
    pub(super) fn rests(&self) -> PointSet {
        // Level ground drains if it leads to a point with a lower neighbour.
        self.all - self.falling.led_to_by(&self.steps)
    }

    /// The ends of this colour: where water rests without having left its area (heights from 0 up).
    pub(super) fn ends(&self) -> PointSet {
        self.rests() & (self.own | self.level)
    }

    /// The ends that water from one of these points reaches.
    pub(super) fn ends_from(&self, sources: &PointSet) -> PointSet {
        sources.leads_by(&self.steps) & self.ends()
    }

    /// The points from which water runs into this set.
    pub(super) fn drained_by(&self, set: &PointSet) -> PointSet {
        set.led_to_by(&self.steps)
    }

    /// The inner area among vacant points: section 3 of the paper.
    pub(super) fn inner(&self, vacant: &PointSet, ties: Ties) -> PointSet {
        let ends = self.ends();
        let sources = *vacant & self.own;
        let inner = match ties {
            Ties::Inner => sources & ends.led_to_by(&self.steps),
            Ties::Outer => {
                let beyond = self.all - self.own - self.level;
                sources - beyond.led_to_by(&self.steps)
            }
        };
        // Points at 0 are inner if they belong to an end that some vacant point of the colour leads
        // to.
        let level = ends & self.level;
        if level.is_empty() {
            return inner;
        }
        // Nearly always a vacant point lies right beside; else the way may lead over stones.
        let mut reached = (sources.next_by(&self.steps) & level).flood(&level);
        if reached != level {
            reached = sources.leads_by(&self.steps) & level;
        }
        inner | (reached & *vacant)
    }
}

/// Bits for some columns.
fn mask(left: u32, right: u32) -> u32 {
    (1 << (right + 1)) - (1 << left)
}

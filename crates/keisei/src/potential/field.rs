//! The potential of every point, kept up to date stone by stone.

use keisei_goban::{Color, Point, PointMap, Size};

use super::influence::{self, Influence, REACH, Window};
use crate::LayerValues;

/// What each stone of a board radiates, worked out once.
#[derive(Clone, Debug)]
enum Radiation {
    /// A window for each point, by its place in the list: points that see the same edges share one.
    Windows(Vec<Window>, Box<PointMap<u8>>),
    /// By distance in rows, then by columns from the stone's left to its right: whole rows are
    /// added at once.
    Distances(Box<[[i64; 2 * FAR + 1]; FAR + 1]>),
}

/// The largest distance along a row.
const FAR: usize = Size::MAX as usize - 1;

/// A potential field: the sum of the influences of stones, Black's positive.
///
/// Invariant: the values depend only on which stones are on the field, not on the order in which
/// they came and went.
#[derive(Clone, Debug)]
pub struct Field {
    size: Size,
    influence: Influence,
    radiation: Radiation,
    values: PointMap<i64>,
}

/// A rectangle of points: columns and rows, last included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rectangle {
    pub(crate) columns: (u32, u32),
    pub(crate) rows: (u32, u32),
}

impl Rectangle {
    /// All points within some steps of a point in either direction.
    pub(crate) fn around(size: Size, point: Point, steps: u32) -> Rectangle {
        let reach = |place: u32, length: u32| (place.saturating_sub(steps), (place + steps).min(length - 1));
        Rectangle { columns: reach(point.column(), size.width()), rows: reach(point.row(), size.height()) }
    }

    /// The whole board.
    pub(crate) fn whole(size: Size) -> Rectangle {
        Rectangle { columns: (0, size.width() - 1), rows: (0, size.height() - 1) }
    }
}

impl Field {
    /// A field without stones.
    pub fn new(size: Size, influence: Influence) -> Field {
        let radiation = match influence {
            Influence::Tables => {
                let mut windows: Vec<Window> = Vec::new();
                let mut places = Box::new(PointMap::filled(0));
                for p in size.points() {
                    let window = influence::window(size, p);
                    let place = windows.iter().position(|w| *w == window).unwrap_or_else(|| {
                        windows.push(window);
                        windows.len() - 1
                    });
                    places[p] = u8::try_from(place).expect("15 tables can be turned in fewer than 256 ways");
                }
                Radiation::Windows(windows, places)
            }
            _ => {
                let by_distance = influence::by_distance(influence);
                let mirrored =
                    |row: usize| std::array::from_fn(|column: usize| by_distance[row][column.abs_diff(FAR)]);
                Radiation::Distances(Box::new(std::array::from_fn(mirrored)))
            }
        };
        Field { size, influence, radiation, values: PointMap::default() }
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What its stones radiate.
    pub fn influence(&self) -> Influence {
        self.influence
    }

    /// The potential of a point in units ([`Influence::unit`]), exact.
    #[inline]
    pub fn get(&self, point: Point) -> i64 {
        self.values[point]
    }

    /// The potential of a point as a number.
    pub fn value(&self, point: Point) -> f64 {
        self.get(point) as f64 / self.influence.unit() as f64
    }

    /// All potentials in units; 0 beyond the board.
    pub fn values(&self) -> &PointMap<i64> {
        &self.values
    }

    /// The potentials as a layer: whole numbers if the unit is 1.
    pub(crate) fn layer(&self) -> LayerValues {
        if self.influence.unit() == 1 {
            let mut values = Box::new(PointMap::default());
            for p in self.size.points() {
                values[p] = self.get(p) as i32;
            }
            LayerValues::Integers(values)
        } else {
            let mut values = Box::new(PointMap::default());
            for p in self.size.points() {
                values[p] = self.value(p) as f32;
            }
            LayerValues::Reals(values)
        }
    }

    /// Adds a stone.
    pub fn add(&mut self, color: Color, point: Point) {
        match color {
            Color::Black => self.radiate(point, |value, influence| value + influence),
            Color::White => self.radiate(point, |value, influence| value - influence),
        }
    }

    /// Takes a stone away again.
    pub fn remove(&mut self, color: Color, point: Point) {
        self.add(color.opponent(), point);
    }

    /// Takes all stones away.
    pub fn clear(&mut self) {
        self.values.fill(0);
    }

    /// What a black stone at one point adds to the potential of another, in units.
    pub fn influence_between(&self, stone: Point, point: Point) -> i64 {
        let (columns, rows) = (stone.column().abs_diff(point.column()), stone.row().abs_diff(point.row()));
        match &self.radiation {
            Radiation::Windows(windows, places) => {
                if columns > REACH || rows > REACH {
                    return 0;
                }
                let row = (point.row() + REACH - stone.row()) as usize;
                let column = (point.column() + REACH - stone.column()) as usize;
                i64::from(windows[usize::from(places[stone])][row][column])
            }
            Radiation::Distances(values) => values[rows as usize][FAR + columns as usize],
        }
    }

    /// Where a stone changes the potential.
    pub(crate) fn reach(&self, point: Point) -> Rectangle {
        match self.radiation {
            Radiation::Windows(..) => Rectangle::around(self.size, point, REACH),
            Radiation::Distances(_) => Rectangle::whole(self.size),
        }
    }

    #[inline]
    fn radiate(&mut self, point: Point, change: impl Fn(i64, i64) -> i64) {
        let Rectangle { columns: (left, right), rows: (bottom, top) } = self.reach(point);
        match &self.radiation {
            Radiation::Windows(windows, places) => {
                let window = &windows[usize::from(places[point])];
                let skipped = (left + REACH - point.column()) as usize;
                for row in bottom..=top {
                    let influence = &window[(row + REACH - point.row()) as usize][skipped..];
                    let values = &mut self.values.row_mut(row)[left as usize..=right as usize];
                    for (value, &influence) in values.iter_mut().zip(influence) {
                        *value = change(*value, i64::from(influence));
                    }
                }
            }
            Radiation::Distances(distances) => {
                for row in bottom..=top {
                    let influence = &distances[row.abs_diff(point.row()) as usize];
                    let influence = &influence[FAR - point.column() as usize..];
                    let values = &mut self.values.row_mut(row)[left as usize..=right as usize];
                    for (value, &influence) in values.iter_mut().zip(influence) {
                        *value = change(*value, influence);
                    }
                }
            }
        }
    }
}

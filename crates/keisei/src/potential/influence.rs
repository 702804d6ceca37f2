//! What a stone radiates: the fifteen tables, or one of the simple functions of distance.

use std::fmt;
use std::str::FromStr;

use keisei_goban::{Point, Size};

use super::tables;

/// How distance is measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Distance {
    /// Steps along the lines.
    Manhattan,
    /// As the crow flies.
    Euclidean,
}

/// The influence function: what a stone adds to the potential of a point.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Influence {
    /// The fifteen tables of \[TajimaSanechika\], appendix A.
    #[default]
    Tables,
    /// 1/d (section 5 there).
    Inverse(Distance),
    /// 1/2^d (section 5 there).
    Halving(Distance),
    /// 1/m^r with Euclidean r \[OshimaSo\].
    Attenuation(Attenuation),
}

/// The base m of [`Influence::Attenuation`]: more than 1, so that influence fades.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Attenuation(f64);

impl Attenuation {
    /// The largest base: beyond it nothing but the stone itself would be left.
    pub const MAX: f64 = 1e9;

    /// A base of more than 1.
    pub fn new(m: f64) -> Result<Attenuation, InfluenceError> {
        if m > 1.0 && m <= Attenuation::MAX {
            Ok(Attenuation(m))
        } else {
            Err(InfluenceError::Attenuation(m))
        }
    }

    /// The base.
    pub fn base(self) -> f64 {
        self.0
    }
}

impl Default for Attenuation {
    /// 2: the middle of the values that \[OshimaSo\] tries.
    fn default() -> Attenuation {
        Attenuation(2.0)
    }
}

/// An influence that does not exist.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InfluenceError {
    /// No such name.
    #[error("there is no field `{0}`: expected {names}", names = Influence::NAMES.join(", "))]
    Unknown(String),
    /// A base that does not fade.
    #[error(
        "an attenuation of {0} does not fade with distance: m must be more than 1 (and at most {max:e})",
        max = Attenuation::MAX
    )]
    Attenuation(f64),
}

impl Influence {
    /// The names of all influences, as [`FromStr`] reads them.
    pub const NAMES: [&str; 6] = [
        "tables",
        "inverse-manhattan",
        "inverse-euclidean",
        "halving-manhattan",
        "halving-euclidean",
        "attenuation",
    ];

    /// Its name, without parameters.
    pub fn name(self) -> &'static str {
        let i = match self {
            Influence::Tables => 0,
            Influence::Inverse(Distance::Manhattan) => 1,
            Influence::Inverse(Distance::Euclidean) => 2,
            Influence::Halving(Distance::Manhattan) => 3,
            Influence::Halving(Distance::Euclidean) => 4,
            Influence::Attenuation(_) => 5,
        };
        Influence::NAMES[i]
    }

    /// How many units make the number 1.
    ///
    /// Potentials are whole numbers of units, so that the order in which stones are added never
    /// shows, ties are real ties and symmetric boards have symmetric potentials. The least common
    /// multiple of 1 to 36 makes 1/d exact for every Manhattan distance of a 19×19 board; 2^48
    /// makes 1/2^d exact for every one there is. 625 stones of twice the unit stay far below the
    /// largest number of 64 bits.
    pub fn unit(self) -> i64 {
        match self {
            Influence::Tables => 1,
            Influence::Inverse(_) => 144_403_552_893_600,
            Influence::Halving(_) | Influence::Attenuation(_) => 1 << 48,
        }
    }

    /// What a stone adds at a distance, in units. From `libm`, so that it is the same on every
    /// machine.
    fn at_distance(self, columns: u32, rows: u32) -> i64 {
        let unit = self.unit() as f64;
        let distance = |kind| match kind {
            Distance::Manhattan => f64::from(columns + rows),
            Distance::Euclidean => f64::from(columns * columns + rows * rows).sqrt(),
        };
        let value = match self {
            Influence::Tables => unreachable!("the tables know where a stone stands, not only how far away"),
            // 1/0 is no number: the stone's own point has twice what its neighbours have.
            Influence::Inverse(_) if columns + rows == 0 => 2.0 * unit,
            Influence::Inverse(kind) => unit / distance(kind),
            Influence::Halving(kind) => unit * libm::exp2(-distance(kind)),
            Influence::Attenuation(m) => unit * libm::pow(m.base(), -distance(Distance::Euclidean)),
        };
        value.round() as i64
    }
}

impl fmt::Display for Influence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Influence::Attenuation(m) => write!(f, "{} {}", self.name(), m.base()),
            _ => f.write_str(self.name()),
        }
    }
}

impl FromStr for Influence {
    type Err = InfluenceError;

    /// Reads a name; `attenuation` has the default base.
    fn from_str(name: &str) -> Result<Influence, InfluenceError> {
        let all = [
            Influence::Tables,
            Influence::Inverse(Distance::Manhattan),
            Influence::Inverse(Distance::Euclidean),
            Influence::Halving(Distance::Manhattan),
            Influence::Halving(Distance::Euclidean),
            Influence::Attenuation(Attenuation::default()),
        ];
        all.into_iter().find(|influence| influence.name() == name).ok_or_else(|| {
            let shown: String = name.chars().take(30).collect();
            InfluenceError::Unknown(shown)
        })
    }
}

/// How far the tables reach, in columns and in rows.
pub(super) const REACH: u32 = 4;
/// The side of the square that the tables reach.
pub(super) const SPAN: usize = 2 * REACH as usize + 1;

/// A table turned to where its stone stands: values row by row from the bottom left of the square
/// around the stone.
pub(super) type Window = [[u8; SPAN]; SPAN];

/// What stands beside a stone in one direction (columns or rows).
#[derive(Clone, Copy)]
struct Side {
    /// The line from the nearer edge.
    line: u32,
    /// Where that edge is: −1 at the low end, 1 at the high end, 0 if both are as near.
    edge: i32,
}

impl Side {
    fn new(place: u32, length: u32) -> Side {
        let (low, high) = (place, length - 1 - place);
        Side { line: low.min(high) + 1, edge: low.cmp(&high) as i32 }
    }

    /// Steps away from the nearer edge. A stone in the very middle has an edge on either side.
    fn away(self, steps: i32) -> i32 {
        match self.edge {
            0 => -steps.abs(),
            edge => -edge * steps,
        }
    }
}

/// The table for a stone at a point, turned to where it stands.
pub(super) fn window(size: Size, point: Point) -> Window {
    let columns = Side::new(point.column(), size.width());
    let rows = Side::new(point.row(), size.height());
    let mut window = Window::default();
    for (r, values) in window.iter_mut().enumerate() {
        for (c, value) in values.iter_mut().enumerate() {
            let up = rows.away(r as i32 - REACH as i32);
            let along = columns.away(c as i32 - REACH as i32);
            *value = if rows.line <= columns.line {
                tables::value((rows.line, columns.line), (up, along))
            } else {
                tables::value((columns.line, rows.line), (along, up))
            };
        }
    }
    window
}

/// What a stone adds at every distance, by columns and rows.
pub(super) fn by_distance(influence: Influence) -> Box<[[i64; Size::MAX as usize]; Size::MAX as usize]> {
    let mut values = Box::new([[0; Size::MAX as usize]; Size::MAX as usize]);
    for (rows, line) in values.iter_mut().enumerate() {
        for (columns, value) in line.iter_mut().enumerate() {
            *value = influence.at_distance(columns as u32, rows as u32);
        }
    }
    values
}

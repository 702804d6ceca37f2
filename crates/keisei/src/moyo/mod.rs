//! The inner area of a *moyo* by the watershed method.
//!
//! A moyo is a framework that may become territory. Its stones stand around a space that is too
//! large for their influence to fill; what is inside is found by letting water run. Height is the
//! potential ([`crate::potential`]); water falls on a point, runs down the steepest way, and comes
//! to rest. **A point is inner if the water can come to rest without leaving the colour's area**,
//! else outer.
//!
//! ```text
//! height   35 12  7  5  7 12 35   the walls of two stones: water from between them rests in the middle
//!         ... inner <---^---> inner ...
//! height   35 12  7  0 -4 -9      nothing stands on the right: water runs on into the opponent's area
//!         ... outer ------------>
//! ```
//!
//! [`Moyo`] keeps the field, both colours' landscapes and both inner areas up to date from one
//! board to the next; only what new and captured stones can change is worked out again. From it
//! come [`Moyo::basins`] (which points drain to the same end), [`Moyo::explain`] (the path that
//! decided a point), [`Moyo::connections`] (how strong the walls are between stones) and
//! [`Moyo::completions`] (moves that close a moyo). [`MoyoEvaluator`](crate::method::MoyoEvaluator)
//! makes an evaluation of it.
//!
//! Invariants: the inner areas of the two colours are disjoint; choice a's inner area is part of
//! choice b's ([`Ties`]); the result depends on the stones alone, not on what was looked at before.
//!
//! # How the paper is read
//!
//! \[TajimaSanechika\], section 3, with these readings, each of which is needed for what the paper
//! says of its example:
//! - Stones are points too: paths run over them. (Else N9 of the example would be inner.) Only
//!   vacant points are called inner or outer.
//! - Level ground is an end only if it has no lower exit. A walk that must not step on its own
//!   track could trap itself on level ground of potential 0, and M17 would be inner already after
//!   move 32.
//! - Vacant points of potential 0 are inner for a colour if they belong to an end which a vacant
//!   point of that colour's potential drains into. This is what the paper's recursion says.
//! - If several neighbours are lowest, all paths count; [`Ties`] decides if they differ. A point
//!   that drains to several ends bears the lowest of their numbers.
//!
//! # Where it is known to fail
//!
//! The method is meant for large convex frameworks in the centre. Close to opposing stones it calls
//! points outer that any player would call secure (R17 and Q7 of the example), and a stone put
//! inside a moyo makes a hill there that may drain part of it to the outside. Section 7 of the
//! paper names two remedies, [`Options::threshold`] and [`Options::concave`]; both are off by
//! default, because they did not improve the judgement of labelled positions (BENCHMARKS.md).

mod basin;
mod completion;
mod concave;
mod landscape;
mod path;
mod ridge;

use keisei_goban::{Board, ByColor, Color, Point, PointSet, Size};

pub use self::basin::Basins;
pub use self::completion::Completion;
pub use self::path::{Explanation, Path, Reason, Step};
pub use self::ridge::{Anchor, Connection};

use self::landscape::Landscape;
use crate::names::{Named, named};
use crate::potential::{Field, Influence, Rectangle};

/// What decides if water can run both ways: section 3, choices a and b.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ties {
    /// Choice a: a point is outer if one path leads out.
    Outer,
    /// Choice b, the paper's: a point is inner if one path leads to an end inside.
    #[default]
    Inner,
}

impl Named for Ties {
    const WHAT: &'static str = "choice for ties";
    const ALL: &'static [Ties] = &[Ties::Inner, Ties::Outer];

    fn name(self) -> &'static str {
        match self {
            Ties::Outer => "outer",
            Ties::Inner => "inner",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Ties::Outer => "A point is outer if one path leads out (the paper's choice a)",
            Ties::Inner => "A point is inner if one path stays inside (the paper's choice b)",
        }
    }
}

named!(Ties);

/// A potential from which on a point is inner whatever the water does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Threshold(f64);

/// A threshold that would make every point inner, or that is no number.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[error("a threshold of {0} is out of range: it must be more than 0 and at most {max:e}", max = Threshold::MAX)]
pub struct ThresholdError(pub f64);

impl Threshold {
    /// The largest threshold: beyond all potentials.
    pub const MAX: f64 = 1e6;

    /// A threshold of more than 0.
    pub fn new(potential: f64) -> Result<Threshold, ThresholdError> {
        if potential > 0.0 && potential <= Threshold::MAX {
            Ok(Threshold(potential))
        } else {
            Err(ThresholdError(potential))
        }
    }

    /// The potential.
    pub fn potential(self) -> f64 {
        self.0
    }

    /// The least number of units that reaches it.
    fn units(self, influence: Influence) -> i64 {
        // Too much for 64 bits becomes the largest number, which no potential reaches.
        (self.0 * influence.unit() as f64).ceil() as i64
    }
}

/// How frameworks are found: what stones radiate, and how water runs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Options {
    /// What stones radiate.
    pub influence: Influence,
    /// What decides between paths.
    pub ties: Ties,
    /// Makes points of high potential inner unconditionally (section 7).
    pub threshold: Option<Threshold>,
    /// Keeps stones inside a moyo from making it smaller (section 7, operations 1 and 2).
    pub concave: bool,
}

/// The moyo of both colours, kept up to date from one board to the next.
#[derive(Clone, Debug)]
pub struct Moyo {
    options: Options,
    field: Field,
    /// The stones that radiate: the living ones.
    stones: ByColor<PointSet>,
    /// Points that can be inner: empty, or under a dead stone, or under one that the concave
    /// correction ignores.
    vacant: PointSet,
    /// Stones that the concave correction ignores.
    ignored: ByColor<PointSet>,
    landscapes: ByColor<Landscape>,
    inner: ByColor<PointSet>,
}

/// From so many changed stones on, the field is made anew: adding all stones of an opening costs no
/// more.
const MANY_CHANGES: usize = 12;

impl Moyo {
    /// An empty board.
    pub fn new(size: Size, options: Options) -> Moyo {
        Moyo {
            options,
            field: Field::new(size, options.influence),
            stones: ByColor { black: PointSet::EMPTY, white: PointSet::EMPTY },
            vacant: size.all(),
            ignored: ByColor { black: PointSet::EMPTY, white: PointSet::EMPTY },
            landscapes: ByColor::new_with(|_| Landscape::new(size)),
            inner: ByColor { black: PointSet::EMPTY, white: PointSet::EMPTY },
        }
    }

    /// The moyo of a board, all stones taken to be alive.
    pub fn of(board: &Board, options: Options) -> Moyo {
        let mut moyo = Moyo::new(board.size(), options);
        moyo.update(board, &PointSet::EMPTY);
        moyo
    }

    /// Turns to another board, of any size. Dead stones do not radiate: their points count as
    /// vacant.
    pub fn update(&mut self, board: &Board, dead: &PointSet) {
        let size = board.size();
        if size != self.size() {
            *self = Moyo::new(size, self.options);
        }
        let uncorrected = self.ignored.black.is_empty() && self.ignored.white.is_empty();
        let stones = ByColor::new_with(|color| board.stones(color) - *dead);
        let changes = ByColor::new_with(|color: Color| stones[color] ^ self.stones[color]);
        let number = changes.black.len() + changes.white.len();
        self.stones = stones;
        if uncorrected && number < MANY_CHANGES {
            for color in [Color::Black, Color::White] {
                for p in changes[color] {
                    self.radiate(color, p, stones[color].contains(p));
                }
            }
        } else {
            self.rebuild();
        }
        self.vacant = size.all() - stones.black - stones.white;
        self.ignored = ByColor { black: PointSet::EMPTY, white: PointSet::EMPTY };
        self.find_inner();
        if self.options.concave {
            concave::correct(self);
        }
    }

    /// Works out the field and the landscapes from nothing.
    fn rebuild(&mut self) {
        self.field.clear();
        for color in [Color::Black, Color::White] {
            for p in self.stones[color] {
                self.field.add(color, p);
            }
        }
        self.shape(Rectangle::whole(self.size()));
    }

    /// Adds or removes the influence of one stone.
    fn radiate(&mut self, color: Color, point: Point, present: bool) {
        if present {
            self.field.add(color, point);
        } else {
            self.field.remove(color, point);
        }
        self.shape(self.field.reach(point));
    }

    /// Shapes both landscapes after the field.
    fn shape(&mut self, changed: Rectangle) {
        for color in [Color::Black, Color::White] {
            self.landscapes[color].update(self.field.values(), i64::from(color.sign()), changed);
        }
    }

    fn find_inner(&mut self) {
        self.inner = ByColor::new_with(|color| self.inner_now(color));
    }

    /// The inner area as the landscape is now.
    fn inner_now(&self, color: Color) -> PointSet {
        let landscape = &self.landscapes[color];
        let inner = landscape.inner(&self.vacant, self.options.ties);
        match self.options.threshold {
            Some(threshold) => {
                inner | (landscape.at_least(threshold.units(self.options.influence)) & self.vacant)
            }
            None => inner,
        }
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.field.size()
    }

    /// How it was found.
    pub fn options(&self) -> Options {
        self.options
    }

    /// The potentials. With the concave correction, the corrected ones.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The inner area of a colour: vacant points, and with the concave correction also the stones
    /// it ignores.
    pub fn inner(&self, color: Color) -> PointSet {
        self.inner[color]
    }

    /// Whose inner area a point belongs to.
    pub fn owner(&self, point: Point) -> Option<Color> {
        [Color::Black, Color::White].into_iter().find(|&color| self.inner[color].contains(point))
    }

    /// The stones of a colour that the concave correction ignores.
    pub fn ignored(&self, color: Color) -> PointSet {
        self.ignored[color]
    }
}

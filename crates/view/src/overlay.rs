//! What a method found, as something to draw: areas, numbers, marks and ways.

use keisei_goban::{ByColor, Color, Point, PointSet};

/// A shape on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Two strokes.
    Cross,
    /// A square on its corner.
    Diamond,
}

/// What is drawn on a board in place of ownership.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    /// Areas of the two sides.
    pub shades: ByColor<PointSet>,
    /// Areas of the two sides that are less sure.
    pub light: ByColor<PointSet>,
    /// Shapes on points, a side's or nobody's; not in text.
    pub shapes: Vec<(PointSet, Shape, Option<Color>)>,
    /// What stands on points in text, where that is something else than the numbers.
    pub plain: Vec<(Point, String)>,
    /// Numbers on points, without sign.
    pub labels: Vec<(Point, String)>,
    /// Stones that are not on the board yet, with their numbers: a line of play.
    pub played: Vec<(Point, Color, String)>,
    /// Points whose number is White's: slanted in pictures, with a minus in text.
    pub slanted: PointSet,
    /// How much more points are Black's one way than another: squares that grow with it, and in text
    /// tenths with a sign. Next to nothing is not shown.
    pub changes: Vec<(Point, f32)>,
    /// Points to look at.
    pub marks: PointSet,
    /// Ways from point to point.
    pub ways: Vec<Vec<Point>>,
    /// What follows the number of a point in an area, in text without colours.
    pub plain_mark: &'static str,
    /// Lines below the board, the most important first.
    pub notes: Vec<String>,
}

//! What a method found, as something to draw: areas, numbers, marks and ways.

use keisei_goban::{ByColor, Point, PointSet};

/// What is drawn on a board in place of ownership.
#[derive(Clone, Debug)]
pub(crate) struct Overlay {
    /// Areas of the two sides.
    pub(crate) shades: ByColor<PointSet>,
    /// Numbers on points, without sign.
    pub(crate) labels: Vec<(Point, String)>,
    /// Points whose number is White's: slanted in pictures, with a minus in text.
    pub(crate) slanted: PointSet,
    /// Points to look at.
    pub(crate) marks: PointSet,
    /// Ways from point to point.
    pub(crate) ways: Vec<Vec<Point>>,
    /// What follows the number of a point in an area, in text without colours.
    pub(crate) plain_mark: &'static str,
    /// Lines below the board, the most important first.
    pub(crate) notes: Vec<String>,
}

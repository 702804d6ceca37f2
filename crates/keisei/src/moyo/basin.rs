//! Basins: the inner points that drain to the same end, with a number for each end.

use keisei_goban::{ByColor, Color, Point, PointMap, PointSet};

use super::Moyo;

/// The basins of both colours' inner areas, numbered from 1 as the first points of their ends come
/// in reading order.
#[derive(Clone, PartialEq, Debug)]
pub struct Basins {
    numbers: PointMap<u16>,
    ends: Vec<(Color, PointSet)>,
}

impl Basins {
    /// The number of a point's basin; 0 outside the inner areas, and where a point is inner for its
    /// high potential alone.
    pub fn number(&self, point: Point) -> u16 {
        self.numbers[point]
    }

    /// The end of each basin: a minimal point (a maximal one for White), or level ground.
    pub fn ends(&self) -> impl ExactSizeIterator<Item = (Color, PointSet)> {
        self.ends.iter().copied()
    }
}

impl Moyo {
    /// The basins of the inner areas.
    pub fn basins(&self) -> Basins {
        let size = self.size();
        let ends = ByColor::new_with(|color| {
            let landscape = &self.landscapes[color];
            landscape.ends_from(&(self.vacant & landscape.own()))
        });
        let mut basins = Basins { numbers: PointMap::default(), ends: Vec::new() };
        let mut rest = ByColor::new_with(|color| self.inner[color]);
        let mut seen = PointSet::EMPTY;
        for p in size.points() {
            let Some(color) = [Color::Black, Color::White].into_iter().find(|&c| ends[c].contains(p)) else {
                continue;
            };
            if seen.contains(p) {
                continue;
            }
            let end = PointSet::from_iter([p]).flood(&ends[color]);
            seen |= end;
            let basin = self.landscapes[color].drained_by(&end) & rest[color];
            if basin.is_empty() {
                continue;
            }
            rest[color] -= basin;
            basins.ends.push((color, end));
            for q in basin {
                basins.numbers[q] = basins.ends.len() as u16;
            }
        }
        basins
    }
}

//! Why a point is inner or outer: the path that its water takes.

use keisei_goban::{Color, Point, PointMap, PointSet};

use super::landscape::Landscape;
use super::{Moyo, Ties};

/// A step of the path that water takes from a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The point.
    pub point: Point,
    /// Its potential in units, Black positive.
    pub potential: i64,
    /// Points as low as this one that the water may run to instead.
    pub others: Vec<Point>,
}

/// The way of water from a point to where it rests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// From the point to the end.
    pub steps: Vec<Step>,
    /// Whether it never left the colour's area.
    pub inside: bool,
}

/// Why a point is inner or outer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// All paths stay inside.
    Inside,
    /// All paths lead out.
    Outside,
    /// Some paths stay inside and some lead out: the choice between them decides.
    Tie,
    /// All paths lead out, but the potential reaches the threshold.
    Threshold,
    /// The potential is 0, and the point belongs to an end of the colour.
    LevelEnd,
    /// The potential is 0, and the point belongs to no end.
    Level,
}

/// Why a point is inner or outer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The point.
    pub point: Point,
    /// Whose potential it has, or, at potential 0, whose end it belongs to.
    pub color: Option<Color>,
    /// Whether it is inner for that colour.
    pub inner: bool,
    /// Why.
    pub reason: Reason,
    /// The path that decided; if there is a tie, also one that leads the other way.
    pub paths: Vec<Path>,
}

impl Moyo {
    /// Why a point is inner or outer; `None` for a living stone, which is neither.
    pub fn explain(&self, point: Point) -> Option<Explanation> {
        if !self.vacant.contains(point) {
            return None;
        }
        let potential = self.field.get(point);
        let owner = self.owner(point);
        let color = match potential {
            0 => {
                let reason = if owner.is_some() { Reason::LevelEnd } else { Reason::Level };
                let here = Step { point, potential, others: Vec::new() };
                let paths = vec![Path { steps: vec![here], inside: owner.is_some() }];
                return Some(Explanation { point, color: owner, inner: owner.is_some(), reason, paths });
            }
            v if v > 0 => Color::Black,
            _ => Color::White,
        };
        let landscape = &self.landscapes[color];
        let inside = self.path(landscape, point, true);
        let outside = self.path(landscape, point, false);
        let inner = owner.is_some();
        let reason = match (&inside, &outside) {
            (Some(_), Some(_)) => Reason::Tie,
            (Some(_), None) => Reason::Inside,
            (None, _) if inner => Reason::Threshold,
            (None, _) => Reason::Outside,
        };
        let (first, second) = match self.options.ties {
            Ties::Inner => (inside, outside),
            Ties::Outer => (outside, inside),
        };
        let paths = first.into_iter().chain(second).collect();
        Some(Explanation { point, color: Some(color), inner, reason, paths })
    }

    /// The shortest path to an end inside or outside, if water can run there.
    fn path(&self, landscape: &Landscape, from: Point, inside: bool) -> Option<Path> {
        let rests = if inside { landscape.ends() } else { landscape.rests() - landscape.ends() };
        let mut before: PointMap<Option<Point>> = PointMap::default();
        let mut seen = PointSet::from_iter([from]);
        let mut queue = vec![from];
        let mut next = 0;
        let end = loop {
            let p = *queue.get(next)?;
            next += 1;
            if rests.contains(p) {
                break p;
            }
            for q in landscape.next(p) {
                if seen.insert(q) {
                    before[q] = Some(p);
                    queue.push(q);
                }
            }
        };
        let mut points = vec![end];
        while let Some(p) = before[points[points.len() - 1]] {
            points.push(p);
        }
        points.reverse();
        let mut steps: Vec<Step> = Vec::with_capacity(points.len());
        for (i, &point) in points.iter().enumerate() {
            // The water that came from the step before could as well have gone there.
            let others = match i.checked_sub(1) {
                Some(i) => landscape.next(points[i]).filter(|q| *q != point && !points.contains(q)).collect(),
                None => Vec::new(),
            };
            steps.push(Step { point, potential: self.field.get(point), others });
        }
        Some(Path { steps, inside })
    }
}

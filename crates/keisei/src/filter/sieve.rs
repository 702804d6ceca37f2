//! A filter at work on boards of one size.

use std::cmp::Reverse;

use keisei_goban::{Board, ByColor, Color, Point, PointMap, PointSet, Size};

use super::{Filter, Ranking, Recipe, Removal};
use crate::potential::{Field, Influence};
use crate::random::Random;

/// A filter, and the memory it works in: one for each thread.
///
/// The same arguments give the same answer, whatever was asked before.
#[derive(Clone, Debug)]
pub struct Sieve {
    filter: Filter,
    size: Size,
    model: Option<Box<Model>>,
    /// Moves by value, highest first, those of the same value by place.
    ranked: Vec<(Reverse<i128>, usize, Point)>,
}

#[derive(Clone, Debug)]
struct Model {
    recipe: Recipe,
    field: Field,
    /// The stones on the field.
    on: ByColor<PointSet>,
}

impl Sieve {
    /// A filter for boards of a size.
    pub fn new(filter: Filter, size: Size) -> Sieve {
        let model = filter.recipe().map(|recipe| {
            let field = Field::new(size, Influence::Attenuation(recipe.attenuation));
            Box::new(Model { recipe, field, on: ByColor::default() })
        });
        Sieve { filter, size, model, ranked: Vec::with_capacity(size.area() as usize) }
    }

    /// The filter.
    pub fn filter(&self) -> Filter {
        self.filter
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What is left of a side's moves. The seed is for the random filter.
    pub fn keep(&mut self, board: &Board, color: Color, moves: &[Point], seed: u64) -> PointSet {
        self.sort(board, color, moves, seed);
        let removal = self.model.as_ref().map_or(Removal::Low, |model| model.recipe.removal);
        let (top, low) = removal.counts(moves.len());
        self.ranked[top..moves.len() - low].iter().map(|&(_, _, point)| point).collect()
    }

    /// A side's moves as the filter ranks them, the first highest. The seed is for the random
    /// filter.
    pub fn rank(&mut self, board: &Board, color: Color, moves: &[Point], seed: u64) -> Vec<Point> {
        self.sort(board, color, moves, seed);
        self.ranked.iter().map(|&(_, _, point)| point).collect()
    }

    /// What the filter ranks points by: the potential or its slope per step, for a side. `None` for
    /// the random filter.
    pub fn values(&mut self, board: &Board, color: Color) -> Option<PointMap<f64>> {
        let model = self.model.as_mut()?;
        model.measure(board);
        let unit = model.field.influence().unit() as f64;
        let mut values = PointMap::filled(0.0);
        for p in self.size.points() {
            values[p] = match model.recipe.ranking {
                Ranking::Potential => model.value(color, p) as f64 / unit,
                // Horn's sums weigh eight steps.
                Ranking::Gradient => (model.value(color, p) as f64).sqrt() / (8.0 * unit),
            };
        }
        Some(values)
    }

    fn sort(&mut self, board: &Board, color: Color, moves: &[Point], seed: u64) {
        debug_assert_eq!(board.size(), self.size, "a sieve is for one size");
        self.ranked.clear();
        match &mut self.model {
            Some(model) => {
                model.measure(board);
                let key = |&p| (Reverse(model.value(color, p)), self.size.ordinal(p), p);
                self.ranked.extend(moves.iter().map(key));
            }
            None => {
                let mut random = Random::new(seed);
                let key = |&p| (Reverse(i128::from(random.number())), self.size.ordinal(p), p);
                self.ranked.extend(moves.iter().map(key));
            }
        }
        self.ranked.sort_unstable();
    }
}

impl Model {
    /// Puts the stones on the field, or only those that came and takes away those that went: what
    /// the field holds does not depend on the way there.
    fn measure(&mut self, board: &Board) {
        let now = ByColor::new_with(|color| board.stones(color));
        let changes = |color| ((now[color] - self.on[color]).len(), (self.on[color] - now[color]).len());
        let [black, white] = [Color::Black, Color::White].map(changes);
        if black.0 + black.1 + white.0 + white.1 > now.black.len() + now.white.len() {
            self.field.clear();
            self.on = ByColor::default();
        }
        for color in Color::ALL {
            let counts_as = if self.recipe.opposed { color } else { Color::Black };
            for stone in now[color] - self.on[color] {
                self.field.add(counts_as, stone);
            }
            for stone in self.on[color] - now[color] {
                self.field.remove(counts_as, stone);
            }
        }
        self.on = now;
    }

    /// What a side's moves are ranked by, exactly: the potential in units, or the square of Horn's
    /// sums. The field has Black's stones positive; the table's "Black" is the side that filters.
    fn value(&self, color: Color, point: Point) -> i128 {
        match self.recipe.ranking {
            Ranking::Potential if self.recipe.opposed => {
                i128::from(self.field.get(point)) * i128::from(color.sign())
            }
            Ranking::Potential => i128::from(self.field.get(point)),
            Ranking::Gradient => {
                let (across, along) = horn(&self.field, point);
                across * across + along * along
            }
        }
    }
}

/// Horn's weighted differences of a 3×3 window, in columns and in rows \[Horn1981\]: eight times
/// the slope.
fn horn(field: &Field, point: Point) -> (i128, i128) {
    let size = field.size();
    let (column, row) = (point.column(), point.row());
    let (left, right) = (column.saturating_sub(1), (column + 1).min(size.width() - 1));
    let (below, above) = (row.saturating_sub(1), (row + 1).min(size.height() - 1));
    let at = |column, row| field.get(Point::at(column, row));
    // At most 625 stones of 2^48 units each, eight times: far from the end of 64 bits.
    let side = |column| at(column, above) + 2 * at(column, row) + at(column, below);
    let line = |row| at(left, row) + 2 * at(column, row) + at(right, row);
    (i128::from(side(right) - side(left)), i128::from(line(above) - line(below)))
}

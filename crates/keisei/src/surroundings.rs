//! Means of a map over the surroundings of points, whole rows at a time.

use keisei_goban::{PointMap, Size};

/// Columns of the largest board.
const SIDE: usize = Size::MAX as usize;
/// How far squares reach at most.
const REACH: usize = 2;

/// The mean over the neighbours of each point. Beyond the board the map must be 0.
pub(crate) fn beside(size: Size, values: &PointMap<f32>, means: &mut PointMap<f32>) {
    let last = (size.width() - 1, size.height() - 1);
    let along_columns = sides(last.0);
    for row in 0..=last.1 {
        let (below, here, above) = values.row_between(row);
        let up_and_down = f32::from(u8::from(row > 0) + u8::from(row < last.1));
        for (column, mean) in means.row_mut(row).iter_mut().enumerate() {
            let sum = above[column] + here[column] + here[column + 2] + below[column];
            *mean = sum / (along_columns[column] + up_and_down).max(1.0);
        }
    }
}

/// How many neighbours each place in a row has in it.
fn sides(last: u32) -> [f32; SIDE] {
    std::array::from_fn(|place| f32::from(u8::from(place > 0) + u8::from(place < last as usize)))
}

/// The mean over the 5×5 square around each point. Beyond the board the map must be 0.
pub(crate) fn square(size: Size, values: &PointMap<f32>, means: &mut PointMap<f32>) {
    sums(size, values, REACH, means);
    let number = |place: usize, side: usize| (place + REACH).min(side - 1) + 1 - place.saturating_sub(REACH);
    let (width, height) = (size.width() as usize, size.height() as usize);
    let columns: [f32; SIDE] = std::array::from_fn(|c| if c < width { number(c, width) as f32 } else { 1.0 });
    for row in 0..height {
        let rows = number(row, height) as f32;
        means
            .row_mut(row as u32)
            .iter_mut()
            .zip(&columns)
            .for_each(|(mean, columns)| *mean /= columns * rows);
    }
}

/// Sums over squares that reach so many points to all sides, two at most: along rows first, then
/// along columns.
pub(crate) fn sums(size: Size, values: &PointMap<f32>, reach: usize, sums: &mut PointMap<f32>) {
    let height = size.height() as usize;
    let mut along = [[0.0; SIDE]; SIDE];
    for (row, sums) in along.iter_mut().enumerate().take(height) {
        let mut padded = [0.0; SIDE + 2 * REACH];
        padded[REACH..][..SIDE].copy_from_slice(values.row(row as u32));
        for step in REACH - reach..=REACH + reach {
            let shifted: &[f32; SIDE] = padded[step..].first_chunk().expect("it is padded for that");
            sums.iter_mut().zip(shifted).for_each(|(sum, value)| *sum += value);
        }
    }
    for row in 0..height {
        let mut sum = [0.0; SIDE];
        for other in &along[row.saturating_sub(reach)..=(row + reach).min(height - 1)] {
            sum.iter_mut().zip(other).for_each(|(sum, value)| *sum += value);
        }
        *sums.row_mut(row as u32) = sum;
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::Point;

    use super::*;

    #[test]
    fn means_are_those_of_the_points_around() {
        for (width, height) in [(19, 19), (1, 1), (2, 5), (25, 25), (9, 3)] {
            let size = Size::new(width, height).unwrap();
            let mut values = PointMap::filled(0.0);
            for (p, i) in size.points().zip(0u16..) {
                values[p] = f32::from(i * 37 % 101) - 50.0;
            }
            let mean = |points: Vec<Point>| {
                points.iter().map(|&p| values[p]).sum::<f32>() / points.len().max(1) as f32
            };
            let [mut besides, mut squares, mut threes] = [const { PointMap::filled(0.0) }; 3];
            beside(size, &values, &mut besides);
            square(size, &values, &mut squares);
            sums(size, &values, 1, &mut threes);
            for p in size.points() {
                let within = |reach: u32| {
                    let near = move |q: &Point| {
                        q.column().abs_diff(p.column()) <= reach && q.row().abs_diff(p.row()) <= reach
                    };
                    size.points().filter(near).collect::<Vec<_>>()
                };
                assert_eq!(besides[p], mean(size.neighbors(p).collect()), "{size} {p}");
                assert!((squares[p] - mean(within(2))).abs() < 1e-4, "{size} {p}");
                assert_eq!(threes[p], within(1).iter().map(|&p| values[p]).sum::<f32>(), "{size} {p}");
            }
        }
    }
}

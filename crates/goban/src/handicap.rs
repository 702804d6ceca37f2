//! Handicap stones.

use crate::{Color, Game, Point, PointSet, Position, Size};

/// Why handicap stones cannot be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HandicapError {
    /// No customary places on a board of this size.
    #[error("there are no customary places for handicap stones on this board: place them freely")]
    NoPlaces,
    /// Fewer than two, or more than the board has places for.
    #[error("{stones} handicap stones are not possible here: expected 2 to {most}")]
    Number {
        /// The number asked for.
        stones: usize,
        /// The most there can be.
        most: usize,
    },
    /// The same point twice, or a point that is not on the board.
    #[error("{0} cannot take a handicap stone")]
    Place(Point),
    /// There are stones or moves already.
    #[error("handicap stones are placed on an empty board before the first move")]
    NotAtStart,
}

/// The most stones that can be placed by custom: 9 on boards with a middle point from 9×9, 4 on
/// others from 7×7.
pub fn fixed_limit(size: Size) -> usize {
    let shorter = size.width().min(size.height());
    match shorter {
        0..7 => 0,
        _ if shorter >= 9 && size.width() % 2 == 1 && size.height() % 2 == 1 => 9,
        _ => 4,
    }
}

/// The customary points, in the order that the Go Text Protocol fixes.
pub fn fixed(size: Size, stones: usize) -> Result<Vec<Point>, HandicapError> {
    let most = fixed_limit(size);
    if most == 0 {
        return Err(HandicapError::NoPlaces);
    }
    if stones < 2 || stones > most {
        return Err(HandicapError::Number { stones, most });
    }
    // Third line on boards under 13, fourth from there on; each side by its own length.
    let low = |side: u32| if side < 13 { 2 } else { 3 };
    let (left, bottom) = (low(size.width()), low(size.height()));
    let (right, top) = (size.width() - 1 - left, size.height() - 1 - bottom);
    let (middle, center) = (size.width() / 2, size.height() / 2);
    let mut places = vec![(left, bottom), (right, top), (left, top), (right, bottom)];
    places.truncate(stones);
    if stones >= 6 {
        places.extend([(left, center), (right, center)]);
    }
    if stones >= 8 {
        places.extend([(middle, bottom), (middle, top)]);
    }
    if stones >= 5 && stones % 2 == 1 {
        places.push((middle, center));
    }
    Ok(places.into_iter().map(|(column, row)| Point::at(column, row)).collect())
}

impl Game {
    /// Starts a game with handicap stones on these points, wherever the players want them. White
    /// plays next.
    pub fn place_handicap(&mut self, points: &[Point]) -> Result<(), HandicapError> {
        let position = self.position();
        let size = position.board().size();
        if self.move_number() > 0 || !(position.board().empty() == size.all()) {
            return Err(HandicapError::NotAtStart);
        }
        let most = size.area() as usize - 1;
        if points.len() < 2 || points.len() > most {
            return Err(HandicapError::Number { stones: points.len(), most });
        }
        let mut board = position.board().clone();
        let mut taken = PointSet::EMPTY;
        for &p in points {
            if !size.contains(p) || !taken.insert(p) {
                return Err(HandicapError::Place(p));
            }
            board.play(Color::Black, p).map_err(|_| HandicapError::Place(p))?;
        }
        let mut start = Position::clone(position);
        start.set_board(board);
        start.set_handicap(points.len() as u32);
        start.set_to_play(Color::White);
        *self = Game::new(start);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    fn names(side: u32, stones: usize) -> String {
        let points = fixed(Size::square(side).unwrap(), stones).unwrap();
        points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_protocols_places() {
        assert_eq!(names(19, 2), "D4 Q16");
        assert_eq!(names(19, 3), "D4 Q16 D16");
        assert_eq!(names(19, 4), "D4 Q16 D16 Q4");
        assert_eq!(names(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(names(19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(names(19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(names(19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(names(19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(names(9, 5), "C3 G7 C7 G3 E5");
        assert_eq!(names(7, 4), "C3 E5 C5 E3");
        assert_eq!(names(8, 2), "C3 F6");
        for (side, stones) in [(19, 0), (19, 1), (19, 10), (8, 5), (7, 5)] {
            let size = Size::square(side).unwrap();
            assert!(matches!(fixed(size, stones), Err(HandicapError::Number { .. })), "{stones} on {size}");
        }
    }

    #[test]
    fn small_boards_have_no_customary_places() {
        for side in 1..7 {
            assert_eq!(fixed(Size::square(side).unwrap(), 2), Err(HandicapError::NoPlaces));
        }
    }

    #[test]
    fn free_placement() {
        let mut game = Game::new(Position::new(Board::new(Size::square(5).unwrap())));
        let points: Vec<Point> = ["A1", "C3", "E5"].map(|v| v.parse().unwrap()).into();
        assert_eq!(game.place_handicap(&points[..1]), Err(HandicapError::Number { stones: 1, most: 24 }));
        assert_eq!(game.place_handicap(&[points[0], points[0]]), Err(HandicapError::Place(points[0])));
        let outside = "F1".parse().unwrap();
        assert_eq!(game.place_handicap(&[points[0], outside]), Err(HandicapError::Place(outside)));
        game.place_handicap(&points).unwrap();
        assert_eq!(game.position().handicap(), 3);
        assert_eq!(game.position().to_play(), Color::White);
        assert_eq!(game.place_handicap(&points), Err(HandicapError::NotAtStart));
    }
}

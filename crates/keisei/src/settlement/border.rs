//! Whose the points are that no living stone stands on, and where a move at a border still gains
//! something.
//!
//! ```text
//! X X X O O
//! . . a . O     a is neutral: it touches both sides. Whoever plays there keeps or takes a point: a gap in the border.
//! X X X O O
//! ```
//!
//! An area of such points beside one colour alone is that colour's. In an area beside both, the
//! points that touch both are *dame*; if that is not all, there is a *gap*, and the last moves
//! there are played out (`contest`). As the stones stand, the parts behind the dame go to the only
//! colour beside them, if there is one.

use std::collections::HashMap;

use keisei_goban::{Board, ByColor, Color, PointMap, PointSet};

use super::contest::Fate;

/// Whose the points are.
pub(super) struct Borders {
    /// Living stones own their points.
    pub(super) owner: PointMap<Option<Color>>,
    /// Empty points that are nobody's because both sides touch them.
    pub(super) dame: PointSet,
    /// Where borders are not closed by stones.
    pub(super) gaps: Vec<Gap>,
}

/// A place where a border is not closed by stones.
pub(super) struct Gap {
    pub(super) points: PointSet,
    /// `None` if it is too large to be played out.
    pub(super) fate: Option<Fate>,
}

/// What came of gaps that were seen before: their points, and what each side has beside them.
pub(super) type Fates = HashMap<(PointSet, ByColor<PointSet>), Option<Fate>>;

impl Borders {
    /// Of a board on which these stones are dead.
    pub(super) fn of(board: &Board, dead: &PointSet, fates: &mut Fates) -> Borders {
        let living = ByColor::new_with(|color| board.stones(color) - *dead);
        let beside = living.map(|stones| stones.grown());
        let mut borders = Borders { owner: PointMap::filled(None), dame: PointSet::EMPTY, gaps: Vec::new() };
        for color in Color::ALL {
            borders.give(&living[color], color);
        }
        for area in (board.size().all() - living.black - living.white).components() {
            match only_color(&area, &beside) {
                Some(color) => borders.give(&area, color),
                None => borders.divide(&area, &beside, board, fates),
            }
        }
        borders
    }

    /// Divides an area beside both colours.
    fn divide(&mut self, area: &PointSet, beside: &ByColor<PointSet>, board: &Board, fates: &mut Fates) {
        let dame = *area & beside.black & beside.white;
        let mut unclear = PointSet::EMPTY;
        let mut ground = ByColor::<PointSet>::default();
        for part in (*area - dame).components() {
            match only_color(&part, beside) {
                Some(color) => ground[color] |= part,
                None => unclear |= part,
            }
        }
        for color in Color::ALL {
            self.give(&ground[color], color);
        }
        self.dame |= dame;
        if dame == *area {
            return;
        }
        // Who moves here changes nothing farther away than beside a neutral point.
        let near = (dame | unclear).grown() & *area;
        let far = ByColor::new_with(|color| ((ground[color] - near).grown() | beside[color]) & near);
        // What lies apart is played apart.
        for points in near.components() {
            let beside = far.map(|far| far & points);
            let fate =
                fates.entry((points, beside)).or_insert_with(|| Fate::of(&points, &beside, board)).clone();
            if let Some(fate) = fate.as_ref().filter(|fate| fate.swing() == 0) {
                let kept = &fate.kept;
                for p in points - kept.black - kept.white {
                    self.owner[p] = None;
                    self.dame.insert(p);
                }
                for color in Color::ALL {
                    self.give(&kept[color], color);
                    self.dame -= kept[color];
                }
            }
            self.gaps.push(Gap { points, fate });
        }
    }

    fn give(&mut self, points: &PointSet, color: Color) {
        points.iter().for_each(|p| self.owner[p] = Some(color));
    }
}

/// The only colour beside some points.
fn only_color(points: &PointSet, beside: &ByColor<PointSet>) -> Option<Color> {
    match beside.map(|beside| !beside.is_disjoint(points)) {
        ByColor { black: true, white: false } => Some(Color::Black),
        ByColor { black: false, white: true } => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::diagram;

    use super::*;

    #[test]
    fn areas_are_divided() {
        let board = diagram::board(". X . O .\nX X . O O\n. X . O O");
        let borders = Borders::of(&board, &PointSet::EMPTY, &mut Fates::default());
        assert_eq!(borders.dame, ["C1", "C2", "C3"].iter().map(|v| v.parse().unwrap()).collect());
        assert_eq!(borders.owner["A3".parse().unwrap()], Some(Color::Black));
        assert_eq!(borders.owner["E3".parse().unwrap()], Some(Color::White));
        assert!(borders.gaps.is_empty());
    }

    #[test]
    fn dead_stones_are_territory() {
        let board = diagram::board(". X O .\nO X O .\n. X O .");
        let dead = ["A2".parse().unwrap()].into_iter().collect();
        let borders = Borders::of(&board, &dead, &mut Fates::default());
        assert_eq!(borders.owner["A2".parse().unwrap()], Some(Color::Black));
    }
}

//! Whose the points are that no living stone stands on, and where the borders are not closed yet.
//!
//! ```text
//! X X X O O
//! . . a . O     a is neutral: it touches both sides. Whoever plays there keeps or takes a point: the border is open.
//! X X X O O
//! ```
//!
//! An area of such points beside one colour alone is that colour's. In an area beside both, the points that touch both are *dame*; if that is not all, a move gains something there, and the
//! border is *open*: the parts behind the dame go to the only colour beside them, if there is one, as they would if it were closed.
//!
//! Under territory scoring a side may have to fill points of its own when all dame are filled, for else its stones would be in atari: these *fills* are found by giving
//! all dame to the opponent.

use keisei_goban::{Board, ByColor, Color, Point, PointMap, PointSet};

use super::contest::Contest;

/// Whose the points are.
pub(super) struct Borders {
    /// Living stones own their points.
    pub(super) owner: PointMap<Option<Color>>,
    /// Empty points that are nobody's because both sides touch them.
    pub(super) dame: PointSet,
    /// Places where a move would still gain something.
    pub(super) open: Vec<PointSet>,
}

impl Borders {
    /// Of a board on which these stones are dead.
    pub(super) fn of(board: &Board, dead: &PointSet) -> Borders {
        let living = ByColor::new_with(|color| board.stones(color) - *dead);
        let beside = living.map(|stones| stones.grown());
        let mut borders = Borders { owner: PointMap::filled(None), dame: PointSet::EMPTY, open: Vec::new() };
        for color in Color::ALL {
            borders.give(&living[color], color);
        }
        for area in (board.size().all() - living.black - living.white).components() {
            if let Some(color) = only_color(&area, &beside) {
                borders.give(&area, color);
                continue;
            }
            borders.divide(&area, &beside, board);
        }
        borders
    }

    /// Divides an area beside both colours.
    fn divide(&mut self, area: &PointSet, beside: &ByColor<PointSet>, board: &Board) {
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
        let far = ByColor::new_with(|color| (ground[color] - near).grown() | beside[color]);
        match Contest::new(&near, &far, board).and_then(|mut contest| contest.outcome()) {
            Some(kept) => {
                for p in near {
                    if !kept.black.contains(p) && !kept.white.contains(p) {
                        self.owner[p] = None;
                        self.dame.insert(p);
                    }
                }
                for color in Color::ALL {
                    self.give(&(kept[color]), color);
                    self.dame -= kept[color];
                }
            }
            None => {
                let places: Vec<PointSet> = (near - dame).components().collect();
                self.open.extend(places);
            }
        }
    }

    fn give(&mut self, points: &PointSet, color: Color) {
        points.iter().for_each(|p| self.owner[p] = Some(color));
    }

    /// The points of its own that a side has to fill when the opponent fills one dame after another. It answers only when stones of its own are in atari, and on a dame if it can.
    pub(super) fn fills(&self, board: &Board, dead: &PointSet, color: Color) -> PointSet {
        let mut board = board.clone();
        let mut fills = PointSet::EMPTY;
        let mut answer = |board: &mut Board| {
            while let Some(p) = self.rescue(board, dead, color) {
                if board.play(color, p).is_err() {
                    return;
                }
                if !self.dame.contains(p) {
                    fills.insert(p);
                }
            }
        };
        answer(&mut board);
        for p in self.dame {
            if board.is_empty(p) && !board.is_suicide(color.opponent(), p) {
                let _ = board.play(color.opponent(), p);
                answer(&mut board);
            }
        }
        fills
    }

    /// The last liberty of a block that the opponent could take.
    fn rescue(&self, board: &Board, dead: &PointSet, color: Color) -> Option<Point> {
        let threatened = board.blocks().filter(|block| {
            block.color() == color && block.liberties() == 1 && block.stone_set().is_disjoint(dead)
        });
        let liberties = threatened.filter_map(|block| block.liberty_set().first());
        let can_be_saved = |p: &Point| {
            (self.owner[*p] == Some(color) || self.dame.contains(*p))
                && !board.is_suicide(color, *p)
                && is_threat(board, color.opponent(), *p)
        };
        liberties.filter(can_be_saved).max_by_key(|p| (self.dame.contains(*p), std::cmp::Reverse(*p)))
    }
}

/// Whether a move that takes stones does not lose more of its own to a snapback at once.
fn is_threat(board: &Board, color: Color, point: Point) -> bool {
    let mut after = board.clone();
    after.play(color, point).is_ok_and(|outcome| {
        let block = after.block(point);
        !outcome.suicide
            && (outcome.ko.is_some()
                || block.is_some_and(|block| block.liberties() > 1 || block.len() <= outcome.captured))
    })
}

/// The only colour beside some points.
fn only_color(points: &PointSet, beside: &ByColor<PointSet>) -> Option<Color> {
    match beside.map(|beside| !beside.is_disjoint(points)) {
        ByColor { black: true, white: false } => Some(Color::Black),
        ByColor { black: false, white: true } => Some(Color::White),
        _ => None,
    }
}

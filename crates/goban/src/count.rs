//! Counting a position whose dead stones and sekis are known.

use crate::{Board, ByColor, Color, Point, PointMap, PointSet, Position, Score, Scoring};

/// What one side has at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Holdings {
    /// Living stones on the board.
    pub stones: u32,
    /// Surrounded points, those under the opponent's dead stones included.
    pub territory: u32,
    /// The opponent's stones taken during the game.
    pub prisoners: u32,
    /// The opponent's dead stones still on the board.
    pub dead: u32,
}

impl Holdings {
    /// What it is worth, without komi and bonus.
    pub fn points(&self, scoring: Scoring) -> u32 {
        match scoring {
            Scoring::Area => self.stones + self.territory,
            Scoring::Territory => self.territory + self.prisoners + self.dead,
        }
    }
}

/// An itemised count of a finished position.
#[derive(Clone, PartialEq, Debug)]
pub struct Count {
    /// What each side has.
    pub holdings: ByColor<Holdings>,
    /// Who owns each point by area: living stones, and points surrounded by one colour alone.
    pub owner: PointMap<Option<Color>>,
    /// Black's lead on the board by the position's rules, without komi and bonus.
    pub lead: Score,
    /// The result, komi and bonus included.
    pub result: Score,
}

impl Count {
    /// Counts a position by its own rules. `dead` are stones that will be taken off, `seki` stones
    /// alive without two eyes: under territory scoring the points beside these belong to nobody.
    pub fn new(position: &Position, dead: &PointSet, seki: &PointSet) -> Count {
        let board = position.board();
        let scoring = position.rules().scoring();
        let no_territory_beside = match scoring {
            Scoring::Area => PointSet::EMPTY,
            Scoring::Territory => *seki,
        };
        Count::with_owners(position, dead, owners(board, dead, &no_territory_beside))
    }

    /// Counts a position by its own rules, when it is known whose each point is: a living stone's
    /// its own side's, and any other point somebody's or nobody's.
    pub fn with_owners(position: &Position, dead: &PointSet, owner: PointMap<Option<Color>>) -> Count {
        let board = position.board();
        let scoring = position.rules().scoring();
        let mut holdings = ByColor::new_with(|color| Holdings {
            prisoners: position.prisoners()[color],
            dead: (board.stones(color.opponent()) & *dead).len() as u32,
            ..Holdings::default()
        });
        for p in board.size().points() {
            if let Some(color) = owner[p] {
                if board.get(p) == Some(color) {
                    holdings[color].stones += 1;
                } else {
                    holdings[color].territory += 1;
                }
            }
        }
        let total = holdings.map(|held| held.points(scoring) as i32);
        let lead = Score::from_points(total.black - total.white);
        Count { holdings, owner, lead, result: lead - position.compensation() }
    }

    /// Counts the stones as they stand, all alive.
    pub fn as_it_stands(position: &Position) -> Count {
        Count::new(position, &PointSet::EMPTY, &PointSet::EMPTY)
    }
}

/// Living stones own their points; a connected area of other points belongs to the one colour
/// beside it, if there is just one and none of its stones there are in `barren`.
fn owners(board: &Board, dead: &PointSet, barren: &PointSet) -> PointMap<Option<Color>> {
    let alive = ByColor::new_with(|color| board.stones(color) - *dead);
    let mut owner = PointMap::filled(None);
    let own = |owner: &mut PointMap<Option<Color>>, points: &PointSet, color| {
        points.iter().for_each(|p: Point| owner[p] = Some(color));
    };
    for color in Color::ALL {
        own(&mut owner, &alive[color], color);
    }
    for area in (board.size().all() - alive.black - alive.white).components() {
        let beside = area.grown();
        let touches = alive.map(|stones| stones & beside);
        let color = match (touches.black.is_empty(), touches.white.is_empty()) {
            (false, true) => Color::Black,
            (true, false) => Color::White,
            _ => continue,
        };
        if touches[color].is_disjoint(barren) {
            own(&mut owner, &area, color);
        }
    }
    owner
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Komi, Rules, board};

    fn position(board: Board, rules: Rules, komi: &str) -> Position {
        let mut position = Position::new(board);
        position.set_rules(rules);
        position.set_komi(komi.parse().unwrap());
        position
    }

    fn points(text: &str) -> PointSet {
        text.split_whitespace().map(|v| v.parse().unwrap()).collect()
    }

    #[test]
    fn area_and_territory_of_a_divided_board() {
        let board = board!(
            ". X O . .
             . X O . O
             X X O O X
             . X X O .
             O . X O O"
        );
        // White's stone A1 and Black's E3 are dead.
        let dead = points("A1 E3");
        let mut chinese = position(board.clone(), Rules::CHINESE, "0.5");
        let count = Count::new(&chinese, &dead, &PointSet::EMPTY);
        assert_eq!(count.holdings.black, Holdings { stones: 7, territory: 5, prisoners: 0, dead: 1 });
        assert_eq!(count.holdings.white, Holdings { stones: 8, territory: 5, prisoners: 0, dead: 1 });
        assert_eq!((count.lead.to_string(), count.result.to_string()), ("W+1".into(), "W+1.5".into()));

        chinese.set_handicap(3);
        assert_eq!(Count::new(&chinese, &dead, &PointSet::EMPTY).result.to_string(), "W+4.5");
        chinese.set_rules(Rules::AGA);
        assert_eq!(Count::new(&chinese, &dead, &PointSet::EMPTY).result.to_string(), "W+3.5");

        let mut japanese = position(board, Rules::JAPANESE, "0.5");
        japanese.set_prisoners(ByColor { black: 2, white: 0 });
        japanese.set_handicap(3);
        let count = Count::new(&japanese, &dead, &PointSet::EMPTY);
        assert_eq!((count.lead.to_string(), count.result.to_string()), ("B+2".into(), "B+1.5".into()));
    }

    #[test]
    fn no_territory_in_seki_under_territory_scoring() {
        // An eye each and two liberties in common.
        let board = board!(
            ". X . O .
             X X . O O"
        );
        let seki = board.stones(Color::Black) | board.stones(Color::White);
        let count = |rules| {
            let position = position(board.clone(), rules, "0");
            Count::new(&position, &PointSet::EMPTY, &seki).holdings.map(|h| (h.stones, h.territory))
        };
        assert_eq!(count(Rules::CHINESE), ByColor { black: (3, 1), white: (3, 1) });
        assert_eq!(count(Rules::JAPANESE), ByColor { black: (3, 0), white: (3, 0) });
    }

    #[test]
    fn an_empty_board_belongs_to_nobody() {
        let count = Count::as_it_stands(&position(Board::new(crate::Size::default()), Rules::CHINESE, "7.5"));
        assert_eq!(count.lead, Score::default());
        assert_eq!(count.result, Score::default() - Komi::from_half_points(15));
    }
}

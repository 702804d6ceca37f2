//! Completing moves: what a single stone does to the inner areas (section 6, application 1).

use std::cmp::Reverse;

use keisei_goban::{Color, Move, Point, PointSet, Position};

use super::Moyo;

/// What a move does to the inner areas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Completion {
    /// The move.
    pub point: Point,
    /// By how many points the inner area of the side that plays it grows.
    pub gain: i32,
    /// By how many points the opponent's inner area shrinks.
    pub reduction: i32,
}

impl Moyo {
    /// All legal moves of a colour, those that complete most first. Moves that bring the same are
    /// in reading order.
    ///
    /// The position must be the one that this moyo was last updated to. A stone changes the
    /// potential only within its reach, so that most of the landscape stays as it is; only
    /// captures, and everything under the concave correction, are worked out through
    /// [`Moyo::update`].
    pub fn completions(&self, position: &Position, color: Color) -> Vec<Completion> {
        let mut position = position.clone();
        position.set_to_play(color);
        let board = position.board();
        let dead = (board.stones(Color::Black) | board.stones(Color::White))
            - (self.stones.black | self.stones.white);
        let mut trial = self.clone();
        let mut completions: Vec<Completion> = Vec::new();
        for point in position.legal_points() {
            let plain =
                !self.options.concave && !board.is_capture(color, point) && !board.is_suicide(color, point);
            let (own, other) = if plain {
                trial.try_stone(self, color, point)
            } else {
                self.try_move(&position, &dead, point)
            };
            let gain = own as i32 - self.inner[color].len() as i32;
            let reduction = self.inner[color.opponent()].len() as i32 - other as i32;
            completions.push(Completion { point, gain, reduction });
        }
        let size = self.size();
        completions.sort_by_key(|c| (Reverse(c.gain), Reverse(c.reduction), size.ordinal(c.point)));
        completions
    }

    /// The sizes of the inner areas of the side that plays and of the opponent, after one more
    /// stone. Leaves this moyo as `original` is.
    fn try_stone(&mut self, original: &Moyo, color: Color, point: Point) -> (usize, usize) {
        self.radiate(color, point, true);
        self.vacant.remove(point);
        let sizes = (self.inner_now(color).len(), self.inner_now(color.opponent()).len());
        self.vacant.insert(point);
        let changed = self.field.reach(point);
        self.field.remove(color, point);
        for color in [Color::Black, Color::White] {
            self.landscapes[color].restore(&original.landscapes[color], changed);
        }
        sizes
    }

    /// The same through the rules and a whole update.
    fn try_move(&self, position: &Position, dead: &PointSet, point: Point) -> (usize, usize) {
        let color = position.to_play();
        let mut after = position.clone();
        after.play(Move::Play(point)).expect("only legal moves are tried");
        let mut moyo = self.clone();
        moyo.update(after.board(), dead);
        (moyo.inner[color].len(), moyo.inner[color.opponent()].len())
    }
}

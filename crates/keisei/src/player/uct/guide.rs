//! What is known about moves before any game: which to leave out, and which to prefer.

use keisei_goban::{Point, Position};

use crate::seds::{Parameters, Ranking};

/// A move, and games that it is given although they were never played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hint {
    /// The move.
    pub point: Point,
    /// The number of such games.
    pub games: f32,
    /// How many of them the side to play won.
    pub wins: f32,
}

impl Hint {
    /// Adds games of which a share was won.
    pub fn add(&mut self, games: f32, share: f32) {
        self.games += games;
        self.wins += games * share;
    }
}

/// Something that knows about moves before any game.
pub trait Guide {
    /// Looks at the moves of the side to play: gives them games, or takes some out of the list. An
    /// empty list is taken for no opinion.
    fn look(&mut self, position: &Position, moves: &mut Vec<Hint>);
}

/// Any function of that kind.
impl<F: FnMut(&Position, &mut Vec<Hint>)> Guide for F {
    fn look(&mut self, position: &Position, moves: &mut Vec<Hint>) {
        self(position, moves);
    }
}

/// A filter: of a position and some of its moves it keeps a part. The others are left out, or given
/// lost games.
#[derive(Clone, Debug)]
pub struct FilterGuide<F> {
    keep: F,
    lost: Option<f32>,
}

impl<F: FnMut(&Position, &[Point]) -> Vec<Point>> FilterGuide<F> {
    /// Leaves out what the filter does not keep.
    pub fn prune(keep: F) -> FilterGuide<F> {
        FilterGuide { keep, lost: None }
    }

    /// Gives so many lost games to what the filter does not keep.
    pub fn bias(keep: F, games: f32) -> FilterGuide<F> {
        FilterGuide { keep, lost: Some(games) }
    }
}

impl<F: FnMut(&Position, &[Point]) -> Vec<Point>> Guide for FilterGuide<F> {
    fn look(&mut self, position: &Position, moves: &mut Vec<Hint>) {
        let points: Vec<Point> = moves.iter().map(|hint| hint.point).collect();
        let kept = (self.keep)(position, &points);
        match self.lost {
            None => moves.retain(|hint| kept.contains(&hint.point)),
            Some(games) => {
                for hint in moves.iter_mut().filter(|hint| !kept.contains(&hint.point)) {
                    hint.add(games, 0.0);
                }
            }
        }
    }
}

/// The ranking by SEDS ([`crate::seds`]): the best move is given won games, the last one lost
/// games, and those between in proportion to their place. A ranking takes milliseconds on large
/// boards, so it is for the first moves of the tree alone.
#[derive(Clone, Debug)]
pub struct SedsGuide {
    ranking: Ranking,
    parameters: Parameters,
    games: f32,
}

impl SedsGuide {
    /// A guide that gives each move so many games.
    pub fn new(parameters: Parameters, games: f32) -> SedsGuide {
        SedsGuide { ranking: Ranking::default(), parameters, games }
    }
}

impl Guide for SedsGuide {
    fn look(&mut self, position: &Position, moves: &mut Vec<Hint>) {
        let points: Vec<Point> = moves.iter().map(|hint| hint.point).collect();
        let mut ranked = self.ranking.score(position, &self.parameters, &points);
        crate::seds::sort(position, &mut ranked);
        let last = ranked.len().saturating_sub(1).max(1) as f32;
        for (place, move_ranked) in ranked.iter().enumerate() {
            if let Some(hint) = moves.iter_mut().find(|hint| hint.point == move_ranked.point) {
                hint.add(self.games, 1.0 - place as f32 / last);
            }
        }
    }
}

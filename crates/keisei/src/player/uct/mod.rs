//! A player that searches: a tree of moves grown by random games.
//!
//! Each game walks down the tree by the best move so far, goes on at random ([`crate::playout`]),
//! and its result is counted on the way back (UCT, \[KocsisSzepesvári2006\]). A move is valued by
//! its own games and, while these are few, by all games in which it was played later (RAVE,
//! \[GellySilver2011\]): with `n` games of its own and `m` of the others, the others weigh
//! `m / (n + m + n·m / equivalence)`. Moves that take, save or lose stones, or are near the last one,
//! are given games that were never played (`tactics`), and a [`Guide`] may leave moves out or give
//! them more. Positions that are played from often are read besides: moves are given games for the
//! stones that they take or save in a ladder, or fail to (`ladders`).
//!
//! Invariant: the answer is a function of options, seed and game; there is one thread and, unless
//! asked for, no clock. At the root no board is repeated; deeper down only the simple ko is known.
//! Scoring is by area, whatever the rules say.
//!
//! Passing: it plays on while there is anything to play but its own eyes, so that what is dead is
//! taken off before the count. It passes earlier only to end the game: the opponent has passed, the
//! board as it stands is won, and is still won if every point that random games do not nearly
//! always give to it were the opponent's. It never resigns.
//!
//! Known to fail: random games misjudge seki, semeais, and ladders deeper in the tree, and so does it
//! until the tree has seen them through.

mod guide;
mod ladders;
mod tactics;
mod tree;

#[cfg(feature = "clock")]
use std::time::{Duration, Instant};

use keisei_goban::{Color, Count, Game, Move, Point, Position, Rules};

pub use guide::{FilterGuide, Guide, Hint, SedsGuide};
use tree::Tree;

use crate::playout::{PlayoutBoard, WithBoard, with_board};
use crate::random::Random;

/// How the player by tree search searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Games for each move.
    pub playouts: u32,
    /// If given, a move takes no longer than that, and may take fewer games: the answer then
    /// depends on the machine.
    #[cfg(feature = "clock")]
    pub time: Option<Duration>,
    /// A position is given children after so many games.
    pub expand_after: u32,
    /// So many games of its own make a move's games weigh as much as any number of games in which
    /// it was played later.
    pub rave_equivalence: f32,
    /// How much moves with few games are preferred. With RAVE, none is needed.
    pub exploration: f32,
    /// How many moves deep the guide is asked: 0 is never, 1 is for the moves at the root alone.
    pub guide_depth: usize,
    /// Whether every position is looked at for what its moves take, save and lose.
    pub tactics: bool,
    /// A position's ladders are read after so many games, the root's at once; 0 is never.
    pub ladders: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            playouts: 1_000,
            #[cfg(feature = "clock")]
            time: None,
            expand_after: 2,
            rave_equivalence: 1_000.0,
            exploration: 0.0,
            guide_depth: 1,
            tactics: true,
            ladders: 64,
        }
    }
}

/// A move at the root and what the games say about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Searched {
    /// The move.
    pub mv: Move,
    /// The games that began with it.
    pub visits: u32,
    /// The share of these that the side to play won.
    pub share: f64,
}

/// What came of a tree search for a move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Search {
    /// All moves considered, the most visited first.
    pub moves: Vec<Searched>,
    /// The line that was visited most.
    pub variation: Vec<Move>,
    /// The number of games.
    pub playouts: u32,
    /// The share of all games that the side to play won.
    pub share: f64,
}

impl Search {
    /// A move that was made without a search.
    pub fn of_one(mv: Move) -> Search {
        let moves = vec![Searched { mv, visits: 1, share: 0.5 }];
        Search { moves, variation: vec![mv], playouts: 1, share: 0.5 }
    }
}

/// Games after which a point counts as somebody's, and the share of them that it takes.
const CHECKS: u32 = 200;
const SURE: u32 = 190;

/// A player by tree search.
pub struct UctPlayer {
    options: Options,
    seed: u64,
    guide: Option<Box<dyn Guide + Send>>,
    tree: Tree,
    playouts: u64,
}

impl UctPlayer {
    /// A player without a guide.
    pub fn new(options: Options, seed: u64) -> UctPlayer {
        UctPlayer { options, seed, guide: None, tree: Tree::default(), playouts: 0 }
    }

    /// The same player with a guide.
    #[must_use]
    pub fn with_guide(self, guide: impl Guide + Send + 'static) -> UctPlayer {
        UctPlayer { guide: Some(Box::new(guide)), ..self }
    }

    /// All games played so far, those before a pass not counted.
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// The move it would make for this side.
    pub fn choose(&mut self, game: &Game, color: Color) -> Move {
        self.decide(game, color).0
    }

    /// The move it would make for this side, and the search behind it; that is empty if it passes
    /// without one.
    pub fn decide(&mut self, game: &Game, color: Color) -> (Move, Search) {
        let passed = matches!(game.last_move(), Some((other, Move::Pass)) if other != color);
        if passed && self.is_won(&turned(game, color), color) {
            return (Move::Pass, Search::default());
        }
        let search = self.consider(game, color);
        (search.moves.first().map_or(Move::Pass, |best| best.mv), search)
    }

    /// Searches all moves of a side but those that fill its eyes or repeat a board. Without any,
    /// the search is empty.
    pub fn consider(&mut self, game: &Game, color: Color) -> Search {
        let position = turned(game, color);
        let board = position.board();
        // Random games know no suicide, even where the rules allow it.
        let candidates: Vec<Point> =
            super::candidates(game, color).into_iter().filter(|&p| !board.is_suicide(color, p)).collect();
        if candidates.is_empty() {
            return Search::default();
        }
        let random = self.random(game, &position);
        let last = game.last_move().and_then(|(_, mv)| mv.point());
        let job = Job { player: self, position: &position, last, candidates: &candidates, random };
        let search = with_board(&position, job);
        self.playouts += u64::from(search.playouts);
        search
    }

    /// Its own numbers for each position, so that the answer does not depend on what was asked
    /// before.
    fn random(&self, game: &Game, position: &Position) -> Random {
        let place = position.hash().wrapping_add(game.move_number() as u64);
        Random::new(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ place)
    }

    /// Whether the game is won if it ends now, even if all that is not nearly sure were lost.
    fn is_won(&self, position: &Position, color: Color) -> bool {
        let mut area = position.clone();
        area.set_rules(Rules::CHINESE);
        if (Count::as_it_stands(&area).lead - position.compensation()).winner() != Some(color) {
            return false;
        }
        let sure = with_board(position, Sure { color, random: Random::new(self.seed) });
        let rest = position.board().size().area() as i32 - sure;
        let lead = keisei_goban::Score::from_points(color.sign() * (sure - rest));
        (lead - position.compensation()).winner() == Some(color)
    }
}

/// The position with a side to play.
fn turned(game: &Game, color: Color) -> Position {
    let mut position = game.position().clone();
    position.set_to_play(color);
    position
}

/// How many points random games nearly always give to a side.
struct Sure {
    color: Color,
    random: Random,
}

impl WithBoard for Sure {
    type Output = i32;

    fn run<const S: usize, const N: usize>(mut self, board: PlayoutBoard<S, N>) -> i32 {
        let mut owned = [0u32; N];
        for _ in 0..CHECKS {
            let mut game = board;
            game.playout(&mut self.random);
            for p in board.size().points() {
                let own = game.owner_at_end(p) == Some(self.color);
                owned[PlayoutBoard::<S, N>::index(p)] += u32::from(own);
            }
        }
        owned.iter().filter(|&&n| n >= SURE).count() as i32
    }
}

/// A search on a board of some capacity.
struct Job<'a> {
    player: &'a mut UctPlayer,
    position: &'a Position,
    last: Option<Point>,
    candidates: &'a [Point],
    random: Random,
}

impl WithBoard for Job<'_> {
    type Output = Search;

    fn run<const S: usize, const N: usize>(mut self, board: PlayoutBoard<S, N>) -> Search {
        let UctPlayer { options, guide, tree, .. } = self.player;
        #[cfg(feature = "clock")]
        let end = options.time.map(|most| (Instant::now(), most));
        #[cfg(feature = "clock")]
        let is_late = || end.is_some_and(|(begun, most)| begun.elapsed() >= most);
        #[cfg(not(feature = "clock"))]
        let is_late = || false;
        let mut guide = guide.as_deref_mut().map(|guide| guide as &mut dyn Guide);
        tree.plant(*options);
        tree.add_root_moves::<S, N>(self.position, self.last, self.candidates, &mut guide, &mut self.random);
        let mut playouts = 0;
        while playouts < options.playouts {
            tree.grow(&board, self.position, &mut guide, &mut self.random);
            playouts += 1;
            if playouts % 64 == 0 && is_late() {
                break;
            }
        }
        tree.search::<S, N>(playouts)
    }
}

#[cfg(test)]
mod tests;

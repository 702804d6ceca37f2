//! Flat Monte-Carlo: so many random games after each move; the move that wins most of them is
//! played (\[OshimaSo\], equation 1).
//!
//! ```text
//!  candidates: legal, no eye of one's own filled, no board repeated
//!      → kept: what a filter leaves of them, while there are many
//!      → a tally of playouts for each
//!      → the best share of wins; equals by chance
//! ```
//!
//! Invariant: the choice is a function of the game and the options, whatever was asked before and
//! on any number of threads.
//!
//! Known to fail: random games answer a threat as rarely as anything else, so that it believes in
//! moves that any reply refutes. More playouts do not mend that; a tree does.

use keisei_goban::{Color, Game, Move, Point};

use crate::filter::{Pruning, Sieve};
use crate::playout::{self, Tally};
use crate::random::{Random, derived};

/// How a [`FlatPlayer`] plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlatOptions {
    /// Playouts after each move.
    pub playouts: u32,
    /// What to leave out, and as long as how many moves are left.
    pub pruning: Option<Pruning>,
    /// Decides the playouts and between moves that are equally good.
    pub seed: u64,
    /// On how many threads; the result is the same.
    pub threads: usize,
}

impl Default for FlatOptions {
    /// As in the paper, without a filter: 100 playouts for each move.
    fn default() -> FlatOptions {
        FlatOptions { playouts: 100, pruning: None, seed: 0, threads: 1 }
    }
}

/// What came of considering a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Considered {
    /// The candidates before a filter, row by row from the top left.
    pub legal: Vec<Point>,
    /// Those a filter left, in the same order; all if none was on.
    pub kept: Vec<Point>,
    /// A tally for each that was kept.
    pub tallies: Vec<Tally>,
    /// The choice: a pass if there is no candidate.
    pub best: Move,
}

impl Considered {
    /// How many random games were played.
    pub fn playouts(&self) -> u64 {
        self.tallies.iter().map(|tally| u64::from(tally.playouts)).sum()
    }
}

/// A player by flat Monte-Carlo.
#[derive(Clone, Debug)]
pub struct FlatPlayer {
    options: FlatOptions,
    sieve: Option<Sieve>,
}

impl FlatPlayer {
    /// A player.
    pub fn new(options: FlatOptions) -> FlatPlayer {
        FlatPlayer { options, sieve: None }
    }

    /// How it plays.
    pub fn options(&self) -> FlatOptions {
        self.options
    }

    /// The move it makes for this side.
    pub fn choose(&mut self, game: &Game, color: Color) -> Move {
        self.consider(game, color).best
    }

    /// The candidates of a side, and what a filter leaves of them, both row by row from the top
    /// left.
    pub fn candidates(&mut self, game: &Game, color: Color) -> (Vec<Point>, Vec<Point>) {
        let legal = candidates(game, color);
        let board = game.position().board();
        let seed = derived(self.seed(game), FILTER);
        let Some(pruning) = self.options.pruning.filter(|pruning| pruning.is_on(legal.len())) else {
            return (legal.clone(), legal);
        };
        if self.sieve.as_ref().is_none_or(|sieve| sieve.size() != board.size()) {
            self.sieve = None;
        }
        let sieve = self.sieve.get_or_insert_with(|| Sieve::new(pruning.filter, board.size()));
        let left = sieve.keep(board, color, &legal, seed);
        let kept = legal.iter().copied().filter(|&p| left.contains(p)).collect();
        (legal, kept)
    }

    /// The move it makes for this side, and why.
    pub fn consider(&mut self, game: &Game, color: Color) -> Considered {
        let (legal, kept) = self.candidates(game, color);
        let seed = self.seed(game);
        let mut position = game.position().clone();
        position.set_to_play(color);
        let FlatOptions { playouts, threads, .. } = self.options;
        let tallies = playout::tally(&position, &kept, playouts, derived(seed, PLAYOUTS), threads);
        // In half wins, whole numbers: every candidate has as many playouts.
        let won = |tally: &Tally| {
            let black = 2 * u64::from(tally.black_wins) + u64::from(tally.draws);
            match color {
                Color::Black => black,
                Color::White => 2 * u64::from(tally.playouts) - black,
            }
        };
        let most = tallies.iter().map(won).max();
        let best: Vec<Point> = kept
            .iter()
            .zip(&tallies)
            .filter(|(_, tally)| Some(won(tally)) == most)
            .map(|(&p, _)| p)
            .collect();
        let chosen = Random::new(derived(seed, TIES)).below(best.len());
        let best = best.get(chosen).map_or(Move::Pass, |&p| Move::Play(p));
        Considered { legal, kept, tallies, best }
    }

    /// The seed of this move: the same position later in the game gets other playouts.
    fn seed(&self, game: &Game) -> u64 {
        derived(self.options.seed, game.move_number() as u64)
    }
}

/// What the seed of a move is used for.
const FILTER: u64 = 0;
const PLAYOUTS: u64 = 1;
const TIES: u64 = 2;

/// The moves worth trying: legal, filling no eye of one's own, and making no board that was there
/// before (so that games end under any rules). Row by row from the top left.
pub fn candidates(game: &Game, color: Color) -> Vec<Point> {
    let board = game.position().board();
    board
        .size()
        .points()
        .filter(|&p| {
            board.is_empty(p)
                && !playout::is_eye(board, color, p)
                && game.legality(color, Move::Play(p)).is_ok()
                && !game.repeats_position(color, p)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Board, Position, Rules, Size, board};
    use proptest::prelude::*;

    use super::*;
    use crate::filter::Filter;

    fn game(board: Board) -> Game {
        let mut position = Position::new(board);
        position.set_rules(Rules::CHINESE);
        Game::new(position)
    }

    fn player(playouts: u32, seed: u64) -> FlatPlayer {
        FlatPlayer::new(FlatOptions { playouts, seed, ..FlatOptions::default() })
    }

    #[test]
    fn takes_what_decides_the_game() {
        // Whoever takes first has it all.
        let board = board!(
            "X X X X X
             X O O O X
             X O . O X
             X O O O X
             . X X X X"
        );
        let considered = player(50, 1).consider(&game(board.clone()), Color::Black);
        assert_eq!(considered.best.to_string(), "C3");
        let considered = player(50, 1).consider(&game(board), Color::White);
        assert_eq!(considered.best.to_string(), "A1");
    }

    #[test]
    fn fills_no_eyes_and_passes_when_nothing_is_left() {
        let finished = board!(
            ". X O . O
             X X O O O
             X X O . O
             X X O O O
             . X O O O"
        );
        for color in Color::ALL {
            let considered = player(10, 1).consider(&game(finished.clone()), color);
            assert_eq!((considered.best, considered.legal), (Move::Pass, Vec::new()));
            assert!(considered.tallies.is_empty());
        }
    }

    #[test]
    fn repeats_no_board_under_any_rules() {
        let mut position = Position::new(board!(
            ". X O .
             X . X O
             . X O ."
        ));
        position.set_rules(Rules::JAPANESE);
        let mut game = Game::new(position);
        game.play_as(Color::White, "B2".parse().unwrap()).unwrap();
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        let back = "C2".parse().unwrap();
        assert_eq!(game.legality(Color::Black, Move::Play(back)), Ok(()), "the rules allow it");
        assert!(!candidates(&game, Color::Black).contains(&back));
    }

    #[test]
    fn a_filter_halves_the_moves_above_its_switching_point() {
        let game = game(Board::new(Size::square(5).unwrap()));
        for (switch, kept) in [(2, 13), (24, 13), (25, 25)] {
            let pruning = Some(Pruning { filter: Filter::Pf6, switch });
            let mut player = FlatPlayer::new(FlatOptions { playouts: 2, pruning, ..FlatOptions::default() });
            let considered = player.consider(&game, Color::Black);
            assert_eq!((considered.legal.len(), considered.kept.len()), (25, kept));
            assert_eq!(considered.playouts(), 2 * kept as u64);
        }
    }

    #[test]
    fn the_size_of_the_board_may_change() {
        let pruning = Some(Pruning { filter: Filter::Pf9, switch: 2 });
        let mut player = FlatPlayer::new(FlatOptions { playouts: 1, pruning, ..FlatOptions::default() });
        for side in [3, 5, 4] {
            let game = game(Board::new(Size::square(side).unwrap()));
            let mut fresh = FlatPlayer::new(player.options());
            assert_eq!(player.consider(&game, Color::Black), fresh.consider(&game, Color::Black));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        /// Games are legal and end, the best tally is chosen, and what was asked before and the
        /// number of threads do not matter.
        #[test]
        fn games_end_and_can_be_played_again((side, seed) in (1..=5u32, any::<u64>())) {
            let mut game = game(Board::new(Size::square(side).unwrap()));
            let pruning = Some(Pruning { filter: Filter::Pf6, switch: 5 });
            let options = FlatOptions { playouts: 2, pruning, seed, threads: 1 };
            let mut player = FlatPlayer::new(options);
            let mut moves = 0;
            while !game.is_over() {
                let color = game.position().to_play();
                let considered = player.consider(&game, color);
                let mut other = FlatPlayer::new(FlatOptions { threads: 2, ..options });
                prop_assert_eq!(&other.consider(&game, color), &considered);
                let share = |tally: &Tally| tally.share(color).unwrap();
                let best = considered.kept.iter().position(|&p| Move::Play(p) == considered.best);
                prop_assert_eq!(best.is_none(), considered.kept.is_empty());
                if let Some(best) = best {
                    prop_assert!(considered.tallies.iter().all(|t| share(t) <= share(&considered.tallies[best])));
                }
                prop_assert_eq!(game.play(considered.best), Ok(()));
                moves += 1;
                prop_assert!(moves < 20 * side * side + 20, "{:?}", game.position());
            }
        }
    }
}

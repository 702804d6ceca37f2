//! Many games, one after the other.

use std::sync::atomic::{AtomicUsize, Ordering};

use keisei_goban::{Color, Position};

use super::{Census, PlayoutBoard, Style, Tally, WithBoard, on_threads, with_board};
use crate::random::{Random, derived};

/// Games that share a generator. Fewer would make more of the generator's start, more would leave
/// threads idle.
const BATCH: usize = 64;

/// Plays so many games from each position, and counts who owns what if asked to.
pub(super) fn play(
    starts: &[Position],
    style: Style,
    each: usize,
    seed: u64,
    threads: usize,
    census: bool,
) -> (Vec<Tally>, Census) {
    let next = AtomicUsize::new(0);
    let batches = (starts.len() * each).div_ceil(BATCH);
    let area = starts[0].board().size().area() as usize;
    let work = || {
        let mut tallies = vec![Tally::default(); starts.len()];
        let mut owners = Census::new(area);
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch >= batches {
                return (tallies, owners);
            }
            let mut random = Random::new(derived(seed, batch as u64));
            let (mut game, end) = (batch * BATCH, ((batch + 1) * BATCH).min(starts.len() * each));
            while game < end {
                let number = game / each;
                let last = end.min((number + 1) * each);
                let (tally, owners) = (&mut tallies[number], census.then_some(&mut owners));
                with_board(
                    &starts[number],
                    Games {
                        start: &starts[number],
                        games: last - game,
                        style,
                        random: &mut random,
                        tally,
                        owners,
                    },
                );
                game = last;
            }
        }
    };
    on_threads(threads.min(batches), work)
}

/// Games from one position.
struct Games<'g> {
    start: &'g Position,
    games: usize,
    style: Style,
    random: &'g mut Random,
    tally: &'g mut Tally,
    owners: Option<&'g mut Census>,
}

impl WithBoard for Games<'_> {
    type Output = ();

    fn run<const S: usize, const N: usize>(mut self, board: PlayoutBoard<S, N>) {
        for _ in 0..self.games {
            let mut game = board;
            let lead = match self.style {
                Style::Uniform => game.playout(self.random),
                Style::Replying => game.replying_playout(self.random),
            };
            self.tally.count(lead, self.start.compensation());
            if let Some(owners) = &mut self.owners {
                owners.games += 1;
                let size = self.start.board().size();
                let mut count = |p, owner| match owner {
                    Color::Black => owners.black[size.ordinal(p)] += 1,
                    Color::White => owners.white[size.ordinal(p)] += 1,
                };
                size.points().for_each(|p| {
                    if let Some(owner) = game.owner_at_end(p) {
                        count(p, owner);
                    }
                });
                game.owners_of_areas(count);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Board, Komi, Move, Size};

    use super::super::lanes::Plan;
    use super::*;

    fn position(side: u32) -> Position {
        let mut position = Position::new(Board::new(Size::square(side).unwrap()));
        for mv in ["D4", "E5", "C3", "E4"] {
            position.play(mv.parse::<Move>().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn threads_do_not_show() {
        let starts = [position(19), position(19)];
        for style in [Style::Uniform, Style::Replying] {
            let one = play(&starts, style, 100, 3, 1, true);
            assert_eq!(one, play(&starts, style, 100, 3, 3, true));
            assert!(one.0.iter().all(|tally| tally.playouts == 100));
            assert_eq!(one.1.games, 200);
        }
    }

    /// Games one by one come out as games side by side, on the average.
    #[test]
    fn both_ways_play_alike() {
        let starts = [position(9)];
        let games = 20_000;
        let (one, owners) = play(&starts, Style::Uniform, games, 5, 2, true);
        let (other, others) = Plan::new(&starts, games, Komi::default(), 5).run(2, true);
        let ((a, deviation), (b, _)) = (one[0].lead().unwrap(), other[0].lead().unwrap());
        let error = deviation * (2.0 / games as f64).sqrt();
        assert!((a - b).abs() < 4.0 * error, "{a} and {b}, ± {error}");
        for (p, q) in owners.black.iter().zip(&others.black) {
            let difference = f64::from(p.abs_diff(*q)) / games as f64;
            assert!(difference < 4.5 * (0.5 / games as f64).sqrt(), "{p} and {q} of {games}");
        }
    }
}

//! One game of the experiment, and what there is to try.

use anyhow::anyhow;
use keisei::filter::{Filter, Pruning};
use keisei::player::{FlatOptions, FlatPlayer};
use keisei::random::derived;
use keisei_goban::{Board, Color, Count, Game, Komi, Move, Position, Rules, Size};
use serde::{Deserialize, Serialize};

/// What all games of a study have in common.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Settings {
    pub(super) size: Size,
    pub(super) playouts: u32,
    pub(super) komi: Komi,
    pub(super) seed: u64,
}

/// What Black does: nothing special, or a filter with its switching point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Arm(pub(super) Option<Pruning>);

impl Arm {
    /// No filter: what filters are compared with.
    pub(super) const BASELINE: Arm = Arm(None);

    pub(super) fn with(filter: Filter, switch: u32) -> Arm {
        Arm(Some(Pruning { filter, switch }))
    }

    /// A number that no other arm has, for its seeds. It must never change: games follow from it.
    fn number(self) -> u64 {
        let place = |filter| Filter::ALL.iter().position(|&f| f == filter).unwrap_or(0) as u64 + 1;
        self.0.map_or(0, |pruning| place(pruning.filter) << 32 | u64::from(pruning.switch))
    }
}

/// What came of games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Tally {
    pub(super) games: u64,
    /// Black's.
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) moves: u64,
    /// Black's playouts.
    pub(super) playouts: u64,
    /// What Black would have spent on all candidates of the same turns.
    pub(super) unfiltered: u64,
}

impl Tally {
    pub(super) fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.moves += other.moves;
        self.playouts += other.playouts;
        self.unfiltered += other.unfiltered;
    }

    /// Whether these numbers can be.
    pub(super) fn is_possible(&self) -> bool {
        let results = self.wins.checked_add(self.draws);
        // A game has two passes at least.
        let passes = self.games.checked_mul(2);
        results.is_some_and(|n| n <= self.games)
            && passes.is_some_and(|n| n <= self.moves)
            && self.playouts <= self.unfiltered
            && (self.games > 0 || *self == Tally::default())
    }

    /// Wins, a draw being half of one.
    pub(super) fn won(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    pub(super) fn share(&self) -> f64 {
        self.won() / self.games.max(1) as f64
    }
}

/// Plays a game of an arm, by its number: from its beginning, or on from moves of an earlier run.
/// Every new move is told.
pub(super) fn play(
    settings: &Settings,
    arm: Arm,
    number: u64,
    earlier: &[Move],
    mut tell: impl FnMut(Move) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    let mut position = Position::new(Board::new(settings.size));
    position.set_rules(Rules::CHINESE);
    position.set_komi(settings.komi);
    let mut game = Game::new(position);
    let seed = derived(derived(settings.seed, arm.number()), number);
    let player = |pruning, part| {
        let (playouts, seed) = (settings.playouts, derived(seed, part));
        FlatPlayer::new(FlatOptions { playouts, pruning, seed, threads: 1 })
    };
    let (mut black, mut white) = (player(arm.0, 0), player(None, 1));
    let mut tally = Tally { games: 1, ..Tally::default() };
    let mut earlier = earlier.iter();
    while !game.is_over() {
        let color = game.position().to_play();
        let player = if color == Color::Black { &mut black } else { &mut white };
        // Choices are functions of the game, so that nobody sees where it was interrupted.
        let (legal, kept, mv) = match earlier.next() {
            Some(&mv) => {
                let (legal, kept) = player.candidates(&game, color);
                (legal.len(), kept.len(), mv)
            }
            None => {
                let considered = player.consider(&game, color);
                tell(considered.best)?;
                (considered.legal.len(), considered.kept.len(), considered.best)
            }
        };
        if color == Color::Black {
            tally.playouts += kept as u64 * u64::from(settings.playouts);
            tally.unfiltered += legal as u64 * u64::from(settings.playouts);
        }
        game.play(mv).map_err(|error| anyhow!("game {number}: {mv} is illegal: {error}"))?;
        tally.moves += 1;
    }
    match Count::as_it_stands(game.position()).result.winner() {
        Some(Color::Black) => tally.wins = 1,
        Some(Color::White) => {}
        None => tally.draws = 1,
    }
    Ok(tally)
}

/// Switching points as they are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Switches {
    low: u32,
    high: u32,
    step: u32,
}

const EXPECTED: &str = "expected a switching point such as 65, or a range such as 2..81 (every second, from the upper end) or 2..81:1";

pub(super) fn parse_switches(text: &str) -> Result<Switches, String> {
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| EXPECTED.to_string());
    let Some((low, rest)) = text.split_once("..") else {
        let point = number(text)?;
        return Ok(Switches { low: point, high: point, step: 1 });
    };
    let (high, step) = match rest.split_once(':') {
        Some((high, step)) => (number(high)?, number(step)?),
        // On boards of odd size Black has an odd number of moves until something is taken.
        None => (number(rest)?, 2),
    };
    let low = number(low)?;
    if step == 0 || low > high {
        return Err(EXPECTED.into());
    }
    // Beyond every board; also keeps the list short.
    if high > Size::MAX * Size::MAX {
        return Err(format!("no board has a switching point of {high}; {EXPECTED}"));
    }
    Ok(Switches { low, high, step })
}

/// All switching points that were asked for, the highest first.
pub(super) fn all_switches(asked: &[Switches], size: Size) -> Vec<u32> {
    let whole = [Switches { low: 2, high: size.area(), step: 2 }];
    let asked = if asked.is_empty() { &whole } else { asked };
    let points = |s: &Switches| (s.low..=s.high).rev().step_by(s.step as usize);
    let mut switches: Vec<u32> = asked.iter().flat_map(points).collect();
    switches.sort_by(|a, b| b.cmp(a));
    switches.dedup();
    switches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn switches(text: &[&str]) -> Vec<u32> {
        let asked: Vec<Switches> = text.iter().map(|t| parse_switches(t).unwrap()).collect();
        all_switches(&asked, Size::square(3).unwrap())
    }

    #[test]
    fn switching_points_are_numbers_and_ranges() {
        assert_eq!(switches(&["5"]), [5]);
        assert_eq!(switches(&["2..9"]), [9, 7, 5, 3]);
        assert_eq!(switches(&["2..9:1"]), [9, 8, 7, 6, 5, 4, 3, 2]);
        assert_eq!(switches(&["3", "5..6", "3"]), [6, 3]);
        assert_eq!(switches(&[]), [9, 7, 5, 3]);
        for text in ["", "x", "9..2", "2..", "..9", "2..9:0", "-1", "2..4000000000", "1.5"] {
            assert!(parse_switches(text).is_err(), "{text}");
        }
    }

    fn tally(filter: Option<Filter>, switch: u32, games: u64) -> Tally {
        let arm = Arm(filter.map(|filter| Pruning { filter, switch }));
        let mut sum = Tally::default();
        for number in 0..games {
            sum.add(&play(&settings(), arm, number, &[], |_| Ok(())).unwrap());
        }
        sum
    }

    fn settings() -> Settings {
        Settings { size: Size::square(4).unwrap(), playouts: 2, komi: Komi::default(), seed: 3 }
    }

    /// Wherever a game is interrupted, what comes of it is the same, and no move is chosen again.
    #[test]
    fn games_go_on_from_any_move() {
        let arm = Arm::with(Filter::Pf6, 5);
        let game = |earlier: &[Move]| {
            let mut moves = earlier.to_vec();
            let tally = play(&settings(), arm, 0, earlier, |mv| {
                moves.push(mv);
                Ok(())
            });
            (tally.unwrap(), moves)
        };
        let (tally, moves) = game(&[]);
        assert!(tally.playouts < tally.unfiltered && moves.len() as u64 == tally.moves);
        for known in 0..=moves.len() {
            assert_eq!(game(&moves[..known]), (tally, moves.clone()));
        }
        let twice = [moves[0], moves[0]];
        assert!(play(&settings(), arm, 0, &twice, |_| Ok(())).unwrap_err().to_string().contains("illegal"));
    }

    #[test]
    fn filters_save_playouts_while_they_are_on() {
        let whole = tally(None, 0, 5);
        assert_eq!(whole.playouts, whole.unfiltered);
        assert!(whole.is_possible() && whole.moves > 0);
        let off = tally(Some(Filter::Pf6), 16, 5);
        assert_eq!(off.playouts, off.unfiltered);
        let on = tally(Some(Filter::Pf6), 2, 5);
        assert!(on.playouts < on.unfiltered && 2 * on.playouts >= on.unfiltered);
    }

    #[test]
    fn games_follow_from_their_numbers() {
        assert_eq!(tally(Some(Filter::Pf6), 5, 4), tally(Some(Filter::Pf6), 5, 4));
        assert_ne!(tally(Some(Filter::Pf6), 5, 4), tally(Some(Filter::Pf7), 5, 4));
    }
}

//! Where to play next if only the border is asked for.

use keisei::filter::Filter;
use keisei::random::derived;

use super::super::share::Share;
use super::state::{Plan, Study};
use super::statistics::Spread;
use super::trial::{Arm, Tally};

/// So many switching points far apart are played first.
const FIRST: usize = 8;
/// At most so many arms in a round, so that what they tell is soon used.
const ARMS: usize = 8;
/// A round has this part of the most games of an arm, but not fewer than `LEAST`.
const ROUNDS: u64 = 10;
const LEAST: u64 = 8;
/// The baseline, with which everything is compared, may have so many times the games of an arm.
const BASELINE: u64 = 4;
/// Studies that are drawn to see where the border may lie.
const STUDIES: usize = 400;

pub(super) fn share(tally: &Tally) -> Share {
    Share { won: tally.won(), games: tally.games }
}

/// The next games to play, or `None` if the border of a filter is known or its games are spent. The
/// switching points go from high to low.
///
/// A function of the games so far alone, so that an interrupted study goes the same way.
pub(super) fn next_round(study: &Study, filter: Filter, switches: &[u32], most: u64) -> Option<Plan> {
    let round = (most / ROUNDS).max(LEAST).min(most);
    let games = |place: usize| study.tally(Arm::with(filter, switches[place])).games;
    let arm = |place: usize| Arm::with(filter, switches[place]);
    let played: Vec<usize> = (0..switches.len()).filter(|&place| games(place) > 0).collect();
    let baseline = study.tally(Arm::BASELINE);
    if played.is_empty() || baseline.games < round {
        let first = spread_out(&(0..switches.len()).collect::<Vec<_>>(), FIRST);
        let missing = first.into_iter().filter(|&place| games(place) < round);
        let plan = missing.map(|place| (arm(place), round));
        return Some([(Arm::BASELINE, round)].into_iter().chain(plan).collect());
    }
    let shares: Vec<Share> = played.iter().map(|&place| share(&study.tally(arm(place)))).collect();
    let seed = derived(study.settings.seed, shares.iter().map(|share| share.games).sum());
    let (last, first) = Spread::new(&shares, share(&baseline), STUDIES, seed).interval();
    // Between the border among the points that were played and the next one played below it there
    // may be others above the baseline.
    let below = last.map_or(0, |i| i + 1);
    let end = played.get(below).copied().unwrap_or(switches.len());
    let start = first.map_or(0, |i| played[i]);
    let open: Vec<usize> = (start..end).collect();
    // One is left: the border itself. Or none, which is that the filter wins more nowhere.
    if open.len() <= usize::from(first.is_some()) {
        return None;
    }
    let unplayed: Vec<usize> = open.iter().copied().filter(|&place| games(place) == 0).collect();
    let chosen = if unplayed.is_empty() {
        let fewest = open.iter().map(|&place| games(place)).min().unwrap_or(most);
        let poorest: Vec<usize> =
            open.iter().copied().filter(|&place| games(place) == fewest && fewest < most).collect();
        spread_out(&poorest, ARMS)
    } else {
        spread_out(&unplayed, ARMS / 2)
    };
    let mut plan: Plan = chosen.iter().map(|&place| (arm(place), (games(place) + round).min(most))).collect();
    let wanted: u64 = open.iter().map(|&place| games(place)).sum::<u64>() + round * chosen.len() as u64;
    let wanted = wanted.min(BASELINE * most);
    if wanted > baseline.games {
        plan.push((Arm::BASELINE, wanted));
    }
    (!plan.is_empty()).then_some(plan)
}

/// At most so many of these, evenly spread: the outermost ones too if there is more than one.
fn spread_out(places: &[usize], most: usize) -> Vec<usize> {
    match places.len() {
        n if n <= most => places.to_vec(),
        n if most == 1 => vec![places[n / 2]],
        n => (0..most).map(|i| places[i * (n - 1) / (most - 1)]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use keisei::random::Random;
    use keisei_goban::{Komi, Size};

    use super::super::statistics::{last_above, unimodal};
    use super::super::trial::Settings;
    use super::*;

    /// Plays a made-up filter that wins so often at each switching point of 9×9; the border by the
    /// fit, and how many games it took.
    fn search(truth: impl Fn(u32) -> f64, seed: u64) -> (Option<u32>, u64) {
        let settings = Settings { size: Size::square(9).unwrap(), playouts: 1, komi: Komi::default(), seed };
        let mut study = Study::begin(settings, None, 1).unwrap();
        let switches: Vec<u32> = (2..=81).rev().step_by(2).collect();
        let mut random = Random::new(seed);
        let mut rounds = 0;
        while let Some(plan) = next_round(&study, Filter::Pf6, &switches, 400) {
            rounds += 1;
            assert!(rounds < 1000, "it goes on for ever");
            let mut played = 0;
            for (arm, target) in plan {
                let chance = arm.0.map_or(0.5, |pruning| truth(pruning.switch));
                for _ in study.tally(arm).games..target {
                    let wins = u64::from(random.fraction() < chance);
                    study.pretend(arm, Tally { games: 1, wins, ..Tally::default() });
                    played += 1;
                }
            }
            assert!(played > 0, "a round without games");
        }
        let tallies: Vec<(u32, Tally)> = switches
            .iter()
            .map(|&switch| (switch, study.tally(Arm::with(Filter::Pf6, switch))))
            .filter(|(_, tally)| tally.games > 0)
            .collect();
        let shares: Vec<Share> = tallies.iter().map(|(_, tally)| share(tally)).collect();
        let baseline = study.tally(Arm::BASELINE);
        let border = last_above(&unimodal(&shares), baseline.share()).map(|place| tallies[place].0);
        (border, baseline.games + shares.iter().map(|share| share.games).sum::<u64>())
    }

    #[test]
    fn games_are_spent_where_the_border_is() {
        // All points with 400 games each are 16,400 games. A steep fall takes about a thousand.
        let steep = |switch| if switch >= 41 { 0.7 } else { 0.3 };
        for seed in 1..=5 {
            let (border, games) = search(steep, seed);
            assert_eq!(border, Some(41), "seed {seed}");
            assert!(games < 3000, "seed {seed}: {games}");
        }
        // A gentle one (a percent for each step, crossing at 51) takes more and is found nearby.
        let gentle = |switch: u32| 0.5 + (f64::from(switch) - 50.0) * 0.01;
        for seed in 1..=3 {
            let (border, games) = search(gentle, seed);
            assert!(border.is_some_and(|b| b.abs_diff(51) <= 8), "seed {seed}: {border:?}");
            assert!(games < 12_000, "seed {seed}: {games}");
        }
        // And what never helps is soon given up.
        let (border, games) = search(|_| 0.2, 1);
        assert_eq!(border, None);
        assert!(games < 1500, "{games}");
    }

    #[test]
    fn points_are_spread_evenly() {
        assert_eq!(spread_out(&[1, 2, 3], 8), [1, 2, 3]);
        assert_eq!(spread_out(&(0..40).collect::<Vec<_>>(), 4), [0, 13, 26, 39]);
        assert_eq!(spread_out(&[5, 6, 7], 1), [6]);
    }
}

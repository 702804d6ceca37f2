//! What shares of wins tell: their intervals, the shape of a curve, and where it falls below a
//! baseline.

use keisei::random::Random;

use super::super::rising::{Rising, rising};
use super::super::share::Share;

/// The least-squares curve that rises and then falls (or only does one of the two). Every share
/// must have games.
pub(super) fn unimodal(shares: &[Share]) -> Vec<f64> {
    let gains = |shares: &mut dyn Iterator<Item = &Share>| -> Vec<f64> {
        let mut fit = Rising::new();
        std::iter::once(0.0).chain(shares.map(|&share| fit.push(share.won, share.games as f64))).collect()
    };
    let before = gains(&mut shares.iter());
    let mut after = gains(&mut shares.iter().rev());
    after.reverse();
    // The first of the best, so that ties do not depend on anything else.
    let mut peak = 0;
    for place in 0..before.len() {
        if before[place] + after[place] > before[peak] + after[peak] + 1e-9 {
            peak = place;
        }
    }
    let mut values = rising(shares[..peak].iter().map(summed));
    let mut falling = rising(shares[peak..].iter().rev().map(summed));
    falling.reverse();
    values.append(&mut falling);
    values
}

fn summed(share: &Share) -> (f64, f64) {
    (share.won, share.games as f64)
}

/// The last place at which the fitted curve lies above a baseline.
pub(super) fn last_above(fitted: &[f64], baseline: f64) -> Option<usize> {
    // Shares that are equal are computed in different ways.
    fitted.iter().rposition(|&value| value > baseline + 1e-9)
}

/// Where borders would lie if games were drawn anew: places in the list of shares, `None` for
/// nowhere.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Spread {
    /// The borders, the last place first and nowhere last.
    borders: Vec<Option<usize>>,
}

impl Spread {
    /// Draws so many studies.
    pub(super) fn new(shares: &[Share], baseline: Share, studies: usize, seed: u64) -> Spread {
        let mut random = Random::new(seed);
        let mut borders: Vec<Option<usize>> = (0..studies)
            .map(|_| {
                let level = baseline.drawn_anew(&mut random).value();
                let drawn: Vec<Share> = shares.iter().map(|share| share.drawn_anew(&mut random)).collect();
                last_above(&unimodal(&drawn), level)
            })
            .collect();
        borders.sort_by(|a, b| b.cmp(a));
        Spread { borders }
    }

    /// The interval that leaves out a fortieth at either end: the last place (lowest switching
    /// point) and the first, or nowhere.
    pub(super) fn interval(&self) -> (Option<usize>, Option<usize>) {
        let tail = self.borders.len() / 40;
        let at = |place: usize| self.borders.get(place).copied().flatten();
        (at(tail), at((self.borders.len().saturating_sub(1)).saturating_sub(tail)))
    }

    /// In which part of the studies there was no border.
    pub(super) fn nowhere(&self) -> f64 {
        let none = self.borders.iter().filter(|border| border.is_none()).count();
        none as f64 / self.borders.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(won: &[u64], games: u64) -> Vec<Share> {
        won.iter().map(|&won| Share { won: won as f64, games }).collect()
    }

    #[test]
    fn curves_rise_and_fall() {
        let fit = |won: &[u64]| unimodal(&shares(won, 10));
        assert_eq!(fit(&[5, 6, 8, 7, 3]), [0.5, 0.6, 0.8, 0.7, 0.3]);
        assert_eq!(fit(&[5, 4, 3]), [0.5, 0.4, 0.3]);
        assert_eq!(fit(&[3, 4, 5]), [0.3, 0.4, 0.5]);
        assert_eq!(fit(&[6, 4, 8, 2, 4]), [0.5, 0.5, 0.8, 0.3, 0.3]);
        assert_eq!(fit(&[]), [0.0; 0]);
        let weighed =
            [Share { won: 9.0, games: 30 }, Share { won: 1.0, games: 10 }, Share { won: 5.0, games: 10 }];
        assert_eq!(unimodal(&weighed), [0.25, 0.25, 0.5]);
    }

    /// Against all ways to cut a short curve into pieces that are pooled.
    #[test]
    fn no_curve_of_that_shape_fits_better() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let shares: Vec<Share> = (0..6)
                .map(|_| {
                    let games = 1 + random.below(20);
                    Share { won: random.below(games + 1) as f64, games: games as u64 }
                })
                .collect();
            let error = |fit: &[f64]| -> f64 {
                fit.iter().zip(&shares).map(|(f, s)| s.games as f64 * (f - s.value()).powi(2)).sum()
            };
            let is_unimodal = |fit: &[f64]| {
                (0..=6).any(|peak| {
                    fit[..peak].is_sorted_by(|a, b| *a <= b + 1e-12)
                        && fit[peak..].is_sorted_by(|a, b| *a >= b - 1e-12)
                })
            };
            let mut best = f64::INFINITY;
            for cuts in 0..32u32 {
                let mut fit = Vec::new();
                let mut start = 0;
                for end in 1..=6 {
                    if end == 6 || cuts >> (end - 1) & 1 == 1 {
                        let (won, games) = shares[start..end]
                            .iter()
                            .fold((0.0, 0.0), |(w, g), s| (w + s.won, g + s.games as f64));
                        fit.extend(std::iter::repeat_n(won / games, end - start));
                        start = end;
                    }
                }
                if is_unimodal(&fit) {
                    best = best.min(error(&fit));
                }
            }
            let fit = unimodal(&shares);
            assert!(is_unimodal(&fit), "{shares:?} {fit:?}");
            assert!(error(&fit) <= best + 1e-9, "{shares:?} {fit:?} {best}");
        }
    }

    #[test]
    fn borders_are_found_where_they_are() {
        // Wins fall from 80 % to 20 % after the sixth of ten.
        let sharp = shares(&[600, 800, 800, 800, 800, 800, 200, 200, 200, 200], 1000);
        let baseline = Share { won: 500.0, games: 1000 };
        assert_eq!(last_above(&unimodal(&sharp), 0.5), Some(5));
        let spread = Spread::new(&sharp, baseline, 200, 1);
        assert_eq!((spread.interval(), spread.nowhere()), ((Some(5), Some(5)), 0.0));
        // Few games say less.
        let vague = shares(&[6, 8, 8, 7, 6, 6, 5, 4, 3, 2], 10);
        let (last, first) = Spread::new(&vague, Share { won: 5.0, games: 10 }, 200, 1).interval();
        assert!(last > Some(5) && first < Some(5), "{last:?} {first:?}");
        // And a filter that never helps has no border.
        let never = shares(&[400, 300, 200], 1000);
        let spread = Spread::new(&never, baseline, 200, 1);
        assert_eq!((spread.interval(), spread.nowhere()), ((None, None), 1.0));
        assert_eq!(Spread::new(&[], baseline, 200, 1).interval(), (None, None));
        assert_eq!(Spread::new(&sharp, baseline, 200, 1), Spread::new(&sharp, baseline, 200, 1));
    }
}

//! The result of a settled position, as an evaluation: what every front says once a game is over.

use std::cmp::Ordering;

use keisei_goban::{Position, Scoring};

use super::{Limits, Settlement};
use crate::draft::{Draft, Sureness};
use crate::judge::model::unsettled;
use crate::safety::Safety;
use crate::{Evaluation, Evidence, Ownership};

/// Positions that are more unsettled than this ([`unsettled`]) are not finished, and no time is spent on
/// finding that out. Of last positions of professional games, those that can be counted came to 0.06 at
/// most, and those twenty moves before to 0.07.
const MOST_DOUBT: f64 = 0.1;

/// What is said about a position, once more: if the game is over, or if nothing depends on who moves
/// first, the count takes the place of the estimate.
pub fn settled(position: &Position, safety: &Safety, estimate: Evaluation) -> Evaluation {
    let area = f64::from(position.board().size().area());
    if !position.is_over() && unsettled(estimate.ownership.row_major(), area) > MOST_DOUBT {
        return estimate;
    }
    let settlement = Settlement::of(position, Limits::default());
    if !position.is_over() && !settlement.is_settled() {
        return estimate;
    }
    settlement.evaluation(position, safety, estimate)
}

impl Settlement {
    /// The count as an evaluation. If it is provisional, it is as sure as the estimate was.
    fn evaluation(&self, position: &Position, safety: &Safety, estimate: Evaluation) -> Evaluation {
        let size = position.board().size();
        let ownership = Ownership::settled(size, |p| safety.owner(p).or(self.count.owner[p]));
        let held = self.count.holdings;
        let more =
            |of: fn(&keisei_goban::Holdings) -> u32| f64::from(of(&held.black)) - f64::from(of(&held.white));
        let draft = Draft::new(ownership, Evidence::Searched).proved(safety).counted_by_the_rules();
        let mut draft = match position.rules().scoring() {
            Scoring::Area => draft.term("stones", more(|held| held.stones)),
            Scoring::Territory => draft.term("prisoners", more(|held| held.prisoners + held.dead)),
        }
        .term("territory", more(|held| held.territory))
        .blocks(self.blocks.iter().cloned());
        for layer in estimate.layers {
            draft = draft.layer(layer.name, layer.values);
        }
        let stdev = if self.is_settled() { 0.0 } else { estimate.score.stdev.unwrap_or(0.0) };
        let sureness = |lead: f64| (stdev, Some(chance(lead - position.compensation().points(), stdev)));
        draft.finish(position, &Safety::nothing(size), Sureness::Known(&sureness))
    }
}

/// The chance to win if one is this far ahead, give or take so much.
fn chance(ahead: f64, stdev: f64) -> f64 {
    match ahead.partial_cmp(&0.0) {
        _ if stdev > 0.0 => libm::erfc(-ahead / stdev / std::f64::consts::SQRT_2) / 2.0,
        Some(Ordering::Greater) => 1.0,
        Some(Ordering::Less) => 0.0,
        _ => 0.5,
    }
}

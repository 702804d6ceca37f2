//! The plainest evaluator: every stone stays, and an empty area belongs to the colour that alone
//! touches it.
//!
//! ```text
//! . X O . .      Black: 3 stones, 3 points      By area White leads by 3, by territory as well
//! . X O . .      White: 3 stones, 6 points      (3 points against 6), unless prisoners
//! . X O . .                                     were taken.
//! ```
//!
//! Invariant: under area scoring the lead is the sum of the ownership.
//!
//! Exact when the game is over and all dead stones are taken off the board. Known to fail
//! everywhere else: it takes dead stones for living ones, and in an opening, where every empty
//! point is touched by both, it sees no territory at all.

use keisei_goban::{Count, Position, Scoring};

use crate::draft::{Draft, Sureness};
use crate::safety::Safety;
use crate::{Evaluation, Evaluator, Evidence, Ownership};

/// Stones and the empty points they enclose, as they stand, counted by the position's rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct AreaEvaluator;

impl Evaluator for AreaEvaluator {
    fn name(&self) -> &'static str {
        "area"
    }

    /// Counts the stones as they stand, dead ones too, whatever is proved.
    fn evaluate(&mut self, position: &Position, _: &Safety) -> Evaluation {
        let count = Count::as_it_stands(position);
        let (black, white) = (count.holdings.black, count.holdings.white);
        let size = position.board().size();
        let ownership = Ownership::settled(size, |p| count.owner[p]);
        let draft = Draft::new(ownership, Evidence::Estimated).counted_by_the_rules();
        let lead = |black: u32, white: u32| f64::from(black) - f64::from(white);
        let territory = lead(black.territory, white.territory);
        let draft = match position.rules().scoring() {
            Scoring::Area => {
                draft.term("stones", lead(black.stones, white.stones)).term("territory", territory)
            }
            Scoring::Territory => {
                let prisoners = lead(black.prisoners, white.prisoners);
                draft.term("territory", territory).term("prisoners", prisoners)
            }
        };
        draft.finish(position, &Safety::nothing(size), Sureness::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::{ByColor, Rules, Symmetry, board};
    use keisei_testdata::random_position_in;
    use proptest::prelude::*;

    use super::*;

    fn area(position: &Position) -> Evaluation {
        AreaEvaluator.evaluate(position, &Safety::nothing(position.board().size()))
    }

    #[test]
    fn counts_as_it_stands() {
        let board = board!(
            ". X O . .
             X X O . O
             . X O O .
             . X X O O
             . O X . ."
        );
        let mut position = Position::new(board);
        position.set_rules(Rules::CHINESE);
        position.set_komi("0.5".parse().unwrap());
        let evaluation = area(&position);
        // B1 is not dead here, so that A1 to A3 are nobody's.
        assert_eq!(evaluation.score.lead, -4.0);
        assert_eq!(evaluation.score.result(&position).to_string(), "W+4.5");
        assert_eq!(evaluation.ownership.get("A5".parse().unwrap()), 1.0);
        assert_eq!(evaluation.ownership.get("A2".parse().unwrap()), 0.0);
        assert_eq!(evaluation.ownership.get("D5".parse().unwrap()), -1.0);
        assert!(evaluation.adds_up());

        position.set_rules(Rules::JAPANESE);
        position.set_prisoners(ByColor { black: 0, white: 2 });
        let evaluation = area(&position);
        let terms: Vec<_> = evaluation.terms.iter().map(|t| (t.name, t.points)).collect();
        assert_eq!(terms, [("territory", -3.0), ("prisoners", -2.0)]);
        assert_eq!(evaluation.score.lead, -5.0);
    }

    proptest! {
        #[test]
        fn symmetric_in_space_and_colour(
            (width, height, seed) in (2..=9u32, 2..=9u32, any::<u64>()),
            rules in proptest::sample::select(vec![Rules::CHINESE, Rules::JAPANESE, Rules::TROMP_TAYLOR]),
        ) {
            let position = random_position_in(rules, width, height, seed, 0..=2 * width * height);
            let size = position.board().size();
            let here = area(&position);
            prop_assert!(here.adds_up());
            if rules != Rules::JAPANESE {
                prop_assert_eq!(here.ownership.total(), here.score.lead);
            }
            for symmetry in Symmetry::all() {
                let there = area(&position.transformed(symmetry));
                prop_assert_eq!(&there.score, &here.score);
                for p in size.points() {
                    prop_assert_eq!(there.ownership.get(symmetry.apply(p, size)), here.ownership.get(p));
                }
            }
            let swapped = area(&position.color_swapped());
            prop_assert_eq!(swapped.score.lead, -here.score.lead);
            for p in size.points() {
                prop_assert_eq!(swapped.ownership.get(p), -here.ownership.get(p));
            }
        }

        /// Who owns an empty point, by walking from it: an independent reading of "reached by one
        /// colour only".
        #[test]
        fn agrees_with_walking((width, height, seed) in (2..=7u32, 2..=7u32, any::<u64>())) {
            let position = random_position_in(Rules::CHINESE, width, height, seed, 0..=2 * width * height);
            let board = position.board();
            let size = board.size();
            let evaluation = area(&position);
            for p in size.points() {
                let mut reached = vec![p];
                let mut met = ByColor { black: false, white: false };
                let mut next = 0;
                while next < reached.len() {
                    match board.get(reached[next]) {
                        Some(color) => met[color] = true,
                        None => {
                            for q in size.neighbors(reached[next]) {
                                if !reached.contains(&q) {
                                    reached.push(q);
                                }
                            }
                        }
                    }
                    next += 1;
                }
                let expected = f32::from(u8::from(met.black)) - f32::from(u8::from(met.white));
                prop_assert_eq!(evaluation.ownership.get(p), expected);
            }
        }
    }
}

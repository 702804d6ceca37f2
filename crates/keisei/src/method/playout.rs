//! The evaluator `playout`: who owned what at the end of random games.

use keisei_goban::{Color, PointMap, Position};

use crate::draft::{Draft, Sureness};
use crate::playout::{Style, census};
use crate::safety::Safety;
use crate::{BlockOpinion, Evaluation, Evaluator, Evidence, LayerName, LayerValues, Ownership};

/// Averages over random games.
///
/// The score's spread is that of the games' results, not that of their mean. A block's strength is
/// the share of the games in which its points stayed with its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutEvaluator {
    /// How the players choose.
    pub style: Style,
    /// The number of games; at least 1.
    pub playouts: u32,
    /// The seed.
    pub seed: u64,
    /// The number of threads; the result does not depend on it.
    pub threads: usize,
}

impl PlayoutEvaluator {
    /// As many games as give every point a standard error of 0.03 at most.
    pub const DEFAULT_PLAYOUTS: u32 = 1_024;
}

impl Default for PlayoutEvaluator {
    fn default() -> PlayoutEvaluator {
        PlayoutEvaluator {
            style: Style::Replying,
            playouts: PlayoutEvaluator::DEFAULT_PLAYOUTS,
            seed: 1,
            threads: 1,
        }
    }
}

impl Evaluator for PlayoutEvaluator {
    fn name(&self) -> &'static str {
        "playout"
    }

    fn evaluate(&mut self, position: &Position, safety: &Safety) -> Evaluation {
        let board = position.board();
        let size = board.size();
        let playouts = self.playouts.max(1);
        let (tally, census) = census(position, self.style, playouts, self.seed, self.threads);
        let n = f64::from(playouts);
        let mut ownership = Ownership::even(size);
        let mut visits = PointMap::filled(0);
        let mut errors = PointMap::filled(0.0);
        let mut terms = [("stones", 0), ("empty points", 0)];
        for ((p, &black), &white) in size.points().zip(&census.black).zip(&census.white) {
            let (lead, decided) = (i64::from(black) - i64::from(white), f64::from(black) + f64::from(white));
            let mean = lead as f64 / n;
            ownership.set(p, mean as f32);
            visits[p] = (black + white) as i32;
            // As if two more games had been played, one for each side: few games say little.
            let (decided, doubtful) = ((decided + 2.0) / (n + 2.0), lead as f64 / (n + 2.0));
            errors[p] = ((decided - doubtful * doubtful).max(0.0) / n).sqrt() as f32;
            terms[usize::from(board.is_empty(p))].1 += lead;
        }
        let blocks = board.blocks().map(|block| {
            let owned = match block.color() {
                Color::Black => &census.black,
                Color::White => &census.white,
            };
            let stones = block.stone_set();
            let kept: u64 = size
                .points()
                .zip(owned)
                .filter(|(p, _)| stones.contains(*p))
                .map(|(_, &games)| u64::from(games))
                .sum();
            let strength = kept as f64 / (n * block.len() as f64);
            BlockOpinion {
                color: block.color(),
                stones,
                status: None,
                evidence: None,
                strength: Some(strength as f32),
            }
        });
        // One game tells nothing of how far another would be off: as far as the board is wide.
        let (_, stdev) = tally.lead().unwrap_or_default();
        let stdev = (stdev * stdev + f64::from(size.area()) / (n * n)).sqrt();
        let black_wins = tally.share(Color::Black).map(|share| (share * n + 1.0) / (n + 2.0));
        let draft = Draft::new(ownership, Evidence::Sampled);
        let draft = terms.iter().fold(draft, |draft, &(name, points)| draft.term(name, points as f64 / n));
        let sureness = |_| (stdev, black_wins);
        draft
            .blocks(blocks)
            .layer(LayerName::Visits, LayerValues::Integers(Box::new(visits)))
            .layer(LayerName::Error, LayerValues::Reals(Box::new(errors)))
            .finish(position, safety, Sureness::Known(&sureness))
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Board, Rules, Size, board};

    use super::*;

    #[test]
    fn a_finished_game_is_certain() {
        let finished = board!(
            ". X O . O
             X X O O O
             . X O . .
             X X O O O
             . X O . O"
        );
        let mut position = Position::new(finished);
        position.set_rules(Rules::CHINESE);
        let evaluation =
            PlayoutEvaluator::default().evaluate(&position, &Safety::nothing(position.board().size()));
        assert!(evaluation.adds_up());
        assert_eq!(evaluation.score.lead, -5.0);
        // As sure as 1024 games can make it.
        assert!(evaluation.score.stdev.unwrap() < 0.01 && evaluation.score.black_wins.unwrap() < 0.001);
        assert_eq!(evaluation.ownership.get("A5".parse().unwrap()), 1.0);
        assert!(evaluation.blocks.iter().all(|block| block.strength == Some(1.0)));
    }

    #[test]
    fn few_games_say_little() {
        let position = keisei_testdata::kisei(34);
        let judged = |playouts| {
            let mut evaluator = PlayoutEvaluator { playouts, ..PlayoutEvaluator::default() };
            evaluator.evaluate(&position, &Safety::nothing(position.board().size()))
        };
        for (playouts, sure) in [(1, 0.67), (3, 0.8), (10, 0.92)] {
            let said = judged(playouts);
            let chance = said.score.black_wins.unwrap();
            assert!((1.0 - sure..=sure).contains(&chance), "{playouts}: {chance}");
            assert!(said.score.stdev.unwrap() >= 19.0 / f64::from(playouts));
            let Some(LayerValues::Reals(errors)) = said.layer(LayerName::Error) else { panic!("errors") };
            let least = position.board().size().points().map(|p| errors[p]).fold(1.0, f32::min);
            assert!(least > 0.5 / playouts as f32, "{playouts}: {least}");
        }
    }

    /// The standard error is what the means of several runs differ by.
    #[test]
    fn errors_are_those_of_the_mean() {
        let position = Position::new(Board::new(Size::square(5).unwrap()));
        let runs: Vec<Evaluation> = (0..60)
            .map(|seed| {
                PlayoutEvaluator { style: Style::Uniform, playouts: 100, seed, threads: 1 }
                    .evaluate(&position, &Safety::nothing(position.board().size()))
            })
            .collect();
        for p in position.board().size().points() {
            let values: Vec<f64> = runs.iter().map(|run| f64::from(run.ownership.get(p))).collect();
            let mean = values.iter().sum::<f64>() / 60.0;
            let spread = (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 59.0).sqrt();
            let Some(LayerValues::Reals(errors)) = runs[0].layer(LayerName::Error) else { panic!("errors") };
            let ratio = spread / f64::from(errors[p]);
            // 60 runs know their spread to a tenth.
            assert!((0.65..1.4).contains(&ratio), "{p}: {spread} against {}", errors[p]);
        }
        assert!(runs.iter().all(Evaluation::adds_up));
    }
}

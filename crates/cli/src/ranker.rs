//! Ways to rank moves, by name.

use clap::ValueEnum;
use keisei::dynamics::{Parameters, Ranked, Ranking, sort};
use keisei::moyo::{Moyo, Options};
use keisei_goban::{Point, PointSet, Position};
use rayon::prelude::*;

/// How to rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RankMethod {
    /// The score after the move by the dynamical system
    Seds,
    /// What the move adds to its side's inner areas and takes from the opponent's
    Moyo,
    /// Any order: what the others must beat
    Random,
}

impl RankMethod {
    pub(crate) fn name(self) -> &'static str {
        match self {
            RankMethod::Seds => "seds",
            RankMethod::Moyo => "moyo",
            RankMethod::Random => "random",
        }
    }
}

/// Ranks the moves of position after position.
pub(crate) struct Ranker {
    method: RankMethod,
    parameters: Parameters,
    ranking: Ranking,
    moyo: Moyo,
}

impl Ranker {
    pub(crate) fn new(method: RankMethod, parameters: Parameters) -> Ranker {
        let moyo = Moyo::new(keisei_goban::Size::default(), Options::default());
        Ranker { method, parameters, ranking: Ranking::default(), moyo }
    }

    /// The same as [`Ranker::rank`], with the moves shared among all threads where the method allows it.
    pub(crate) fn rank_in_parallel(&mut self, position: &Position) -> Vec<(Point, f64)> {
        if self.method != RankMethod::Seds {
            return self.rank(position);
        }
        let points: Vec<Point> = position.legal_points().collect();
        let share = points.len().div_ceil(rayon::current_num_threads()).max(1);
        let score = |points: &[Point]| Ranking::default().score(position, &self.parameters, points);
        let mut ranked: Vec<Ranked> = points.par_chunks(share).flat_map_iter(score).collect();
        sort(position, &mut ranked);
        ranked.iter().map(|r| (r.point, r.score)).collect()
    }

    /// All legal moves with their scores for the side to play, best first.
    pub(crate) fn rank(&mut self, position: &Position) -> Vec<(Point, f64)> {
        match self.method {
            RankMethod::Seds => {
                self.ranking.rank(position, &self.parameters).iter().map(|r| (r.point, r.score)).collect()
            }
            RankMethod::Moyo => {
                self.moyo.update(position.board(), &PointSet::EMPTY);
                let completions = self.moyo.completions(position, position.to_play());
                sorted(
                    position,
                    completions.iter().map(|c| (c.point, f64::from(c.gain + c.reduction))).collect(),
                )
            }
            RankMethod::Random => {
                // From the position alone, so that the same study gives the same answer.
                let number = |p: Point| {
                    let mut x = position.hash()
                        ^ (position.board().size().ordinal(p) as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                    ((x ^ (x >> 31)) >> 11) as f64 / (1u64 << 53) as f64
                };
                sorted(position, position.legal_points().map(|p| (p, number(p))).collect())
            }
        }
    }
}

fn sorted(position: &Position, mut moves: Vec<(Point, f64)>) -> Vec<(Point, f64)> {
    let size = position.board().size();
    moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(size.ordinal(a.0).cmp(&size.ordinal(b.0))));
    moves
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Board, Move, Size};

    use super::*;

    #[test]
    fn threads_do_not_show() {
        let mut position = Position::new(Board::new(Size::square(9).unwrap()));
        for vertex in ["C3", "G7", "G3", "C7", "E5", "E4", "F4", "D4", "E3"] {
            position.play(Move::Play(vertex.parse().unwrap())).unwrap();
        }
        let mut ranker = Ranker::new(RankMethod::Seds, Parameters::default());
        assert_eq!(ranker.rank_in_parallel(&position), ranker.rank(&position));
    }
}

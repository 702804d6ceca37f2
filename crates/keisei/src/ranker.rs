//! Ways to rank moves, by name.

use keisei_goban::{Point, PointSet, Position, Size};

use crate::moyo::{Moyo, Options};
use crate::names::{Named, named};
use crate::preference::{Preference, Preferred, Recent};
use crate::random::derived;
use crate::seds::{Parameters, Ranked, Ranking, sort};

/// How moves are ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum RankMethod {
    /// By the share of professionals who would play it.
    #[default]
    Preference,
    /// By the score after the move, as the dynamical system has it.
    Seds,
    /// By what the move adds to its side's inner areas and takes from the opponent's.
    Moyo,
    /// In any order: what the others must beat.
    Random,
}

impl Named for RankMethod {
    const WHAT: &'static str = "way to rank";
    const ALL: &'static [RankMethod] =
        &[RankMethod::Preference, RankMethod::Seds, RankMethod::Moyo, RankMethod::Random];

    fn name(self) -> &'static str {
        match self {
            RankMethod::Preference => "preference",
            RankMethod::Seds => "seds",
            RankMethod::Moyo => "moyo",
            RankMethod::Random => "random",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            RankMethod::Preference => "The share of professionals who would play it: the best there is",
            RankMethod::Seds => "The score after the move by the dynamical system",
            RankMethod::Moyo => "What the move adds to its side's inner areas and takes from the opponent's",
            RankMethod::Random => "Any order: what the others must beat",
        }
    }
}

named!(RankMethod);

/// Ranks the moves of position after position. Its memory is used again from one to the next.
#[derive(Clone, Debug)]
pub struct Ranker {
    method: RankMethod,
    parameters: Parameters,
    threads: usize,
    ranking: Ranking,
    moyo: Moyo,
    preference: Preference,
}

impl Ranker {
    /// A ranker on one thread. The parameters are those of the dynamical system.
    pub fn new(method: RankMethod, parameters: Parameters) -> Ranker {
        let moyo = Moyo::new(Size::default(), Options::default());
        let (ranking, preference) = (Ranking::default(), Preference::default());
        Ranker { method, parameters, threads: 1, ranking, moyo, preference }
    }

    /// The same with the moves of a position shared among threads, where the method allows it. The
    /// order of the moves does not depend on it.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Ranker {
        self.threads = if cfg!(feature = "threads") { threads.max(1) } else { 1 };
        self
    }

    /// All legal moves with their scores for the side to play, best first; equal ones in reading
    /// order. What was played last makes a difference to preference alone.
    pub fn rank(&mut self, position: &Position, recent: Recent) -> Vec<Ranked> {
        let mut ranked = match self.method {
            RankMethod::Preference => {
                let preferred = self.preference.rank(position, recent).into_iter();
                preferred.map(|Preferred { point, share }| Ranked { point, score: share }).collect()
            }
            RankMethod::Seds => self.by_score(position),
            RankMethod::Moyo => {
                self.moyo.update(position.board(), &PointSet::EMPTY);
                let completions = self.moyo.completions(position, position.to_play());
                let score = |gain, reduction| f64::from(gain + reduction);
                completions
                    .iter()
                    .map(|c| Ranked { point: c.point, score: score(c.gain, c.reduction) })
                    .collect()
            }
            RankMethod::Random => {
                // From the position alone, so that the same study gives the same answer.
                let number = |p| derived(position.hash(), position.board().size().ordinal(p) as u64 + 1);
                let score = |p| (number(p) >> 11) as f64 / (1u64 << 53) as f64;
                position.legal_points().map(|point| Ranked { point, score: score(point) }).collect()
            }
        };
        sort(position, &mut ranked);
        ranked
    }

    fn by_score(&mut self, position: &Position) -> Vec<Ranked> {
        let points: Vec<Point> = position.legal_points().collect();
        let (parameters, threads) = (&self.parameters, self.threads);
        if threads == 1 || points.is_empty() {
            return self.ranking.score(position, parameters, &points);
        }
        let shares = points.chunks(points.len().div_ceil(threads));
        std::thread::scope(|scope| {
            let work = |share| scope.spawn(move || Ranking::default().score(position, parameters, share));
            let helpers: Vec<_> = shares.map(work).collect();
            let joined = helpers.into_iter().map(|helper| helper.join().expect("ranking does not panic"));
            joined.flatten().collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Board, Move};

    use super::*;

    #[test]
    fn threads_do_not_show() {
        let mut position = Position::new(Board::new(Size::square(9).unwrap()));
        for vertex in ["C3", "G7", "G3", "C7", "E5", "E4", "F4", "D4", "E3"] {
            position.play(Move::Play(vertex.parse().unwrap())).unwrap();
        }
        for &method in RankMethod::ALL {
            let mut alone = Ranker::new(method, Parameters::default());
            let mut shared = alone.clone().with_threads(3);
            assert_eq!(shared.rank(&position, Recent::default()), alone.rank(&position, Recent::default()));
            assert_eq!(alone.rank(&position, Recent::default()).len(), position.legal_points().count());
        }
    }
}

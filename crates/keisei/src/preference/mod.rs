//! How much a move is preferred: the share of professionals who would play it.
//!
//! Every legal move gets a sum of weights over a few things: its rank and its gain by the dynamical
//! system, how near it is to the last two moves, on which line it lies and how far from any stone,
//! what it takes, saves and threatens at a glance, and what of that is read (`readings`): whether a
//! block beside it could go either way, or is taken or safe whoever moves first. The shares are the
//! softmax of the sums, and the weights were fitted on professional games by `keisei study
//! preference`, so that the moves played are as likely as can be.
//!
//! The dynamical system does not listen to reading here: with it, or with these readings, moves are
//! predicted better, with both no better than with the readings alone (BENCHMARKS.md). So each board
//! is read once.
//!
//! ```text
//! share of a move = exp(sum of its weights) / (the same over all legal moves)
//! ```
//!
//! Invariant: the shares of all legal moves add up to 1; turning the board turns them; exchanging
//! the colours changes nothing.
//!
//! Source: the model is Bradley and Terry's, as \[Coulom2007\] uses it for moves; that static
//! evaluation and such knowledge complement each other is \[Wolf\]'s conjecture (section VII).
//!
//! Known to fail: no shapes are known beyond what touches the move, and nothing but captures is read,
//! and that quickly. Passes are never proposed: whether a game is over is for others to say.

mod features;
mod readings;

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use keisei_goban::{Game, Move, Point, Position};

pub use self::features::{FEATURES, Features};

use self::readings::Readings;
use crate::seds::{Parameters, Ranking};
use crate::weights::{WeightsError, exactly, read, write};

/// The last moves, as far as they are known and put a stone on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Recent {
    /// The last move.
    pub last: Option<Point>,
    /// The move before it.
    pub before: Option<Point>,
}

impl Recent {
    /// The last moves of a game.
    pub fn of(game: &Game) -> Recent {
        let mut moves = game.moves().rev().map(|(_, mv)| mv.point());
        Recent { last: moves.next().flatten(), before: moves.next().flatten() }
    }

    /// After one more move.
    #[must_use]
    pub fn then(self, mv: Move) -> Recent {
        Recent { last: mv.point(), before: self.last }
    }
}

/// A move and how much it is preferred.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Preferred {
    /// The move.
    pub point: Point,
    /// The share of those who would play it, from 0 to 1.
    pub share: f64,
}

/// What `keisei study preference` finds: as text in `preference.weights`.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// A weight for each feature.
    pub weights: [f64; FEATURES],
    /// By how many points a move is worse, in the mean, if its share is smaller by the factor e.
    pub loss: f64,
}

impl Weights {
    /// What was fitted.
    pub fn fitted() -> &'static Weights {
        static FITTED: LazyLock<Weights> = LazyLock::new(|| {
            include_str!("preference.weights").parse().expect("our own weights can be read")
        });
        &FITTED
    }

    /// The shares of moves with these features, in their order.
    pub fn shares(&self, features: &Features) -> Vec<f64> {
        let sums: Vec<f64> =
            features.moves().map(|(_, of)| of.map(|(i, x)| self.weights[i] * f64::from(x)).sum()).collect();
        let most = sums.iter().copied().fold(f64::MIN, f64::max);
        let each: Vec<f64> = sums.iter().map(|sum| libm::exp(sum - most)).collect();
        let all: f64 = each.iter().sum();
        each.into_iter().map(|share| share / all).collect()
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let [weights, loss] = read(text, ["weights", "loss"])?;
        let [loss] = exactly("loss", &loss)?;
        Ok(Weights { weights: exactly("weights", &weights)?, loss })
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, "loss", 3, [self.loss])?;
        write(f, "weights", 3, self.weights)
    }
}

/// Tells how much moves are preferred. Its memory is used again from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Preference {
    ranking: Ranking,
    readings: Readings,
    features: Features,
}

impl Preference {
    /// All legal moves of the side to play, the most preferred first, equal ones in reading order.
    pub fn rank(&mut self, position: &Position, recent: Recent) -> Vec<Preferred> {
        let features = self.features(position, recent);
        let shares = Weights::fitted().shares(features);
        let mut ranked: Vec<Preferred> =
            features.moves().zip(shares).map(|((point, _), share)| Preferred { point, share }).collect();
        // Legal moves come in reading order, and a stable sort keeps it.
        ranked.sort_by(|a, b| b.share.total_cmp(&a.share));
        ranked
    }

    /// What is told about every legal move.
    pub fn features(&mut self, position: &Position, recent: Recent) -> &Features {
        let ranked = self.ranking.rank(position, &Parameters::default());
        self.readings.read(position);
        self.features.look(position, recent, &ranked, &mut self.readings);
        &self.features
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Board, Color, Rules, Size, Symmetry};

    use super::*;

    /// In the end a black stone is in atari.
    const FIGHT: [&str; 10] = ["Q16", "D4", "K10", "L10", "D16", "L9", "Q4", "K9", "C10", "J10"];

    fn position(vertices: &[&str]) -> (Position, Recent) {
        let mut game = Game::new(Position::new(Board::new(Size::default())).with_rules(Rules::CHINESE));
        for vertex in vertices {
            game.play(Move::Play(vertex.parse().unwrap())).unwrap();
        }
        (game.position().clone(), Recent::of(&game))
    }

    #[test]
    fn what_is_written_is_read() {
        let weights = Weights::fitted();
        assert_eq!(weights.to_string().parse().as_ref(), Ok(weights));
        let error = "loss 1\nweights 1 2".parse::<Weights>().unwrap_err();
        assert!(matches!(error, WeightsError::Count { name: "weights", found: 2, .. }), "{error}");
    }

    #[test]
    fn shares_add_up_and_turn_with_the_board() {
        let opening = ["Q16", "D4", "Q3", "D16", "R5", "C6", "F17", "C14"];
        for vertices in [&opening[..], &FIGHT] {
            let (position, recent) = position(vertices);
            let mut preference = Preference::default();
            let ranked = preference.rank(&position, recent);
            assert_eq!(ranked.len(), position.legal_points().count());
            let all: f64 = ranked.iter().map(|preferred| preferred.share).sum();
            assert!((all - 1.0).abs() < 1e-9, "{all}");
            for symmetry in Symmetry::all() {
                let turned = |p: Point| symmetry.apply(p, position.board().size());
                let there = Recent { last: recent.last.map(turned), before: recent.before.map(turned) };
                let image = position.transformed(symmetry);
                for image in [image.color_swapped(), image] {
                    let after = preference.rank(&image, there);
                    for preferred in &ranked {
                        let image =
                            after.iter().find(|other| other.point == turned(preferred.point)).unwrap();
                        let differ = (image.share - preferred.share).abs();
                        assert!(differ < 1e-6, "{symmetry:?} {}", preferred.point);
                    }
                }
            }
        }
    }

    /// Nobody begins on the second line, and a stone in atari is saved or taken.
    #[test]
    fn the_first_choices_make_sense() {
        let mut preference = Preference::default();
        let (empty, nothing) = position(&[]);
        for preferred in &preference.rank(&empty, nothing)[..4] {
            let line = Size::default().line(preferred.point);
            assert!((3..=4).contains(&line), "{}", preferred.point);
        }
        let (fight, recent) = position(&FIGHT);
        assert_eq!(fight.to_play(), Color::Black);
        assert_eq!(preference.rank(&fight, recent)[0].point.to_string(), "K11");
    }
}

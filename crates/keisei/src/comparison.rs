//! Moves compared: what is said after each of them, where that differs, and by how much.
//!
//! ```
//! use keisei::comparison::Comparison;
//! use keisei::{Method, Settings};
//! use keisei_goban::{Diagram, Game, Move};
//!
//! let diagram: Diagram = "
//!     . . X . .
//!     . . X . .
//!     . . . O O
//!     . . O O .
//! ".parse()?;
//! let game = Game::new(diagram.position()?);
//! let moves = ["B2".parse()?, Move::Pass];
//! let comparison = Comparison::of(&Settings::new(Method::Seds), &game, &moves)?;
//! let difference = comparison.difference(0, 1);
//! assert!(difference.gain > 1.0, "closing the corner is worth something: {}", difference.gain);
//! assert_eq!(difference.areas[0].points.len(), 8, "and this is where");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariants: the terms of a difference add up to that of the leads; its areas and what lies outside
//! them add up to that of the ownership, which is not the lead where a method believes only part of it.
//!
//! Known to fail: a move is judged by the position after it, and nothing is searched. A threat counts as
//! if it stood unanswered, and random games differ a little by chance.

use keisei_goban::{Color, Game, IllegalMove, Move, Point, PointMap, PointSet};

use crate::{Evaluation, Settings, Term};

/// Points whose ownership differs by less belong to no area: random games differ as much by chance.
const LEAST: f32 = 0.1;

/// One of the moves that are compared.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Alternative {
    /// The move.
    pub mv: Move,
    /// The game with it.
    pub game: Game,
    /// What is said then.
    pub evaluation: Evaluation,
}

/// Moves of one side, and what is said after each of them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// Whose moves.
    pub color: Color,
    /// The moves, in the order in which they were named; two at least.
    pub alternatives: Vec<Alternative>,
}

/// A connected part of the board that is more one side's after one move than after another.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Area {
    /// Its points.
    pub points: PointSet,
    /// The point that differs most.
    pub peak: Point,
    /// How much more it is Black's, all together.
    pub sum: f64,
}

/// What one move makes of the position that another does not.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Difference {
    /// By how many points the first is better for the side that plays.
    pub gain: f64,
    /// How much more the points are Black's.
    pub ownership: PointMap<f32>,
    /// Where they are, the largest sum first.
    pub areas: Vec<Area>,
    /// What is left of the ownership outside the areas.
    pub elsewhere: f64,
    /// How the parts of the lead differ, Black positive: they add up to the difference of the leads.
    pub terms: Vec<Term>,
}

/// Moves that cannot be compared.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ComparisonError {
    /// A move is not allowed.
    #[error("{color} cannot play {mv}: {reason}")]
    Illegal {
        /// Whose move.
        color: Color,
        /// The move.
        mv: Move,
        /// Why not.
        reason: IllegalMove,
    },
    /// The same move twice.
    #[error("{0} is named twice: a move is compared with other ones")]
    Twice(Move),
    /// Fewer than two moves.
    #[error("a comparison needs two moves at least")]
    TooFew,
}

impl Comparison {
    /// Judges the position after each of some moves of the side to play.
    ///
    /// # Errors
    /// If a move is not allowed or named twice, or if there are fewer than two.
    pub fn of(settings: &Settings, game: &Game, moves: &[Move]) -> Result<Comparison, ComparisonError> {
        if moves.len() < 2 {
            return Err(ComparisonError::TooFew);
        }
        let color = game.position().to_play();
        // All are tried before any is judged, which takes longer.
        let mut games = Vec::with_capacity(moves.len());
        for (i, &mv) in moves.iter().enumerate() {
            if moves[..i].contains(&mv) {
                return Err(ComparisonError::Twice(mv));
            }
            let mut game = game.clone();
            game.play(mv).map_err(|reason| ComparisonError::Illegal { color, mv, reason })?;
            games.push((mv, game));
        }
        let mut assessor = settings.assessor();
        let alternatives = games.into_iter().map(|(mv, game)| {
            let evaluation = assessor.assess(game.position());
            Alternative { mv, game, evaluation }
        });
        Ok(Comparison { color, alternatives: alternatives.collect() })
    }

    /// What one of the moves makes of the position that another does not.
    ///
    /// # Panics
    /// If there are not so many moves.
    pub fn difference(&self, first: usize, second: usize) -> Difference {
        let [first, second] = [first, second].map(|i| &self.alternatives[i].evaluation);
        let size = first.ownership.size();
        let mut ownership = PointMap::default();
        for p in size.points() {
            ownership[p] = first.ownership.get(p) - second.ownership.get(p);
        }
        let areas = areas(size.points(), &ownership);
        let sum = |points: &PointSet| points.iter().map(|p| f64::from(ownership[p])).sum::<f64>();
        let within = areas.iter().fold(PointSet::EMPTY, |all, area| all | area.points);
        let lead = first.score.lead - second.score.lead;
        Difference {
            gain: lead * f64::from(self.color.sign()),
            elsewhere: sum(&(size.all() - within)),
            areas,
            terms: terms(&first.terms, &second.terms),
            ownership,
        }
    }
}

/// Connected points that differ to the same side, the largest sum first.
fn areas(points: impl Iterator<Item = Point> + Clone, ownership: &PointMap<f32>) -> Vec<Area> {
    let mut areas: Vec<Area> = Color::ALL
        .into_iter()
        .flat_map(|color| {
            let sign = color.sign() as f32;
            let of_color: PointSet = points.clone().filter(|&p| ownership[p] * sign >= LEAST).collect();
            of_color.components().collect::<Vec<_>>()
        })
        .filter_map(|part| {
            let peak =
                part.iter().reduce(|a, b| if ownership[b].abs() > ownership[a].abs() { b } else { a })?;
            let sum = part.iter().map(|p| f64::from(ownership[p])).sum();
            Some(Area { points: part, peak, sum })
        })
        .collect();
    areas.sort_by(|a, b| b.sum.abs().total_cmp(&a.sum.abs()));
    areas
}

/// How terms differ. One that only one side has counts as nothing on the other: a count has other terms
/// than an estimate.
fn terms(first: &[Term], second: &[Term]) -> Vec<Term> {
    let mut terms = first.to_vec();
    for term in second {
        match terms.iter_mut().find(|known| known.name == term.name) {
            Some(known) => known.points -= term.points,
            None => terms.push(Term { points: -term.points, ..term.clone() }),
        }
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Method;

    fn game(diagram: &str) -> Game {
        Game::new(keisei_testdata::position(diagram))
    }

    fn moves(vertices: &[&str]) -> Vec<Move> {
        vertices.iter().map(|vertex| vertex.parse().unwrap()).collect()
    }

    /// By area alone everything can be counted by hand.
    #[test]
    fn a_wall_that_is_closed() {
        let game = game(
            ". X O .
             . X O .
             . . O .",
        );
        let settings = Settings::new(Method::Area);
        let comparison = Comparison::of(&settings, &game, &moves(&["B1", "D1", "pass"])).unwrap();
        let difference = comparison.difference(0, 1);
        // After B1: Black 6, White 6. After D1, which stands alone: Black 3, White 3; nobody's: 6.
        assert_eq!(difference.gain, 0.0);
        assert_eq!(difference.areas.len(), 2);
        assert_eq!(difference.areas.iter().map(|area| area.sum).collect::<Vec<_>>(), [4.0, -4.0]);
        let against_pass = comparison.difference(0, 2);
        assert_eq!(against_pass.gain, 4.0);
        let [area] = &against_pass.areas[..] else { panic!("{against_pass:?}") };
        assert_eq!(area.points, ["A1", "A2", "A3", "B1"].iter().map(|v| v.parse().unwrap()).collect());
        assert_eq!(against_pass.elsewhere, 0.0);
    }

    #[test]
    fn all_adds_up_for_either_side() {
        let mut game = game(
            ". . . . . . .
             . . X . O . .
             . . . . . . .
             . . . X . . .
             . . O . . O .
             . . . . . . .
             . . . . . . .",
        );
        for method in [Method::Judge, Method::Seds] {
            let settings = Settings::new(method).with_playouts(64);
            let comparison = Comparison::of(&settings, &game, &moves(&["C2", "F6", "pass"])).unwrap();
            for (one, other) in [(0, 1), (1, 0), (2, 1)] {
                let difference = comparison.difference(one, other);
                let [a, b] = [one, other].map(|i| &comparison.alternatives[i].evaluation);
                let lead = difference.gain * f64::from(comparison.color.sign());
                assert!((lead - (a.score.lead - b.score.lead)).abs() < 1e-9);
                let terms: f64 = difference.terms.iter().map(|term| term.points).sum();
                assert!((terms - lead).abs() < 1e-6, "{terms} {lead}");
                let areas: f64 = difference.areas.iter().map(|area| area.sum).sum();
                let ownership = a.ownership.total() - b.ownership.total();
                assert!((areas + difference.elsewhere - ownership).abs() < 1e-4);
            }
            game.play(Move::Pass).unwrap();
        }
    }

    #[test]
    fn what_cannot_be_compared() {
        let game = game("X . . / . . . / . . .");
        let settings = Settings::new(Method::Area);
        let fails = |vertices: &[&str]| Comparison::of(&settings, &game, &moves(vertices)).unwrap_err();
        assert_eq!(fails(&["B2", "A3"]).to_string(), "Black cannot play A3: there is a stone already");
        assert_eq!(fails(&["B2", "b2"]), ComparisonError::Twice("B2".parse().unwrap()));
        assert_eq!(fails(&["B2"]), ComparisonError::TooFew);
    }

    #[test]
    fn terms_of_one_side_alone_count_as_well() {
        let term = |name, points| Term { name, points };
        let differ = terms(&[term("a", 2.0), term("b", 1.0)], &[term("b", 3.0), term("c", 4.0)]);
        assert_eq!(differ, [term("a", 2.0), term("b", -2.0), term("c", -4.0)]);
    }
}

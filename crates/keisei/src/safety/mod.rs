//! What can be proved about stones and territory, for alternating play with the attacker to move.
//!
//! ```text
//! . X . X O     Black's blocks live, whatever White does: `benson`.
//! X X X X O
//! ```
//!
//! Three ways, each stronger and slower than the one before: unconditional life
//! ([`unconditional_life`], \[Benson1976\]); rules for alternating play without search
//! (`enclosure`, `tie`, after \[Müller1997\]); local search in regions (`goal`, `search`, after
//! \[NiuMüller2004\]). Stones and territory are separate claims: stones can be safe where the
//! territory beside them is not, as in a seki, or where taking the intruders leaves a shape with a
//! vital point.
//!
//! [`unconditional_area`] is a question of its own: what a colour keeps though it never answers,
//! with the territory in which the opponent cannot live. It is what GNU Go calls unconditional.
//!
//! # What a proof says
//!
//! - A *safe stone* is never taken if its side answers: the opponent moves first, anywhere and as
//!   often as he likes, and is answered move by move.
//! - A point of *safe territory* ends as its owner's: the owner can take every stone of the
//!   opponent there without losing anything that was proved, and keep what is left, to the end of
//!   the game. No stone of the opponent lives there, in seki or otherwise.
//!
//! All claims of a colour hold together, because no move asks for two answers: each region has one
//! *plan* (`enclosure`), and a move is answered in its region, or at the other point of a tie.
//! What the plans keep for the blocks is added up by `life`, which takes care that no two
//! plans rely on each other.
//!
//! # What a proof assumes
//!
//! Nothing about what stands around: stones that are not claimed, and points at which no plan
//! answers, might as well be the opponent's and never be taken. No ko: the defender never needs to
//! take one back, and the opponent may at once. Of the history nothing is known: a superko that
//! forbids an answer because of a position *before* this one is left out of account.
//!
//! The arguments stand with the rules: `benson`, `enclosure` (vital regions, pairs, free regions,
//! links), `tie`, `life` (how they add up), `goal` (the same rules inside a search), `search`.
//! [`refuter`] puts claims to the test by playing, and shares none of these arguments.
//!
//! # Regions that depend on each other
//!
//! Weakly, because a block lives by liberties in several: each region is asked for what the block
//! needs there (`prover`). Strongly, because what connects two blocks lies in several: small
//! regions are *merged* with larger ones and searched together, and blocks are *tied* through
//! points of two regions (`tie`). Regions on which something proved relies are left as they are;
//! the rest is tried by itself, then merged, then with ties.
//!
//! # What it does not see
//!
//! Large territories: above some 15 points few are proved free of intruders, above some 20 few are
//! proved to hold their boundary, with the default limits. A region is searched only up to a size,
//! with so many nodes ([`Limits`]), so that the outcome is the same on every machine. Where there
//! is a choice, of ties or of regions to merge, one is tried; on a turned board it can be another.

mod enclosure;
mod goal;
mod life;
mod pairs;
mod prover;
pub mod refuter;
mod search;
mod tie;
mod unconditional;

use std::panic::resume_unwind;
use std::thread;

use keisei_goban::{Board, ByColor, Color, Point, PointMap, PointSet, Position, Size, Suicide};

pub use self::unconditional::unconditional_area;
pub use crate::benson::{UnconditionalLife, unconditional_life};

use self::prover::{Proved, Prover};
use crate::Proof;

/// How much is searched for proofs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most positions looked at for one question about one region; 0 for none at all. All
    /// questions about a colour together may take five times as many.
    pub nodes: u32,
    /// The largest region that is searched, in points.
    pub region: u32,
}

impl Limits {
    /// Static rules alone.
    pub const STATIC: Limits = Limits { nodes: 0, region: 0 };

    /// From so many nodes on, the two colours are looked at side by side.
    const SHARED: u32 = 10_000;

    /// How often the nodes of one question are there for all of them.
    const QUESTIONS: u32 = 5;

    /// A little search, where many positions are judged.
    pub const QUICK: Limits = Limits { nodes: 1_000, region: 24 };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 40_000, region: 32 }
    }
}

/// What is proved about a board.
#[derive(Clone, Debug)]
pub struct Safety {
    size: Size,
    stones: ByColor<PointSet>,
    territory: ByColor<PointSet>,
    proofs: PointMap<Option<Proof>>,
}

impl Safety {
    /// Nothing is proved.
    pub fn nothing(size: Size) -> Safety {
        Safety {
            size,
            stones: ByColor::default(),
            territory: ByColor::default(),
            proofs: PointMap::filled(None),
        }
    }

    /// What can be proved about a position under its rules.
    pub fn of(position: &Position, limits: Limits) -> Safety {
        Safety::of_board(position.board(), position.rules().suicide() == Suicide::Allowed, limits)
    }

    /// What can be proved about a board, where suicide is allowed or not.
    pub fn of_board(board: &Board, suicide_allowed: bool, limits: Limits) -> Safety {
        let safety = Safety::from_proved(board, &prove(board, suicide_allowed, limits));
        debug_assert!(safety.is_consistent(board), "{board:?}{safety:?}");
        safety
    }

    fn from_proved(board: &Board, proved: &ByColor<Proved>) -> Safety {
        let mut safety = Safety::nothing(board.size());
        for color in Color::ALL {
            let Proved { stones, territory, first, .. } = &proved[color];
            for p in *stones | *territory {
                safety.proofs[p] = first[p];
            }
            safety.stones[color] = *stones;
            safety.territory[color] = *territory;
        }
        safety
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stones of a colour that are never taken.
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    /// The points that are a colour's territory, with any stones of the opponent on them: those are
    /// dead.
    pub fn territory(&self, color: Color) -> PointSet {
        self.territory[color]
    }

    /// All that is a colour's.
    pub fn points(&self, color: Color) -> PointSet {
        self.stones[color] | self.territory[color]
    }

    /// Whose a point is proved to be.
    pub fn owner(&self, point: Point) -> Option<Color> {
        [Color::Black, Color::White].into_iter().find(|&color| self.points(color).contains(point))
    }

    /// By which rule a point is proved; `None` if it is not.
    pub fn proof(&self, point: Point) -> Option<Proof> {
        self.proofs[point]
    }

    /// What is proved by a rule or one before it.
    pub fn by(&self, proof: Proof, color: Color) -> PointSet {
        self.points(color)
            .iter()
            .filter(|&p| self.proofs[p].is_some_and(|by| rank(by) <= rank(proof)))
            .collect()
    }

    /// Whether nothing is claimed twice, stones are where they are claimed, and each claim has its
    /// proof. That holds whatever was asked; tests and debug builds check it.
    pub fn is_consistent(&self, board: &Board) -> bool {
        let all = |color| self.points(color);
        let proved: PointSet = self.size.points().filter(|&p| self.proofs[p].is_some()).collect();
        all(Color::Black).is_disjoint(&all(Color::White))
            && all(Color::Black) | all(Color::White) == proved
            && Color::ALL.iter().all(|&color| {
                self.stones[color].is_subset(&board.stones(color))
                    && self.territory[color].is_disjoint(&board.stones(color))
            })
    }
}

/// Proves what it can, for each colour by itself.
fn prove(board: &Board, suicide_allowed: bool, limits: Limits) -> ByColor<Proved> {
    let prove = |color: Color| Prover::new(board, color, suicide_allowed, limits).prove();
    if limits.nodes < Limits::SHARED || cfg!(not(feature = "threads")) {
        return ByColor::new_with(prove);
    }
    // Neither colour needs the other, so the outcome is the same; without threads it takes longer.
    thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, || prove(Color::White));
        let black = prove(Color::Black);
        let white = match other {
            Ok(other) => other.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => prove(Color::White),
        };
        ByColor { black, white }
    })
}

fn rank(proof: Proof) -> u8 {
    match proof {
        Proof::Benson => 0,
        Proof::Static => 1,
        Proof::Search => 2,
    }
}

#[cfg(test)]
mod tests;

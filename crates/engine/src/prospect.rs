//! A position and its candidates as protocols want them: a lead and a chance of winning for each.

use keisei::candidates::Candidate;
use keisei::judge::Effort;
use keisei::safety::Limits;
use keisei::{Ownership, ScoreEstimate, Settings};
use keisei_goban::{Color, Game, Move, Point, Position};

/// How many candidates are told, unless asked otherwise.
pub(crate) const MOST: usize = 10;

/// What is said about a position or a move, in the numbers that protocols have for it. All are
/// Black's, with komi counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect {
    /// Black's lead in points.
    pub(crate) lead: f64,
    /// How far it may be off; 0 if the method does not know.
    pub(crate) stdev: f64,
    /// The probability that Black wins. A method that gives none is taken at its word: who leads
    /// wins.
    pub(crate) black_wins: f64,
}

impl Prospect {
    pub(crate) fn new(score: &ScoreEstimate, position: &Position) -> Prospect {
        let lead = score.lead - position.compensation().points();
        let by_lead = match lead {
            l if l > 0.0 => 1.0,
            l if l < 0.0 => 0.0,
            _ => 0.5,
        };
        let black_wins = score.black_wins.unwrap_or(by_lead);
        Prospect { lead, stdev: score.stdev.unwrap_or(0.0), black_wins }
    }

    /// The same for a side.
    pub(crate) fn of(self, color: Color) -> Prospect {
        match color {
            Color::Black => self,
            Color::White => Prospect { lead: -self.lead, black_wins: 1.0 - self.black_wins, ..self },
        }
    }

    /// What KataGo calls utility, without the part that is for the score: 1 for a win, -1 for a
    /// loss.
    pub(crate) fn utility(self) -> f64 {
        2.0 * self.black_wins - 1.0
    }
}

/// How much work stands behind what is said about a position: the evaluation itself and its random
/// games. What is said about candidates rests on that.
pub(crate) fn visits(settings: &Settings) -> u32 {
    1 + settings.games()
}

/// Preferences for all points, row by row from the top left, and for the pass; `illegal` where a
/// move is not allowed.
pub(crate) fn policy(game: &Game, color: Color, candidates: &[Candidate], illegal: f64) -> Vec<f64> {
    let size = game.position().board().size();
    let legal = |p: Point| game.legality(color, Move::Play(p)).is_ok();
    let mut policy: Vec<f64> = size.points().map(|p| if legal(p) { 0.0 } else { illegal }).collect();
    policy.push(0.0);
    for candidate in candidates {
        let place = candidate.mv.point().map_or(policy.len() - 1, |p| size.ordinal(p));
        policy[place] = candidate.share;
    }
    policy
}

/// Who owns what after each of these moves of a side: what the move changes is judged without proofs
/// by search and without random games, which would take too long, and added to what is said now.
pub(crate) fn ownership_after(
    position: &Position,
    moves: &[Candidate],
    now: &Ownership,
    settings: &Settings,
) -> Vec<Ownership> {
    let mut quick = settings.with_effort(Effort::Static).with_limits(Limits::STATIC).assessor();
    let before = quick.estimate(position).ownership;
    let mut after = |candidate: &Candidate| {
        let mut ownership = now.clone();
        let mut position = position.clone();
        if position.play(candidate.mv).is_ok() {
            let then = quick.estimate(&position).ownership;
            for p in ownership.size().points() {
                let value = now.get(p) + then.get(p) - before.get(p);
                ownership.set(p, value.clamp(-1.0, 1.0));
            }
        }
        ownership
    };
    moves.iter().map(&mut after).collect()
}

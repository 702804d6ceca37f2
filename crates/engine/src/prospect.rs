//! A position and its next moves as protocols want them: a lead and a chance of winning for each.

use keisei::judge::Effort;
use keisei::player::PlainPlayer;
use keisei::safety::Limits;
use keisei::seds::{Parameters, Ranking};
use keisei::{Evaluation, Method, Ownership, Settings};
use keisei_goban::{Color, Game, Move, Point, Position};

/// What a method says about a position in two numbers, both for Black and with komi counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect {
    /// Black's lead in points.
    pub(crate) lead: f64,
    /// The probability that Black wins. A method that gives none is taken at its word: who leads
    /// wins.
    pub(crate) black_wins: f64,
}

impl Prospect {
    pub(crate) fn new(evaluation: &Evaluation, position: &Position) -> Prospect {
        let lead = evaluation.score.lead - position.compensation().points();
        let by_lead = match lead {
            l if l > 0.0 => 1.0,
            l if l < 0.0 => 0.0,
            _ => 0.5,
        };
        Prospect { lead, black_wins: evaluation.score.black_wins.unwrap_or(by_lead) }
    }

    /// This with what changes from one position to the next.
    fn changed(self, before: Prospect, after: Prospect) -> Prospect {
        let odds = |p: f64| (p / (1.0 - p)).ln();
        let moved = odds(self.black_wins) + odds(after.black_wins) - odds(before.black_wins);
        let black_wins = if moved.is_finite() { 1.0 / (1.0 + (-moved).exp()) } else { after.black_wins };
        Prospect { lead: self.lead + after.lead - before.lead, black_wins }
    }

    /// The same two numbers for a side.
    pub(crate) fn of(self, color: Color) -> (f64, f64) {
        match color {
            Color::Black => (self.lead, self.black_wins),
            Color::White => (-self.lead, 1.0 - self.black_wins),
        }
    }
}

/// A next move.
#[derive(Clone, Debug)]
pub(crate) struct Next {
    pub(crate) mv: Move,
    /// How much it is preferred, from 0 to 1; all together 1.
    pub(crate) preference: f64,
    /// What the method says after it.
    pub(crate) prospect: Prospect,
    /// Who owns what then.
    pub(crate) ownership: Ownership,
}

/// Preferences for a side: moves and the pass, best first, together 1. With the method seds its own
/// ranking, else the plain player's sensible moves.
pub(crate) fn preferences(
    game: &Game,
    color: Color,
    player: &mut PlainPlayer,
    method: Method,
) -> Vec<(Move, f64)> {
    let candidates = match method {
        Method::Seds => by_ranking(game, color),
        _ => player.rank(game, color).iter().map(|c| (c.mv, c.gain)).collect(),
    };
    let best = candidates.first().map_or(0.0, |c| c.1);
    let weight = |gain: f64| (gain - best).exp();
    let total: f64 = candidates.iter().map(|c| weight(c.1)).sum();
    candidates.iter().map(|c| (c.0, weight(c.1) / total)).collect()
}

/// All legal moves by what they add to the lead of the dynamical system; a pass adds nothing.
fn by_ranking(game: &Game, color: Color) -> Vec<(Move, f64)> {
    let gains = gains_by_seds(game, color);
    let mut moves: Vec<(Move, f64)> = gains.into_iter().map(|(p, gain)| (Move::Play(p), gain)).collect();
    let place = moves.partition_point(|(_, gain)| *gain > 0.0);
    moves.insert(place, (Move::Pass, 0.0));
    moves
}

/// All legal moves of a side, best first, with what they add to its lead by the dynamical system.
pub(crate) fn gains_by_seds(game: &Game, color: Color) -> Vec<(Point, f64)> {
    let mut position = game.position().clone();
    position.set_to_play(color);
    let mut ranking = Ranking::default();
    let ranked = ranking.rank(&position, &Parameters::default());
    let now = ranking.lead() * f64::from(color.sign());
    let legal = ranked.iter().filter(|ranked| game.legality(color, Move::Play(ranked.point)).is_ok());
    legal.map(|ranked| (ranked.point, ranked.score - now)).collect()
}

/// Preferences for all points, row by row from the top left, and for the pass; `illegal` where a
/// move is not allowed.
pub(crate) fn policy(game: &Game, color: Color, preferences: &[(Move, f64)], illegal: f64) -> Vec<f64> {
    let size = game.position().board().size();
    let legal = |p: Point| game.legality(color, Move::Play(p)).is_ok();
    let mut policy: Vec<f64> = size.points().map(|p| if legal(p) { 0.0 } else { illegal }).collect();
    policy.push(0.0);
    for &(mv, preference) in preferences {
        let place = mv.point().map_or(policy.len() - 1, |p| size.ordinal(p));
        policy[place] = preference;
    }
    policy
}

/// The first of these moves, each judged by the method after it is made.
///
/// For the position itself proofs are searched for, and the judge plays random games; for the next
/// moves that would take too long. What they change is judged without either, and added to what is
/// said about the position.
pub(crate) fn next_moves(
    game: &Game,
    color: Color,
    preferences: &[(Move, f64)],
    most: usize,
    settings: &Settings,
    now: Prospect,
) -> Vec<Next> {
    let mut quick = settings.with_effort(Effort::Static).with_limits(Limits::STATIC).assessor();
    let mut judge = |position: &Position| {
        let evaluation = quick.estimate(position);
        (Prospect::new(&evaluation, position), evaluation.ownership)
    };
    let (before, _) = judge(game.position());
    let mut next = Vec::new();
    for &(mv, preference) in preferences.iter().take(most) {
        let mut position = game.position().clone();
        position.set_to_play(color);
        if position.play(mv).is_ok() {
            let (after, ownership) = judge(&position);
            next.push(Next { mv, preference, prospect: now.changed(before, after), ownership });
        }
    }
    next
}

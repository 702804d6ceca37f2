//! A position and its next moves as protocols want them: a lead and a chance of winning for each.

use keisei::player::PlainPlayer;
use keisei::{Evaluation, Evaluator};
use keisei_goban::{Color, Game, Move, Position};

/// What a method says about a position in two numbers, both for Black and with komi counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    /// Black's lead in points.
    pub(crate) lead: f64,
    /// The probability that Black wins. A method that gives none is taken at its word: who leads wins.
    pub(crate) black_wins: f64,
}

impl Outlook {
    pub(crate) fn new(evaluation: &Evaluation, position: &Position) -> Outlook {
        let lead = evaluation.score.lead - position.compensation().points();
        let by_lead = match lead {
            l if l > 0.0 => 1.0,
            l if l < 0.0 => 0.0,
            _ => 0.5,
        };
        Outlook { lead, black_wins: evaluation.score.black_wins.unwrap_or(by_lead) }
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Next {
    pub(crate) mv: Move,
    /// The plain player's preference, from 0 to 1; all together 1.
    pub(crate) preference: f64,
    /// What the method says after it.
    pub(crate) outlook: Outlook,
}

/// The plain player's best moves for a side, each judged by the method after it is made.
pub(crate) fn next_moves(
    game: &Game,
    color: Color,
    most: usize,
    player: &mut PlainPlayer,
    evaluator: &mut dyn Evaluator,
) -> Vec<Next> {
    let candidates = player.rank(game, color);
    let best = candidates.first().map_or(0.0, |c| c.gain);
    let weight = |gain: f64| (gain - best).exp();
    let total: f64 = candidates.iter().map(|c| weight(c.gain)).sum();
    let mut next = Vec::new();
    for candidate in candidates.into_iter().take(most) {
        let mut position = game.position().clone();
        position.set_to_play(color);
        if position.play(candidate.mv).is_err() {
            continue;
        }
        let outlook = Outlook::new(&evaluator.evaluate(&position), &position);
        next.push(Next { mv: candidate.mv, preference: weight(candidate.gain) / total, outlook });
    }
    next
}

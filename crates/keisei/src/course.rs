//! The course of a game: what is said about each of its positions, in order.

use keisei_goban::{Color, Game, IllegalMove, Move, Position};

use crate::{Ownership, ScoreEstimate, Settings};

/// A position of the game and what is said about it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// After so many moves.
    pub number: usize,
    /// The move that led to it.
    pub last: Option<(Color, Move)>,
    /// What is said.
    pub score: ScoreEstimate,
    /// Komi and handicap bonus.
    pub compensation: f64,
    /// The result that it comes to.
    pub result: String,
    /// Who owns what, if that is kept.
    pub ownership: Option<Ownership>,
}

/// What is kept of each evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keep {
    /// The score alone.
    #[default]
    Score,
    /// The ownership of all points as well: some thousand bytes for each position.
    Ownership,
}

impl Step {
    /// Black's lead with komi counted.
    pub fn ahead(&self) -> f64 {
        self.score.lead - self.compensation
    }
}

/// Judges the positions of a game in order, so that methods that can follow a game do. Each step is
/// told as soon as it is there.
///
/// # Errors
/// If stones were put down in the middle of the game, so that its moves alone cannot be played.
pub fn follow(
    settings: &Settings,
    game: &Game,
    keep: Keep,
    mut tell: impl FnMut(&Step),
) -> Result<Vec<Step>, IllegalMove> {
    let mut assessor = settings.assessor().following();
    let mut steps = Vec::with_capacity(game.move_number() + 1);
    let mut judge = |position: &Position, number, last| {
        let evaluation = assessor.assess(position);
        let score = evaluation.score;
        steps.push(Step {
            number,
            last,
            score,
            compensation: position.compensation().points(),
            result: score.result(position).to_string(),
            ownership: (keep == Keep::Ownership).then_some(evaluation.ownership),
        });
        steps.last().iter().for_each(|step| tell(step));
    };
    let mut position = game.start().clone();
    judge(&position, 0, None);
    for (number, (color, mv)) in (1..).zip(game.moves()) {
        position.set_to_play(color);
        position.play(mv)?;
        judge(&position, number, Some((color, mv)));
    }
    Ok(steps)
}

/// A move after which the lead was worse for the side that played it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Mistake {
    /// The number of the move.
    pub number: usize,
    /// Who played it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// Black's lead before it.
    pub before: f64,
    /// Black's lead after it.
    pub after: f64,
    /// By how much the lead moved against the side that played.
    pub loss: f64,
}

/// The moves after which the lead moved most against the side that played, the largest loss first: so
/// many at most. What the method sees too late counts as well, so that a loss may belong to an earlier
/// move.
pub fn mistakes(steps: &[Step], most: usize) -> Vec<Mistake> {
    let mut mistakes: Vec<Mistake> = steps
        .windows(2)
        .filter_map(|pair| {
            let (number, (color, mv)) = (pair[1].number, pair[1].last?);
            let (before, after) = (pair[0].score.lead, pair[1].score.lead);
            let loss = (before - after) * f64::from(color.sign());
            (loss > 0.0).then_some(Mistake { number, color, mv, before, after, loss })
        })
        .collect();
    mistakes.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    mistakes.truncate(most);
    mistakes
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Board, Rules, Size};

    use super::*;
    use crate::Method;

    #[test]
    fn every_position_is_a_step() {
        let mut start = Position::new(Board::new(Size::square(5).unwrap()));
        start.set_rules(Rules::CHINESE);
        let mut game = Game::new(start);
        for vertex in ["C3", "C2", "B2"] {
            game.play(Move::Play(vertex.parse().unwrap())).unwrap();
        }
        let mut told = 0;
        let settings = Settings::new(Method::Area);
        let steps = follow(&settings, &game, Keep::Score, |_| told += 1).unwrap();
        assert_eq!((steps.len(), told), (4, 4));
        assert_eq!(steps[0].last, None);
        assert_eq!(steps[3].last, Some((Color::Black, Move::Play("B2".parse().unwrap()))));
        assert_eq!(steps[3].score, settings.assess(game.position()).score);
        assert_eq!(steps[1].ahead(), 25.0 - game.position().komi().points());
        assert!(steps.iter().all(|step| step.ownership.is_none()));
        let steps = follow(&settings, &game, Keep::Ownership, |_| ()).unwrap();
        assert_eq!(steps[3].ownership, Some(settings.assess(game.position()).ownership));
    }

    #[test]
    fn the_largest_losses_come_first() {
        let step = |number: usize, lead: f64| Step {
            number,
            last: (number > 0).then(|| {
                let color = if number % 2 == 1 { Color::Black } else { Color::White };
                (color, Move::Pass)
            }),
            score: ScoreEstimate { lead, stdev: None, black_wins: None },
            compensation: 6.5,
            result: String::new(),
            ownership: None,
        };
        // Black loses 3, White gains 1, Black gains 2, White loses 5, Black and White lose 3.
        let leads = [0.0, -3.0, -4.0, -2.0, 3.0, 0.0, 3.0];
        let steps: Vec<Step> = (0..).zip(leads).map(|(number, lead)| step(number, lead)).collect();
        let told = |most| {
            let found = mistakes(&steps, most);
            found.iter().map(|m| (m.number, m.color, m.loss)).collect::<Vec<_>>()
        };
        let (black, white) = (Color::Black, Color::White);
        let all = [(4, white, 5.0), (1, black, 3.0), (5, black, 3.0), (6, white, 3.0)];
        assert_eq!(told(10), all, "gains are none, and equal losses stand in the order of the game");
        assert_eq!(told(2), all[..2]);
        let first = mistakes(&steps, 1)[0];
        assert_eq!((first.before, first.after), (-2.0, 3.0));
        assert!(mistakes(&steps[..1], 3).is_empty());
    }
}

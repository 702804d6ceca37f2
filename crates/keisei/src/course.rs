//! The course of a game: what is said about each of its positions, in order.

use keisei_goban::{Color, Game, IllegalMove, Move, Position};

use crate::{ScoreEstimate, Settings};

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
    mut tell: impl FnMut(&Step),
) -> Result<Vec<Step>, IllegalMove> {
    let mut assessor = settings.assessor().following();
    let mut steps = Vec::with_capacity(game.move_number() + 1);
    let mut judge = |position: &Position, number, last| {
        let score = assessor.assess(position).score;
        let compensation = position.compensation().points();
        steps.push(Step { number, last, score, compensation, result: score.result(position).to_string() });
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
        let steps = follow(&settings, &game, |_| told += 1).unwrap();
        assert_eq!((steps.len(), told), (4, 4));
        assert_eq!(steps[0].last, None);
        assert_eq!(steps[3].last, Some((Color::Black, Move::Play("B2".parse().unwrap()))));
        assert_eq!(steps[3].score, settings.assess(game.position()).score);
        assert_eq!(steps[1].ahead(), 25.0 - game.position().komi().points());
    }
}

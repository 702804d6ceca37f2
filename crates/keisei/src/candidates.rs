//! Candidates: the moves worth showing, and what each makes of the lead.
//!
//! There is one ranking for all who show moves: how much they are preferred
//! ([`crate::preference`]), and a pass first when nothing is left to play for. A position is worth
//! what its best move makes of it, so that the first candidate has the lead of the position itself,
//! and each of the others loses as much as moves that are so much less preferred lose in the mean.
//!
//! Invariant: candidates come in the order of their shares and of their leads; the shares add up
//! to 1.
//!
//! Known to fail: nothing is searched but captures beside a move, so that other blunders that look
//! natural cost nothing.

use keisei_goban::{Color, Game, Move, PointSet, Scoring};

use crate::preference::{Preference, Recent, Weights};
use crate::{Evaluation, ScoreEstimate};

/// A move worth showing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How much it is preferred, from 0 to 1; all together 1.
    pub share: f64,
    /// What it makes of the score.
    pub score: ScoreEstimate,
}

/// How much more the moves that are right in a finished position are preferred than all the others
/// together.
const FINISHED: f64 = 99.0;

/// Finds candidates. Its memory is used again from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    preference: Preference,
}

impl Candidates {
    /// All legal moves of a side and the pass, best first. `now` is what is said about the position
    /// with that side to play.
    pub fn of(&mut self, game: &Game, color: Color, now: &Evaluation) -> Vec<Candidate> {
        let mut position = game.position().clone();
        position.set_to_play(color);
        let ranked = self.preference.rank(&position, Recent::of(game));
        let legal = ranked.iter().filter(|p| game.legality(color, Move::Play(p.point)).is_ok());
        let mut moves: Vec<(Move, f64)> = legal.map(|p| (Move::Play(p.point), p.share)).collect();
        // Last, unless the game is over.
        let least = moves.last().map_or(1.0, |(_, share)| share / 2.0);
        moves.push((Move::Pass, least));
        if let Some(wanted) = finishing(game, now) {
            let is_right = |mv: Move| mv.point().map_or(wanted.is_empty(), |p| wanted.contains(p));
            let sum = |right: bool| -> f64 {
                moves.iter().filter(|(mv, _)| is_right(*mv) == right).map(|(_, share)| share).sum()
            };
            let factor = FINISHED * sum(false).max(f64::MIN_POSITIVE) / sum(true).max(f64::MIN_POSITIVE);
            moves.iter_mut().filter(|(mv, _)| is_right(*mv)).for_each(|(_, share)| *share *= factor);
            moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
        let all: f64 = moves.iter().map(|(_, share)| share).sum();
        let best = moves.first().map_or(1.0, |(_, share)| *share);
        let loss = Weights::fitted().loss * f64::from(color.sign());
        let candidate = |&(mv, share): &(Move, f64)| Candidate {
            mv,
            share: share / all,
            score: now.score.moved_by(-loss * libm::log(best / share)),
        };
        moves.iter().map(candidate).collect()
    }
}

/// If nothing is in doubt any more: the points that are still worth a move. By area those that
/// belong to nobody are; without any, or by territory, a pass is right.
fn finishing(game: &Game, now: &Evaluation) -> Option<PointSet> {
    let position = game.position();
    if !game.is_over() && now.score.stdev != Some(0.0) {
        return None;
    }
    let mut wanted = PointSet::EMPTY;
    if !game.is_over() && position.rules().scoring() == Scoring::Area {
        wanted = position.board().empty();
        wanted = wanted.iter().filter(|&p| now.ownership.get(p) == 0.0).collect();
    }
    Some(wanted)
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Board, Position, Rules, Size, board};

    use super::*;
    use crate::Settings;
    use crate::judge::Effort;

    fn candidates(position: Position) -> (ScoreEstimate, Vec<Candidate>) {
        let now = Settings::default().with_effort(Effort::Static).assess(&position);
        let game = Game::new(position);
        let color = game.position().to_play();
        (now.score, Candidates::default().of(&game, color, &now))
    }

    #[test]
    fn order_share_and_lead_agree_and_the_first_has_the_lead_of_the_position() {
        for color in Color::ALL {
            let empty = Position::new(Board::new(Size::default())).with_rules(Rules::CHINESE);
            let (now, found) = candidates(empty.with_to_play(color));
            assert_eq!(found.len(), 362);
            assert_eq!(found[0].score, now);
            assert_eq!(found.last().map(|c| c.mv), Some(Move::Pass));
            let sum: f64 = found.iter().map(|c| c.share).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            for pair in found.windows(2) {
                assert!(pair[0].share >= pair[1].share);
                let lead = |c: &Candidate| c.score.lead * f64::from(color.sign());
                assert!(lead(&pair[0]) >= lead(&pair[1]));
                let wins = |c: &Candidate| c.score.black_wins.unwrap() * f64::from(color.sign());
                assert!(wins(&pair[0]) >= wins(&pair[1]));
            }
        }
    }

    /// A finished board; the point in the middle of the third row is nobody's.
    fn finished(middle: bool) -> Board {
        let mut board = board!(
            ". X X O O .
             X X X O O O
             . X . O . O
             X X X O O O
             . X X O O ."
        );
        if middle {
            board.play(Color::Black, "C3".parse().unwrap()).unwrap();
        }
        board
    }

    #[test]
    fn when_nothing_is_left_a_pass_comes_first() {
        let first = |board: Board, rules: Rules| {
            let (now, found) = candidates(Position::new(board).with_rules(rules).with_to_play(Color::White));
            assert_eq!(now.stdev, Some(0.0), "{now:?}");
            found[0].mv.to_string()
        };
        assert_eq!(first(finished(true), Rules::CHINESE), "pass");
        assert_eq!(first(finished(true), Rules::JAPANESE), "pass");
        assert_eq!(first(finished(false), Rules::JAPANESE), "pass");
    }
}

//! Replies: a position judged.

use keisei::player::PlainPlayer;
use keisei::{Evaluator, Method};
use keisei_goban::{Color, Move, Point};
use serde_json::{Value, json};

use super::query::Turn;
use crate::outlook::{Next, Outlook, next_moves};

/// How many moves are told.
const MOST: usize = 10;

/// Judges positions; one for each thread.
pub struct Judge {
    /// Evaluators that were needed so far.
    evaluators: Vec<(Method, Box<dyn Evaluator + Send>)>,
    player: PlainPlayer,
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}

impl Default for Judge {
    fn default() -> Judge {
        Judge::new()
    }
}

impl Judge {
    /// A judge.
    pub fn new() -> Judge {
        Judge { evaluators: Vec::new(), player: PlainPlayer::new(0) }
    }

    /// The reply to one turn of a query.
    pub fn reply(&mut self, turn: &Turn) -> Value {
        let Judge { evaluators, player } = self;
        let known = evaluators.iter().position(|(method, _)| *method == turn.method).unwrap_or_else(|| {
            evaluators.push((turn.method, turn.method.evaluator()));
            evaluators.len() - 1
        });
        let evaluator = evaluators[known].1.as_mut();

        let game = &turn.game;
        let position = game.position();
        let color = position.to_play();
        let evaluation = evaluator.evaluate(position);
        let outlook = Outlook::new(&evaluation, position);
        let most = if turn.policy { usize::MAX } else { MOST };
        let next = next_moves(game, color, most, player, evaluator);

        let mut root = json!({
            "winrate": outlook.black_wins,
            "scoreLead": outlook.lead,
            "visits": 1,
            "currentPlayer": color.letter().to_string(),
        });
        if let Some(stdev) = evaluation.score.stdev {
            root["scoreStdev"] = json!(stdev);
        }
        let mut reply = json!({
            "id": *turn.id,
            "turnNumber": turn.number,
            "isDuringSearch": false,
            "moveInfos": next.iter().take(MOST).enumerate().map(|(order, next)| info(order, next)).collect::<Vec<_>>(),
            "rootInfo": root,
        });
        if turn.ownership {
            reply["ownership"] = json!(evaluation.ownership.row_major().collect::<Vec<f32>>());
        }
        if turn.policy {
            reply["policy"] = json!(policy(turn, color, &next));
        }
        reply
    }
}

fn info(order: usize, next: &Next) -> Value {
    json!({
        "move": next.mv.to_string(),
        "visits": 1,
        "winrate": next.outlook.black_wins,
        "scoreLead": next.outlook.lead,
        "prior": next.preference,
        "order": order,
        "pv": [next.mv.to_string()],
    })
}

/// The plain player's preferences for all points and the pass; −1 where a move is not legal.
fn policy(turn: &Turn, color: Color, next: &[Next]) -> Vec<f64> {
    let size = turn.game.position().board().size();
    let mut policy: Vec<f64> = size
        .points()
        .map(|p: Point| if turn.game.legality(color, Move::Play(p)).is_ok() { 0.0 } else { -1.0 })
        .collect();
    policy.push(0.0);
    for next in next {
        let place = next.mv.point().map_or(policy.len() - 1, |p| size.ordinal(p));
        policy[place] = next.preference;
    }
    policy
}

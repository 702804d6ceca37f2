//! Replies: a position judged.

use keisei::Assessor;
use keisei::player::PlainPlayer;
use serde_json::{Value, json};

use super::query::Turn;
use crate::prospect::{Next, Prospect, next_moves, policy, preferences};

/// How many moves are told.
const MOST: usize = 10;

/// Judges positions; one for each thread.
pub struct Analyst {
    /// What was needed so far.
    assessors: Vec<Assessor>,
    player: PlainPlayer,
}

impl std::fmt::Debug for Analyst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analyst").finish_non_exhaustive()
    }
}

impl Default for Analyst {
    fn default() -> Analyst {
        Analyst::new()
    }
}

impl Analyst {
    /// An analyst.
    pub fn new() -> Analyst {
        Analyst { assessors: Vec::new(), player: PlainPlayer::new(0) }
    }

    /// The reply to one turn of a query.
    pub fn reply(&mut self, turn: &Turn) -> Value {
        let Analyst { assessors, player } = self;
        let settings = &turn.settings;
        let known = assessors.iter().position(|known| known.settings() == settings).unwrap_or_else(|| {
            assessors.push(settings.assessor());
            assessors.len() - 1
        });

        let game = &turn.game();
        let position = game.position();
        let color = position.to_play();
        let evaluation = assessors[known].assess(position);
        let prospect = Prospect::new(&evaluation, position);
        let mut preferences = preferences(game, color, player, settings.method);
        preferences.retain(|&(mv, _)| turn.may_tell(color, mv));
        let next = next_moves(game, color, &preferences, MOST, settings, prospect);

        let mut root = json!({
            "winrate": prospect.black_wins,
            "scoreLead": prospect.lead,
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
            "moveInfos": next.iter().enumerate().map(|(order, next)| info(order, next, turn.include.moves_ownership)).collect::<Vec<_>>(),
            "rootInfo": root,
        });
        if turn.include.ownership {
            reply["ownership"] = json!(evaluation.ownership.row_major().collect::<Vec<f32>>());
        }
        if turn.include.ownership_stdev {
            // Of a point that ends as one side's or the other's.
            let stdev = evaluation.ownership.row_major().map(|own| (1.0 - own * own).max(0.0).sqrt());
            reply["ownershipStdev"] = json!(stdev.collect::<Vec<f32>>());
        }
        if turn.include.policy {
            reply["policy"] = json!(policy(game, color, &preferences, -1.0));
        }
        reply
    }
}

fn info(order: usize, next: &Next, with_ownership: bool) -> Value {
    let mut info = json!({
        "move": next.mv.to_string(),
        "visits": 1,
        "winrate": next.prospect.black_wins,
        "scoreLead": next.prospect.lead,
        "prior": next.preference,
        "order": order,
        "pv": [next.mv.to_string()],
    });
    if with_ownership {
        info["ownership"] = json!(next.ownership.row_major().collect::<Vec<f32>>());
    }
    info
}

//! Replies: a position judged.

use keisei::candidates::{Candidate, Candidates};
use keisei::{Assessor, Settings};
use keisei_goban::Position;
use serde_json::{Value, json};

use super::query::Turn;
use crate::prospect::{MOST, Prospect, ownership_after, policy, visits};

/// Judges positions; one for each thread.
pub struct Analyst {
    /// What was needed so far.
    assessors: Vec<Assessor>,
    candidates: Candidates,
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
        Analyst { assessors: Vec::new(), candidates: Candidates::default() }
    }

    /// The reply to one turn of a query.
    pub fn reply(&mut self, turn: &Turn) -> Value {
        let Analyst { assessors, candidates } = self;
        let settings = &turn.settings;
        let known = assessors.iter().position(|known| known.settings() == settings).unwrap_or_else(|| {
            assessors.push(settings.assessor());
            assessors.len() - 1
        });

        let game = &turn.game();
        let position = game.position();
        let color = position.to_play();
        let evaluation = assessors[known].assess(position);
        let mut candidates = candidates.of(game, color, &evaluation);
        candidates.retain(|candidate| turn.may_tell(color, candidate.mv));
        let told = &candidates[..candidates.len().min(MOST)];
        let mut after = Vec::new();
        if turn.include.moves_ownership {
            after = ownership_after(position, told, &evaluation.ownership, settings);
        }
        let infos = told.iter().enumerate().map(|(order, candidate)| {
            let mut info = info(order, candidate, position, settings, turn.include.pv_visits);
            if let Some(ownership) = after.get(order) {
                info["ownership"] = json!(ownership.row_major().collect::<Vec<f32>>());
            }
            info
        });

        let prospect = Prospect::new(&evaluation.score, position);
        let mut root = numbers(prospect, visits(settings));
        root["currentPlayer"] = json!(color.letter().to_string());
        root["thisHash"] = json!(format!("{:016X}", position.hash()));
        let mut reply = json!({
            "id": *turn.id,
            "turnNumber": turn.number,
            "isDuringSearch": false,
            "moveInfos": infos.collect::<Vec<_>>(),
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
            reply["policy"] = json!(policy(game, color, &candidates, -1.0));
        }
        if turn.include.human_policy {
            // What people prefer is what we know about moves.
            reply["humanPolicy"] = reply["policy"].clone();
        }
        reply
    }
}

/// The numbers that a position and a move have in common.
fn numbers(prospect: Prospect, visits: u32) -> Value {
    json!({
        "visits": visits,
        "weight": visits,
        "winrate": prospect.black_wins,
        "utility": prospect.utility(),
        "scoreLead": prospect.lead,
        "scoreSelfplay": prospect.lead,
        "scoreStdev": prospect.stdev,
    })
}

fn info(
    order: usize,
    candidate: &Candidate,
    position: &Position,
    settings: &Settings,
    with_visits: bool,
) -> Value {
    let prospect = Prospect::new(&candidate.score, position);
    let visits = visits(settings);
    let mut info = numbers(prospect, visits);
    info["move"] = json!(candidate.mv.to_string());
    info["order"] = json!(order);
    info["prior"] = json!(candidate.share);
    info["pv"] = json!([candidate.mv.to_string()]);
    info["edgeVisits"] = json!(visits);
    info["edgeWeight"] = json!(visits);
    info["scoreMean"] = json!(prospect.lead);
    info["lcb"] = json!(prospect.black_wins);
    info["utilityLcb"] = json!(prospect.utility());
    info["playSelectionValue"] = json!(candidate.share * f64::from(visits));
    if with_visits {
        info["pvVisits"] = json!([visits]);
        info["pvEdgeVisits"] = json!([visits]);
    }
    info
}

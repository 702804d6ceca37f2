//! What is known before anything is read: proofs, and how often chains survive random games.

use keisei_goban::{Board, ByColor, Color, Point, PointMap, PointSet, Position};

use super::Limits;
use crate::chains::{Chains, common_liberties};
use crate::judge::{Effort, Judge};
use crate::playout::{Style, census};
use crate::safety::{self, Safety};
use crate::{BlockOpinion, Evaluator as _, Evidence, Status};

/// The blocks of a board with what is known about each, and the proved territory.
pub(super) struct Survey {
    /// Every block, by its first stone; its strength is the share of random games that the
    /// strongest block of its chain survived, with players who answer.
    pub(super) blocks: Vec<BlockOpinion>,
    /// The same with players who do not. These also put stones into atari, and so find the moves
    /// that take eyes.
    pub(super) plain: Vec<f32>,
    /// What is proved to be each side's territory.
    pub(super) territory: ByColor<PointSet>,
}

impl Survey {
    pub(super) fn of(position: &Position, limits: Limits) -> Survey {
        let board = position.board();
        let safety = Safety::of(position, limits.safety);
        let sampled = |style: Style| {
            let mut strengths = strengths(position, style, limits.playouts.div_ceil(2));
            share(board, &mut strengths);
            strengths
        };
        let strengths = sampled(Style::Replying);
        let blocks = board.blocks().zip(strengths).map(|(block, strength)| {
            let stones = block.stone_set();
            let known = stones.first().and_then(|p| Some((safety.owner(p)?, safety.proof(p)?)));
            BlockOpinion {
                color: block.color(),
                stones,
                status: known.map(|(owner, _)| match owner == block.color() {
                    true => Status::Alive,
                    false => Status::Dead,
                }),
                evidence: known.map(|(_, proof)| Evidence::Proved(proof)),
                strength: Some(strength),
            }
        });
        let plain = sampled(Style::Uniform);
        Survey {
            blocks: blocks.collect(),
            plain,
            territory: ByColor::new_with(|color| safety.territory(color)),
        }
    }
}

/// How likely each block lives, in the opinion of the judge with either side to move.
pub(super) fn judged(board: &Board, limits: Limits) -> Vec<f32> {
    let mut judge = Judge::new(Effort::Deep);
    let usual = Effort::Deep.limits();
    let proofs = safety::Limits { nodes: usual.nodes.min(limits.safety.nodes), ..usual };
    let safety = Safety::of(&Position::new(board.clone()), proofs);
    judge.playouts.playouts = limits.playouts.div_ceil(2).max(1);
    let mut strengths = vec![0.0; board.blocks().count()];
    for first in Color::ALL {
        let mut start = Position::new(board.clone());
        start.set_to_play(first);
        let blocks = judge.evaluate(&start, &safety).blocks;
        strengths.iter_mut().zip(blocks).for_each(|(sum, block)| *sum += block.strength.unwrap_or(0.5) / 2.0);
    }
    share(board, &mut strengths);
    strengths
}

/// In which share of random games each block's points stayed with its colour; either side began
/// half of them.
fn strengths(position: &Position, style: Style, playouts: u32) -> Vec<f32> {
    let board: &Board = position.board();
    let size = board.size();
    let mut kept = ByColor::new_with(|_| vec![0u32; size.area() as usize]);
    let mut games = 0;
    for (seed, first) in [(1, Color::Black), (2, Color::White)] {
        let mut start = Position::new(board.clone());
        start.set_to_play(first);
        let (_, census) = census(&start, style, playouts.div_ceil(2).max(1), seed, 1);
        games += census.games;
        kept.black.iter_mut().zip(&census.black).for_each(|(sum, n)| *sum += n);
        kept.white.iter_mut().zip(&census.white).for_each(|(sum, n)| *sum += n);
    }
    let strength = |block: keisei_goban::Block<'_>| {
        let sum: u32 = block.stones().map(|p| kept[block.color()][size.ordinal(p)]).sum();
        sum as f32 / (games.max(1) * block.len() as u32) as f32
    };
    board.blocks().map(strength).collect()
}

/// Gives every block the strength of the strongest one that it can be kept connected with: random
/// games cut what players do not.
fn share(board: &Board, strengths: &mut [f32]) {
    let mut numbers = ByColor::new_with(|_| PointMap::filled(0));
    for (block, number) in board.blocks().zip(1..) {
        block.stones().for_each(|stone| numbers[block.color()][stone] = number);
    }
    let mut chains = Chains::new(strengths.len());
    for color in Color::ALL {
        let common = common_liberties(&numbers[color], &board.empty());
        for same in common.chunk_by(|a, b| a.0 == b.0) {
            let ((a, b), _) = same[0];
            if same.len() >= 2 || same.iter().any(|&(_, p)| cannot_be_cut(board, color, p)) {
                chains.join(a, b);
            }
        }
    }
    let mut strongest = vec![0f32; strengths.len()];
    for (i, strength) in strengths.iter().enumerate() {
        let chain = chains.find(i);
        strongest[chain] = strongest[chain].max(*strength);
    }
    for (i, strength) in strengths.iter_mut().enumerate() {
        *strength = strongest[chains.find(i)];
    }
}

/// Whether a stone of the opponent's on this point, between blocks of a colour, could be taken at
/// once.
fn cannot_be_cut(board: &Board, color: Color, point: Point) -> bool {
    let mut after = board.clone();
    after.play(color.opponent(), point).is_ok_and(|outcome| {
        outcome.suicide
            || outcome.captured == 0 && after.block(point).is_some_and(|block| block.liberties() == 1)
    })
}

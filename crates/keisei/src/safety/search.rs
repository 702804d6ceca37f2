//! Local search: what a region holds if the attacker moves first in it and the two sides alternate.
//!
//! The attacker plays in the region or elsewhere; the defender answers in the region, or need not. After each answer every boundary block must have as many liberties
//! in the region as it *needs*: two if the region is to keep it alone, one if another region holds it too, none if it lives without this
//! one. The search is over when the static rules ([`Enclosure`]) prove what is asked. It errs only on one side:
//!
//! - Answers that repeat a position of the line are not allowed to the defender, so that he never needs to win a ko, and no superko can
//!   forbid an answer: a line of play never comes back to a position of the region. The attacker may retake any ko at once.
//! - A search that runs out of nodes has proved nothing.
//!
//! Positions once proved are remembered whatever line led to them: a proof uses only what was proved before it, so that no cycle can enter.

use std::collections::HashMap;

use keisei_goban::{Board, Color, Point, PointSet};

use super::enclosure::{Enclosure, no_two_eyes};

/// What is to be proved about a region.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) color: Color,
    pub(super) region: PointSet,
    /// One stone of each boundary block, and how many liberties it needs in the region.
    pub(super) needs: Vec<(Point, u8)>,
    /// Whether nothing of the attacker's may live in it either.
    pub(super) territory: bool,
    pub(super) suicide_allowed: bool,
}

/// A search for one goal.
pub(super) struct Search<'a> {
    goal: &'a Goal,
    nodes: u32,
    /// Positions with the attacker to move: proved, or not proved within so many answers.
    known: HashMap<u64, Result<(), u8>>,
    line: Vec<u64>,
    /// The answer that worked last, by depth.
    good: [Option<Point>; DEEPEST as usize + 1],
}

/// The most answers in one line.
const DEEPEST: u8 = 12;

impl<'a> Search<'a> {
    /// Whether the goal is proved with so many nodes.
    pub(super) fn proves(board: &Board, goal: &'a Goal, nodes: u32) -> bool {
        let mut search = Search {
            goal,
            nodes,
            known: HashMap::new(),
            line: Vec::new(),
            good: [None; DEEPEST as usize + 1],
        };
        search.keeps(board) && (1..=DEEPEST).any(|depth| search.nodes > 0 && search.attack(board, depth))
    }

    /// Whether every boundary block has the liberties it needs.
    fn keeps(&self, board: &Board) -> bool {
        self.goal.needs.iter().all(|&(stone, need)| {
            need == 0
                || board.block(stone).is_some_and(|block| {
                    let here = block.liberty_set() & self.goal.region;
                    here.len() >= usize::from(need)
                })
        })
    }

    /// Whether the static rules prove the goal as the board stands.
    fn is_proved(&self, board: &Board) -> bool {
        let goal = self.goal;
        let mut enclosure = Enclosure::of(board, goal.color, &goal.region);
        for &(stone, need) in &goal.needs {
            if let Some(wall) = enclosure.walls.iter_mut().find(|wall| wall.stones.contains(stone)) {
                // Blocks that became one may owe their credit to the same region elsewhere: the most counts, not the sum.
                wall.credit = wall.credit.max(2 - need);
            } else if need > 0 {
                // It touches nothing that is left of the region.
                return false;
            }
        }
        enclosure.find_vital(board, goal.suicide_allowed);
        enclosure.find_holding(board);
        let living = enclosure.living();
        let lives = |stone: Point| {
            enclosure.walls.iter().zip(&living).any(|(wall, &lives)| lives && wall.stones.contains(stone))
        };
        if !goal.needs.iter().all(|&(stone, need)| need == 0 || lives(stone)) {
            return false;
        }
        !goal.territory || self.is_territory(board, &enclosure, &living)
    }

    /// Whether what is left of the region is free of living intruders, given which blocks live.
    fn is_territory(&self, board: &Board, enclosure: &Enclosure, lives: &[bool]) -> bool {
        let empty = board.empty();
        let mut alive = PointSet::EMPTY;
        let mut settled = PointSet::EMPTY;
        for (wall, &lives) in enclosure.walls.iter().zip(lives) {
            if lives {
                alive |= wall.stones;
                if wall.credit == 2 {
                    settled |= wall.stones;
                }
            }
        }
        // Stones of the defender that may be lost count as points of the region.
        (self.goal.region - alive).components().all(|points| {
            let touching = points.grown() & alive;
            let boundary: Vec<PointSet> = enclosure
                .walls
                .iter()
                .filter(|wall| !wall.stones.is_disjoint(&touching))
                .map(|wall| wall.beside)
                .collect();
            if touching.is_subset(&settled) {
                return no_two_eyes(&points, &empty, &boundary);
            }
            enclosure.regions.iter().any(|region| region.points == points && region.holds_all)
        })
    }

    /// Whether the goal is reached with the attacker to move and at most so many answers.
    fn attack(&mut self, board: &Board, depth: u8) -> bool {
        let hash = board.hash();
        match self.known.get(&hash) {
            Some(Ok(())) => return true,
            Some(&Err(tried)) if tried >= depth => return false,
            _ => {}
        }
        if self.nodes == 0 {
            return false;
        }
        self.nodes -= 1;
        if self.is_proved(board) {
            self.known.insert(hash, Ok(()));
            return true;
        }
        if depth == 0 {
            return false;
        }
        self.line.push(hash);
        let proved = self.all_answered(board, depth);
        self.line.pop();
        if proved {
            self.known.insert(hash, Ok(()));
        } else if self.nodes > 0 {
            self.known.insert(hash, Err(depth));
        }
        proved
    }

    /// Whether every move of the attacker has an answer.
    fn all_answered(&mut self, board: &Board, depth: u8) -> bool {
        let attacker = self.goal.color.opponent();
        let empty = board.empty() & self.goal.region;
        let mut moves: Vec<Point> = empty.iter().collect();
        // Where most is open around, most is at stake.
        let open = |p: Point| (empty & [p].into_iter().collect::<PointSet>().grown()).len();
        moves.sort_by_key(|&p| std::cmp::Reverse(open(p)));
        for p in moves {
            if !self.goal.suicide_allowed && board.is_suicide(attacker, p) {
                continue;
            }
            let mut after = board.clone();
            after.play(attacker, p).expect("the point is empty");
            if !self.answered(&after, Some(p), depth) {
                return false;
            }
        }
        // Territory has to be cleared of what stands there even if the attacker does nothing.
        !self.goal.territory || self.answered(board, None, depth)
    }

    /// Whether the defender, to move, has an answer.
    fn answered(&mut self, board: &Board, last: Option<Point>, depth: u8) -> bool {
        let color = self.goal.color;
        if last.is_some() && self.keeps(board) && self.is_proved(board) {
            return true;
        }
        let empty = board.empty() & self.goal.region;
        let mut moves: Vec<Point> = empty.iter().collect();
        let near = last.map_or(PointSet::EMPTY, |p| [p].into_iter().collect::<PointSet>().grown());
        let nearer = near.grown();
        let good = self.good[usize::from(depth)];
        let order = |&p: &Point| {
            let close = if near.contains(p) { 2 } else { usize::from(nearer.contains(p)) };
            let takes = board.is_capture(color, p);
            let open = (empty & [p].into_iter().collect::<PointSet>().grown()).len();
            std::cmp::Reverse((takes, close == 2, good == Some(p), close, open))
        };
        moves.sort_by_cached_key(order);
        for p in moves {
            if self.nodes == 0 {
                return false;
            }
            if board.is_suicide(color, p) {
                continue;
            }
            let mut after = board.clone();
            after.play(color, p).expect("the point is empty");
            if self.line.contains(&after.hash()) || !self.keeps(&after) {
                continue;
            }
            if self.attack(&after, depth - 1) {
                self.good[usize::from(depth)] = Some(p);
                return true;
            }
        }
        // No answer may be the best one.
        last.is_some()
            && self.keeps(board)
            && !self.line.contains(&board.hash())
            && self.attack(board, depth - 1)
    }
}

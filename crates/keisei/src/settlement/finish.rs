//! The last moves of a game, played out: what stands in danger, gaps in the borders, and then the
//! dame.
//!
//! ```text
//! X X X O O     White fills a: Black's stone is in atari, and he has to fill b, a point of his own.
//! b X a O O
//! X O O O O
//! ```
//!
//! The two sides take turns. Who is to move
//!
//! 1. takes or saves stones that can be taken by force (`tactics`), or makes the best move at a gap
//!    (`contest`), whichever is worth most; a point of his own that he fills is lost;
//! 2. else fills a dame on which his stone is safe: first one that threatens something, or where
//!    the opponent would;
//! 3. else passes. Two passes end it.
//!
//! No stone is put into the other side's territory, and nothing is played beside a seki. If both
//! orders come to the same count, it does not matter who moves first: the position can be counted,
//! with what was filled on the way taken off.
//!
//! Known to fail: threats that need a move inside the opponent's territory first, other than taking
//! stones; ko threats are neither counted nor made.

use keisei_goban::{Board, ByColor, Color, Point, PointMap, PointSet};

use super::border::{Borders, Fates};
use super::group::cuts;
use super::tactics::{Tactics, blocks_on};

/// How a game came to its end.
pub(super) struct Ending {
    /// Whose the points are then.
    pub(super) owner: PointMap<Option<Color>>,
    /// The stones of each side then, dead ones included.
    pub(super) stones: ByColor<PointSet>,
    /// Stones that lived at first, and were taken.
    pub(super) taken: PointSet,
}

/// From where the last moves are played.
#[derive(Clone, Copy)]
pub(super) struct Start<'b> {
    pub(super) board: &'b Board,
    pub(super) dead: PointSet,
    pub(super) seki: PointSet,
    /// Stones that are known to live, whatever it looks like.
    pub(super) known: PointSet,
}

impl Ending {
    /// With this side to move, which may not play on `ko`.
    pub(super) fn of(start: Start<'_>, first: Color, ko: Option<Point>, fates: &mut Fates) -> Ending {
        let mut finish = Finish {
            board: start.board.clone(),
            dead: start.dead,
            seki: start.seki,
            known: start.known,
            turn: first,
            ko,
            fates,
        };
        let mut passes = 0;
        // Kos could go on for ever.
        for _ in 0..2 * start.board.size().area() {
            match finish.choose() {
                Some(p) => {
                    finish.play(p);
                    passes = 0;
                }
                None => {
                    finish.ko = None;
                    finish.turn = finish.turn.opponent();
                    passes += 1;
                }
            }
            if passes == 2 {
                break;
            }
        }
        let Finish { board, dead, fates, .. } = finish;
        // What was put into the other side's territory, and does not hang together with what lived,
        // is dead.
        let at_first = Borders::of(start.board, &start.dead, fates).owner;
        let mut dead = dead;
        for block in board.blocks() {
            let stones = block.stone_set();
            let lived = start.board.stones(block.color()) - start.dead;
            if stones.is_disjoint(&lived)
                && stones.iter().all(|p| at_first[p] == Some(block.color().opponent()))
            {
                dead |= stones;
            }
        }
        let lost = |color: Color| start.board.stones(color) - start.dead - board.stones(color);
        Ending {
            owner: Borders::of(&board, &dead, fates).owner,
            stones: ByColor::new_with(|color| board.stones(color)),
            taken: lost(Color::Black) | lost(Color::White),
        }
    }
}

/// A game in its last moves.
struct Finish<'v> {
    board: Board,
    dead: PointSet,
    seki: PointSet,
    known: PointSet,
    turn: Color,
    /// Where the side to move may not play.
    ko: Option<Point>,
    fates: &'v mut Fates,
}

/// A block that can be taken.
#[derive(Clone, Copy)]
struct Falling {
    stone: Point,
    /// What its loss costs.
    worth: i32,
    by: Point,
}

impl Finish<'_> {
    fn play(&mut self, point: Point) {
        let before = ByColor::new_with(|color| self.board.stones(color));
        self.ko = self.board.play(self.turn, point).ok().and_then(|outcome| outcome.ko);
        for color in Color::ALL {
            self.dead -= before[color] - self.board.stones(color);
        }
        self.turn = self.turn.opponent();
    }

    /// The blocks of a colour, of those with stones on some points, that the opponent can take if
    /// he is to move and may not play on `ko`.
    fn falling(&self, board: &Board, color: Color, ko: Option<Point>, among: &PointSet) -> Vec<Falling> {
        let anchors = board.stones(color.opponent()) - self.dead;
        let falling = |stone: Point| {
            let by = Tactics::attack(board, stone, &anchors, ko)?;
            // A stone is a prisoner, and its point is lost.
            Some(Falling { stone, worth: 2 * board.block(stone)?.len() as i32, by })
        };
        let living = board.stones(color) - self.dead - self.seki;
        let known = |stone: &Point| {
            board.block(*stone).is_some_and(|block| !block.stone_set().is_disjoint(&self.known))
        };
        blocks_on(board, living & *among)
            .filter(|stone| self.known.is_empty() || !known(stone))
            .filter_map(falling)
            .collect()
    }

    /// All blocks and groups of a colour that the opponent can take or cut off if he is to move.
    /// `ground` is what its side owns.
    fn in_danger(&self, board: &Board, color: Color, ko: Option<Point>, ground: &PointSet) -> Vec<Falling> {
        let mut falling = self.falling(board, color, ko, &board.size().all());
        let living = ByColor::new_with(|color| board.stones(color) - self.dead);
        let ground = *ground - living.black - living.white;
        for cut in cuts(board, &living, &self.seki, color, &ground, ko) {
            let counted = !cut.stones.is_disjoint(&self.known)
                || falling.iter().any(|other| cut.stones.contains(other.stone));
            if !counted {
                falling.push(Falling { stone: cut.stone, worth: 2 * cut.stones.len() as i32, by: cut.at });
            }
        }
        falling
    }

    /// The board after a move that is allowed, and where the opponent may not play then.
    fn after(
        &self,
        board: &Board,
        color: Color,
        point: Point,
        ko: Option<Point>,
    ) -> Option<(Board, Option<Point>)> {
        if Some(point) == ko || !board.is_empty(point) || board.is_suicide(color, point) {
            return None;
        }
        let mut after = board.clone();
        let outcome = after.play(color, point).ok()?;
        Some((after, outcome.ko))
    }

    fn choose(&mut self) -> Option<Point> {
        let (me, you) = (self.turn, self.turn.opponent());
        let borders = Borders::of(&self.board, &self.dead, self.fates);
        let all = self.board.size().all();
        let ground =
            ByColor::new_with(|color| all.iter().filter(|&p| borders.owner[p] == Some(color)).collect());
        let losses = self.in_danger(&self.board, me, None, &ground[me]);
        let gains = self.in_danger(&self.board, you, self.ko, &ground[you]);
        let mut candidates: Vec<(Point, i32)> = gains.iter().map(|gain| (gain.by, gain.worth)).collect();
        for loss in &losses {
            candidates.extend(self.defences(&self.board, loss).iter().map(|p| (p, 0)));
        }
        for gap in &borders.gaps {
            if let Some(fate) = gap.fate.as_ref().filter(|fate| fate.swing() > 0) {
                candidates.extend(fate.moves[me].iter().map(|p| (p, fate.swing())));
            }
        }
        let before = stake(&losses);
        let mut best: Option<(i32, Point)> = None;
        for (p, gain) in candidates {
            let Some((board, ko)) = self.after(&self.board, me, p, self.ko) else { continue };
            let after = stake(&self.in_danger(&board, me, ko, &ground[me]));
            let value = gain + before - after - self.cost(&borders, me, p, gain);
            if value > best.map_or(0, |(value, _)| value) {
                best = Some((value, p));
            }
        }
        let dame = self.dame(&borders);
        match (best, dame) {
            (Some((value, p)), Some((gain, ..))) if value >= gain => Some(p),
            (_, Some((_, _, p))) => Some(p),
            (best, None) => best.map(|(_, p)| p),
        }
    }

    /// What a move costs by itself.
    fn cost(&self, borders: &Borders, color: Color, point: Point, gain: i32) -> i32 {
        match borders.owner[point] {
            Some(owner) if owner == color => 1,
            // What is put into the other side's territory is lost, unless it takes something.
            Some(_) if gain == 0 && !self.board.is_capture(color, point) => 2,
            _ => 0,
        }
    }

    /// Moves that may save a block.
    fn defences(&self, board: &Board, falling: &Falling) -> PointSet {
        let Some(block) = board.block(falling.stone) else { return PointSet::EMPTY };
        let mut moves = block.liberty_set();
        moves.insert(falling.by);
        let foes = block.stone_set().grown() & board.stones(block.color().opponent());
        for foe in blocks_on(board, foes) {
            if let Some(foe) = board.block(foe).filter(|foe| foe.liberties() == 1) {
                moves |= foe.liberty_set();
            }
        }
        moves
    }

    /// What a side gains with a stone on a dame, beside stones that fall anyhow: what the opponent
    /// loses although he answers, the points that he has to fill included; and what it threatens.
    fn gain(&self, borders: &Borders, color: Color, point: Point, ko: Option<Point>) -> Option<(i32, i32)> {
        let victim = color.opponent();
        let near = [point].into_iter().collect::<PointSet>().grown();
        let (board, ko) = self.after(&self.board, color, point, ko)?;
        let safe = self.falling(&self.board, color, None, &near);
        if stake(&self.falling(&board, color, ko, &near)) > stake(&safe) {
            return None;
        }
        let threats = self.falling(&board, victim, None, &near);
        let threat = stake(&threats) - stake(&self.falling(&self.board, victim, None, &near));
        if threat <= 0 {
            return Some((0, 0));
        }
        let all = board.size().all();
        let at_risk = stake(&self.falling(&board, victim, None, &all));
        let mut left = at_risk;
        let moves = threats.iter().fold(PointSet::EMPTY, |all, falling| all | self.defences(&board, falling));
        for p in moves {
            if let Some((board, ko)) = self.after(&board, victim, p, ko) {
                let stake = stake(&self.falling(&board, victim, ko, &all));
                left = left.min(stake + self.cost(borders, victim, p, 0));
            }
        }
        let before = stake(&self.falling(&self.board, victim, None, &all));
        Some(((left - before).max(0), threat))
    }

    /// The dame to fill next: what is gained there or kept from the opponent, what is threatened
    /// there, and the point.
    fn dame(&self, borders: &Borders) -> Option<(i32, i32, Point)> {
        let (me, you) = (self.turn, self.turn.opponent());
        let closed = borders.gaps.iter().filter_map(|gap| gap.fate.as_ref()).filter(|fate| fate.swing() == 0);
        let points = closed.fold(borders.dame, |all, fate| all | fate.moves[me]);
        let mut best: Option<(i32, i32, Point)> = None;
        for p in (points & self.board.empty()) - self.seki.grown() {
            if borders.owner[p] == Some(me) {
                continue;
            }
            let Some(mine) = self.gain(borders, me, p, self.ko) else { continue };
            let yours = self.gain(borders, you, p, None).unwrap_or((0, 0));
            let value = (mine.0 + yours.0, mine.1 + yours.1);
            if best.is_none_or(|(gain, threat, _)| value > (gain, threat)) {
                best = Some((value.0, value.1, p));
            }
        }
        best
    }
}

fn stake(falling: &[Falling]) -> i32 {
    falling.iter().map(|falling| falling.worth).sum()
}

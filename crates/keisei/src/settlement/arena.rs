//! Which blocks live and which die, by reading the parts of the board that firm stones cut out.
//!
//! A block is *firm* if it is proved to live, or survives nearly all random games. What firm stones
//! and proved territory leave over falls into *arenas*. In each that is small enough, the blocks
//! that are not firm are asked two questions: does it survive if the opponent moves first there,
//! and if its owner does? Where an arena is too large, the measure of firmness is lowered, which
//! cuts it into smaller ones; what stays too large is left to the judge.

use keisei_goban::{Board, ByColor, Color, Point, PointSet};

use super::Limits;
use super::duel::{Aim, Ground, Known, ROOM, succeeds};
use super::survey::{Survey, judged};
use crate::reading::frame::{Frame, Stones, each};
use crate::{BlockOpinion, Evidence, Proof, Status};

/// How a block is taken to be firm.
#[derive(Clone, Copy, PartialEq)]
enum Firm {
    /// It survives so many of the games of players who do not answer.
    Plain(f32),
    /// It survives so many of the games of players who do.
    Answered(f32),
}

/// The strictest first. Players who answer do not put their stones into atari: what is dead by a
/// stone at its vital point lives in their games, so that it has to be read first.
const FIRM: [Firm; 4] = [Firm::Plain(0.97), Firm::Answered(0.97), Firm::Answered(0.9), Firm::Answered(0.8)];

/// The most empty points of an arena that is read.
const MOST_EMPTY: u32 = 22;

/// A block that the judge gives such a chance lives, if nothing better is known.
const LIVES: f32 = 0.6;

/// One that has no more dies.
const DIES: f32 = 0.5;

/// One that was read to be dead and survives so many of the games of either kind does so for a
/// reason that was not seen.
const DOUBTED: f32 = 0.5;

/// Says what becomes of every block.
pub(super) fn read(board: &Board, survey: &mut Survey, limits: Limits) {
    let known = Known::with_room(ROOM.min(limits.nodes as usize));
    let budget = &mut Budget { each: limits.nodes, left: limits.all_nodes, known };
    for firm in FIRM {
        for arena in arenas(board, survey, firm) {
            arena.read(board, &mut survey.blocks, budget);
        }
    }
    for (block, plain) in survey.blocks.iter_mut().zip(&survey.plain) {
        let strength = plain.min(block.strength.unwrap_or(0.5));
        let read = block.status == Some(Status::Dead) && block.evidence == Some(Evidence::Searched);
        if read && strength >= DOUBTED {
            block.status = Some(Status::Unsettled);
            block.evidence = Some(Evidence::Sampled);
        }
    }
    if survey.blocks.iter().all(|block| block.status.is_some()) {
        return;
    }
    for (block, strength) in survey.blocks.iter_mut().zip(judged(board, limits)) {
        if block.status.is_some() {
            continue;
        }
        block.strength = Some(strength);
        block.evidence = Some(Evidence::Sampled);
        block.status = Some(match strength {
            s if s >= LIVES => Status::Alive,
            s if s <= DIES => Status::Dead,
            _ => Status::Unsettled,
        });
    }
}

/// A part of the board between firm stones.
struct Arena {
    frame: Frame,
    stones: ByColor<u64>,
    /// Points beside firm stones of each colour.
    firm: ByColor<u64>,
    /// The blocks to read.
    open: Vec<Open>,
}

/// The arenas with blocks of which nothing is known yet, as far as they are small enough.
fn arenas(board: &Board, survey: &Survey, firm: Firm) -> Vec<Arena> {
    let is_strong = |(block, plain): (&BlockOpinion, &f32)| match firm {
        Firm::Plain(share) => *plain >= share,
        Firm::Answered(share) => block.strength.unwrap_or(0.0) >= share,
    };
    // What is proved never to be taken may still be in seki.
    let is_firm = |(block, plain): (&BlockOpinion, &f32)| match (block.status, block.evidence) {
        (Some(Status::Alive), Some(Evidence::Proved(Proof::Static | Proof::Search))) => {
            firm != FIRM[0] || is_strong((block, plain))
        }
        (Some(status), _) => status == Status::Alive,
        (None, _) => is_strong((block, plain)),
    };
    let firm: Vec<bool> = survey.blocks.iter().zip(&survey.plain).map(is_firm).collect();
    let stones = ByColor::new_with(|color| {
        let firm = survey.blocks.iter().zip(&firm).filter(|(block, firm)| block.color == color && **firm);
        firm.fold(PointSet::EMPTY, |all, (block, _)| all | block.stones)
    });
    // Proved territory is left out if what encloses it is firm.
    let mut outside = stones.black | stones.white;
    for color in Color::ALL {
        let loose = board.stones(color) - stones[color];
        for part in survey.territory[color].components().filter(|part| part.grown().is_disjoint(&loose)) {
            outside |= part;
        }
    }
    let inside = board.size().all() - outside;
    let arenas = inside.components().filter_map(|points| {
        let open = |(index, block): &(usize, &BlockOpinion)| {
            !firm[*index]
                && matches!(block.status, None | Some(Status::Alive))
                && block.stones.is_subset(&points)
        };
        let open: Vec<_> = survey.blocks.iter().enumerate().filter(open).collect();
        let of = |color: Color| open.iter().any(|(_, block)| block.color == color);
        let is_known = open.iter().all(|(_, block)| block.status.is_some());
        if open.is_empty() || is_known && !(of(Color::Black) && of(Color::White)) {
            return None;
        }
        let empty = (points & board.empty()).len() as u32;
        if points.len() > Frame::MOST || empty > MOST_EMPTY {
            return None;
        }
        let frame = Frame::new(points, board.size());
        Some(Arena {
            stones: ByColor::new_with(|color| frame.bits(&board.stones(color))),
            firm: ByColor::new_with(|color| frame.bits(&stones[color].grown())),
            open: open
                .into_iter()
                .map(|(index, block)| Open {
                    index,
                    color: block.color,
                    stones: frame.bits(&block.stones),
                    status: block.status,
                })
                .collect(),
            frame,
        })
    });
    arenas.collect()
}

impl Arena {
    fn ground(&self, defender: Color) -> Ground<'_> {
        Ground {
            frame: &self.frame,
            own_firm: self.firm[defender],
            other_firm: self.firm[defender.opponent()],
        }
    }

    /// Whether the opponent of a side comes to his aim; `None` if that was not found out.
    fn ask(
        &self,
        defender: Color,
        stones: Stones,
        aim: Aim,
        first: Color,
        budget: &mut Budget,
    ) -> Option<bool> {
        let granted = budget.each.min(budget.left);
        let mut nodes = granted;
        let ground = self.ground(defender);
        let answer = succeeds(ground, stones, aim, first != defender, &mut nodes, &mut budget.known);
        budget.left -= granted - nodes;
        answer
    }

    fn read(mut self, board: &Board, blocks: &mut [BlockOpinion], budget: &mut Budget) {
        let all = ByColor::new_with(|color| self.stones_of(color, |_| true));
        let both = all.black != 0 && all.white != 0;
        let loser = Color::ALL.into_iter().find(|&color| {
            let aim = Aim::Clear(all[color]);
            let known = self.open.iter().any(|open| open.color == color && open.status.is_some());
            let ask = both && !known;
            ask && self.ask(color, seen_by(self.stones, color), aim, color, budget) == Some(true)
        });
        if let Some(loser) = loser {
            for open in &mut self.open {
                open.status = Some(if open.color == loser { Status::Dead } else { Status::Alive });
            }
        } else {
            for i in 0..self.open.len() {
                if self.open[i].status.is_none() {
                    self.open[i].status = self.status(board, &self.open[i], budget);
                }
            }
            self.drop_conflicts();
            self.find_seki(budget);
        }
        for open in &self.open {
            let block = &mut blocks[open.index];
            if open.status.is_some() && open.status != block.status {
                block.status = open.status;
                block.evidence = Some(Evidence::Searched);
            }
        }
    }

    /// The stones of those open blocks of a colour that meet a condition.
    fn stones_of(&self, color: Color, condition: impl Fn(&Open) -> bool) -> u64 {
        let those = self.open.iter().filter(|open| open.color == color && condition(open));
        those.fold(0, |all, open| all | open.stones)
    }

    /// What becomes of a block by itself.
    fn status(&self, board: &Board, open: &Open, budget: &mut Budget) -> Option<Status> {
        let color = open.color;
        let mut taken_if =
            |first| self.ask(color, seen_by(self.stones, color), Aim::Capture(open.target()), first, budget);
        if !taken_if(color.opponent())? {
            return Some(Status::Alive);
        }
        Some(match taken_if(color)? {
            true => Status::Dead,
            false if is_ko(board, self.frame.point(open.target())) => Status::Alive,
            false => Status::Unsettled,
        })
    }

    /// Two blocks side by side, or with a liberty in common, cannot both be taken off: of such
    /// nothing is known.
    fn drop_conflicts(&mut self) {
        let is_dead = |open: &Open| open.status == Some(Status::Dead);
        let dead = ByColor::new_with(|color| self.stones_of(color, is_dead));
        for open in &mut self.open {
            if is_dead(open)
                && self.frame.grown(self.frame.grown(open.stones)) & dead[open.color.opponent()] != 0
            {
                open.status = None;
            }
        }
    }

    /// Points between living blocks of both sides are filled as long as one side can do so and
    /// neither loses anything. If one is left at which neither can play without losing the block it
    /// joins, that makes a seki \[NiuKishimotoMüller2006\]: the blocks beside it are in seki, and
    /// those that share an eye with one that is.
    fn find_seki(&mut self, budget: &mut Budget) {
        let lives = |open: &Open| open.status == Some(Status::Alive);
        let beside = ByColor::new_with(|color| self.frame.grown(self.stones_of(color, lives)));
        let empty = self.frame.all() & !self.stones.black & !self.stones.white;
        let between = empty & beside.black & beside.white;
        let mut stones = self.stones;
        for point in each(between) {
            let filled = Color::ALL.into_iter().find_map(|color| self.filled(stones, color, point, budget));
            stones = filled.unwrap_or(stones);
        }
        let barred = each(between & !stones.black & !stones.white)
            .filter(|&point| Color::ALL.into_iter().all(|color| self.loses(stones, color, point, budget)))
            .fold(0, |all, point| all | point);
        let mut shared = barred;
        // Eyes: empty points beside one side alone.
        let eyes = self
            .frame
            .parts(empty & !(self.frame.grown(self.stones.black) & self.frame.grown(self.stones.white)));
        loop {
            let mut new = 0;
            for open in self.open.iter_mut().filter(|open| open.status == Some(Status::Alive)) {
                let beside = self.frame.grown(open.stones);
                if beside & shared != 0 {
                    open.status = Some(Status::Seki);
                    new |= eyes.iter().filter(|&&eye| eye & beside != 0).fold(0, |all, eye| all | eye);
                }
            }
            if new & !shared == 0 {
                return;
            }
            shared |= new;
        }
    }

    /// The stones after a move of a side that loses nothing and threatens nothing; `None` if there
    /// is no such move here.
    fn filled(
        &self,
        stones: ByColor<u64>,
        color: Color,
        point: u64,
        budget: &mut Budget,
    ) -> Option<ByColor<u64>> {
        let after = self.after(stones, color, point)?;
        let other = color.opponent();
        let threatens = |open: &&Open, budget: &mut Budget| {
            let aim = Aim::Capture(open.target());
            self.ask(other, seen_by(after, other), aim, color, budget) != Some(false)
        };
        let near = self.frame.grown(point);
        let mut beside = self.open.iter().filter(|open| open.color == other && open.stones & near != 0);
        let safe = !self.loses(stones, color, point, budget) && !beside.any(|open| threatens(&open, budget));
        safe.then_some(after)
    }

    fn after(&self, stones: ByColor<u64>, color: Color, point: u64) -> Option<ByColor<u64>> {
        let Ground { frame, own_firm, other_firm } = self.ground(color);
        let Stones { own, other } = frame.defended(seen_by(stones, color), point, own_firm, other_firm)?;
        Some(match color {
            Color::Black => ByColor { black: own, white: other },
            Color::White => ByColor { black: other, white: own },
        })
    }

    /// Whether a side that plays at a point loses the block it joins there.
    fn loses(&self, stones: ByColor<u64>, color: Color, point: u64, budget: &mut Budget) -> bool {
        let Some(after) = self.after(stones, color, point) else { return true };
        self.ask(color, seen_by(after, color), Aim::Capture(point), color.opponent(), budget) == Some(true)
    }
}

fn seen_by(stones: ByColor<u64>, defender: Color) -> Stones {
    Stones { own: stones[defender], other: stones[defender.opponent()] }
}

/// A block that is not firm.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Its place in the survey.
    index: usize,
    color: Color,
    stones: u64,
    status: Option<Status>,
}

impl Open {
    /// One of its stones.
    fn target(&self) -> u64 {
        self.stones & self.stones.wrapping_neg()
    }
}

/// How many positions may be looked at: for one question, and for all that are still to come.
struct Budget {
    each: u32,
    left: u32,
    known: Known,
}

/// Whether taking a stone only starts a ko: that is worth a point at most, and stays as it stands.
pub(super) fn is_ko(board: &Board, stone: Point) -> bool {
    let Some(block) = board.block(stone).filter(|block| block.len() == 1 && block.liberties() == 1) else {
        return false;
    };
    let taker = block.color().opponent();
    let mut after = board.clone();
    block.liberty_set().first().is_some_and(|p| after.play(taker, p).is_ok_and(|o| o.ko.is_some()))
}

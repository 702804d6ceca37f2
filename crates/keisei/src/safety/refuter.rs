//! Plays against proofs on real boards: a harness that shares no reasoning with them.
//!
//! A proof says that a colour holds stones and points whatever the opponent does, and that answers
//! at certain points are enough for it. So it can be put to the test by playing: an [`Area`] is
//! what is claimed together, and the points in play; everything else counts as stones of the
//! attacker that are never taken. The attacker moves first, both may pass, all moves of both are
//! tried, to the end. The claim holds if the defender can always come, after finitely many moves
//! and without any ko threat, to an end at which all claimed stones stand and all claimed points
//! are his as they stand. The attacker may take back a ko at once; the defender gains nothing by
//! repeating a position, since an end has to come. Nothing else is assumed: no eyes, no rules of
//! life.
//!
//! Where more points are in play than can be tried, each region is put to the test by itself: that
//! it keeps the liberties it was found to keep, if each block around it has eyes elsewhere for
//! the liberties that it needs and this region does not keep; and that it becomes territory.
//!
//! Two ways to find out, one for speed and one that is too simple to be wrong: proof numbers
//! (a claim that they say holds, holds), and all positions that can be reached at once, marked
//! from the ends backwards. What does not hold by the first is asked of the second.

use std::collections::HashMap;

use keisei_goban::{Board, Color, Point, PointSet};
use smallvec::SmallVec;

use super::enclosure::Plan;
use super::prover::Proved;
use super::{Limits, Safety, prove};
use crate::reading::frame::each;

/// Something claimed, as a game of its own.
#[derive(Clone, Debug)]
pub struct Area {
    points: Vec<Point>,
    /// The points beside each point. Eyes elsewhere follow the points of the board.
    near: Vec<u64>,
    /// What each claimed block touches.
    blocks: Vec<u64>,
    /// The attacker's stones.
    other: u64,
    /// Points beside attacker's stones that are never taken.
    open: u64,
    /// What has to be the defender's in the end.
    territory: u64,
    suicide_allowed: bool,
    is_whole: bool,
}

/// What becomes of a claim when it is played against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nobody can break it.
    Held,
    /// The attacker breaks it.
    Broken,
    /// It was not found out.
    Undecided,
}

/// What is proved about a board, and the areas to put to the test.
#[derive(Clone, Debug)]
pub struct Examination {
    /// All that is proved.
    pub safety: Safety,
    /// What is claimed for which colour.
    pub areas: Vec<(Color, Area)>,
    /// How many regions were left out because they have too many points in play, or some that are
    /// tied to other regions.
    pub left_out: usize,
}

/// Proves what it can, and finds the areas with at most so many points in play.
pub fn examine(board: &Board, suicide_allowed: bool, limits: Limits, most: usize) -> Examination {
    let mut proved = prove(board, suicide_allowed, limits);
    let mut examination =
        Examination { safety: Safety::from_proved(board, &proved), areas: Vec::new(), left_out: 0 };
    for color in Color::ALL {
        let proved = &mut proved[color];
        // What nothing relies on would only add points.
        proved.enclosure.keep_needed();
        let in_play = proved.enclosure.answered() | proved.territory;
        for part in (proved.stones | in_play).components() {
            let (stones, in_play) = (part & proved.stones, part & in_play);
            let mut add = |area| examination.areas.push((color, area));
            if in_play.len() <= most {
                add(Area::claimed(board, color, suicide_allowed, &stones, &in_play, &proved.territory));
                continue;
            }
            for (i, region) in proved.enclosure.regions.iter().enumerate() {
                if region.points.is_empty() || !region.points.is_subset(&in_play) {
                    continue;
                }
                let area = Area::region(board, color, suicide_allowed, proved, i);
                match area.filter(|area| area.points() <= most) {
                    Some(area) => add(area),
                    None => examination.left_out += 1,
                }
            }
        }
    }
    examination
}

/// The defender's stones and the attacker's.
type Stones = (u64, u64);

/// Whose turn it is: the attacker's, the defender's, or the defender's after a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Turn {
    Attack,
    Answer,
    Last,
}

type State = (Stones, Turn);

impl Area {
    /// Stones of a colour and points of its territory that are claimed together, if it answers at
    /// some points. Of the territory only what is in play counts.
    pub fn claimed(
        board: &Board,
        color: Color,
        suicide_allowed: bool,
        stones: &PointSet,
        in_play: &PointSet,
        territory: &PointSet,
    ) -> Area {
        let outside = board.size().all() - *stones - *in_play;
        let mut area = Area::new(board, color, suicide_allowed, in_play);
        area.open = area.bits(&outside.grown());
        area.territory = area.bits(territory);
        area.is_whole = true;
        area.blocks = stones.components().map(|block| area.bits(&block.grown())).collect();
        area
    }

    /// A region with eyes elsewhere for the blocks around it; `None` if nothing is claimed by it,
    /// or something that concerns other regions too.
    fn region(
        board: &Board,
        color: Color,
        suicide_allowed: bool,
        proved: &Proved,
        index: usize,
    ) -> Option<Area> {
        let enclosure = &proved.enclosure;
        let region = &enclosure.regions[index];
        if region.plan == Plan::Nothing || !region.points.is_disjoint(&enclosure.tied()) {
            return None;
        }
        let mut area = Area::new(board, color, suicide_allowed, &region.points);
        area.territory = area.bits(&proved.territory);
        // Tied blocks count as one: their ties are in other regions.
        let mut chains = enclosure.chains();
        let mut touched: Vec<(usize, u64, u8)> = Vec::new();
        for (&block, &credit) in region.boundary.iter().zip(&region.credits) {
            let chain = chains.find(block);
            let beside = area.bits(&enclosure.blocks[block].beside);
            match touched.iter_mut().find(|(of, ..)| *of == chain) {
                Some((_, all, most)) => (*all, *most) = (*all | beside, credit.max(*most)),
                None => touched.push((chain, beside, credit)),
            }
        }
        for (_, mut touched, credit) in touched {
            for _ in credit..2 {
                touched |= 1u64.checked_shl(area.near.len() as u32)?;
                area.near.push(0);
            }
            area.blocks.push(touched);
        }
        Some(area)
    }

    fn new(board: &Board, color: Color, suicide_allowed: bool, in_play: &PointSet) -> Area {
        let mut area = Area {
            points: in_play.iter().collect(),
            near: Vec::new(),
            blocks: Vec::new(),
            other: 0,
            open: 0,
            territory: 0,
            suicide_allowed,
            is_whole: false,
        };
        let size = board.size();
        let beside = |&p: &Point| area.bits(&size.neighbors(p).collect());
        area.near = area.points.iter().map(beside).collect();
        area.other = area.bits(&board.stones(color.opponent()));
        area
    }

    /// How many points of the board are in play.
    pub fn points(&self) -> usize {
        self.points.len()
    }

    /// Whether it is all that is claimed together, and not a region by itself.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The points in play.
    pub fn in_play(&self) -> PointSet {
        self.points.iter().copied().collect()
    }

    /// Whether the claim holds, by at most so many positions.
    pub fn verdict(&self, nodes: u32) -> Verdict {
        let mut search = Search { area: self, nodes, known: HashMap::new(), line: Vec::new() };
        let root = ((0, self.other), Turn::Attack);
        if search.solve(root, Numbers { prove: Search::INFINITE, disprove: Search::INFINITE }).prove == 0 {
            return Verdict::Held;
        }
        // What was said not to hold may be owed to the line that led there.
        self.exact(nodes as usize / 4)
    }

    /// The same by marking all positions from the ends backwards.
    fn exact(&self, most: usize) -> Verdict {
        let mut states: Vec<State> = vec![((0, self.other), Turn::Attack)];
        let mut number: HashMap<State, u32> = HashMap::from([(states[0], 0)]);
        let mut moves: Vec<SmallVec<[u32; 16]>> = Vec::new();
        let mut wins: Vec<bool> = Vec::new();
        while moves.len() < states.len() {
            if states.len() > most {
                return Verdict::Undecided;
            }
            let state = states[moves.len()];
            let next = self.next(state);
            wins.push(next.is_won);
            // What is lost at once has a move to nowhere for the attacker.
            let mut numbers = SmallVec::new();
            for after in next.states {
                let fresh = states.len() as u32;
                numbers.push(*number.entry(after).or_insert_with(|| {
                    states.push(after);
                    fresh
                }));
            }
            if next.is_lost {
                numbers.push(u32::MAX);
            }
            moves.push(numbers);
        }
        let mut changed = true;
        while changed && !wins[0] {
            changed = false;
            for i in (0..states.len()).rev() {
                if wins[i] {
                    continue;
                }
                let won = |&after: &u32| after != u32::MAX && wins[after as usize];
                let is_won = match states[i].1 {
                    Turn::Attack => moves[i].iter().all(won),
                    Turn::Answer | Turn::Last => moves[i].iter().any(won),
                };
                if is_won {
                    wins[i] = true;
                    changed = true;
                }
            }
        }
        if wins[0] { Verdict::Held } else { Verdict::Broken }
    }

    fn bits(&self, set: &PointSet) -> u64 {
        let bit = |(i, p): (usize, &Point)| u64::from(set.contains(*p)) << i;
        self.points.iter().enumerate().map(bit).fold(0, |all, bit| all | bit)
    }

    fn all(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.near.len() as u32).unwrap_or(0)
    }

    /// The points beside some points.
    fn beside(&self, set: u64) -> u64 {
        each(set).fold(0, |all, p| all | self.near[p.trailing_zeros() as usize])
    }

    /// What is connected with some points within a set.
    fn flood(&self, from: u64, within: u64) -> u64 {
        let mut flood = from & within;
        loop {
            let more = (flood | self.beside(flood)) & within;
            if more == flood {
                return flood;
            }
            flood = more;
        }
    }

    /// Stones of the defender's connected with some, through claimed blocks too, and all points
    /// beside them.
    fn own_group(&self, from: u64, touched: u64, own: u64) -> (u64, u64) {
        let mut stones = from;
        let mut beside = touched;
        loop {
            let more = self.flood(stones | beside & own, own);
            let mut touched = beside | self.beside(more);
            for &block in &self.blocks {
                if block & more != 0 {
                    touched |= block;
                }
            }
            if (more, touched) == (stones, beside) {
                return (stones, beside);
            }
            (stones, beside) = (more, touched);
        }
    }

    /// After a move of the attacker: `None` if it is not allowed; otherwise the stones, or nothing
    /// if that breaks the claim.
    fn attack(&self, (own, other): Stones, point: u64) -> Option<Option<Stones>> {
        let other = other | point;
        let empty = self.all() & !own & !other;
        let broken = self.blocks.iter().any(|&block| self.own_group(0, block, own).1 & empty == 0);
        if broken {
            return Some(None);
        }
        let mut left = own;
        for stone in each(own & self.beside(point)) {
            if left & stone != 0 {
                let (group, beside) = self.own_group(stone, 0, own);
                if beside & empty == 0 {
                    left &= !group;
                }
            }
        }
        let empty = self.all() & !left & !other;
        let group = self.flood(point, other);
        if group & self.open != 0 || self.beside(group) & empty != 0 {
            return Some(Some((left, other)));
        }
        (self.suicide_allowed && group != point).then_some(Some((left, other & !group)))
    }

    /// After a move of the defender; `None` if it is not allowed. He does not take his own stones
    /// off.
    fn defend(&self, (own, other): Stones, point: u64) -> Option<Stones> {
        let own = own | point;
        let empty = self.all() & !own & !other;
        let mut left = other;
        for stone in each(other & self.beside(point)) {
            let group = self.flood(stone, other);
            if group & self.open == 0 && self.beside(group) & empty == 0 {
                left &= !group;
            }
        }
        let empty = self.all() & !own & !left;
        let touched = self.blocks.iter().filter(|&&block| block & point != 0).fold(0, |all, b| all | b);
        let (_, beside) = self.own_group(point, touched, own);
        (beside & empty != 0).then_some((own, left))
    }

    /// Whether all that is claimed is the defender's as it stands.
    fn ends_well(&self, (own, other): Stones) -> bool {
        let empty = self.all() & !own & !other;
        let reached = self.flood(self.territory & empty, empty);
        self.territory & other == 0 && reached & self.open == 0 && self.beside(reached) & other == 0
    }

    /// What may follow.
    fn next(&self, (stones, turn): State) -> Next {
        let mut next = Next { states: SmallVec::new(), is_won: false, is_lost: false };
        let empty = self.all() & !stones.0 & !stones.1;
        match turn {
            Turn::Attack => {
                next.states.push((stones, Turn::Last));
                for p in each(empty) {
                    match self.attack(stones, p) {
                        Some(Some(after)) => next.states.push((after, Turn::Answer)),
                        Some(None) => next.is_lost = true,
                        None => {}
                    }
                }
            }
            Turn::Answer | Turn::Last => {
                let moves = each(empty).filter_map(|p| self.defend(stones, p));
                next.states.extend(moves.map(|after| (after, Turn::Attack)));
                match turn {
                    Turn::Last => next.is_won = self.ends_well(stones),
                    _ => next.states.push((stones, Turn::Attack)),
                }
            }
        }
        next
    }
}

/// What may follow a position.
struct Next {
    states: SmallVec<[State; 16]>,
    /// Whether the defender is at his end.
    is_won: bool,
    /// Whether the attacker takes a claimed block.
    is_lost: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    prove: u32,
    disprove: u32,
}

/// A search for a proof that the defender comes to an end, led by proof numbers.
struct Search<'a> {
    area: &'a Area,
    nodes: u32,
    known: HashMap<State, Numbers>,
    line: Vec<State>,
}

impl Search<'_> {
    const LOST: Numbers = Numbers { prove: Search::INFINITE, disprove: 0 };
    const WON: Numbers = Numbers { prove: 0, disprove: Search::INFINITE };
    const INFINITE: u32 = 1 << 30;

    fn solve(&mut self, state: State, limit: Numbers) -> Numbers {
        let unknown = Numbers { prove: 1, disprove: 1 };
        if self.nodes == 0 || self.line.len() > 400 {
            return unknown;
        }
        self.nodes -= 1;
        let next = self.area.next(state);
        let numbers = if next.is_won {
            Search::WON
        } else if next.is_lost {
            Search::LOST
        } else {
            self.line.push(state);
            let numbers = self.expand(&next.states, state.1 == Turn::Attack, limit);
            self.line.pop();
            numbers
        };
        self.known.insert(state, numbers);
        numbers
    }

    /// Goes on with the most promising position as long as the limits allow.
    fn expand(&mut self, states: &[State], attacking: bool, limit: Numbers) -> Numbers {
        let turned = |n: Numbers| {
            if attacking { Numbers { prove: n.disprove, disprove: n.prove } } else { n }
        };
        let limit = turned(limit);
        loop {
            // Of the side to move: the least of its own numbers, the sum of the others.
            let (mut least, mut second, mut sum) = (Search::INFINITE, Search::INFINITE, 0);
            let mut best = None;
            for &state in states {
                let numbers = if self.line.contains(&state) {
                    Search::LOST
                } else {
                    self.known.get(&state).copied().unwrap_or(Numbers { prove: 1, disprove: 1 })
                };
                let Numbers { prove, disprove } = turned(numbers);
                sum = Search::INFINITE.min(sum + disprove);
                if prove < least {
                    (second, least, best) = (least, prove, Some((state, disprove)));
                } else {
                    second = second.min(prove);
                }
            }
            let Some((state, of_best)) = best else { return turned(Search::LOST) };
            if least == 0 {
                return turned(Search::WON);
            }
            if least >= limit.prove || sum >= limit.disprove || sum == 0 || self.nodes == 0 {
                return turned(Numbers { prove: least, disprove: sum });
            }
            let within =
                Numbers { prove: limit.prove.min(second + 1), disprove: limit.disprove - (sum - of_best) };
            self.solve(state, turned(within));
        }
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::board;

    use keisei_testdata::points;

    use super::super::tests::random_board;
    use super::*;

    /// Everything a colour has, claimed with all around it as territory or without.
    fn all(board: &Board, color: Color, territory: bool) -> Area {
        let in_play = board.size().all() - board.stones(color);
        let claimed = if territory { in_play } else { PointSet::EMPTY };
        Area::claimed(board, color, false, &board.stones(color), &in_play, &claimed)
    }

    fn by_search(area: &Area) -> bool {
        let mut search = Search { area, nodes: 1_000_000, known: HashMap::new(), line: Vec::new() };
        let all = Numbers { prove: Search::INFINITE, disprove: Search::INFINITE };
        search.solve(((0, area.other), Turn::Attack), all) == Search::WON
    }

    /// What proof numbers say holds, holds by marking backwards from the ends.
    #[test]
    fn both_ways_agree() {
        let (mut held, mut broken, mut missed) = (0, 0, 0);
        for seed in 0..3_000 {
            let board = random_board(2 + (seed % 4) as u32, 3 + (seed % 3) as u32, seed);
            let area = all(&board, Color::Black, seed % 2 == 0);
            if area.blocks.is_empty() || area.points() > 8 {
                continue;
            }
            let found = by_search(&area);
            match area.exact(1_000_000) {
                Verdict::Held if found => held += 1,
                Verdict::Held => missed += 1,
                Verdict::Broken => broken += 1,
                Verdict::Undecided => panic!("{board:?}"),
            }
            assert!(!found || area.exact(1_000_000) == Verdict::Held, "{board:?}");
        }
        assert!(held > 50 && broken > 500 && missed * 20 <= held, "{held} {broken} {missed}");
    }

    /// Eye spaces with the attacker to move, as every book has them.
    #[test]
    fn known_shapes() {
        let straight_four = board!("X X X X X X\nX . . . . X\nX X X X X X\nO O O O O O\n. . . . . .");
        let square_four = board!("X X X X\nX . . X\nX . . X\nX X X X\nO O O O\n. . . .");
        let verdict = |board: &Board, inside: &str, territory: bool| {
            let inside = points(inside);
            let claimed = if territory { inside } else { PointSet::EMPTY };
            let stones = board.stones(Color::Black);
            Area::claimed(board, Color::Black, false, &stones, &inside, &claimed).verdict(1_000_000)
        };
        assert_eq!(verdict(&straight_four, "B4 C4 D4 E4", true), Verdict::Held);
        assert_eq!(verdict(&square_four, "B4 C4 B5 C5", true), Verdict::Broken);
        assert_eq!(verdict(&square_four, "B4 C4 B5 C5", false), Verdict::Broken);
        // After White's throw-in it is a seki: the stones stay, the corner is nobody's.
        let corner = board!("X X .\nX . .\nX X O\nX X O");
        assert_eq!(verdict(&corner, "C4 B3 C3 C2 C1", false), Verdict::Held);
        assert_eq!(verdict(&corner, "C4 B3 C3 C2 C1", true), Verdict::Broken);
    }

    /// A single search cannot be out of nodes and right.
    #[test]
    fn out_of_nodes_is_undecided() {
        let board = board!("X X X X X X\nX . . . . X\nX X X X X X\nO O O O O O\n. . . . . .");
        let inside = points("B4 C4 D4 E4");
        let stones = board.stones(Color::Black);
        let area = Area::claimed(&board, Color::Black, false, &stones, &inside, &inside);
        assert_eq!(area.verdict(5), Verdict::Undecided);
        assert_eq!(area.points(), 4);
        assert!(area.is_whole());
    }
}

//! Connection and cut: whether two blocks of a colour become one, or are kept apart.
//!
//! ```text
//! . X . X .     a: Black connects. If White plays there first she cuts, unless her stone can be
//! . . a . .     taken.
//! ```
//!
//! The defender wants the two blocks to be one; the attacker wants to take one of them, or to keep
//! them so far apart that it takes too many moves to connect them. How far apart they are is the
//! least number of moves that the defender would need if nobody answered: a move for an empty point, and
//! as many moves for a block of the attacker's as it has liberties. Both sides play on the shortest ways
//! and those that are a move longer, take stones beside them, and save their own.

use keisei_goban::{Board, Color, Point, PointMap};

use super::numbers::Numbers;
use super::search::{Goal, Opened};
use super::sides::{Points, Side, Sides, State, Step, add, around, rescues};

/// The question whether two blocks are connected.
pub(crate) struct Connection {
    pub(crate) sides: Sides,
    /// A stone of each.
    pub(crate) ends: [Point; 2],
    /// Blocks that are so many moves apart are cut.
    pub(crate) far: u8,
    /// How much longer than the shortest ways may be that are looked at.
    pub(crate) detour: u8,
}

/// The dearest way that is followed.
const DEAREST: u8 = 6;

/// How many moves it takes from a block to every point, that point included.
pub(super) struct Ways {
    moves: PointMap<u8>,
}

impl Ways {
    /// The ways of a colour from the block on a point, up to so many moves.
    pub(super) fn from(board: &Board, color: Color, start: Point, most: u8) -> Ways {
        let mut moves = PointMap::filled(u8::MAX);
        // One list for each number of moves.
        let mut lists: [Vec<Point>; DEAREST as usize + 1] = Default::default();
        let most = most.min(DEAREST);
        let enter = |lists: &mut [Vec<Point>], moves: &mut PointMap<u8>, p: Point, cost: u8| {
            if cost <= most && cost < moves[p] {
                moves[p] = cost;
                lists[usize::from(cost)].push(p);
            }
        };
        enter(&mut lists, &mut moves, start, 0);
        for cost in 0..=most {
            let mut next = 0;
            while next < lists[usize::from(cost)].len() {
                let p = lists[usize::from(cost)][next];
                next += 1;
                if moves[p] < cost {
                    continue;
                }
                let is_foe = board.get(p) == Some(color.opponent());
                for q in p.neighbors() {
                    if board.is_empty(q) {
                        // What was taken leaves empty points to pass through.
                        enter(&mut lists, &mut moves, q, cost + u8::from(!is_foe));
                        continue;
                    }
                    match board.block(q) {
                        Some(block) if block.color() == color => enter(&mut lists, &mut moves, q, cost),
                        Some(block) if is_foe && block.contains(p) => {
                            enter(&mut lists, &mut moves, q, cost);
                        }
                        Some(block) if block.liberties() <= 3 => {
                            enter(&mut lists, &mut moves, q, cost + block.liberties() as u8);
                        }
                        _ => {}
                    }
                }
            }
        }
        Ways { moves }
    }

    /// The number of moves to a point; `None` if it is too far.
    pub(super) fn to(&self, point: Point) -> Option<u8> {
        Some(self.moves[point]).filter(|&moves| moves < u8::MAX)
    }
}

impl Connection {
    /// How far apart the blocks are, and by how many last moves they can be connected; `None` if they
    /// are cut.
    fn distance(&self, board: &Board) -> Option<(u8, u32)> {
        let [a, b] = self.ends;
        let ways = Ways::from(board, self.sides.color, a, self.far - 1);
        let moves = ways.to(b)?;
        let (liberties, _) = around(board, b);
        let last = liberties.iter().filter(|&&p| ways.to(p) == Some(moves)).count();
        Some((moves, last as u32))
    }

    fn stand(&self, board: &Board) -> bool {
        self.ends.iter().all(|&end| board.get(end) == Some(self.sides.color))
    }

    fn are_one(&self, board: &Board) -> bool {
        board.block(self.ends[0]).is_some_and(|block| block.contains(self.ends[1]))
    }

    /// What a position looks like.
    pub(super) fn glance(&self, state: &State) -> Numbers {
        let sides = &self.sides;
        if !self.stand(&state.board) {
            return sides.decided(Side::Attacker);
        }
        if self.are_one(&state.board) {
            return sides.decided(Side::Defender);
        }
        let Some((moves, ways)) = self.distance(&state.board) else {
            return sides.decided(Side::Attacker);
        };
        let moves = u32::from(moves.max(1));
        match state.to_move {
            Side::Defender => sides.guess(4 / moves, 1 << (2 * (moves - 1))),
            // Of two ways one is left.
            Side::Attacker if ways > 1 => sides.guess(2 * ways + 2, 1 << (2 * (moves - 1))),
            Side::Attacker => sides.guess(1, 1 << (2 * moves - 1)),
        }
    }

    /// What either side may play.
    fn moves(&self, board: &Board, to_move: Side) -> Points {
        let color = self.sides.color;
        let [a, b] = self.ends;
        let from_a = Ways::from(board, color, a, self.far - 1);
        let from_b = Ways::from(board, color, b, self.far - 1);
        let mut moves = Points::new();
        let Some(shortest) = from_a.to(b) else { return moves };
        let mut near: Vec<(u8, Point)> = Vec::new();
        let mut foes = Points::new();
        for p in board.size().points() {
            let (Some(x), Some(y)) = (from_a.to(p), from_b.to(p)) else { continue };
            match board.get(p) {
                None => {
                    let whole = x + y - 1;
                    if whole <= shortest + self.detour {
                        near.push((whole, p));
                    }
                }
                Some(stone) if stone != color => {
                    let cost = board.block(p).map_or(0, |block| block.liberties() as u8);
                    if x + y <= shortest + self.detour + cost {
                        add(&mut foes, [p]);
                    }
                }
                Some(_) => {}
            }
        }
        near.sort_unstable();
        add(&mut moves, near.into_iter().map(|(_, p)| p));
        // The attacker's stones on the way, and beside it.
        let beside: Points = moves
            .iter()
            .flat_map(|p| p.neighbors())
            .filter(|&q| board.get(q) == Some(color.opponent()))
            .collect();
        add(&mut foes, beside);
        match to_move {
            Side::Defender => {
                for &foe in &foes {
                    if board.block(foe).is_some_and(|block| block.liberties() <= 2) {
                        add(&mut moves, around(board, foe).0);
                    }
                }
                add(&mut moves, rescues(board, &self.ends, 2, a));
            }
            Side::Attacker => {
                for end in self.ends {
                    if board.block(end).is_some_and(|block| block.liberties() <= 3) {
                        add(&mut moves, around(board, end).0);
                    }
                }
                add(&mut moves, rescues(board, &foes, 2, a));
                // Stones that are on the way, and can be taken.
                let friends: Points = moves
                    .iter()
                    .flat_map(|p| p.neighbors())
                    .filter(|&q| board.get(q) == Some(color))
                    .filter(|&q| board.block(q).is_some_and(|block| block.liberties() <= 2))
                    .collect();
                for friend in friends {
                    add(&mut moves, around(board, friend).0);
                }
            }
        }
        moves
    }
}

impl Goal for Connection {
    type State = State;
    type Step = Step;
    type Key = u64;

    const SHARES: bool = true;

    fn key(&self, state: &State) -> u64 {
        self.sides.key(state)
    }

    fn hash(key: &u64) -> u64 {
        *key
    }

    fn is_provers(&self, state: &State) -> bool {
        state.to_move == self.sides.prover
    }

    fn open(&mut self, state: &State, opened: &mut Vec<Opened<Step, u64>>) {
        let from = opened.len();
        let mut banned = false;
        for p in self.moves(&state.board, state.to_move) {
            banned |= state.ko == Some(p);
            let Some((key, _)) = self.sides.foresee(state, p) else { continue };
            let mut after = state.clone();
            self.enter(&mut after, Some(p));
            let numbers = self.glance(&after);
            opened.push(Opened::new(Some(p), key, numbers));
            if numbers.decision().is_some_and(|proved| proved == self.is_provers(state)) {
                let last = opened.len() - 1;
                opened.swap(from, last);
                opened.truncate(from + 1);
                return;
            }
        }
        if state.to_move == Side::Defender || banned {
            opened.push(Opened::new(None, self.sides.key_after_pass(state), self.sides.guess(3, 3)));
        }
    }

    fn enter(&self, state: &mut State, step: Step) {
        self.sides.enter(state, step);
    }
}

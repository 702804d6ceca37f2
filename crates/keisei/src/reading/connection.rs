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
//! as many moves for a block of the attacker's as it has liberties. The defender plays on the shortest
//! ways and those that are a little longer, takes stones beside them, saves his own, and may pass.
//!
//! The attacker's natural moves are the like, and a pass. If none of them cuts, all moves are tried
//! that touch the ground on which the refutation of the pass rests (`search`): where its stones are
//! played, the links that are left in the end, and the liberties of blocks that have few.
//!
//! Two kinds of lines are followed, not searched: direct threats (`threats`), and ladders in which the
//! defender takes a block that keeps the two apart.
//!
//! Where everything is tried, no distance cuts anything off, the defender plays wherever he likes, and
//! no ladder is taken for granted, since its chasers may be short of liberties. Since repetition goes
//! against the defender, who passes in turn undoes a pass: it is worth something only where the other
//! would have to harm himself, or to lift a ban.

use keisei_goban::{Block, Board, Color, Point, PointMap, PointSet};
use smallvec::SmallVec;

use super::ladder::{Chase, Ladder, interferes};
use super::numbers::Numbers;
use super::search::{Goal, Opened};
use super::sides::{Points, Side, Sides, State, Step, around, rescues, stone_of};
use super::threats::{Links, Sequence, Threats, resting_points, weak_points};

/// The question whether two blocks are connected.
pub(crate) struct Connection {
    pub(crate) sides: Sides,
    /// A stone of each.
    pub(crate) ends: [Point; 2],
    /// Blocks that are so many moves apart are cut.
    pub(crate) far: u8,
    /// How much longer than the shortest ways may be that are looked at.
    pub(crate) detour: u8,
    /// Whether both sides try every move of the board and may pass, and blocks are cut only when one
    /// of them is taken. Distances tell then no more than where to look first.
    pub(crate) everything: bool,
    /// How many positions were looked at in sequences of threats and in ladders.
    pub(crate) walked: u32,
    /// The sequence of threats that was looked for last, and in which position.
    pub(super) last: Option<(u64, Option<Sequence>)>,
}

/// The dearest way that is followed.
pub(super) const DEAREST: u8 = 6;

/// The most liberties of a block that is taken on the way.
#[allow(missing_docs)]
pub(super) const DEAREST_BLOCK: usize = 4;

/// How many moves it takes from a block to the points around it, those points included.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    moves: PointMap<u8>,
    /// The points that were reached, the nearest first.
    reached: SmallVec<[Point; 128]>,
}

/// The number of moves to points that are too far.
const FAR: u8 = u8::MAX;

impl Ways {
    /// The ways of a colour from the block on a point, up to so many moves. If a point is given with a
    /// number, no farther than to that point and so many moves on.
    pub(super) fn from(board: &Board, color: Color, start: Point, most: u8, to: Option<(Point, u8)>) -> Ways {
        Ways::within(board, color, start, most, to, |_| true)
    }

    /// The same over some points alone.
    fn within(
        board: &Board,
        color: Color,
        start: Point,
        most: u8,
        to: Option<(Point, u8)>,
        passes: impl Fn(Point) -> bool,
    ) -> Ways {
        let mut most = usize::from(most.min(DEAREST));
        let mut ways = Ways { moves: PointMap::filled(FAR), reached: SmallVec::new() };
        let mut open: [SmallVec<[Point; 64]>; DEAREST as usize + 1] = Default::default();
        open[0].push(start);
        let mut cost = 0;
        while cost <= most {
            let mut i = 0;
            while let Some(&p) = open[cost].get(i) {
                i += 1;
                if ways.moves[p] != FAR {
                    continue;
                }
                ways.moves[p] = cost as u8;
                ways.reached.push(p);
                if let Some((end, beyond)) = to
                    && end == p
                {
                    most = most.min(cost + usize::from(beyond));
                }
                let of = board.get(p);
                let is_taken = of.is_some_and(|of| of != color);
                for q in p.neighbors().into_iter().filter(|&q| ways.moves[q] == FAR && passes(q)) {
                    let step = match board.get(q) {
                        Some(stone) if stone == color => 0,
                        None if !board.is_empty(q) => continue,
                        // What was taken leaves empty points to pass through.
                        None => usize::from(!is_taken),
                        Some(_) if is_taken => 0,
                        // A way that comes to a block by a liberty has played there already.
                        Some(_) => match board.block(q).map_or(0, |block| block.liberties()) {
                            liberties @ 1..=DEAREST_BLOCK => liberties - usize::from(of.is_none()),
                            _ => continue,
                        },
                    };
                    if cost + step <= most {
                        open[cost + step].push(q);
                    }
                }
            }
            cost += 1;
        }
        ways
    }

    /// The number of moves to a point; `None` if it is too far.
    #[inline]
    pub(super) fn to(&self, point: Point) -> Option<u8> {
        Some(self.moves[point]).filter(|&moves| moves != FAR)
    }

    /// The points that were reached, the nearest first.
    fn points(&self) -> impl Iterator<Item = (u8, Point)> {
        self.reached.iter().map(|&p| (self.moves[p], p))
    }
}

impl Connection {
    /// How far apart the blocks are, and by how many last moves they can be connected; `None` if they
    /// are cut.
    fn distance(&self, board: &Board) -> Option<(u8, u32)> {
        let [a, b] = self.ends;
        let ways = Ways::from(board, self.sides.color, a, self.far - 1, Some((b, 0)));
        let moves = ways.to(b)?;
        let (liberties, _) = around(board, b);
        let last = liberties.iter().filter(|&&p| ways.to(p) == Some(moves)).count();
        Some((moves, last as u32))
    }

    /// The empty points on the shortest ways between two blocks.
    pub(super) fn nearest(board: &Board, color: Color, [a, b]: [Point; 2]) -> Vec<Point> {
        let [from_a, from_b] = [a, b].map(|end| Ways::from(board, color, end, DEAREST, None));
        let Some(shortest) = from_a.to(b) else { return Vec::new() };
        let on_way =
            |&(y, p): &(u8, Point)| board.is_empty(p) && from_a.to(p).is_some_and(|x| x + y <= shortest + 1);
        from_b.points().filter(on_way).map(|(_, p)| p).collect()
    }

    /// A sequence of threats by which the defender connects, if he is to move.
    fn sequence(&mut self, state: &State) -> Option<Sequence> {
        let key = self.sides.key(state);
        if let Some((known, sequence)) = self.last
            && known == key
        {
            return sequence;
        }
        // What the attacker may not take back does not bind the defender after him.
        let ko = state.ko.filter(|_| state.to_move == Side::Defender);
        let mut threats = Threats::new(self.sides.color, self.ends);
        let sequence = threats.find(&state.board, ko).or_else(|| self.chase(&state.board, ko));
        self.walked += threats.answers;
        self.last = Some((key, sequence));
        sequence
    }

    /// A ladder in which the defender, who is to move, takes a block that keeps the two apart. What is
    /// taken has stones of the defender's all around it, which then belong together, unless they are
    /// short of liberties themselves.
    fn chase(&mut self, board: &Board, ko: Option<Point>) -> Option<Sequence> {
        if ko.is_some() || self.everything {
            return None;
        }
        let foe = self.sides.color.opponent();
        let (_, foes) = around(board, self.ends[0]);
        for &target in foes.iter() {
            let Some(block) = board.block(target).filter(|block| block.liberties() == 2) else { continue };
            if !self.keeps_apart(board, block) {
                continue;
            }
            let mut ladder = Ladder::new(foe, target).keeping(self.ends);
            let chase = ladder.attack(board);
            self.walked += ladder.moves;
            if let Chase::Taken(Some(first)) = chase {
                let ground = interferes(board, foe, target, ladder.played) | block.liberty_set();
                return Some(Sequence { first, ground });
            }
        }
        None
    }

    /// Whether a block beside the first end touches the second, or what cannot be cut from it.
    fn keeps_apart(&self, board: &Board, block: Block<'_>) -> bool {
        let end = self.ends[1];
        let beside = || block.stones().flat_map(Point::neighbors).filter_map(|q| board.block(q));
        let mut own = beside().filter(|own| own.color() == self.sides.color);
        own.any(|own| {
            let stone = stone_of(own);
            own.contains(end) || !own.contains(self.ends[0]) && Links::of(board, [stone, end]).are_two()
        })
    }

    fn stand(&self, board: &Board) -> bool {
        self.ends.iter().all(|&end| board.get(end) == Some(self.sides.color))
    }

    fn are_one(&self, board: &Board) -> bool {
        board.block(self.ends[0]).is_some_and(|block| block.contains(self.ends[1]))
    }

    /// What a position looks like.
    pub(super) fn glance(&self, state: &State) -> Numbers {
        let sides = self.sides;
        if !self.stand(&state.board) {
            return sides.decided(Side::Attacker);
        }
        if self.are_one(&state.board) {
            return sides.decided(Side::Defender);
        }
        let (moves, ways) = match self.distance(&state.board) {
            Some(distance) => distance,
            None if self.everything => (self.far, 1),
            None => return sides.decided(Side::Attacker),
        };
        let moves = u32::from(moves.max(1));
        match state.to_move {
            Side::Defender => sides.guess(4 / moves, 1 << (2 * (moves - 1))),
            // Of two ways one is left.
            Side::Attacker if ways > 1 => sides.guess(2 * ways + 2, 1 << (2 * (moves - 1))),
            Side::Attacker => sides.guess(1, 1 << (2 * moves - 1)),
        }
    }

    /// What a position with the attacker to move looks like if he passes.
    fn after_pass(&self, state: &State) -> Numbers {
        match self.distance(&state.board) {
            Some((moves, _)) => {
                let moves = u32::from(moves.max(1));
                self.sides.guess(4 / moves, 1 << (2 * (moves - 1)))
            }
            None if self.everything => self.sides.guess(1, 8),
            None => self.sides.decided(Side::Attacker),
        }
    }

    /// The ground of the sequence that was found last.
    fn known_ground(&self, state: &State) -> PointSet {
        match self.last {
            Some((key, Some(Sequence { ground, .. }))) if key == self.sides.key(state) => {
                ground | weak_points(&state.board, self.ends)
            }
            _ => PointSet::EMPTY,
        }
    }

    /// What a position looks like after a move to a point on a way of so many moves, before it is
    /// looked at.
    fn guess(&self, state: &State, shortest: u8, whole: Option<u8>) -> Numbers {
        let moves = u32::from(shortest.max(1));
        let beside = u32::from(whole.map_or(2, |whole| whole.saturating_sub(shortest)));
        match state.to_move {
            Side::Attacker => self.sides.guess(1 + 2 * beside, moves),
            Side::Defender => self.sides.guess(moves, 1 + 2 * beside),
        }
    }

    /// What either side may play, and how long the ways over it are.
    fn moves(&self, board: &Board, to_move: Side) -> (u8, Vec<(u8, Point)>, Points) {
        let color = self.sides.color;
        let [a, b] = self.ends;
        let mut moves = Points::new();
        let mut near: Vec<(u8, Point)> = Vec::new();
        let from_a = Ways::from(board, color, a, self.far - 1, Some((b, self.detour)));
        let Some(shortest) = from_a.to(b) else { return (self.far, near, moves) };
        // Ways that go on where the others end are too long.
        let most = (shortest + self.detour).min(self.far - 1);
        let from_b = Ways::within(board, color, b, most, None, |p| from_a.moves[p] != FAR);
        let (mut foes, mut friends) = (Points::new(), Points::new());
        for (y, p) in from_b.points() {
            let Some(x) = from_a.to(p) else { continue };
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
                        foes.add([p]);
                    }
                }
                Some(_) if x + y <= shortest + self.detour => friends.add([p]),
                Some(_) => {}
            }
        }
        near.sort_unstable();
        moves.add(near.iter().map(|&(_, p)| p));
        // The attacker's stones beside it.
        let on_way = foes.len();
        let beside: Points = moves
            .iter()
            .flat_map(|p| p.neighbors())
            .filter(|&q| board.get(q) == Some(color.opponent()))
            .collect();
        foes.add(beside.iter().copied());
        match to_move {
            Side::Defender => {
                for (i, &foe) in foes.iter().enumerate() {
                    // What lies on a way was counted with its liberties.
                    let few = if i < on_way { DEAREST_BLOCK } else { 2 };
                    if board.block(foe).is_some_and(|block| block.liberties() <= few) {
                        moves.add(around(board, foe).0.iter().copied());
                    }
                }
                moves.add(rescues(board, &self.ends, 2, a).iter().copied());
            }
            Side::Attacker => {
                for end in self.ends {
                    if board.block(end).is_some_and(|block| block.liberties() <= 3) {
                        moves.add(around(board, end).0.iter().copied());
                    }
                }
                moves.add(rescues(board, &foes[..on_way], DEAREST_BLOCK, a).iter().copied());
                moves.add(rescues(board, &foes, 2, a).iter().copied());
                // The defender's stones on the way, and beside it, that can be taken.
                let beside: Points = moves
                    .iter()
                    .flat_map(|p| p.neighbors())
                    .filter(|&q| board.get(q) == Some(color))
                    .collect();
                friends.add(beside.iter().copied());
                for block in friends.iter().filter_map(|&friend| board.block(friend)) {
                    if block.liberties() <= 2 {
                        moves.add(around(board, stone_of(block)).0.iter().copied());
                    }
                }
            }
        }
        (shortest, near, moves)
    }
}

impl Connection {
    /// Adds moves, the first of which lie on ways whose lengths are known.
    fn list(
        &mut self,
        state: &State,
        shortest: u8,
        near: &[(u8, Point)],
        moves: &Points,
        opened: &mut Vec<Opened<Step, u64>>,
    ) {
        for (i, &p) in moves.iter().enumerate() {
            let Some((key, _)) = self.sides.foresee(state, p) else { continue };
            let whole = near.get(i).map(|&(whole, _)| whole);
            opened.push(Opened::new(Some(p), key, self.guess(state, shortest, whole)));
        }
    }
}

impl Goal for Connection {
    type State = State;
    type Step = Step;
    type Key = u64;
    type Ground = PointSet;

    const SHARES: bool = true;
    const PASSES_FIRST: bool = true;

    fn key(&self, state: &State) -> u64 {
        self.sides.key(state)
    }

    fn hash(key: &u64) -> u64 {
        *key
    }

    fn is_provers(&self, state: &State) -> bool {
        state.to_move == self.sides.prover
    }

    fn look(&mut self, state: &State) -> Option<Numbers> {
        if self.are_one(&state.board) {
            return Some(self.sides.decided(Side::Defender));
        }
        let connects = match state.to_move {
            Side::Defender => self.sequence(state).is_some(),
            Side::Attacker => Links::of(&state.board, self.ends).are_two(),
        };
        Some(if connects && self.stand(&state.board) {
            self.sides.decided(Side::Defender)
        } else {
            self.glance(state)
        })
    }

    fn open(&mut self, state: &State, opened: &mut Vec<Opened<Step, u64>>) {
        let sequence = self.sequence(state);
        match (state.to_move, sequence) {
            (Side::Attacker, _) => {
                let numbers = match sequence {
                    Some(_) => self.sides.decided(Side::Defender),
                    None => self.after_pass(state),
                };
                opened.push(Opened::new(None, self.sides.key_after_pass(state), numbers));
                if sequence.is_some() {
                    // What else matters is told by its ground.
                    return;
                }
            }
            (Side::Defender, Some(Sequence { first, .. })) => {
                if let Some((key, _)) = self.sides.foresee(state, first) {
                    opened.push(Opened::new(Some(first), key, self.sides.decided(Side::Defender)));
                    return;
                }
            }
            (Side::Defender, None) => {}
        }
        let (shortest, near, mut moves) = self.moves(&state.board, state.to_move);
        if self.everything {
            moves.add(state.board.empty().iter());
        }
        self.list(state, shortest, &near, &moves, opened);
        if state.to_move == Side::Defender {
            opened.push(Opened::new(None, self.sides.key_after_pass(state), self.sides.guess(3, 3)));
        }
    }

    fn glance_ground(&self, state: &State) -> PointSet {
        if self.are_one(&state.board) {
            return PointSet::EMPTY;
        }
        match state.to_move {
            Side::Defender => self.known_ground(state),
            Side::Attacker => {
                let links = Links::of(&state.board, self.ends);
                links.points | weak_points(&state.board, self.ends)
            }
        }
    }

    fn opened_ground(&self, state: &State, _: Step) -> PointSet {
        self.known_ground(state)
    }

    fn rest(&self, state: &State, step: Step, ground: &mut PointSet) {
        let Some(p) = step else { return };
        ground.insert(p);
        if state.to_move == Side::Defender {
            *ground |=
                resting_points(&state.board, self.sides.color, p) | weak_points(&state.board, self.ends);
        }
    }

    fn answers(&mut self, state: &State, ground: &PointSet, opened: &mut Vec<Opened<Step, u64>>) {
        let ground = *ground & state.board.empty();
        let (shortest, near, natural) = self.moves(&state.board, Side::Attacker);
        let near: Vec<(u8, Point)> = near.into_iter().filter(|&(_, p)| ground.contains(p)).collect();
        let mut moves: Points = natural.iter().copied().filter(|&p| ground.contains(p)).collect();
        moves.add(ground.iter());
        self.list(state, shortest, &near, &moves, opened);
    }

    fn enter(&self, state: &mut State, step: Step) {
        self.sides.enter(state, step);
    }
}

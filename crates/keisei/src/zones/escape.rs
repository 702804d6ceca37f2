//! Escapes: whether stones that are shut in connect to living stones of their side.
//!
//! ```text
//! X X O O X .     White closes the corner at a. If Black moves first there, the two stones below connect to those
//! . O . O X .     on the right; if White does, they stay where they are. Black's way out has one empty
//! . X X a X .     point: it is one move long.
//! ```
//!
//! A *way* leads from the stones through empty points, stones of their side and opposing blocks in
//! atari; it is as long as the points on it that are not yet their side's. The side that escapes
//! has a number of moves, so only ways that are no longer matter, to it and to the side that stops
//! it: both play on such ways, take blocks that are in atari beside them, and save their own from
//! that. Each side may pass.
//!
//! Invariant: an escape within some moves is one within more.
//!
//! Known to fail: an escape that takes more moves, or a ladder; a cut that is answered by capturing
//! more than a block in atari; and ko, which it does not know: a capture can be taken back at once.

use keisei_goban::{Board, Color, Point, PointSet};

/// Stones that are shut in, and where they want to get.
#[derive(Clone, Copy, Debug)]
pub(super) struct Escape {
    /// Whose stones they are.
    pub(super) color: Color,
    /// The stones that are shut in.
    pub(super) stones: PointSet,
    /// The living stones of their side.
    pub(super) living: PointSet,
}

/// The ways of a board.
struct Ways {
    /// Points on ways, but for stones of the side that escapes.
    points: PointSet,
    /// The stones of that side along the ways.
    stones: PointSet,
}

impl Escape {
    /// Whether the stones are connected, and not in atari then. Points where the opponent would
    /// have no liberty connect as well.
    fn done(&self, board: &Board) -> bool {
        let (own, other) = (board.stones(self.color), self.color.opponent());
        if !self.stones.is_subset(&own) {
            return false;
        }
        let free = board.empty() | board.stones(other);
        let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(columns, rows)| free.shifted(columns, rows));
        let shut = sides.iter().fold(board.empty(), |shut, side| shut - *side);
        let joining: PointSet = shut.iter().filter(|&p| board.is_suicide(other, p)).collect();
        let connected = (self.living & own).flood(&(own | joining)) & self.stones;
        connected.iter().filter_map(|p| board.block(p)).any(|block| block.liberties() > 1)
    }

    /// The ways that are no longer than some moves: none once a stone was taken.
    fn ways(&self, board: &Board, moves: usize) -> Ways {
        let own = board.stones(self.color);
        let mut ways = Ways { points: PointSet::EMPTY, stones: PointSet::EMPTY };
        if !self.stones.is_subset(&own) {
            return ways;
        }
        let atari = board.blocks().filter(|block| block.color() != self.color && block.liberties() == 1);
        let open = board.empty() | atari.fold(PointSet::EMPTY, |all, block| all | block.stone_set());
        // A way does not go on where it has arrived.
        let steps = |start: PointSet, end: PointSet| {
            let own = own - end;
            let mut within = vec![start.flood(&own)];
            for i in 0..moves {
                let next = within[i] | (within[i].grown() & open);
                within.push(next | (next.grown() & own).flood(&own));
            }
            within
        };
        let living = self.living & own;
        let (from, to) = (steps(self.stones, living), steps(living, self.stones));
        for i in 1..=moves {
            let met = from[i] & to[moves + 1 - i];
            ways.points |= met & open;
            ways.stones |= met & own;
        }
        ways
    }

    /// Where it is worth while to play for either side, if the stones have this many moves to
    /// escape.
    pub(super) fn spots(&self, board: &Board, moves: usize) -> PointSet {
        let ways = self.ways(board, moves);
        if ways.points.is_empty() {
            return PointSet::EMPTY;
        }
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let mut rest = (ways.points.grown() | ways.stones | self.stones) & stones;
        let mut spots = ways.points & board.empty();
        while let Some(block) = rest.first().and_then(|p| board.block(p)) {
            if block.liberties() == 1 {
                spots |= block.liberty_set();
            }
            rest -= block.stone_set();
        }
        spots
    }

    /// Whether the stones escape in so many moves if their side moves first.
    pub(super) fn succeeds(&self, board: &Board, moves: usize) -> bool {
        // Few moves first: what is near is found soon.
        self.done(board) || (1..=moves).any(|moves| !self.strikes(board, moves, true).is_empty())
    }

    /// The moves after which the stones escape whatever is answered, with so many moves in all; the
    /// first of them if that is enough.
    pub(super) fn strikes(&self, board: &Board, moves: usize, any: bool) -> PointSet {
        let mut strikes = PointSet::EMPTY;
        for p in self.spots(board, moves) {
            if let Some(next) = after(board, self.color, p)
                && self.cannot_be_stopped(&next, moves - 1)
            {
                strikes.insert(p);
                if any {
                    break;
                }
            }
        }
        strikes
    }

    /// The opponent's moves after which the stones do not escape in so many moves.
    pub(super) fn answers(&self, board: &Board, moves: usize) -> PointSet {
        let stopped = |&p: &Point| {
            after(board, self.color.opponent(), p).is_some_and(|next| !self.succeeds(&next, moves))
        };
        self.spots(board, moves).iter().filter(stopped).collect()
    }

    /// Whether the stones escape if the opponent moves first.
    fn cannot_be_stopped(&self, board: &Board, moves: usize) -> bool {
        if self.done(board) {
            return true;
        }
        // If a pass stops them, so it is.
        moves > 0
            && self.succeeds(board, moves)
            && self.spots(board, moves).iter().all(|p| {
                after(board, self.color.opponent(), p).is_none_or(|next| self.succeeds(&next, moves))
            })
    }
}

/// The board with one more stone; `None` if that would be suicide.
pub(super) fn after(board: &Board, color: Color, point: Point) -> Option<Board> {
    let mut next = board.clone();
    let outcome = next.play(color, point).ok()?;
    (!outcome.suicide).then_some(next)
}

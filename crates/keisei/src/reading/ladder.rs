//! Ladders: a block is chased by atari after atari until it is taken, or has three liberties.
//!
//! ```text
//! . . . . . . .     Black plays 1, 3, 5, …; White has one answer each time. Nothing branches until
//! . . . 5 . . .     there is something on the way, so a ladder across the board is a walk, not a
//! . . 1 4 . . .     search: it is played on one board, and only where there are two ways to go on
//! . X O 2 3 . .     is that board copied.
//! . . X X . . .
//! ```
//!
//! The attacker has only the two liberties of the block, the defender only its last liberty and the
//! chasers that are in atari. A ko on the way, or a captor that could be taken in turn, is *unclear*:
//! then the search of [`super::capture`] has to tell.

use arrayvec::ArrayVec;
use keisei_goban::{Block, Board, Color, Point, PointSet};
use smallvec::SmallVec;

use super::sides::around;

/// What comes of a chase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chase {
    /// The block is taken; the attacker's first move, if he began.
    Taken(Option<Point>),
    /// It gets away; the defender's first move, if he began.
    Escapes(Option<Point>),
    /// Neither is certain.
    Unclear,
}

/// The longest chase, in boards and moves.
const LONGEST: u32 = 2_000;

/// A block that is chased.
pub(super) struct Ladder {
    color: Color,
    target: Point,
    /// How many moves were played.
    pub(super) moves: u32,
    /// Where they were played.
    pub(super) played: PointSet,
    /// Stones of the attacker's that must not be taken on the way.
    kept: ArrayVec<Point, 2>,
}

/// How the block stands when the attacker is to move.
#[derive(Clone)]
struct Runner {
    board: Board,
    liberties: [Point; 2],
    /// Chasers that may be in atari.
    weak: SmallVec<[Point; 8]>,
}

impl Ladder {
    /// For the block on a point.
    pub(super) fn new(color: Color, target: Point) -> Ladder {
        Ladder { color, target, moves: 0, played: PointSet::EMPTY, kept: ArrayVec::new() }
    }

    /// The same if two stones of the attacker's must not be taken on the way.
    pub(super) fn keeping(self, kept: [Point; 2]) -> Ladder {
        Ladder { kept: ArrayVec::from(kept), ..self }
    }

    /// What comes of a block with two liberties if the attacker moves first.
    pub(super) fn attack(&mut self, board: &Board) -> Chase {
        let mut runner = self.runner(board);
        self.look(&mut runner).unwrap_or_else(|| self.chase(&mut runner))
    }

    /// What comes of a block in atari if its owner moves first.
    pub(super) fn defend(&mut self, board: &Board) -> Chase {
        let (liberties, foes) = around(board, self.target);
        let [last] = liberties[..] else { return Chase::Unclear };
        let runner = Runner { weak: foes.iter().copied().collect(), ..self.runner(board) };
        self.run(&runner, last)
    }

    fn count(&mut self, p: Point) {
        self.moves += 1;
        self.played.insert(p);
    }

    fn runner(&self, board: &Board) -> Runner {
        Runner { board: board.clone(), liberties: [self.target; 2], weak: SmallVec::new() }
    }

    /// Finds the liberties and chasers of the block with the attacker to move; what comes of it if it
    /// is no longer chased.
    fn look(&self, runner: &mut Runner) -> Option<Chase> {
        let (liberties, foes) = around(&runner.board, self.target);
        match liberties[..] {
            [] => Some(Chase::Unclear),
            [last] => Some(self.take(&runner.board, last)),
            [a, b] => {
                (runner.liberties, runner.weak) = ([a, b], foes.iter().copied().collect());
                None
            }
            _ => Some(Chase::Escapes(None)),
        }
    }

    /// Taking a block on its last liberty.
    fn take(&self, board: &Board, last: Point) -> Chase {
        let block = board.block(self.target).expect("it is chased");
        let captor = board.liberties_after(self.color.opponent(), last);
        if captor.len() > 1 && block.len() > 1 { Chase::Taken(Some(last)) } else { Chase::Unclear }
    }

    /// The attacker moves, and the chase goes on as long as there is only one way.
    fn chase(&mut self, runner: &mut Runner) -> Chase {
        let mut first = None;
        loop {
            let (mut ways, mut unclear) = self.ataris(runner);
            if self.moves >= LONGEST {
                return Chase::Unclear;
            }
            if ways.len() > 1 {
                // One of them is tried on a copy.
                let (atari, last) = ways.remove(0);
                let mut copy = runner.clone();
                let chase = self.answer(&mut copy, atari, last).unwrap_or_else(|| self.chase(&mut copy));
                match chase {
                    Chase::Taken(_) => return Chase::Taken(first.or(Some(atari))),
                    Chase::Unclear => unclear = true,
                    Chase::Escapes(_) => {}
                }
            }
            let failed = if unclear { Chase::Unclear } else { Chase::Escapes(None) };
            let Some(&(atari, last)) = ways.first() else { return failed };
            first = first.or(Some(atari));
            let chase = match self.answer(runner, atari, last) {
                None if !unclear => continue,
                None => self.chase(runner),
                Some(chase) => chase,
            };
            return match chase {
                Chase::Taken(_) => Chase::Taken(first),
                Chase::Escapes(_) => failed,
                Chase::Unclear => Chase::Unclear,
            };
        }
    }

    /// The ataris that the block does not escape from at once, each with the liberty that it leaves;
    /// and whether there is one of which nothing can be told.
    fn ataris(&self, runner: &Runner) -> (ArrayVec<(Point, Point), 2>, bool) {
        let (mut ways, mut unclear) = (ArrayVec::new(), false);
        let [a, b] = runner.liberties;
        for (atari, last) in [(a, b), (b, a)] {
            let outcome = runner.board.outcome_after(self.color.opponent(), atari);
            if outcome.suicide || outcome.captured == 0 && self.escapes_at(&runner.board, last, atari) {
                continue;
            }
            match outcome.ko {
                Some(_) => unclear = true,
                None => ways.push((atari, last)),
            }
        }
        (ways, unclear)
    }

    /// Whether the block gets three liberties at once if it runs to its last liberty after an atari
    /// that takes nothing; a way that takes stones is not looked at.
    fn escapes_at(&self, board: &Board, last: Point, atari: Point) -> bool {
        let mut room: ArrayVec<Point, 3> = ArrayVec::new();
        let mut add = |p: Point| {
            if p != last && p != atari && !room.contains(&p) && !room.is_full() {
                room.push(p);
            }
        };
        for q in last.neighbors() {
            if board.is_empty(q) {
                add(q);
            } else if board.get(q) == Some(self.color)
                && let Some(friend) = board.block(q)
                && !friend.contains(self.target)
            {
                // Every one of its liberties is new to the block, whose own are these two.
                friend.stones().flat_map(Point::neighbors).filter(|&p| board.is_empty(p)).for_each(&mut add);
            }
        }
        room.is_full()
    }

    /// The attacker gives atari, and the defender answers; what comes of it, if it is over.
    fn answer(&mut self, runner: &mut Runner, atari: Point, last: Point) -> Option<Chase> {
        self.count(atari);
        let Runner { board, weak, .. } = runner;
        if board.play(self.color.opponent(), atari).is_err() {
            return Some(Chase::Unclear);
        }
        weak.push(atari);
        weak.retain(|foe| board.block(*foe).is_some_and(|block| block.liberties() == 1));
        match weak.is_empty() {
            true => self.extend(runner, last),
            false => Some(self.run(runner, last)),
        }
    }

    /// Whether a stone alone, in atari, can be left there because taking it is a ko, or may become
    /// one: its last liberty has no more than one way for the captor to have another.
    fn may_be_ko(&self, board: &Board, last: Point) -> bool {
        let is_way = |q: &Point| board.is_empty(*q) || board.get(*q) == Some(self.color.opponent());
        board.block(self.target).is_some_and(|block| block.len() == 1)
            && last.neighbors().iter().filter(|q| is_way(q)).count() <= 1
    }

    /// The defender, in atari, takes a chaser or runs: the best that comes of it.
    fn run(&mut self, runner: &Runner, last: Point) -> Chase {
        let Runner { board, weak, .. } = runner;
        let mut ways: SmallVec<[Point; 4]> = SmallVec::new();
        for &foe in weak {
            let Some(block) = board.block(foe).filter(|block| block.liberties() == 1) else { continue };
            let liberty = block.liberty_set().first();
            ways.extend(liberty.filter(|liberty| !ways.contains(liberty)));
        }
        if !ways.contains(&last) {
            ways.push(last);
        }
        let mut best = if self.may_be_ko(board, last) { Chase::Unclear } else { Chase::Taken(None) };
        for way in ways {
            self.count(way);
            let outcome = board.outcome_after(self.color, way);
            if outcome.suicide {
                continue;
            }
            if outcome.ko.is_some() || self.moves >= LONGEST {
                best = Chase::Unclear;
                continue;
            }
            let mut after = runner.clone();
            let chase = match after.board.play(self.color, way) {
                Ok(_) if self.kept.iter().any(|&p| after.board.is_empty(p)) => Chase::Escapes(None),
                Ok(_) => self.look(&mut after).unwrap_or_else(|| self.chase(&mut after)),
                Err(_) => Chase::Unclear,
            };
            match chase {
                Chase::Escapes(_) => return Chase::Escapes(Some(way)),
                Chase::Unclear => best = Chase::Unclear,
                Chase::Taken(_) => {}
            }
        }
        best
    }

    /// The defender, in atari, runs to his last liberty, and no chaser is in atari; what comes of it,
    /// if it is over.
    fn extend(&mut self, runner: &mut Runner, last: Point) -> Option<Chase> {
        self.count(last);
        if self.may_be_ko(&runner.board, last) {
            return Some(self.run(runner, last));
        }
        let board = &mut runner.board;
        let is_friend = |q: Point| {
            board.get(q) == Some(self.color)
                && board.block(q).is_some_and(|friend| !friend.contains(self.target))
        };
        let joins = last.neighbors().into_iter().any(is_friend);
        if board.is_suicide(self.color, last) {
            return Some(Chase::Taken(None));
        }
        if board.play(self.color, last).is_err() {
            return Some(Chase::Unclear);
        }
        if joins {
            return self.look(runner);
        }
        // A block in atari has no liberties but those of the new stone.
        let foe = Some(self.color.opponent());
        let near = last.neighbors();
        let liberties: ArrayVec<Point, 4> = near.into_iter().filter(|&q| board.is_empty(q)).collect();
        match liberties[..] {
            [a, b] => {
                runner.liberties = [a, b];
                runner.weak.extend(near.into_iter().filter(|&q| runner.board.get(q) == foe));
                None
            }
            [only] => Some(self.take(board, only)),
            _ => Some(Chase::Escapes(None)),
        }
    }
}

/// Where a stone of the chased block's owner may change a ladder in which moves were played on these
/// points: on its way, beside it, or on the last liberties of its chasers.
pub(super) fn interferes(board: &Board, color: Color, target: Point, played: PointSet) -> PointSet {
    let target = board.block(target).map(Block::stone_set).unwrap_or_default();
    let way = played.grown();
    let mut points = way;
    // Chasers that run out of liberties.
    let mut chasers = (way | target.grown()) & board.stones(color.opponent());
    while let Some(block) = chasers.first().and_then(|p| board.block(p)) {
        if block.liberties() <= 3 {
            points |= block.liberty_set();
        }
        chasers -= block.stone_set();
    }
    points & board.empty()
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Setup, Size};

    use super::*;

    /// The same by trying everything: whether the block is taken, `None` if that is unclear.
    fn attacked(board: &Board, color: Color, target: Point) -> Option<bool> {
        let block = board.block(target).unwrap();
        let liberties = block.liberty_set();
        if liberties.len() > 2 {
            return Some(false);
        }
        let mut all = Some(false);
        for p in liberties.iter() {
            let mut after = board.clone();
            let outcome = after.play(color.opponent(), p).unwrap();
            let taken = if outcome.suicide {
                Some(false)
            } else if liberties.len() == 1 {
                let captor = after.block(p).unwrap().liberties();
                return (block.len() > 1 && captor > 1).then_some(true);
            } else if outcome.ko.is_some() {
                None
            } else {
                defended(&after, color, target)
            };
            match taken {
                Some(true) => return Some(true),
                Some(false) => {}
                None => all = None,
            }
        }
        all
    }

    fn defended(board: &Board, color: Color, target: Point) -> Option<bool> {
        let block = board.block(target).unwrap();
        let mut ways = block.liberty_set();
        for foe in block.stones().flat_map(Point::neighbors).filter_map(|q| board.block(q)) {
            if foe.color() != color && foe.liberties() == 1 {
                ways |= foe.liberty_set();
            }
        }
        let last = block.liberty_set().first().unwrap();
        let captors = last
            .neighbors()
            .into_iter()
            .filter(|&q| board.is_empty(q) || board.get(q).is_some_and(|stone| stone != color));
        let mut all = (block.len() > 1 || captors.count() > 1).then_some(true);
        for p in ways.iter().filter(|&p| !board.is_suicide(color, p)) {
            let mut after = board.clone();
            let ko = after.play(color, p).unwrap().ko;
            match if ko.is_some() { None } else { attacked(&after, color, target) } {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all = None,
            }
        }
        all
    }

    #[test]
    fn ladders_are_what_trying_everything_says() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut count, mut longest) = ([0; 3], 0);
        while count[0] < 1_000 || count[1] < 1_000 {
            let size = Size::square(random.u32(5..=11)).unwrap();
            let mut setup = Setup::new(size);
            let share = random.u32(3..14);
            for p in size.points() {
                if random.u32(..share) == 0 {
                    setup.set(p, Some(if random.bool() { Color::Black } else { Color::White }));
                }
            }
            let Ok(board) = Board::from_setup(&setup) else { continue };
            for block in board.blocks().filter(|block| block.liberties() <= 2) {
                let (color, target) = (block.color(), block.stones().next().unwrap());
                let mut ladder = Ladder::new(color, target);
                let (chase, naive) = match block.liberties() {
                    2 => (ladder.attack(&board), attacked(&board, color, target)),
                    _ => (ladder.defend(&board), defended(&board, color, target)),
                };
                longest = longest.max(ladder.moves);
                let found = match chase {
                    Chase::Taken(_) => Some(true),
                    Chase::Escapes(_) => Some(false),
                    Chase::Unclear => None,
                };
                assert_eq!(found, naive, "{target} on {board:?}");
                count[found.map_or(2, usize::from)] += 1;
            }
        }
        assert!(count[2] < count[0] && longest > 30, "{count:?}, {longest} moves");
    }
}

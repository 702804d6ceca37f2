//! Connecting two blocks by direct threats: each move of the defender's threatens to make them one, so
//! that the attacker has one answer, and in the end there are two ways at once.
//!
//! ```text
//! . . . . .     a threatens to connect at b. White has to play there, and then c threatens at d and
//! X a b . X     e, of which she can stop only one.
//! . c d . .
//! . . e X .
//! ```
//!
//! As a ladder is for captures, such a sequence is a walk and no search: an answer is forced, because
//! after any other the blocks are one block at once. So what the walk shows is certain, and so is where
//! the attacker has to play if he is to move instead: on the *ground* of the sequence. It has the points
//! where stones are played, the links that are left in the end, and the liberties of blocks with so few
//! that they might be taken first. Whatever he plays elsewhere changes nothing.

use keisei_goban::{Block, Board, Color, Point, PointSet};
use smallvec::SmallVec;

/// The most forced answers that are followed.
const ANSWERS: u32 = 24;

/// The longest sequence, in threats.
const LONGEST: u32 = 6;

/// Where a stone of the defender's makes the two blocks one.
#[derive(Clone, Copy)]
pub(super) struct Links {
    pub(super) points: PointSet,
    /// How many liberties the blocks have, these among them.
    room: usize,
}

impl Links {
    /// Of the blocks on two points.
    pub(super) fn of(board: &Board, ends: [Point; 2]) -> Links {
        let [a, b] = liberties(board, ends);
        Links { points: a & b, room: (a | b).len() }
    }

    /// Whether there are two at least, so that one is left whatever the attacker plays.
    pub(super) fn are_two(&self) -> bool {
        self.are_open(2) && self.points.iter().nth(1).is_some()
    }

    /// Whether playing one of them is never suicide, with so many more stones on the liberties.
    fn are_open(&self, stones: usize) -> bool {
        self.room > stones
    }
}

/// Of the blocks on two points.
fn liberties(board: &Board, ends: [Point; 2]) -> [PointSet; 2] {
    ends.map(|end| board.block(end).map(Block::liberty_set).unwrap_or_default())
}

/// With so many liberties blocks hold although the attacker played elsewhere before.
const FIRM: usize = 4;

/// The liberties of those of the blocks on two points that have few.
pub(super) fn weak_points(board: &Board, ends: [Point; 2]) -> PointSet {
    few_liberties(ends.into_iter().filter_map(|end| board.block(end)))
}

/// Where a stone of the attacker's may keep a stone of the defender's from doing what it does: on the
/// liberties of the blocks that it joins, and of those that hold in what it takes.
pub(super) fn resting_points(board: &Board, color: Color, point: Point) -> PointSet {
    let beside = || point.neighbors().into_iter().filter_map(|q| board.block(q));
    let mut points = few_liberties(beside().filter(|block| block.color() == color));
    for taken in beside().filter(|block| block.color() != color && block.liberties() == 1) {
        let holders = taken.stones().flat_map(Point::neighbors).filter_map(|q| board.block(q));
        points |= few_liberties(holders.filter(|block| block.color() == color));
    }
    points
}

fn few_liberties<'b>(blocks: impl Iterator<Item = Block<'b>>) -> PointSet {
    let few = blocks.filter(|block| block.liberties() < FIRM);
    few.fold(PointSet::EMPTY, |all, block| all | block.liberty_set())
}

/// A sequence of threats that connects two blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequence {
    /// Its first move.
    pub(super) first: Point,
    /// Where a stone of the attacker's would change it.
    pub(super) ground: PointSet,
}

/// Looks for sequences.
pub(super) struct Threats {
    /// The defender's colour.
    color: Color,
    ends: [Point; 2],
    /// How many answers were followed.
    pub(super) answers: u32,
}

impl Threats {
    pub(super) fn new(color: Color, ends: [Point; 2]) -> Threats {
        Threats { color, ends, answers: 0 }
    }

    /// A sequence by which the defender, who is to move and may not play on `ko`, connects.
    pub(super) fn find(&mut self, board: &Board, ko: Option<Point>) -> Option<Sequence> {
        self.follow(board, ko, LONGEST)
    }

    /// Each sequence has to hold although the attacker played once more before, somewhere outside its
    /// ground.
    fn follow(&mut self, board: &Board, ko: Option<Point>, threats: u32) -> Option<Sequence> {
        let ends = liberties(board, self.ends);
        let links = Links::of(board, self.ends);
        if let Some(first) = links.points.iter().find(|&p| ko != Some(p)).filter(|_| links.are_open(2)) {
            let ground = links.points;
            return Some(Sequence { first, ground });
        }
        if threats == 0 {
            return None;
        }
        let mut forcing: SmallVec<[(Point, Option<Point>); 16]> = SmallVec::new();
        for first in (ends[0] | ends[1]).iter().filter(|&p| ko != Some(p)) {
            let links = self.links_after(board, ends, first);
            if !links.are_open(3) {
                continue;
            }
            let mut points = links.points.iter();
            match (points.next(), points.next(), points.next()) {
                (Some(_), Some(_), _) => {
                    let mut ground = links.points | resting_points(board, self.color, first);
                    ground.insert(first);
                    return Some(Sequence { first, ground });
                }
                (answer @ Some(_), None, _) => forcing.push((first, answer)),
                _ => {}
            }
        }
        for end in self.ends {
            self.captures(board, end, &mut forcing);
        }
        for (first, answer) in forcing.into_iter().filter(|&(first, _)| ko != Some(first)) {
            if self.answers == ANSWERS {
                return None;
            }
            self.answers += 1;
            let mut after = board.clone();
            let Ok(outcome) = after.play(self.color, first) else { continue };
            if outcome.suicide || outcome.ko.is_some() {
                continue;
            }
            let mut ground = resting_points(board, self.color, first);
            ground.insert(first);
            let answer = match answer {
                Some(answer) => answer,
                None => {
                    let links = Links::of(&after, self.ends);
                    let mut points = links.points.iter();
                    match (points.next(), points.next(), points.next()) {
                        _ if !links.are_open(3) => continue,
                        (Some(_), Some(_), _) => {
                            ground |= links.points & board.empty();
                            return Some(Sequence { first, ground });
                        }
                        (Some(answer), ..) => answer,
                        (None, ..) => continue,
                    }
                }
            };
            ground.insert(answer);
            ground |= self.last_liberties(&after, answer);
            let Ok(outcome) = after.play(self.color.opponent(), answer) else { continue };
            if outcome.suicide {
                // The attacker has no answer.
                return Some(Sequence { first, ground: ground & board.empty() });
            }
            if self.ends.iter().any(|&end| after.get(end) != Some(self.color)) {
                continue;
            }
            if let Some(rest) = self.follow(&after, outcome.ko, threats - 1) {
                return Some(Sequence { first, ground: (ground | rest.ground) & board.empty() });
            }
        }
        None
    }

    /// The last liberties but one of what an answer would take if the attacker had played there before.
    fn last_liberties(&self, board: &Board, answer: Point) -> PointSet {
        let mut all = PointSet::EMPTY;
        for block in answer.neighbors().into_iter().chain(self.ends).filter_map(|q| board.block(q)) {
            if block.color() == self.color && block.liberties() <= 2 {
                all |= block.liberty_set();
            }
        }
        all
    }

    /// Adds the moves that take a block beside an end.
    fn captures(&self, board: &Board, end: Point, forcing: &mut SmallVec<[(Point, Option<Point>); 16]>) {
        let foe = self.color.opponent();
        let Some(block) = board.block(end) else { return };
        for q in block.stones().flat_map(Point::neighbors).filter(|&q| board.get(q) == Some(foe)) {
            let caught = board.block(q).filter(|caught| caught.liberties() == 1);
            let Some(first) = caught.and_then(|caught| caught.liberty_set().first()) else { continue };
            if !forcing.contains(&(first, None)) {
                forcing.push((first, None));
            }
        }
    }

    /// Where the blocks could be made one after a stone on a liberty of one of them.
    fn links_after(&self, board: &Board, [a, b]: [PointSet; 2], first: Point) -> Links {
        let (mut near, far) = if a.contains(first) { (a, b) } else { (b, a) };
        for q in first.neighbors() {
            if board.is_empty(q) {
                near.insert(q);
            } else if board.get(q) == Some(self.color)
                && let Some(friend) = board.block(q)
                && !self.ends.iter().any(|&end| friend.contains(end))
            {
                near |= friend.liberty_set();
            }
        }
        let (mut points, mut room) = (near & far, near | far);
        points.remove(first);
        room.remove(first);
        Links { points, room: room.len() }
    }
}

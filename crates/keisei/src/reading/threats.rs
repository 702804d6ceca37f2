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
//! the attacker has to play if he is to move instead: on a point of the sequence itself (its *zone*).
//! Whatever he plays elsewhere changes none of its moves, since every block in it has a link among its
//! liberties at each of the defender's moves.

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
    /// Whether that is never suicide, even after another stone of the attacker's.
    have_room: bool,
}

impl Links {
    /// Of the blocks on two points.
    pub(super) fn of(board: &Board, ends: [Point; 2]) -> Links {
        let [a, b] = liberties(board, ends);
        Links { points: a & b, have_room: (a | b).len() > 2 }
    }

    /// Whether there are so many of them, and none is suicide.
    pub(super) fn are(&self, many: usize) -> bool {
        self.have_room && self.points.iter().nth(many - 1).is_some()
    }
}

fn liberties(board: &Board, ends: [Point; 2]) -> [PointSet; 2] {
    ends.map(|end| board.block(end).map(Block::liberty_set).unwrap_or_default())
}

/// A sequence of threats that connects two blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequence {
    /// Its first move.
    pub(super) first: Point,
    /// Where a stone of the attacker's would change it.
    pub(super) zone: PointSet,
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

    fn follow(&mut self, board: &Board, ko: Option<Point>, threats: u32) -> Option<Sequence> {
        let ends = liberties(board, self.ends);
        let links = Links::of(board, self.ends);
        if let Some(first) = links.points.iter().find(|&p| ko != Some(p)).filter(|_| links.have_room) {
            // Of two links one is left, whatever the attacker does.
            let zone = if links.are(2) { PointSet::EMPTY } else { links.points };
            return Some(Sequence { first, zone });
        }
        if threats == 0 {
            return None;
        }
        let mut forcing: SmallVec<[(Point, Point); 16]> = SmallVec::new();
        for first in (ends[0] | ends[1]).iter().filter(|&p| ko != Some(p)) {
            let Some(links) = self.links_after(board, ends, first) else { continue };
            let mut points = links.iter();
            match (points.next(), points.next(), points.next()) {
                (Some(_), Some(_), third) => {
                    let mut zone = if third.is_none() { links } else { PointSet::EMPTY };
                    zone.insert(first);
                    return Some(Sequence { first, zone });
                }
                (Some(answer), None, _) => forcing.push((first, answer)),
                _ => {}
            }
        }
        let mut taking: SmallVec<[(Point, PointSet); 4]> = SmallVec::new();
        for end in self.ends {
            self.captures(board, end, &mut taking);
        }
        let takes = taking.into_iter().map(|(first, saves)| (first, None, saves));
        let forcing = forcing.into_iter().map(|(first, answer)| (first, Some(answer), PointSet::EMPTY));
        for (first, answer, saves) in takes.chain(forcing).filter(|&(first, ..)| ko != Some(first)) {
            if self.answers == ANSWERS {
                return None;
            }
            self.answers += 1;
            let mut after = board.clone();
            let Ok(outcome) = after.play(self.color, first) else { continue };
            if outcome.suicide || outcome.ko.is_some() {
                continue;
            }
            let mut zone = saves;
            zone.insert(first);
            let answer = match answer {
                Some(answer) => answer,
                None => {
                    let links = Links::of(&after, self.ends);
                    match (links.are(2), links.points.first()) {
                        (true, _) => {
                            if links.points.len() == 2 {
                                zone |= links.points & board.empty();
                            }
                            return Some(Sequence { first, zone });
                        }
                        (false, Some(answer)) if links.have_room => answer,
                        _ => continue,
                    }
                }
            };
            let answered = after.play(self.color.opponent(), answer);
            zone.insert(answer);
            let Ok(outcome) = answered.map(|outcome| (outcome.suicide, outcome.ko)) else { continue };
            if outcome.0 {
                // The attacker has no answer.
                return Some(Sequence { first, zone: zone & board.empty() });
            }
            if self.ends.iter().any(|&end| after.get(end) != Some(self.color)) {
                continue;
            }
            if let Some(rest) = self.follow(&after, outcome.1, threats - 1) {
                zone |= rest.zone;
                // With one liberty left an end would be taken by the answer, if the attacker had played
                // there before.
                for liberties in liberties(&after, self.ends).into_iter().filter(|set| set.len() == 1) {
                    zone |= liberties;
                }
                return Some(Sequence { first, zone: zone & board.empty() });
            }
        }
        None
    }

    /// Adds the moves that take a block beside an end, each with where the attacker could prevent it: by
    /// taking a stone that holds that block in.
    fn captures(&self, board: &Board, end: Point, taking: &mut SmallVec<[(Point, PointSet); 4]>) {
        let foe = self.color.opponent();
        let Some(block) = board.block(end) else { return };
        for q in block.stones().flat_map(Point::neighbors).filter(|&q| board.get(q) == Some(foe)) {
            let Some(caught) = board.block(q).filter(|caught| caught.liberties() == 1) else { continue };
            let Some(first) = caught.liberty_set().first() else { continue };
            if taking.iter().any(|&(known, _)| known == first) {
                continue;
            }
            let mut saves = PointSet::EMPTY;
            for holder in caught.stones().flat_map(Point::neighbors).filter_map(|q| board.block(q)) {
                if holder.color() == self.color && holder.liberties() == 1 {
                    saves |= holder.liberty_set();
                }
            }
            taking.push((first, saves));
        }
    }

    /// Where the blocks could be made one after a stone on a liberty of one of them; `None` if that may
    /// be suicide.
    fn links_after(&self, board: &Board, [a, b]: [PointSet; 2], first: Point) -> Option<PointSet> {
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
        let (mut links, mut room) = (near & far, near | far);
        links.remove(first);
        room.remove(first);
        (room.len() > 2).then_some(links)
    }
}

//! Groups that live only as long as they are connected, and where they can be cut off.
//!
//! ```text
//! . X O O O
//! X X O . .     Black's three stones on the right have no eyes: White cuts them off at a.
//! O O a X X
//! . O O O X
//! ```
//!
//! Blocks beside the same territory of their side are one group. A group is *weak* if its territory
//! is not enough for two eyes: no part of three points or more, and no two parts. It lives by the
//! points where it can be joined to a group that is not weak. If only one of these is left, and a
//! stone of the opponent's there cannot be taken at once, it can be cut off.
//!
//! Known to fail: parts of three points that are no two eyes; eyes that are false; connections of
//! more than one step.

use keisei_goban::{Board, ByColor, Color, Point, PointSet};

use super::tactics::Tactics;

/// A group that can be cut off.
pub(super) struct Cut {
    /// One of its stones.
    pub(super) stone: Point,
    pub(super) stones: PointSet,
    /// Where.
    pub(super) at: Point,
}

/// From so many points on a part of the territory gives two eyes.
const ROOM: usize = 3;

/// Blocks that are joined by territory.
struct Group {
    stones: PointSet,
    /// The parts of its territory.
    eyes: usize,
    largest: usize,
}

impl Group {
    fn is_weak(&self) -> bool {
        self.eyes < 2 && self.largest < ROOM
    }
}

/// The groups of a colour that the opponent, who is to move and may not play on `ko`, can cut off.
pub(super) fn cuts(
    board: &Board,
    living: &ByColor<PointSet>,
    seki: &PointSet,
    color: Color,
    ground: &PointSet,
    ko: Option<Point>,
) -> Vec<Cut> {
    let (mut joined, mut loose): (Vec<Group>, Vec<Group>) =
        groups(&(living[color] - *seki), ground).into_iter().partition(|group| !group.is_weak());
    let mut cuts;
    // What hangs on by two links, or by one that cannot be cut, carries others in turn.
    loop {
        let safe = joined.iter().fold(PointSet::EMPTY, |all, group| all | group.stones);
        let beside = safe.grown() & board.empty();
        cuts = Vec::new();
        let before = loose.len();
        loose.retain_mut(|group| {
            let links = group.stones.grown() & beside;
            let mut usable = links.iter().filter(|&p| !board.is_suicide(color, p));
            match (usable.next(), usable.next()) {
                (None, _) => true,
                (Some(at), None) if can_cut(board, living, color, at, ko) => {
                    cuts.extend(group.stones.first().map(|stone| Cut { stone, stones: group.stones, at }));
                    true
                }
                _ => {
                    joined.push(Group { stones: group.stones, ..*group });
                    false
                }
            }
        });
        if loose.len() == before {
            return cuts;
        }
    }
}

/// Whether a stone of the opponent's on a point stays there.
fn can_cut(board: &Board, living: &ByColor<PointSet>, color: Color, at: Point, ko: Option<Point>) -> bool {
    let attacker = color.opponent();
    let mut after = board.clone();
    Some(at) != ko
        && !board.is_suicide(attacker, at)
        && after.play(attacker, at).is_ok_and(|outcome| outcome.captured == 0)
        && Tactics::attack(&after, at, &living[color], None).is_none()
}

fn groups(stones: &PointSet, ground: &PointSet) -> Vec<Group> {
    // Blocks and territory that hang together; there is nothing of anybody else's in between.
    (*stones | *ground)
        .components()
        .map(|all| {
            let parts: Vec<usize> = (all & (*ground - *stones)).components().map(|part| part.len()).collect();
            Group { stones: all & *stones, eyes: parts.len(), largest: parts.into_iter().max().unwrap_or(0) }
        })
        .filter(|group| !group.stones.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use keisei_goban::diagram;

    use super::*;

    /// Where Black's groups can be cut off, if the points of `ground` are his.
    fn found(text: &str, ground: &[&str]) -> Vec<String> {
        let board = diagram::board(text);
        let living = ByColor::new_with(|color| board.stones(color));
        let ground = ground.iter().map(|v| v.parse::<Point>().unwrap()).collect();
        let cuts = cuts(&board, &living, &PointSet::EMPTY, Color::Black, &ground, None);
        cuts.iter().map(|cut| cut.at.to_string()).collect()
    }

    #[test]
    fn a_group_without_eyes_hangs_on_its_last_link() {
        let text = ". X . X O O\nX X X X O O\nO O O . X O\n. O O O X O\nO . O . . O";
        assert_eq!(found(text, &["A5", "C5"]), ["D3"]);
    }

    #[test]
    fn two_links_are_enough() {
        let text = ". X . X . X\nX X X X . X\nO O O . X O\n. O O O . O\nO . O . . O";
        assert!(found(text, &["A5", "C5"]).is_empty());
    }
}

//! What a colour keeps though it never moves again, and the opponent moves as often as he likes:
//! blocks that cannot be taken, and territory in which he cannot live.
//!
//! ```text
//! . X . X . . .     Black's block lives by A4 and C4. White may fill what lies to the right of it,
//! X X X X . . .     point by point, and keep F4 and G3 empty, which Black does not touch: he lives
//! X X X X . . .     there. If white stones stood on F3 and F4, he could keep one eye at most, and
//! X X X X X X X     all nine points would be Black's.
//! ```
//!
//! GNU Go's `unconditional_status` asks for this. It says more than [`unconditional_life`] does,
//! whose territory is only what the living blocks touch everywhere.
//!
//! # What is claimed
//!
//! - *Stones*: the colour's blocks that no sequence of moves by the opponent alone takes. Those are
//!   the ones that live by Benson's rule \[Benson1976\].
//! - *Territory*: all other points on which, after no sequence of moves by the opponent alone, a
//!   block of his stands that lives by Benson's rule, and which no such blocks enclose. Whatever
//!   stands there comes with it: stones of the opponent are dead, and stones of the colour, though
//!   they can be taken, stand on ground that is theirs.
//!
//! Without a living block there is no territory, even on boards too small for anybody to live.
//!
//! # How it is found
//!
//! The points outside the living stones form connected parts. *Places* for eyes are the points of
//! the colour's stones that can be taken, and empty points beside which no stone of the colour
//! stands. The opponent can live in a part if it has two places that are not neighbours, and hangs
//! together without the one as without the other. Otherwise it is the colour's, all of it.
//!
//! ```text
//! X . . . . . X     The places are C4 and E4. Without C4 the part falls asunder: stones on B4 and
//! X X . X . X X     on C3 would touch one eye only. So White cannot live here.
//! X X X X X X X
//! . X . X X X X
//! ```
//!
//! # Why that is so
//!
//! The opponent can take everything that does not live, and nothing else; and it does not harm him.
//! Where he does he has filled all empty points beside it, no more. Where he does not, what he
//! leaves lies in one region of his with the empty points beside it, and makes him one eye there at
//! most; and after the capture there is room for one at least, because no stone of another block
//! stands beside the points that it opens. From then on nothing leaves the board: where suicide is
//! forbidden his stones never do. So empty are, from then on, at most the places, and points beside
//! living stones.
//!
//! The last are never eyes. A region of his that contains living stones is vital to no block of
//! his: a living block has liberties in two regions of its own, and no block of his touches both.
//! So he fills them as long as he may, which connects and splits off, and so helps him only. When
//! he may no more, nothing else is empty in the part, and he has no eye there.
//!
//! Now suppose that he lives somewhere in a part. Whatever is empty beside his living blocks and is
//! none of their eyes he can fill, and connects what is beyond, until the whole part is his: a part
//! is never shared. Suppose he has more than two eyes. He can fill one of them and still live: only
//! if all blocks around an eye have but one other, the same one, he must not fill it; but then he
//! may fill that other, which is where the rest begins. In the same way an eye of several points
//! becomes smaller. So if he can live at all, he can with two eyes of one point each that are not
//! neighbours, the rest being his stones. Each of his blocks then touches both eyes, which is to
//! say that the part hangs together without the one as without the other. Conversely, with two such
//! places he fills all others: none of these moves is suicide, because each stone belongs to a
//! block that in the end touches both eyes, and until then touches an empty point.
//!
//! Where suicide is allowed he can fill a part to the last point and so clear it of his stones.
//! There all points that no living stone touches are places.
//!
//! # What it does not say
//!
//! Nothing about play in turns: whether the colour could take what is dead there without harm is
//! another question, which `enclosure` asks before [`Safety`] calls such points territory. GNU Go
//! answers as if suicide were forbidden, whatever the rules; where it is forbidden the answers are
//! the same.
//!
//! It takes Benson's rule, and a flood for each place until two are found that are not neighbours.
//!
//! [`Safety`]: super::Safety

use keisei_goban::{Board, Color, Point, PointSet};

use crate::benson::{UnconditionalLife, unconditional_life};

/// The unconditionally alive blocks of a colour, and the territory in which the opponent cannot
/// live though he is never answered, where he may commit suicide or not.
pub fn unconditional_area(board: &Board, color: Color, suicide_allowed: bool) -> UnconditionalLife {
    let UnconditionalLife { stones, .. } = unconditional_life(board, color, suicide_allowed);
    if stones.is_empty() {
        return UnconditionalLife::default();
    }
    let own = board.stones(color);
    let outside = board.size().all() - stones;
    let places = if suicide_allowed {
        outside - stones.grown()
    } else {
        (own - stones) | (board.empty() - own.grown())
    };
    let territory = outside
        .components()
        .filter(|part| !has_room_for_two_eyes(part, *part & places))
        .fold(PointSet::EMPTY, |all, part| all | part);
    UnconditionalLife { stones, territory }
}

/// Whether two of these places are not neighbours, and the part hangs together without the one as without
/// the other.
fn has_room_for_two_eyes(part: &PointSet, places: PointSet) -> bool {
    let only = |place: Option<Point>| place.into_iter().collect::<PointSet>();
    let mut eyes = PointSet::EMPTY;
    for place in places {
        let place = only(Some(place));
        let rest = *part - place;
        if only(rest.first()).flood(&rest) == rest {
            if !eyes.is_subset(&place.grown()) {
                return true;
            }
            eyes |= place;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use keisei_testdata::{carved_board, random_position};
    use proptest::prelude::*;

    use super::*;

    /// All that can become of a board if one side moves alone; `None` if that is too much to look
    /// at.
    fn outcomes(board: &Board, mover: Color, suicide_allowed: bool) -> Option<Vec<Board>> {
        let key = |board: &Board| (board.stones(Color::Black), board.stones(Color::White));
        let mut known = HashSet::from([key(board)]);
        let mut all = vec![board.clone()];
        let mut next = 0;
        while next < all.len() {
            let board = all[next].clone();
            for p in board.empty() {
                if suicide_allowed || !board.is_suicide(mover, p) {
                    let mut after = board.clone();
                    after.play(mover, p).unwrap();
                    if known.insert(key(&after)) {
                        all.push(after);
                    }
                }
            }
            if all.len() > 2_000 {
                return None;
            }
            next += 1;
        }
        Some(all)
    }

    /// The definition, word by word.
    fn by_trying(board: &Board, color: Color, suicide_allowed: bool) -> Option<UnconditionalLife> {
        let outcomes = outcomes(board, color.opponent(), suicide_allowed)?;
        let stones = outcomes.iter().fold(board.stones(color), |kept, after| kept & after.stones(color));
        if stones.is_empty() {
            return Some(UnconditionalLife::default());
        }
        let lost = outcomes.iter().fold(PointSet::EMPTY, |all, after| {
            all | unconditional_life(after, color.opponent(), suicide_allowed).points()
        });
        Some(UnconditionalLife { stones, territory: board.size().all() - stones - lost })
    }

    /// The opponent tries everything: he takes what does not live and nothing else, and lives where
    /// he is said to.
    #[test]
    fn what_is_said_is_what_comes_of_all_sequences() {
        let (mut tried, mut beyond_benson, mut shared) = (0, 0, 0);
        let sizes = [(3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (7, 2), (12, 1)];
        for seed in 0..12_000 {
            let (width, height) = sizes[seed as usize % sizes.len()];
            let board = match seed % 8 {
                0 => random_position(width, height, seed).board().clone(),
                _ => carved_board(width, height, seed),
            };
            for (color, suicide_allowed) in
                Color::ALL.into_iter().flat_map(|color| [(color, false), (color, true)])
            {
                let said = unconditional_area(&board, color, suicide_allowed);
                // That nothing lives takes long to try out, and is seldom worth it.
                if said.stones.is_empty() && seed % 40 > 0 {
                    continue;
                }
                let Some(truth) = by_trying(&board, color, suicide_allowed) else { continue };
                assert_eq!(said, truth, "{color} {suicide_allowed}\n{board}");
                let benson = unconditional_life(&board, color, suicide_allowed);
                assert_eq!(benson.stones, truth.stones, "{color} {suicide_allowed}\n{board}");
                assert!(benson.territory.is_subset(&truth.territory), "{color} {suicide_allowed}\n{board}");
                tried += 1;
                beyond_benson += usize::from(benson != said);
                shared += usize::from(!said.stones.is_empty() && said.points() != board.size().all());
            }
        }
        assert!(tried > 5_000 && beyond_benson > 250 && shared > 20, "{tried} {beyond_benson} {shared}");
    }

    proptest! {
        /// The two colours never claim the same point, and no colour less than by Benson's rule.
        #[test]
        fn claims_are_orderly(seed in any::<u64>(), (width, height) in (1..=9u32, 1..=9u32)) {
            for board in [random_position(width, height, seed).board(), &carved_board(width, height, seed)] {
                for suicide_allowed in [false, true] {
                    let area = |color| unconditional_area(board, color, suicide_allowed).points();
                    prop_assert!(area(Color::Black).is_disjoint(&area(Color::White)), "{}", board);
                    for color in Color::ALL {
                        let benson = unconditional_life(board, color, suicide_allowed).points();
                        prop_assert!(benson.is_subset(&area(color)), "{}", board);
                    }
                }
            }
        }
    }
}

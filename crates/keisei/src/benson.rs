//! Unconditional life \[Benson1976\]: blocks that live even if their side never moves again.
//!
//! ```text
//! . X . X O     Black's block has two vital regions, A3 and C3: White can take neither,
//! X X X X O     since each is suicide while the other is open. It lives whatever happens.
//! O O O O O
//! ```
//!
//! A region is a connected set of points without stones of the colour. It is *vital* to a block if
//! every empty point of it is a liberty of the block. Blocks with fewer than two vital regions are
//! set aside, then regions that touch a block set aside, until nothing changes; the blocks that are
//! left live, and the regions that are left are theirs, each point of them.
//!
//! # Why that is so
//!
//! Suppose the colour never moves. As long as no block said to live is taken, the regions that are
//! left stay enclosed, and no new points open in them: the opponent is not captured, takes nothing
//! there, and may not take his own stones off. So what was vital stays vital. The first time that
//! he fills the last empty point of one of them, each block to which it is vital still has an empty
//! point in another; so he takes nothing, and his own stones in the region have no liberty. That is
//! suicide. So it never happens, and a block with two vital regions keeps two liberties.
//!
//! Where suicide is allowed the opponent may take his own stones off and open points that no stone
//! touches. There a region is vital only if *every* point of it lies beside the block.
//!
//! Regions with empty points that no stone of the colour touches are vital to nobody. They are
//! never among those that are left, though living blocks enclose them: there the opponent may find
//! room for eyes. Whether he does `unconditional` says.
//!
//! Fuego's `go_safe benson` now and then says less. It lists a region only if that is vital to one
//! of the living blocks. And it looks at blocks apart that have no vital region in common: a block
//! does not live for it whose eye touches a second block and is not vital to that one, though the
//! second lives by eyes of its own.
//!
//! The opponent's stones in a region that is left have no eye and get none while the colour does
//! not move. That they can also be *taken* without harm is another question; `enclosure` asks it,
//! before [`Safety`] calls such points territory.
//!
//! [`Safety`]: crate::safety::Safety

use keisei_goban::{Board, Color, PointSet};

/// What is unconditionally a colour's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnconditionalLife {
    /// The stones of living blocks.
    pub stones: PointSet,
    /// The other points that are the colour's, with any stones on them.
    pub territory: PointSet,
}

impl UnconditionalLife {
    /// All that is the colour's.
    pub fn points(&self) -> PointSet {
        self.stones | self.territory
    }
}

/// The unconditionally alive blocks of a colour, and what they enclose, where the opponent may
/// commit suicide or not.
pub fn unconditional_life(board: &Board, color: Color, suicide_allowed: bool) -> UnconditionalLife {
    let own = board.stones(color);
    // Points that are empty, or may be.
    let empty = if suicide_allowed { board.size().all() - own } else { board.empty() };
    let mut blocks: Vec<(PointSet, PointSet)> = Vec::new();
    // Only these can be vital at all.
    let mut regions: Vec<PointSet> = (board.size().all() - own)
        .components()
        .filter(|region| {
            let inside = *region & empty;
            // Each of its empty points must touch a stone of the colour.
            inside.is_subset(&own.grown())
        })
        .collect();
    if regions.len() < 2 {
        return UnconditionalLife::default();
    }
    blocks.extend(
        board
            .blocks()
            .filter(|block| block.color() == color)
            .map(|block| (block.stone_set(), block.stone_set().grown() & empty)),
    );
    loop {
        let alive = |(_, liberties): &(PointSet, PointSet)| {
            regions
                .iter()
                .filter(|region| {
                    let inside = **region & empty;
                    !inside.is_empty() && inside.is_subset(liberties)
                })
                .take(2)
                .count()
                == 2
        };
        let before = (blocks.len(), regions.len());
        blocks.retain(alive);
        let stones = blocks.iter().fold(PointSet::EMPTY, |all, (stones, _)| all | *stones);
        // A region must be enclosed by living blocks alone.
        regions.retain(|region| (region.grown() & own).is_subset(&stones));
        if (blocks.len(), regions.len()) == before {
            let territory = regions.iter().fold(PointSet::EMPTY, |all, region| all | *region);
            let territory = if blocks.is_empty() { PointSet::EMPTY } else { territory };
            return UnconditionalLife { stones, territory };
        }
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Move, Position, Rules, Size, board};
    use keisei_testdata::points;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn two_eyes_live() {
        let board = board!(
            ". X . X O
             X X X X O
             O O O O O
             . . . . ."
        );
        let life = unconditional_life(&board, Color::Black, false);
        assert_eq!(life.stones, board.stones(Color::Black));
        assert_eq!(life.territory, points("A4 C4"));
        assert_eq!(unconditional_life(&board, Color::White, false), UnconditionalLife::default());
    }

    /// Diagram 4 of \[Wolf\] in kind: blocks that live only together.
    #[test]
    fn blocks_live_together() {
        let board = board!(
            "O O O O .
             X X O . .
             X . X O .
             . X X O ."
        );
        let life = unconditional_life(&board, Color::Black, false);
        assert_eq!(life.stones, board.stones(Color::Black));
        assert_eq!(life.territory, points("A1 B2"));
    }

    #[test]
    fn one_eye_does_not() {
        let board = board!(
            ". X X X O
             X X X X O
             O O O O ."
        );
        assert_eq!(unconditional_life(&board, Color::Black, false), UnconditionalLife::default());
    }

    proptest! {
        /// Black passes for ever, White plays at random: what lives stays on the board.
        #[test]
        fn nothing_that_lives_is_ever_taken(seed in any::<u64>(), (width, height) in (2..=6u32, 2..=6u32)) {
            let size = Size::new(width, height).unwrap();
            let mut random = fastrand::Rng::with_seed(seed);
            let mut position = Position::new(Board::new(size));
            position.set_rules(Rules::CHINESE);
            let mut play = |position: &mut Position| {
                let p = size.point(random.u32(..width), random.u32(..height)).unwrap();
                let _ = position.play(Move::Play(p));
            };
            for _ in 0..3 * size.area() {
                play(&mut position);
            }
            let life = unconditional_life(position.board(), Color::Black, false);
            for _ in 0..100 {
                position.set_to_play(Color::White);
                play(&mut position);
                prop_assert!(life.stones.is_subset(&position.board().stones(Color::Black)));
            }
        }
    }
}

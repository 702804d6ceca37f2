//! Playouts whose players answer what just happened: they take what can be taken, save what can be
//! saved, play shape near the last stone, and do not put their own stones into atari.
//!
//! Uniformly random players let every atari pass; so stones that no player would lose are lost in
//! half of the games, and borders and eyes come out anyhow. Here a side first looks around the last
//! stone \[GellyWangMunosTeytaud2006\]:
//!
//! 1. if the last stone's block can be taken, or a block of one's own beside it is in atari, one of
//!    the moves that take or save is made;
//! 2. else, if a shape (`shape`) fits an empty point around the last stone, one of those is played;
//! 3. else any move, as in other playouts, but none that leaves stones of its own with one liberty.
//!    A lone stone may be thrown in: without that no eye is ever made false.
//!
//! Each game takes two to three times as long, and tells much more (BENCHMARKS.md, "Random games").

use super::board::{PlayoutBoard, RIGHT, SIDES, closed, sides};
use super::shape::SHAPES;
use crate::random::Random;

/// Moves that answer, each once.
#[derive(Default)]
struct Replies {
    moves: [u16; 16],
    count: usize,
}

impl Replies {
    fn add(&mut self, i: usize) {
        if self.count < self.moves.len() && !self.moves[..self.count].contains(&(i as u16)) {
            self.moves[self.count] = i as u16;
            self.count += 1;
        }
    }
}

impl<const STRIDE: usize, const N: usize> PlayoutBoard<STRIDE, N> {
    /// The neighbours of a place on some of its sides.
    #[inline(always)]
    fn on_sides(i: usize, mut sides: u8) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let q = i.wrapping_add(Self::FIRST[usize::from(sides)]) & Self::MASK;
            let some = sides != 0;
            sides &= sides.wrapping_sub(1);
            some.then_some(q)
        })
    }

    /// The neighbours of a place with stones of a colour.
    #[inline(always)]
    fn stones_beside(&self, i: usize, color: usize) -> impl Iterator<Item = usize> + use<STRIDE, N> {
        // The edge counts as both colours.
        let around = self.around[i & Self::MASK];
        Self::on_sides(i, sides(around, color) & !sides(around, color ^ 1))
    }

    /// The empty neighbours of a place.
    #[inline(always)]
    fn empty_beside(&self, i: usize) -> impl Iterator<Item = usize> + use<STRIDE, N> {
        Self::on_sides(i, closed(self.around[i & Self::MASK]) ^ SIDES)
    }

    #[inline(always)]
    fn head(&self, stone: usize) -> usize {
        usize::from(self.heads[stone]) & Self::MASK
    }

    #[inline(always)]
    fn pseudo_liberties(&self, head: usize) -> usize {
        usize::from(self.blocks[head] as u16)
    }

    /// The stones of a block.
    fn stones(&self, head: usize) -> impl Iterator<Item = usize> + '_ {
        let mut stone = Some(head);
        std::iter::from_fn(move || {
            let this = stone?;
            let next = usize::from(self.next[this]) & Self::MASK;
            stone = (next != head).then_some(next);
            Some(this)
        })
    }

    /// The liberty of a block that has no other.
    #[inline]
    fn only_liberty(&self, head: usize) -> Option<usize> {
        // A point is a liberty of at most four stones.
        let pseudo = self.pseudo_liberties(head);
        if pseudo > 4 {
            return None;
        }
        let liberty = self.stones(head).find_map(|stone| self.empty_beside(stone).next())?;
        let touching =
            Self::beside(liberty).into_iter().filter(|&q| usize::from(self.heads[q]) == head).count();
        (touching == pseudo).then_some(liberty)
    }

    /// Whether a stone of a colour on an empty point would take nothing and be left with one
    /// liberty or none.
    #[inline]
    fn is_self_atari(&self, i: usize, color: usize) -> bool {
        let mut open = self.empty_beside(i);
        let mut liberty = open.next();
        if open.next().is_some() {
            return false;
        }
        if self.stones_beside(i, color ^ 1).any(|q| self.only_liberty(self.head(q)).is_some()) {
            return false;
        }
        for q in self.stones_beside(i, color) {
            let head = self.head(q);
            // Three liberties at least, of which one is filled.
            if self.pseudo_liberties(head) > 8 {
                return false;
            }
            for stone in self.stones(head) {
                for other in self.empty_beside(stone).filter(|&other| other != i) {
                    if *liberty.get_or_insert(other) != other {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The moves that take or save what the opponent's last stone is about.
    fn replies(&self, last: usize, color: usize) -> Replies {
        let mut replies = Replies::default();
        if let Some(capture) = self.only_liberty(self.head(last)) {
            replies.add(capture);
        }
        for q in self.stones_beside(last, color) {
            let head = self.head(q);
            let Some(liberty) = self.only_liberty(head) else { continue };
            for stone in self.stones(head) {
                for foe in self.stones_beside(stone, color ^ 1) {
                    if let Some(capture) = self.only_liberty(self.head(foe)) {
                        replies.add(capture);
                    }
                }
            }
            if !self.is_self_atari(liberty, color) {
                replies.add(liberty);
            }
        }
        replies
    }

    /// Shapes around the opponent's last stone.
    fn shapes(&self, last: usize, color: usize) -> Replies {
        let mut replies = Replies::default();
        for step in [1, STRIDE - 1, STRIDE, STRIDE + 1] {
            for i in [last.wrapping_add(step) & Self::MASK, last.wrapping_sub(step) & Self::MASK] {
                if self.is_vacant(i) && SHAPES.fit(self.surroundings(i)) && !self.is_self_atari(i, color) {
                    replies.add(i);
                }
            }
        }
        replies
    }

    /// What lies around a point, as `shape` has it.
    #[inline(always)]
    fn surroundings(&self, i: usize) -> u16 {
        let corners = |i: usize| {
            let around = u16::from(self.around[i & Self::MASK]);
            (around >> 1) & 0b11 | (around >> 3) & 0b1100
        };
        u16::from(self.around[i & Self::MASK])
            | corners(i.wrapping_add(STRIDE)) << 8
            | corners(i.wrapping_sub(STRIDE)) << 12
    }

    /// Whether a place is an empty point of the board.
    #[inline(always)]
    fn is_vacant(&self, i: usize) -> bool {
        // Beyond the edge counts as both colours; what lies to the left of the first column is no
        // neighbour of anything.
        let left = self.around[i.wrapping_sub(1) & Self::MASK];
        let (column, row) = ((i % STRIDE) as u32, (i / STRIDE) as u32);
        let on_board = (1..=self.size.width()).contains(&column) && (1..=self.size.height()).contains(&row);
        on_board && (sides(left, 0) | sides(left, 1)) & RIGHT == 0
    }

    /// Makes one of these moves, if any is allowed.
    fn choose(&mut self, mut replies: Replies, color: usize, random: &mut Random) -> Option<usize> {
        while replies.count > 0 {
            let pick = random.below(replies.count);
            let i = usize::from(replies.moves[pick]) & Self::MASK;
            if i != usize::from(self.ko)
                && let Some(taken) = self.approach(i, color)
            {
                let empty = &self.empty[..self.empties as usize & Self::MASK];
                let place = empty.iter().position(|&e| usize::from(e) == i)?;
                self.drop_empty(place);
                self.put(i, color, taken);
                return Some(i);
            }
            replies.count -= 1;
            replies.moves[pick] = replies.moves[replies.count];
        }
        None
    }

    /// Makes a random move that puts no stones into atari but lone ones.
    fn careful<const COLOR: usize>(&mut self, random: &mut Random) -> Option<usize> {
        self.step_if::<COLOR>(random, |board, i| {
            board.stones_beside(i, COLOR).next().is_none() || !board.is_self_atari(i, COLOR)
        })
    }

    /// Makes the move of the side to play that answers the opponent's last stone, if there was one;
    /// where, if not a pass.
    #[inline]
    pub(super) fn reply(&mut self, last: Option<usize>, random: &mut Random) -> Option<usize> {
        let color = usize::from(self.to_play);
        let answer = last.and_then(|last| {
            let replies = self.replies(last, color);
            self.choose(replies, color, random).or_else(|| {
                let shapes = self.shapes(last, color);
                self.choose(shapes, color, random)
            })
        });
        answer.or_else(|| if color == 0 { self.careful::<0>(random) } else { self.careful::<1>(random) })
    }
}

#[cfg(test)]
mod tests {
    use keisei_goban::{Board, Color, Move, Position, Rules, Size, board};
    use proptest::prelude::*;

    use super::super::board::{WithBoard, with_board};
    use super::*;

    /// Asks a board of the right capacity something about a point.
    struct Ask<'a> {
        point: &'a str,
        color: Color,
    }

    /// What is known about a move there: whether it is self-atari, and after a stone there the
    /// answers that take or save.
    impl WithBoard for Ask<'_> {
        type Output = (bool, Vec<String>);

        fn run<const S: usize, const N: usize>(self, mut board: PlayoutBoard<S, N>) -> Self::Output {
            let i = PlayoutBoard::<S, N>::index(self.point.parse().unwrap());
            let self_atari = board.is_self_atari(i, self.color as usize);
            let mut answers = Vec::new();
            if board.play_at(i) {
                let replies = board.replies(i, self.color.opponent() as usize);
                let moves = &replies.moves[..replies.count];
                answers = moves
                    .iter()
                    .map(|&i| PlayoutBoard::<S, N>::move_at(usize::from(i)).to_string())
                    .collect();
                answers.sort();
            }
            (self_atari, answers)
        }
    }

    fn ask(board: &Board, color: Color, point: &str) -> (bool, Vec<String>) {
        let mut position = Position::new(board.clone());
        position.set_to_play(color);
        with_board(&position, Ask { point, color })
    }

    #[test]
    fn ataris_are_answered() {
        let board = board!(
            ". . . . . .
             . . X . . .
             . X O . . .
             . . . . . .
             O X . . . .
             . O X . . ."
        );
        // D4 puts C4's stone into atari: it is saved at C3.
        assert_eq!(ask(&board, Color::Black, "D4"), (false, vec!["C3".to_string()]));
        // C3 puts it into atari as well: it is saved at D4.
        assert_eq!(ask(&board, Color::Black, "C3"), (false, vec!["D4".to_string()]));
        // A1 connects two stones that are then left with one liberty, A3: Black takes them.
        let (self_atari, answers) = ask(&board, Color::White, "A1");
        assert!(self_atari);
        assert_eq!(answers, ["A3"]);
    }

    #[test]
    fn what_gives_the_atari_may_be_taken() {
        let board = board!(
            ". . . . .
             . O X . .
             . . O . .
             . . . . .
             . . . . ."
        );
        // White D4 puts C4 into atari at C5; nothing of White's is in atari.
        assert_eq!(ask(&board, Color::White, "D4").1, ["C5"]);
    }

    /// A board after random moves.
    fn random_board(seed: u64, moves: usize) -> Position {
        let mut random = Random::new(seed);
        let mut position = Position::new(Board::new(Size::square(7).unwrap()));
        position.set_rules(Rules::CHINESE);
        for _ in 0..moves {
            let legal: Vec<_> = position.legal_points().collect();
            if let Some(&p) = legal.get(random.below(legal.len())) {
                position.play(Move::Play(p)).expect("it is legal");
            }
        }
        position
    }

    /// All that is asked about liberties, from the board's own account of them.
    struct Compare<'p>(&'p Position);

    impl WithBoard for Compare<'_> {
        type Output = Result<(), TestCaseError>;

        fn run<const S: usize, const N: usize>(self, board: PlayoutBoard<S, N>) -> Self::Output {
            let position = self.0;
            for p in position.board().size().points() {
                let i = PlayoutBoard::<S, N>::index(p);
                if let Some(block) = position.board().block(p) {
                    let only = board.only_liberty(board.head(i)).map(PlayoutBoard::<S, N>::move_at);
                    let liberties = block.liberty_set();
                    let expected = liberties.first().filter(|_| liberties.len() == 1).map(Move::Play);
                    prop_assert_eq!(only, expected, "{}", p);
                } else {
                    prop_assert!(board.is_vacant(i));
                    let color = position.to_play();
                    let mut after = position.clone();
                    let taken = position.board().is_capture(color, p);
                    if !taken && after.play(Move::Play(p)).is_ok() {
                        let liberties = after.board().block(p).map_or(0, |block| block.liberties());
                        prop_assert_eq!(board.is_self_atari(i, color as usize), liberties <= 1, "{}", p);
                    }
                }
            }
            Ok(())
        }
    }

    proptest! {
        #[test]
        fn liberties_are_those_of_the_board(seed: u64, moves in 0usize..70) {
            let position = random_board(seed, moves);
            with_board(&position, Compare(&position))?;
        }
    }

    /// A game by replies, each move checked against the board and the rules.
    struct Replay<'p>(&'p Position, u64);

    impl WithBoard for Replay<'_> {
        type Output = Result<(), TestCaseError>;

        fn run<const S: usize, const N: usize>(self, mut board: PlayoutBoard<S, N>) -> Self::Output {
            let mut position = self.0.clone();
            let mut random = Random::new(self.1);
            let mut last = None;
            for _ in 0..60 {
                last = board.reply(last, &mut random);
                board.to_play ^= 1;
                let mv = PlayoutBoard::<S, N>::move_at(last.unwrap_or(PlayoutBoard::<S, N>::PASS));
                prop_assert!(position.play(mv).is_ok(), "{} is not legal", mv);
                for p in position.board().size().points() {
                    prop_assert_eq!(board.get(p), position.board().get(p), "{} after {}", p, mv);
                }
            }
            Ok(())
        }
    }

    proptest! {
        #[test]
        fn replies_are_legal(seed: u64, moves in 0usize..40) {
            let position = random_board(seed, moves);
            with_board(&position, Replay(&position, seed))?;
        }
    }
}

//! The board of a single random game: made once from a position, copied for each game, played to
//! the end.
//!
//! What it keeps is what a random game needs, in plain arrays without heap, so that a copy is one
//! copy of memory:
//!
//! - for every point on which sides of it black and white stones lie, four bits each. Beyond the
//!   edge counts as black *and* white, so that "surrounded by Black" is one comparison wherever the
//!   point lies. The colour of a stone is kept nowhere else;
//! - blocks as circular lists, the smaller relabelled when two join, with *pseudo-liberties*: an
//!   empty point counts once for each stone beside it. The number is 0 just when the block has no
//!   liberty, and it changes by additions alone;
//! - the empty points as a list without order.
//!
//! Rules of the games, whatever those of the position are: simple ko, no suicide, nobody fills an
//! eye of his own ([`is_eye`](super::is_eye)), a pass when nothing else is left, the end after two
//! passes or three moves (passes counted) for each point of the board. A move is uniform over all
//! that are allowed: points are drawn without replacement until one is. Area is counted as
//! [`keisei_goban::Count::as_it_stands`] does it.
//!
//! Source: pseudo-liberties, and packed neighbours for which the edge is of both colours, are known
//! from libego (\[Lew\]), which counts neighbours where we keep their sides: the sides say at once
//! which blocks to join.

use keisei_goban::{Color, Move, Point, Position, Size};

use crate::random::Random;

/// The sides of a point: above, left, right, below, in the order of [`PlayoutBoard::beside`].
/// White's are four bits higher.
pub(super) const SIDES: u8 = 0b1111;
/// On which side of its neighbours a stone lies, for the neighbours in the same order.
const TOWARDS: [u8; 4] = [0b1000, 0b0100, 0b0010, 0b0001];
const LEFT_AND_RIGHT: u8 = 0b0110;
pub(super) const RIGHT: u8 = 0b0100;

/// The number of bits that are not set, of four.
const UNSET: [u8; 16] = [4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0];

/// A stone in the numbers of a block.
const STONE: u32 = 1 << 16;

/// The sides of a colour.
#[inline(always)]
pub(super) const fn sides(around: u8, color: usize) -> u8 {
    (around >> (4 * color)) & SIDES
}

/// The sides on which there is a stone of either colour or the edge.
#[inline(always)]
pub(super) const fn closed(around: u8) -> u8 {
    (around | (around >> 4)) & SIDES
}

/// A board for random games, of up to `STRIDE - 1` rows and columns. `N` is a power of two above
/// `STRIDE * (STRIDE + 1)`: indices are masked, not checked.
#[derive(Clone, Copy)]
pub struct PlayoutBoard<const STRIDE: usize, const N: usize> {
    pub(super) around: [u8; N],
    /// The head of the block of a stone; of other points themselves, so that they may be counted
    /// down like stones without harm.
    pub(super) heads: [u16; N],
    pub(super) next: [u16; N],
    /// By head: stones in the higher half, pseudo-liberties in the lower. Says nothing elsewhere.
    pub(super) blocks: [u32; N],
    pub(super) empty: [u16; N],
    pub(super) empties: u32,
    /// Where the side to play may not take back; 0, a point outside, if nowhere.
    pub(super) ko: u16,
    pub(super) to_play: u8,
    passes: u8,
    /// Black's stones minus White's.
    balance: i32,
    pub(super) size: Size,
}

/// What is done with a board whose capacity follows from the size of a position.
pub trait WithBoard {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<const STRIDE: usize, const N: usize>(self, board: PlayoutBoard<STRIDE, N>) -> Self::Output;
}

/// Makes the smallest board for a position and hands it on.
pub fn with_board<W: WithBoard>(position: &Position, work: W) -> W::Output {
    let size = position.board().size();
    match size.width().max(size.height()) {
        ..=9 => work.run(PlayoutBoard::<10, 128>::new(position)),
        10..=13 => work.run(PlayoutBoard::<14, 256>::new(position)),
        14..=19 => work.run(PlayoutBoard::<20, 512>::new(position)),
        _ => work.run(PlayoutBoard::<26, 1024>::new(position)),
    }
}

impl<const STRIDE: usize, const N: usize> PlayoutBoard<STRIDE, N> {
    pub(super) const MASK: usize = {
        assert!(N.is_power_of_two() && N > STRIDE * (STRIDE + 1), "the ring around the board has no room");
        N - 1
    };

    /// A place outside the board, which stands for passing.
    pub(crate) const PASS: usize = 0;

    /// The step to the first of some sides; none if there is none.
    pub(super) const FIRST: [usize; 16] = {
        let steps = [STRIDE, 1usize.wrapping_neg(), 1, STRIDE.wrapping_neg()];
        let mut first = [0; 16];
        let mut bits = 1;
        while bits < 16 {
            first[bits] = steps[bits.trailing_zeros() as usize];
            bits += 1;
        }
        first
    };

    /// The board of a position.
    fn new(position: &Position) -> Self {
        let size = position.board().size();
        let mut board = PlayoutBoard {
            around: [0; N],
            heads: std::array::from_fn(|i| i as u16),
            next: std::array::from_fn(|i| i as u16),
            blocks: [0; N],
            empty: [0; N],
            empties: 0,
            ko: 0,
            to_play: Color::Black as u8,
            passes: 0,
            balance: 0,
            size,
        };
        for p in size.points() {
            let i = Self::index(p);
            board.empty[board.empties as usize] = i as u16;
            board.empties += 1;
            for (side, q) in p.neighbors().into_iter().enumerate() {
                if !size.contains(q) {
                    board.around[i] |= 0b1_0001 << side;
                }
            }
        }
        // Stones of a position never take each other: each of its blocks has a liberty all the
        // time.
        for color in Color::ALL {
            for p in position.board().stones(color).iter() {
                board.to_play = color as u8;
                board.play(Move::Play(p));
            }
        }
        board.to_play = position.to_play() as u8;
        board.ko = position.ko().map_or(0, |p| Self::index(p) as u16);
        board
    }

    #[inline]
    pub(crate) fn index(point: Point) -> usize {
        ((point.row() as usize + 1) * STRIDE + point.column() as usize + 1) & Self::MASK
    }

    #[inline]
    pub(crate) fn move_at(index: usize) -> Move {
        match index {
            Self::PASS => Move::Pass,
            _ => Move::Play(Point::at((index % STRIDE) as u32 - 1, (index / STRIDE) as u32 - 1)),
        }
    }

    #[inline(always)]
    pub(super) fn beside(i: usize) -> [usize; 4] {
        [
            i.wrapping_add(STRIDE) & Self::MASK,
            i.wrapping_sub(1) & Self::MASK,
            i.wrapping_add(1) & Self::MASK,
            i.wrapping_sub(STRIDE) & Self::MASK,
        ]
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The side to play.
    pub fn to_play(&self) -> Color {
        if self.to_play == Color::Black as u8 { Color::Black } else { Color::White }
    }

    /// The stone on a point.
    pub fn get(&self, point: Point) -> Option<Color> {
        // What the point to the left, which may lie outside, has to its right.
        let beside = self.around[(Self::index(point) - 1) & Self::MASK];
        match (sides(beside, 0) & RIGHT != 0, sides(beside, 1) & RIGHT != 0) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }

    fn is_empty(&self, point: Point) -> bool {
        self.size.contains(point) && self.get(point).is_none()
    }

    /// Whether the last two moves were passes.
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Whether a point surrounded by a colour is an eye of it, as [`is_eye`](super::is_eye) has it.
    #[inline(always)]
    fn eye_within(&self, i: usize, color: usize) -> bool {
        // The corners are to the left and right of the points above and below. Outside, nothing
        // lies there.
        let corners = |i: usize| sides(self.around[i & Self::MASK], color ^ 1) & LEFT_AND_RIGHT;
        let (above, below) = (corners(i.wrapping_add(STRIDE)), corners(i.wrapping_sub(STRIDE)));
        let own = |i: usize| sides(self.around[i & Self::MASK], color);
        let (above, below) = (above & !own(i.wrapping_add(STRIDE)), below & !own(i.wrapping_sub(STRIDE)));
        let both = (above >> 1) | (below << 1);
        // Among one's own stones, what counts as the opponent's is the edge.
        let edge = sides(self.around[i], color ^ 1) != 0;
        UNSET[usize::from(both & SIDES)] + u8::from(!edge) > 3
    }

    /// Whether an empty point is an eye of a side.
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        let (i, color) = (Self::index(point), color as usize);
        self.is_empty(point) && sides(self.around[i], color) == SIDES && self.eye_within(i, color)
    }

    /// Whether the side to play may put a stone on a point: no suicide, simple ko.
    pub fn is_legal(&self, point: Point) -> bool {
        self.is_empty(point) && self.is_legal_at(Self::index(point))
    }

    fn is_legal_at(&self, i: usize) -> bool {
        let around = self.around[i & Self::MASK];
        if i == usize::from(self.ko) || closed(around) != SIDES {
            return i != usize::from(self.ko);
        }
        let own = sides(around, usize::from(self.to_play));
        let edge = sides(around, 0) & sides(around, 1);
        let heads = Self::beside(i).map(|q| usize::from(self.heads[q]) & Self::MASK);
        (0..4).any(|side| {
            let touching = heads.iter().filter(|&&h| h == heads[side]).count();
            let without = usize::from(self.blocks[heads[side]] as u16) == touching;
            edge >> side & 1 == 0 && without == (own >> side & 1 == 0)
        })
    }

    /// The moves a random game would choose among, by their places in the arrays of the board, in
    /// no particular order.
    pub(crate) fn moves(&self) -> impl Iterator<Item = usize> {
        let color = usize::from(self.to_play);
        self.empty[..self.empties as usize & Self::MASK].iter().map(|&i| usize::from(i)).filter(move |&i| {
            let eye = sides(self.around[i & Self::MASK], color) == SIDES && self.eye_within(i, color);
            !eye && self.is_legal_at(i)
        })
    }

    /// Takes the point as a liberty off the blocks around it, if a stone may be put there, and says
    /// on which sides stones are taken. Else changes nothing.
    #[inline(always)]
    pub(super) fn approach(&mut self, i: usize, color: usize) -> Option<u8> {
        let around = self.around[i];
        let heads = Self::beside(i).map(|q| usize::from(self.heads[q]) & Self::MASK);
        let mut without = 0;
        for (side, h) in heads.into_iter().enumerate() {
            let block = self.blocks[h].wrapping_sub(1);
            self.blocks[h] = block;
            without |= u8::from(block as u16 == 0) << side;
        }
        let taken = without & sides(around, color ^ 1) & !sides(around, color);
        if closed(around) != SIDES || taken != 0 {
            return Some(taken);
        }
        // A block on two sides has its number only after both, so once more.
        let breathing = heads
            .into_iter()
            .enumerate()
            .fold(0, |bits, (side, h)| bits | u8::from(self.blocks[h] as u16 != 0) << side);
        if breathing & sides(around, color) & !sides(around, color ^ 1) != 0 {
            return Some(0);
        }
        for h in heads {
            self.blocks[h] = self.blocks[h].wrapping_add(1);
        }
        None
    }

    /// Puts down the stone for which [`Self::approach`] made room.
    #[inline(always)]
    pub(super) fn put(&mut self, i: usize, color: usize, mut taken: u8) {
        let beside = Self::beside(i);
        let around = self.around[i];
        self.balance += 1 - 2 * color as i32;
        for (q, towards) in beside.into_iter().zip(TOWARDS) {
            self.around[q] ^= towards << (4 * color);
        }
        let mut own = sides(around, color) & !sides(around, color ^ 1);
        // The stone joins the block on its first side, or itself if there is none, without a
        // branch.
        let q = i.wrapping_add(Self::FIRST[usize::from(own)]) & Self::MASK;
        let mut head = usize::from(self.heads[q]) & Self::MASK;
        self.blocks[i] = 0;
        self.next[i] = i as u16;
        self.heads[i] = head as u16;
        self.next[i] = self.next[head];
        self.next[head] = i as u16;
        self.blocks[head] =
            self.blocks[head].wrapping_add(STONE + u32::from(UNSET[usize::from(closed(around))]));
        own &= own.wrapping_sub(1);
        while own != 0 {
            let q = i.wrapping_add(Self::FIRST[usize::from(own)]) & Self::MASK;
            let other = usize::from(self.heads[q]) & Self::MASK;
            if other != head {
                head = self.join(head, other);
            }
            own &= own.wrapping_sub(1);
        }
        self.ko = 0;
        if taken != 0 {
            let before = self.empties;
            while taken != 0 {
                let q = i.wrapping_add(Self::FIRST[usize::from(taken)]) & Self::MASK;
                self.remove(usize::from(self.heads[q]) & Self::MASK, color ^ 1);
                // What went with it is not there any more.
                taken &= sides(self.around[i], color ^ 1);
            }
            // A single stone taken by a stone among the opponent's.
            if self.empties == before + 1 && sides(around, color ^ 1) == SIDES {
                self.ko = self.empty[before as usize & Self::MASK];
            }
        }
    }

    /// Joins two blocks, the smaller relabelled. Returns the head of both.
    #[inline(always)]
    fn join(&mut self, a: usize, b: usize) -> usize {
        // Stones are the higher half: who has more of them has the larger number.
        let (large, small) = if self.blocks[a] > self.blocks[b] { (a, b) } else { (b, a) };
        self.blocks[large] = self.blocks[large].wrapping_add(self.blocks[small]);
        let mut stone = small;
        loop {
            self.heads[stone] = large as u16;
            stone = usize::from(self.next[stone]) & Self::MASK;
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
        large
    }

    /// Takes a block off the board.
    fn remove(&mut self, head: usize, color: usize) {
        let mut stone = head;
        loop {
            self.heads[stone] = stone as u16;
            self.balance -= 1 - 2 * color as i32;
            self.empty[self.empties as usize & Self::MASK] = stone as u16;
            self.empties += 1;
            for (q, towards) in Self::beside(stone).into_iter().zip(TOWARDS) {
                self.around[q] ^= towards << (4 * color);
                let h = usize::from(self.heads[q]) & Self::MASK;
                // What the rest of the block itself counts no longer matters.
                self.blocks[h] = self.blocks[h].wrapping_add(1);
            }
            stone = usize::from(self.next[stone]) & Self::MASK;
            if stone == head {
                break;
            }
        }
    }

    /// Makes a move of the side to play; false, and nothing changed, if it is not allowed.
    pub fn play(&mut self, mv: Move) -> bool {
        match mv {
            Move::Play(point) => self.size.contains(point) && self.play_at(Self::index(point)),
            Move::Pass => self.play_at(Self::PASS),
        }
    }

    /// The same by the place in the arrays of the board.
    pub(crate) fn play_at(&mut self, i: usize) -> bool {
        if i == Self::PASS {
            self.ko = 0;
            self.passes = self.passes.saturating_add(1);
        } else {
            let color = usize::from(self.to_play);
            let place =
                self.empty[..self.empties as usize & Self::MASK].iter().position(|&e| usize::from(e) == i);
            let Some(place) = place.filter(|_| i != usize::from(self.ko)) else { return false };
            let Some(taken) = self.approach(i, color) else { return false };
            self.drop_empty(place);
            self.put(i, color, taken);
            self.passes = 0;
        }
        self.to_play ^= 1;
        true
    }

    #[inline(always)]
    pub(super) fn drop_empty(&mut self, place: usize) {
        self.empties -= 1;
        self.empty[place & Self::MASK] = self.empty[self.empties as usize & Self::MASK];
    }

    /// Puts a random stone of a colour on the board, if there is a move, and says where.
    #[inline(always)]
    fn step<const COLOR: usize>(&mut self, random: &mut Random) -> Option<usize> {
        self.step_if::<COLOR>(random, |_, _| true)
    }

    /// The same among points that somebody wants.
    #[inline(always)]
    pub(super) fn step_if<const COLOR: usize>(
        &mut self,
        random: &mut Random,
        wanted: impl Fn(&Self, usize) -> bool,
    ) -> Option<usize> {
        let mut untried = self.empties;
        while untried > 0 {
            let place = random.below(untried as usize) & Self::MASK;
            let i = usize::from(self.empty[place]) & Self::MASK;
            let eye = sides(self.around[i], COLOR) == SIDES && self.eye_within(i, COLOR);
            if !eye
                && i != usize::from(self.ko)
                && wanted(self, i)
                && let Some(taken) = self.approach(i, COLOR)
            {
                self.drop_empty(place);
                self.put(i, COLOR, taken);
                return Some(i);
            }
            untried -= 1;
            self.empty.swap(place, untried as usize & Self::MASK);
        }
        self.ko = 0;
        None
    }

    /// Makes a random move of the side to play: any that is legal and fills no own eye, a pass if
    /// there is none.
    pub fn random_move(&mut self, random: &mut Random) -> Move {
        let played = if self.to_play == 0 { self.step::<0>(random) } else { self.step::<1>(random) };
        self.passes = if played.is_some() { 0 } else { self.passes.saturating_add(1) };
        self.to_play ^= 1;
        Self::move_at(played.unwrap_or(Self::PASS))
    }

    /// Plays to the end. Returns Black's lead on the board, without komi.
    pub fn playout(&mut self, random: &mut Random) -> i32 {
        self.playout_with(random, |_, _| {})
    }

    /// Plays to the end and tells each stone: who plays (0 is Black), and where in the arrays of
    /// the board.
    #[inline(always)]
    pub(crate) fn playout_with(&mut self, random: &mut Random, mut tell: impl FnMut(usize, usize)) -> i32 {
        let mut left = 3 * self.size.area();
        while self.passes < 2 && left > 0 {
            left -= 1;
            let color = usize::from(self.to_play);
            let played = if color == 0 { self.step::<0>(random) } else { self.step::<1>(random) };
            self.to_play ^= 1;
            match played {
                Some(i) => {
                    self.passes = 0;
                    tell(color, i);
                }
                None => self.passes += 1,
            }
        }
        self.lead()
    }

    /// Plays to the end, answering (see `reply`). Returns Black's lead on the board, without komi.
    pub fn replying_playout(&mut self, random: &mut Random) -> i32 {
        let mut left = 3 * self.size.area();
        let mut last = None;
        while self.passes < 2 && left > 0 {
            left -= 1;
            last = self.reply(last, random);
            self.to_play ^= 1;
            self.passes = if last.is_some() { 0 } else { self.passes + 1 };
        }
        self.lead()
    }

    /// Black's lead by area, all stones alive.
    pub fn lead(&self) -> i32 {
        let mut lead = self.balance;
        let mut open = 0;
        for &i in &self.empty[..self.empties as usize & Self::MASK] {
            let around = self.around[usize::from(i) & Self::MASK];
            open |= closed(around) ^ SIDES;
            lead += i32::from(sides(around, 0) == SIDES) - i32::from(sides(around, 1) == SIDES);
        }
        // At the end of a game no empty point is beside another: a stone there could not be
        // forbidden.
        if open == 0 { lead } else { self.balance + self.territory() }
    }

    /// Who owns a point at the end of a game: its stone's colour, or the colour on all sides.
    pub fn owner_at_end(&self, point: Point) -> Option<Color> {
        let around = self.around[Self::index(point)];
        self.get(point).or(match (sides(around, 0) == SIDES, sides(around, 1) == SIDES) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        })
    }

    /// Black's empty points minus White's: areas beside which one colour alone lies.
    fn territory(&self) -> i32 {
        let mut territory = 0;
        self.areas(|area, owner| territory += owner * area.len() as i32);
        territory
    }

    /// Tells who owns the areas of several points at the end of a game, which
    /// [`Self::owner_at_end`] leaves out.
    pub(super) fn owners_of_areas(&self, mut tell: impl FnMut(Point, Color)) {
        let is_open = |&i: &u16| closed(self.around[usize::from(i) & Self::MASK]) != SIDES;
        if !self.empty[..self.empties as usize & Self::MASK].iter().any(is_open) {
            return;
        }
        self.areas(|area, owner| {
            if area.len() > 1 && owner != 0 {
                let owner = if owner > 0 { Color::Black } else { Color::White };
                area.iter().for_each(|&i| {
                    if let Move::Play(point) = Self::move_at(i) {
                        tell(point, owner);
                    }
                });
            }
        });
    }

    /// Tells all areas of empty points, and whether Black's (1) or White's (−1) stones alone lie
    /// beside them.
    fn areas(&self, mut tell: impl FnMut(&[usize], i32)) {
        let mut seen = [false; N];
        let mut area = [0; N];
        for &start in &self.empty[..self.empties as usize & Self::MASK] {
            if std::mem::replace(&mut seen[usize::from(start) & Self::MASK], true) {
                continue;
            }
            let (mut done, mut found) = (0, 1);
            let mut touched = 0;
            area[0] = usize::from(start);
            while done < found {
                let around = self.around[area[done] & Self::MASK];
                let edge = sides(around, 0) & sides(around, 1);
                touched |= around & !(edge | edge << 4);
                for (side, q) in Self::beside(area[done]).into_iter().enumerate() {
                    let open = closed(around) >> side & 1 == 0;
                    if open && !std::mem::replace(&mut seen[q], true) {
                        area[found] = q;
                        found += 1;
                    }
                }
                done += 1;
            }
            tell(&area[..found], i32::from(sides(touched, 0) != 0) - i32::from(sides(touched, 1) != 0));
        }
    }
}

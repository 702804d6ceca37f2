//! The board of a single random game: made once from a position, copied for each game, played to the end.
//!
//! What it keeps is what a random game needs, in plain arrays without heap, so that a copy is one copy of memory:
//!
//! - for every point how many of its neighbours are black, white and empty, packed into one number. Beyond the edge counts as black
//!   *and* white, so that "surrounded by Black" is one bit wherever the point lies;
//! - chains as circular lists, the smaller relabelled when two join, with *pseudo-liberties*: an empty point counts once for each stone beside it.
//!   The number is 0 just when the chain has no liberty, and it changes by additions alone;
//! - the empty points as a list without order.
//!
//! Rules of the games, whatever those of the position are: simple ko, no suicide, nobody fills an eye of his own
//! ([`is_eye`](super::is_eye)), a pass when nothing else is left, the end after two passes or three moves (passes counted) for each point of
//! the board. A move is uniform over all that are allowed: points are drawn without replacement until one is.
//! Area is counted as [`keisei_goban::Count::as_it_stands`] does it.
//!
//! Sources: the packed counters and pseudo-liberties are known from libego (\[Lew\]).

use keisei_goban::{Color, Move, Point, Position, Size};

use super::Random;

/// No neighbour is empty below this: the number of empty neighbours is above it in [`PlayoutBoard::around`].
const EMPTY_UNIT: u16 = 0x100;
/// What a stone of each colour adds to the counters of its neighbours, in which black has the lowest four bits and white the next.
const UNIT: [u16; 2] = [0x01, 0x10];
/// The bit that is set when a colour and the edge are on all four sides.
const SURROUNDED: [u16; 2] = [0x04, 0x40];

/// What lies on a point. Colours have their own numbers.
const EMPTY: u8 = 2;
const OUTSIDE: u8 = 3;

/// A board for random games, of up to `STRIDE - 1` rows and columns. `N` is a power of two, at least `STRIDE * (STRIDE + 1) + 1`: indices are masked, not
/// checked.
#[derive(Clone, Copy)]
pub struct PlayoutBoard<const STRIDE: usize, const N: usize> {
    cells: [u8; N],
    around: [u16; N],
    /// The head of the chain of a stone; of other points themselves, so that they may be counted down like stones without harm.
    heads: [u16; N],
    next: [u16; N],
    /// By head. Says nothing elsewhere.
    liberties: [u16; N],
    stones: [u16; N],
    empty: [u16; N],
    empties: u32,
    /// Where the side to play may not take back; 0, a point outside, if nowhere.
    ko: u16,
    to_play: u8,
    passes: u8,
    /// Black's stones minus White's.
    balance: i32,
    size: Size,
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
    const MASK: usize = {
        assert!(N.is_power_of_two() && N > STRIDE * (STRIDE + 1), "the ring around the board has no room");
        N - 1
    };

    /// The board of a position.
    fn new(position: &Position) -> Self {
        let size = position.board().size();
        let mut board = PlayoutBoard {
            cells: [OUTSIDE; N],
            around: [0; N],
            heads: std::array::from_fn(|i| i as u16),
            next: std::array::from_fn(|i| i as u16),
            liberties: [0; N],
            stones: [0; N],
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
            board.cells[i] = EMPTY;
            board.empty[board.empties as usize] = i as u16;
            board.empties += 1;
        }
        for p in size.points() {
            let i = Self::index(p);
            board.around[i] = Self::beside(i).iter().fold(0, |sum, &q| {
                sum + if board.cells[q] == EMPTY { EMPTY_UNIT } else { UNIT[0] + UNIT[1] }
            });
        }
        // Stones of a position never take each other: each of its blocks has a liberty all the time.
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
    pub(crate) fn point(index: usize) -> Point {
        Point::at((index % STRIDE) as u32 - 1, (index / STRIDE) as u32 - 1)
    }

    #[inline(always)]
    fn beside(i: usize) -> [usize; 4] {
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
        match self.cells[Self::index(point)] {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether the last two moves were passes.
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Whether the empty point is an eye of a side, as [`is_eye`](super::is_eye) has it.
    #[inline(always)]
    fn eye(&self, i: usize, color: usize) -> bool {
        let around = self.around[i];
        if around & SURROUNDED[color] == 0 {
            return false;
        }
        let hostile = (color ^ 1) as u8;
        let corners = [
            i.wrapping_add(STRIDE + 1),
            i.wrapping_add(STRIDE - 1),
            i.wrapping_sub(STRIDE + 1),
            i.wrapping_sub(STRIDE - 1),
        ];
        // Among one's own stones, what counts as the opponent's is the edge.
        let edge = u32::from(around & (0x0f * UNIT[color ^ 1]) != 0);
        corners.iter().fold(edge, |sum, &q| sum + u32::from(self.cells[q & Self::MASK] == hostile)) < 2
    }

    /// Whether an empty point is an eye of a side.
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        let i = Self::index(point);
        self.cells[i] == EMPTY && self.eye(i, color as usize)
    }

    /// Whether the side to play may put a stone on a point: no suicide, simple ko.
    pub fn is_legal(&self, point: Point) -> bool {
        let i = Self::index(point);
        if self.cells[i] != EMPTY || i == usize::from(self.ko) {
            return false;
        }
        let mut board = *self;
        board.approach(i, self.to_play as usize)
    }

    /// Takes the point as a liberty off the chains around it, if a stone may be put there; else changes nothing.
    #[inline(always)]
    fn approach(&mut self, i: usize, color: usize) -> bool {
        let beside = Self::beside(i);
        let heads = beside.map(|q| usize::from(self.heads[q]) & Self::MASK);
        for h in heads {
            self.liberties[h] = self.liberties[h].wrapping_sub(1);
        }
        if self.around[i] >= EMPTY_UNIT {
            return true;
        }
        let (own, other) = (color as u8, (color ^ 1) as u8);
        let breathes = (0..4).fold(false, |any, k| {
            let (cell, without) = (self.cells[beside[k]], self.liberties[heads[k]] == 0);
            any | ((cell == own) & !without) | ((cell == other) & without)
        });
        if !breathes {
            for h in heads {
                self.liberties[h] = self.liberties[h].wrapping_add(1);
            }
        }
        breathes
    }

    /// Puts down the stone for which [`Self::approach`] made room.
    #[inline(always)]
    fn put(&mut self, i: usize, color: usize) {
        let beside = Self::beside(i);
        let around = self.around[i];
        let (own, other) = (color as u8, (color ^ 1) as u8);
        self.cells[i] = own;
        self.balance += 1 - 2 * color as i32;
        for q in beside {
            self.around[q] = self.around[q].wrapping_add(UNIT[color]).wrapping_sub(EMPTY_UNIT);
        }
        self.heads[i] = i as u16;
        self.next[i] = i as u16;
        self.liberties[i] = around / EMPTY_UNIT;
        self.stones[i] = 1;
        let mut head = i;
        for q in beside {
            if self.cells[q] == own {
                head = self.join(head, usize::from(self.heads[q]) & Self::MASK);
            }
        }
        let before = self.empties;
        for q in beside {
            let h = usize::from(self.heads[q]) & Self::MASK;
            if (self.cells[q] == other) & (self.liberties[h] == 0) {
                self.remove(h, color ^ 1);
            }
        }
        // A single stone taken by a stone among the opponent's.
        let ko = (self.empties == before + 1) & (around & SURROUNDED[color ^ 1] != 0);
        self.ko = if ko { self.empty[before as usize & Self::MASK] } else { 0 };
    }

    /// Joins two chains, the smaller relabelled. Returns the head of both.
    #[inline(always)]
    fn join(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let (large, small) = if self.stones[a] > self.stones[b] { (a, b) } else { (b, a) };
        self.stones[large] += self.stones[small];
        self.liberties[large] = self.liberties[large].wrapping_add(self.liberties[small]);
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

    /// Takes a chain off the board.
    fn remove(&mut self, head: usize, color: usize) {
        let mut stone = head;
        loop {
            self.cells[stone] = EMPTY;
            self.heads[stone] = stone as u16;
            self.balance -= 1 - 2 * color as i32;
            self.empty[self.empties as usize & Self::MASK] = stone as u16;
            self.empties += 1;
            for q in Self::beside(stone) {
                self.around[q] = self.around[q].wrapping_add(EMPTY_UNIT).wrapping_sub(UNIT[color]);
                let h = usize::from(self.heads[q]) & Self::MASK;
                // What the rest of the chain itself counts no longer matters.
                self.liberties[h] = self.liberties[h].wrapping_add(1);
            }
            stone = usize::from(self.next[stone]) & Self::MASK;
            if stone == head {
                break;
            }
        }
    }

    /// Makes a move of the side to play; false, and nothing changed, if it is not allowed.
    pub fn play(&mut self, mv: Move) -> bool {
        if let Move::Play(point) = mv {
            let i = Self::index(point);
            let place = self.empty[..self.empties as usize].iter().position(|&e| usize::from(e) == i);
            let Some(place) = place else { return false };
            if i == usize::from(self.ko) || !self.approach(i, self.to_play as usize) {
                return false;
            }
            self.drop_empty(place);
            self.put(i, self.to_play as usize);
            self.passes = 0;
        } else {
            self.ko = 0;
            self.passes += 1;
        }
        self.to_play ^= 1;
        true
    }

    #[inline(always)]
    fn drop_empty(&mut self, place: usize) {
        self.empties -= 1;
        self.empty[place & Self::MASK] = self.empty[self.empties as usize & Self::MASK];
    }

    /// Makes a random move of the side to play, a pass if there is no other, and says where.
    #[inline(always)]
    fn step(&mut self, random: &mut Random) -> Option<usize> {
        let color = usize::from(self.to_play & 1);
        let mut untried = self.empties;
        self.to_play ^= 1;
        while untried > 0 {
            let place = random.below(untried) as usize & Self::MASK;
            let i = usize::from(self.empty[place]) & Self::MASK;
            if !self.eye(i, color) && i != usize::from(self.ko) && self.approach(i, color) {
                self.drop_empty(place);
                self.put(i, color);
                self.passes = 0;
                return Some(i);
            }
            untried -= 1;
            self.empty.swap(place, untried as usize & Self::MASK);
        }
        self.ko = 0;
        self.passes += 1;
        None
    }

    /// Makes a random move of the side to play: any that is legal and fills no own eye, a pass if there is none.
    pub fn random_move(&mut self, random: &mut Random) -> Move {
        self.step(random).map_or(Move::Pass, |i| Move::Play(Self::point(i)))
    }

    /// Plays to the end. Returns Black's lead on the board, without komi.
    pub fn playout(&mut self, random: &mut Random) -> i32 {
        self.playout_with(random, |_, _| {})
    }

    /// Plays to the end and tells each stone: who plays, and where in the arrays of the board.
    #[inline(always)]
    pub(crate) fn playout_with(&mut self, random: &mut Random, mut tell: impl FnMut(u8, usize)) -> i32 {
        let mut left = 3 * self.size.area();
        while self.passes < 2 && left > 0 {
            left -= 1;
            let color = self.to_play;
            if let Some(i) = self.step(random) {
                tell(color, i);
            }
        }
        self.lead()
    }

    /// Black's lead by area, all stones alive.
    pub fn lead(&self) -> i32 {
        let mut lead = self.balance;
        let mut open = 0;
        for &i in &self.empty[..self.empties as usize & Self::MASK] {
            let around = self.around[usize::from(i) & Self::MASK];
            open |= around;
            lead += i32::from(around & SURROUNDED[0] != 0) - i32::from(around & SURROUNDED[1] != 0);
        }
        // At the end of a game no empty point is beside another: a stone there could not be forbidden.
        if open < EMPTY_UNIT {
            return lead;
        }
        let mut lead = self.balance;
        self.for_each_area(|area, owner| lead += owner * area.len() as i32);
        lead
    }

    /// Who owns a point at the end of a game: its stone's colour, or the colour on all sides.
    pub fn owner_at_end(&self, point: Point) -> Option<Color> {
        let around = self.around[Self::index(point)];
        self.get(point).or(match (around & SURROUNDED[0] != 0, around & SURROUNDED[1] != 0) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        })
    }

    /// Tells each connected area of empty points and who owns it: 1 if only Black is beside it, −1 if only White, else 0.
    fn for_each_area(&self, mut tell: impl FnMut(&[u16], i32)) {
        let mut seen = [false; N];
        let mut area = [0u16; N];
        for &start in &self.empty[..self.empties as usize & Self::MASK] {
            if std::mem::replace(&mut seen[usize::from(start) & Self::MASK], true) {
                continue;
            }
            let (mut done, mut found) = (0, 1);
            let mut touched = [false; 4];
            area[0] = start;
            while done < found {
                let i = usize::from(area[done]) & Self::MASK;
                done += 1;
                for q in Self::beside(i) {
                    let cell = self.cells[q];
                    touched[usize::from(cell & 3)] = true;
                    if cell == EMPTY && !std::mem::replace(&mut seen[q], true) {
                        area[found] = q as u16;
                        found += 1;
                    }
                }
            }
            tell(&area[..found], i32::from(touched[0]) - i32::from(touched[1]));
        }
    }
}

//! Hundreds of games at once: one bit of a machine word for each game.
//!
//! A point of all boards is a vector of bits, one *lane* per game. A step makes a move in every
//! game by bit operations alone, so there is no branch to mispredict and no game waits for another.
//! Liberties are not counted: whether a block has one is found by spreading marks along its stones
//! from all liberties ([`flood`]). A move is drawn with equal probability from all points that may
//! be legal ([`choice`]); if it turns out to be suicide, it is taken back, the point barred for
//! this turn and another drawn, which leaves all legal moves equally likely.
//!
//! ```text
//! point E5:  0 1 1 0 0 1 0 …     the stones of the side to move there
//!            │ │ │
//!            │ │ game 2
//!            │ game 1
//!            game 0
//! ```
//!
//! 64 lanes share a word, and words share a vector: 512 games with AVX-512, 256 with AVX2. A word
//! has its own random stream and its own queue of games; nothing in it depends on the words beside
//! it, so results are the same on every machine. Lanes whose game is over are counted and filled
//! again at fixed steps.
//!
//! Cost: a step takes about a hundred vector operations a point, however many games share the
//! vector. So the cost of a game grows with the square of the board's area, where one game by
//! itself ([`super::board`]) grows with the area: on 9×9 lanes are several times faster, beyond
//! 13×13 they are not.

mod bits;
mod choice;
mod fleet;
mod flood;
mod random;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use keisei_goban::{Color, Komi, Point, Position, Size};
use pulp::{Arch, Simd, WithSimd};

use self::bits::Bits;
use self::fleet::{BOARD_BITS, Cell, Fleet, Opening};
use self::random::Streams;
use super::{Census, Tally, on_threads};
use crate::random::derived;

/// The most games that one word plays, eight in each lane: fewer would leave lanes idle at the end,
/// more would give fewer threads something to do.
const LONGEST_QUEUE: usize = 512;

/// Games to be played: so many from each opening.
pub(super) struct Plan {
    size: Size,
    openings: Vec<Opening>,
    /// What differs from the first opening.
    changes: Vec<Vec<(usize, Cell)>>,
    each: usize,
    compensation: Komi,
    seed: u64,
    queue: usize,
}

impl Plan {
    /// So many games from each of these positions, all of one size with the same side to play.
    pub(super) fn new(positions: &[Position], each: usize, compensation: Komi, seed: u64) -> Plan {
        let size = positions.first().map_or(Size::default(), |position| position.board().size());
        let openings: Vec<Opening> = positions.iter().map(opening).collect();
        let changes = openings
            .iter()
            .map(|opening| {
                let cells = opening.cells.iter().zip(&openings[0].cells).enumerate();
                cells.filter(|(_, (new, old))| new != old).map(|(i, (&new, _))| (i, new)).collect()
            })
            .collect();
        // As many queues as fill vectors, however wide a machine's are.
        let games = openings.len() * each;
        let vectors = games.div_ceil(random::MOST_WORDS * LONGEST_QUEUE).max(1);
        let queue = games.div_ceil(random::MOST_WORDS * vectors).max(64);
        Plan { size, openings, changes, each, compensation, seed, queue }
    }

    fn games(&self) -> usize {
        self.openings.len() * self.each
    }

    fn queues(&self) -> usize {
        self.games().div_ceil(self.queue)
    }

    /// The games of a queue.
    fn queue(&self, number: usize) -> Range<usize> {
        (number * self.queue).min(self.games())..((number + 1) * self.queue).min(self.games())
    }

    fn seed(&self, queue: usize) -> u64 {
        derived(self.seed, queue as u64)
    }

    fn area(&self) -> usize {
        self.size.area() as usize
    }

    /// The most moves of a game: many more than games take that do not run in circles.
    fn cap(&self) -> usize {
        3 * self.area()
    }

    /// Steps between two looks for games that are over. Lanes idle half as long on average.
    fn interval(&self) -> usize {
        (self.area() / 8).max(2)
    }

    /// Plays all games, and counts who owns what if there is one opening and it is asked for.
    pub(super) fn run(&self, threads: usize, census: bool) -> (Vec<Tally>, Census) {
        let next = AtomicUsize::new(0);
        let work = || Arch::new().dispatch(Work { plan: self, next: &next, census });
        on_threads(threads.min(self.queues()), work)
    }
}

fn opening(position: &Position) -> Opening {
    let (board, mover) = (position.board(), position.to_play());
    let cell = |p: Point| match board.get(p) {
        None => Cell::Empty,
        Some(color) if color == mover => Cell::Own,
        Some(_) => Cell::Other,
    };
    Opening {
        cells: board.size().points().map(cell).collect(),
        ko: position.ko().and_then(|ko| board.size().points().position(|p| p == ko)),
        black: mover == Color::Black,
    }
}

/// The part of a plan that one thread takes: as many queues at a time as a vector has words.
struct Work<'w> {
    plan: &'w Plan,
    next: &'w AtomicUsize,
    census: bool,
}

impl WithSimd for Work<'_> {
    type Output = (Vec<Tally>, Census);

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        // Every width of its own would take minutes to compile.
        match self.plan.size.width() {
            9 => self.play::<S, 9>(simd),
            _ => self.play::<S, 0>(simd),
        }
    }
}

impl Work<'_> {
    #[inline(always)]
    fn play<S: Simd, const WIDTH: usize>(self, simd: S) -> (Vec<Tally>, Census) {
        let plan = self.plan;
        let words = S::U64_LANES.min(random::MOST_WORDS);
        let mut tallies = vec![Tally::default(); plan.openings.len()];
        let mut census = Census::new(plan.area());
        loop {
            let first = self.next.fetch_add(words, Ordering::Relaxed);
            if first >= plan.queues() {
                return (tallies, census);
            }
            let queues: Vec<Range<usize>> = (first..first + words).map(|q| plan.queue(q)).collect();
            let streams = Streams::new((first..first + words).map(|q| plan.seed(q)));
            let fleet = Fleet::<S, WIDTH>::new(
                simd,
                plan.size.width() as usize,
                plan.size.height() as usize,
                streams,
            );
            let counted = self.census.then_some(&mut census);
            play_queues(plan, fleet, queues, &mut tallies, counted);
        }
    }
}

/// Plays a queue of games in each word, in lockstep.
#[inline(always)]
fn play_queues<S: Simd, const WIDTH: usize>(
    plan: &Plan,
    mut fleet: Fleet<S, WIDTH>,
    mut queues: Vec<Range<usize>>,
    tallies: &mut [Tally],
    mut census: Option<&mut Census>,
) {
    let simd = fleet.simd;
    let mut openings = vec![[0u32; 64]; queues.len()];
    let mut busy = Bits::none(simd);
    loop {
        fill(plan, &mut fleet, &mut busy, &mut queues, &mut openings);
        if !busy.any() {
            return;
        }
        for _ in 0..plan.interval() {
            fleet.step();
        }
        let over = busy & !fleet.live;
        if !over.any() {
            continue;
        }
        let numbers = fleet.count(over);
        for (word, openings) in openings.iter().enumerate() {
            let mut lanes = over.words()[word];
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let digit = |bits: &Bits<S>| (bits.words()[word] >> lane & 1) as i32;
                let area = |number: &[Bits<S>; BOARD_BITS]| {
                    number.iter().enumerate().map(|(i, bits)| digit(bits) << i).sum::<i32>()
                };
                let lead = area(&numbers[0]) - area(&numbers[1]);
                let lead = if digit(&fleet.black) == 1 { lead } else { -lead };
                tallies[openings[lane] as usize].count(lead, plan.compensation);
            }
        }
        if let Some(census) = &mut census {
            let black = fleet.black;
            census.games += over.count();
            for i in 0..plan.area() {
                let (x, y) = (1 + i % fleet.width(), 1 + i / fleet.width());
                let (own, other) = (fleet.odd[y][x], fleet.even[y][x]);
                let (own, other) = (own & !other & over, other & !own & over);
                census.black[i] += (black.choose(own, other)).count();
                census.white[i] += (black.choose(other, own)).count();
            }
        }
        busy &= !over;
    }
}

/// Starts a game of its word's queue in every lane that has none.
#[inline(always)]
fn fill<S: Simd, const WIDTH: usize>(
    plan: &Plan,
    fleet: &mut Fleet<S, WIDTH>,
    busy: &mut Bits<S>,
    queues: &mut [Range<usize>],
    openings: &mut [[u32; 64]],
) {
    let mut fresh = Bits::none(fleet.simd);
    for (word, queue) in queues.iter().enumerate() {
        let mut idle = !busy.words()[word];
        for _ in queue.clone().take(64) {
            if idle != 0 {
                fresh.words_mut()[word] |= idle & idle.wrapping_neg();
                idle &= idle - 1;
            }
        }
    }
    if !fresh.any() {
        return;
    }
    *busy |= fresh;
    let base = &plan.openings[0];
    fleet.load(fresh, base, plan.cap());
    for (word, queue) in queues.iter_mut().enumerate() {
        let mut lanes = fresh.words()[word];
        while lanes != 0 {
            // The lanes that take the same opening.
            let number = queue.start / plan.each;
            let left = (number + 1) * plan.each - queue.start;
            let mut same = 0;
            for _ in 0..left {
                if lanes == 0 {
                    break;
                }
                openings[word][lanes.trailing_zeros() as usize] = number as u32;
                same |= lanes & lanes.wrapping_neg();
                lanes &= lanes - 1;
                queue.start += 1;
            }
            for &(place, cell) in &plan.changes[number] {
                fleet.change(word, same, place, cell);
            }
            let opening = &plan.openings[number];
            if opening.ko != base.ko {
                for (ko, barred) in [(base.ko, false), (opening.ko, true)] {
                    if let Some(place) = ko {
                        fleet.bar(word, same, place, barred);
                    }
                }
            }
        }
    }
}

//! Many games side by side, a bit each.

use pulp::Simd;

use super::bits::{Bits, COLUMNS, Row, increment};
use super::flood;
use super::random::Streams;

/// Bits of the number of moves; the longest game has 3 · 625 of them.
const CLOCK: usize = 11;
/// Bits of the number of points of a row, at most 25.
pub(super) const ROW_BITS: usize = 5;
/// Bits of the number of points of a board, at most 625.
pub(super) const BOARD_BITS: usize = 10;

/// What is on a point, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Empty,
    Own,
    Other,
}

/// A position from which games start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Opening {
    /// The points, row by row.
    pub(super) cells: Vec<Cell>,
    /// The point that may not be retaken.
    pub(super) ko: Option<usize>,
    /// Whether Black is to move.
    pub(super) black: bool,
}

/// A board's worth of bits, with a border.
pub(super) type Plane<S> = Vec<Row<S>>;

/// Games side by side. All are at the same step, each at its own move, seen from its own side to
/// move.
///
/// `WIDTH` is the board's width, or 0 if it is known only when the program runs: loops over short
/// rows of known length are a third faster.
///
/// Points outside the board count as stones of both sides. So "all neighbours are mine" is one
/// formula everywhere, and colours may be exchanged in some lanes without thinking of the border.
pub(super) struct Fleet<S: Simd, const WIDTH: usize> {
    pub(super) simd: S,
    width: usize,
    pub(super) height: usize,
    /// Stones of the side to move, and of the other.
    pub(super) own: Plane<S>,
    pub(super) other: Plane<S>,
    pub(super) empty: Plane<S>,
    /// Points that the side to move may not or cannot take: kos, and what was tried in vain this
    /// turn.
    pub(super) barred: Plane<S>,
    /// Stones of the other side that surely have two liberties.
    pub(super) strong: Plane<S>,
    /// Candidates; then the stones taken by the move.
    pub(super) moves: Plane<S>,
    /// Floods: from liberties in odd and even columns, and from both.
    pub(super) odd: Plane<S>,
    pub(super) even: Plane<S>,
    pub(super) free: Plane<S>,
    /// The number of candidates in each row.
    pub(super) counts: Vec<[Bits<S>; ROW_BITS]>,
    /// The lanes that move in each row, and in each column.
    pub(super) rows: Vec<Bits<S>>,
    pub(super) columns: Row<S>,
    /// Lanes whose game goes on.
    pub(super) live: Bits<S>,
    /// Lanes in which Black is to move.
    pub(super) black: Bits<S>,
    /// Lanes in which the last move was a pass.
    passed: Bits<S>,
    /// The number of moves made, running over at the cap.
    clock: [Bits<S>; CLOCK],
    pub(super) streams: Streams,
    /// The lanes whose last try was a suicide.
    #[cfg(test)]
    pub(super) failed: Bits<S>,
}

impl<S: Simd, const WIDTH: usize> Fleet<S, WIDTH> {
    /// No games yet, on a board of this size.
    pub(super) fn new(simd: S, width: usize, height: usize, streams: Streams) -> Self {
        assert!(
            width <= COLUMNS - 2 && height <= 25 && (WIDTH == 0 || WIDTH == width),
            "there is no board of {width}×{height}"
        );
        let (none, all) = (Bits::none(simd), Bits::all(simd));
        let plane = |bits| vec![Row::filled(bits); height + 2];
        Fleet {
            simd,
            width,
            height,
            own: plane(all),
            other: plane(all),
            empty: plane(none),
            barred: plane(none),
            strong: plane(all),
            moves: plane(none),
            odd: plane(none),
            even: plane(none),
            free: plane(none),
            counts: vec![[none; ROW_BITS]; height + 2],
            rows: vec![none; height + 2],
            columns: Row::filled(none),
            live: none,
            black: none,
            passed: none,
            clock: [none; CLOCK],
            streams,
            #[cfg(test)]
            failed: none,
        }
    }

    /// The board's width, known to the compiler where `WIDTH` says it.
    #[inline(always)]
    pub(super) fn width(&self) -> usize {
        if WIDTH == 0 { self.width } else { WIDTH }
    }

    /// Starts games in these lanes. They end after `cap` moves at the latest.
    pub(super) fn load(&mut self, lanes: Bits<S>, opening: &Opening, cap: usize) {
        for (i, &cell) in opening.cells.iter().enumerate() {
            let (x, y) = (1 + i % self.width(), 1 + i / self.width());
            self.own[y][x] = self.own[y][x].with(lanes, cell == Cell::Own);
            self.other[y][x] = self.other[y][x].with(lanes, cell == Cell::Other);
            self.empty[y][x] = self.empty[y][x].with(lanes, cell == Cell::Empty);
            self.barred[y][x] = self.barred[y][x].with(lanes, opening.ko == Some(i));
            self.strong[y][x] = self.strong[y][x].with(lanes, false);
        }
        self.live |= lanes;
        self.black = self.black.with(lanes, opening.black);
        self.passed = self.passed.with(lanes, false);
        let start = (1 << CLOCK) - cap;
        for (i, digit) in self.clock.iter_mut().enumerate() {
            *digit = digit.with(lanes, start >> i & 1 == 1);
        }
    }

    /// Changes a point in some lanes of one word, after [`Fleet::load`].
    pub(super) fn change(&mut self, word: usize, lanes: u64, place: usize, cell: Cell) {
        let (x, y) = (1 + place % self.width(), 1 + place / self.width());
        for (plane, kind) in
            [(&mut self.own, Cell::Own), (&mut self.other, Cell::Other), (&mut self.empty, Cell::Empty)]
        {
            set(&mut plane[y][x], word, lanes, cell == kind);
        }
    }

    /// Bars a point in some lanes of one word, or allows it.
    pub(super) fn bar(&mut self, word: usize, lanes: u64, place: usize, barred: bool) {
        let (x, y) = (1 + place % self.width(), 1 + place / self.width());
        set(&mut self.barred[y][x], word, lanes, barred);
    }

    /// Makes a move in every live lane, or finds out that the point drawn is suicide and bars it
    /// for this turn.
    #[inline(always)]
    pub(super) fn step(&mut self) {
        self.find_candidates();
        let moving = self.draw();
        let passing = self.live & !moving;
        let lone = self.place();
        let doubt = self.reach_other();
        let (one, more) = self.take(doubt);
        let suicide = self.reach_own();
        let done = self.live & !suicide;
        self.turn(done, suicide, lone & one & !more);

        let over = passing & self.passed;
        self.passed = suicide.choose(self.passed, passing);
        let capped = increment(&mut self.clock, done);
        self.live = self.live & !over & !capped;
        #[cfg(test)]
        {
            self.failed = suicide;
        }
    }

    /// Puts the stones down. Tells where the stone has only opponents around: it may begin a ko.
    #[inline(always)]
    fn place(&mut self) -> Bits<S> {
        let width = self.width();
        assert!(width <= COLUMNS - 2);
        let mut lone = Bits::none(self.simd);
        for y in 1..self.height + 1 {
            let row = self.rows[y];
            let (above, at, below) = (&self.other[y - 1], &self.other[y], &self.other[y + 1]);
            let (own, empty) = (&mut self.own[y], &mut self.empty[y]);
            for x in 1..width + 1 {
                let here = row & self.columns[x];
                lone |= here & above[x] & below[x] & at[x - 1] & at[x + 1];
                own[x] |= here;
                empty[x] &= !here;
            }
        }
        lone
    }

    /// Marks in `odd` stones of the other side that have a liberty. Tells the lanes in which a
    /// neighbour of the new stone is not marked; in these nothing is missing.
    #[inline(always)]
    fn reach_other(&mut self) -> Bits<S> {
        let (width, none) = (self.width(), Bits::none(self.simd));
        assert!(width <= COLUMNS - 2);
        let marked = &mut self.odd;
        for y in 1..self.height + 1 {
            let (above, at, below) = (&self.empty[y - 1], &self.empty[y], &self.empty[y + 1]);
            let (stones, strong) = (&self.other[y], &self.strong[y]);
            let (before, rest) = marked.split_at_mut(y);
            let (before, row) = (&before[y - 1], &mut rest[0]);
            let mut last = none;
            for x in 1..width + 1 {
                // A stone with two liberties has one left, whatever was played.
                last = strong[x]
                    | (stones[x] & (above[x] | below[x] | at[x - 1] | at[x + 1] | before[x]))
                    | (stones[x] & last);
                row[x] = last;
            }
            last = none;
            for x in (1..width + 1).rev() {
                last = row[x] | (stones[x] & last);
                row[x] = last;
            }
        }
        let mut beside = Row::<S>::filled(none);
        for x in 1..width + 1 {
            beside[x] = self.columns[x - 1] | self.columns[x + 1];
        }
        let (mut doubt, mut changed) = (none, none);
        for y in (1..self.height + 1).rev() {
            let (row, near) = (self.rows[y], self.rows[y - 1] | self.rows[y + 1]);
            let stones = &self.other[y];
            let (above, below) = marked.split_at_mut(y + 1);
            changed |= flood::along(&mut above[y], &below[0], stones, width, none);
            let marked = &above[y];
            for x in 1..width + 1 {
                let neighbour = (self.columns[x] & near) | (beside[x] & row);
                doubt |= neighbour & stones[x] & !marked[x];
            }
        }
        if (doubt & changed).any() {
            flood::settle(marked, &self.other, width, doubt, none);
        }
        doubt
    }

    /// Takes off the other side's stones without liberties in these lanes, and keeps them in
    /// `moves`. Tells the lanes in which stones were taken, and those in which more than one.
    #[inline(always)]
    fn take(&mut self, lanes: Bits<S>) -> (Bits<S>, Bits<S>) {
        let width = self.width();
        assert!(width <= COLUMNS - 2);
        let (mut one, mut more) = (Bits::none(self.simd), Bits::none(self.simd));
        for y in 1..self.height + 1 {
            let marked = &self.odd[y];
            let (stones, empty, out) = (&mut self.other[y], &mut self.empty[y], &mut self.moves[y]);
            for x in 1..width + 1 {
                let taken = stones[x] & !marked[x] & lanes;
                more |= one & taken;
                one |= taken;
                stones[x] &= !taken;
                empty[x] |= taken;
                out[x] = taken;
            }
        }
        (one, more)
    }

    /// Marks own stones by liberties in odd and even columns: whoever has both has two. Tells the
    /// lanes in which the new stone has no liberty.
    #[inline(always)]
    fn reach_own(&mut self) -> Bits<S> {
        let (width, none) = (self.width(), Bits::none(self.simd));
        assert!(width <= COLUMNS - 2);
        let (odd, even) = (&mut self.odd, &mut self.even);
        for y in 1..self.height + 1 {
            let (above, at, below) = (&self.empty[y - 1], &self.empty[y], &self.empty[y + 1]);
            let stones = &self.own[y];
            let (before, rest) = odd.split_at_mut(y);
            let (before_odd, odd) = (&before[y - 1], &mut rest[0]);
            let (before, rest) = even.split_at_mut(y);
            let (before_even, even) = (&before[y - 1], &mut rest[0]);
            let (mut last_odd, mut last_even) = (none, none);
            for x in 1..width + 1 {
                let (same, next) = (above[x] | below[x], at[x - 1] | at[x + 1]);
                let (from_odd, from_even) = if x % 2 == 1 { (same, next) } else { (next, same) };
                last_odd = stones[x] & (from_odd | before_odd[x] | last_odd);
                last_even = stones[x] & (from_even | before_even[x] | last_even);
                odd[x] = last_odd;
                even[x] = last_even;
            }
            (last_odd, last_even) = (none, none);
            for x in (1..width + 1).rev() {
                last_odd = odd[x] | (stones[x] & last_odd);
                odd[x] = last_odd;
                last_even = even[x] | (stones[x] & last_even);
                even[x] = last_even;
            }
        }
        let (mut suicide, mut changed) = (none, none);
        for y in (1..self.height + 1).rev() {
            let (row, stones) = (self.rows[y], &self.own[y]);
            let (above, below) = odd.split_at_mut(y + 1);
            changed |= flood::along(&mut above[y], &below[0], stones, width, none);
            let odd = &above[y];
            let (above, below) = even.split_at_mut(y + 1);
            changed |= flood::along(&mut above[y], &below[0], stones, width, none);
            let even = &above[y];
            let free = &mut self.free[y];
            for x in 1..width + 1 {
                free[x] = odd[x] | even[x];
                suicide |= row & self.columns[x] & stones[x] & !free[x];
            }
        }
        if (suicide & changed).any() {
            flood::settle(&mut self.free, &self.own, width, suicide, none);
            suicide = none;
            for y in 1..self.height + 1 {
                let (row, stones, free) = (self.rows[y], &self.own[y], &self.free[y]);
                for x in 1..width + 1 {
                    suicide |= row & self.columns[x] & stones[x] & !free[x];
                }
            }
        }
        suicide
    }

    /// Gives the turn to the other side where the move was made, and takes the stone back where it
    /// was suicide.
    #[inline(always)]
    fn turn(&mut self, done: Bits<S>, suicide: Bits<S>, ko: Bits<S>) {
        let width = self.width();
        assert!(width <= COLUMNS - 2);
        for y in 1..self.height + 1 {
            let row = self.rows[y] & suicide;
            let (own, other, empty) = (&mut self.own[y], &mut self.other[y], &mut self.empty[y]);
            let (barred, strong, taken) = (&mut self.barred[y], &mut self.strong[y], &self.moves[y]);
            let (odd, even) = (&self.odd[y], &self.even[y]);
            for x in 1..width + 1 {
                let back = row & self.columns[x];
                let (mine, theirs) = (own[x] & !back, other[x]);
                empty[x] |= back;
                own[x] = done.choose(theirs, mine);
                other[x] = done.choose(mine, theirs);
                barred[x] = done.choose(taken[x] & ko, barred[x] | back);
                strong[x] = done.choose(odd[x] & even[x], strong[x]);
            }
        }
        self.black ^= done;
    }

    /// Counts the area of the side to move and of the other, in these lanes: stones, and empty
    /// points from which only one side's stones are reached. The points themselves are left in
    /// `odd` and `even`, before points that both reach are taken out.
    #[inline(always)]
    pub(super) fn count(&mut self, lanes: Bits<S>) -> [[Bits<S>; BOARD_BITS]; 2] {
        let (width, none) = (self.width(), Bits::none(self.simd));
        assert!(width <= COLUMNS - 2);
        for (reached, stones) in [(&mut self.odd, &self.own), (&mut self.even, &self.other)] {
            for y in 1..self.height + 1 {
                for x in 1..width + 1 {
                    reached[y][x] = stones[y][x];
                }
            }
            flood::up(reached, &self.empty, width, none);
            flood::settle(reached, &self.empty, width, lanes, none);
        }
        let mut numbers = [[none; BOARD_BITS]; 2];
        for y in 1..self.height + 1 {
            let (own, other) = (&self.odd[y], &self.even[y]);
            for x in 1..width + 1 {
                increment(&mut numbers[0], own[x] & !other[x]);
                increment(&mut numbers[1], other[x] & !own[x]);
            }
        }
        numbers
    }
}

fn set<S: Simd>(bits: &mut Bits<S>, word: usize, lanes: u64, bit: bool) {
    let word = &mut bits.words_mut()[word];
    *word = if bit { *word | lanes } else { *word & !lanes };
}

//! Drawing a move in every game, each as likely as the others.
//!
//! The candidates of each row are counted, a number below their total is drawn, and the row and the
//! column are found in which that candidate stands: all by adders and subtractors made of bit
//! operations, without a branch.

use pulp::Simd;

use super::bits::{Bits, COLUMNS, Row, increment, majority, parity};
use super::fleet::{BOARD_BITS, Fleet, ROW_BITS};

/// Random bits of a draw. With n candidates each has the probability 1/n but for a relative error
/// of n/2^22 at most, less than 0.0001 on 19×19.
const DRAW_BITS: usize = 22;

impl<S: Simd, const WIDTH: usize> Fleet<S, WIDTH> {
    /// Finds the points to draw from, and counts them by rows: empty points that are not barred, no
    /// eyes of the side to move, and not surrounded by stones with two liberties, where a stone
    /// would be suicide. Some other suicides are among them.
    #[inline(always)]
    pub(super) fn find_candidates(&mut self) {
        let (width, none) = (self.width(), Bits::none(self.simd));
        assert!(width <= COLUMNS - 2);
        let thin = width == 1 || self.height == 1;
        for y in 1..self.height + 1 {
            let (own_above, own, own_below) = (&self.own[y - 1], &self.own[y], &self.own[y + 1]);
            let (other_above, other_below) = (&self.other[y - 1], &self.other[y + 1]);
            let (strong_above, strong, strong_below) =
                (&self.strong[y - 1], &self.strong[y], &self.strong[y + 1]);
            let (empty, barred) = (&self.empty[y], &self.barred[y]);
            let out = &mut self.moves[y];
            let edge = y == 1 || y == self.height;
            for x in 1..width + 1 {
                let surrounded = own_above[x] & own_below[x] & own[x - 1] & own[x + 1];
                let (a, b) = (other_above[x - 1], other_above[x + 1]);
                let (c, d) = (other_below[x - 1], other_below[x + 1]);
                // Points outside count as opponents: two of the four at an edge, three in a corner.
                // One more makes the eye false; inside it takes two.
                let side = x == 1 || x == width;
                let mut hostile = if edge && side {
                    a & b & c & d
                } else if edge || side {
                    (a & b & (c | d)) | (c & d & (a | b))
                } else {
                    (a & b) | (c & d) | ((a | b) & (c | d))
                };
                if thin {
                    hostile = none;
                }
                let eye = surrounded & !hostile;
                let hopeless = strong_above[x] & strong_below[x] & strong[x - 1] & strong[x + 1];
                out[x] = empty[x] & !barred[x] & !eye & !hopeless;
            }
            let [mut ones, mut twos, mut fours, mut eights, mut sixteens] = [none; ROW_BITS];
            let mut x = 1;
            while x <= width {
                // The border is never a candidate.
                let (a, b) = (out[x], if x < width { out[x + 1] } else { none });
                let carry = majority(ones, a, b);
                ones = parity(ones, a, b);
                let next = twos & carry;
                twos ^= carry;
                let carry = fours & next;
                fours ^= next;
                sixteens |= eights & carry;
                eights ^= carry;
                x += 2;
            }
            self.counts[y] = [ones, twos, fours, eights, sixteens];
        }
    }

    /// Draws a candidate in every live lane that has one: its row and column. Tells these lanes.
    #[inline(always)]
    pub(super) fn draw(&mut self) -> Bits<S> {
        let none = Bits::none(self.simd);
        let total = self.total();
        let moving = self.live & total.iter().fold(none, |any, &digit| any | digit);
        let number = self.draw_below(total);
        let within = self.draw_row(number, moving);
        self.draw_column(within, moving);
        moving
    }

    #[inline(always)]
    fn total(&self) -> [Bits<S>; BOARD_BITS] {
        let mut total = [Bits::none(self.simd); BOARD_BITS];
        for y in 1..self.height + 1 {
            let count = &self.counts[y];
            let mut carry = Bits::none(self.simd);
            for i in 0..ROW_BITS {
                let sum = parity(total[i], count[i], carry);
                carry = majority(total[i], count[i], carry);
                total[i] = sum;
            }
            increment(&mut total[ROW_BITS..], carry);
        }
        total
    }

    /// A number below the total: the high digits of its product with a random fraction, worked out
    /// from the lowest digit of the fraction on.
    #[inline(always)]
    fn draw_below(&mut self, total: [Bits<S>; BOARD_BITS]) -> [Bits<S>; BOARD_BITS] {
        let none = Bits::none(self.simd);
        let mut number = [none; BOARD_BITS];
        for _ in 0..DRAW_BITS {
            let digit = self.streams.next(self.simd);
            let mut carry = none;
            for i in 0..BOARD_BITS {
                let part = total[i] & digit;
                let sum = parity(number[i], part, carry);
                carry = majority(number[i], part, carry);
                if i > 0 {
                    number[i - 1] = sum;
                }
            }
            number[BOARD_BITS - 1] = carry;
        }
        number
    }

    /// The row in which the candidate of this number stands. Gives its number within the row.
    #[inline(always)]
    fn draw_row(&mut self, mut number: [Bits<S>; BOARD_BITS], moving: Bits<S>) -> [Bits<S>; ROW_BITS] {
        let none = Bits::none(self.simd);
        let mut searching = moving;
        let mut within = [none; ROW_BITS];
        for y in 1..self.height + 1 {
            let count = &self.counts[y];
            let mut borrow = none;
            let mut rest = [none; BOARD_BITS];
            for i in 0..ROW_BITS {
                rest[i] = parity(number[i], count[i], borrow);
                borrow = majority(!number[i], count[i], borrow);
            }
            for i in ROW_BITS..BOARD_BITS {
                rest[i] = number[i] ^ borrow;
                borrow &= !number[i];
            }
            let here = searching & borrow;
            self.rows[y] = here;
            searching &= !borrow;
            for i in 0..ROW_BITS {
                within[i] |= here & number[i];
            }
            number = rest;
        }
        within
    }

    /// The column, by counting down along the row.
    #[inline(always)]
    fn draw_column(&mut self, mut number: [Bits<S>; ROW_BITS], moving: Bits<S>) {
        let (width, none) = (self.width(), Bits::none(self.simd));
        assert!(width <= COLUMNS - 2);
        let mut row = Row::<S>::filled(none);
        for y in 1..self.height + 1 {
            let (here, candidates) = (self.rows[y], &self.moves[y]);
            for x in 1..width + 1 {
                row[x] |= here & candidates[x];
            }
        }
        let mut searching = moving;
        for x in 1..width + 1 {
            let candidate = row[x] & searching;
            let above_zero = number.iter().fold(none, |any, &digit| any | digit);
            let here = candidate & !above_zero;
            self.columns[x] = here;
            searching &= !here;
            let mut borrow = candidate;
            for digit in &mut number {
                let next = borrow & !*digit;
                *digit ^= borrow;
                borrow = next;
            }
        }
    }
}

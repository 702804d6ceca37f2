//! One bit of each game.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Not};

use pulp::{Simd, bytemuck};

/// One bit of each lane: as many lanes as the machine's vectors have bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits<S: Simd> {
    simd: S,
    bits: S::u64s,
}

impl<S: Simd> Bits<S> {
    /// No lane.
    #[inline(always)]
    pub(super) fn none(simd: S) -> Self {
        Bits { simd, bits: simd.splat_u64s(0) }
    }

    /// All lanes.
    #[inline(always)]
    pub(super) fn all(simd: S) -> Self {
        Bits { simd, bits: simd.splat_u64s(!0) }
    }

    /// From a vector.
    #[inline(always)]
    pub(super) fn new(simd: S, bits: S::u64s) -> Self {
        Bits { simd, bits }
    }

    /// The words, 64 lanes each.
    #[inline(always)]
    pub(super) fn words(&self) -> &[u64] {
        bytemuck::cast_slice(std::slice::from_ref(&self.bits))
    }

    /// The words, to be changed.
    #[inline(always)]
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        bytemuck::cast_slice_mut(std::slice::from_mut(&mut self.bits))
    }

    /// Whether any lane has the bit.
    #[inline(always)]
    pub(super) fn any(&self) -> bool {
        self.words().iter().fold(0, |all, word| all | word) != 0
    }

    /// How many lanes have the bit.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// In these lanes the one, in all others the other.
    #[inline(always)]
    pub(super) fn choose(self, one: Self, other: Self) -> Self {
        (self & one) | (!self & other)
    }

    /// The bit set or cleared in these lanes.
    #[inline(always)]
    pub(super) fn with(self, lanes: Self, bit: bool) -> Self {
        if bit { self | lanes } else { self & !lanes }
    }
}

/// At least two of three.
#[inline(always)]
pub(super) fn majority<S: Simd>(a: Bits<S>, b: Bits<S>, c: Bits<S>) -> Bits<S> {
    (a & b) | (c & (a | b))
}

/// An odd number of three.
#[inline(always)]
pub(super) fn parity<S: Simd>(a: Bits<S>, b: Bits<S>, c: Bits<S>) -> Bits<S> {
    a ^ b ^ c
}

/// Adds a bit to a number with its lowest bit first; what does not fit is given back.
#[inline(always)]
pub(super) fn increment<S: Simd>(number: &mut [Bits<S>], bit: Bits<S>) -> Bits<S> {
    let mut carry = bit;
    for digit in number {
        let next = *digit & carry;
        *digit ^= carry;
        carry = next;
    }
    carry
}

macro_rules! operator {
    ($trait:ident, $function:ident, $assign:ident, $assign_function:ident, $vector:ident) => {
        impl<S: Simd> $trait for Bits<S> {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Bits { simd: self.simd, bits: self.simd.$vector(self.bits, other.bits) }
            }
        }

        impl<S: Simd> $assign for Bits<S> {
            #[inline(always)]
            fn $assign_function(&mut self, other: Self) {
                self.bits = self.simd.$vector(self.bits, other.bits);
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign, and_u64s);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, or_u64s);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, xor_u64s);

impl<S: Simd> Not for Bits<S> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Bits { simd: self.simd, bits: self.simd.not_u64s(self.bits) }
    }
}

/// Columns of the largest board, borders included.
pub(super) const COLUMNS: usize = 27;

/// A row of points with a border at both ends, aligned so that no vector straddles two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Row<S: Simd>([Bits<S>; COLUMNS]);

impl<S: Simd> Row<S> {
    /// The same everywhere.
    pub(super) fn filled(bits: Bits<S>) -> Self {
        Row([bits; COLUMNS])
    }
}

impl<S: Simd> Index<usize> for Row<S> {
    type Output = Bits<S>;

    #[inline(always)]
    fn index(&self, x: usize) -> &Bits<S> {
        &self.0[x]
    }
}

impl<S: Simd> IndexMut<usize> for Row<S> {
    #[inline(always)]
    fn index_mut(&mut self, x: usize) -> &mut Bits<S> {
        &mut self.0[x]
    }
}

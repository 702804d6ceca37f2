//! Proof numbers.

/// How many positions at least have to be proved to prove a goal, and how many to be disproved to
/// disprove it \[Allis1994\].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub(crate) prove: u32,
    pub(crate) disprove: u32,
}

impl Numbers {
    pub(crate) const PROVED: Numbers = Numbers { prove: 0, disprove: Numbers::INFINITE };
    pub(crate) const DISPROVED: Numbers = Numbers { prove: Numbers::INFINITE, disprove: 0 };
    /// As long as nothing is decided, both numbers are below.
    pub(crate) const MOST: Numbers = Numbers { prove: Numbers::INFINITE, disprove: Numbers::INFINITE };
    pub(crate) const INFINITE: u32 = 1 << 30;
    /// The largest number of a position that is not decided. Where many moves lead to the same
    /// positions these are counted more than once, and sums grow beyond all measure; but only what is
    /// decided is infinite.
    pub(crate) const LARGEST: u32 = Numbers::INFINITE - 1;

    /// Of a position that is not decided.
    #[inline]
    pub(crate) fn open(prove: u32, disprove: u32) -> Numbers {
        Numbers { prove: prove.max(1), disprove: disprove.max(1) }
    }

    /// What a decision makes of them.
    #[inline]
    pub(crate) fn decided(proved: bool) -> Numbers {
        if proved { Numbers::PROVED } else { Numbers::DISPROVED }
    }

    /// Whether the goal is proved or disproved; `None` while that is open.
    #[inline]
    pub(crate) fn decision(self) -> Option<bool> {
        match self {
            Numbers { prove: 0, .. } => Some(true),
            Numbers { disprove: 0, .. } => Some(false),
            _ => None,
        }
    }
}

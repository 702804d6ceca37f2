//! How games are written: [`Store::text`](crate::Store::text) and
//! [`Store::parse`](crate::Store::parse) are inverse to each other.
//!
//! | written | means |
//! |---|---|
//! | `3`, `-1/2`, `-6 1/2` | numbers; denominators are powers of two |
//! | `*`, `*3` | nimbers |
//! | `↑` or `^`, `↓` or `v`, `↓↓*`, `3·↑` or `3.^` | ups and downs |
//! | `4↑`, `-1↑*`, `2*` | a number, ups and a nimber side by side are their sum; a sign before it belongs to the number: `-1↑` is `-1 + ↑` |
//! | `{4\|0}`, `{0,*\|0}`, `{\|}` | options of Left and Right |
//! | `{6\|\|4\|0}`, `6\|\|4\|0` | the same as `{6\|{4\|0}}`: a double bar binds less than a single one |
//! | `±3` or `+-3`, `±(3,{5\|1})` | switches: `{3\|-3}` |
//! | `+_2`, `-_2`, `+_{4\|1}` | tiny and miny: `{0\|\|0\|-2}` and its negative |
//! | `a + b`, `a - b`, `-a`, `3·a`, `(a)` | sums, negatives, multiples |
//!
//! `-` between two games subtracts all that is written on its right up to the next sign: `4↑ - 4↑`
//! is 0.

pub(crate) mod expression;
pub(crate) mod parse;
mod token;
mod write;

pub use expression::Function;
pub use parse::SyntaxError;
pub use token::Relation;
pub use write::Notation;

/// Games that may be written inside each other.
pub(crate) const MAX_NESTING: usize = crate::store::MAX_HEIGHT;

/// Bytes of a text that is read.
pub(crate) const MAX_TEXT: usize = 1 << 20;

//! Potential: what stones radiate, summed over the board.
//!
//! Every living stone adds to the points around it, Black positive, White negative. How much is the
//! **influence** function: the fifteen tables of \[TajimaSanechika\], made by hand for stones on
//! the different lines, or one of the simple functions of distance to compare them with
//! ([`Influence`]).
//!
//! ```text
//!  .  5  .      A stone in the centre, a quarter of what it radiates: 100 on its own point,
//!  .  7  7      35 beside it, 5 at the end of its reach, four steps away. Near an edge
//!  . 12 10      a stone radiates more towards the edge, since territory is made there.
//!  . 35 19
//!  X 35 12
//! ```
//!
//! Invariants: potentials are whole numbers of units and depend on the stones alone, so that taking
//! a stone away again gives back exactly what was there; turning the board turns the field, and
//! exchanging the colours changes its sign.
//!
//! # How the tables are read
//!
//! - A table is chosen by the stone's **lines**: its distance from the nearest edge and from the
//!   nearest edge in the other direction, each counted from 1, five and more being the same. The
//!   lower line gives the table's rows, counted from that edge. What reaches beyond the board is
//!   cut off.
//! - On a **small board** a stone may be as near to both edges of a direction, on the line that
//!   lies in the very middle. There it radiates towards either edge as its table says for the near
//!   edge. Otherwise only the nearer edge counts, even if the other one is near too.
//! - The 4-4 table is made symmetric: see `tables`.
//!
//! Known to fail where stones are dead without being taken (they radiate, unless the caller says
//! that they are dead) and where a wall is weak: a potential knows nothing of liberties, eyes and
//! cuts. It reaches four steps, so that it says nothing about the middle of a large framework; that
//! is what [`crate::moyo`] is for.

mod field;
mod influence;
mod tables;

pub use self::field::Field;
pub(crate) use self::field::Rectangle;
pub use self::influence::{Attenuation, Distance, Influence, InfluenceError};

#[cfg(test)]
mod tests;

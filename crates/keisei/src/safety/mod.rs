//! Proofs about stones and territory. So far Benson's unconditional life; more is to come.

mod benson;

pub use self::benson::{UnconditionalLife, unconditional_life};

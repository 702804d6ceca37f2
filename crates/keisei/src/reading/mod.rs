//! Reading.

pub(crate) mod frame;
pub(crate) mod numbers;
pub(crate) mod search;
pub(crate) mod table;

//! The commands, one file each.

pub(crate) mod analysis;
pub(crate) mod bench;
pub(crate) mod cgt;
pub(crate) mod check;
pub(crate) mod genmove;
pub(crate) mod gtp;
pub(crate) mod judge;
pub(crate) mod manual;
pub(crate) mod moyo;
pub(crate) mod rank;
pub(crate) mod safety;
pub(crate) mod score;
pub(crate) mod show;
pub(crate) mod status;
pub(crate) mod zones;

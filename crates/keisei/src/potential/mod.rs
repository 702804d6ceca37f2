pub(crate) mod tables;
mod field;
mod influence;

pub use field::Field;
pub(crate) use field::Rectangle;
pub use influence::{Attenuation, Distance, Influence, InfluenceError};

//! Choices by name as arguments.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use keisei::Named;
use keisei::names::find;

/// Reads a name, and lists those there are.
pub fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let possible = T::ALL.iter().map(|one| PossibleValue::new(one.name()).help(one.summary()));
    PossibleValuesParser::new(possible).try_map(|name| find::<T>(&name))
}

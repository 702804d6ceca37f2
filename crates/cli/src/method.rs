//! Methods on the command line and in protocols.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use keisei::Method;

/// A method as an argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MethodArg(pub(crate) Method);

impl ValueEnum for MethodArg {
    fn value_variants<'a>() -> &'a [MethodArg] {
        const ALL: [MethodArg; Method::ALL.len()] = {
            let mut all = [MethodArg(Method::ALL[0]); Method::ALL.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = MethodArg(Method::ALL[i]);
                i += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.summary()))
    }
}

/// A method by its name in a protocol.
pub(crate) fn by_name(name: &str) -> Result<Method, String> {
    Method::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| {
        let known: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
        let name: String = name.chars().take(20).collect();
        format!("there is no method `{name}`: expected {}", known.join(", "))
    })
}

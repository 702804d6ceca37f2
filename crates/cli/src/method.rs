//! Methods on the command line and in protocols.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use keisei::judge::{Effort, Judge};
use keisei::{Evaluator, Method};

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
    find("method", &Method::ALL, Method::name, name)
}

/// An effort of the judge by its name in a protocol.
pub(crate) fn effort_by_name(name: &str) -> Result<Effort, String> {
    find("effort", &Effort::ALL, Effort::name, name)
}

fn find<T: Copy>(what: &str, all: &[T], name_of: fn(T) -> &'static str, name: &str) -> Result<T, String> {
    all.iter().copied().find(|&one| name_of(one) == name).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|&one| name_of(one)).collect();
        let name: String = name.chars().take(20).collect();
        format!("there is no {what} `{name}`: expected {}", known.join(", "))
    })
}

/// The evaluator of a method; the judge puts in so much work.
pub(crate) fn evaluator(method: Method, effort: Effort) -> Box<dyn Evaluator + Send> {
    match method {
        Method::Judge => Box::new(Judge::new(effort)),
        _ => method.evaluator(),
    }
}

//! How a moyo is found, on the command line.

use anyhow::bail;
use keisei::moyo::{Options, Threshold, Ties};
use keisei::potential::{Attenuation, Influence};

use crate::names::named;
use crate::output::BadUsage;

/// The options of the watershed method.
#[derive(clap::Args, Clone, Debug)]
pub struct MoyoArgs {
    /// What stones radiate
    #[arg(long, value_name = "FIELD", default_value = "tables", value_parser = clap::builder::PossibleValuesParser::new(Influence::NAMES))]
    field: String,

    /// The base of the field `attenuation`, 1/m^distance: more than 1 (default 2)
    #[arg(long, value_name = "M", value_parser = attenuation, allow_negative_numbers = true)]
    m: Option<Attenuation>,

    /// What decides if water can run several ways
    #[arg(long, value_name = "WHICH", default_value_t, value_parser = named::<Ties>())]
    ties: Ties,

    /// Call points of at least this potential inner, wherever their water runs
    #[arg(long, value_name = "P", value_parser = threshold, allow_negative_numbers = true)]
    threshold: Option<Threshold>,

    /// Ignore stones inside a moyo that make it smaller (correction for concave shapes)
    #[arg(long)]
    concave: bool,
}

fn attenuation(text: &str) -> Result<Attenuation, String> {
    let m = text.parse().map_err(|_| "not a number".to_string())?;
    Attenuation::new(m).map_err(|error| error.to_string())
}

fn threshold(text: &str) -> Result<Threshold, String> {
    let potential = text.parse().map_err(|_| "not a number".to_string())?;
    Threshold::new(potential).map_err(|error| error.to_string())
}

impl MoyoArgs {
    /// The options, if they are in range.
    pub fn options(&self) -> anyhow::Result<Options> {
        let mut influence: Influence = self.field.parse()?;
        match (&mut influence, self.m) {
            (_, None) => {}
            (Influence::Attenuation(attenuation), Some(m)) => *attenuation = m,
            (_, Some(_)) => {
                let field = &self.field;
                bail!(BadUsage(format!("--m belongs to --field attenuation: the field {field} has no base")))
            }
        }
        Ok(Options { influence, ties: self.ties, threshold: self.threshold, concave: self.concave })
    }
}

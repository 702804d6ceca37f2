//! How a moyo is found, on the command line.

use anyhow::bail;
use clap::ValueEnum;
use keisei::moyo::{Options, Threshold, Ties};
use keisei::potential::{Attenuation, Influence};

/// Which paths count if water can run several ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TiesArg {
    /// A point is outer if one path leads out (the paper's choice a)
    Outer,
    /// A point is inner if one path stays inside (the paper's choice b)
    Inner,
}

/// The options of the watershed method.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct MoyoArgs {
    /// What stones radiate
    #[arg(long, value_name = "FIELD", default_value = "tables", value_parser = clap::builder::PossibleValuesParser::new(Influence::NAMES))]
    field: String,

    /// The base of the field `attenuation`, 1/m^distance: more than 1 (default 2)
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    m: Option<f64>,

    /// What decides if water can run several ways
    #[arg(long, value_name = "WHICH", default_value = "inner")]
    ties: TiesArg,

    /// Call points of at least this potential inner, wherever their water runs
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    threshold: Option<f64>,

    /// Ignore stones inside a moyo that make it smaller (correction for concave shapes)
    #[arg(long)]
    concave: bool,
}

impl MoyoArgs {
    /// The options, if they are in range.
    pub(crate) fn options(&self) -> anyhow::Result<Options> {
        let mut influence: Influence = self.field.parse()?;
        match (&mut influence, self.m) {
            (_, None) => {}
            (Influence::Attenuation(attenuation), Some(m)) => *attenuation = Attenuation::new(m)?,
            (_, Some(_)) => bail!("--m belongs to --field attenuation; the field {} has no base", self.field),
        }
        let ties = match self.ties {
            TiesArg::Outer => Ties::Outer,
            TiesArg::Inner => Ties::Inner,
        };
        let threshold = self.threshold.map(Threshold::new).transpose()?;
        Ok(Options { influence, ties, threshold, concave: self.concave })
    }
}

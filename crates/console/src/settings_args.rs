//! How a position is judged, on the command line.

use keisei::judge::Effort;
use keisei::{Method, Settings};

use crate::names::named;
use crate::output::BadUsage;
use crate::playout_args::PlayoutArgs;
use crate::safety_args::SafetyArgs;

/// How to judge.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SettingsArgs {
    /// How to judge
    #[arg(long, value_name = "NAME", default_value_t, value_parser = named::<Method>())]
    method: Method,

    /// How much work the method judge puts in [default: deep]
    #[arg(long, value_name = "EFFORT", value_parser = named::<Effort>())]
    effort: Option<Effort>,

    #[command(flatten)]
    limits: SafetyArgs,

    #[command(flatten)]
    playouts: PlayoutArgs,
}

impl SettingsArgs {
    /// The settings.
    ///
    /// # Errors
    /// If an effort was asked for that the method has none of.
    pub fn settings(&self) -> Result<Settings, BadUsage> {
        if self.effort.is_some() {
            self.for_the_judge("--effort")?;
        }
        let settings = Settings::new(self.method).with_effort(self.effort.unwrap_or_default());
        Ok(self.playouts.applied_to(self.limits.applied_to(settings)))
    }

    /// Refuses an option that is for the method judge alone.
    pub fn for_the_judge(&self, option: &str) -> Result<(), BadUsage> {
        match self.method {
            Method::Judge => Ok(()),
            _ => Err(BadUsage(format!("{option} is for the method judge: leave out --method"))),
        }
    }
}

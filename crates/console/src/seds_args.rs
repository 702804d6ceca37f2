//! The parameters of the dynamical system, on the command line.

use keisei::seds::Parameters;

/// How the dynamical system is iterated.
#[derive(clap::Args, Clone, Debug)]
pub struct SedsArgs {
    /// Changes smaller than this do not spread (method seds)
    #[arg(long, value_name = "V", default_value = "0.001", value_parser = stop_value, allow_negative_numbers = true)]
    stop_value: f64,

    /// The most iterations (method seds)
    #[arg(long, value_name = "N", default_value_t = Parameters::default().max_iter(), value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    max_iter: u32,

    /// As in the paper: without the modification for suicide in the strength of blocks, and without
    /// reading (method seds)
    #[arg(long)]
    plain: bool,
}

fn stop_value(text: &str) -> Result<f64, String> {
    let value = text.parse().map_err(|_| "not a number".to_string())?;
    Parameters::new(value, 1).map_err(|error| error.to_string())?;
    Ok(value)
}

impl SedsArgs {
    /// The parameters as the library takes them: with reading, unless the system of the paper is asked for.
    pub fn parameters(&self) -> Parameters {
        Parameters::new(self.stop_value, self.max_iter)
            .expect("the arguments were checked one by one")
            .with_suicide_modification(!self.plain)
            .with_reading(!self.plain)
    }
}

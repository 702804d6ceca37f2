//! `keisei analysis`: KataGo's analysis-engine protocol on standard input and output.

use std::process::ExitCode;

use keisei::judge::Effort;
use keisei::{Method, Settings};
use keisei_console::names::named;
use keisei_console::player_args::all_cores;
use keisei_console::safety_args::SafetyArgs;
use keisei_engine::analysis::serve;

const EXAMPLES: &str = "\
Examples:
  keisei analysis --effort normal         faster, without random games
  keisei analysis --method moyo           another method
  echo '{\"id\":\"1\",\"moves\":[[\"B\",\"Q16\"]],\"rules\":\"chinese\",\"komi\":7.5,\"boardXSize\":19,\"boardYSize\":19}' | keisei analysis";

/// Run as an analysis engine: KataGo's JSON lines on standard input and output
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// How to judge, unless a query says otherwise (overrideSettings.method)
    #[arg(long, value_name = "NAME", default_value_t, value_parser = named::<Method>())]
    method: Method,

    /// How much work the method judge puts in, unless a query says otherwise
    /// (overrideSettings.effort)
    #[arg(long, value_name = "EFFORT", default_value_t, value_parser = named::<Effort>())]
    effort: Effort,

    #[command(flatten)]
    limits: SafetyArgs,

    /// The number of threads (default: as many as there are cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let threads = args.threads.map_or_else(all_cores, |threads| threads as usize);
    let settings = args.limits.applied_to(Settings::new(args.method).with_effort(args.effort));
    serve(&settings, threads, std::io::stdin().lock(), std::io::stdout())?;
    Ok(ExitCode::SUCCESS)
}

//! `keisei completions` and `keisei man`: made of the same definitions as `--help`.

use std::process::ExitCode;

use anyhow::bail;
use clap::CommandFactory;

use keisei_console::output;

/// Print a script that completes commands and options in a shell
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  keisei completions bash > ~/.local/share/bash-completion/completions/keisei"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

/// Print the manual page of keisei, or of one of its commands
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  keisei man | man -l -\n  keisei man judge > keisei-judge.1")]
pub(crate) struct ManArgs {
    /// A command, such as judge
    command: Option<String>,
}

pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "keisei", &mut script);
    output::print(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &ManArgs) -> anyhow::Result<ExitCode> {
    let mut whole = crate::Cli::command();
    whole.build();
    let command = match &args.command {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(command) => command.clone(),
            None => bail!("there is no command `{name}`; `keisei --help` lists them"),
        },
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    output::print(&page)?;
    Ok(ExitCode::SUCCESS)
}

//! Running the binary as users do, from the top of the repository.

#![allow(dead_code, reason = "each test takes what it needs")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_keisei"));
    command
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .env_remove("NO_COLOR");
    command
}

pub(crate) fn keisei(args: &[&str]) -> Output {
    command(args).stdin(Stdio::null()).output().unwrap()
}

/// A run that is given all its input at once.
pub(crate) fn with_input(args: &[&str], input: &[u8]) -> Output {
    given(command(args), input)
}

/// The run of any program that is given all its input at once.
pub(crate) fn given(mut command: Command, input: &[u8]) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_vec());
    // A program that has seen enough may close its input early.
    let writer = std::thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// What a run printed, whether it succeeded or not.
pub(crate) fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a run printed, if it succeeded.
pub(crate) fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    printed(output)
}

pub(crate) fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(&stdout(output)).unwrap()
}

/// GNU Go, where it is installed; a test without it is skipped and says so.
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
pub(crate) fn gnu_go() -> Option<&'static str> {
    // Debian keeps games where not everybody's PATH leads.
    let found = ["gnugo", "/usr/games/gnugo"].into_iter().find(|program| runs(program));
    if found.is_none() {
        eprintln!("skipped: gnugo is not installed");
    }
    found
}

pub(crate) fn runs(program: &str) -> bool {
    Command::new(program).arg("--version").stdin(Stdio::null()).output().is_ok()
}

/// Waits for something that must come, however slow the machine.
pub(crate) fn wait_until(mut is_so: impl FnMut() -> bool, what: &str) {
    let begun = std::time::Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < std::time::Duration::from_secs(120), "{what}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// Starts a run that would take hours, waits until its state file says what is wanted, and sends it a
/// signal: how it ended, and its state.
#[cfg(unix)]
pub(crate) fn interrupted(
    args: &[&str],
    state: &Path,
    signal: &str,
    is_wanted: impl Fn(&serde_json::Value) -> bool,
) -> (Output, serde_json::Value) {
    let mut command = command(args);
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let kept = || std::fs::read(state).ok().map(|bytes| serde_json::from_slice(&bytes).unwrap());
    wait_until(|| kept().is_some_and(|kept| is_wanted(&kept)), "the state never came");
    let id = child.id().to_string();
    assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
    // Twice, as `timeout` does it: that is one signal.
    let twice = format!("kill -{signal} {id}; kill -{signal} {id}");
    assert!(Command::new("sh").args(["-c", &twice]).status().is_ok());
    (child.wait_with_output().unwrap(), kept().unwrap())
}

//! Running the binary as users do, from the top of the repository.

use std::path::Path;
use std::process::{Command, Output};

pub(crate) fn keisei(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_keisei"))
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .env_remove("NO_COLOR")
        .output()
        .unwrap()
}

/// What a run printed, if it succeeded.
pub(crate) fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(&stdout(output)).unwrap()
}

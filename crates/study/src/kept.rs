//! What a study has found so far, kept in a file from one run to the next.

use std::path::Path;

use anyhow::Context;
use keisei_console::output::write_whole;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads what was kept of such a study.
pub(super) fn read<T: DeserializeOwned>(path: &Path, study: &str) -> anyhow::Result<T> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("{name}: cannot be read"))?;
    serde_json::from_slice(&bytes)
        .with_context(|| format!("{name}: not the state of a {study}; take another file"))
}

/// Keeps what was found so far; an interruption leaves the old state or the new one.
pub(super) fn write(path: &Path, state: &impl Serialize) -> anyhow::Result<()> {
    write_whole(path, &serde_json::to_vec(state)?)
        .with_context(|| format!("{}: the state cannot be saved", path.display()))
}

//! The binary `keisei`: see the library of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    keisei_cli::main()
}

//! The command-line program.

use std::process::ExitCode;

fn main() -> ExitCode {
    misere::cli::run(std::env::args_os())
}

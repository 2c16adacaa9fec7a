//! Runs lines of a POSIX shell that call the program.

use std::path::Path;
use std::process::{Command, Stdio};

/// Standard output, standard error and the exit code of a script that runs in `folder`.
pub(crate) fn run(script: &str, folder: &Path) -> (String, String, Option<i32>) {
    let program = Path::new(env!("CARGO_BIN_EXE_misere"));
    let mut paths = vec![program.parent().unwrap().to_path_buf()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let output = Command::new("sh")
        .args(["-c", script])
        .env("PATH", std::env::join_paths(paths).unwrap())
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code(),
    )
}

//! Any bytes as a game in JSON and as the content of a checkpoint, whose sum is made to fit.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

#[path = "../../tests/fuzz/checks/files.rs"]
mod files;

static PATH: LazyLock<PathBuf> = LazyLock::new(|| files::scratch("values"));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        files::game(text);
    }
    let _ = files::checkpoint(bytes, &PATH);
});

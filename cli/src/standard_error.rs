//! Messages to people, on standard error.

use std::io::{self, Write};

use misere::notation::printable_lines;

use super::progress::aside;
use super::terminal;

/// Writes a message. Where standard error cannot be written there is nobody to tell, and the answer
/// and the exit code stay what they are.
pub(super) fn tell(message: &str) {
    let mut text = terminal::message(&printable_lines(message));
    text.push('\n');
    let _ = aside(|| io::stderr().write_all(text.as_bytes()));
}

/// The same for whole lines that are written as bytes.
pub(super) struct StandardError;

impl Write for StandardError {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        tell(text.strip_suffix('\n').unwrap_or(&text));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

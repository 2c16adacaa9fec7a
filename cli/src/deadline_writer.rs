//! A writer to standard output that stops soon after the deadline.

use std::io::{self, StdoutLock, Write};
use std::time::Instant;

use thiserror::Error;

use super::progress::aside;

/// Standard output with a deadline, which is set anew for each command.
pub(super) struct DeadlineWriter {
    out: StdoutLock<'static>,
    deadline: Option<Instant>,
    /// Bytes written after the deadline.
    late: usize,
}

/// The deadline has passed, and enough was written after it.
#[derive(Debug, Error)]
#[error("the time limit is reached")]
pub(super) struct DeadlinePassed;

impl DeadlineWriter {
    /// The bytes that are still written after the deadline: what is known by then, if it is not
    /// too long.
    const LATE: usize = 2 << 20;

    pub(super) fn new() -> Self {
        Self {
            out: io::stdout().lock(),
            deadline: None,
            late: 0,
        }
    }

    /// Sets the deadline of the next command.
    pub(super) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        self.late = 0;
    }
}

impl Write for DeadlineWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.deadline.is_some_and(|at| Instant::now() >= at) {
            if self.late >= Self::LATE {
                return Err(io::Error::other(DeadlinePassed));
            }
            let bytes = &bytes[..bytes.len().min(Self::LATE)];
            let written = aside(|| self.out.write(bytes))?;
            self.late += written;
            return Ok(written);
        }
        aside(|| self.out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

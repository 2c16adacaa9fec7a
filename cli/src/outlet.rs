//! Standard output that closes soon after time is up.

use std::io::{self, StdoutLock, Write};
use std::time::Instant;

use thiserror::Error;

/// Standard output for one command after the other.
pub(super) struct Outlet {
    out: StdoutLock<'static>,
    deadline: Option<Instant>,
    /// How much was written after the deadline.
    late: usize,
}

/// Time is up and enough was written.
#[derive(Debug, Error)]
#[error("the time limit is reached")]
pub(super) struct Closed;

impl Outlet {
    /// What is known when time is up is still written if it is no longer than this: a moment's
    /// work, and more than anyone reads.
    const LATE: usize = 2 << 20;

    pub(super) fn new() -> Self {
        Self {
            out: io::stdout().lock(),
            deadline: None,
            late: 0,
        }
    }

    /// The next command has so long.
    pub(super) fn open_until(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        self.late = 0;
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.deadline.is_some_and(|at| Instant::now() >= at) {
            if self.late >= Self::LATE {
                return Err(io::Error::other(Closed));
            }
            let written = self.out.write(&bytes[..bytes.len().min(Self::LATE)])?;
            self.late += written;
            return Ok(written);
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

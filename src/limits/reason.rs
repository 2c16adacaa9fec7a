//! Why a computation stopped.

use thiserror::Error;

/// Why an operation stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Reason {
    /// The universe holds as many games as it may.
    #[error("the limit of {limit} games is reached")]
    Nodes {
        /// The limit that was set.
        limit: usize,
    },
    /// The next allocation would pass the memory limit.
    #[error("{} would be needed, more than the memory limit of {}", Bytes(*.needed), Bytes(*.limit))]
    Memory {
        /// The bytes that would be allocated in all; a lower bound.
        needed: usize,
        /// The limit that was set, in bytes.
        limit: usize,
    },
    /// The system refused memory although no limit was reached.
    #[error("the system has no more memory to give")]
    Allocator,
    /// The deadline has passed.
    #[error("the time limit is reached")]
    Deadline,
    /// The cancel flag was set.
    #[error("cancelled")]
    Cancelled,
    /// All handles of 32 bits, or birthdays of 30 bits, are in use.
    #[error("the store is full: its 32-bit handles are used up")]
    Capacity,
    /// A rule asks for something that has no value: a division by zero, a number that is too large.
    #[error("the rule has no meaning here: {what}")]
    Undefined {
        /// What has no value.
        what: &'static str,
    },
}

/// An operation stopped at a limit. The universe stays valid and keeps what was computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason} (games stored: {nodes})")]
#[non_exhaustive]
pub struct Stopped {
    /// The reason.
    pub reason: Reason,
    /// The number of games in the universe when it stopped.
    pub nodes: usize,
}

/// A number of bytes, displayed with a unit.
struct Bytes(usize);

impl std::fmt::Display for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const UNITS: [(usize, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
        if self.0 == usize::MAX {
            return f.write_str("more bytes than can be counted");
        }
        for (unit, name) in UNITS {
            if self.0 >= unit {
                let tenths = (self.0 / unit) * 10 + (self.0 % unit) * 10 / unit;
                return write!(f, "{}.{} {name}", tenths / 10, tenths % 10);
            }
        }
        write!(f, "{} bytes", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_readable() {
        assert_eq!(Bytes(12).to_string(), "12 bytes");
        assert_eq!(Bytes(1024).to_string(), "1.0 KiB");
        assert_eq!(Bytes(1536).to_string(), "1.5 KiB");
        assert_eq!(Bytes(0xffff_ffff).to_string(), "3.9 GiB");
        assert_eq!(
            Bytes(usize::MAX).to_string(),
            "more bytes than can be counted"
        );
    }
}

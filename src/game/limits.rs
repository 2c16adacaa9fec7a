//! Limits, and stopping at them: running out of budget is a result, not an accident.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

/// What an operation may use before it has to stop.
///
/// ```
/// use misere::game::{Limits, Reason, Universe};
///
/// let mut universe = Universe::with_limits(Limits::default().with_max_nodes(100));
/// let nim = universe.nim(40).unwrap();
/// let stopped = universe.sum(nim, nim).unwrap_err();
/// assert_eq!(stopped.reason, Reason::Nodes { limit: 100 });
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// How many games the universe may hold (a game and its associate G+1 count once).
    pub max_nodes: Option<usize>,
    /// How many bytes the universe may allocate for games, forms and tables.
    pub max_memory: Option<usize>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Set from elsewhere (a signal handler, another thread) to stop soon.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// No limits but this deadline, counted from now.
    #[must_use]
    pub fn timeout(duration: Duration) -> Self {
        Self {
            deadline: Instant::now().checked_add(duration),
            ..Self::default()
        }
    }

    /// The same with room for so many games.
    #[must_use]
    pub fn with_max_nodes(mut self, nodes: usize) -> Self {
        self.max_nodes = Some(nodes);
        self
    }

    /// The same with so many bytes to allocate.
    #[must_use]
    pub fn with_max_memory(mut self, bytes: usize) -> Self {
        self.max_memory = Some(bytes);
        self
    }

    /// The same with a flag that stops the work when it is set.
    #[must_use]
    pub fn with_cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Whether the clock or the cancel flag asks to stop.
    pub(crate) fn interrupted(&self) -> Option<Reason> {
        if let Some(cancel) = &self.cancel
            && cancel.load(Ordering::Relaxed)
        {
            return Some(Reason::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(Reason::Deadline),
            _ => None,
        }
    }
}

/// Asks for interruptions now and then: reading the clock costs more than most steps.
#[derive(Default)]
pub(crate) struct Ticker(u32);

impl Ticker {
    /// Some tens of microseconds of ordinary work.
    const EVERY: u32 = 256;

    /// Counts a unit of work; true when it is time to ask again.
    pub(crate) fn is_due(&mut self) -> bool {
        self.is_due_after(1)
    }

    /// Counts so many units of work, and at least one.
    pub(crate) fn is_due_after(&mut self, units: usize) -> bool {
        let units = u32::try_from(units).unwrap_or(Self::EVERY).max(1);
        self.0 = self.0.saturating_add(units);
        if self.0 < Self::EVERY {
            return false;
        }
        self.0 = 0;
        true
    }
}

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
    /// The next allocation would pass the memory limit, or did not succeed.
    #[error("{} would be needed, more than the memory limit of {}", Bytes(*.needed), Bytes(*.limit))]
    Memory {
        /// What would be allocated in all, in bytes; a lower bound.
        needed: usize,
        /// The limit that was set, in bytes.
        limit: usize,
    },
    /// The system refused memory although no limit was reached.
    #[error("the system has no more memory to give")]
    Allocator,
    /// Out of time.
    #[error("the time limit is reached")]
    Deadline,
    /// The cancel flag was set.
    #[error("cancelled")]
    Cancelled,
    /// A handle has 32 bits, a birthday 30.
    #[error("the store is full: its 32-bit handles are used up")]
    Capacity,
}

/// An operation stopped at a limit. The universe stays valid and keeps what was computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason} (games stored: {nodes})")]
#[non_exhaustive]
pub struct Stopped {
    /// Why.
    pub reason: Reason,
    /// How many games the universe held at that moment.
    pub nodes: usize,
}

/// Bytes as a person reads them.
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
        assert_eq!(Bytes(usize::MAX - 1).to_string(), "17179869183.9 GiB");
        assert_eq!(
            Bytes(usize::MAX).to_string(),
            "more bytes than can be counted"
        );
        assert_eq!(Bytes(1536).to_string(), "1.5 KiB");
        assert_eq!(Bytes(10_737_418_240).to_string(), "10.0 GiB");
    }

    /// Often enough to stop in time, seldom enough to cost nothing.
    #[test]
    fn the_clock_is_asked_after_so_much_work() {
        let asked = |units: usize| {
            let mut ticker = Ticker::default();
            (0..1024).filter(|_| ticker.is_due_after(units)).count()
        };
        assert_eq!(
            [0, 1, 2, 128, 256, usize::MAX].map(asked),
            [4, 4, 8, 512, 1024, 1024]
        );
        let mut ticker = Ticker::default();
        assert_eq!((0..1024).filter(|_| ticker.is_due()).count(), 4);
    }

    #[test]
    fn the_cancel_flag_is_heard() {
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            cancel: Some(Arc::clone(&flag)),
            ..Limits::default()
        };
        assert_eq!(limits.interrupted(), None);
        flag.store(true, Ordering::Relaxed);
        assert_eq!(limits.interrupted(), Some(Reason::Cancelled));
        let past = Limits::timeout(Duration::ZERO);
        assert_eq!(past.interrupted(), Some(Reason::Deadline));
        let future = Limits::timeout(Duration::from_secs(3600));
        assert_eq!(future.interrupted(), None);
    }
}

//! How far work has come.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far work has come: written by the threads that work, read by one that shows it.
///
/// It has the heap that a sequence has reached, and the number of pieces that are done where work runs
/// in pieces on all cores. In a computation that uses others it may jump.
///
/// ```
/// use std::sync::Arc;
/// use misere::heaps::ruleset;
/// use misere::limits::{Budget, Gauge};
/// use misere::nim::methods;
///
/// let gauge = Arc::new(Gauge::default());
/// let budget = Budget::default().with_gauge(Arc::clone(&gauge));
/// let kayles = ruleset("kayles").unwrap();
/// methods(&*kayles).best(&*kayles)?.extend(500, &budget)?;
/// assert!((490..=500).contains(&gauge.reached()));
/// # Ok::<(), misere::nim::NimError>(())
/// ```
#[derive(Debug, Default)]
pub struct Gauge {
    heap: AtomicU64,
    pieces: AtomicU64,
    done: AtomicU64,
}

impl Gauge {
    /// Returns the heap that was reached.
    pub fn reached(&self) -> u64 {
        self.heap.load(Ordering::Relaxed)
    }

    /// Returns the number of pieces that are done, and that of all pieces, of the work on all cores that
    /// began last.
    pub fn pieces(&self) -> (u64, u64) {
        let all = self.pieces.load(Ordering::Relaxed);
        (self.done.load(Ordering::Relaxed).min(all), all)
    }

    /// Begins again.
    pub fn reset(&self) {
        self.begin(0);
        self.reach(0);
    }

    /// Begins work that has this number of pieces.
    pub(super) fn begin(&self, pieces: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.pieces.store(pieces, Ordering::Relaxed);
    }

    /// Notes the heap that was reached.
    pub(super) fn reach(&self, heap: u64) {
        self.heap.store(heap, Ordering::Relaxed);
    }

    /// Notes that a further piece is done.
    pub(super) fn advance(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

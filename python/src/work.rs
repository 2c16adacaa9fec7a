//! Running work of the library from Python.
//!
//! The interpreter is released while the library works. Ctrl-C stops the work: the library asks
//! [`watch`] now and then, which every 50 ms gives the interpreter the opportunity to run its signal
//! handlers. They run on the main thread only, which is the thread that works, unless the library
//! spreads the work over threads of its own; [`run_aside`] is for that.

use std::cell::{Cell, RefCell};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use misere::limits::Budget;
use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;

use crate::errors::{Failure, raised};
use crate::limits::Limits;

/// The time between two looks at signals.
pub(crate) const EVERY: Duration = Duration::from_millis(50);
/// The most calls of the library within calls of a user's `options` within calls of the library:
/// each takes a part of the stack.
const DEEPEST: u32 = 30;

thread_local! {
    /// How many calls of the library this thread is in.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// When to look at signals next.
    static NEXT: Cell<Option<Instant>> = const { Cell::new(None) };
    /// What Python raised during the innermost call.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Whether to stop: something was raised, perhaps by a signal handler just now.
pub(crate) fn watch() -> bool {
    if DEPTH.get() == 0 {
        return false;
    }
    if RAISED.with_borrow(Option::is_some) {
        return true;
    }
    let now = Instant::now();
    if NEXT.get().is_some_and(|next| now < next) {
        return false;
    }
    NEXT.set(Some(now + EVERY));
    let signals = Python::try_attach(run_handlers);
    match signals {
        Some(Ok(())) => false,
        Some(Err(error)) => {
            note(error);
            true
        }
        // The interpreter is shutting down.
        None => true,
    }
}

/// Runs the handlers of signals that have arrived.
fn run_handlers(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}

/// Notes what Python raised during work of the library; the call that it was part of raises it again.
/// The first one counts.
pub(crate) fn note(error: PyErr) {
    RAISED.with_borrow_mut(|raised| {
        raised.get_or_insert(error);
    });
}

/// What is kept of the calls around a call.
struct Outer(Option<PyErr>);

impl Outer {
    fn enter() -> PyResult<Self> {
        let depth = DEPTH.get();
        if depth >= DEEPEST {
            let message = format!(
                "the options of rulesets ask for answers about rulesets, {DEEPEST} deep: the recursion does \
                 not seem to end"
            );
            return Err(PyRecursionError::new_err(message));
        }
        if depth == 0 {
            NEXT.set(None);
        }
        DEPTH.set(depth + 1);
        Ok(Self(RAISED.take()))
    }
}

impl Drop for Outer {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get().saturating_sub(1));
        RAISED.set(self.0.take());
    }
}

/// What came of work: its result, and what Python raised meanwhile.
pub(crate) struct Done<T> {
    pub(crate) result: T,
    pub(crate) raised: Option<PyErr>,
}

/// Runs work with the interpreter released.
pub(crate) fn run<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<Done<T>> {
    let _outer = Outer::enter()?;
    let result = py.detach(work);
    let raised = RAISED.take();
    Ok(Done { result, raised })
}

impl<T> Done<Result<T, Failure>> {
    /// Returns the result, or the exception without anything to keep.
    pub(crate) fn value(self, py: Python<'_>) -> PyResult<T> {
        match (self.raised, self.result) {
            (Some(error), _) => Err(raised(py, error, None)),
            (None, Ok(value)) => Ok(value),
            (None, Err(failure)) => Err(failure.into_error(py, None)),
        }
    }
}

/// Runs fallible work with the interpreter released, under these limits or the usual ones.
pub(crate) fn run_within<T: Send>(
    py: Python<'_>,
    limits: Option<&Limits>,
    work: impl FnOnce(&Budget) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let budget = Limits::or_usual(limits).budget();
    run(py, || work(&budget))?.value(py)
}

/// Runs work that the library spreads over several threads: on a thread aside, while this one looks at
/// signals.
pub(crate) fn run_aside<T: Send>(
    py: Python<'_>,
    limits: Option<&Limits>,
    work: impl FnOnce(&Budget) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let cancel = Arc::new(AtomicBool::new(false));
    let mut budget = Limits::or_usual(limits).budget();
    budget.watch = None;
    let budget = budget.with_cancel(Arc::clone(&cancel));
    let (error, result) = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped at the end, even by a panic.
                let _sender = sender;
                work(&budget)
            });
            let mut interrupt = None;
            while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(EVERY) {
                if interrupt.is_none()
                    && let Err(error) = Python::attach(run_handlers)
                {
                    interrupt = Some(error);
                    cancel.store(true, Ordering::Relaxed);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            (interrupt, result)
        })
    });
    Done {
        result,
        raised: error,
    }
    .value(py)
}

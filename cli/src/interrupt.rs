//! Ctrl-C: stops a computation, or ends the program while it waits for input.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::standard_error::tell;

/// True while the program waits for input: there is nothing to stop, and Ctrl-C ends it.
pub(super) static WAITING: AtomicBool = AtomicBool::new(false);

/// True in a shell that a person types into: Ctrl-C stops a computation and never the program.
pub(super) static IN_SHELL: AtomicBool = AtomicBool::new(false);

/// The flag that Ctrl-C sets.
#[derive(Default)]
pub(super) struct Interrupt {
    flag: Arc<AtomicBool>,
    /// There can be one handler only.
    is_handled: bool,
}

impl Interrupt {
    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Sets the handler. It runs on a thread of its own; where the system allows no further
    /// thread, the program goes on without a handler.
    pub(super) fn handle(&mut self) {
        if std::mem::replace(&mut self.is_handled, true) {
            return;
        }
        let flag = self.flag();
        let _ = ctrlc::set_handler(move || {
            let again = flag.swap(true, Ordering::Relaxed);
            if IN_SHELL.load(Ordering::Relaxed) {
                // The terminal has written `^C` and stays in that line.
                tell("");
                if again {
                    tell("stopping; Ctrl-\\ ends the shell at once");
                }
            } else if again || WAITING.load(Ordering::Relaxed) {
                // The second Ctrl-C does not wait for the computation to notice the first.
                std::process::exit(130);
            }
        });
    }

    /// Clears the flag for the next computation.
    pub(super) fn clear(&self) {
        self.flag.store(false, Ordering::Relaxed);
    }
}

//! `--threads`: the pool of threads that all parallel work shares.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::thread::{Builder, available_parallelism};

use rayon::ThreadPoolBuilder;

use super::memory::max_threads;

/// Starts the pool with this many threads, or as many as rayon's own variable says, or one for each
/// core. Where the system allows
/// fewer threads, or its address space is limited, the pool has fewer, and where it allows none the
/// work is done on this one.
pub(super) fn start(wanted: Option<NonZeroUsize>) {
    let of_rayon = || std::env::var("RAYON_NUM_THREADS").ok()?.parse().ok();
    let wanted = wanted.or_else(of_rayon);
    let wanted = wanted.or_else(|| available_parallelism().ok());
    let pool = ThreadPoolBuilder::new();
    let most = max_threads().unwrap_or(usize::MAX);
    let pool = match allowed(wanted.map_or(1, usize::from).min(most)) {
        0 => pool.num_threads(1).use_current_thread(),
        threads => pool.num_threads(threads),
    };
    // It fails only if the pool was started before.
    let _ = pool.build_global();
}

/// How many of these threads can be alive at a time. The pool is built once and for all, whether
/// or not that succeeds, so this must be known before.
fn allowed(wanted: usize) -> usize {
    let gate = Arc::new(Mutex::new(()));
    let closed = gate.lock();
    let mut threads = Vec::new();
    for _ in 0..wanted {
        let gate = Arc::clone(&gate);
        match Builder::new().spawn(move || drop(gate.lock())) {
            Ok(thread) => threads.push(thread),
            Err(_) => break,
        }
    }
    drop(closed);
    let count = threads.len();
    for thread in threads {
        // The thread does nothing that panics.
        let _ = thread.join();
    }
    count
}

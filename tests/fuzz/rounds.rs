//! How many inputs a fuzzing test tries.

use std::time::{Duration, Instant};

/// A fixed number of rounds, or as many as fit into `MISERE_FUZZ_SECONDS`.
pub(crate) struct Rounds {
    least: u64,
    done: u64,
    until: Option<Instant>,
    what: &'static str,
}

impl Rounds {
    pub(crate) fn new(what: &'static str, least: u64) -> Self {
        let seconds = std::env::var("MISERE_FUZZ_SECONDS").ok();
        let seconds: Option<u64> = seconds.and_then(|text| text.parse().ok());
        Self {
            least,
            done: 0,
            until: seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
            what,
        }
    }
}

impl Iterator for Rounds {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let enough = match self.until {
            Some(until) => self.done.is_multiple_of(16) && Instant::now() >= until,
            None => self.done >= self.least,
        };
        if enough {
            println!("{}: {} inputs", self.what, self.done);
            return None;
        }
        self.done += 1;
        Some(self.done)
    }
}

//! The clock that deadlines are read from.
//!
//! It is the clock of the system. WebAssembly without a system (`wasm32-unknown-unknown`) has none, and
//! asking the standard library for the time panics there: a host that has one, such as a browser,
//! hands it over with [`set_clock`]. Until then a duration sets no deadline.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod chosen {
    pub use std::time::Instant;

    /// Returns whether the time can be asked for.
    pub(in super::super) fn has_clock() -> bool {
        true
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod chosen {
    pub use super::hosted::Instant;

    /// Returns whether the time can be asked for.
    pub(in super::super) fn has_clock() -> bool {
        super::hosted::clock().is_some()
    }
}

pub use chosen::Instant;
pub(super) use chosen::has_clock;

/// Sets the clock of a target that has none of its own: a function that returns the time since any fixed
/// moment. Other targets do not use it. False if there was one before, which stays.
pub fn set_clock(now: fn() -> std::time::Duration) -> bool {
    hosted::set(now)
}

/// Time by the clock of a host.
mod hosted {
    #![cfg_attr(
        not(all(target_family = "wasm", target_os = "unknown")),
        allow(dead_code, unreachable_pub, reason = "the system has a clock")
    )]

    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    pub(super) fn set(now: fn() -> Duration) -> bool {
        CLOCK.set(now).is_ok()
    }

    pub(super) fn clock() -> Option<fn() -> Duration> {
        CLOCK.get().copied()
    }

    /// A moment by the clock of the host, as [`std::time::Instant`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the present moment; always the same one where there is no clock.
        pub fn now() -> Self {
            Self(clock().map_or(Duration::ZERO, |now| now()))
        }

        /// Returns the moment this much later.
        pub fn checked_add(&self, duration: Duration) -> Option<Self> {
            self.0.checked_add(duration).map(Self)
        }

        /// Returns the time since an earlier moment; none if it is later.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// Returns the time since this moment.
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }
    }

    #[cfg(test)]
    mod tests {
        use std::sync::atomic::{AtomicU64, Ordering};

        use super::*;

        static SECONDS: AtomicU64 = AtomicU64::new(0);

        #[test]
        fn moments_are_read_from_the_clock_that_was_set() {
            let start = Instant::now();
            assert_eq!((clock(), start.0), (None, Duration::ZERO));
            let seconds = || Duration::from_secs(SECONDS.load(Ordering::Relaxed));
            assert!(set(seconds));
            assert!(!set(|| Duration::ZERO));
            SECONDS.store(5, Ordering::Relaxed);
            let now = Instant::now();
            assert_eq!(start.elapsed(), Duration::from_secs(5));
            assert_eq!(start.saturating_duration_since(now), Duration::ZERO);
            assert_eq!(start.checked_add(Duration::from_secs(5)), Some(now));
            assert_eq!(now.checked_add(Duration::MAX), None);
            assert!(start < now);
        }
    }
}

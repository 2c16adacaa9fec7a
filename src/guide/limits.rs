//! Budgets for time, memory and numbers of games.
//!
//! Sums of misère games grow fast, so every operation that can grow has a limit, and reaching it is
//! an error with a [`Reason`](crate::limits::Reason), never a panic or a wrong answer. What was
//! computed before stays, and the same operation may be tried again with other limits.
//!
//! ```
//! use std::time::Duration;
//!
//! use misere::game::Universe;
//! use misere::limits::{Budget, Reason};
//!
//! let budget = Budget::timeout(Duration::from_secs(60)).with_max_memory(1 << 20);
//! let mut u = Universe::with_budget(budget);
//! let heap = u.nim(300)?;
//! let stopped = u.sum(heap, heap).unwrap_err();
//! assert!(matches!(stopped.reason, Reason::Memory { .. }));
//!
//! u.set_budget(Budget::default());
//! assert!(u.sum(heap, heap).is_ok());
//! # Ok::<(), misere::limits::Stopped>(())
//! ```
//!
//! Clones of a budget share its memory: a universe and a table with clones of one budget together
//! stay below the limit. [`stats`](crate::game::Universe::stats) says what a universe holds, and
//! steps are reported as [`tracing`] events at debug level.
//!
//! ```
//! # use misere::game::Universe;
//! # let mut u = Universe::new();
//! let g = u.eval("9 + 8 + 7")?;
//! let stats = u.stats();
//! println!("{} games, {} sums, {} bytes", stats.games.entries, stats.sums.entries, stats.bytes);
//! # Ok::<(), misere::expr::ExpressionError>(())
//! ```
//!
//! A game belongs to one universe; using it in another one panics, and
//! [`import`](crate::game::Universe::import) copies it.
//!
//! Next: [`certificates`](super::certificates).

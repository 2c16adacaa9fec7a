//! Limits: reaching one is a result with a reason, never a panic, an abort or a truncated answer.
//!
//! A [`Budget`] says how many games may be stored, how much memory may be used and until when.
//! Everything in this library that can take long or grow takes one. Memory is counted in
//! [`Account`]s before it is allocated; a [`Meter`] checks the deadline every few
//! hundred units of work; a [`Gauge`] tells how far work has come; [`parallel`] runs independent work on all
//! cores.

mod budget;
mod clock;
mod gauge;
pub mod parallel;
mod reason;
mod ticker;

pub use budget::{Account, Budget};
pub use clock::{Instant, set_clock};
pub use gauge::Gauge;
pub use reason::{Reason, Stopped};
pub use ticker::{Meter, Ticker};

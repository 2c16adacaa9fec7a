//! Misère quotients of rulesets.
//!
//! Two sums of heaps are equivalent if they have the same misère outcome in every sum with further
//! heaps of the ruleset. The classes form a commutative monoid, the *misère quotient*, in which
//! the classes of P-positions are marked; where it is finite, it determines the outcome of every sum
//! (T. Plambeck, Taming the wild in impartial combinatorial games, 2005; T. Plambeck and
//! A. Siegel, Misère quotients for impartial games, 2008).
//!
//! ```
//! use misere::game::Outcome;
//! use misere::limits::Budget;
//! use misere::heaps::{Heaps, ruleset};
//! use misere::quotient::{QuotientBuilder, check::check};
//!
//! let game = ruleset("0.123").unwrap();
//! let mut builder = QuotientBuilder::new(&*game)?;
//! assert!(builder.solve(&Budget::default())?);
//! let quotient = builder.quotient();
//! assert_eq!((quotient.order(), quotient.p_order()), (20, 5));
//! assert!(!quotient.monoid().is_tame());
//! assert_eq!(quotient.outcome(&Heaps::of_sizes([5, 1_000_000])), Some(Outcome::N));
//! let certificate = quotient.certificate().unwrap();
//! assert_eq!(check(&certificate, &Budget::default()).unwrap().order, 20);
//! # Ok::<(), misere::quotient::QuotientError>(())
//! ```
//!
//! [`QuotientBuilder`] finds the quotients of the heaps up to n for n = 0, 1, 2, …; each is verified
//! for all sums, of which there are infinitely many. Each step has a file: the relations of the
//! last quotient are assumed to hold (`assumed`), which makes a finite game of all sums (`model`);
//! its reduced monoid is a candidate (`candidate`); this is verified (`closure`), or fails at
//! a sum that refutes some of the assumptions.
//!
//! The steps are [`tracing`] events at the level `debug`: a heap added, rules that contradict each
//! other, a candidate refuted or verified.

mod assumed;
mod builder;
mod candidate;
mod certificate;
pub mod check;
mod check_period;
mod closure;
mod error;
pub mod infinite;
mod isomorphism;
pub(crate) mod listing;
mod memory;
mod minimise;
mod model;
mod monoid;
mod monomial;
mod moves;
mod options;
mod period;
mod powers;
#[expect(
    clippy::module_inception,
    reason = "the module is named for its main type"
)]
mod quotient;
mod saved;
mod structure;
mod table;

pub use builder::{QuotientBuilder, QuotientProgress};
pub use certificate::{PeriodEntry, QuotientCertificate};
pub use error::QuotientError;
pub use infinite::{Cell, InfiniteCertificate, InfiniteQuotient, WallShape};
pub use monoid::{Element, Monoid, Relation};
pub use moves::WinningMove;
pub use period::{MoveBounds, Period};
pub use quotient::{Generator, Quotient};
pub use saved::{ResumeError, SavedSearch};
pub use structure::{Component, KernelAndNim, Structure};

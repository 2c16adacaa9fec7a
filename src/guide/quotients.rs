//! Misère quotients, which solve a ruleset.
//!
//! Two sums of heaps of a ruleset are equivalent if they have the same misère outcome in every sum
//! with further heaps *of that ruleset*. The classes form a commutative monoid, the misère quotient.
//! Often it is finite although there are infinitely many canonical forms: then it tells the outcome
//! of every sum.
//!
//! ```
//! use misere::game::Outcome;
//! use misere::heaps::{Heaps, ruleset};
//! use misere::limits::Budget;
//! use misere::quotient::QuotientBuilder;
//!
//! let game = ruleset("0.123")?;
//! let mut builder = QuotientBuilder::new(game.as_ref())?;
//! assert!(builder.solve(&Budget::default())?); // one quotient for all heaps, proved
//! let quotient = builder.quotient();
//! assert_eq!((quotient.order(), quotient.p_order()), (20, 5));
//! let sum = Heaps::of_sizes([5, 1_000_000]);
//! assert_eq!(quotient.outcome(&sum), Some(Outcome::N));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The theory is due to T. Plambeck (2005) and T. Plambeck and A. N. Siegel (2008);
//! [`quotient`](crate::quotient) says how quotients are found and proved.
//!
//! Next: [`play`](super::play).

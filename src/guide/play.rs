//! Winning moves of a sum.
//!
//! [`analyse`](crate::play::analyse) takes an expression as a position: a sum of explicit games and
//! heaps of any rulesets. It finds the outcome and the winning moves.
//!
//! ```
//! use misere::game::{Outcome, Universe};
//! use misere::notation::parse;
//! use misere::play::{Convention, analyse};
//!
//! let mut u = Universe::new();
//! let position = parse("kayles(7) + 3")?;
//! let misere = analyse(&position, Convention::Misere, false, &mut u)?;
//! assert_eq!(misere.outcome, Outcome::N);
//! assert!(misere.moves.iter().all(|m| m.result == Outcome::P));
//! println!("{} winning moves", misere.moves.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Small positions are decided by canonical forms, sums of one ruleset by its misère quotient, and
//! others by search; the answer says which [`Method`](crate::play::Method) was used.
//!
//! Next: [`limits`](super::limits).

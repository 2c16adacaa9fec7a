//! Playing sums: the moves of a position, and which of them win.
//!
//! A position is an expression taken as a sum. Its summands are explicit games and heaps of
//! rulesets, each played by its own rules, and a move changes one of them. In normal play the nim
//! values decide. In misère play there are four methods, tried in this order as far as the
//! [`Patience`] goes: small canonical forms, the misère quotient of the ruleset, canonical forms of
//! any size, and a search. The [`Method`] says which one answered.
//!
//! ```
//! use misere::game::Universe;
//! use misere::notation::parse;
//! use misere::play::{Convention, analyse};
//!
//! let mut u = Universe::new();
//! let sum = parse("subtraction{1,2}(4) + 3").unwrap();
//! let normal = analyse(&sum, Convention::Normal, false, &mut u).unwrap();
//! assert_eq!(normal.moves.len(), 1); // 3 → 1
//! ```

pub mod check_outcome;
mod gather;
mod method;
mod misere;
mod misere_outcomes;
mod normal;
mod one_ruleset;
mod outcome_certificate;
mod strategy;
mod sum;

pub use gather::{Source, closure_listing, gather};
pub use method::{InQuotient, Method};
pub use misere::{Value, value};
pub use misere_outcomes::{MisereOutcomes, OutcomePeriod};
pub use outcome_certificate::OutcomeCertificate;
pub use strategy::Patience;
pub use sum::{Analysis, Convention, Move, PlayError, Sum, Summand, Term, To, analyse};

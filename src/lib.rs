//! The algebra of impartial games, to win and above all to lose.
//!
//! Under the misère convention whoever makes the last move loses. Two games are equal if they
//! can replace each other in every sum, G = H iff o(G+X) = o(H+X) for all X, and no simple
//! theory says when that is so: the values do not collapse to nim heaps, as they do in normal
//! play. They form a commutative monoid of their own in which every value has a simplest form,
//! found by Grundy–Smith simplification (Grundy and Smith 1956, Conway 1976). This library
//! computes in that monoid, exactly.
//!
//! ```
#![doc = include_str!("../tests/front_page.rs")]
//! ```
//!
//! - [`game`]: the universe of canonical games and what can be done with them;
//! - [`notation`]: reading and writing games;
//! - [`expr`]: the values of expressions;
//! - [`parts`]: parts, primes and prime partitions;
//! - [`heaps`]: rulesets, and [`nim`]: their values in normal play;
//! - [`genus`]: the genus sequences of rulesets, and [`quotient`]: their misère quotients;
//! - [`play`]: the moves of a sum, and which of them win;
//! - [`answer`]: the answers to all these questions, ready to be serialised;
//! - [`census`]: how many games are born by day n;
//! - [`numbers`]: primes, factors and arithmetic functions.
//!
//! "The paper" in these pages is A. N. Siegel, *On the Structure of Misère Impartial Games*
//! (2021); numbers of theorems are his.

#![allow(
    clippy::test_attr_in_doctest,
    reason = "the front page's example is a test file, and is run as one"
)]

pub mod answer;
pub mod census;
pub mod expr;
#[doc(hidden)]
pub mod file;
pub mod game;
pub mod genus;
pub mod heaps;
pub mod limits;
pub mod nim;
pub mod notation;
pub mod numbers;
pub mod parts;
pub mod play;
mod printable;
pub mod quotient;
pub mod subsets;

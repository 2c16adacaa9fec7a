//! Rulesets given by formulas: `n -> n-1, n-2, [a, n-2-a] for a in 1..n-3`.
//!
//! ```
//! use misere::heaps::{Position, ruleset};
//!
//! let kayles = ruleset("n -> [a, n-1-a] for a in 0..n-1, [a, n-2-a] for a in 0..n-2")?;
//! assert!(kayles.rule().starts_with("this is 0.77"));
//! let wythoff = ruleset(
//!     "(a, b) -> (a-k, b) for k in 1..a, (a, b-k) for k in 1..b, (a-k, b-k) for k in 1..min(a, b)",
//! )?;
//! assert_eq!(wythoff.options(Position::pair(2, 1)).count(), 4);
//! # Ok::<(), misere::heaps::RulesetError>(())
//! ```
//!
//! A definition is a header, `->` and options, with commas between them. An option is a position, a
//! list of positions in brackets, which are left side by side, or a position of another ruleset. It
//! may be followed by `for x in SET` and `if CONDITION`. A position with a negative coordinate is
//! no move. docs/notation.md has the whole language.
//!
//! The text is parsed to a tree, compiled to a program of a register machine, and run for each
//! position within a budget. What can be told of all heaps from the text alone is in
//! `described.rs` and `bounded.rs`; tables of explicit positions are elsewhere.

mod book;
mod bounded;
mod described;
mod ends;
mod expression;
mod game;
mod machine;
mod operators;
mod parse;
mod program;
mod syntax;
#[cfg(test)]
mod tests;
mod token;

pub(super) use book::{formula, formulas};
pub use game::FormulaGame;

//! The expression language: how games are written.
//!
//! This module reads text into a [`Syntax`] tree ([`parse()`]) and writes games as text ([`write()`],
//! [`Universe::display`](crate::game::Universe::display)). What
//! a tree *means* (the game, the nim value) is not decided here: names and rulesets are kept as
//! text, and differences are not computed.
//!
//! Reading has three stages, each of which reads on demand:
//!
//! * `glyph`: characters, with the TeX of the papers (`\#`, `\cdot`, …) reduced to plain ones;
//! * `lex` (and `heap`, for `cut{1,6}(13)`): tokens;
//! * `parse` (and `chain`, for `2[#4##]`): the tree. Its error messages are in `expected`.
//!
//! A tree is an arena in which children come before their parents. Evaluation is a pass over the
//! arena, without recursion, so that the depth of an expression is bounded by [`MAX_INPUT`] alone
//! and never by the stack.
//!
//! ```
//! use misere::notation::{Node, parse};
//!
//! // The set of 2# and 1, plus three copies of 4##.
//! let syntax = parse("2#1 + 3·4##").unwrap();
//! let Node::Sum { plus, minus } = syntax.node(syntax.root()) else { panic!() };
//! assert_eq!((plus.len(), minus.len()), (2, 0));
//! assert!(matches!(syntax.node(plus[0]), Node::Set(items) if items.len() == 2));
//! assert!(matches!(syntax.node(plus[1]), Node::Copies(3, _)));
//!
//! // An error has its place and a hint.
//! let input = "2##+";
//! let error = parse(input).unwrap_err();
//! assert_eq!(error.column(), 5);
//! assert_eq!(
//!     error.render(input),
//!     "error: expected a game after `+`, found the end of the input
//!   2##+
//!       ^
//!   hint: a sum needs a game on both sides, as in 2##+1"
//! );
//! ```

mod chain;
mod conway;
mod display;
mod error;
mod expected;
mod glyph;
mod graft;
mod heap;
mod lex;
mod parse;
mod runs;
mod sets;
mod syntax;
#[cfg(test)]
mod tests;
mod write;

pub use crate::printable::{printable, printable_lines, visible};
pub use display::DisplayedGame;
pub use error::{Diagnostic, ParseError};
pub use graft::Linker;
pub use parse::{MAX_INPUT, parse};
pub use runs::DigitRun;
pub use syntax::{Node, NodeId, Span, Syntax};
pub use write::{Notation, Written, write, write_each};

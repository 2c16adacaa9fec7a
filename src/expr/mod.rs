//! What an expression means: from a [`Syntax`] tree to a value or to a form.
//!
//! The tree is an arena in which children come before their parents, so evaluation is one loop
//! and depth costs no stack. Whatever cannot be evaluated is told with its place in the input.
//!
//! ```
//! use misere::expr::evaluate;
//! use misere::game::Universe;
//! use misere::notation::parse;
//!
//! let mut u = Universe::new();
//! let sum = evaluate(&parse("2# + 2").unwrap(), &mut u)?;
//! let rest = evaluate(&parse("(2# + 2) - 2#").unwrap(), &mut u)?;
//! assert_eq!(u.sum(rest, u.zero())?, u.nim(2)?);
//! assert_eq!(u.birthday(sum), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod form;
mod heap;
mod trace;
mod value;

pub use form::evaluate_forms;
pub use heap::HeapTerm;
pub use trace::{TraceStep, trace};
pub use value::evaluate;

use thiserror::Error;

use crate::game::Stopped;
use crate::notation::{Diagnostic, Node, NodeId, Syntax};

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EvalError {
    /// Something in it means nothing: an unknown name, a difference that does not exist.
    #[error(transparent)]
    Meaningless(#[from] Diagnostic),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The terms of the sum that an expression is at its top: what is added, with the number of
/// copies. Empty if something is subtracted, for then the expression is not played as a sum.
pub fn summands(syntax: &Syntax) -> Vec<(u64, NodeId)> {
    let root = syntax.root();
    let terms = match syntax.node(root) {
        Node::Sum { minus, .. } if !minus.is_empty() => return Vec::new(),
        Node::Sum { plus, .. } => plus.clone(),
        _ => vec![root],
    };
    let summand = |id: NodeId| match *syntax.node(id) {
        Node::Copies(n, of) => (n, of),
        _ => (1, id),
    };
    terms.into_iter().map(summand).collect()
}

/// The message for a name that has no meaning here.
fn unknown(syntax: &Syntax, id: NodeId) -> Diagnostic {
    let span = syntax.span(id);
    match syntax.node(id) {
        Node::Name(name) => {
            let message = format!("nothing is called `{name}`");
            let hint = match name.split_once('-') {
                Some((left, right)) => format!("for a difference write blanks: {left} - {right}"),
                None => {
                    "games are written with digits, #, braces and brackets, as in 2#3210".into()
                }
            };
            Diagnostic::new(message, span).with_hint(hint)
        }
        _ => Diagnostic::new("this has no value", span),
    }
}

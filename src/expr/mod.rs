//! Evaluation of expressions: from text or a [`Syntax`] tree to a value or a form.
//!
//! The tree is an arena in which children come before their parents, so evaluation is one loop and
//! needs no stack. An error has its place in the input.
//!
//! ```
//! use misere::game::Universe;
//!
//! let mut u = Universe::new();
//! let sum = u.eval("2# + 2")?;
//! assert_eq!(u.birthday(sum), 5);
//! assert_eq!(u.eval("(2# + 2) - 2#")?, u.nim(2)?);
//! # Ok::<(), misere::expr::ExpressionError>(())
//! ```

mod difference;
mod form;
mod heap;
mod text;
mod trace;
mod value;

pub use difference::evaluate_difference;
pub use form::evaluate_forms;
pub use heap::HeapTerm;
pub use text::ExpressionError;
pub use trace::{TraceStep, trace};
pub use value::{evaluate, evaluate_at};

use thiserror::Error;

use crate::limits::Stopped;
use crate::notation::{Diagnostic, Node, NodeId, Syntax};

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvalError {
    /// A part of it has no value: an unknown name, a difference that does not exist.
    #[error(transparent)]
    Meaningless(#[from] Diagnostic),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Returns the terms of the sum that an expression is, those of nested sums included, with the
/// number of copies, in the order of writing. Empty if the expression is a difference, which is not
/// played as a sum.
///
/// ```
/// use misere::expr::summands;
/// use misere::notation::parse;
///
/// let syntax = parse("2·(kayles(5) + 3·2#) + 4").unwrap();
/// let terms: Vec<u64> = summands(&syntax).iter().map(|&(copies, _)| copies).collect();
/// assert_eq!(terms, [2, 6, 1]);
/// ```
pub fn summands(syntax: &Syntax) -> Vec<(u64, NodeId)> {
    let root = syntax.root();
    if matches!(syntax.node(root), Node::Sum { minus, .. } if !minus.is_empty()) {
        return Vec::new();
    }
    // If the copies cannot be counted the expression is one term.
    counted_summands(syntax).unwrap_or_else(|| vec![(1, root)])
}

fn counted_summands(syntax: &Syntax) -> Option<Vec<(u64, NodeId)>> {
    let mut copies: Vec<Option<u64>> = vec![None; syntax.len()];
    copies[syntax.root().index()] = Some(1);
    let mut terms = Vec::new();
    // Parents come after their children, so in reverse each is counted before it is expanded.
    let nodes: Vec<(NodeId, &Node)> = syntax.iter().collect();
    for (id, node) in nodes.into_iter().rev() {
        let Some(count) = copies[id.index()] else {
            continue;
        };
        let (times, inner): (u64, &[NodeId]) = match node {
            Node::Sum { plus, minus } if minus.is_empty() => (1, plus),
            Node::Copies(times, of) => (*times, std::slice::from_ref(of)),
            _ => {
                terms.push((count, id));
                continue;
            }
        };
        for term in inner {
            let here = &mut copies[term.index()];
            *here = Some(here.unwrap_or(0).checked_add(count.checked_mul(times)?)?);
        }
    }
    terms.reverse();
    Some(terms)
}

/// Returns the message for a name that has no value.
fn unknown(syntax: &Syntax, id: NodeId) -> Diagnostic {
    let span = syntax.span(id);
    match syntax.node(id) {
        Node::Name(name) => {
            if crate::heaps::entries().any(|entry| entry.is_called(name)) {
                let message = format!("`{name}` is a ruleset, not a game");
                let hint = format!("a heap is written with its size, as in {name}(5)");
                return Diagnostic::new(message, span).with_hint(hint);
            }
            let message = format!("nothing is called `{name}`");
            let hint = match name.split_once('-') {
                Some((left, right)) => format!("for a difference write blanks: {left} - {right}"),
                None if name.starts_with('%') => "results have names in `misere shell` only".into(),
                None => {
                    "games are written with digits, #, braces and brackets, as in 2#3210".into()
                }
            };
            Diagnostic::new(message, span).with_hint(hint)
        }
        _ => Diagnostic::new("this has no value", span),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Universe;
    use crate::notation::parse;

    /// The terms of a sum, added up one by one, are the value of the sum.
    #[test]
    fn summands_add_up() {
        let mut u = Universe::new();
        let x = parse("kayles(4) + 2·(2# + 1)").unwrap();
        for (input, terms) in [
            ("2#", 1),
            ("2 + 2#", 2),
            ("(2 + 3) + (2# + (1 + 4))", 5),
            ("2·(2# + 3·(2 + 1)) + 0·5", 4),
            ("(2# - 2) + 3", 2),
            ("x + 3·(x + 2)", 4),
            ("{x, 2 + 2} + x", 4),
            // More copies than can be counted are one term.
            ("18446744073709551615·(2·0)", 1),
        ] {
            let syntax = parse(input).unwrap();
            let syntax = syntax.graft(|name| (name == "x").then_some(&x)).unwrap();
            let values = value::evaluate_some(&syntax, &mut u, |_| true).unwrap();
            let found = summands(&syntax);
            assert_eq!(found.len(), terms, "{input}");
            let mut total = u.zero();
            for (copies, id) in found {
                let term = u.multiple(copies, values[id.index()]).unwrap();
                total = u.sum(total, term).unwrap();
            }
            assert_eq!(total, values[syntax.root().index()], "{input}");
        }
        assert!(summands(&parse("3 + 2 - 1").unwrap()).is_empty());
    }
}

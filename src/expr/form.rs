//! Expressions as forms: what was written, not simplified.

use crate::game::{Form, Forms, Universe};
use crate::notation::{Node, Syntax};

use super::value::evaluate_all;
use super::{EvalError, unknown};

/// The form of every node of an expression, in the order of the nodes; the last one is that of
/// the whole.
///
/// Sets, sharps, sums and mates are taken literally. A difference is defined between values
/// only, so its form is the canonical one.
pub fn evaluate_form(
    syntax: &Syntax,
    forms: &mut Forms,
    universe: &mut Universe,
) -> Result<Vec<Form>, EvalError> {
    let has_difference = |node: &Node| matches!(node, Node::Sum { minus, .. } if !minus.is_empty());
    let values = if syntax.iter().any(|(_, node)| has_difference(node)) {
        evaluate_all(syntax, universe)?
    } else {
        Vec::new()
    };
    let mut made: Vec<Form> = Vec::with_capacity(syntax.len());
    for (id, node) in syntax.iter() {
        let form = match node {
            Node::Nim(size) => {
                let heap = universe.nim(*size)?;
                forms.canonical(universe, heap)?
            }
            Node::Set(options) => forms.set(options.iter().map(|o| made[o.index()]))?,
            Node::Sharp(g) => forms.set([made[g.index()]])?,
            Node::Mate(g) => forms.mate(made[g.index()])?,
            Node::Copies(n, g) => forms.multiple(*n, made[g.index()])?,
            Node::Sum { .. } if has_difference(node) => {
                forms.canonical(universe, values[id.index()])?
            }
            Node::Sum { plus, .. } => {
                let mut sum = forms.zero();
                for term in plus {
                    sum = forms.sum(sum, made[term.index()])?;
                }
                sum
            }
            Node::Name(_) | Node::Heap { .. } => return Err(unknown(syntax, id).into()),
        };
        made.push(form);
    }
    Ok(made)
}

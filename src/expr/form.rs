//! Expressions as forms: as written, not simplified.

use crate::game::{Form, Forms, Universe};
use crate::notation::{Node, NodeId, Syntax};

use super::heap::heap_values;
use super::value::evaluate_some;
use super::{EvalError, unknown};

/// Returns the forms of these nodes of an expression; only their descendants are evaluated.
///
/// Sets, sharps, sums and mates are taken literally. A difference is defined between values
/// only, so its form is the canonical one; so is that of a heap and of a value.
pub fn evaluate_forms(
    syntax: &Syntax,
    wanted: &[NodeId],
    forms: &mut Forms,
    universe: &mut Universe,
) -> Result<Vec<Form>, EvalError> {
    let needed = made_of(syntax, wanted, |node| !is_difference(node));
    let differences = syntax
        .iter()
        .filter(|&(id, node)| needed[id.index()] && is_difference(node));
    let differences: Vec<NodeId> = differences.map(|(id, _)| id).collect();
    let subtracted = made_of(syntax, &differences, |_| true);
    let values = evaluate_some(syntax, universe, |id| subtracted[id.index()])?;
    let heaps = heap_values(syntax, universe, |id| needed[id.index()])?;
    // Nodes that are not needed stay 0 and are not read.
    let mut made = vec![forms.zero(); syntax.len()];
    for (id, node) in syntax.iter().filter(|(id, _)| needed[id.index()]) {
        let of = |id: &NodeId| made[id.index()];
        made[id.index()] = match node {
            Node::Nim(size) => {
                let heap = universe.nim(*size)?;
                forms.canonical(universe, heap)?
            }
            Node::Set(options) => forms.set(options.iter().map(of))?,
            Node::Sharp(g) => forms.set([of(g)])?,
            Node::Mate(g) => forms.mate(of(g))?,
            Node::Copies(n, g) => forms.multiple(*n, of(g))?,
            Node::Sum { .. } if is_difference(node) => {
                forms.canonical(universe, values[id.index()])?
            }
            Node::Sum { plus, .. } => {
                let mut sum = forms.zero();
                for term in plus {
                    sum = forms.sum(sum, of(term))?;
                }
                sum
            }
            Node::Heap { .. } => forms.canonical(universe, heaps[&id])?,
            Node::Value(game) => forms.canonical(universe, *game)?,
            Node::Name(_) => return Err(unknown(syntax, id).into()),
        };
    }
    Ok(wanted.iter().map(|id| made[id.index()]).collect())
}

fn is_difference(node: &Node) -> bool {
    matches!(node, Node::Sum { minus, .. } if !minus.is_empty())
}

/// Returns which nodes are descendants of the wanted ones, where only some nodes are expanded.
pub(super) fn made_of(
    syntax: &Syntax,
    wanted: &[NodeId],
    apart: impl Fn(&Node) -> bool,
) -> Vec<bool> {
    let mut needed = vec![false; syntax.len()];
    for id in wanted {
        needed[id.index()] = true;
    }
    // Parents come after their children, so in reverse each parent is met first.
    let nodes: Vec<(NodeId, &Node)> = syntax.iter().collect();
    for (id, node) in nodes.into_iter().rev() {
        if !needed[id.index()] || !apart(node) {
            continue;
        }
        for child in node.children() {
            needed[child.index()] = true;
        }
    }
    needed
}

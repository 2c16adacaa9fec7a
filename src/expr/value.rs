//! Expressions as values.

use crate::game::{Game, Universe};
use crate::notation::{Diagnostic, Node, NodeId, Notation, Syntax, Written, write};

use super::form::made_of;
use super::heap::heap_values;
use super::{EvalError, unknown};

/// Returns the value of an expression. [`Universe::eval`] takes text.
pub fn evaluate(syntax: &Syntax, universe: &mut Universe) -> Result<Game, EvalError> {
    let values = evaluate_some(syntax, universe, |_| true)?;
    Ok(values[syntax.root().index()])
}

/// Returns the value of a part of an expression.
pub fn evaluate_at(
    syntax: &Syntax,
    part: NodeId,
    universe: &mut Universe,
) -> Result<Game, EvalError> {
    let needed = made_of(syntax, &[part], |_| true);
    let values = evaluate_some(syntax, universe, |id| needed[id.index()])?;
    Ok(values[part.index()])
}

/// Returns the values of the needed nodes, whose descendants must be needed too. The others stay 0
/// and are not read.
pub(super) fn evaluate_some(
    syntax: &Syntax,
    universe: &mut Universe,
    needed: impl Fn(NodeId) -> bool,
) -> Result<Vec<Game>, EvalError> {
    let heaps = heap_values(syntax, universe, &needed)?;
    universe.check_memory(syntax.len() * size_of::<Game>())?;
    let mut values = universe.list_with_capacity(syntax.len())?;
    values.resize(syntax.len(), universe.zero());
    for (id, node) in syntax.iter().filter(|&(id, _)| needed(id)) {
        values[id.index()] = match heaps.get(&id) {
            Some(&heap) => heap,
            None => evaluate_node(syntax, universe, &values, id, node)?,
        };
    }
    Ok(values)
}

pub(super) fn evaluate_node(
    syntax: &Syntax,
    u: &mut Universe,
    values: &[Game],
    id: NodeId,
    node: &Node,
) -> Result<Game, EvalError> {
    let of = |id: &NodeId| values[id.index()];
    Ok(match node {
        Node::Nim(size) => u.nim(*size)?,
        Node::Set(options) => u.set(options.iter().map(of))?,
        Node::Sharp(g) => u.sharp(of(g))?,
        Node::Copies(n, g) => u.multiple(*n, of(g))?,
        Node::Mate(g) => u.mate(of(g))?,
        Node::Sum { plus, minus } => {
            let plus = u.sum_all(plus.iter().map(of))?;
            let minus = u.sum_all(minus.iter().map(of))?;
            match u.difference(plus, minus)? {
                Some(difference) => difference,
                None => return Err(no_difference(syntax, u, id, plus, minus).into()),
            }
        }
        Node::Value(game) => *game,
        // Heaps have their values already.
        Node::Name(_) | Node::Heap { .. } => return Err(unknown(syntax, id).into()),
    })
}

/// Returns the message for a difference that does not exist.
pub(super) fn no_difference(
    syntax: &Syntax,
    u: &mut Universe,
    id: NodeId,
    g: Game,
    h: Game,
) -> Diagnostic {
    const MAX_LENGTH: usize = 60;
    let mut name = |g, otherwise: &str| match write(u, g, Notation::Conway, MAX_LENGTH) {
        Ok(Written::Text(text)) => text,
        Ok(Written::TooLong(_)) | Err(_) => otherwise.into(),
    };
    let g = name(g, "G");
    let h = name(h, "H");
    let message = format!("there is no difference: {h} is not a part of {g}");
    let hint = format!("G - H is the X with G = H + X; no X makes {g} = {h} + X");
    Diagnostic::new(message, syntax.span(id)).with_hint(hint)
}

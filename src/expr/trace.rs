//! The simplification of an expression, step by step.

use crate::game::{Game, Simplification, Universe};
use crate::limits::Stopped;
use crate::notation::{Node, Span, Syntax};

use super::EvalError;
use super::value::evaluate_some;

/// A set that was formed during the evaluation of an expression, and its simplification.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TraceStep {
    /// The part of the expression that formed it. A sum of several terms is formed one term at
    /// a time, and all its steps have the span of the whole.
    pub span: Span,
    /// The terms G and H if the set is {G'+H, G+H'}.
    pub sum: Option<(Game, Game)>,
    /// The simplification of the set.
    pub simplification: Simplification,
}

/// Returns the sets that are formed during the evaluation of an expression, in order: those written
/// as sets or sharps, and those of sums.
pub fn trace(syntax: &Syntax, u: &mut Universe) -> Result<Vec<TraceStep>, EvalError> {
    let values = evaluate_some(syntax, u, |_| true)?;
    let mut steps = Vec::new();
    for (id, node) in syntax.iter() {
        let span = syntax.span(id);
        match node {
            Node::Set(options) => {
                let options: Vec<Game> = options.iter().map(|o| values[o.index()]).collect();
                let simplification = u.simplify(&options)?;
                steps.push(TraceStep {
                    span,
                    sum: None,
                    simplification,
                });
            }
            Node::Sharp(g) => {
                let simplification = u.simplify(&[values[g.index()]])?;
                steps.push(TraceStep {
                    span,
                    sum: None,
                    simplification,
                });
            }
            Node::Sum { plus, .. } => {
                let mut total = u.zero();
                for term in plus {
                    let (g, h) = (total, values[term.index()]);
                    if g != u.zero() && h != u.zero() {
                        let options = sum_options(u, g, h)?;
                        let simplification = u.simplify(&options)?;
                        steps.push(TraceStep {
                            span,
                            sum: Some((g, h)),
                            simplification,
                        });
                    }
                    total = u.sum(g, h)?;
                }
            }
            Node::Nim(_)
            | Node::Copies(..)
            | Node::Mate(_)
            | Node::Name(_)
            | Node::Heap { .. }
            | Node::Value(_) => {}
        }
    }
    Ok(steps)
}

/// Returns the options G'+H and G+H' of a sum before it is simplified.
fn sum_options(u: &mut Universe, g: Game, h: Game) -> Result<Vec<Game>, Stopped> {
    let (left, right): (Vec<Game>, Vec<Game>) = (u.options(g).collect(), u.options(h).collect());
    let mut options = Vec::with_capacity(left.len() + right.len());
    for option in left {
        options.push(u.sum(option, h)?);
    }
    for option in right {
        options.push(u.sum(g, option)?);
    }
    Ok(options)
}

//! The methods for the nim values of a ruleset other than the definition.

use super::arithmetic;
use super::closed_forms::closed_form;
use super::codes;
use super::cut;
use super::definition::DefinitionEvaluator;
use super::josephus;
use crate::heaps::NimError;
pub use crate::heaps::{ClosedForm, Evaluator, Formula};
use crate::heaps::{Ruleset, Shape};

/// What is known of a ruleset beyond its definition.
#[derive(Default)]
#[non_exhaustive]
pub struct Methods<'r> {
    /// An evaluator that is faster than the definition.
    pub fast: Option<Box<dyn Evaluator + 'r>>,
    /// A formula.
    pub closed_form: Option<ClosedForm>,
}

impl<'r> Methods<'r> {
    /// Returns the fast evaluator, or else the definition.
    pub fn best(self, ruleset: &'r dyn Ruleset) -> Result<Box<dyn Evaluator + 'r>, NimError> {
        match self.fast {
            Some(evaluator) => Ok(evaluator),
            None => Ok(Box::new(DefinitionEvaluator::new(ruleset)?)),
        }
    }
}

/// Returns the methods of a ruleset: its own [`evaluator`](Ruleset::evaluator) and
/// [`closed_form`](Ruleset::closed_form), or else those for its [`shape`](Ruleset::shape).
pub fn methods(ruleset: &dyn Ruleset) -> Methods<'_> {
    let by_shape = match Shape::of(ruleset) {
        Shape::Cut(cut) => cut::methods(cut),
        Shape::Josephus(game) => Methods {
            fast: None,
            closed_form: josephus::closed_form(game),
        },
        _ => Methods {
            fast: arithmetic::evaluator(ruleset).or_else(|| codes::evaluator(ruleset)),
            closed_form: closed_form(ruleset),
        },
    };
    Methods {
        fast: ruleset.evaluator().or(by_shape.fast),
        closed_form: ruleset.closed_form().or(by_shape.closed_form),
    }
}

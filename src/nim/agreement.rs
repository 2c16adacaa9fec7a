//! Whether the methods for the nim values of a ruleset lead to the same numbers.

use std::fmt;

use super::definition::DefinitionEvaluator;
use super::error::NimError;
use super::evaluator::{Evaluator, methods};
use super::value::NimValue;
use crate::heaps::{Position, Ruleset};
use crate::limits::Budget;

/// How far the methods of a ruleset were compared, and where they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Agreement {
    /// The last heap that was compared; none if even the smallest has too many options.
    pub compared_to: Option<u64>,
    /// The fast method, if there is one.
    pub fast: Option<String>,
    /// The theorem of the formula, if there is one.
    pub closed_form: Option<String>,
    /// Where a method differs from the definition.
    pub differences: Vec<Difference>,
}

/// A value that differs from the definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The heap.
    pub heap: u64,
    /// The method that differs.
    pub evaluator: String,
    /// What it says.
    pub found: NimValue,
    /// The value by definition.
    pub defined: NimValue,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            heap,
            evaluator,
            found,
            defined,
        } = self;
        write!(
            f,
            "heap {heap}: {evaluator} says {found}, the definition {defined}"
        )
    }
}

/// Compares the fast method and the formula with the definition, heap by heap, up to a heap or
/// as long as the options of all heaps together are few.
pub fn compare_methods(
    ruleset: &dyn Ruleset,
    to: Option<u64>,
    budget: &Budget,
) -> Result<Agreement, NimError> {
    /// The definition looks at so many options in a second or so.
    const OPTIONS: usize = 2_000_000;
    let mut definition = DefinitionEvaluator::new(ruleset)?;
    let mut left = OPTIONS;
    let first = ruleset.smallest();
    let last = to.unwrap_or(first + 10_000);
    for heap in first..=last {
        if to.is_none() {
            let options = ruleset.options(Position::heap(heap)).take(left + 1).count();
            match left.checked_sub(options) {
                Some(rest) => left = rest,
                None => break,
            }
        }
        definition.extend(heap, budget)?;
    }
    let defined = definition.values();
    let compared_to = (first + defined.len() as u64)
        .checked_sub(1)
        .filter(|&n| n >= first);
    let methods = methods(ruleset);
    let mut agreement = Agreement {
        compared_to: if defined.is_empty() {
            None
        } else {
            compared_to
        },
        fast: methods
            .fast
            .as_ref()
            .map(|evaluator| evaluator.name().into()),
        closed_form: methods
            .closed_form
            .as_ref()
            .map(|form| form.theorem.clone()),
        differences: Vec::new(),
    };
    let Some(last) = agreement.compared_to else {
        return Ok(agreement);
    };
    let mut found: Vec<(String, u64, NimValue)> = Vec::new();
    if let Some(mut evaluator) = methods.fast {
        evaluator.extend(last, budget)?;
        let name = evaluator.name();
        found.extend(
            evaluator
                .values()
                .iter()
                .map(|(heap, value)| (name.into(), heap, value)),
        );
    }
    if let Some(form) = methods.closed_form {
        for heap in first.max(form.from)..=last {
            match (form.value)(&[heap.into()], budget) {
                Ok(value) => found.push((form.theorem.clone(), heap, value)),
                // A formula may speak of some heaps only.
                Err(NimError::OutOfReach(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    for (evaluator, heap, found) in found {
        match defined.get(heap) {
            Some(value) if value != found => agreement.differences.push(Difference {
                heap,
                evaluator,
                found,
                defined: value,
            }),
            _ => {}
        }
    }
    Ok(agreement)
}

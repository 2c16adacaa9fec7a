//! Compares the methods for the nim values of a ruleset.

use std::fmt;

use super::definition::DefinitionEvaluator;
use super::evaluator::{Evaluator, methods};
use crate::heaps::NimError;
use crate::heaps::NimValue;
use crate::heaps::{Position, Ruleset};
use crate::limits::{Budget, Meter, Reason};

/// The result of comparing the methods of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Agreement {
    /// The last heap that was compared; none if the smallest heap already has too many options.
    pub compared_to: Option<u64>,
    /// The name of the fast evaluator, if there is one.
    pub fast: Option<String>,
    /// The theorem of the formula, if there is one.
    pub closed_form: Option<String>,
    /// The values that differ from the definition.
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
    /// Its value.
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

/// Compares the fast evaluator and the closed form with the definition, heap by heap, up to a heap
/// or as long as the options of all heaps together are few.
pub fn compare_methods(
    ruleset: &dyn Ruleset,
    to: Option<u64>,
    budget: &Budget,
) -> Result<Agreement, NimError> {
    let first = ruleset.smallest();
    let mut definition = DefinitionEvaluator::new(ruleset)?;
    let last = match to {
        Some(to) => Some(to),
        None => last_with_few_options(ruleset, budget)?,
    };
    if let Some(last) = last {
        definition.extend(last, budget)?;
    }
    let defined = definition.values();
    let methods = methods(ruleset);
    let fast = methods.fast.as_ref().map(|fast| fast.name().to_owned());
    let form = methods.closed_form.as_ref();
    let mut agreement = Agreement {
        compared_to: (defined.len() as u64).checked_sub(1).map(|at| first + at),
        fast,
        closed_form: form.map(|form| form.theorem.clone()),
        differences: Vec::new(),
    };
    let Some(last) = agreement.compared_to else {
        return Ok(agreement);
    };
    let mut meter = Meter::new(budget);
    let mut compare = |heap: u64, evaluator: &str, found: NimValue| -> Result<(), Reason> {
        meter.tick()?;
        if let Some(value) = defined.get(heap).filter(|value| *value != found) {
            agreement.differences.push(Difference {
                heap,
                evaluator: evaluator.into(),
                found,
                defined: value,
            });
        }
        Ok(())
    };
    if let Some(mut evaluator) = methods.fast {
        evaluator.extend(last, budget)?;
        for (heap, value) in evaluator.values().iter() {
            compare(heap, evaluator.name(), value)?;
        }
    }
    if let Some(form) = methods.closed_form {
        for heap in first.max(form.from)..=last {
            match (form.value)(&[heap.into()], budget) {
                Ok(value) => compare(heap, &form.theorem, value)?,
                // A formula may apply to some heaps only.
                Err(NimError::OutOfReach(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(agreement)
}

/// The last heap such that all heaps up to it together have few options; none if the smallest has
/// many.
fn last_with_few_options(ruleset: &dyn Ruleset, budget: &Budget) -> Result<Option<u64>, NimError> {
    /// By definition these take a second or so.
    const OPTIONS: usize = 2_000_000;
    const HEAPS: u64 = 10_000;
    let mut meter = Meter::new(budget);
    let (mut left, mut last) = (OPTIONS, None);
    let first = ruleset.smallest();
    for heap in first..=first.saturating_add(HEAPS) {
        meter.tick()?;
        for _ in ruleset.options_within(Position::heap(heap), budget)? {
            meter.tick()?;
            if left == 0 {
                return Ok(last);
            }
            left -= 1;
        }
        last = Some(heap);
    }
    Ok(last)
}

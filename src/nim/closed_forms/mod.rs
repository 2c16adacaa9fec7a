//! Formulas for nim values, each with the theorem that proves it.
//!
//! A formula applies to heaps of any size if what it needs (the factors of the heap, the index of a
//! prime) can be computed; otherwise the error says what is missing.

mod arithmetic;
mod division;

use num_bigint::BigUint;

use super::evaluator::ClosedForm;
use crate::heaps::NimError;
use crate::heaps::NimValue;
use crate::heaps::{Ruleset, Shape};
use crate::limits::Budget;
use crate::numbers::{FactorError, IndexError};

/// Returns the formula for the values of a ruleset, if there is one.
pub(super) fn closed_form(ruleset: &dyn Ruleset) -> Option<ClosedForm> {
    match Shape::of(ruleset) {
        Shape::Arithmetic(&game) => arithmetic::closed_form(game),
        Shape::Division(&game) => division::closed_form(game),
        Shape::Factoring(&game) => division::factoring(game),
        _ => None,
    }
}

/// Returns a formula for the heaps from `from` on.
fn formula(
    theorem: &str,
    from: u64,
    value: impl Fn(&BigUint, &Budget) -> Result<NimValue, NimError> + Send + Sync + 'static,
) -> ClosedForm {
    ClosedForm {
        theorem: theorem.into(),
        from,
        value: Box::new(move |position, budget| match position {
            [n] if *n >= from.into() => value(n, budget),
            [n] => Err(NimError::OutOfReach(format!(
                "{n} is not a heap: the smallest one is {from}"
            ))),
            _ => Err(NimError::OutOfReach(
                "the formula is for single heaps".into(),
            )),
        }),
    }
}

/// Returns 2^e, unless the exponent has more than 64 bits.
fn power_of_two(e: &BigUint) -> Result<NimValue, NimError> {
    match u64::try_from(e) {
        Ok(e) => Ok(NimValue::power_of_two(e)),
        Err(_) => Err(NimError::OutOfReach(format!(
            "the value is 2^e with e = {e}, and exponents end at 2^64"
        ))),
    }
}

impl From<FactorError> for NimError {
    fn from(error: FactorError) -> Self {
        match error {
            FactorError::Stopped(reason) => Self::Stopped(reason),
            other => Self::OutOfReach(format!("the formula needs the prime factors, and {other}")),
        }
    }
}

impl From<IndexError> for NimError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Factor(error) => error.into(),
            other => Self::OutOfReach(format!(
                "the formula needs the index of a prime, and {other}"
            )),
        }
    }
}

#[cfg(test)]
mod tests;

//! Nim values of single positions and sums, by the fastest applicable method.

use std::cell::OnceCell;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::definition::Definition;
use super::evaluator::{ClosedForm, Evaluator, methods};
use super::pattern::Pattern;
use super::period::PeriodSearch;
use crate::heaps::NimError;
use crate::heaps::NimValue;
use crate::heaps::{Coordinates, Heaps, Position, Ruleset};
use crate::limits::Budget;

/// Computes nim values of the positions of one ruleset: by a closed form or a proved period where
/// there is one, by the fast evaluator up to heaps of moderate size, and by definition elsewhere.
///
/// ```
/// use misere::heaps::{Position, ruleset};
/// use misere::nim::NimValues;
///
/// let game = ruleset("subtraction{1,2}").unwrap();
/// let mut values = NimValues::new(&*game)?;
/// assert_eq!(values.value(Position::heap(5), &Default::default())?.to_string(), "2");
/// # Ok::<(), misere::nim::NimError>(())
/// ```
pub struct NimValues<'r> {
    ruleset: &'r dyn Ruleset,
    closed_form: Option<ClosedForm>,
    fast: Option<Box<dyn Evaluator + 'r>>,
    definition: Definition<'r>,
    /// The pattern of all values, once it was searched for; none if none is proved.
    pattern: OnceCell<Option<Pattern>>,
}

impl<'r> NimValues<'r> {
    /// The largest heap for which a table of all smaller heaps is made.
    const LONGEST_TABLE: u64 = 20_000_000;

    /// Starts with no known values.
    ///
    /// # Errors
    /// If the ruleset is loopy.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, NimError> {
        let methods = methods(ruleset);
        Ok(Self {
            ruleset,
            closed_form: methods.closed_form,
            fast: methods.fast,
            definition: Definition::new(ruleset)?,
            pattern: OnceCell::new(),
        })
    }

    /// Computes the nim value of a position whose coordinates may have any size.
    ///
    /// # Errors
    /// If a coordinate is below the smallest heap, if the value is out of reach, or at a limit.
    pub fn value_at(
        &mut self,
        coordinates: &[BigUint],
        budget: &Budget,
    ) -> Result<NimValue, NimError> {
        let first = self.ruleset.smallest();
        if coordinates.iter().any(|x| *x < BigUint::from(first)) {
            let name = self.ruleset.name();
            let message = format!("the smallest heap of `{name}` is {first}");
            return Err(NimError::OutOfReach(message));
        }
        let beyond = match &self.closed_form {
            Some(form) if coordinates.iter().all(|x| *x >= BigUint::from(form.from)) => {
                match (form.value)(coordinates, budget) {
                    // A formula for some heaps only; the others have the other methods.
                    Err(NimError::OutOfReach(reason)) => Some(reason),
                    answer => return answer,
                }
            }
            _ => None,
        };
        if let [size] = coordinates
            && *size > BigUint::from(Self::LONGEST_TABLE)
            && let Some(pattern) = self.proved_pattern(budget)?
        {
            let place = size - first;
            return Ok(NimValue::from(&pattern.value(&place)));
        }
        let words: Option<Coordinates> = coordinates.iter().map(ToPrimitive::to_u64).collect();
        match words.and_then(|words| Position::new(&words)) {
            Some(position) => self.value_within_reach(position, budget),
            None => Err(NimError::OutOfReach(beyond.unwrap_or_else(|| {
                let name = self.ruleset.name();
                format!("no formula is known for the nim values of `{name}`, and a heap of more than 64 bits is beyond every other method")
            }))),
        }
    }

    /// Computes the nim value of a position.
    pub fn value(&mut self, position: Position, budget: &Budget) -> Result<NimValue, NimError> {
        if self.closed_form.is_none() && position.size() <= Self::LONGEST_TABLE {
            return self.value_within_reach(position, budget);
        }
        let coordinates = position.coordinates().into_iter();
        let coordinates: Vec<BigUint> = coordinates.map(BigUint::from).collect();
        self.value_at(&coordinates, budget)
    }

    /// The pattern of all values, if a theorem proves one.
    fn proved_pattern(&mut self, budget: &Budget) -> Result<Option<&Pattern>, NimError> {
        if self.pattern.get().is_none() {
            let mut found = None;
            if PeriodSearch::can_prove(self.ruleset) {
                let answer = PeriodSearch::default().run(self.ruleset, budget)?;
                found = answer.pattern.filter(|_| answer.proof.is_some());
            }
            // The cell is empty.
            let _ = self.pattern.set(found);
        }
        Ok(self.pattern.get().and_then(Option::as_ref))
    }

    fn value_within_reach(
        &mut self,
        position: Position,
        budget: &Budget,
    ) -> Result<NimValue, NimError> {
        if let Some(evaluator) = &mut self.fast
            && position.size() <= Self::LONGEST_TABLE
        {
            if let Some(known) = evaluator.values().get(position.size()) {
                return Ok(known);
            }
            evaluator.extend(position.size(), budget)?;
            if let Some(known) = evaluator.values().get(position.size()) {
                return Ok(known);
            }
        }
        self.definition.value(position, budget)
    }

    /// Computes the nim value of a sum.
    pub fn sum(&mut self, heaps: &Heaps, budget: &Budget) -> Result<NimValue, NimError> {
        let mut total = NimValue::default();
        for (position, copies) in heaps.iter() {
            if copies % 2 == 1 {
                total ^= &self.value(position, budget)?;
            }
        }
        Ok(total)
    }
}

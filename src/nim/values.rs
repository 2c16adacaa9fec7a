//! Nim values of single positions and sums, by the best method there is.

use std::cell::OnceCell;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::definition::Definition;
use super::error::NimError;
use super::evaluator::{ClosedForm, Evaluator, methods};
use super::pattern::Pattern;
use super::period::PeriodSearch;
use super::value::NimValue;
use crate::heaps::{Code, Cut, Heaps, Position, Ruleset, Subtraction};
use crate::limits::Budget;

/// Nim values of the positions of one ruleset: by formula or by a proved period where there is
/// one, by the fast method within its reach, and by definition elsewhere.
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
    fast: Option<Box<dyn Evaluator>>,
    definition: Definition<'r>,
    /// The pattern of all values, once it was looked for; none if none is proved.
    pattern: OnceCell<Option<Pattern>>,
}

impl<'r> NimValues<'r> {
    /// A table longer than this is not made for the sake of one value.
    const LONGEST_TABLE: u64 = 20_000_000;

    /// Nothing is known yet. Loopy rulesets are refused.
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

    /// The nim value of a position whose coordinates may have any size.
    pub fn value_at(
        &mut self,
        coordinates: &[BigUint],
        budget: &Budget,
    ) -> Result<NimValue, NimError> {
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
        let first = self.ruleset.smallest();
        if let [size] = coordinates
            && *size > BigUint::from(Self::LONGEST_TABLE)
            && let Some(pattern) = self.proved_pattern(budget)?
        {
            let place = size - first;
            return Ok(NimValue::from(&pattern.value(&place)));
        }
        let position = match coordinates {
            [size] => size.to_u64().map(Position::heap),
            [x, y] => x
                .to_u64()
                .zip(y.to_u64())
                .map(|(x, y)| Position::pair(x, y)),
            _ => None,
        };
        match position {
            Some(position) => self.value_within_reach(position, budget),
            None => Err(NimError::OutOfReach(beyond.unwrap_or_else(|| {
                let name = self.ruleset.name();
                format!("no formula is known for the nim values of `{name}`, and a heap of more than 64 bits is beyond every other method")
            }))),
        }
    }

    /// The nim value of a position.
    pub fn value(&mut self, position: Position, budget: &Budget) -> Result<NimValue, NimError> {
        if self.closed_form.is_none() && position.size() <= Self::LONGEST_TABLE {
            return self.value_within_reach(position, budget);
        }
        let coordinates: Vec<BigUint> = position.coordinates().iter().map(|&x| x.into()).collect();
        self.value_at(&coordinates, budget)
    }

    /// The pattern of all values, for the families in which a theorem can prove one.
    fn proved_pattern(&mut self, budget: &Budget) -> Result<Option<&Pattern>, NimError> {
        if self.pattern.get().is_none() {
            let game = self.ruleset;
            let can_be_proved = game.downcast_ref::<Code>().is_some()
                || game.downcast_ref::<Cut>().is_some()
                || game.downcast_ref::<Subtraction>().is_some();
            let mut found = None;
            if can_be_proved {
                let answer = PeriodSearch::default().run(game, budget)?;
                found = answer.pattern.filter(|_| answer.proof.is_some());
            }
            // Nothing is there yet.
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

    /// The nim value of a sum.
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

//! Methods to nim values other than the definition.

use num_bigint::BigUint;

use super::arithmetic;
use super::closed_forms::closed_form;
use super::codes;
use super::cut;
use super::definition::DefinitionEvaluator;
use super::error::NimError;
use super::josephus;
use super::sequence::Sequence;
use super::value::NimValue;
use crate::heaps::{Cut, Josephus, Ruleset};
use crate::limits::Budget;

/// A way to the nim values of the heaps from the smallest on, as far as it is asked.
pub trait Evaluator: Send {
    /// What it does, in a few words: `linear sieve`.
    fn name(&self) -> &'static str;

    /// The values known so far.
    fn values(&self) -> &Sequence;

    /// Makes the values known up to this heap, included. What is known stays when it stops.
    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), NimError>;

    /// Begins anew after values that are known from elsewhere, which are trusted. A method that
    /// cannot do so refuses even an empty sequence.
    fn resume(&mut self, known: Sequence) -> Result<(), NimError> {
        let _ = known;
        let message = format!("the method `{}` begins at the smallest heap", self.name());
        Err(NimError::OutOfReach(message))
    }
}

/// A formula for nim values, for heaps of any size.
#[non_exhaustive]
pub struct ClosedForm {
    /// What it rests on: `Theorem 3 of Ellis and Thanatipanonda`.
    pub theorem: String,
    /// The smallest heap it speaks of.
    pub from: u64,
    /// The value of a position, given by its coordinates.
    pub value: Formula,
}

/// From the coordinates of a position to its value.
pub type Formula = Box<dyn Fn(&[BigUint], &Budget) -> Result<NimValue, NimError> + Send + Sync>;

/// What is known of a ruleset beyond its definition.
#[derive(Default)]
#[non_exhaustive]
pub struct Methods {
    /// A fast way to all values from the smallest heap on.
    pub fast: Option<Box<dyn Evaluator>>,
    /// A formula.
    pub closed_form: Option<ClosedForm>,
}

impl Methods {
    /// The fast method, or else the definition.
    pub fn best<'r>(self, ruleset: &'r dyn Ruleset) -> Result<Box<dyn Evaluator + 'r>, NimError> {
        match self.fast {
            Some(evaluator) => Ok(evaluator),
            None => Ok(Box::new(DefinitionEvaluator::new(ruleset)?)),
        }
    }
}

/// The methods of a ruleset.
pub fn methods(ruleset: &dyn Ruleset) -> Methods {
    let mut methods = Methods {
        fast: arithmetic::evaluator(ruleset).or_else(|| codes::evaluator(ruleset)),
        closed_form: closed_form(ruleset),
    };
    if let Some(cut) = ruleset.downcast_ref::<Cut>() {
        methods = cut::methods(cut);
    }
    if let Some(game) = ruleset.downcast_ref::<Josephus>() {
        methods.closed_form = josephus::closed_form(game);
    }
    methods
}

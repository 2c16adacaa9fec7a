//! What a ruleset may offer beyond its options: a faster evaluator, a closed form.
//!
//! Only the interfaces live here; the evaluators of this crate are in [`nim`](crate::nim).

use num_bigint::BigUint;

use super::error::NimError;
use super::nim_value::NimValue;
use super::sequence::Sequence;
use crate::limits::Budget;

/// Computes the nim values of consecutive heaps, from the smallest on, on demand.
pub trait Evaluator: Send {
    /// Returns the name of the method in a few words: `linear sieve`.
    fn name(&self) -> &'static str;

    /// Returns the values computed so far.
    fn values(&self) -> &Sequence;

    /// Computes the values up to this heap, included. Values that were computed stay when it stops.
    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), NimError>;

    /// Continues after known values, which are trusted. A method that cannot do so refuses even an
    /// empty sequence.
    fn resume(&mut self, known: Sequence) -> Result<(), NimError> {
        let _ = known;
        let message = format!("the method `{}` begins at the smallest heap", self.name());
        Err(NimError::OutOfReach(message))
    }
}

/// A formula for nim values, for heaps of any size.
#[non_exhaustive]
pub struct ClosedForm {
    /// The theorem it rests on: `Theorem 3 of Ellis and Thanatipanonda`.
    pub theorem: String,
    /// The smallest heap it applies to.
    pub from: u64,
    /// Computes the value of a position from its coordinates.
    pub value: Formula,
}

/// Computes the nim value of a position from its coordinates. [`NimError::OutOfReach`] means that
/// the formula does not apply to this position.
pub type Formula = Box<dyn Fn(&[BigUint], &Budget) -> Result<NimValue, NimError> + Send + Sync>;

impl ClosedForm {
    /// Returns a formula for the heaps from `from` on.
    pub fn new(
        theorem: impl Into<String>,
        from: u64,
        value: impl Fn(&[BigUint], &Budget) -> Result<NimValue, NimError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            theorem: theorem.into(),
            from,
            value: Box::new(value),
        }
    }
}

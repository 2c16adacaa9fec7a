//! Fast methods for the nim values of take-and-break games: codes, Grundy's game and Couples Are
//! Forever.

mod digits;
mod lookup;
mod moves;
mod pairs;
mod plain;
mod space;
mod sparse;
mod triples;

use crate::heaps::{Ruleset, Shape};
use crate::nim::error::NimError;
use crate::nim::evaluator::Evaluator;
use crate::nim::sequence::Sequence;
use moves::Moves;
use pairs::PairEvaluator;
use triples::TripleEvaluator;

pub use lookup::codes_with_values;

/// The fast method of a take-and-break game.
pub(super) fn evaluator(ruleset: &dyn Ruleset) -> Option<Box<dyn Evaluator>> {
    match Shape::of(ruleset) {
        Shape::Code(code) => {
            let moves = Moves::of_code(code);
            Some(if moves.three.is_empty() {
                Box::new(PairEvaluator::new(moves, 0))
            } else {
                Box::new(TripleEvaluator::new(moves))
            })
        }
        Shape::Partition(game) => {
            let moves = Moves::of_partition_game(*game);
            Some(Box::new(PairEvaluator::new(moves, game.smallest())))
        }
        _ => None,
    }
}

/// Takes over values that are known from elsewhere, unless one of them cannot be.
///
/// A move takes tokens or divides a heap, so a play from n tokens has fewer than 2n moves, and
/// no value is larger. Room for a value that a file made up could be more than there is.
fn take_over(values: &mut Sequence, known: Sequence) -> Result<(), NimError> {
    let numbers = known.numbers().unwrap_or_default();
    let too_large = |(&value, tokens): (&u32, u64)| u64::from(value) > tokens.saturating_mul(2);
    if numbers.iter().zip(known.first()..).any(too_large) {
        let message = "a heap has a value that is larger than the heap allows";
        return Err(NimError::OutOfReach(message.into()));
    }
    values.replace(known)
}

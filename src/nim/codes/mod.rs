//! Fast evaluators for take-and-break games: codes, subtraction games, Grundy's game and Couples
//! Are Forever.

mod all_pairs;
mod binary_digits;
mod find_codes;
mod moves;
mod pairs;
mod rings;
mod sparse_space;
mod sparse_tables;
mod subtraction;
mod triples;
mod window;
mod window_stream;

use crate::heaps::NimError;
use crate::heaps::Sequence;
use crate::heaps::{Ruleset, Shape};
use crate::nim::evaluator::Evaluator;
use moves::Moves;
use pairs::PairEvaluator;
use subtraction::SubtractionEvaluator;
use triples::TripleEvaluator;

pub use find_codes::codes_with_values;
pub use window::RareWindow;
pub(super) use window::WindowEvaluator;
pub(super) use window_stream::{Advance, WindowStream};

/// Returns the fast evaluator of a take-and-break game.
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
        Shape::Subtraction(game) => Some(Box::new(SubtractionEvaluator::new(game))),
        Shape::Partition(game) => {
            let moves = Moves::of_partition_game(*game);
            Some(Box::new(PairEvaluator::new(moves, game.smallest())))
        }
        _ => None,
    }
}

/// Replaces the values by known ones, unless one of them is impossible.
///
/// A move takes tokens or divides a heap, so a play from n tokens has fewer than 2n moves, and
/// no value is larger. Without this check a forged file could ask for any amount of memory.
fn take_over(values: &mut Sequence, known: Sequence) -> Result<(), NimError> {
    let numbers = known.numbers().unwrap_or_default();
    let too_large = |(&value, tokens): (&u32, u64)| u64::from(value) > tokens.saturating_mul(2);
    if numbers.iter().zip(known.first()..).any(too_large) {
        let message = "a heap has a larger value than its size allows";
        return Err(NimError::OutOfReach(message.into()));
    }
    values.replace(known)
}

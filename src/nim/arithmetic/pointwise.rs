//! Values that are a function of the heap alone.

use super::chunk::{ChunkEvaluator, Known, Rule};
use crate::heaps::NimError;
use crate::limits::Budget;
use crate::nim::evaluator::Evaluator;

/// The value (or its exponent plus one) as a function of the heap alone.
struct Pointwise<F> {
    name: &'static str,
    entry: F,
}

impl<F: Fn(u32) -> u32 + Send> Rule for Pointwise<F> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn compute(&mut self, known: &mut Known<'_>, end: usize, _: &Budget) -> Result<(), NimError> {
        for heap in known.next()..end {
            known.push((self.entry)(heap as u32));
        }
        Ok(())
    }
}

fn numbers(
    first: u64,
    name: &'static str,
    entry: impl Fn(u32) -> u32 + Send + 'static,
) -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(first, Pointwise { name, entry }))
}

fn powers(
    first: u64,
    name: &'static str,
    entry: impl Fn(u32) -> u32 + Send + 'static,
) -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::powers(first, Pointwise { name, entry }))
}

const VALUATION: &str = "2-adic valuation";
const ODD_PART: &str = "index of the odd part";

/// Returns the index among the odd numbers of the largest odd divisor of n > 0: io(2^k(2m−1)) = m.
fn odd_index(n: u32) -> u32 {
    (n >> n.trailing_zeros()) / 2 + 1
}

/// Returns one more than the exponent of 2 in n > 0; 0 for 0.
fn valuation(n: u32) -> u32 {
    if n == 0 { 0 } else { n.trailing_zeros() + 1 }
}

/// Saliquot (Iannucci and Larsson, Theorem 2).
pub(super) fn saliquot() -> Box<dyn Evaluator> {
    numbers(0, VALUATION, valuation)
}

/// The 2-adic valuation: the value if a proper divisor is subtracted.
///
/// Let n = 2^k·m, m odd. A divisor d = 2^l·q with l < k leaves the valuation l, and q = m is one
/// for each l < k. With l = k it leaves a number of larger valuation, since q < m is odd.
pub(super) fn proper_saliquot() -> Box<dyn Evaluator> {
    numbers(1, VALUATION, u32::trailing_zeros)
}

/// Powerset saliquot (Theorem 15): the empty heap, of value 0, is always among the options, so
/// the exponents follow the rule of the singleton game.
pub(super) fn powerset_saliquot() -> Box<dyn Evaluator> {
    powers(0, VALUATION, valuation)
}

/// Maliquant (Theorem 3).
pub(super) fn maliquant() -> Box<dyn Evaluator> {
    numbers(0, ODD_PART, |n| if n == 0 { 0 } else { odd_index(n) })
}

/// Maliquant without the empty heap: every value is one less, by induction, because the empty
/// heap was an option of all others and the only heap of value 0.
pub(super) fn maliquant_no0() -> Box<dyn Evaluator> {
    numbers(1, ODD_PART, |n| odd_index(n) - 1)
}

/// Powerset maliquant (Theorem 16), in closed form: from 8 on the exponent plus one is the index
/// of the odd part, with the indices 1, 2, 3, 4 replaced by 4, 1, 2, 3.
pub(super) fn powerset_maliquant() -> Box<dyn Evaluator> {
    powers(1, ODD_PART, |n| match (n, odd_index(n)) {
        (1 | 2 | 4, _) => 0,
        (_, 1) => 4,
        (_, index @ 2..=4) => index - 1,
        (_, index) => index,
    })
}

/// Divide-throw-residue (Theorem 11, from 2 on: 1 has no option).
pub(super) fn divide_throw_residue() -> Box<dyn Evaluator> {
    numbers(1, ODD_PART, |n| if n == 1 { 0 } else { odd_index(n) })
}

/// Residue-throw-divisor (Theorem 12): the least k with n + 2 ≤ 3·2^k.
pub(super) fn residue_throw_divisor() -> Box<dyn Evaluator> {
    numbers(1, "runs of length 3·2^k", |n| {
        let thirds = (u64::from(n) + 2).div_ceil(3);
        thirds.next_power_of_two().trailing_zeros()
    })
}

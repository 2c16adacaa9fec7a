//! Saliquant, subtracting a nondivisor, in nearly linear time.
//!
//! An odd n has value (n−1)/2 (Iannucci and Larsson, Theorem 4). Let n be even. Its odd options
//! are the n − k with k odd and no divisor of n; by the formula they take every value below n/2
//! but the (n−k−1)/2 with k an odd divisor of n. So the value of n is the least of these, the one
//! with the largest k, that is not the value of an even option either. There is one: k = 1 gives
//! n/2 − 1, and the values of even options m ≤ n−2 are less than m/2.
//!
//! With k at most the odd part of n, hence at most n/2, this also shows SG(n) ≥ (n−2)/4.

use super::chunk::{ChunkEvaluator, Known, Rule};
use super::odd_primes::OddPrimes;
use crate::heaps::NimError;
use crate::limits::{Budget, Reason};
use crate::nim::evaluator::Evaluator;
use crate::nim::memory::reserve;

/// Saliquant.
pub(super) fn saliquant() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(0, Saliquant::default()))
}

/// Powerset saliquant: from 3 on, 1, of value 0, is among the options, so the exponents follow
/// the rule of the singleton game.
pub(super) fn powerset_saliquant() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::powers(1, Saliquant::default()))
}

#[derive(Default)]
struct Saliquant {
    odd: OddPrimes,
    /// For each value, the last even heap with it; 0 if there is none.
    last: Vec<u32>,
    /// For each even heap m, at m/2, the even heap before it with the same value; 0 if none.
    before: Vec<u32>,
    /// The odd divisors of one heap.
    divisors: Vec<u32>,
}

impl Saliquant {
    /// Returns (n−k−1)/2 if no even option of n has that value.
    fn free(&self, n: u32, k: u32) -> Option<u32> {
        let value = (n - k - 1) / 2;
        let mut m = self.last[value as usize];
        while m > 0 {
            if !n.is_multiple_of(n - m) {
                return None;
            }
            m = self.before[m as usize / 2];
        }
        Some(value)
    }

    /// Returns the value of an even heap n > 0.
    fn even(&mut self, n: u32) -> u32 {
        let odd = n >> n.trailing_zeros();
        if let Some(value) = self.free(n, odd) {
            return value;
        }
        // For two heaps of three the largest two odd divisors suffice, and no list is needed.
        if odd > 1
            && let Some(value) = self.free(n, odd / self.odd.smallest(odd))
        {
            return value;
        }
        self.odd.divisors(odd, &mut self.divisors);
        let smaller = self.divisors.iter().rev().skip(2);
        let value = smaller.copied().find_map(|k| self.free(n, k));
        value.unwrap_or(n / 2 - 1)
    }
}

impl Rule for Saliquant {
    const BYTES: u64 = 5;

    fn name(&self) -> &'static str {
        "largest odd divisor that is free"
    }

    fn prepare(&mut self, _: &Known<'_>, end: usize) -> Result<(), Reason> {
        self.odd.reserve(end / 2 + 1)?;
        reserve(&mut self.last, end / 2 + 1)?;
        reserve(&mut self.before, end / 2 + 1)
    }

    fn compute(&mut self, known: &mut Known<'_>, end: usize, _: &Budget) -> Result<(), NimError> {
        self.odd.extend(end / 2 + 1);
        // Values are below n/2.
        self.last.resize(end / 2 + 1, 0);
        for n in known.next() as u32..end as u32 {
            if n % 2 == 1 {
                known.push(n / 2);
                continue;
            }
            let value = if n == 0 { 0 } else { self.even(n) };
            known.push(value);
            let last = &mut self.last[value as usize];
            // The powerset game starts at 1.
            self.before.resize(n as usize / 2, 0);
            self.before.push(std::mem::replace(last, n));
        }
        Ok(())
    }
}

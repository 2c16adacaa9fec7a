//! Games whose only option is given by a counting function: one table lookup for each heap.

use super::chunk::{ChunkEvaluator, Known, Rule};
use super::segmented_sieve::SegmentedSieve;
use crate::heaps::NimError;
use crate::heaps::{Action, Arithmetic, Property, Ruleset};
use crate::limits::Budget;
use crate::nim::evaluator::Evaluator;

/// Counts the numbers of the property for each heap of the chunk that starts at `from` > 0.
fn count(property: Property, sieve: &mut SegmentedSieve, from: u32, out: &mut [u32]) {
    match property {
        Property::Divisors | Property::ProperDivisors | Property::Nondivisors => {
            out.fill(1);
            sieve.by_prime_powers(
                from,
                out,
                |tau, _, e| if e == 1 { 2 * tau } else { tau / e * (e + 1) },
                |tau, _, _| 2 * tau,
            );
        }
        Property::Totatives | Property::Nontotatives => {
            out.fill(1);
            // At most n: no overflow.
            sieve.by_prime_powers(
                from,
                out,
                |phi, p, e| phi.wrapping_mul(p - u32::from(e == 1)),
                |phi, n, product| phi.wrapping_mul(n / product - 1),
            );
        }
        Property::PrimeFactors => {
            out.fill(0);
            sieve.by_prime_powers(from, out, |omega, _, _| omega + 1, |omega, _, _| omega + 1);
        }
        Property::DistinctPrimeFactors => {
            out.fill(0);
            sieve.by_prime_powers(
                from,
                out,
                |omega, _, e| omega + u32::from(e == 1),
                |omega, _, _| omega + 1,
            );
        }
    }
    let heaps = out.iter_mut().zip(from..);
    match property {
        Property::Divisors | Property::PrimeFactors | Property::DistinctPrimeFactors => {}
        Property::ProperDivisors => heaps.for_each(|(tau, _)| *tau -= 1),
        Property::Nondivisors => heaps.for_each(|(tau, n)| *tau = n - *tau),
        Property::Totatives => heaps.for_each(|(phi, n)| *phi -= u32::from(n == 1)),
        Property::Nontotatives => {
            heaps.for_each(|(phi, n)| *phi = n - (*phi).max(1) - u32::from(n > 1));
        }
    }
}

/// Returns the evaluator of a counting game.
pub(super) fn counting(game: Arithmetic) -> Box<dyn Evaluator> {
    let rule = Counting {
        game,
        sieve: SegmentedSieve::default(),
        numbers: Vec::new(),
    };
    Box::new(ChunkEvaluator::numbers(game.smallest(), rule))
}

struct Counting {
    game: Arithmetic,
    sieve: SegmentedSieve,
    numbers: Vec<u32>,
}

impl Rule for Counting {
    fn name(&self) -> &'static str {
        "sieve of prime powers"
    }

    fn compute(&mut self, known: &mut Known<'_>, end: usize, _: &Budget) -> Result<(), NimError> {
        if known.next() == 0 {
            known.push(0);
        }
        let from = known.next();
        self.numbers.resize(end - from, 0);
        let property = self.game.property();
        count(property, &mut self.sieve, from as u32, &mut self.numbers);
        let none_is_an_option = self.game.moves_to_empty();
        for (n, &number) in (from..).zip(&self.numbers) {
            if number == 0 && !none_is_an_option {
                known.push(0);
                continue;
            }
            let option = match self.game.action() {
                Action::MoveTo => number as usize,
                Action::Subtract => n - number as usize,
            };
            known.push(1 - known.at(option));
        }
        Ok(())
    }
}

/// Factoring into coprime parts: ω − 1 (Iannucci and Larsson, Theorem 13).
pub(super) fn m_factoring_coprime() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, FurtherPrimes::default()))
}

#[derive(Default)]
struct FurtherPrimes {
    sieve: SegmentedSieve,
    numbers: Vec<u32>,
}

impl Rule for FurtherPrimes {
    fn name(&self) -> &'static str {
        "sieve of prime powers"
    }

    fn compute(&mut self, known: &mut Known<'_>, end: usize, _: &Budget) -> Result<(), NimError> {
        let from = known.next();
        self.numbers.resize(end - from, 0);
        let primes = Property::DistinctPrimeFactors;
        count(primes, &mut self.sieve, from as u32, &mut self.numbers);
        for &omega in &self.numbers {
            known.push(omega.saturating_sub(1));
        }
        Ok(())
    }
}

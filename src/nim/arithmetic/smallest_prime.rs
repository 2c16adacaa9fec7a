//! Values that follow from the smallest prime factor p of a heap n and the value of n/p.

use super::chunk::{ChunkEvaluator, Known, Rule};
use super::segmented_sieve::SegmentedSieve;
use crate::heaps::NimError;
use crate::limits::Budget;
use crate::nim::evaluator::Evaluator;

/// The function of the prime factors.
#[derive(Clone, Copy)]
enum Function {
    /// Ω: all prime factors.
    Factors,
    /// Ω − 1, at least 0.
    FurtherFactors,
    /// Ω with 2 counted once.
    FactorsTwoOnce,
    /// The index of the smallest prime; 0 for 1.
    SmallestIndex,
    /// 1 + C modulo 2 with Shapiro's class C; 0 for 1.
    ShapiroParity,
}

struct SmallestPrime {
    function: Function,
    sieve: SegmentedSieve,
    /// What the sieve finds in the chunk.
    table: Vec<u32>,
    /// The number of primes so far.
    primes: u32,
}

fn rule(function: Function) -> SmallestPrime {
    SmallestPrime {
        function,
        sieve: SegmentedSieve::default(),
        table: Vec::new(),
        primes: 0,
    }
}

/// Maliquot: Ω (Iannucci and Larsson, Theorem 1).
pub(super) fn maliquot() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, rule(Function::Factors)))
}

/// Powerset maliquot: the heap 1, of value 0, is always among the options, so the exponents
/// follow the rule of the singleton game. 2^(Ω−1) for n ≥ 2.
pub(super) fn powerset_maliquot() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::powers(1, rule(Function::Factors)))
}

/// Totative: the index of the smallest prime (Theorem 5).
pub(super) fn totative() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, rule(Function::SmallestIndex)))
}

/// Powerset totative (Theorem 17): 1 is always among the options.
pub(super) fn powerset_totative() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::powers(1, rule(Function::SmallestIndex)))
}

/// Totient, by Shapiro's theorem (Theorems 7 and 8).
pub(super) fn totient() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, rule(Function::ShapiroParity)))
}

/// Dividing: Ω2 (Theorem 9).
pub(super) fn dividing() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, rule(Function::FactorsTwoOnce)))
}

/// Factoring: Ω − 1 (Theorem 13).
pub(super) fn m_factoring() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, rule(Function::FurtherFactors)))
}

impl Rule for SmallestPrime {
    fn name(&self) -> &'static str {
        "sieve of smallest primes"
    }

    fn compute(&mut self, known: &mut Known<'_>, end: usize, _: &Budget) -> Result<(), NimError> {
        let from = known.next();
        self.table.resize(end - from, 0);
        let Self { table, sieve, .. } = self;
        match self.function {
            Function::SmallestIndex => {
                sieve.by_smallest_prime(from as u32, table, |index, _| index);
            }
            _ => sieve.by_smallest_prime(from as u32, table, |_, cofactor| cofactor),
        }
        // The table has 0 for 1 and the primes.
        match self.function {
            Function::Factors => {
                for (n, &cofactor) in (from..).zip(&*table) {
                    known.push(match cofactor {
                        0 => u32::from(n > 1),
                        _ => known.at(cofactor as usize) + 1,
                    });
                }
            }
            Function::FurtherFactors => {
                for &cofactor in &*table {
                    known.push(match cofactor {
                        0 => 0,
                        _ => known.at(cofactor as usize) + 1,
                    });
                }
            }
            Function::FactorsTwoOnce => {
                for (n, &cofactor) in (from..).zip(&*table) {
                    known.push(match cofactor {
                        0 => u32::from(n > 1),
                        _ => known.at(cofactor as usize) + u32::from(n % 4 != 0),
                    });
                }
            }
            Function::SmallestIndex => {
                for (n, &index) in (from..).zip(&*table) {
                    if index == 0 && n > 1 {
                        self.primes += 1;
                        known.push(self.primes);
                    } else {
                        known.push(index);
                    }
                }
            }
            Function::ShapiroParity => {
                for (n, &cofactor) in (from..).zip(&*table) {
                    known.push(shapiro_parity(n, cofactor as usize, known));
                }
            }
        }
        Ok(())
    }
}

/// Returns the parity of C + 1, which is 0 for n = 1 by definition of the game.
///
/// C is additive on coprime and on odd factors; C(p) = C(p−1) + 1; and C(2m) is C(m) for odd m,
/// C(m) + 1 for even m.
fn shapiro_parity(n: usize, cofactor: usize, known: &Known<'_>) -> u32 {
    match (n, cofactor) {
        (1, _) => 0,
        (2, _) => 1,
        (_, 0) => 1 ^ known.at(n - 1),
        (_, m) if n.is_multiple_of(4) => 1 ^ known.at(m),
        (_, m) if n.is_multiple_of(2) => known.at(m),
        (_, m) => 1 ^ known.at(m) ^ known.at(n / m),
    }
}

//! Fullset games: the only option is the sum of all numbers of a property.
//!
//! All values are 0 or 1: a heap n with any of the numbers has value 1 iff they sum to 0. The sum
//! over divisors is a sum over pairs; over nondivisors it is that over all heaps before n less
//! that. Modulo 2 the Möbius function is 1 on squarefree numbers and 0 elsewhere, so the sum over
//! totatives is the sum, over the squarefree divisors d of n, of all heaps before n that d divides.

use std::ops::Range;

use super::chunk::{ChunkEvaluator, Known, Rule};
use super::divisor_pairs::{BLOCK, PairWalk, Pairs};
use super::segmented_sieve::SegmentedSieve;
use crate::heaps::NimError;
use crate::limits::{Budget, Reason};
use crate::nim::evaluator::Evaluator;
use crate::nim::memory::reserve;

/// Fullset maliquot: whether n > 1 is squarefree (Iannucci and Larsson, Theorem 14).
pub(super) fn maliquot() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, Squarefree::default()))
}

/// Fullset saliquot, by all divisors or by the proper ones.
///
/// These differ in the empty heap, of value 0, which is the only option of 1.
pub(super) fn subtract_divisors(proper: bool) -> Box<dyn Evaluator> {
    let least = if proper { 2 } else { 1 };
    let rule = Fullset::new(least, |values, n, d| values[n - d], false);
    Box::new(ChunkEvaluator::numbers(u64::from(proper), rule))
}

/// Fullset maliquant. 1 and 2 have no nondivisors.
pub(super) fn maliquant() -> Box<dyn Evaluator> {
    let rule = Fullset::new(3, |values, _, d| values[d], true);
    Box::new(ChunkEvaluator::numbers(1, rule))
}

/// Fullset saliquant.
pub(super) fn saliquant() -> Box<dyn Evaluator> {
    let rule = Fullset::new(3, |values, n, d| values[n - d], true);
    Box::new(ChunkEvaluator::numbers(1, rule))
}

/// Fullset totative. 1 has no totatives.
pub(super) fn totative() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, Coprime::new(false)))
}

/// Fullset nontotative. 1 and the primes have no nontotatives.
pub(super) fn nontotative() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, Coprime::new(true)))
}

#[derive(Default)]
struct Squarefree {
    sieve: SegmentedSieve,
    table: Vec<u32>,
}

impl Squarefree {
    /// Returns 1 for squarefree numbers and 0 for others.
    fn sieve(&mut self, from: usize, end: usize) -> &[u32] {
        self.table.clear();
        self.table.resize(end - from, 1);
        self.sieve.by_prime_powers(
            from as u32,
            &mut self.table,
            |free, _, e| if e == 1 { free } else { 0 },
            |free, _, _| free,
        );
        &self.table
    }
}

impl Rule for Squarefree {
    fn name(&self) -> &'static str {
        "sieve of squares"
    }

    fn compute(&mut self, known: &mut Known<'_>, end: usize, _: &Budget) -> Result<(), NimError> {
        if known.next() == 1 {
            known.push(0);
        }
        let from = known.next();
        for &free in self.sieve(from, end) {
            known.push(free);
        }
        Ok(())
    }
}

/// Settled values, a byte each, and their nim sum.
struct Values {
    bytes: Vec<u8>,
    sum: u8,
}

impl Values {
    fn new() -> Self {
        // The empty heap.
        Self {
            bytes: vec![0],
            sum: 0,
        }
    }

    fn push(&mut self, value: bool) {
        self.bytes.push(u8::from(value));
        self.sum ^= u8::from(value);
    }

    /// Copies the settled values of heaps before `end` to the entries.
    fn copy_to(&self, known: &mut Known<'_>, end: usize) {
        for &value in &self.bytes[known.next()..end.min(self.bytes.len())] {
            known.push(u32::from(value));
        }
    }
}

/// Sums over divisors or nondivisors.
struct Fullset<T> {
    walk: PairWalk,
    pairs: DivisorSums<T>,
}

struct DivisorSums<T> {
    values: Values,
    /// The first heap that has any of the numbers; so have all after it.
    least: usize,
    /// The value that a divisor d of n contributes, from the values, n and d.
    take: T,
    /// Whether the sum is over the nondivisors instead.
    others: bool,
}

impl<T: Fn(&[u8], usize, usize) -> u8> Fullset<T> {
    fn new(least: usize, take: T, others: bool) -> Self {
        Self {
            walk: PairWalk::new(),
            pairs: DivisorSums {
                values: Values::new(),
                least,
                take,
                others,
            },
        }
    }
}

impl<T: Fn(&[u8], usize, usize) -> u8> Pairs for DivisorSums<T> {
    fn open(&mut self, _: Range<usize>) {}

    #[inline]
    fn take(&self, n: usize, d: usize) -> u8 {
        (self.take)(&self.values.bytes, n, d)
    }

    #[inline]
    fn settle(&mut self, n: usize, sum: u8) {
        let sum = if self.others {
            sum ^ self.values.sum
        } else {
            sum
        };
        self.values.push(n >= self.least && sum == 0);
    }

    #[inline]
    fn pass(&mut self, _: usize, _: usize) {}
}

impl<T: Fn(&[u8], usize, usize) -> u8 + Send> Rule for Fullset<T> {
    const BYTES: u64 = 1;

    fn name(&self) -> &'static str {
        "divisor sieve"
    }

    fn prepare(&mut self, _: &Known<'_>, end: usize) -> Result<(), Reason> {
        reserve(&mut self.pairs.values.bytes, end + BLOCK)
    }

    fn compute(&mut self, known: &mut Known<'_>, end: usize, _: &Budget) -> Result<(), NimError> {
        while self.pairs.values.bytes.len() < end {
            self.walk.block(&mut self.pairs);
        }
        self.pairs.values.copy_to(known, end);
        Ok(())
    }
}

/// Sums over totatives or nontotatives.
struct Coprime {
    walk: PairWalk,
    pairs: MoebiusSums,
}

struct MoebiusSums {
    values: Values,
    /// Whether the sum is over nontotatives.
    others: bool,
    squarefree: Squarefree,
    /// For each d the sum of all settled heaps that it divides, in bit 0, but only if d is
    /// squarefree, in bit 1.
    multiples: Vec<u8>,
    primes: SegmentedSieve,
    /// For the numbers of the block: 0 for 1 and the primes, 1 for composite numbers.
    composite: Vec<u32>,
    from: usize,
}

impl Coprime {
    fn new(others: bool) -> Self {
        Self {
            walk: PairWalk::new(),
            pairs: MoebiusSums {
                values: Values::new(),
                others,
                squarefree: Squarefree::default(),
                multiples: vec![0],
                primes: SegmentedSieve::default(),
                composite: Vec::new(),
                from: 0,
            },
        }
    }
}

impl Pairs for MoebiusSums {
    fn open(&mut self, block: Range<usize>) {
        self.from = block.start.max(1);
        let flags = self.squarefree.sieve(self.from, block.end);
        self.multiples
            .extend(flags.iter().map(|&free| 2 * (free as u8)));
        if self.others {
            self.composite.resize(block.end - self.from, 0);
            self.primes
                .by_smallest_prime(self.from as u32, &mut self.composite, |_, _| 1);
        }
    }

    #[inline]
    fn take(&self, _: usize, d: usize) -> u8 {
        self.multiples[d]
    }

    #[inline]
    fn settle(&mut self, n: usize, sum: u8) {
        self.values.push(if self.others {
            self.composite[n - self.from] > 0 && sum == self.values.sum
        } else {
            n > 1 && sum == 0
        });
    }

    #[inline]
    fn pass(&mut self, n: usize, d: usize) {
        self.multiples[d] ^= self.values.bytes[n] & (self.multiples[d] >> 1);
    }
}

impl Rule for Coprime {
    const BYTES: u64 = 2;

    fn name(&self) -> &'static str {
        "divisor sieve with Möbius inversion modulo 2"
    }

    fn prepare(&mut self, _: &Known<'_>, end: usize) -> Result<(), Reason> {
        reserve(&mut self.pairs.multiples, end + BLOCK)?;
        reserve(&mut self.pairs.values.bytes, end + BLOCK)
    }

    fn compute(&mut self, known: &mut Known<'_>, end: usize, _: &Budget) -> Result<(), NimError> {
        while self.pairs.values.bytes.len() < end {
            self.walk.block(&mut self.pairs);
        }
        self.pairs.values.copy_to(known, end);
        Ok(())
    }
}

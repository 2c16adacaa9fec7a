//! Nontotative, moving to a number that is not coprime to the heap.
//!
//! For n > 1 the value is the mex of 0 and, over the primes p | n, the values of the multiples of
//! p below n. Two classes are given by Iannucci and Larsson (Theorem 6): SG(2m) = m, and
//! SG(n) = ⌊(n+1)/4⌋ for n ≡ 3 (mod 6). For the others a set of values is kept for each prime
//! p ≥ 5, and the mex is searched for in the union of the sets of the primes of n. The mex of one set
//! only grows, so the search starts there.
//!
//! The mex of an odd n > 1 is at most (n+1)/4: with v = ⌊(n+1)/4⌋, 4v is n±1, so the even heap 2v is
//! coprime to n; every other heap with value v is odd and, by induction, at least 4v − 1 ≥ n − 2,
//! but n − 2 is coprime to n. So every multiple pj up to the mex is the value of an option 2pj < n.

use super::chunk::{ChunkEvaluator, Known, Rule};
use super::odd_primes::OddPrimes;
use crate::heaps::NimError;
use crate::limits::{Budget, Reason};
use crate::nim::evaluator::Evaluator;
use crate::nim::memory::reserve;

/// Nontotative, where the empty heap is an option of every other.
pub(super) fn nontotative() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(0, Nontotative::new(0)))
}

/// Nontotative without the empty heap: every value is one less, by induction.
pub(super) fn nontotative_no0() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::numbers(1, Nontotative::new(1)))
}

/// Powerset nontotative, without the empty heap: a composite n has an option of value 0, its
/// smallest prime, so the exponents follow the rule of the singleton game.
pub(super) fn powerset_nontotative() -> Box<dyn Evaluator> {
    Box::new(ChunkEvaluator::powers(1, Nontotative::new(1)))
}

/// The number of primes with a set of bits. Larger primes have few multiples, kept in a list.
const SMALL: usize = 512;

/// The sets of bits hold values up to this part of the heap. The values searched for
/// are about a tenth of the heap or less; a greater one is searched for in the heaps themselves.
const PART: usize = 8;

struct Nontotative {
    /// The difference between the values with the empty heap and the entries.
    less: u32,
    primes: OddPrimes,
    /// The sets of the small primes from 5 on, by index; the first two stay empty.
    sets: Vec<ValueSet>,
    /// How many words each has.
    words: usize,
    /// The values of the odd composite multiples of other primes, by index − SMALL.
    lists: Vec<Vec<u32>>,
    /// The indices of the primes p ≥ 5 of one heap.
    factors: Vec<usize>,
}

/// The values of the multiples of a prime, a bit each.
#[derive(Default)]
struct ValueSet {
    words: Vec<u64>,
    /// The words before this are full.
    full: usize,
}

impl Nontotative {
    fn new(less: u32) -> Self {
        Self {
            less,
            primes: OddPrimes::default(),
            sets: Vec::new(),
            words: 0,
            lists: Vec::new(),
            factors: Vec::new(),
        }
    }

    /// Extends each set to this number of words.
    fn widen(&mut self, known: &Known<'_>, words: usize) -> Result<(), Reason> {
        let old = self.words;
        self.sets.resize_with(SMALL, ValueSet::default);
        for set in &mut self.sets {
            reserve(&mut set.words, words)?;
        }
        self.words = words;
        let primes = self.primes.list(SMALL);
        for (&p, set) in primes.iter().zip(&mut self.sets).skip(2) {
            let p = p as usize;
            set.words.resize(words, 0);
            // 1 is the value of p itself.
            set.words[0] |= 0b11;
            for multiple in (0..64 * words).step_by(p) {
                set.words[multiple / 64] |= 1 << (multiple % 64);
            }
            for heap in (3 * p..known.next()).step_by(2 * p) {
                let value = (known.at(heap) + self.less) as usize;
                if value / 64 >= old && value / 64 < words {
                    set.words[value / 64] |= 1 << (value % 64);
                }
            }
        }
        Ok(())
    }

    /// Returns the value of an odd composite heap with the primes `self.factors`.
    fn mex(&mut self, n: usize, known: &Known<'_>) -> usize {
        let mut at = 0;
        for &index in &self.factors {
            if let Some(set) = self.sets.get_mut(index) {
                let full = set.words[set.full..].iter().take_while(|&&w| w == u64::MAX);
                set.full += full.count();
                at = at.max(set.full);
            }
        }
        loop {
            let mut union = 0;
            for &index in &self.factors {
                union |= self.word(index, at, n, known);
            }
            if union != u64::MAX {
                return 64 * at + union.trailing_ones() as usize;
            }
            at += 1;
        }
    }

    /// Returns the set of the values 64·at … 64·at+63 of multiples of a prime below n.
    fn word(&self, index: usize, at: usize, n: usize, known: &Known<'_>) -> u64 {
        let list = match self.sets.get(index) {
            Some(set) => match set.words.get(at) {
                Some(&word) => return word,
                None => None,
            },
            None => Some(self.lists.get(index - SMALL).map_or(&[][..], |list| list)),
        };
        let base = 64 * at;
        let mut word = if at == 0 { 0b11 } else { 0 };
        let p = self.primes.prime(index) as usize;
        for multiple in (base.next_multiple_of(p)..base + 64).step_by(p) {
            word |= 1 << (multiple - base);
        }
        let mut insert = |value: u32| {
            let bit = value.wrapping_sub(base as u32);
            word |= u64::from(bit < 64) << (bit % 64);
        };
        match list {
            Some(list) => list.iter().for_each(|&value| insert(value)),
            None => (p..n)
                .step_by(2 * p)
                .for_each(|heap| insert(known.at(heap) + self.less)),
        }
        word
    }

    /// Inserts the value of an odd composite heap with the primes `self.factors`.
    fn insert(&mut self, value: usize) {
        for &index in &self.factors {
            if let Some(set) = self.sets.get_mut(index) {
                if let Some(word) = set.words.get_mut(value / 64) {
                    *word |= 1 << (value % 64);
                }
                continue;
            }
            let at = index - SMALL;
            if at >= self.lists.len() {
                self.lists.resize_with(at + 1, Vec::new);
            }
            self.lists[at].push(value as u32);
        }
    }
}

impl Rule for Nontotative {
    /// Bits of 512 sets up to an eighth, twice that far when they grow; lists; the sieve.
    const BYTES: u64 = 22;

    fn name(&self) -> &'static str {
        "value sets of primes"
    }

    fn prepare(&mut self, known: &Known<'_>, end: usize) -> Result<(), Reason> {
        self.primes.reserve(end)?;
        let words = end / PART / 64 + 4;
        if words > self.words {
            self.widen(known, words.max(2 * self.words))?;
        }
        Ok(())
    }

    fn compute(&mut self, known: &mut Known<'_>, end: usize, _: &Budget) -> Result<(), NimError> {
        self.primes.extend(end);
        for n in known.next()..end {
            let value = match n {
                0 => 0,
                1 => 1,
                _ if n.is_multiple_of(2) => n / 2,
                _ if self.primes.smallest(n as u32) as usize == n => 1,
                _ => {
                    self.primes.factor(n as u32, &mut self.factors);
                    let value = match n % 3 {
                        0 => n.div_ceil(2) / 2,
                        _ => self.mex(n, known),
                    };
                    self.insert(value);
                    value
                }
            };
            known.push(value as u32 - self.less);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By definition: the numbers that are not coprime to n are multiples of its primes.
    fn by_definition(end: usize) -> Vec<u32> {
        let mut values: Vec<u32> = vec![0, 1];
        let mut met = vec![0; end];
        for n in 2..end {
            let (mut rest, mut p) = (n, 2);
            while rest > 1 {
                p = if p * p > rest { rest } else { p };
                if rest.is_multiple_of(p) {
                    for multiple in (0..n).step_by(p) {
                        met[values[multiple] as usize] = n;
                    }
                }
                while rest.is_multiple_of(p) {
                    rest /= p;
                }
                p += 1;
            }
            let mex = met.iter().take_while(|&&by| by == n).count();
            values.push(mex as u32);
        }
        values
    }

    #[test]
    fn sets_and_lists_of_any_length_give_the_values_of_the_definition() {
        // Far enough for primes with lists: 5·3673 is odd and not a multiple of 3.
        let end = 25_000;
        let expected = by_definition(end);
        for words in [1, 8, end / PART / 64 + 4] {
            let mut entries = Vec::new();
            let mut known = Known::new(0, &mut entries);
            let mut rule = Nontotative::new(0);
            rule.widen(&known, words).unwrap();
            rule.compute(&mut known, end / 2, &Budget::default())
                .unwrap();
            rule.widen(&known, 2 * words).unwrap();
            rule.compute(&mut known, end, &Budget::default()).unwrap();
            assert!(entries == expected, "sets of {words} words");
        }
    }
}

//! Factors odd numbers by a table of smallest primes.

use super::chunk::CHUNK;
use super::segmented_sieve::SegmentedSieve;
use crate::limits::Reason;
use crate::nim::memory::reserve;

/// The smallest prime of each odd number so far, by its index.
#[derive(Default)]
pub(super) struct OddPrimes {
    sieve: SegmentedSieve,
    table: Vec<u32>,
    /// The place in `primes` of the smallest prime of an odd number n > 1, at n/2.
    smallest: Vec<u32>,
    /// All primes so far, 2 included.
    primes: Vec<u32>,
}

impl OddPrimes {
    /// Reserves memory for the odd numbers before `end`, already held.
    pub(super) fn reserve(&mut self, end: usize) -> Result<(), Reason> {
        reserve(&mut self.smallest, end / 2 + CHUNK)
    }

    /// Extends the table to the odd numbers before `end`.
    pub(super) fn extend(&mut self, end: usize) {
        if self.primes.is_empty() {
            self.primes.push(2);
            // 1 has no prime.
            self.smallest.push(0);
        }
        while 2 * self.smallest.len() + 1 < end {
            let from = 2 * self.smallest.len() as u32 + 1;
            self.table.resize(CHUNK, 0);
            self.sieve
                .by_smallest_prime(from, &mut self.table, |index, _| index);
            for (n, &index) in (from..).zip(&self.table).step_by(2) {
                if index == 0 {
                    self.smallest.push(self.primes.len() as u32);
                    self.primes.push(n);
                } else {
                    self.smallest.push(index - 1);
                }
            }
        }
    }

    /// Returns the primes in order, at least the first `least` of them.
    pub(super) fn list(&mut self, least: usize) -> &[u32] {
        let mut end = CHUNK;
        while self.primes.len() < least {
            self.extend(end);
            end += CHUNK;
        }
        &self.primes
    }

    /// Returns the prime in this place; 2 is in place 0.
    pub(super) fn prime(&self, place: usize) -> u32 {
        self.primes[place]
    }

    /// Returns the place of the smallest prime of an odd number n > 1.
    pub(super) fn smallest_place(&self, n: u32) -> usize {
        self.smallest[n as usize / 2] as usize
    }

    /// Returns the smallest prime of an odd number n > 1.
    pub(super) fn smallest(&self, n: u32) -> u32 {
        self.primes[self.smallest_place(n)]
    }

    /// Lists the places of the distinct primes of an odd number, ascending.
    pub(super) fn factor(&self, n: u32, places: &mut Vec<usize>) {
        places.clear();
        let mut rest = n;
        while rest > 1 {
            let place = self.smallest_place(rest);
            let p = self.primes[place];
            places.push(place);
            while rest.is_multiple_of(p) {
                rest /= p;
            }
        }
    }

    /// Lists all divisors of an odd number, ascending.
    pub(super) fn divisors(&self, n: u32, divisors: &mut Vec<u32>) {
        divisors.clear();
        divisors.push(1);
        let mut rest = n;
        while rest > 1 {
            let p = self.smallest(rest);
            let before = divisors.len();
            let mut power = 1;
            while rest.is_multiple_of(p) {
                rest /= p;
                power *= p;
                for i in 0..before {
                    divisors.push(divisors[i] * power);
                }
            }
        }
        divisors.sort_unstable();
    }
}

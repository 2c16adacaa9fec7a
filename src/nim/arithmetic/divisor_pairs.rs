//! Enumerates the pairs of a number and a divisor in an order that lets values depend on each other.

/// What is computed from the pairs. Sums are nim sums of bits, in the lowest bit.
pub(super) trait Pairs {
    /// Begins a block of numbers.
    fn open(&mut self, block: std::ops::Range<usize>);

    /// Returns what a divisor d < n adds to the sum of n. All multiples of d before n are settled and
    /// passed on.
    fn take(&self, n: usize, d: usize) -> u8;

    /// Settles n, given the sum over its divisors d < n.
    fn settle(&mut self, n: usize, sum: u8);

    /// Passes the settled n on to its divisor d ≤ n, before `take` for the next multiple of d.
    fn pass(&mut self, n: usize, d: usize);
}

/// The length of a block.
pub(super) const BLOCK: usize = 1 << 13;

/// Enumerates the pairs block by block.
///
/// Divisors from the block length on have at most one multiple in a block, and those multiples
/// are found by their cofactors. Of the smaller ones, those from s on and below 2s, with s a power
/// of two, have at most one multiple in each s numbers from a multiple of s on, and are visited
/// whenever such a range begins. So each pair is visited once, the tables in use are short, and
/// there is no division inside the loops.
pub(super) struct PairWalk {
    /// Where the next block starts.
    from: usize,
    /// For each d below the block length, its first multiple that is not passed on yet.
    multiples: Vec<u32>,
    /// The sums of the numbers of the block.
    sums: Vec<u8>,
}

impl PairWalk {
    pub(super) fn new() -> Self {
        Self {
            from: 0,
            multiples: (0..BLOCK as u32).collect(),
            sums: vec![0; BLOCK],
        }
    }

    /// Settles the next block.
    pub(super) fn block<P: Pairs>(&mut self, pairs: &mut P) {
        let (from, end) = (self.from, self.from + BLOCK);
        pairs.open(from..end);
        self.sums.fill(0);
        for cofactor in 2..=end / BLOCK {
            let d = from.div_ceil(cofactor).max(BLOCK);
            let multiples = self.sums.get_mut(d * cofactor - from..).unwrap_or_default();
            for (sum, d) in multiples.iter_mut().step_by(cofactor).zip(d..) {
                *sum ^= pairs.take(d * cofactor, d);
            }
        }
        for n in from.max(1)..end {
            let mut s = 1;
            while s < BLOCK && n.is_multiple_of(s) {
                self.small(s, n, pairs);
                s *= 2;
            }
            pairs.settle(n, self.sums[n - from] & 1);
        }
        for cofactor in 1..=end / BLOCK {
            for d in from.div_ceil(cofactor).max(BLOCK)..end.div_ceil(cofactor) {
                pairs.pass(d * cofactor, d);
            }
        }
        self.from = end;
    }

    /// The pairs with a divisor from s on and below 2s and a number from n on and below n + s.
    fn small<P: Pairs>(&mut self, s: usize, n: usize, pairs: &mut P) {
        for (d, multiple) in (s..2 * s).zip(&mut self.multiples[s..2 * s]) {
            let mut m = *multiple as usize;
            if m < n {
                pairs.pass(m, d);
                m += d;
                *multiple = m as u32;
            }
            if m < n + s && m > d {
                self.sums[m - self.from] ^= pairs.take(m, d);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::ops::Range;

    use super::*;

    /// Checks the order of the calls.
    #[derive(Default)]
    struct Counts {
        settled: usize,
        taken: RefCell<Vec<usize>>,
        passed: Vec<usize>,
    }

    impl Pairs for Counts {
        fn open(&mut self, block: Range<usize>) {
            assert_eq!(block.start.max(1), self.settled + 1);
            self.taken.borrow_mut().resize(block.end, 0);
            self.passed.resize(block.end, 0);
        }

        fn take(&self, n: usize, d: usize) -> u8 {
            assert!(n.is_multiple_of(d) && self.settled >= n - d && self.settled < n);
            assert_eq!(self.passed[d], n - d, "{n} takes from {d}");
            self.taken.borrow_mut()[n] += d;
            (d % 2) as u8
        }

        fn settle(&mut self, n: usize, sum: u8) {
            assert_eq!(n, self.settled + 1);
            let proper = crate::numbers::divisors(n as u64).into_iter().rev().skip(1);
            let sigma: u64 = proper.sum();
            assert_eq!(self.taken.borrow()[n] as u64, sigma);
            assert_eq!(u64::from(sum), sigma % 2);
            self.settled = n;
        }

        fn pass(&mut self, n: usize, d: usize) {
            assert!(n <= self.settled);
            assert_eq!(self.passed[d], n - d);
            self.passed[d] = n;
        }
    }

    #[test]
    fn every_pair_is_visited_once_and_in_order() {
        let mut walk = PairWalk::new();
        let mut counts = Counts::default();
        for _ in 0..5 {
            walk.block(&mut counts);
        }
        assert_eq!(counts.settled, 5 * BLOCK - 1);
    }
}

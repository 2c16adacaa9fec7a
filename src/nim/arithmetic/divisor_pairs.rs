//! All pairs of a number and a divisor, in an order in which values can depend on each other.

/// What becomes of the pairs. Sums are nim sums of bits, in the lowest bit.
pub(super) trait Pairs {
    /// The numbers of the block are to be settled next.
    fn open(&mut self, block: std::ops::Range<usize>);

    /// What a divisor d < n gives to n. All numbers before n of which d is a divisor are settled,
    /// and `pass` was called for them; so are all of [`BLOCK`] · i where this is at most n − d.
    fn take(&self, n: usize, d: usize) -> u8;

    /// n is settled: its divisors d < n gave this.
    fn settle(&mut self, n: usize, sum: u8);

    /// n is settled and gives something to its divisor d ≤ n.
    fn pass(&mut self, n: usize, d: usize);
}

/// Numbers are settled in blocks of so many.
pub(super) const BLOCK: usize = 1 << 13;

/// Walks over the pairs block by block.
///
/// Divisors from the block length on have at most one multiple in a block, and those multiples
/// are found by their cofactors. Of the smaller ones, those from s on and below 2s, with s a power
/// of two, have at most one multiple in each s numbers from a multiple of s on, and are looked at
/// whenever such a range begins. So each pair is met once, the tables in use are short, and
/// there is no division inside the loops.
pub(super) struct PairWalk {
    /// Where the next block starts.
    from: usize,
    /// For each d below the block length, its first multiple that was not passed on yet.
    multiples: Vec<u32>,
    /// What the numbers of the block were given.
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

//! Seeded random choices.

/// xorshift64*: the same numbers on every machine.
pub(crate) struct Random(u64);

impl Random {
    /// A generator for one test: `MISERE_FUZZ_SEED` makes it another one.
    pub(crate) fn new(seed: u64) -> Self {
        let extra = std::env::var("MISERE_FUZZ_SEED").ok();
        let extra: u64 = extra.and_then(|text| text.parse().ok()).unwrap_or(0);
        Self((seed ^ extra.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1)
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// From 0 up to but not including this.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.number() >> 11).unwrap() % bound.max(1)
    }

    pub(crate) fn choose<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

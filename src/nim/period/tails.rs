//! Periods of a finite sequence, found from its end.
//!
//! The values G(0), …, G(N−1) continue with period p and some saltus from place n on if and only if
//! their differences G(i+1) − G(i) have period p from there on. Read backwards, that is a question
//! about prefixes, and the Z-function of the reversed differences answers it for all p in linear
//! time.

use super::super::pattern::Pattern;
use crate::limits::{Account, Budget, Reason};

/// For every p, the place from which on a sequence has period p with a saltus.
pub struct Tails<'v> {
    values: &'v [u32],
    agreements: Agreements,
}

/// A regularity of a finite sequence: from `start` on each value is that of `period` places before
/// plus the saltus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The place from which on it holds.
    pub start: usize,
    /// The period.
    pub period: usize,
    /// The saltus.
    pub saltus: u64,
}

impl<'v> Tails<'v> {
    /// Finds the regularities of these values, in linear time and with eight bytes a value.
    ///
    /// # Errors
    /// Out of time or memory, or cancelled.
    pub fn of(values: &'v [u32], budget: &Budget) -> Result<Self, Reason> {
        let last = values.len().saturating_sub(1);
        let step = |i: usize| i64::from(values[last - i]) - i64::from(values[last - i - 1]);
        let agreements = Agreements::of(last, |i, j| step(i) == step(j), budget)?;
        Ok(Self { values, agreements })
    }

    /// Returns where period p begins, for 0 < p < N; none if the values decrease along it.
    pub fn tail(&self, period: usize) -> Option<Tail> {
        let last = self.values.len().checked_sub(1)?;
        let before = last.checked_sub(period).filter(|_| period > 0)?;
        let gain = u64::from(self.values[last]).checked_sub(u64::from(self.values[before]))?;
        Some(Tail {
            start: before - self.agreements.at(period),
            period,
            saltus: gain,
        })
    }

    /// Iterates over all regularities, by ascending period.
    pub fn iter(&self) -> impl Iterator<Item = Tail> + '_ {
        (1..self.values.len()).filter_map(|period| self.tail(period))
    }

    /// Returns the regularity with the shortest period that covers at least half of the values and at
    /// least three periods.
    pub fn observed(&self) -> Option<Tail> {
        let length = self.values.len();
        self.iter()
            .take_while(|tail| tail.period * 3 <= length)
            .find(|tail| {
                let covered = length - tail.start;
                covered >= 3 * tail.period && covered >= tail.start
            })
    }
}

impl Tail {
    /// Returns the pattern of the sequence that begins with these values; none if they are too few.
    pub fn pattern(&self, values: &[u32]) -> Option<Pattern> {
        let behind = values.get(self.start..)?;
        let period = behind.get(..self.period)?.to_vec();
        Pattern::new(values[..self.start].to_vec(), period, self.saltus)
    }
}

/// For each p, how many entries at the end of a list equal the entry p places before: the
/// Z-function of the reversed list.
pub(crate) struct Agreements {
    z: Vec<usize>,
    /// Holds the memory of the table.
    _account: Account,
}

impl Agreements {
    /// The deadline is checked after this number of comparisons.
    const CHECK_EVERY: usize = 1 << 16;

    /// Computes the table for a list of `length` entries, where `equal(i, j)` compares the entries
    /// i and j, counted backwards from the last one as 0.
    pub(crate) fn of(
        length: usize,
        equal: impl Fn(usize, usize) -> bool,
        budget: &Budget,
    ) -> Result<Self, Reason> {
        let mut account = budget.account();
        account.hold(length.saturating_mul(size_of::<usize>()))?;
        let mut z: Vec<usize> = Vec::new();
        z.try_reserve_exact(length).map_err(|_| Reason::Allocator)?;
        // The rightmost part known to equal a prefix begins at `start` and ends before `end`.
        let (mut start, mut end) = (0, 0);
        for i in 0..length {
            if i % Self::CHECK_EVERY == 0 {
                budget.check()?;
            }
            let mut count = match i {
                0 => length,
                _ if i < end => z[i - start].min(end - i),
                _ => 0,
            };
            while i + count < length && equal(count, i + count) {
                count += 1;
                if count % Self::CHECK_EVERY == 0 {
                    budget.check()?;
                }
            }
            if i > 0 && i + count > end {
                (start, end) = (i, i + count);
            }
            z.push(count);
        }
        Ok(Self {
            z,
            _account: account,
        })
    }

    /// Returns the number of entries at the end that equal the entry p places before.
    pub(crate) fn at(&self, p: usize) -> usize {
        self.z.get(p).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// By definition.
    fn slow(values: &[u32], period: usize) -> Option<Tail> {
        let gain = |i: usize| i64::from(values[i + period]) - i64::from(values[i]);
        let last = values.len().checked_sub(period + 1)?;
        let saltus = u64::try_from(gain(last)).ok()?;
        let mut start = last;
        while start > 0 && gain(start - 1) == gain(last) {
            start -= 1;
        }
        Some(Tail {
            start,
            period,
            saltus,
        })
    }

    proptest! {
        #[test]
        fn tails_agree_with_the_definition(values in prop::collection::vec(0u32..3, 0..40)) {
            let tails = Tails::of(&values, &Budget::default()).unwrap();
            for period in 1..50 {
                prop_assert_eq!(tails.tail(period), slow(&values, period));
            }
            prop_assert_eq!(tails.tail(0), None);
        }

        #[test]
        fn a_pattern_is_recognised(
            preperiod in prop::collection::vec(0u32..9, 0..8),
            period in prop::collection::vec(0u32..9, 1..9),
            saltus in 0u64..5,
        ) {
            let pattern = Pattern::new(preperiod, period, saltus).unwrap();
            let values: Vec<u32> = pattern
                .iter()
                .take(60)
                .map(|value| u32::try_from(value.unwrap()).unwrap())
                .collect();
            let observed = Tails::of(&values, &Budget::default()).unwrap().observed().unwrap();
            prop_assert_eq!(observed.pattern(&values), Some(pattern.reduced()));
        }
    }

    #[test]
    fn short_sequences_have_no_observed_period() {
        for values in [&[][..], &[1], &[1, 2], &[0, 1, 0, 0, 1, 1, 0, 1, 1, 1]] {
            let tails = Tails::of(values, &Budget::default()).unwrap();
            assert_eq!(tails.observed(), None, "{values:?}");
        }
    }

    #[test]
    fn limits_are_obeyed() {
        let values = vec![0; 1000];
        let past = Budget::timeout(std::time::Duration::ZERO);
        assert_eq!(Tails::of(&values, &past).err(), Some(Reason::Deadline));
        let tight = Budget::default().with_max_memory(7000);
        assert!(matches!(
            Tails::of(&values, &tight),
            Err(Reason::Memory { .. })
        ));
        let enough = Budget::default().with_max_memory(8000);
        let tails = Tails::of(&values, &enough).unwrap();
        assert_eq!(enough.held(), 7992);
        drop(tails);
        assert_eq!(enough.held(), 0);
    }
}

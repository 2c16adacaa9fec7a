//! Periods of genus sequences.
//!
//! **Theorem** (the Octal Periodicity Theorem of Guy and Smith, for tame pairs). Let a move take at
//! most k from a heap and leave at most s ≥ 1 heaps, which ones depending only on what is taken. If
//! all heaps up to N are tame, the values of n and n+p agree for n0 ≤ n ≤ N−p, and
//! N ≥ s(n0+p)+k, then all heaps are tame and the values have period p from n0 on.
//!
//! *Proof.* Let n > N and suppose that all is true below n. A move from n takes some i ≤ k; the largest
//! heap b that it leaves has b ≥ (n−k)/s > n0+p. So b and b−p have the same value, and taking i from
//! n−p and leaving b−p in the place of b leads to a sum of the same value. Conversely, a move from n−p
//! leaves a heap b ≥ (n−p−k)/s > n0, since n−p > s·n0+k, and b+p < n has the same value. So n and n−p
//! have options of the same values, and with them the same nim value and misère nim value. The latter
//! is tame, and so is n. ∎

use crate::heaps::{MoveBounds, Ruleset};
use crate::limits::{Budget, Reason};
use crate::nim::Agreements;

/// A period of a genus sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GenusPeriod {
    /// The number of heaps before the repeating part.
    pub preperiod: u64,
    /// Its length.
    pub period: u64,
    /// Whether it is proved, and not only observed in the computed range.
    pub proved: bool,
}

impl GenusPeriod {
    /// Returns the shortest period that the theorem proves from these values of tame heaps.
    pub(super) fn proved<T: PartialEq>(
        ruleset: &dyn Ruleset,
        values: &[T],
        budget: &Budget,
    ) -> Result<Option<Self>, Reason> {
        let first = ruleset.smallest();
        let last = (values.len() as u64).checked_sub(1);
        let last = last.and_then(|last| first.checked_add(last));
        let (Some(bounds), Some(last)) = (MoveBounds::of(ruleset), last) else {
            return Ok(None);
        };
        let MoveBounds {
            most_taken,
            most_left,
            from,
        } = bounds;
        let suffices = |preperiod: u64, period: u64| {
            let start = (first + preperiod).max(from);
            let reach = most_left.checked_mul(start.saturating_add(period));
            let needed = reach.and_then(|reach| reach.checked_add(most_taken));
            needed.is_some_and(|needed| needed <= last)
        };
        let shortest = Self::shortest(values, suffices, budget)?;
        Ok(shortest.map(|period| Self {
            proved: true,
            ..period
        }))
    }

    /// Returns the least period of values that repeat where this period does.
    pub(super) fn refined<T: PartialEq>(&self, values: &[T]) -> Self {
        let at = |i: u64| usize::try_from(i).ok().and_then(|i| values.get(i));
        let start = self.preperiod;
        // Places beyond the first period are brought back into it.
        let value = |i: u64| at(start + i % self.period);
        let repeats = |d: &u64| {
            self.period.is_multiple_of(*d) && (0..self.period).all(|i| value(i) == value(i + d))
        };
        let period = (1..=self.period).find(repeats).unwrap_or(self.period);
        let mut preperiod = start;
        while preperiod > 0 && at(preperiod - 1) == at(preperiod - 1 + period) {
            preperiod -= 1;
        }
        Self {
            preperiod,
            period,
            proved: self.proved,
        }
    }

    /// Returns the shortest period that covers at least half of the values and is repeated three
    /// times.
    pub(super) fn observed<T: PartialEq>(
        values: &[T],
        budget: &Budget,
    ) -> Result<Option<Self>, Reason> {
        let len = values.len() as u64;
        let is_long = |preperiod, period| {
            let periodic = len - preperiod;
            periodic >= len / 2 && periodic >= 4 * period && periodic >= 8
        };
        Self::shortest(values, is_long, budget)
    }

    /// Returns the shortest period of the end of the values that `accept` allows with its preperiod.
    fn shortest<T: PartialEq>(
        values: &[T],
        accept: impl Fn(u64, u64) -> bool,
        budget: &Budget,
    ) -> Result<Option<Self>, Reason> {
        let back = |i: usize| &values[values.len() - 1 - i];
        let equal = |i, j| back(i) == back(j);
        let agreements = Agreements::of(values.len(), equal, budget)?;
        let mut candidates = (1..values.len()).map(|period| Self {
            preperiod: (values.len() - period - agreements.at(period)) as u64,
            period: period as u64,
            proved: false,
        });
        Ok(candidates.find(|found| accept(found.preperiod, found.period)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genus::TamePairs;
    use crate::heaps::ruleset;

    /// Periods that were proved on a short range hold on a long one.
    #[test]
    fn proved_periods_hold() {
        let mut proved = 0;
        for code in (0..512).map(|i| format!("0.{i:03o}")) {
            let game = ruleset(&code).unwrap();
            let mut pairs = TamePairs::new(&*game).unwrap();
            pairs.extend(60, &Budget::default()).unwrap();
            if pairs.not_tame().is_some() {
                continue;
            }
            let budget = Budget::default();
            let proof = GenusPeriod::proved(&*game, pairs.values(), &budget);
            let Some(found) = proof.unwrap() else {
                continue;
            };
            proved += 1;
            pairs.extend(400, &Budget::default()).unwrap();
            assert_eq!(pairs.not_tame(), None, "{code}");
            let pattern = &pairs.values()[usize::try_from(found.preperiod).unwrap()..];
            let period = usize::try_from(found.period).unwrap();
            assert!((period..pattern.len()).all(|i| pattern[i] == pattern[i - period]));
        }
        assert!(proved > 100, "{proved}");
    }

    #[test]
    fn a_period_is_not_proved_on_too_short_a_range() {
        let budget = Budget::default();
        let game = ruleset("subtraction{1,2}").unwrap();
        // Heaps 0, 1, 2, 0: the period 3 from 0 on needs N ≥ 0 + 3 + 2.
        for (n, proved) in [(4, false), (5, true)] {
            let values: Vec<u64> = (0..=n).map(|i| i % 3).collect();
            let found = GenusPeriod::proved(&*game, &values, &budget);
            assert_eq!(found.unwrap().is_some(), proved, "{n}");
        }
        let nim = ruleset("nim").unwrap();
        assert_eq!(GenusPeriod::proved(&*nim, &[0; 100], &budget), Ok(None));
        assert_eq!(GenusPeriod::observed(&[1, 2, 3], &budget), Ok(None));
        let values = [9, 1, 2, 1, 2, 1, 2, 1, 2];
        let observed = GenusPeriod::observed(&values, &budget).unwrap().unwrap();
        assert_eq!((observed.preperiod, observed.period), (1, 2));
        let past = Budget::timeout(std::time::Duration::ZERO);
        assert_eq!(GenusPeriod::observed(&values, &past), Err(Reason::Deadline));
    }
}

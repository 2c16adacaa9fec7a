//! Periods of a finite sequence, found from its end.
//!
//! The values G(0), …, G(N−1) continue with period p and some saltus from place n on if and only if
//! their differences G(i+1) − G(i) have period p from there on. Read backwards, that is a question
//! about prefixes, and the Z-function of the reversed differences answers it for all p in linear
//! time.

use super::super::pattern::Pattern;

/// For every p, the place from which on a sequence has period p with a saltus.
pub struct Tails<'v> {
    values: &'v [u32],
    /// At p: how many of the last differences equal the one p places before.
    matches: Vec<usize>,
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
    /// Of these values.
    pub fn of(values: &'v [u32]) -> Self {
        let step = |pair: &[u32]| i64::from(pair[1]) - i64::from(pair[0]);
        let backwards: Vec<i64> = values.windows(2).rev().map(step).collect();
        Self {
            values,
            matches: z_function(&backwards),
        }
    }

    /// From where on period p holds, for 0 < p < N; none if the values fall with it.
    pub fn tail(&self, period: usize) -> Option<Tail> {
        let last = self.values.len().checked_sub(1)?;
        let before = last.checked_sub(period).filter(|_| period > 0)?;
        let gain = u64::from(self.values[last]).checked_sub(u64::from(self.values[before]))?;
        Some(Tail {
            start: before - self.matches.get(period).copied().unwrap_or(0),
            period,
            saltus: gain,
        })
    }

    /// All regularities, by ascending period.
    pub fn iter(&self) -> impl Iterator<Item = Tail> + '_ {
        (1..self.values.len()).filter_map(|period| self.tail(period))
    }

    /// The regularity with the shortest period that covers at least half of the values and at
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
    /// The pattern of the sequence that these values begin, if they reach that far.
    pub fn pattern(&self, values: &[u32]) -> Option<Pattern> {
        let behind = values.get(self.start..)?;
        let period = behind.get(..self.period)?.to_vec();
        Pattern::new(values[..self.start].to_vec(), period, self.saltus)
    }
}

/// At i, the length of the longest common prefix of the list and its rest from i on.
fn z_function(list: &[i64]) -> Vec<usize> {
    let mut z = vec![0; list.len()];
    // The rightmost part known to equal a prefix begins at `start` and ends before `end`.
    let (mut start, mut end) = (0, 0);
    for i in 1..list.len() {
        let mut length = if i < end {
            z[i - start].min(end - i)
        } else {
            0
        };
        while i + length < list.len() && list[length] == list[i + length] {
            length += 1;
        }
        if i + length > end {
            (start, end) = (i, i + length);
        }
        z[i] = length;
    }
    z
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Straight from the definition.
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
        fn tails_are_those_of_the_definition(values in prop::collection::vec(0u32..3, 0..40)) {
            let tails = Tails::of(&values);
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
            let observed = Tails::of(&values).observed().unwrap();
            prop_assert_eq!(observed.pattern(&values), Some(pattern.reduced()));
        }
    }

    #[test]
    fn nothing_is_seen_in_too_little() {
        for values in [&[][..], &[1], &[1, 2], &[0, 1, 0, 0, 1, 1, 0, 1, 1, 1]] {
            assert_eq!(Tails::of(values).observed(), None, "{values:?}");
        }
    }
}

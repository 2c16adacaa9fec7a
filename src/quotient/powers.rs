//! Rules for the powers of one heap: h^(t+p) = h^t.
//!
//! A rule with a false period is refuted by some sum, and the sum shows more: a candidate that fails
//! there is right about all smaller sums, so the outcomes of X + n·h are known for all n up to the
//! number of copies in it. A rule that contradicts such a row of outcomes is not assumed. Of the
//! others the one with the smallest exponent t + p is, with the smallest period first: small
//! exponents make a small model, and have been tested by the most outcomes.

use serde::{Deserialize, Serialize};

use super::monomial::LARGEST_POWER;

/// The rule h^(t+p) = h^t.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PowerRule {
    pub(super) threshold: u32,
    pub(super) period: u32,
}

impl PowerRule {
    /// The exponent of the left side.
    fn exponent(self) -> u32 {
        self.threshold + self.period
    }

    /// Checks whether another rule follows from this one: a larger threshold, or a multiple of the
    /// period.
    fn implies(self, other: Self) -> bool {
        self.threshold <= other.threshold && other.period.is_multiple_of(self.period)
    }
}

/// What is known about the powers of a heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Powers {
    refuted: Vec<PowerRule>,
    /// For some sums X, whether X + n·h is in P for n = 0, 1, …
    outcomes: Vec<Vec<bool>>,
}

impl Powers {
    /// Sums with more copies of the heap teach nothing.
    pub(super) const MOST_COPIES: u32 = 4 * LARGEST_POWER;
    /// The most rows of outcomes.
    const MOST_ROWS: usize = 256;
    /// The thresholds start here: h^4 = h^2 is the most common rule.
    const LEAST_THRESHOLD: u32 = 2;
    /// The periods that are tried before there are outcomes to support them.
    const PERIODS: [u32; 5] = [2, 4, 6, 8, 12];

    /// Returns the number of exponents t + p with a refuted rule. One sum may refute several rules with
    /// one exponent, and this says no more about a larger one than a single refuted rule does.
    pub(super) fn refutations(&self) -> usize {
        let mut exponents: Vec<u32> = self.refuted.iter().map(|rule| rule.exponent()).collect();
        exponents.sort_unstable();
        exponents.dedup();
        exponents.len()
    }

    /// Checks whether rules and rows are as small as those that a search makes.
    pub(super) fn is_possible(&self) -> bool {
        let small = 1..=2 * LARGEST_POWER;
        let are_rules = self
            .refuted
            .iter()
            .all(|rule| small.contains(&rule.period) && rule.threshold <= 2 * LARGEST_POWER);
        let rows = &self.outcomes;
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        are_rules && rows.len() <= Self::MOST_ROWS && longest <= Self::MOST_COPIES as usize + 1
    }

    /// Remembers that a rule is false.
    pub(super) fn refute(&mut self, rule: PowerRule) {
        self.refuted.push(rule);
    }

    /// Remembers whether X + n·h is in P for n = 0, 1, …
    pub(super) fn observe(&mut self, outcomes: Vec<bool>) {
        if self.outcomes.len() < Self::MOST_ROWS {
            self.outcomes.push(outcomes);
        }
    }

    /// Returns the rule to assume next, or none if all are refuted.
    pub(super) fn rule(&self) -> Option<PowerRule> {
        let first = Self::LEAST_THRESHOLD + Self::PERIODS[0];
        (first..=LARGEST_POWER).find_map(|exponent| self.rule_for(exponent))
    }

    /// Returns the first rule for this exponent that may be true.
    fn rule_for(&self, exponent: u32) -> Option<PowerRule> {
        let seen = self.outcomes.iter().map(Vec::len).max().unwrap_or(0);
        let others = (1..LARGEST_POWER).filter(|&period| {
            // Two more periods have been seen.
            (exponent + 2 * period) as usize <= seen
        });
        let periods = Self::PERIODS.into_iter().chain(others);
        let mut rules = periods.filter_map(|period| {
            let threshold = exponent.checked_sub(period)?;
            (threshold >= Self::LEAST_THRESHOLD).then_some(PowerRule { threshold, period })
        });
        rules.find(|&rule| !self.is_false(rule))
    }

    /// Checks whether a rule is refuted, implies one that is, or contradicts outcomes.
    fn is_false(&self, rule: PowerRule) -> bool {
        rule.exponent() > LARGEST_POWER
            || self.refuted.iter().any(|&refuted| rule.implies(refuted))
            || self.outcomes.iter().any(|row| {
                let later = row.iter().skip(rule.exponent() as usize);
                let earlier = row.iter().skip(rule.threshold as usize);
                earlier.zip(later).any(|(a, b)| a != b)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(threshold: u32, period: u32) -> PowerRule {
        PowerRule { threshold, period }
    }

    #[test]
    fn without_outcomes_thresholds_grow() {
        let mut powers = Powers::default();
        assert_eq!(powers.rule(), Some(rule(2, 2)));
        powers.refute(rule(3, 2));
        // h^4 = h^2 would imply h^5 = h^3.
        assert_eq!(powers.rule(), Some(rule(4, 2)));
        assert_eq!(powers.refutations(), 1);
    }

    #[test]
    fn outcomes_choose_the_period() {
        for period in [2u32, 4, 6, 8, 12, 5, 7] {
            let mut powers = Powers::default();
            powers.observe((0..40).map(|n| n >= 2 && n % period == 0).collect());
            assert_eq!(powers.rule().unwrap().period % period, 0, "{period}");
        }
    }

    #[test]
    fn all_rules_may_be_refuted() {
        let mut powers = Powers::default();
        while let Some(rule) = powers.rule() {
            powers.refute(rule);
        }
        assert!(powers.refutations() > 30);
    }
}

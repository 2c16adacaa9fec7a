//! Patterns: sequences that are arithmetic-periodic from some place on, and their notation.
//!
//! A sequence is *arithmetic-periodic* with period p and saltus s if G(n+p) = G(n) + s, and
//! periodic if s = 0. It is written as its first p values and the saltus, with powers for
//! repetition; the values before the pattern, if there are any, come first.
//!
//! ```
//! use misere::nim::Pattern;
//!
//! let pattern: Pattern = "(0,1)^3(2,3)^3,1,4,(5,4)^2,(3,2)^3(4,5)^3(6,7)^3 (+8)".parse()?;
//! assert_eq!(pattern.period().len(), 36);
//! assert_eq!(pattern.value(&1_000_000u32.into()), 222_220u32.into());
//! assert_eq!(pattern.to_string().parse(), Ok(pattern));
//! # Ok::<(), misere::nim::PatternError>(())
//! ```

mod notation;
mod shortest;

use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

pub use notation::PatternError;

/// A sequence that is arithmetic-periodic from some place on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    preperiod: Vec<u32>,
    /// Not empty.
    period: Vec<u32>,
    saltus: u64,
}

impl Pattern {
    /// Returns the sequence of the preperiod and repeated periods, each larger than the one before by
    /// the saltus. None if the period is empty.
    pub fn new(preperiod: Vec<u32>, period: Vec<u32>, saltus: u64) -> Option<Self> {
        (!period.is_empty()).then_some(Self {
            preperiod,
            period,
            saltus,
        })
    }

    /// Returns the values before the pattern starts.
    pub fn preperiod(&self) -> &[u32] {
        &self.preperiod
    }

    /// Returns the values of the first period.
    pub fn period(&self) -> &[u32] {
        &self.period
    }

    /// Returns the saltus.
    pub fn saltus(&self) -> u64 {
        self.saltus
    }

    /// Returns the value at a place, counted from 0.
    pub fn value(&self, place: &BigUint) -> BigUint {
        let before = self.preperiod.len();
        if let Some(&value) = place.to_usize().and_then(|at| self.preperiod.get(at)) {
            return value.into();
        }
        let behind = place - before;
        let rounds = &behind / self.period.len();
        let at = (behind % self.period.len()).to_usize().unwrap_or_default();
        rounds * self.saltus + self.period[at]
    }

    /// Iterates over the values without end; `None` for a value of 2^64 or more.
    pub fn iter(&self) -> impl Iterator<Item = Option<u64>> + '_ {
        let rounds = (0..).flat_map(|round: u64| {
            let gained = round.checked_mul(self.saltus);
            let value = move |&value: &u32| gained?.checked_add(u64::from(value));
            self.period.iter().map(value)
        });
        let before = self.preperiod.iter().map(|&value| Some(u64::from(value)));
        before.chain(rounds)
    }

    /// Returns the same sequence with the shortest period and the shortest preperiod.
    #[must_use]
    pub fn reduced(mut self) -> Self {
        let length = self.period.len();
        let is_period = |&p: &usize| {
            length.is_multiple_of(p) && (self.saltus * p as u64).is_multiple_of(length as u64) && {
                let gain = self.saltus * p as u64 / length as u64;
                let pairs = self.period.iter().zip(&self.period[p..]);
                pairs
                    .into_iter()
                    .all(|(&a, &b)| u64::from(a) + gain == u64::from(b))
            }
        };
        // A larger saltus does not occur in practice, and is left as it is.
        if self.saltus.checked_mul(length as u64).is_some() {
            let p = (1..length).find(is_period).unwrap_or(length);
            self.saltus = self.saltus * p as u64 / length as u64;
            self.period.truncate(p);
        }
        while let (Some(&before), Some(&last)) = (self.preperiod.last(), self.period.last())
            && u64::from(before).checked_add(self.saltus) == Some(u64::from(last))
        {
            self.preperiod.pop();
            self.period.rotate_right(1);
            self.period[0] = before;
        }
        self
    }
}

impl fmt::Display for Pattern {
    /// Writes the shortest notation with powers, as in `(0,1)^3 (+2)` and `(0,1,2,3) (4,2) (+8)`, without
    /// a saltus of 0: the
    /// fewest numbers, exponents counted, then the fewest powers, then plain numbers as far to the
    /// left as possible. Powers are not nested. Very long lists are written without powers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.preperiod.is_empty() {
            write!(f, "{}", shortest::bare(&self.period))?;
        } else {
            write!(f, "{} ", shortest::enclosed(&self.preperiod))?;
            write!(f, "{}", shortest::enclosed(&self.period))?;
        }
        match self.saltus {
            0 => Ok(()),
            saltus => write!(f, " (+{saltus})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn first(pattern: &Pattern, count: usize) -> Vec<u64> {
        pattern.iter().take(count).flatten().collect()
    }

    #[test]
    fn values_of_large_places() {
        let pattern = Pattern::new(vec![7, 7], vec![0, 1, 5], 4).unwrap();
        assert_eq!(first(&pattern, 9), [7, 7, 0, 1, 5, 4, 5, 9, 8]);
        for (place, value) in first(&pattern, 50).into_iter().enumerate() {
            assert_eq!(pattern.value(&place.into()), value.into());
        }
        let googol = BigUint::from(10u32).pow(100);
        // 10^100 − 2 = 3q + 2.
        let q = (&googol - 4u32) / 3u32;
        assert_eq!(pattern.value(&googol), q * 4u32 + 5u32);
        assert_eq!(Pattern::new(vec![1], vec![], 1), None);
        let periodic = Pattern::new(vec![], vec![0, 1], 0).unwrap();
        assert_eq!(periodic.to_string(), "(0,1)");
        let steep = Pattern::new(vec![], vec![0], u64::MAX).unwrap();
        assert_eq!(steep.iter().nth(2), Some(None));
    }

    #[test]
    fn patterns_are_reduced() {
        for (text, reduced) in [
            ("(0,1,0,1)", "(0,1) (+0)"),
            ("(0,0,1,1) (+2)", "(0,0) (+1)"),
            ("(0,1,0,1) (+2)", "(0,1,0,1) (+2)"),
            ("(3,0,1) (2,3,4,5) (+4)", "(3) (0) (+1)"),
            ("(0,1,2) (3) (+1)", "(0) (+1)"),
            ("(5,0) (1,0) (+0)", "(5) (0,1) (+0)"),
        ] {
            let pattern: Pattern = text.parse().unwrap();
            assert_eq!(pattern.reduced(), reduced.parse().unwrap(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn parsing_inverts_display(
            preperiod in prop::collection::vec(0u32..4, 0..8),
            period in prop::collection::vec(0u32..3, 1..24),
            saltus in 0u64..20,
        ) {
            let pattern = Pattern::new(preperiod, period, saltus).unwrap();
            prop_assert_eq!(pattern.to_string().parse(), Ok(pattern));
        }

        #[test]
        fn reduction_keeps_the_values_and_is_shortest(
            preperiod in prop::collection::vec(0u32..3, 0..6),
            period in prop::collection::vec(0u32..2, 1..9),
            saltus in 0u64..4,
        ) {
            let pattern = Pattern::new(preperiod, period, saltus).unwrap();
            let reduced = pattern.clone().reduced();
            prop_assert_eq!(first(&pattern, 60), first(&reduced, 60));
            // Nothing shorter describes the same values.
            let values = first(&pattern, 60);
            for p in 1..=9 {
                for start in 0..6 {
                    let gain = values[start + p].checked_sub(values[start]);
                    let holds = (start..60 - p).all(|n| values[n + p].checked_sub(values[n]) == gain);
                    if holds && gain.is_some() {
                        prop_assert!(reduced.period().len() <= p);
                        prop_assert!(reduced.preperiod().len() <= start);
                    }
                }
            }
        }
    }
}

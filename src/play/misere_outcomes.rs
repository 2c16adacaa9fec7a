//! Misère outcomes of the heaps of a ruleset, one after the other.

use tracing::debug;

use super::strategy::Patience;
use crate::game::{Outcome, Universe};
use crate::genus::GenusSequence;
use crate::heaps::Ruleset;
use crate::limits::Stopped;
use crate::nim::NimError;
use crate::quotient::{MoveBounds, Quotient, QuotientBuilder};

/// The misère outcomes of consecutive heaps: by the misère quotient as far as it is found soon, and
/// by genera for the other heaps.
///
/// ```
/// use misere::game::{Outcome, Universe};
/// use misere::heaps::ruleset;
/// use misere::play::{MisereOutcomes, Patience};
///
/// let kayles = ruleset("0.77").unwrap();
/// let mut u = Universe::new();
/// let outcomes = MisereOutcomes::new(&*kayles, 1_000_000, &Patience::MOVES, &mut u)?;
/// let is_p = |&heap: &u64| outcomes.outcome(heap) == Some(Outcome::P);
/// assert_eq!((0..60).filter(is_p).collect::<Vec<_>>(), [1, 4, 9, 12, 20]);
/// assert_eq!(outcomes.period().map(|period| period.period), Some(1));
/// # Ok::<(), misere::nim::NimError>(())
/// ```
pub struct MisereOutcomes {
    first: u64,
    last: u64,
    quotient: Option<Quotient>,
    /// Whether each heap from the first on is a P-position, where genera were needed.
    by_genera: Vec<bool>,
    /// The limit that was reached before the last heap.
    pub stopped: Option<Stopped>,
}

/// A proved period of misère outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomePeriod {
    /// The first heap of the repeating part.
    pub first: u64,
    /// Its length, the least there is.
    pub period: u64,
}

impl MisereOutcomes {
    /// Computes the outcomes of the heaps up to `last`; when a limit is reached, those of some of them.
    ///
    /// # Errors
    /// If the ruleset is loopy or its positions are not heaps.
    pub fn new(
        ruleset: &dyn Ruleset,
        last: u64,
        patience: &Patience,
        u: &mut Universe,
    ) -> Result<Self, NimError> {
        let mut genera = GenusSequence::new(ruleset)?;
        let first = ruleset.smallest();
        let budget = u.budget().clone().within(patience.quotient);
        let quotient = QuotientBuilder::new(ruleset).ok().map(|mut builder| {
            let found = if MoveBounds::of(ruleset).is_some() {
                builder.solve(&budget).map(|_| ())
            } else {
                builder.extend_to(last, &budget)
            };
            debug!(found = found.is_ok(), "quotient for outcomes");
            builder.quotient()
        });
        let mut outcomes = Self {
            first,
            last,
            quotient: quotient.filter(|quotient| quotient.max_heap().is_some()),
            by_genera: Vec::new(),
            stopped: None,
        };
        if outcomes.outcome(last).is_none() {
            outcomes.stopped = genera.extend(u, last).err();
            let is_p = genera
                .iter()
                .map(|(_, entry)| entry.genus.misere_nim_value() == 0);
            outcomes.by_genera = is_p.collect();
        }
        Ok(outcomes)
    }

    /// Returns the smallest heap.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Returns the outcome of a heap; none if it was not computed.
    pub fn outcome(&self, heap: u64) -> Option<Outcome> {
        let in_quotient = self.quotient.as_ref().and_then(|quotient| {
            let value = quotient.value_of_heap(heap)?;
            Some(quotient.monoid().is_p(value))
        });
        let by_genera = || {
            let at = usize::try_from(heap.checked_sub(self.first)?).ok()?;
            self.by_genera.get(at).copied()
        };
        in_quotient.or_else(by_genera).map(Outcome::from)
    }

    /// Iterates over the outcomes from a heap on, up to the last heap or the first whose outcome is
    /// not known.
    pub fn iter_from(&self, heap: u64) -> impl Iterator<Item = (u64, Outcome)> + '_ {
        (heap.max(self.first)..=self.last).map_while(|heap| Some((heap, self.outcome(heap)?)))
    }

    /// Returns the period of the outcomes of all heaps, if the quotient proves one: heaps with the
    /// same value have the same outcome, so it divides the period of the values.
    pub fn period(&self) -> Option<OutcomePeriod> {
        let values = self.quotient.as_ref()?.period()?;
        let agree = |heap: u64, period: u64| self.outcome(heap) == self.outcome(heap + period);
        let all = values.first..values.first.checked_add(values.period)?;
        let divides = |d: &u64| values.period.is_multiple_of(*d);
        let period = (1..=values.period)
            .filter(divides)
            .find(|&d| all.clone().all(|heap| agree(heap, d)))?;
        let mut first = values.first;
        while first > self.first && agree(first - 1, period) {
            first -= 1;
        }
        Some(OutcomePeriod { first, period })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::{Heaps, PlayedOut, ruleset};
    use crate::limits::Budget;

    /// The slow method: play, without quotients and forms. A period is tried far beyond the heaps
    /// from which the quotient was found.
    #[test]
    fn outcomes_are_those_of_play() {
        for (name, to) in [("0.77", 24), ("0.123", 30), ("grundy", 18), ("nim", 20)] {
            let game = ruleset(name).unwrap();
            let mut u = Universe::new();
            let found = MisereOutcomes::new(&*game, to, &Patience::MOVES, &mut u).unwrap();
            let mut played = PlayedOut::new(&*game).unwrap();
            let mut heaps = 0;
            for (heap, outcome) in found.iter_from(0) {
                let slow = played.outcome(&Heaps::heap(heap), &Budget::default());
                assert_eq!(Ok(outcome), slow, "{name} {heap}");
                heaps += 1;
            }
            assert_eq!(heaps, to + 1 - game.smallest(), "{name}");
        }
    }

    #[test]
    fn periods_of_outcomes_are_those_of_genera() {
        for (name, to) in [("0.77", 40), ("0.123", 120), ("subtraction{1,2}", 50)] {
            let game = ruleset(name).unwrap();
            let mut u = Universe::new();
            let found = MisereOutcomes::new(&*game, to, &Patience::MOVES, &mut u).unwrap();
            let period = found.period().unwrap();
            let mut genera = GenusSequence::new(&*game).unwrap();
            genera.extend(&mut u, to).unwrap();
            let p: Vec<bool> = genera
                .iter()
                .map(|(_, entry)| entry.genus.misere_nim_value() == 0)
                .collect();
            for heap in period.first..=to - period.period {
                let at = usize::try_from(heap - found.first()).unwrap();
                let next = at + usize::try_from(period.period).unwrap();
                assert_eq!(p[at], p[next], "{name} {heap}");
                assert_eq!(
                    found.outcome(heap),
                    Some(Outcome::from(p[at])),
                    "{name} {heap}"
                );
            }
        }
    }
}

//! Results of a sweep over a family of rulesets.

use serde::Serialize;

use super::{Period, PublishedPeriod};
use crate::heaps::Ruleset;
use crate::limits::{Budget, Reason};
use crate::nim::{Pattern, PeriodAnswer, published};
use crate::quotient::{QuotientBuilder, QuotientError};

/// The period of one game of a family, and what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepPeriod {
    /// The period.
    #[serde(flatten)]
    pub answer: Period,
    /// The largest heap that was to be computed; null if the search chose it.
    pub to: Option<u64>,
    /// Whether theorems were used that allow preperiods of cut games.
    pub extended: bool,
    /// The code that was computed in the place of this one: the same game but for the sizes of
    /// heaps, by which heap numbers here are shifted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// Whether a limit other than the time for each game stopped the search: the game is searched
    /// again when the sweep goes on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

/// The misère quotient of one game of a family, as far as it was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepQuotient {
    /// The ruleset.
    pub ruleset: String,
    /// Whether it is the quotient of all heaps.
    pub solved: bool,
    /// The last heap that the proof of the last finite quotient used.
    pub max_heap: Option<u64>,
    /// The number of elements of the last finite quotient.
    pub order: usize,
    /// The number of its values of P-positions.
    pub p_order: usize,
    /// Whether it is tame.
    pub tame: bool,
    /// The period of the values of heaps, if it is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The number of heaps before the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// The smallest heap with which the quotient is infinite, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinite_from: Option<u64>,
    /// Why it is not solved; that proves nothing about the next quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The code that was computed in the place of this one: the same game but for the sizes of
    /// heaps, by which heap numbers here are shifted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// Whether a limit other than the time for each game stopped the search: the game is searched
    /// again when the sweep goes on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

/// Whether more memory or more games would let the search go on.
fn is_unfinished(reason: Reason) -> bool {
    reason != Reason::Deadline
}

/// A size of a heap, or a number of heaps, where heaps are larger by so many tokens; none if it
/// would be negative.
fn shifted(heap: u64, shift: i64) -> Option<u64> {
    heap.checked_add_signed(shift)
}

impl SweepPeriod {
    /// States the result of a search.
    pub fn new(answer: &PeriodAnswer, to: Option<u64>, extended: bool) -> Self {
        Self {
            answer: answer.into(),
            to,
            extended,
            same_as: None,
            unfinished: answer.stopped.is_some_and(is_unfinished),
        }
    }

    /// Returns the result for a code of the same [class](crate::heaps::Classes), whose heaps are
    /// larger by `shift` tokens. None if the least preperiod cannot be told from what is known.
    pub fn of_equal_game(&self, ruleset: String, shift: i64) -> Option<Self> {
        let mut row = self.clone();
        let found = &mut row.answer;
        if let Some(before) = found.preperiod {
            let pattern = found.pattern.as_ref().map(|text| text.parse::<Pattern>());
            found.preperiod = match pattern {
                Some(pattern) => {
                    let pattern = shifted_pattern(&pattern.ok()?, shift)?;
                    found.pattern = Some(pattern.to_string());
                    Some(pattern.preperiod().len() as u64)
                }
                // Whether the period begins among the heaps that are new is not known.
                None if before == 0 && shift > 0 => return None,
                None => Some(shifted(before, shift).unwrap_or(0)),
            };
            let last = found.preperiod.and_then(|before| before.checked_sub(1));
            found.last_exception = last.map(|at| found.first + at);
        }
        found.observed_to = found.observed_to.and_then(|heap| shifted(heap, shift));
        found.published = match published(&ruleset) {
            Some(fact) => Some(fact.into()),
            None => found.published.take().and_then(|fact| {
                let preperiod = shifted(fact.preperiod, shift)?;
                Some(PublishedPeriod { preperiod, ..fact })
            }),
        };
        row.same_as = Some(std::mem::replace(&mut found.ruleset, ruleset));
        Some(row)
    }
}

/// The values of a game whose heaps are larger by so many tokens: the new ones have no moves, and
/// so had those that are left out.
fn shifted_pattern(pattern: &Pattern, shift: i64) -> Option<Pattern> {
    let (before, saltus) = (pattern.preperiod(), pattern.saltus());
    let count = usize::try_from(shift.unsigned_abs()).ok()?;
    if shift >= 0 {
        let before = std::iter::repeat_n(0, count).chain(before.iter().copied());
        let pattern = Pattern::new(before.collect(), pattern.period().to_vec(), saltus);
        return Some(pattern?.reduced());
    }
    let length = before.len().saturating_sub(count) + pattern.period().len();
    let values = pattern.iter().skip(count).take(length);
    let values: Option<Vec<u32>> = values.map(|value| u32::try_from(value?).ok()).collect();
    let mut values = values?;
    let period = values.split_off(before.len().saturating_sub(count));
    Some(Pattern::new(values, period, saltus)?.reduced())
}

impl SweepQuotient {
    /// Computes the quotient of a ruleset as far as the limits allow.
    pub fn new(game: &dyn Ruleset, budget: &Budget) -> Result<Self, QuotientError> {
        let mut builder = QuotientBuilder::new(game)?;
        let result = builder.solve(budget);
        let (quotient, infinite) = (builder.quotient(), builder.infinite());
        let period = infinite.map_or(quotient.period(), |infinite| infinite.period());
        Ok(Self {
            ruleset: game.name(),
            solved: matches!(result, Ok(true)),
            max_heap: quotient.max_heap(),
            order: quotient.order(),
            p_order: quotient.p_order(),
            tame: quotient.monoid().is_tame(),
            period: period.map(|p| p.period),
            preperiod: period.map(|p| p.first - quotient.smallest()),
            infinite_from: builder.infinite_from(),
            same_as: None,
            unfinished: matches!(&result, Err(QuotientError::Stopped(reason)) if is_unfinished(*reason)),
            stopped: result.err().map(|error| error.to_string()),
        })
    }

    /// Returns the result for a code of the same [class](crate::heaps::Classes), whose heaps are
    /// larger by `shift` tokens. None if the least preperiod cannot be told from what is known.
    pub fn of_equal_game(&self, ruleset: String, shift: i64) -> Option<Self> {
        let mut row = self.clone();
        row.preperiod = match self.preperiod {
            // Whether the period begins among the heaps that are new is not known.
            Some(0) if shift > 0 => return None,
            Some(before) => Some(shifted(before, shift).unwrap_or(0)),
            None => None,
        };
        row.max_heap = match self.max_heap {
            Some(heap) => Some(shifted(heap, shift)?),
            None => None,
        };
        row.infinite_from = match self.infinite_from {
            Some(heap) => Some(shifted(heap, shift)?),
            None => None,
        };
        row.same_as = Some(std::mem::replace(&mut row.ruleset, ruleset));
        Some(row)
    }

    /// Says in a word what is known of the quotient of all heaps.
    pub fn status(&self) -> &'static str {
        match (self.solved, self.infinite_from) {
            (true, _) => "solved",
            (false, Some(_)) => "infinite",
            (false, None) => "open",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::Sweep;
    use crate::nim::PeriodSearch;

    /// Searches for the period of a game by its number.
    fn search(sweep: &Sweep, number: u64) -> SweepPeriod {
        let game = sweep.game(number).unwrap();
        let answer = PeriodSearch::up_to(400).run(&*game, &Budget::default());
        SweepPeriod::new(&answer.unwrap(), Some(400), false)
    }

    /// What is derived from another code of the class is what a search of its own finds, both for
    /// larger and for smaller heaps.
    #[test]
    fn periods_of_equal_games_are_derived() {
        let sweep: Sweep = "octal:3".parse().unwrap();
        let classes = sweep.classes(&Budget::default()).unwrap();
        let (mut larger, mut smaller) = (0, 0);
        for first in classes.firsts() {
            let found = search(&sweep, first);
            for number in classes.members(first).skip(1) {
                let own = search(&sweep, number);
                for (from, to, back) in [(&found, &own, 1), (&own, &found, -1)] {
                    let shift = back * sweep.shift(number, first).unwrap();
                    let name = to.answer.ruleset.clone();
                    let derived = from.of_equal_game(name, shift).unwrap();
                    assert_eq!(derived.same_as.as_ref(), Some(&from.answer.ruleset));
                    let facts = |row: &SweepPeriod| {
                        let row = &row.answer;
                        let sizes = (row.period, row.saltus, row.preperiod, row.last_exception);
                        (row.kind, row.proved, sizes, row.pattern.clone())
                    };
                    // One of them may need a few heaps more than there were.
                    if from.answer.proved == to.answer.proved {
                        assert_eq!(facts(&derived), facts(to), "{}", to.answer.ruleset);
                        larger += usize::from(shift > 0);
                        smaller += usize::from(shift < 0);
                    }
                }
            }
        }
        assert!(larger > 50 && smaller > 50, "{larger} {smaller}");
    }

    #[test]
    fn quotients_of_equal_games_are_derived() {
        let sweep: Sweep = "octal:0.xxx".parse().unwrap();
        let classes = sweep.classes(&Budget::default()).unwrap();
        let quotient = |number: u64| {
            let budget = Budget::default().with_max_nodes(50);
            SweepQuotient::new(&*sweep.game(number).unwrap(), &budget).unwrap()
        };
        let mut compared = 0;
        for first in classes.firsts() {
            let found = quotient(first);
            for number in classes.members(first).skip(1) {
                let own = quotient(number);
                let shift = sweep.shift(number, first).unwrap();
                let Some(derived) = found.of_equal_game(own.ruleset.clone(), shift) else {
                    assert_eq!((found.preperiod, shift > 0), (Some(0), true));
                    continue;
                };
                assert_eq!(derived.status(), own.status(), "{}", own.ruleset);
                assert_eq!(derived.infinite_from, own.infinite_from, "{}", own.ruleset);
                if own.solved {
                    let facts = |row: &SweepQuotient| {
                        let sizes = (row.period, row.preperiod, row.order, row.p_order);
                        (sizes, row.tame)
                    };
                    assert_eq!(facts(&derived), facts(&own), "{}", own.ruleset);
                    compared += 1;
                }
            }
        }
        assert!(compared > 20, "{compared}");
    }

    #[test]
    fn patterns_are_shifted_both_ways() {
        let pattern: Pattern = "(0,1)^2 (+2)".parse().unwrap();
        for shift in 0..9 {
            let larger = shifted_pattern(&pattern, shift).unwrap();
            assert!(i64::try_from(larger.preperiod().len()).unwrap() <= shift);
            let back = shifted_pattern(&larger, -shift).unwrap();
            assert!(back.iter().take(50).eq(pattern.iter().take(50)), "{shift}");
            let smaller = shifted_pattern(&pattern, -shift).unwrap();
            let rest = pattern.iter().skip(usize::try_from(shift).unwrap());
            assert!(smaller.iter().take(50).eq(rest.take(50)), "{shift}");
        }
    }
}

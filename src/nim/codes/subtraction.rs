//! The evaluator of subtraction games and all-but games: each heap takes time linear in the list
//! of numbers.

use super::pairs::prepared;
use crate::heaps::NimError;
use crate::heaps::Sequence;
use crate::heaps::{Removals, Ruleset, Subtraction};
use crate::limits::{Account, Budget, Reason, Ticker};
use crate::nim::evaluator::Evaluator;
use crate::nim::memory::{TableMemory, push};
use crate::nim::period::{Tails, subtraction_period};

/// Computes heap after heap. Heaps are counted from the sink as 0.
///
/// A value is an option of an all-but game unless all heaps that have it are excluded, so it is
/// enough to count the heaps of each value.
pub(super) struct SubtractionEvaluator {
    removals: Removals,
    /// The numbers that may be taken or not, ascending.
    numbers: Vec<usize>,
    values: Sequence,
    /// For each value, the last heap, plus one, that has it as an option.
    stamps: Vec<usize>,
    /// For each value, the number of heaps; for all-but games.
    counts: Vec<Count>,
    /// The least value that no heap has; for all-but games.
    unused: usize,
    /// The period of all further values, once the Subtraction Periodicity Theorem proves one.
    period: Option<usize>,
    /// The number of values at which a period is looked for next.
    next_look: usize,
    ticker: Ticker,
    memory: TableMemory,
}

#[derive(Clone, Copy, Default)]
struct Count {
    heaps: u32,
    /// The number of heaps that cannot be reached from the current one; 0 between two heaps.
    excluded: u32,
}

impl SubtractionEvaluator {
    /// A period is looked for when there are this many values, and whenever they have doubled up to
    /// `LAST_LOOK`: a look takes as long as a few values each.
    const FIRST_LOOK: usize = 1 << 12;
    const LAST_LOOK: usize = 1 << 21;

    pub(super) fn new(game: &Subtraction) -> Self {
        let (removals, numbers) = game.removals();
        let numbers = numbers.iter().map_while(|&n| usize::try_from(n).ok());
        Self {
            removals,
            numbers: numbers.collect(),
            values: Sequence::of_numbers(game.smallest(), Vec::new()),
            stamps: Vec::new(),
            counts: Vec::new(),
            unused: 0,
            period: None,
            next_look: Self::FIRST_LOOK,
            ticker: Ticker::default(),
            memory: TableMemory::default(),
        }
    }

    /// Returns the value of the heap after the known ones.
    fn next(&mut self, budget: &Budget) -> Result<u32, NimError> {
        let known = self.values.numbers().unwrap_or_default();
        let heap = known.len();
        let numbers = self.numbers.iter().take_while(|&&n| n <= heap);
        let mut fitting = 0;
        let mex = match self.removals {
            Removals::Only => {
                if self.stamps.len() <= self.numbers.len() {
                    let length = self.numbers.len() + 1;
                    self.memory.account().reserve(&mut self.stamps, length)?;
                    self.stamps.resize(length, 0);
                }
                for &taken in numbers {
                    self.stamps[known[heap - taken] as usize] = heap + 1;
                    fitting += 1;
                }
                let unreached = self.stamps.iter().position(|&stamp| stamp != heap + 1);
                unreached.unwrap_or(self.stamps.len())
            }
            Removals::AllBut => {
                let mut mex = self.unused;
                for &taken in numbers.clone() {
                    let value = known[heap - taken] as usize;
                    let count = &mut self.counts[value];
                    count.excluded += 1;
                    if count.excluded == count.heaps {
                        mex = mex.min(value);
                    }
                    fitting += 1;
                }
                for &taken in numbers {
                    self.counts[known[heap - taken] as usize].excluded = 0;
                }
                mex
            }
        };
        self.ticker.tick_for(fitting, budget)?;
        u32::try_from(mex).map_err(|_| {
            let heap = self.values.first().saturating_add(heap as u64);
            NimError::OutOfReach(format!("the value of heap {heap} needs more than 32 bits"))
        })
    }

    /// Looks for a period when it is time to: the theorem is that of [`Theorem::Subtraction`].
    ///
    /// [`Theorem::Subtraction`]: crate::nim::Theorem::Subtraction
    fn look_for_period(&mut self, budget: &Budget) -> Result<(), Reason> {
        let known = self.values.numbers().unwrap_or_default();
        if self.removals != Removals::Only
            || self.period.is_some()
            || known.len() < self.next_look
            || self.next_look > Self::LAST_LOOK
        {
            return Ok(());
        }
        self.next_look = known.len().saturating_mul(2);
        let largest = self.numbers.last().copied().unwrap_or(0);
        let tails = Tails::of(known, budget)?;
        let found = subtraction_period(&tails, known.len(), largest);
        self.period = found.map(|tail| tail.period);
        Ok(())
    }

    /// Appends values up to this number by the period that is proved.
    fn repeat(&mut self, period: usize, count: u64, budget: &Budget) -> Result<(), Reason> {
        const CHUNK: usize = 1 << 16;
        let entries = self.values.entries_mut();
        while (entries.len() as u64) < count {
            budget.check()?;
            let more = usize::try_from(count - entries.len() as u64).unwrap_or(CHUNK);
            let more = more.min(CHUNK);
            self.memory.account().reserve(entries, more)?;
            for _ in 0..more {
                entries.push(entries[entries.len() - period]);
            }
        }
        Ok(())
    }

    fn push(&mut self, value: u32) -> Result<(), Reason> {
        let account = self.memory.account();
        if self.removals == Removals::AllBut {
            count(&mut self.counts, &mut self.unused, value, account)?;
        }
        push(self.values.entries_mut(), value, account)
    }
}

/// Counts a heap of this value.
fn count(
    counts: &mut Vec<Count>,
    unused: &mut usize,
    value: u32,
    account: &mut Account,
) -> Result<(), Reason> {
    let value = value as usize;
    if value >= counts.len() {
        let more = value + 1 - counts.len();
        account.reserve(counts, more)?;
        counts.resize(value + 1, Count::default());
    }
    counts[value].heaps += 1;
    while counts.get(*unused).is_some_and(|count| count.heaps > 0) {
        *unused += 1;
    }
    Ok(())
}

impl Evaluator for SubtractionEvaluator {
    fn name(&self) -> &'static str {
        match self.removals {
            Removals::Only => "the mex, heap after heap",
            Removals::AllBut => "counts of the heaps of each value",
        }
    }

    fn values(&self) -> &Sequence {
        &self.values
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), NimError> {
        let Some(count) = prepared(to, &self.values, &mut self.memory, budget)? else {
            return Ok(());
        };
        budget.check()?;
        while (self.values.len() as u64) < count {
            if let Some(period) = self.period {
                self.repeat(period, count, budget)?;
                break;
            }
            let next = self.next(budget)?;
            self.push(next)?;
            budget.reached(self.values.len() as u64);
            self.look_for_period(budget)?;
        }
        tracing::debug!(heaps = count, "values computed");
        Ok(())
    }

    fn resume(&mut self, known: Sequence) -> Result<(), NimError> {
        let numbers = known.numbers().unwrap_or_default();
        let most = match self.removals {
            Removals::Only => self.numbers.len(),
            Removals::AllBut => usize::MAX,
        };
        // A heap has at most as many options as smaller heaps.
        let mut heaps = numbers.iter().enumerate();
        if heaps.any(|(heap, &value)| value as usize > heap.min(most)) {
            let message = "a heap has a larger value than its size allows";
            return Err(NimError::OutOfReach(message.into()));
        }
        self.values.replace(known)?;
        self.memory = TableMemory::of_table(self.values.entries_mut());
        self.stamps = Vec::new();
        self.counts = Vec::new();
        self.unused = 0;
        self.period = None;
        self.next_look = Self::FIRST_LOOK;
        if self.removals == Removals::AllBut {
            let account = self.memory.account();
            for &value in self.values.numbers().unwrap_or_default() {
                count(&mut self.counts, &mut self.unused, value, account)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::Shape;
    use crate::heaps::ruleset;
    use crate::nim::DefinitionEvaluator;

    #[test]
    fn values_agree_with_the_definition() {
        let budget = Budget::default();
        for name in [
            "nim",
            "subtraction{1,2}",
            "subtraction{2,5,6;sink=3}",
            "subtraction{18446744073709551615}",
            "subtraction{3,7,11,12}",
            "all-but{2}",
            "all-but{1,2,3}",
            "all-but{1,4,5,9;sink=2}",
            "all-but{2,3,30,31}",
        ] {
            let game = ruleset(name).unwrap();
            let mut slow = DefinitionEvaluator::new(&*game).unwrap();
            slow.extend(150, &budget).unwrap();
            let Shape::Subtraction(game) = game.shape() else {
                panic!("{name}");
            };
            let mut fast = SubtractionEvaluator::new(game);
            fast.extend(40, &budget).unwrap();
            let first = fast.values().clone();
            fast.extend(150, &budget).unwrap();
            assert_eq!(fast.values(), slow.values(), "{name}");
            let mut resumed = SubtractionEvaluator::new(game);
            resumed.resume(first).unwrap();
            resumed.extend(150, &budget).unwrap();
            assert_eq!(resumed.values(), slow.values(), "{name}");
        }
    }

    /// A look for a period comes before the end, and the values after it are the mex of their options.
    #[test]
    fn values_by_the_period_are_the_mex_of_their_options() {
        let mut found = 0;
        for seed in 1..60u64 {
            let numbers: Vec<u64> = (0..6)
                .map(|i| 1 + seed.pow(3) * 7919 % (17 + 4 * i))
                .collect();
            let game = Subtraction::new(Removals::Only, numbers, 0);
            let mut evaluator = SubtractionEvaluator::new(&game);
            evaluator.extend(5000, &Budget::default()).unwrap();
            evaluator.extend(9000, &Budget::default()).unwrap();
            found += usize::from(evaluator.period.is_some());
            let values = evaluator.values().numbers().unwrap();
            let numbers = &evaluator.numbers;
            for heap in 4000..values.len() {
                let met = |value| numbers.iter().any(|taken| values[heap - taken] == value);
                assert!(!met(values[heap]), "{numbers:?} at {heap}");
                assert!((0..values[heap]).all(met), "{numbers:?} at {heap}");
            }
        }
        assert!(found > 50, "{found}");
    }

    #[test]
    fn impossible_values_are_not_resumed_from() {
        let game = Subtraction::new(Removals::Only, [1, 2], 0);
        for values in [vec![1], vec![0, 1, 2, 3], vec![0, u32::MAX]] {
            let mut evaluator = SubtractionEvaluator::new(&game);
            let values = Sequence::of_numbers(0, values);
            assert!(evaluator.resume(values).is_err());
        }
    }
}

//! The options of heaps, and the set of values that they have in a candidate.
//!
//! The values of the options of a heap are all that a proof needs. So only the options of the first
//! heaps are stored; those of larger heaps are asked for again whenever their values change. Where a
//! code describes the moves, an option of n leaves heaps a and b with a + b = n − k: the pairs of
//! values that occur are marked, and each is multiplied once.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::Candidate;
use super::error::QuotientError;
use super::memory::{reserve, reserve_entry, transfer};
use super::monoid::Element;
use super::table::{HeapTable, Sum};
use crate::heaps::{Code, Ruleset, Shape};
use crate::limits::{Account, Budget, Meter};

/// The number of options after which no more are stored.
const MOST_STORED: usize = 1 << 16;

/// The options of all heaps up to some size.
pub(super) struct Options<'r> {
    /// The first heaps.
    stored: HeapTable<'r>,
    len: usize,
}

impl<'r> Options<'r> {
    /// Starts without heaps.
    ///
    /// # Errors
    /// If the ruleset is loopy, or its positions are not heaps.
    pub(super) fn new(ruleset: &'r dyn Ruleset, budget: &Budget) -> Result<Self, QuotientError> {
        Ok(Self {
            stored: HeapTable::new(ruleset, budget)?,
            len: 0,
        })
    }

    /// Returns the number of heaps.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the table of the first heaps.
    pub(super) fn stored(&self) -> &HeapTable<'r> {
        &self.stored
    }

    /// Stores the options of all heaps.
    pub(super) fn store_all(&mut self, meter: &mut Meter<'_>) -> Result<(), QuotientError> {
        while self.stored.len() < self.len {
            self.stored.extend(meter)?;
        }
        Ok(())
    }

    /// Counts the table against this budget from now on.
    pub(super) fn charge(&mut self, budget: &Budget) {
        transfer(&mut self.stored.account, budget);
    }

    /// Adds the next heap.
    pub(super) fn add_heap(&mut self, meter: &mut Meter<'_>) -> Result<(), QuotientError> {
        if self.stored.len() == self.len && self.stored.option_count() < MOST_STORED {
            self.stored.extend(meter)?;
        }
        self.len += 1;
        Ok(())
    }

    /// Returns the options of a heap, ascending, each once.
    pub(super) fn of_heap(
        &self,
        heap: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Cow<'_, [Sum]>, QuotientError> {
        if (heap as usize) < self.stored.len() {
            return Ok(Cow::Borrowed(self.stored.options(heap)));
        }
        let mut account = meter.budget().account();
        let options = self.stored.ask(heap as usize, &mut account, meter)?;
        Ok(Cow::Owned(options))
    }

    /// Returns the values of the options of a heap, ascending, each once.
    pub(super) fn values(
        &self,
        heap: u32,
        candidate: &Candidate,
        known: &mut HeapValues,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Element>, QuotientError> {
        let mut values = if (heap as usize) < self.stored.len() {
            let options = self.stored.options(heap).iter();
            options.map(|sum| candidate.value(sum)).collect()
        } else {
            let ruleset = self.stored.ruleset();
            match Shape::of(ruleset) {
                Shape::Code(code) if code.most_left() <= 2 && ruleset.smallest() == 0 => {
                    known.of_options(code, heap as usize, candidate, meter)?
                }
                _ => self.asked_values(heap, candidate, meter)?,
            }
        };
        values.sort_unstable();
        values.dedup();
        values.shrink_to_fit();
        Ok(values)
    }

    /// Asks the ruleset for the options of a heap and returns their values.
    fn asked_values(
        &self,
        heap: u32,
        candidate: &Candidate,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Element>, QuotientError> {
        let mut values = FxHashSet::default();
        for sum in self.stored.iterate(heap as usize)? {
            meter.tick()?;
            values.insert(candidate.value(&sum?));
        }
        Ok(values.into_iter().collect())
    }
}

/// The values that the heaps of a candidate have, numbered as they first occur.
pub(super) struct HeapValues {
    values: Vec<Element>,
    numbers: FxHashMap<Element, u32>,
    /// For each heap the number of its value.
    of_heap: Vec<u32>,
    account: Account,
}

impl HeapValues {
    pub(super) fn new(budget: &Budget) -> Self {
        Self {
            values: Vec::new(),
            numbers: FxHashMap::default(),
            of_heap: Vec::new(),
            account: budget.account(),
        }
    }

    /// Counts the memory against this budget from now on.
    pub(super) fn charge(&mut self, budget: &Budget) {
        transfer(&mut self.account, budget);
    }

    /// Numbers the values of the first heaps.
    fn extend_to(&mut self, heaps: usize, candidate: &Candidate) -> Result<(), QuotientError> {
        for &value in &candidate.pretending[self.of_heap.len().min(heaps)..heaps] {
            let unused = u32::try_from(self.values.len()).map_err(|_| QuotientError::Numbers)?;
            reserve_entry(&mut self.numbers, &mut self.account)?;
            let number = *self.numbers.entry(value).or_insert(unused);
            if number == unused {
                reserve(&mut self.values, 1, &mut self.account)?;
                self.values.push(value);
            }
            reserve(&mut self.of_heap, 1, &mut self.account)?;
            self.of_heap.push(number);
        }
        Ok(())
    }

    /// Returns the values of the options of a heap in a game with a code whose moves leave at most two
    /// heaps. Some may occur more than once.
    fn of_options(
        &mut self,
        code: &Code,
        heap: usize,
        candidate: &Candidate,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Element>, QuotientError> {
        self.extend_to(heap, candidate)?;
        let count = self.values.len();
        let mut account = meter.budget().account();
        let mut is_marked = Vec::new();
        reserve(&mut is_marked, count * count, &mut account)?;
        is_marked.resize(count * count, false);
        let mut values = Vec::new();
        for taken in (0..=code.most_taken()).take_while(|&taken| taken <= heap) {
            let left = heap - taken;
            if left == 0 && code.leaves(taken, 0) {
                values.push(0);
            }
            if left > 0 && taken > 0 && code.leaves(taken, 1) {
                values.push(candidate.pretending[left]);
            }
            if left > 1 && code.leaves(taken, 2) {
                meter.tick_for(left)?;
                let half = left / 2;
                let small = &self.of_heap[1..=half];
                let large = self.of_heap[left - half..left].iter().rev();
                for (&a, &b) in small.iter().zip(large) {
                    let pair = a as usize * count + b as usize;
                    if !is_marked[pair] {
                        is_marked[pair] = true;
                        let (a, b) = (self.values[a as usize], self.values[b as usize]);
                        values.push(candidate.monoid.times(a, b));
                    }
                }
            }
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;
    use crate::quotient::QuotientBuilder;

    #[test]
    fn values_by_pairs_are_those_of_the_options() {
        let budget = Budget::default();
        let mut meter = Meter::new(&budget);
        for name in [
            "0.77", "0.07", "0.156", "4.007", "0.3102", "0.2", "0.6", "0.115",
        ] {
            let game = ruleset(name).unwrap();
            let Shape::Code(code) = Shape::of(&*game) else {
                panic!("{name} has a code");
            };
            let mut builder = QuotientBuilder::new(&*game).unwrap();
            // Those of 0.3102 are finite up to 11.
            builder.extend_to(11, &budget).unwrap();
            let proved = builder.proved();
            let mut options = Options::new(&*game, &budget).unwrap();
            let mut by_pairs = HeapValues::new(&budget);
            let mut different = FxHashSet::default();
            for heap in 0..12u32 {
                options.add_heap(&mut meter).unwrap();
                let stored = options.values(heap, proved, &mut by_pairs, &mut meter);
                let mut asked = options.asked_values(heap, proved, &mut meter).unwrap();
                asked.sort_unstable();
                let pairs = by_pairs.of_options(code, heap as usize, proved, &mut meter);
                let mut pairs = pairs.unwrap();
                pairs.sort_unstable();
                pairs.dedup();
                assert_eq!(pairs, asked, "{name} {heap}");
                assert_eq!(pairs, stored.unwrap(), "{name} {heap}");
                different.insert(pairs);
            }
            assert!(different.len() > 1, "{name}");
        }
    }

    #[test]
    fn large_heaps_are_asked_for_again() {
        let budget = Budget::default();
        let mut meter = Meter::new(&budget);
        let game = ruleset("0.77").unwrap();
        let mut options = Options::new(&*game, &budget).unwrap();
        while options.stored().len() == options.len() {
            options.add_heap(&mut meter).unwrap();
        }
        let heap = u32::try_from(options.len() - 1).unwrap();
        let asked = options.of_heap(heap, &mut meter).unwrap().into_owned();
        options.store_all(&mut meter).unwrap();
        assert_eq!(asked, options.stored().options(heap));
    }
}

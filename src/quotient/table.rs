//! The options of heaps as sums of smaller heaps, each heap by its number.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::error::QuotientError;
use super::memory::{OVERHEAD, reserve};
use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::{Account, Budget, Meter};

/// A sum of heaps: each heap once, ascending, with its number of copies. The number of a heap is
/// its place from the smallest on.
pub(super) type Sum = SmallVec<[(u32, u32); 3]>;

/// Compares two sums in the multiset order: by the copies of the largest heap, then of the next. A
/// move makes a sum smaller, and adding a heap to two sums keeps their order.
pub(super) fn compare(a: &Sum, b: &Sum) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// Returns the sum with one more copy of a heap.
pub(super) fn with(sum: &Sum, heap: u32) -> Sum {
    let mut larger = sum.clone();
    match larger.binary_search_by_key(&heap, |&(h, _)| h) {
        Ok(at) => larger[at].1 += 1,
        Err(at) => larger.insert(at, (heap, 1)),
    }
    larger
}

/// Returns the sum with one copy less of a heap that is in it.
pub(super) fn without(sum: &Sum, heap: u32) -> Sum {
    let copies = sum.iter().filter_map(|&(h, copies)| {
        let left = if h == heap { copies - 1 } else { copies };
        (left > 0).then_some((h, left))
    });
    copies.collect()
}

/// The bytes of a sum that is too long to be stored in place.
pub(super) fn spilled_bytes(sum: &Sum) -> usize {
    if sum.spilled() {
        sum.capacity() * size_of::<(u32, u32)>() + OVERHEAD
    } else {
        0
    }
}

/// The options of all heaps up to some size.
pub(super) struct HeapTable<'r> {
    ruleset: &'r dyn Ruleset,
    smallest: u64,
    /// The options of one heap after the other.
    options: Vec<Sum>,
    /// For each heap, where its options end.
    ends: Vec<u32>,
    pub(super) account: Account,
}

impl<'r> HeapTable<'r> {
    /// Creates a table without heaps.
    ///
    /// # Errors
    /// If the ruleset is loopy, or its positions are not heaps.
    pub(super) fn new(ruleset: &'r dyn Ruleset, budget: &Budget) -> Result<Self, QuotientError> {
        if ruleset.is_loopy() {
            return Err(QuotientError::Loopy {
                ruleset: ruleset.name(),
            });
        }
        if ruleset.arity() != 1 || ruleset.kinds() != 1 {
            return Err(QuotientError::NotHeaps {
                ruleset: ruleset.name(),
            });
        }
        Ok(Self {
            ruleset,
            smallest: ruleset.smallest(),
            options: Vec::new(),
            ends: Vec::new(),
            account: budget.account(),
        })
    }

    pub(super) fn ruleset(&self) -> &'r dyn Ruleset {
        self.ruleset
    }

    /// Returns the number of heaps.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the size of a heap.
    pub(super) fn size(&self, heap: u32) -> u64 {
        self.smallest + u64::from(heap)
    }

    /// Returns the options of a heap, ascending, each once.
    pub(super) fn options(&self, heap: u32) -> &[Sum] {
        let heap = heap as usize;
        let start = match heap.checked_sub(1) {
            Some(before) => self.ends[before],
            None => 0,
        };
        &self.options[start as usize..self.ends[heap] as usize]
    }

    /// Checks whether a heap has no options: then it is the same game as no heap.
    pub(super) fn is_terminal(&self, heap: u32) -> bool {
        self.options(heap).is_empty()
    }

    /// Returns the number of options of all heaps.
    pub(super) fn option_count(&self) -> usize {
        self.options.len()
    }

    /// Adds the next heap.
    pub(super) fn extend(&mut self, meter: &mut Meter<'_>) -> Result<(), QuotientError> {
        let mut scratch = self.account.budget().account();
        let mut next = self.ask(self.len(), &mut scratch, meter)?;
        let end =
            u32::try_from(self.options.len() + next.len()).map_err(|_| QuotientError::Numbers)?;
        reserve(&mut self.options, next.len(), &mut self.account)?;
        reserve(&mut self.ends, 1, &mut self.account)?;
        self.account.add(next.iter().map(spilled_bytes).sum())?;
        self.options.append(&mut next);
        self.ends.push(end);
        Ok(())
    }

    /// Asks the ruleset for the options of a heap, and returns them ascending, each once.
    pub(super) fn ask(
        &self,
        heap: usize,
        account: &mut Account,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Sum>, QuotientError> {
        let mut sums = Vec::new();
        for sum in self.iterate(heap)? {
            meter.tick()?;
            let sum = sum?;
            account.add(spilled_bytes(&sum))?;
            reserve(&mut sums, 1, account)?;
            sums.push(sum);
        }
        sums.sort_unstable_by(compare);
        sums.dedup();
        Ok(sums)
    }

    /// Iterates over the options of a heap as the ruleset lists them.
    pub(super) fn iterate(
        &self,
        heap: usize,
    ) -> Result<impl Iterator<Item = Result<Sum, QuotientError>>, QuotientError> {
        let size = self.smallest.checked_add(heap as u64);
        let size = size.ok_or(QuotientError::Numbers)?;
        let budget = self.account.budget();
        let options = (self.ruleset).options_within(Position::heap(size), budget)?;
        Ok(options.map(move |option| {
            self.numbered(&option, heap)
                .ok_or_else(|| QuotientError::NotSmaller {
                    ruleset: self.ruleset.name(),
                    heap: size,
                })
        }))
    }

    /// Returns a sum of heaps that are smaller than this one by their numbers.
    fn numbered(&self, heaps: &Heaps, below: usize) -> Option<Sum> {
        let number = |(position, copies): (Position, u64)| {
            let at = position.size().checked_sub(self.smallest)?;
            let heap = u32::try_from(at).ok().filter(|_| at < below as u64)?;
            Some((heap, u32::try_from(copies).ok()?))
        };
        heaps.iter().map(number).collect()
    }
}

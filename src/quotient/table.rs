//! The options of heaps as sums of smaller heaps, each heap by its number.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::error::QuotientError;
use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::Meter;

/// A sum of heaps: each heap once, ascending, with its number of copies. The number of a heap is
/// its place from the smallest on.
pub(super) type Sum = SmallVec<[(u32, u32); 3]>;

/// The multiset order: by the copies of the largest heap, then of the next. A move makes a sum
/// smaller, and adding a heap to two sums keeps their order.
pub(super) fn compare(a: &Sum, b: &Sum) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// The sum with one more copy of a heap.
pub(super) fn with(sum: &Sum, heap: u32) -> Sum {
    let mut larger = sum.clone();
    match larger.binary_search_by_key(&heap, |&(h, _)| h) {
        Ok(at) => larger[at].1 += 1,
        Err(at) => larger.insert(at, (heap, 1)),
    }
    larger
}

/// The sum with one copy less of a heap that is in it.
pub(super) fn without(sum: &Sum, heap: u32) -> Sum {
    let copies = sum.iter().filter_map(|&(h, copies)| {
        let left = if h == heap { copies - 1 } else { copies };
        (left > 0).then_some((h, left))
    });
    copies.collect()
}

/// The options of all heaps up to some size.
pub(super) struct HeapTable<'r> {
    ruleset: &'r dyn Ruleset,
    smallest: u64,
    options: Vec<Vec<Sum>>,
    /// How many options are stored.
    stored: usize,
}

impl<'r> HeapTable<'r> {
    /// No heaps yet. Loopy rulesets and positions that are not heaps are refused.
    pub(super) fn new(ruleset: &'r dyn Ruleset) -> Result<Self, QuotientError> {
        if ruleset.is_loopy() {
            return Err(QuotientError::Loopy {
                ruleset: ruleset.name(),
            });
        }
        if ruleset.arity() != 1 {
            return Err(QuotientError::NotHeaps {
                ruleset: ruleset.name(),
            });
        }
        Ok(Self {
            ruleset,
            smallest: ruleset.smallest(),
            options: Vec::new(),
            stored: 0,
        })
    }

    pub(super) fn ruleset(&self) -> &'r dyn Ruleset {
        self.ruleset
    }

    /// How many heaps are known.
    pub(super) fn len(&self) -> usize {
        self.options.len()
    }

    /// The size of a heap.
    pub(super) fn size(&self, heap: u32) -> u64 {
        self.smallest + u64::from(heap)
    }

    /// The options of a heap, ascending, each once.
    pub(super) fn options(&self, heap: u32) -> &[Sum] {
        &self.options[heap as usize]
    }

    /// Whether a heap has no options: it is the same game as no heap at all.
    pub(super) fn is_terminal(&self, heap: u32) -> bool {
        self.options(heap).is_empty()
    }

    /// Asks the ruleset for the options of the next heap.
    pub(super) fn extend(&mut self, budget: &mut Meter<'_>) -> Result<(), QuotientError> {
        let size = self.smallest + self.options.len() as u64;
        let mut options = Vec::new();
        for option in self.ruleset.options(Position::heap(size)) {
            budget.tick()?;
            let Some(sum) = self.numbered(&option) else {
                return Err(QuotientError::NotSmaller {
                    ruleset: self.ruleset.name(),
                    heap: size,
                });
            };
            options.push(sum);
            if options.len().is_power_of_two() {
                budget
                    .budget()
                    .check_memory((self.stored + options.len()) * size_of::<Sum>())?;
            }
        }
        options.sort_unstable_by(compare);
        options.dedup();
        self.stored += options.len();
        self.options.push(options);
        Ok(())
    }

    /// A sum of known heaps by their numbers.
    pub(super) fn numbered(&self, heaps: &Heaps) -> Option<Sum> {
        let number = |(position, copies): (Position, u64)| {
            let at = position.size().checked_sub(self.smallest)?;
            let known = at < self.options.len() as u64;
            let heap = u32::try_from(at).ok().filter(|_| known)?;
            Some((heap, u32::try_from(copies).ok()?))
        };
        heaps.iter().map(number).collect()
    }
}

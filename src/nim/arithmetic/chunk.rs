//! An evaluator that computes one chunk of heaps at a time from the values of all smaller heaps.

use crate::heaps::NimError;
use crate::heaps::Sequence;
use crate::limits::{Budget, Reason};
use crate::nim::evaluator::Evaluator;
use crate::nim::memory::{TableMemory, reserve};

/// The number of heaps computed between two checks of the deadline: a millisecond or less.
pub(super) const CHUNK: usize = 1 << 15;

/// Heaps are smaller than this, so that a heap one or two chunks beyond fits in four bytes.
const END: u32 = u32::MAX - (1 << 16);

/// How the values of the next heaps follow from those of all heaps before them.
pub(super) trait Rule: Send {
    /// Returns the name of the method, in a few words.
    fn name(&self) -> &'static str;

    /// The bytes that its tables take for each heap, beside the four of the value.
    const BYTES: u64 = 0;

    /// Allocates the tables for the heaps before `end`. Their memory is held already.
    fn prepare(&mut self, _known: &Known<'_>, _end: usize) -> Result<(), Reason> {
        Ok(())
    }

    /// Appends the values of all heaps before `end`, at most [`CHUNK`] of them.
    fn compute(
        &mut self,
        known: &mut Known<'_>,
        end: usize,
        budget: &Budget,
    ) -> Result<(), NimError>;
}

/// The entries of all heaps so far, by heap.
pub(super) struct Known<'a> {
    first: usize,
    entries: &'a mut Vec<u32>,
}

impl<'a> Known<'a> {
    pub(super) fn new(first: usize, entries: &'a mut Vec<u32>) -> Self {
        Self { first, entries }
    }

    /// Returns the entry of a heap.
    #[inline]
    pub(super) fn at(&self, heap: usize) -> u32 {
        self.entries[heap - self.first]
    }

    /// Returns the first heap that is not known.
    #[inline]
    pub(super) fn next(&self) -> usize {
        self.first + self.entries.len()
    }

    #[inline]
    pub(super) fn push(&mut self, entry: u32) {
        self.entries.push(entry);
    }
}

/// The evaluator of a [`Rule`]. Extending in steps computes nothing twice.
pub(super) struct ChunkEvaluator<R> {
    rule: R,
    values: Sequence,
    memory: TableMemory,
}

impl<R: Rule> ChunkEvaluator<R> {
    /// Returns an evaluator whose entries are the values.
    pub(super) fn numbers(first: u64, rule: R) -> Self {
        Self::new(Sequence::of_numbers(first, Vec::new()), rule)
    }

    /// Returns an evaluator whose entries are 0 or exponents plus one of powers of two.
    pub(super) fn powers(first: u64, rule: R) -> Self {
        Self::new(Sequence::of_powers(first, Vec::new()), rule)
    }

    fn new(values: Sequence, rule: R) -> Self {
        Self {
            rule,
            values,
            memory: TableMemory::default(),
        }
    }
}

impl<R: Rule> Evaluator for ChunkEvaluator<R> {
    fn name(&self) -> &'static str {
        self.rule.name()
    }

    fn values(&self) -> &Sequence {
        &self.values
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), NimError> {
        let first = self.values.first();
        if to < first + self.values.len() as u64 {
            return Ok(());
        }
        let end = match u32::try_from(to) {
            Ok(to) if to < END => to as usize + 1,
            _ => {
                let message = format!("tables of values end before heap {END}");
                return Err(NimError::OutOfReach(message));
            }
        };
        let first = usize::try_from(first).map_err(|_| Reason::Allocator)?;
        let account = self.memory.under(budget)?;
        let bytes = (to + 1).saturating_mul(4 + R::BYTES);
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        account.hold(bytes.max(account.bytes()))?;
        let entries = self.values.entries_mut();
        reserve(entries, end - first)?;
        let mut known = Known::new(first, entries);
        self.rule.prepare(&known, end)?;
        while known.next() < end {
            budget.check()?;
            budget.reached(known.next() as u64);
            let stop = end.min(known.next() + CHUNK);
            self.rule.compute(&mut known, stop, budget)?;
            tracing::debug!(method = self.rule.name(), heaps = stop, "values computed");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Squares;

    impl Rule for Squares {
        fn name(&self) -> &'static str {
            "squares"
        }

        fn compute(
            &mut self,
            known: &mut Known<'_>,
            end: usize,
            _: &Budget,
        ) -> Result<(), NimError> {
            while known.next() < end {
                known.push((known.next() % 1000).pow(2) as u32);
            }
            Ok(())
        }
    }

    #[test]
    fn a_stop_at_a_limit_keeps_the_values_computed_before() {
        let mut evaluator = ChunkEvaluator::numbers(1, Squares);
        evaluator.extend(50_000, &Budget::default()).unwrap();
        evaluator.extend(7, &Budget::default()).unwrap();
        assert_eq!(evaluator.values().len(), 50_000);
        assert_eq!(evaluator.values().get(999), Some(998_001.into()));
        let tight = Budget::default().with_max_memory(300_000);
        assert!(matches!(
            evaluator.extend(80_000, &tight),
            Err(NimError::Stopped(Reason::Memory { .. }))
        ));
        let late = Budget::timeout(std::time::Duration::ZERO);
        assert_eq!(
            evaluator.extend(80_000, &late),
            Err(NimError::Stopped(Reason::Deadline))
        );
        for far in [u64::from(END), u64::MAX] {
            assert!(matches!(
                evaluator.extend(far, &Budget::default()),
                Err(NimError::OutOfReach(_))
            ));
        }
        assert_eq!(evaluator.values().len(), 50_000);
        evaluator.extend(80_000, &Budget::default()).unwrap();
        assert_eq!(evaluator.values().len(), 80_000);
    }

    #[test]
    fn memory_is_held_while_the_evaluator_lives() {
        let budget = Budget::default();
        let mut evaluator = ChunkEvaluator::numbers(1, Squares);
        evaluator.extend(999, &budget).unwrap();
        assert_eq!(budget.held(), 4000);
        drop(evaluator);
        assert_eq!(budget.held(), 0);
    }
}

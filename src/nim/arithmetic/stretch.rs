//! The frame of a method that goes on from the values it knows, a stretch of heaps at a time.

use crate::limits::{Budget, Reason};
use crate::nim::error::NimError;
use crate::nim::evaluator::Evaluator;
use crate::nim::sequence::Sequence;

/// How many heaps are settled between two looks at the clock: a millisecond or less.
pub(super) const STRETCH: usize = 1 << 15;

/// Heaps are less than this. They are kept in four bytes, and so is a stretch or two beyond.
const END: u32 = u32::MAX - (1 << 16);

/// How the values of the next heaps follow from those of all heaps before them.
pub(super) trait Rule: Send {
    /// What it does, in a few words.
    fn name(&self) -> &'static str;

    /// The bytes that its tables take for each heap, beside the four of the value.
    const BYTES: u64 = 0;

    /// Makes room for the heaps before `end`. Called before they are asked for.
    fn prepare(&mut self, _known: &Known<'_>, _end: usize) {}

    /// Appends the values of all heaps before `end`, at most [`STRETCH`] of them.
    fn go_on(&mut self, known: &mut Known<'_>, end: usize, budget: &Budget)
    -> Result<(), NimError>;
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

    /// The entry of a heap.
    #[inline]
    pub(super) fn at(&self, heap: usize) -> u32 {
        self.entries[heap - self.first]
    }

    /// The first heap that is not known.
    #[inline]
    pub(super) fn next(&self) -> usize {
        self.first + self.entries.len()
    }

    #[inline]
    pub(super) fn push(&mut self, entry: u32) {
        self.entries.push(entry);
    }
}

/// A method by a [`Rule`]. Nothing is computed twice when it is extended in steps.
pub(super) struct StretchEvaluator<R> {
    rule: R,
    values: Sequence,
}

impl<R: Rule> StretchEvaluator<R> {
    /// A method whose entries are the values.
    pub(super) fn numbers(first: u64, rule: R) -> Self {
        let values = Sequence::of_numbers(first, Vec::new());
        Self { rule, values }
    }

    /// A method whose entries are exponents plus one of powers of two, or 0.
    pub(super) fn powers(first: u64, rule: R) -> Self {
        let values = Sequence::of_powers(first, Vec::new());
        Self { rule, values }
    }
}

impl<R: Rule> Evaluator for StretchEvaluator<R> {
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
        budget.check_memory((to + 1).saturating_mul(4 + R::BYTES))?;
        let entries = self.values.entries_mut();
        entries
            .try_reserve(end - first - entries.len())
            .map_err(|_| Reason::Allocator)?;
        let mut known = Known::new(first, entries);
        self.rule.prepare(&known, end);
        while known.next() < end {
            budget.check()?;
            let stop = end.min(known.next() + STRETCH);
            self.rule.go_on(&mut known, stop, budget)?;
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

        fn go_on(&mut self, known: &mut Known<'_>, end: usize, _: &Budget) -> Result<(), NimError> {
            while known.next() < end {
                known.push((known.next() % 1000).pow(2) as u32);
            }
            Ok(())
        }
    }

    #[test]
    fn limits_are_kept_and_what_is_known_stays() {
        let mut evaluator = StretchEvaluator::numbers(1, Squares);
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
}

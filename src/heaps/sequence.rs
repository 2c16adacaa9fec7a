//! Nim values of consecutive heaps.

use super::error::NimError;
use super::nim_value::NimValue;

/// The nim values of consecutive heaps, four bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    first: u64,
    entries: Vec<u32>,
    kind: Kind,
}

/// What an entry means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The value itself.
    Number,
    /// 0, or 2^(e−1) for an entry e.
    Power,
}

impl Sequence {
    /// Returns the sequence of these values, of the heaps from `first` on.
    pub fn of_numbers(first: u64, values: Vec<u32>) -> Self {
        Self {
            first,
            entries: values,
            kind: Kind::Number,
        }
    }

    /// Returns a sequence of values that are 0 or powers of two, each given as 0 or the exponent
    /// plus one.
    pub fn of_powers(first: u64, exponents: Vec<u32>) -> Self {
        Self {
            first,
            entries: exponents,
            kind: Kind::Power,
        }
    }

    /// Returns the heap of the first value.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Checks whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the value of a heap, if it is in the range.
    pub fn get(&self, heap: u64) -> Option<NimValue> {
        let at = usize::try_from(heap.checked_sub(self.first)?).ok()?;
        self.entries.get(at).map(|&entry| self.value(entry))
    }

    fn value(&self, entry: u32) -> NimValue {
        match self.kind {
            Kind::Number => NimValue::from(u64::from(entry)),
            Kind::Power if entry == 0 => NimValue::default(),
            Kind::Power => NimValue::power_of_two(u64::from(entry) - 1),
        }
    }

    /// Returns the values as numbers; none if they are given as powers of two.
    pub fn numbers(&self) -> Option<&[u32]> {
        (self.kind == Kind::Number).then_some(&self.entries)
    }

    /// Returns the exponents plus one, if the values are given as powers of two.
    pub fn exponents(&self) -> Option<&[u32]> {
        (self.kind == Kind::Power).then_some(&self.entries)
    }

    /// Appends the value of the next heap: a number, or if the values are powers of two, 0 or the
    /// exponent plus one.
    pub fn push(&mut self, entry: u32) {
        self.entries.push(entry);
    }

    /// Returns the entries, for an evaluator that appends to them.
    pub(crate) fn entries_mut(&mut self) -> &mut Vec<u32> {
        &mut self.entries
    }

    /// Replaces the values by known ones of the same range and form.
    pub(crate) fn replace(&mut self, known: Sequence) -> Result<(), NimError> {
        if (known.first, known.kind) != (self.first, self.kind) {
            let message = "the values belong to another ruleset";
            return Err(NimError::OutOfReach(message.into()));
        }
        *self = known;
        Ok(())
    }

    /// Iterates over all heaps with their values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u64, NimValue)> + '_ {
        self.entries.iter().enumerate().map(|(i, &entry)| {
            // The largest heap is `u64::MAX`.
            (self.first.saturating_add(i as u64), self.value(entry))
        })
    }
}

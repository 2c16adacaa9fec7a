//! An interner: equal values are stored once and known by a number.

use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// Numbers different values in the order in which they are added.
pub(crate) struct Interner<T>(IndexSet<T, FxBuildHasher>);

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self(IndexSet::default())
    }
}

impl<T: Hash + Eq> Interner<T> {
    /// Returns the number of a value, and adds the value if it is new.
    pub(crate) fn intern(&mut self, value: T) -> u32 {
        // There are no more values than games or heaps, which are numbered by 32 bits.
        u32::try_from(self.0.insert_full(value).0).unwrap_or(u32::MAX)
    }

    /// Returns the value with a number.
    pub(crate) fn get(&self, number: u32) -> &T {
        &self.0[number as usize]
    }

    /// Returns how many values there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

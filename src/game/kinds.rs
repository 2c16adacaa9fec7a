//! Values of which few are different, each kept once and known by a number.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Different values, numbered in the order in which they came.
pub(crate) struct Kinds<T> {
    list: Vec<T>,
    numbers: HashTable<u32>,
}

impl<T> Default for Kinds<T> {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            numbers: HashTable::new(),
        }
    }
}

impl<T: Hash + Eq> Kinds<T> {
    /// The number of a value, a new one if the value is new.
    pub(crate) fn number(&mut self, value: T) -> u32 {
        let hash_of = |value: &T| FxBuildHasher.hash_one(value);
        let hash = hash_of(&value);
        let is_it = |&number: &u32| self.list[number as usize] == value;
        if let Some(&number) = self.numbers.find(hash, is_it) {
            return number;
        }
        // As many as the games or heaps that they belong to, which are numbered by 32 bits.
        let number = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.list.push(value);
        let list = &self.list;
        self.numbers
            .insert_unique(hash, number, |&other| hash_of(&list[other as usize]));
        number
    }

    /// The value of a number.
    pub(crate) fn get(&self, number: u32) -> &T {
        &self.list[number as usize]
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_one_number() {
        let mut kinds = Kinds::default();
        let numbers: Vec<u32> = (0..1000u64).map(|i| kinds.number(i * i % 97)).collect();
        for (i, &number) in (0..1000u64).zip(&numbers) {
            assert_eq!(*kinds.get(number), i * i % 97);
        }
        assert_eq!(kinds.len(), 49);
    }
}

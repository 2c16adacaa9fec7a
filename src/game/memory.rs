//! Memory accounting: how many bytes lists and maps allocate when they grow, so that growth can be
//! refused before it happens.

use std::ops::{Deref, DerefMut};

use rustc_hash::FxHashMap;

use crate::limits::{Account, Budget, Reason};

/// The allocator refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfMemory;

impl From<OutOfMemory> for Reason {
    fn from(_: OutOfMemory) -> Self {
        Self::Allocator
    }
}

/// Returns by how many elements the capacity of a list has to grow so that it takes `extra` more:
/// about half as much again, which wastes less than doubling when millions of sets are held. 0 if
/// the capacity suffices.
pub(super) fn shortage<T>(list: &Vec<T>, extra: usize) -> usize {
    let spare = list.capacity() - list.len();
    if spare >= extra {
        return 0;
    }
    (list.capacity() / 2).max(extra).max(64) - spare
}

/// Reserves capacity for `extra` more elements.
pub(super) fn grow<T>(list: &mut Vec<T>, extra: usize) -> Result<(), OutOfMemory> {
    match shortage(list, extra) {
        0 => Ok(()),
        more => {
            let spare = list.capacity() - list.len();
            let reserved = list.try_reserve_exact(spare + more);
            reserved.map_err(|_| OutOfMemory)
        }
    }
}

/// Reserves capacity for one more entry.
pub(super) fn grow_map<K: Eq + std::hash::Hash, V>(
    map: &mut FxHashMap<K, V>,
) -> Result<(), OutOfMemory> {
    map.try_reserve(1).map_err(|_| OutOfMemory)
}

/// Returns a list with this capacity.
pub(super) fn list_with_capacity<T>(capacity: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut list = Vec::new();
    let reserved = list.try_reserve_exact(capacity);
    reserved.map_err(|_| OutOfMemory).map(|()| list)
}

/// Returns the bytes of a list.
pub(super) fn list_bytes<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// Returns the bytes that [`grow`] allocates for one more element.
pub(super) fn list_growth<T>(list: &Vec<T>) -> usize {
    shortage(list, 1) * size_of::<T>()
}

/// Returns the bytes of a map: its entries with their share of empty places and control bytes.
pub(super) fn map_bytes<K, V>(map: &FxHashMap<K, V>) -> usize {
    entries_bytes::<K, V>(map.capacity())
}

/// Returns the bytes that one more entry makes a map allocate. The old table is freed only after
/// its entries are moved.
pub(super) fn map_growth<K, V>(map: &FxHashMap<K, V>) -> usize {
    match map.capacity() {
        capacity if map.len() < capacity => 0,
        capacity => entries_bytes::<K, V>((2 * capacity).max(3)),
    }
}

fn entries_bytes<K, V>(capacity: usize) -> usize {
    capacity * (size_of::<(K, V)>() + 1) * 8 / 7
}

/// A list that lives as long as one computation, counted against a budget once it is large.
pub(super) struct Scratch<T> {
    list: Vec<T>,
    /// Opened when the list first passes [`NEGLIGIBLE`](Self::NEGLIGIBLE) bytes.
    account: Option<Account>,
}

impl<T> Scratch<T> {
    /// Smaller lists are not accounted for.
    const NEGLIGIBLE: usize = 1 << 16;

    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            account: None,
        }
    }

    /// Appends an element.
    pub(super) fn try_push(&mut self, value: T, budget: &Budget) -> Result<(), Reason> {
        self.reserve_within(1, budget)?;
        self.list.push(value);
        Ok(())
    }

    /// Reserves capacity for `extra` more elements.
    pub(super) fn reserve_within(&mut self, extra: usize, budget: &Budget) -> Result<(), Reason> {
        if self.list.capacity() - self.list.len() >= extra {
            return Ok(());
        }
        self.grow(extra, budget)
    }

    #[cold]
    fn grow(&mut self, extra: usize, budget: &Budget) -> Result<(), Reason> {
        let capacity = self.list.capacity() + shortage(&self.list, extra);
        let bytes = capacity.saturating_mul(size_of::<T>());
        if bytes > Self::NEGLIGIBLE {
            let account = self.account.get_or_insert_with(|| budget.account());
            account.hold(bytes)?;
        }
        Ok(grow(&mut self.list, extra)?)
    }
}

impl<T> Deref for Scratch<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.list
    }
}

impl<T> DerefMut for Scratch<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_known_beforehand() {
        let mut list: Vec<u64> = Vec::new();
        let mut map: FxHashMap<u32, u64> = FxHashMap::default();
        for i in 0..10_000 {
            let (held, growth) = (list_bytes(&list), list_growth(&list));
            grow(&mut list, 1).unwrap();
            list.push(7);
            assert_eq!(list_bytes(&list), held + growth);
            let (held, growth) = (map_bytes(&map), map_growth(&map));
            grow_map(&mut map).unwrap();
            map.insert(i, 7);
            let expected = if growth == 0 { held } else { growth };
            // Sizes of tables are powers of two, of which seven eighths are used: small ones less.
            assert!(map_bytes(&map).abs_diff(expected) <= 24 * 3, "{i}");
        }
        assert_eq!(list_bytes(&list), list.capacity() * 8);
        // 10 000 entries of 16 bytes in 2^14 places, with a control byte each.
        assert_eq!(map_bytes(&map), (1 << 14) * 17);
    }

    #[test]
    fn a_large_scratch_list_counts_against_the_budget() {
        let budget = Budget::default().with_max_memory(1 << 20);
        let mut list = Scratch::new();
        let refused = (0u64..1 << 20).find_map(|i| list.try_push(i, &budget).err());
        assert!(matches!(refused, Some(Reason::Memory { .. })));
        assert!(list.len() > 1 << 16 && budget.held() > 1 << 19);
        drop(list);
        assert_eq!(budget.held(), 0);
        assert_eq!(
            list_with_capacity::<u64>(usize::MAX / 64).err(),
            Some(OutOfMemory)
        );
    }
}

//! Lists and maps that grow within the memory limit.
//!
//! Memory is counted in an [`Account`] before it is allocated. An allocation that the system refuses
//! is [`Reason::Allocator`]. While a list or map grows, its old and its new memory both count.

use std::collections::{HashMap, HashSet, TryReserveError};
use std::hash::{BuildHasher, Hash};

use crate::limits::{Account, Budget, Reason};

/// What the allocator adds to a small allocation, in bytes.
pub(super) const OVERHEAD: usize = 16;

/// Reserves capacity for more elements, at least doubling what there is.
pub(super) fn reserve<T>(
    list: &mut Vec<T>,
    more: usize,
    account: &mut Account,
) -> Result<(), Reason> {
    if list.capacity() - list.len() >= more {
        return Ok(());
    }
    let old = list.capacity() * size_of::<T>();
    account.add(old)?;
    let reserved = account.reserve(list, more);
    account.record(account.bytes() - old);
    reserved
}

/// Collects at most `most` items.
pub(super) fn collect<T>(
    items: impl Iterator<Item = T>,
    most: usize,
    account: &mut Account,
) -> Result<Vec<T>, Reason> {
    let mut list = Vec::new();
    account.reserve(&mut list, most)?;
    list.extend(items.take(most));
    Ok(list)
}

/// A hash map or a hash set.
pub(super) trait Table {
    /// The bytes of an entry.
    const ENTRY: usize;

    fn entries(&self) -> usize;

    fn most_entries(&self) -> usize;

    fn try_reserve_one(&mut self) -> Result<(), TryReserveError>;
}

macro_rules! table {
    ($table:ident<$key:ident $(, $value:ident)?>, $entry:ty) => {
        impl<$key: Eq + Hash, $($value,)? S: BuildHasher> Table for $table<$key, $($value,)? S> {
            const ENTRY: usize = size_of::<$entry>();

            fn entries(&self) -> usize {
                self.len()
            }

            fn most_entries(&self) -> usize {
                self.capacity()
            }

            fn try_reserve_one(&mut self) -> Result<(), TryReserveError> {
                self.try_reserve(1)
            }
        }
    };
}

table!(HashMap<K, V>, (K, V));
table!(HashSet<K>, K);

/// Reserves capacity for one more entry.
pub(super) fn reserve_entry<T: Table>(table: &mut T, account: &mut Account) -> Result<(), Reason> {
    /// The capacity of the smallest table.
    const LEAST: usize = 3;
    let before = table.most_entries();
    if table.entries() < before {
        return Ok(());
    }
    // Seven eighths of the places of a table are used, and each has a control byte.
    let bytes = |capacity: usize| {
        let entries = capacity.saturating_mul(T::ENTRY + 1);
        entries.saturating_add(entries / 7)
    };
    let held = account.bytes();
    account.add(bytes(before.saturating_mul(2).max(LEAST)))?;
    let reserved = table.try_reserve_one();
    let new = bytes(table.most_entries());
    account.record((held + new).saturating_sub(bytes(before)));
    account.allocated(reserved)
}

/// Counts the memory of an account against another budget from now on.
pub(super) fn transfer(account: &mut Account, budget: &Budget) {
    account.move_to(budget);
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;

    #[test]
    fn accounts_hold_what_lists_and_maps_allocate() {
        let budget = Budget::default();
        let (mut of_list, mut of_map) = (budget.account(), budget.account());
        let mut list: Vec<u64> = Vec::new();
        let mut map: FxHashMap<u32, u64> = FxHashMap::default();
        for i in 0..10_000 {
            reserve(&mut list, 1, &mut of_list).unwrap();
            list.push(7);
            reserve_entry(&mut map, &mut of_map).unwrap();
            map.insert(i, 7);
            assert_eq!(of_list.bytes(), list.capacity() * 8);
        }
        // 10 000 entries of 16 bytes in 2^14 places, with a control byte each.
        assert_eq!(of_map.bytes(), (1 << 14) * 17);
        assert_eq!(budget.held(), of_list.bytes() + of_map.bytes());
        let collected = collect(list.iter(), 100, &mut of_map).unwrap();
        assert_eq!(collected.len(), 100);
        assert_eq!(of_map.bytes(), (1 << 14) * 17 + 800);
        let other = Budget::default();
        transfer(&mut of_list, &other);
        assert_eq!(other.held(), list.capacity() * 8);
        assert_eq!(budget.held(), of_map.bytes());
    }

    #[test]
    fn a_refused_list_changes_nothing() {
        let budget = Budget::default().with_max_memory(100);
        let mut account = budget.account();
        let mut list: Vec<u64> = Vec::new();
        reserve(&mut list, 8, &mut account).unwrap();
        assert!(reserve(&mut list, 9, &mut account).is_err());
        assert_eq!((account.bytes(), list.capacity()), (64, 8));
        let unlimited = Budget::default();
        let mut account = unlimited.account();
        let refused = reserve(&mut list, usize::MAX / 32, &mut account);
        assert_eq!(refused, Err(Reason::Allocator));
    }
}

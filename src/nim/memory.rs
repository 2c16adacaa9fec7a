//! Memory of tables, counted against the budget of the call that extends them.

use crate::limits::{Account, Budget, Reason};

/// The memory that the tables of an evaluator hold, for as long as they live.
///
/// Each call that extends the tables has a budget of its own, and the account moves to it.
#[derive(Debug)]
pub(crate) struct TableMemory(Account);

impl Default for TableMemory {
    fn default() -> Self {
        Self(Budget::default().account())
    }
}

impl TableMemory {
    /// Returns the memory of a table that is already allocated.
    pub(crate) fn of_table<T>(table: &Vec<T>) -> Self {
        let mut memory = Self::default();
        memory.0.record(table.capacity() * size_of::<T>());
        memory
    }

    /// Returns the account, moved to this budget. The bytes held stay the same.
    ///
    /// # Errors
    /// [`Reason::Memory`] if they are more than the budget allows.
    pub(crate) fn under(&mut self, budget: &Budget) -> Result<&mut Account, Reason> {
        self.0.move_to(budget);
        budget.check_memory(0_usize)?;
        Ok(&mut self.0)
    }

    /// Returns the account.
    pub(crate) fn account(&mut self) -> &mut Account {
        &mut self.0
    }
}

/// Appends an entry to a table.
pub(crate) fn push<T>(table: &mut Vec<T>, entry: T, account: &mut Account) -> Result<(), Reason> {
    if table.len() == table.capacity() {
        account.reserve(table, 1)?;
    }
    table.push(entry);
    Ok(())
}

/// Reserves capacity for `length` entries in all, of bytes that are held already.
///
/// # Errors
/// [`Reason::Allocator`] if the system refuses.
pub(crate) fn reserve<T>(table: &mut Vec<T>, length: usize) -> Result<(), Reason> {
    let more = length.saturating_sub(table.len());
    table.try_reserve_exact(more).map_err(|_| Reason::Allocator)
}

/// Returns a table of equal entries, of bytes that are held already.
///
/// # Errors
/// [`Reason::Allocator`] if the system refuses.
pub(crate) fn filled<T: Clone>(entry: T, length: usize) -> Result<Vec<T>, Reason> {
    let mut table = Vec::new();
    reserve(&mut table, length)?;
    table.resize(length, entry);
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_account_holds_the_capacity_until_it_is_dropped() {
        let budget = Budget::default().with_max_memory(1000);
        let mut memory = TableMemory::default();
        let mut table: Vec<u32> = Vec::new();
        for entry in 0..200 {
            push(&mut table, entry, memory.under(&budget).unwrap()).unwrap();
            assert!(budget.held() >= table.capacity() * 4);
        }
        let refused = (200..300)
            .find_map(|entry| push(&mut table, entry, memory.under(&budget).unwrap()).err());
        assert!(matches!(refused, Some(Reason::Memory { limit: 1000, .. })));
        let other = Budget::default();
        memory.under(&other).unwrap();
        let little = Budget::default().with_max_memory(10);
        assert!(memory.under(&little).is_err());
        memory.under(&other).unwrap();
        assert_eq!(budget.held(), 0);
        assert!(other.held() >= 800);
        drop(memory);
        assert_eq!(other.held(), 0);
    }

    #[test]
    fn a_refused_allocation_is_an_error() {
        assert_eq!(filled(0u64, usize::MAX / 16), Err(Reason::Allocator));
    }
}

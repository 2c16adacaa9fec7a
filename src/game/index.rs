//! The intern table: from the hash of a set to its index.
//!
//! A slot is one word, 32 bits of hash and the index; slots are addressed by the upper bits of the
//! hash and searched linearly. Looking up a set that is not there, the common case when games are
//! enumerated, touches one cache line, and growing moves slots in ascending order from one array
//! to the other. (A table with separate control bytes, as in hashbrown, touches two lines:
//! docs/architecture.md has the measurement.)

use super::memory::{OutOfMemory, list_with_capacity};

/// Hash and index of the sets of a store.
#[derive(Default)]
pub(super) struct IndexTable {
    /// 0 for an empty slot, else the hash above the index plus one.
    slots: Vec<u64>,
    len: usize,
}

/// A search whose first load has started; see [`IndexTable::probe`].
#[derive(Clone, Copy, Default)]
pub(super) struct Probe {
    hash: u32,
    place: usize,
    slot: u64,
}

impl IndexTable {
    /// Starts the search for a hash: reads its first slot.
    ///
    /// The table is far larger than the cache, so this load is the cost of a look-up. A caller with
    /// other work to do starts it early, and the load overlaps with the work.
    pub(super) fn probe(&self, hash: u32) -> Probe {
        let place = self.home(hash);
        let slot = self.slots.get(place).copied().unwrap_or(0);
        Probe { hash, place, slot }
    }

    /// Returns the first index with the hash of the probe that `is_it` accepts.
    pub(super) fn find(&self, probe: Probe, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let Probe {
            hash,
            mut place,
            mut slot,
        } = probe;
        while slot != 0 {
            let index = (slot & 0xffff_ffff) as u32 - 1;
            if slot >> 32 == u64::from(hash) && is_it(index) {
                return Some(index);
            }
            place = (place + 1) & (self.slots.len() - 1);
            slot = self.slots[place];
        }
        None
    }

    /// Adds an index. The table must have a free slot: see [`reserve`](Self::reserve).
    pub(super) fn insert(&mut self, hash: u32, index: u32) {
        debug_assert!(self.len < capacity(self.slots.len()));
        self.put(u64::from(hash) << 32 | u64::from(index + 1));
        self.len += 1;
    }

    /// Reserves a slot for one more index.
    pub(super) fn reserve(&mut self) -> Result<(), OutOfMemory> {
        let size = self.next_size();
        if size == self.slots.len() {
            return Ok(());
        }
        let mut slots = list_with_capacity(size)?;
        slots.resize(size, 0);
        tracing::debug!(slots = size, "hash table grown");
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            self.put(slot);
        }
        Ok(())
    }

    /// Returns the bytes that [`reserve`](Self::reserve) would allocate.
    pub(super) fn growth(&self) -> usize {
        match self.next_size() {
            size if size == self.slots.len() => 0,
            size => size * size_of::<u64>(),
        }
    }

    /// Returns how many indices there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
    }

    fn put(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut place = self.home((slot >> 32) as u32);
        while self.slots[place] != 0 {
            place = (place + 1) & mask;
        }
        self.slots[place] = slot;
    }

    /// Returns the slot where the search for a hash starts.
    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.slots.len() as u64) >> 32) as usize
    }

    /// Returns the size of a table for one more index.
    fn next_size(&self) -> usize {
        match self.slots.len() {
            0 => 16,
            size if self.len < capacity(size) => size,
            size => 2 * size,
        }
    }
}

/// Returns how many indices a table of this size takes: linear search stays short up to two thirds.
fn capacity(size: usize) -> usize {
    size / 3 * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_found_even_where_hashes_agree() {
        let mut table = IndexTable::default();
        assert_eq!(table.find(table.probe(7), |_| true), None);
        // Hashes at both ends of the table, so that the search wraps around.
        let hash = |index: u32| (index % 50).wrapping_mul(0xffff_fff1) | index << 31;
        for index in 0..1000 {
            let probe = table.probe(hash(index));
            assert_eq!(table.find(probe, |i| i == index), None);
            let (held, growth) = (table.bytes(), table.growth());
            table.reserve().unwrap();
            // The old table is freed after the new one is filled.
            assert_eq!(table.bytes(), if growth == 0 { held } else { growth });
            assert_eq!(table.growth(), 0);
            table.insert(hash(index), index);
            assert!(table.len <= capacity(table.slots.len()));
        }
        for index in 0..1000 {
            let probe = table.probe(hash(index));
            assert_eq!(table.find(probe, |i| i == index), Some(index));
        }
        assert_eq!((table.len, table.bytes()), (1000, 2048 * size_of::<u64>()));
    }
}

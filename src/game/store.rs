//! A hash-consed store of finite sets: the memory layout under [`Universe`](super::Universe)
//! and [`Forms`](super::Forms).
//!
//! A set is a strictly sorted list of 32-bit element codes; the owner of the store defines their
//! meaning and order. All lists are stored one after the other in a single slab; a set is identified
//! by its index, and its [`Span`] is the place of its list. The intern table holds indices and
//! compares lists in the slab, so there is no allocation per set: eight bytes of span, four bytes
//! an element, twelve to twenty-four bytes of table.
//!
//! The hash of a set is the wrapping sum of the mixed codes of its elements. It does not depend
//! on their order, and the hash of a prefix is a by-product of hashing the whole. An attacker who
//! knows the mixed codes could find pairs with nearly the same sum, and sets that differ by such
//! pairs collide. So codes are mixed with a number that is drawn at random when the program starts.
//! The contents of the store and their order do not depend on it.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::LazyLock;

use super::index::{IndexTable, Probe};
use super::memory::{OutOfMemory, grow, list_bytes, shortage};
use crate::limits::Reason;

/// The place of a set's elements in the slab.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    len: u32,
}

/// The sum of mixed element codes; see the module documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SetHash {
    sum: u64,
    /// The same for all hashes.
    seed: u64,
}

impl Default for SetHash {
    /// Returns the hash of the empty set.
    fn default() -> Self {
        static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));
        Self::seeded(*SEED)
    }
}

impl SetHash {
    fn seeded(seed: u64) -> Self {
        Self { sum: 0, seed }
    }

    /// Returns the hash of the set with one more element.
    pub(super) fn with(self, code: u32) -> Self {
        // The finaliser of SplitMix64: every output bit depends on every input bit, so sums of
        // such values behave like sums of random ones.
        let mut x = u64::from(code).wrapping_add(self.seed);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self {
            sum: self.sum.wrapping_add(x ^ (x >> 31)),
            ..self
        }
    }

    /// Returns the hash of a whole list.
    pub(super) fn of(codes: &[u32]) -> Self {
        codes.iter().fold(Self::default(), |hash, &c| hash.with(c))
    }

    /// Returns the 32 bits that the table keeps.
    pub(super) fn kept(self) -> u32 {
        (self.sum >> 32) as u32
    }
}

/// Why a set could not be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// 32-bit indices are used up.
    Indices,
    /// The allocator refused.
    Allocator,
}

impl From<OutOfMemory> for Full {
    fn from(_: OutOfMemory) -> Self {
        Self::Allocator
    }
}

impl From<Full> for Reason {
    fn from(full: Full) -> Self {
        match full {
            Full::Indices => Self::Capacity,
            Full::Allocator => Self::Allocator,
        }
    }
}

/// A store of sets. Indices count up from 0 in the order of insertion.
#[derive(Default)]
pub(super) struct SetStore {
    slab: Vec<u32>,
    spans: Vec<Span>,
    table: IndexTable,
}

impl SetStore {
    /// Returns how many sets there are.
    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns the elements of a set.
    pub(super) fn elements(&self, index: u32) -> &[u32] {
        let span = self.spans[index as usize];
        &self.slab[span.start as usize..][..span.len as usize]
    }

    /// Returns how many elements a set has.
    pub(super) fn count(&self, index: u32) -> usize {
        self.spans[index as usize].len as usize
    }

    /// Returns the index of the set with these elements, if it is stored.
    pub(super) fn find(&self, hash: SetHash, codes: &[u32]) -> Option<u32> {
        self.find_probed(self.probe(hash), codes)
    }

    /// Starts the look-up of a set; see [`IndexTable::probe`].
    pub(super) fn probe(&self, hash: SetHash) -> Probe {
        self.table.probe(hash.kept())
    }

    /// Completes a look-up by [`probe`](Self::probe).
    pub(super) fn find_probed(&self, probe: Probe, codes: &[u32]) -> Option<u32> {
        self.table
            .find(probe, |index| self.elements(index) == codes)
    }

    /// Returns how many bytes the next insertion of a set of this many elements will allocate. The
    /// old and the new table exist side by side while the table grows.
    pub(super) fn growth(&self, elements: usize) -> usize {
        let slab = size_of::<u32>() * shortage(&self.slab, elements);
        let spans = size_of::<Span>() * shortage(&self.spans, 1);
        slab + spans + self.table.growth()
    }

    /// Returns the bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        list_bytes(&self.slab) + list_bytes(&self.spans) + self.table.bytes()
    }

    /// Stores a set that [`find`](Self::find) did not find.
    pub(super) fn insert(&mut self, hash: SetHash, codes: &[u32]) -> Result<u32, Full> {
        let index = u32::try_from(self.spans.len()).map_err(|_| Full::Indices)?;
        let start = u32::try_from(self.slab.len()).map_err(|_| Full::Indices)?;
        let len = u32::try_from(codes.len()).map_err(|_| Full::Indices)?;
        start.checked_add(len).ok_or(Full::Indices)?;
        grow(&mut self.slab, codes.len())?;
        grow(&mut self.spans, 1)?;
        self.table.reserve()?;

        self.slab.extend_from_slice(codes);
        self.spans.push(Span { start, len });
        self.table.insert(hash.kept(), index);
        Ok(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The terms of a hash are outputs of SplitMix64; these are the published first ones for the
    /// seed 0.
    #[test]
    fn codes_are_mixed_by_splitmix() {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let outputs = [
            0xe220_a839_7b1d_cdaf,
            0x6e78_9e6a_a1b9_65f4,
            0x06c4_5d18_8009_454f,
        ];
        for (n, output) in (1..).zip(outputs) {
            let empty = SetHash::seeded(STEP.wrapping_mul(n));
            assert_eq!(empty.with(0).sum, output);
            let upper = u32::try_from(output >> 32).unwrap();
            assert_eq!(empty.with(0).kept(), upper);
            assert_eq!(
                SetHash::seeded(STEP.wrapping_mul(n) - 5).with(5).sum,
                output
            );
        }
    }

    #[test]
    fn a_set_is_found_where_it_was_put() {
        let mut store = SetStore::default();
        let lists: Vec<Vec<u32>> = (0..1000u32).map(|i| (i..i + i % 7).collect()).collect();
        let mut stored = Vec::new();
        for list in &lists {
            let hash = SetHash::of(list);
            let index = match store.find(hash, list) {
                Some(index) => index,
                None => store.insert(hash, list).unwrap(),
            };
            stored.push(index);
        }
        for (list, &index) in lists.iter().zip(&stored) {
            assert_eq!(store.elements(index), list);
            assert_eq!(store.find(SetHash::of(list), list), Some(index));
        }
        // Every seventh list is empty: one set.
        assert_eq!(store.len(), 1000 - 143 + 1);
        assert!(store.find(SetHash::of(&[5000]), &[5000]).is_none());
    }

    /// Returns the `2^pairs` sets that choose one of two pairs of codes each, the pairs having nearly
    /// the same sum of mixed codes for this seed: an attack on the table.
    fn sets_that_collide(seed: u64, pairs: usize) -> Vec<Vec<u32>> {
        let mixed = |code| SetHash::seeded(seed).with(code).sum;
        let mut sums: Vec<(u64, [u32; 2])> = (0..1200u32)
            .flat_map(|a| (0..a).map(move |b| [b, a]))
            .map(|pair| (mixed(pair[0]).wrapping_add(mixed(pair[1])), pair))
            .collect();
        sums.sort_unstable();
        let mut close: Vec<_> = sums.windows(2).map(|w| (w[1].0 - w[0].0, w)).collect();
        close.sort_unstable();
        let mut used = std::collections::BTreeSet::new();
        let mut sets = vec![Vec::new()];
        for (_, two) in close {
            let codes = [two[0].1, two[1].1].concat();
            if sets.len() == 1 << pairs || codes.iter().any(|code| used.contains(code)) {
                continue;
            }
            used.extend(codes);
            sets = sets
                .iter()
                .flat_map(|set: &Vec<u32>| two.iter().map(|(_, pair)| [&set[..], pair].concat()))
                .collect();
        }
        sets
    }

    #[test]
    fn collisions_for_one_seed_are_none_for_another() {
        let kept = |seed, sets: &[Vec<u32>]| {
            let hash = |set: &Vec<u32>| set.iter().fold(seed, |hash: SetHash, &c| hash.with(c));
            let kept = sets.iter().map(|set| hash(set).kept());
            kept.collect::<std::collections::BTreeSet<u32>>().len()
        };
        let sets = sets_that_collide(1, 12);
        assert_eq!(sets.len(), 1 << 12);
        // For the guessed seed nearly all hashes agree; 4096 random values of 32 bits hardly ever do.
        assert!(kept(SetHash::seeded(1), &sets) <= 4);
        assert!(kept(SetHash::seeded(2), &sets) > 4000);
        assert!(kept(SetHash::default(), &sets) > 4000);
    }

    #[test]
    fn the_hash_ignores_order() {
        assert!(SetHash::of(&[1, 2, 3]) == SetHash::of(&[3, 1, 2]));
        assert!(SetHash::of(&[1, 2, 3]) != SetHash::of(&[1, 2, 4]));
    }
}

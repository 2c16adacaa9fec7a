//! Boards that occur in play, each stored once, with their options.
//!
//! A board is a list of words that its game understands, in a canonical form; the first word is its
//! rank, a number that every move lowers. What a move leaves is stored as components, so that the
//! boards of all moves share them.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use hashbrown::HashTable;

use crate::heaps::position::Position;
use crate::limits::{Account, Budget, Reason};

/// The canonical form of a board; the first word is its rank.
pub(super) type Words = Vec<u64>;

/// The options of a board: codes of components, each option ended by [`END`].
pub(super) type Codes = Arc<[u64]>;

/// Ends an option in a list of codes.
pub(super) const END: u64 = u64::MAX;

/// Numbers boards, and remembers their options.
#[derive(Default)]
pub(super) struct Interner {
    /// The numbers of the boards, by their words. Boards come from untrusted input, so hashes are
    /// keyed.
    numbers: HashTable<u32>,
    hasher: RandomState,
    words: Vec<u64>,
    /// Where the words of each board end.
    ends: Vec<usize>,
    options: Vec<Option<Codes>>,
    /// Whoever makes a table grow holds the bytes in their own budget.
    accounts: Vec<Account>,
    held: usize,
    used: usize,
}

impl Interner {
    /// Returns the words of a board. None if there is no board with this number.
    pub(super) fn words(&self, number: usize) -> Option<&[u64]> {
        let end = *self.ends.get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.words[start..end])
    }

    /// Returns the options of a board, if they are known.
    pub(super) fn options(&self, number: usize) -> Option<Codes> {
        self.options.get(number)?.clone()
    }

    /// Returns the number of a board, a new one if it is new.
    pub(super) fn intern(&mut self, words: &[u64], budget: &Budget) -> Result<u32, Reason> {
        let hash = self.hasher.hash_one(words);
        let known = self
            .numbers
            .find(hash, |&number| self.words(number as usize) == Some(words));
        if let Some(&number) = known {
            return Ok(number);
        }
        let number = u32::try_from(self.ends.len()).map_err(|_| Reason::Capacity)?;
        // Lists double; a number has a slot of its own in a table that is half full at worst.
        let entry = size_of::<usize>() + size_of::<Option<Codes>>() + 2 * size_of::<u64>();
        self.charge(2 * (size_of_val(words) + entry), budget)?;
        let refused = |_| Reason::Allocator;
        self.words.try_reserve(words.len()).map_err(refused)?;
        self.ends.try_reserve(1).map_err(refused)?;
        self.options.try_reserve(1).map_err(refused)?;
        self.words.extend_from_slice(words);
        self.ends.push(self.words.len());
        self.options.push(None);
        let (all, ends, hasher) = (&self.words, &self.ends, &self.hasher);
        let rehash = |&number: &u32| {
            let number = number as usize;
            let start = number.checked_sub(1).map_or(0, |before| ends[before]);
            hasher.hash_one(&all[start..ends[number]])
        };
        let reserved = self.numbers.try_reserve(1, rehash);
        reserved.map_err(|_| Reason::Allocator)?;
        self.numbers.insert_unique(hash, number, rehash);
        Ok(number)
    }

    /// Remembers the options of a board: lists of components, which are interned.
    pub(super) fn store(
        &mut self,
        number: usize,
        options: &[Vec<Words>],
        budget: &Budget,
    ) -> Result<Codes, Reason> {
        let mut sums = Vec::with_capacity(options.len());
        for option in options {
            let mut sum = Vec::with_capacity(option.len() + 1);
            for words in option {
                let number = self.intern(words, budget)?;
                sum.push(code(words[0], number));
            }
            sum.sort_unstable();
            sum.push(END);
            sums.push(sum);
        }
        sums.sort_unstable();
        sums.dedup();
        let codes: Codes = sums.concat().into();
        self.charge(size_of_val(&*codes) + 2 * size_of::<usize>(), budget)?;
        if let Some(place) = self.options.get_mut(number) {
            *place = Some(Arc::clone(&codes));
        }
        Ok(codes)
    }

    /// Counts bytes that are about to be used.
    fn charge(&mut self, bytes: usize, budget: &Budget) -> Result<(), Reason> {
        if self.used + bytes > self.held {
            let chunk = bytes.max(self.held / 4).max(1 << 16);
            let mut account = budget.account();
            account.hold(chunk)?;
            self.accounts.push(account);
            self.held += chunk;
        }
        self.used += bytes;
        Ok(())
    }
}

/// A component in one word. Ranks are below 2^16 and numbers below 2^32, so no code is [`END`].
fn code(rank: u64, number: u32) -> u64 {
    rank << 32 | u64::from(number)
}

/// Returns the position that a code stands for: its rank and its number.
pub(super) fn position(code: u64) -> Position {
    Position::pair(code >> 32, code & u64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_stored_once_and_within_the_budget() {
        let budget = Budget::default();
        let mut interner = Interner::default();
        for round in 0..2 {
            for n in 0..1000_u64 {
                let number = interner.intern(&[n, n * n], &budget).unwrap();
                assert_eq!(u64::from(number), n, "round {round}");
                assert_eq!(interner.words(number as usize), Some(&[n, n * n][..]));
            }
        }
        assert_eq!(interner.words(1000), None);
        assert!(budget.held() >= 1000 * 16);
        let options = [
            vec![vec![5, 25], vec![3, 9]],
            vec![],
            vec![vec![3, 9], vec![5, 25]],
        ];
        let codes = interner.store(7, &options, &budget).unwrap();
        assert_eq!(*codes, [code(3, 3), code(5, 5), END, END]);
        assert_eq!(interner.options(7), Some(codes));
        drop(interner);
        assert_eq!(budget.held(), 0);
        let little = Budget::default().with_max_memory(1 << 17);
        let mut interner = Interner::default();
        let stopped = (0..).find_map(|n| interner.intern(&[n], &little).err());
        assert!(matches!(stopped, Some(Reason::Memory { .. })));
    }
}

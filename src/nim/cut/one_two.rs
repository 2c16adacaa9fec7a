//! The cut set {1,2}, for which no regularity is known.
//!
//! A heap n has the option (x, k, k) for every x < n of its parity, n = x + 2k, so it has none of
//! their values (Lemma 3 of Dailly, Duchêne, Larsson and Paris), and few candidates are left. Those
//! below the value are found quickly among the sums of two or three heaps; only the value itself
//! needs all sums. With the sets N(m,2) as bits that takes n/3 lookups, because the smallest of
//! three heaps has at most n/3. For the same reason the sets with m < 2n/3 are not needed any more.
//!
//! Heaps of similar size have values of similar size, so consecutive lookups read similar values in
//! consecutive sets. The bits are stored in tiles for that.

use std::collections::VecDeque;

use crate::heaps::NimError;
use crate::limits::{Budget, Reason};
use crate::nim::definition::Seen;
use crate::nim::memory::TableMemory;
use crate::nim::{Evaluator, Sequence};

/// The bits of 16 consecutive values in the sets N(m,2) of 32 consecutive m: a cache line.
type Tile = [u16; HEAPS];
/// The number of sets that share a tile.
const HEAPS: usize = 32;

/// The evaluator of the cut set {1,2}.
pub(super) struct OneTwoEvaluator {
    values: Sequence,
    /// The sets N(m,2) with the same quotient of m by `HEAPS`, a tile for every 16 values.
    pairs: VecDeque<Vec<Tile>>,
    /// The quotient that the first of them belongs to.
    first: usize,
    /// N(n,2) for the current n.
    row: Vec<u64>,
    /// The same with a byte for each value.
    marks: Vec<u8>,
    /// The values of even and of odd heaps.
    seen: [Seen; 2],
    memory: TableMemory,
}

impl Default for OneTwoEvaluator {
    fn default() -> Self {
        Self {
            values: Sequence::of_numbers(1, Vec::new()),
            pairs: VecDeque::new(),
            first: 0,
            row: vec![0],
            marks: Vec::new(),
            seen: Default::default(),
            memory: TableMemory::default(),
        }
    }
}

impl OneTwoEvaluator {
    /// Adds tiles for the set N(n,2), and drops the sets that are not needed from n on.
    fn prepare(&mut self, n: usize) -> Result<(), Reason> {
        let account = self.memory.account();
        let bytes = |tiles: &Vec<Tile>| tiles.capacity() * size_of::<Tile>();
        if self.first + self.pairs.len() <= n / HEAPS {
            while (self.first + 1) * HEAPS <= n - n / 3
                && let Some(tiles) = self.pairs.pop_front()
            {
                account.hold(account.bytes() - bytes(&tiles))?;
                self.first += 1;
            }
            self.pairs.try_reserve(1).map_err(|_| Reason::Allocator)?;
            self.pairs.push_back(Vec::new());
        }
        let Some(tiles) = self.pairs.back_mut() else {
            return Ok(());
        };
        let length = self.row.len() * 4;
        if tiles.len() < length {
            let more = length - tiles.len();
            account.reserve(tiles, more)?;
            tiles.resize(length, [0; HEAPS]);
        }
        Ok(())
    }

    /// Finds the values of two heaps with total n.
    fn find_pairs(&mut self, n: usize) {
        // Consecutive pairs have similar values. Set as bits of one word, each would wait for the one
        // before.
        self.marks.clear();
        self.marks.resize(self.row.len() * 64, 0);
        let values = self.values.numbers().unwrap_or_default();
        for (&a, &b) in values[..n / 2].iter().zip(values.iter().rev()) {
            self.marks[(a ^ b) as usize] = 1;
        }
        for (word, marks) in self.row.iter_mut().zip(self.marks.as_chunks().0) {
            *word = as_bits(marks);
        }
    }

    /// Stores the set N(n,2) of the current n.
    fn store_pairs(&mut self, n: usize) {
        let Some(tiles) = self.pairs.back_mut() else {
            return;
        };
        for (four, word) in tiles.chunks_exact_mut(4).zip(&self.row) {
            for (tile, bytes) in four.iter_mut().zip(word.to_le_bytes().chunks_exact(2)) {
                tile[n % HEAPS] = u16::from_le_bytes([bytes[0], bytes[1]]);
            }
        }
    }

    /// Checks whether three heaps with total n have this value.
    fn is_sum_of_three(&self, n: usize, value: u32) -> bool {
        let values = self.values.numbers().unwrap_or_default();
        // The smallest heaps, from 1 on, and what is left for the other two.
        let (mut smallest, mut rest) = (&values[..n / 3], n - 1);
        while !smallest.is_empty() {
            let tiles = &self.pairs[rest / HEAPS - self.first];
            let places = rest % HEAPS + 1;
            let (here, further) = smallest.split_at(places.min(smallest.len()));
            // An inclusive range would test at every step whether it has ended.
            for (&one, place) in here.iter().zip((0..places).rev()) {
                let other = value ^ one;
                if let Some(tile) = tiles.get(other as usize / 16)
                    && tile[place] >> (other % 16) & 1 == 1
                {
                    return true;
                }
            }
            rest -= here.len();
            smallest = further;
        }
        false
    }
}

impl Evaluator for OneTwoEvaluator {
    fn name(&self) -> &'static str {
        "sums of two heaps as bits, candidates tested for three"
    }

    fn values(&self) -> &Sequence {
        &self.values
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), NimError> {
        if to <= self.values.len() as u64 {
            return Ok(());
        }
        self.memory.under(budget)?;
        while (self.values.len() as u64) < to {
            budget.check()?;
            let n = self.values.len() + 1;
            budget.reached(n as u64);
            self.prepare(n)?;
            self.memory
                .account()
                .reserve(self.values.entries_mut(), 1)?;
            self.find_pairs(n);
            let is_pair = |g: u32| {
                let word = self.row.get(g as usize / 64);
                word.is_some_and(|word| word >> (g % 64) & 1 == 1)
            };
            let is_free = |&g: &u32| !is_pair(g) && !self.is_sum_of_three(n, g);
            // There are infinitely many candidates and finitely many options.
            let value = self.seen[n % 2].missing().find(is_free).unwrap_or_default();
            self.store_pairs(n);
            self.seen[n % 2].insert(value);
            let width = (value as usize / 64 + 1).next_power_of_two();
            if width > self.row.len() {
                self.row.resize(width, 0);
            }
            self.values.entries_mut().push(value);
        }
        tracing::debug!(heaps = to, "values computed");
        Ok(())
    }
}

/// Packs bytes that are 0 or 1 into bits.
fn as_bits(bytes: &[u8; 64]) -> u64 {
    let eights = bytes.as_chunks().0.iter();
    eights.rev().fold(0, |bits, &eight| {
        // The product has byte k at bit 56 + k.
        let eight = u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits << 8 | eight
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_bits() {
        for word in [0, 1, u64::MAX, 1 << 63, 0x0123_4567_89AB_CDEF, 0x8040_2010] {
            let bytes = std::array::from_fn(|k| (word >> k & 1) as u8);
            assert_eq!(as_bits(&bytes), word);
        }
    }
}

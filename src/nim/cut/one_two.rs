//! The cut set {1,2}, for which no regularity is known.
//!
//! A heap n has the option (x, k, k) for every x < n of its parity, n = x + 2k, so it has none of
//! their values (Lemma 3 of Dailly, Duchêne, Larsson and Paris), and few candidates are left. Of
//! those below the value each is found at once among the sums of two or three heaps; only the value
//! itself needs all of them to be looked at. With the sets N(m,2) as bits that takes n/3 looks,
//! because the smallest of three heaps has at most n/3. For the same reason the sets with m < 2n/3
//! are not needed any more.
//!
//! Heaps of similar size have values of similar size, so consecutive looks go to similar values in
//! consecutive sets. The bits are laid out in tiles for that.

use std::collections::VecDeque;

use crate::limits::Budget;
use crate::nim::definition::Seen;
use crate::nim::error::NimError;
use crate::nim::{Evaluator, Sequence};

/// Of the sets N(m,2) of some consecutive m the bits of 16 consecutive values: a cache line.
type Tile = [u16; HEAPS];
/// How many sets share a tile.
const HEAPS: usize = 32;

pub(super) struct OneTwoEvaluator {
    values: Sequence,
    /// The sets N(m,2) with the same quotient of m by `HEAPS`, a tile for every 16 values.
    pairs: VecDeque<Vec<Tile>>,
    /// The quotient that the first of them belongs to.
    first: usize,
    /// N(n,2) for the n that is being found.
    row: Vec<u64>,
    /// The same with a byte for each value.
    marks: Vec<u8>,
    /// The values of even and of odd heaps.
    seen: [Seen; 2],
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
        }
    }
}

impl OneTwoEvaluator {
    /// Makes room for the set N(n,2), and drops the sets that are not needed from n on.
    fn make_room(&mut self, n: usize, budget: &Budget) -> Result<(), NimError> {
        if self.first + self.pairs.len() > n / HEAPS {
            return Ok(());
        }
        while (self.first + 1) * HEAPS <= n - n / 3 && self.pairs.pop_front().is_some() {
            self.first += 1;
        }
        let next = vec![[0; HEAPS]; self.row.len() * 4];
        let tiles: usize = self.pairs.iter().map(Vec::len).sum();
        budget.check_memory((tiles + next.len()) * size_of::<Tile>())?;
        self.pairs.push_back(next);
        Ok(())
    }

    /// Finds the values of two heaps that together have n.
    fn find_pairs(&mut self, n: usize) {
        // Pairs that follow each other have similar values. Set as bits of one word, each would
        // wait for the one before.
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

    /// Puts the set N(n,2) that was found with the others.
    fn store_pairs(&mut self, n: usize) {
        let Some(tiles) = self.pairs.back_mut() else {
            return;
        };
        if tiles.len() < self.row.len() * 4 {
            tiles.resize(self.row.len() * 4, [0; HEAPS]);
        }
        for (four, word) in tiles.chunks_exact_mut(4).zip(&self.row) {
            for (tile, bytes) in four.iter_mut().zip(word.to_le_bytes().chunks_exact(2)) {
                tile[n % HEAPS] = u16::from_le_bytes([bytes[0], bytes[1]]);
            }
        }
    }

    /// Whether three heaps that together have n have this value.
    fn is_sum_of_three(&self, n: usize, value: u32) -> bool {
        let values = self.values.numbers().unwrap_or_default();
        // The smallest heaps, from 1 on, and what is left for the other two.
        let (mut smallest, mut rest) = (&values[..n / 3], n - 1);
        while !smallest.is_empty() {
            let tiles = &self.pairs[rest / HEAPS - self.first];
            let places = rest % HEAPS + 1;
            let (here, further) = smallest.split_at(places.min(smallest.len()));
            // An inclusive range would ask at every step whether it has ended.
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
        while (self.values.len() as u64) < to {
            budget.check()?;
            let n = self.values.len() + 1;
            self.make_room(n, budget)?;
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
        Ok(())
    }
}

/// The bits of bytes that are 0 or 1.
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

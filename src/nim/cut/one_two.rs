//! The cut set {1,2}, for which no regularity is known.
//!
//! A heap n has the option (x, k, k) for every x < n of its parity, n = x + 2k, so it has none of
//! their values (Lemma 3 of Dailly, Duchêne, Larsson and Paris), and few candidates are left. Of
//! those below the value each is found at once among the sums of two or three heaps; only the value
//! itself needs all of them to be looked at. With the sets N(m,2) as bits that takes n/3 looks,
//! because the smallest of three heaps has at most n/3. For the same reason the sets with m < 2n/3
//! are not needed any more.

use std::collections::VecDeque;

use crate::game::Limits;
use crate::nim::definition::Seen;
use crate::nim::error::{NimError, afford, look_at_clock};
use crate::nim::{Road, Sequence};

pub(super) struct OneTwoRoad {
    values: Sequence,
    /// N(m,2) in a bit for each value, for the m from `first` to the last heap that is known.
    pairs: VecDeque<Box<[u64]>>,
    first: usize,
    bytes: usize,
    /// The values of even and of odd heaps.
    seen: [Seen; 2],
    /// How many words hold every value.
    width: usize,
}

impl Default for OneTwoRoad {
    fn default() -> Self {
        Self {
            values: Sequence::of_numbers(1, Vec::new()),
            pairs: VecDeque::new(),
            first: 1,
            bytes: 0,
            seen: Default::default(),
            width: 1,
        }
    }
}

impl OneTwoRoad {
    /// The values of two heaps that together have n.
    fn pairs_of(values: &[u32], n: usize, width: usize) -> Box<[u64]> {
        let mut row = vec![0u64; width].into_boxed_slice();
        for (&a, &b) in values[..n / 2].iter().zip(values.iter().rev()) {
            let value = a ^ b;
            row[value as usize / 64] |= 1 << (value % 64);
        }
        row
    }

    /// Whether three heaps that together have n, the last heap with a row, have this value.
    fn is_sum_of_three(&self, values: &[u32], n: usize, value: u32) -> bool {
        // The rows of n−1, n−2, …
        let rows = self.pairs.iter().rev().skip(1);
        let mut looks = values[..n / 3].iter().zip(rows);
        looks.any(|(&smallest, row)| contains(row, value ^ smallest))
    }
}

fn contains(row: &[u64], value: u32) -> bool {
    let word = row.get(value as usize / 64);
    word.is_some_and(|word| word >> (value % 64) & 1 == 1)
}

impl Road for OneTwoRoad {
    fn name(&self) -> &'static str {
        "sums of two heaps as bits, candidates tested for three"
    }

    fn values(&self) -> &Sequence {
        &self.values
    }

    fn extend(&mut self, to: u64, limits: &Limits) -> Result<(), NimError> {
        while (self.values.len() as u64) < to {
            look_at_clock(limits)?;
            let row_bytes = self.width * size_of::<u64>();
            afford((self.bytes + row_bytes) as u64, limits)?;
            let values = self.values.numbers().unwrap_or_default();
            let n = values.len() + 1;
            let row = Self::pairs_of(values, n, self.width);
            self.bytes += row_bytes;
            self.pairs.push_back(row);
            while self.first < n - n / 3
                && let Some(row) = self.pairs.pop_front()
            {
                self.first += 1;
                self.bytes -= row.len() * size_of::<u64>();
            }
            let pairs = self.pairs.back().map_or(&[][..], |row| row);
            let mut candidates = self.seen[n % 2].missing();
            let is_free = |&g: &u32| !contains(pairs, g) && !self.is_sum_of_three(values, n, g);
            // There are infinitely many candidates and finitely many options.
            let value = candidates.find(is_free).unwrap_or_default();
            drop(candidates);
            self.seen[n % 2].insert(value);
            self.width = self
                .width
                .max((value as usize / 64 + 1).next_power_of_two());
            self.values.entries_mut().push(value);
        }
        Ok(())
    }
}

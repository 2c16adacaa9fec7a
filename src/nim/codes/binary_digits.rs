//! Nim sums of many pairs at once, by binary digits.
//!
//! For each binary digit there is a bit for every heap, in ascending order and again in descending
//! order. So the digits of the nim sums of pairs with consecutive parts are an exclusive or of
//! words, 64 pairs in each, and a value occurs among the sums where each of its digits does.

use crate::limits::{Account, Reason};
use crate::nim::memory::filled;

/// The number of words in a chunk; with fewer the loops do not compile to vector instructions.
const WORDS: usize = 16;
/// A bit for each pair of a chunk.
type Bits = [u64; WORDS];
/// The number of pairs in a chunk.
pub(super) const CHUNK: usize = 64 * WORDS;

/// Consecutive pairs of heaps with this total. The smaller part of the first pair is `start` + 1,
/// where `start` is a multiple of the length of chunks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) total: usize,
    pub(super) start: usize,
    pub(super) count: usize,
}

/// The digits of the values of heaps from 1 on.
pub(super) struct BinaryDigits {
    /// The heaps before this one are stored.
    known: usize,
    /// The number of binary digits, even.
    count: usize,
    /// The number of heaps that fit, a multiple of 64.
    capacity: usize,
    /// The words of each digit in each order: the capacity, and a chunk beyond it.
    stride: usize,
    /// The bit of heap n is at n − 1.
    forward: Vec<u64>,
    /// The bit of heap n is at capacity − n.
    backward: Vec<u64>,
}

impl BinaryDigits {
    /// Returns an empty table.
    pub(super) fn none() -> Self {
        Self {
            known: 1,
            count: 2,
            capacity: 0,
            stride: WORDS,
            forward: Vec::new(),
            backward: Vec::new(),
        }
    }

    /// Adds the new heaps among these. The table is rebuilt where it is too small.
    pub(super) fn extend(&mut self, values: &[u16], account: &mut Account) -> Result<(), Reason> {
        let new = values.get(self.known..).unwrap_or_default();
        let digits = 2 * pairs_of_digits(new.iter().max().copied().unwrap_or(0));
        if values.len() > self.capacity + 1 || digits > self.count {
            let capacity = (values.len() * 2).next_multiple_of(64);
            let stride = capacity / 64 + WORDS;
            let digits = digits.max(self.count);
            // The old table is dropped first.
            account.hold(account.bytes() - self.bytes())?;
            *self = Self::none();
            account.add(2 * digits * stride * size_of::<u64>())?;
            *self = Self {
                known: 1,
                count: digits,
                capacity,
                stride,
                forward: filled(0, digits * stride)?,
                backward: filled(0, digits * stride)?,
            };
        }
        for (heap, &value) in values.iter().enumerate().skip(self.known) {
            let (ahead, back) = (heap - 1, self.capacity - heap);
            // Without a branch: digits are unpredictable.
            for digit in 0..self.count {
                let (at, bit) = (digit * self.stride, u64::from(value >> digit & 1));
                self.forward[at + ahead / 64] |= bit << (ahead % 64);
                self.backward[at + back / 64] |= bit << (back % 64);
            }
        }
        self.known = self.known.max(values.len());
        Ok(())
    }

    fn bytes(&self) -> usize {
        (self.forward.len() + self.backward.len()) * size_of::<u64>()
    }

    /// Finds the digits of the sums of the pairs of a span, for values up to `largest`.
    pub(super) fn add_pairs(&self, span: Span, largest: u16, sums: &mut Sums) {
        // The larger part of the first pair is the total less `start` and 1.
        let back = self.capacity + 1 + span.start - span.total;
        let (word, shift) = (back / 64, back % 64);
        let parts = |digit: usize| -> (&Bits, &[u64; WORDS + 1]) {
            let (ahead, back) = (span.start / 64, word);
            let ahead = self.forward[digit * self.stride + ahead..].first_chunk();
            let back = self.backward[digit * self.stride + back..].first_chunk();
            (ahead.expect("a chunk"), back.expect("a chunk and a word"))
        };
        let sum = |(ahead, back): (&Bits, &[u64; WORDS + 1]), i: usize| {
            ahead[i] ^ (back[i] >> shift | back[i + 1] << 1 << (63 - shift))
        };
        sums.wanted = pairs_of_digits(largest);
        let known = sums.wanted.min(self.count / 2);
        for (pair, found) in sums.found[..known].iter_mut().enumerate() {
            let (low, high) = (parts(2 * pair), parts(2 * pair + 1));
            let [neither, only_low, only_high, both] = found;
            for i in 0..WORDS {
                let (low, high) = (sum(low, i), sum(high, i));
                neither[i] = !(low | high);
                only_low[i] = low & !high;
                only_high[i] = high & !low;
                both[i] = low & high;
            }
        }
        // No heap has these digits.
        for found in &mut sums.found[known..sums.wanted] {
            *found = [[u64::MAX; WORDS], [0; WORDS], [0; WORDS], [0; WORDS]];
        }
        if span.count == CHUNK && self.count <= 2 * sums.wanted {
            return;
        }
        // No pair at all, or a sum with digits that no wanted value has.
        let mut other = [0; WORDS];
        for (i, other) in other.iter_mut().enumerate() {
            let left = span.count.saturating_sub(64 * i);
            if left < 64 {
                *other = u64::MAX << left;
            }
        }
        for digit in 2 * sums.wanted..self.count {
            let parts = parts(digit);
            for (i, other) in other.iter_mut().enumerate() {
                *other |= sum(parts, i);
            }
        }
        for found in &mut sums.found[0] {
            for (found, other) in found.iter_mut().zip(other) {
                *found &= !other;
            }
        }
    }
}

/// The digits of the nim sums of a chunk of pairs.
pub(super) struct Sums {
    /// The number of pairs of digits considered.
    wanted: usize,
    /// For each pair of digits, the sums in which it is 0, 1, 2 and 3.
    found: [[Bits; 4]; 8],
}

impl Sums {
    pub(super) fn none() -> Self {
        Self {
            wanted: 1,
            found: [[[0; WORDS]; 4]; 8],
        }
    }

    /// Checks whether a value up to `largest` is among the sums.
    #[inline]
    pub(super) fn contain(&self, value: u16) -> bool {
        let mut value = usize::from(value);
        let mut places = self.found[0][value % 4];
        for found in &self.found[1..self.wanted] {
            value /= 4;
            for (place, found) in places.iter_mut().zip(&found[value % 4]) {
                *place &= found;
            }
        }
        places.iter().fold(0, |any, place| any | place) != 0
    }
}

/// Returns the number of pairs of binary digits of a value, at least one.
fn pairs_of_digits(value: u16) -> usize {
    (value | 1).ilog2() as usize / 2 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Budget;

    /// Numbers below a power of two without much regularity.
    fn values(count: usize, binary_digits: u32) -> Vec<u16> {
        let mixed = (0..count as u64).map(|n| (n * n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let cut = mixed.map(|n| u16::try_from(n >> (64 - binary_digits)));
        cut.collect::<Result<_, _>>().unwrap()
    }

    fn all_sums(values: &[u16], span: Span) -> Vec<u16> {
        let smaller = span.start + 1..=span.start + span.count;
        smaller
            .map(|a| values[a] ^ values[span.total - a])
            .collect()
    }

    #[test]
    fn sums_by_digits_are_the_sums_of_pairs() {
        let mut sums = Sums::none();
        for (known, binary_digits) in [(2, 1), (70, 3), (700, 7), (5000, 9), (5000, 14)] {
            let values = values(known, binary_digits);
            let mut digits = BinaryDigits::none();
            digits
                .extend(&values, &mut Budget::default().account())
                .unwrap();
            for total in [known, known - 1, known / 2 + 13, known / 3 + 1].map(|t| t.min(known)) {
                for start in (0..total / 2).step_by(CHUNK) {
                    for count in [1, 63, 64, 65, CHUNK - 1, CHUNK] {
                        let count = count.min(total / 2 - start);
                        let span = Span {
                            total,
                            start,
                            count,
                        };
                        let pairs = all_sums(&values, span);
                        for largest in [0, 3, 4, 60, 600, (1 << 14) - 1] {
                            digits.add_pairs(span, largest, &mut sums);
                            for value in (0..=largest).step_by(1 + usize::from(largest) / 500) {
                                let case = (known, span, largest, value);
                                assert_eq!(sums.contain(value), pairs.contains(&value), "{case:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn heaps_are_added_in_steps() {
        let mut values = values(600, 6);
        values[130] = 64;
        let mut account = Budget::default().account();
        let mut digits = BinaryDigits::none();
        let mut sums = Sums::none();
        // The table holds 128 heaps, then 320. Heap 130 has one more digit.
        for known in [60, 60, 61, 128, 129, 130, 131, 132, 320, 321, 322, 600] {
            digits.extend(&values[..known], &mut account).unwrap();
            assert_eq!(account.bytes(), digits.bytes());
            let span = Span {
                total: known,
                start: 0,
                count: known / 2,
            };
            digits.add_pairs(span, 127, &mut sums);
            let pairs = all_sums(&values, span);
            assert!((0..128).all(|value| sums.contain(value) == pairs.contains(&value)));
        }
    }
}

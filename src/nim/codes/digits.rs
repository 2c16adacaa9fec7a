//! Nim sums of many pairs at once, by their binary digits.
//!
//! For each binary digit there is a bit for every heap, from the first heap on and once more from
//! the last one backwards. So the digits of the nim sums of pairs with consecutive parts are an
//! exclusive or of words, 64 pairs in each, and a value occurs among the sums where each of its
//! digits does.

/// So many words are worked on together; with fewer the loops are not made into vector
/// instructions.
const WORDS: usize = 16;
/// A bit for each pair of a chunk.
type Bits = [u64; WORDS];
/// So many pairs are looked at together.
pub(super) const CHUNK: usize = 64 * WORDS;

/// Consecutive pairs of heaps that together have `total`: the first of them has a smaller part of
/// one more than `start`, a multiple of the length of chunks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) total: usize,
    pub(super) start: usize,
    pub(super) count: usize,
}

/// The digits of the values of heaps from 1 on.
pub(super) struct Digits {
    /// The heaps before this one are there.
    known: usize,
    /// How many there are, an even number.
    count: usize,
    /// There is room for so many heaps, a multiple of 64.
    room: usize,
    /// Each digit has so many words both ways: those of the room, and what a chunk may go beyond.
    stride: usize,
    /// The bit of heap n is at n − 1.
    forward: Vec<u64>,
    /// The bit of heap n is at room − n.
    backward: Vec<u64>,
}

impl Digits {
    /// No heaps, and no room for any.
    pub(super) fn none() -> Self {
        Self {
            known: 1,
            count: 2,
            room: 0,
            stride: WORDS,
            forward: Vec::new(),
            backward: Vec::new(),
        }
    }

    /// Adds the heaps that are new among these. All are listed anew where there is no room.
    pub(super) fn extend(&mut self, values: &[u16]) {
        let new = values.get(self.known..).unwrap_or_default();
        let digits = 2 * pairs_of_digits(new.iter().max().copied().unwrap_or(0));
        if values.len() > self.room + 1 || digits > self.count {
            let room = (values.len() * 2).next_multiple_of(64);
            let stride = room / 64 + WORDS;
            let digits = digits.max(self.count);
            // One list at a time.
            *self = Self::none();
            *self = Self {
                known: 1,
                count: digits,
                room,
                stride,
                forward: vec![0; digits * stride],
                backward: vec![0; digits * stride],
            };
        }
        for (heap, &value) in values.iter().enumerate().skip(self.known) {
            let (ahead, back) = (heap - 1, self.room - heap);
            // Digits cannot be foreseen, so there is no branch to be foreseen either.
            for digit in 0..self.count {
                let (at, bit) = (digit * self.stride, u64::from(value >> digit & 1));
                self.forward[at + ahead / 64] |= bit << (ahead % 64);
                self.backward[at + back / 64] |= bit << (back % 64);
            }
        }
        self.known = self.known.max(values.len());
    }

    /// Finds where the pairs of a span have which digits, for values up to `largest`.
    pub(super) fn look_at(&self, span: Span, largest: u16, sums: &mut Sums) {
        // The larger part of the first pair is the total less `start` and 1.
        let back = self.room + 1 + span.start - span.total;
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

/// Which digits the nim sums of a chunk of pairs have.
pub(super) struct Sums {
    /// So many pairs of digits are looked at.
    wanted: usize,
    /// For each pair of digits where it is 0, 1, 2 and 3.
    found: [[Bits; 4]; 8],
}

impl Sums {
    pub(super) fn none() -> Self {
        Self {
            wanted: 1,
            found: [[[0; WORDS]; 4]; 8],
        }
    }

    /// Whether a value up to the largest that was asked for is among the sums.
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

/// How many pairs of binary digits a value has, at least one.
fn pairs_of_digits(value: u16) -> usize {
    (value | 1).ilog2() as usize / 2 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let mut digits = Digits::none();
            digits.extend(&values);
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
                            digits.look_at(span, largest, &mut sums);
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
    fn heaps_are_added_to_those_that_are_there() {
        let mut values = values(600, 6);
        values[130] = 64;
        let mut digits = Digits::none();
        let mut sums = Sums::none();
        // There is room for 128 heaps, then for 320. Heap 130 has a digit more.
        for known in [60, 60, 61, 128, 129, 130, 131, 132, 320, 321, 322, 600] {
            digits.extend(&values[..known]);
            let span = Span {
                total: known,
                start: 0,
                count: known / 2,
            };
            digits.look_at(span, 127, &mut sums);
            let pairs = all_sums(&values, span);
            assert!((0..128).all(|value| sums.contain(value) == pairs.contains(&value)));
        }
    }
}

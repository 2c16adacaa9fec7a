//! Sparse spaces: a split of the numbers into rare and common ones such that few heaps have a
//! rare value (Berlekamp, Conway, Guy, Winning Ways, Chapter 4).

/// A split of values into rare and common ones by the parity of the binary digits under a mask.
///
/// With `alternating`, the parity of the heap counts as one more digit (Flammenkamp), so that a
/// value is rare at heaps of one parity and common at those of the other. A heap of size n with
/// value v has the character p(v & mask) + (n − t) mod 2, where t is what a dividing move takes;
/// it is rare if that is 0. The character is additive: if a + b = n − t, the characters of the
/// heaps a and b add up to the one that the value G(a) ⊕ G(b) has at heap n. So a common value
/// among the options of n that are pairs comes from one rare and one common heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SparseSpace {
    mask: u16,
    /// The parity of t if the heap counts.
    alternating: Option<u8>,
}

impl SparseSpace {
    /// Returns the split with the fewest rare heaps among the known ones, and their number.
    ///
    /// One Walsh–Hadamard transform of the histogram of values tries all masks: its entry at a
    /// mask is the number of heaps of even parity less the number of those of odd parity.
    pub(super) fn of_fewest_rare(known: &[u16], divided: &[usize]) -> (Self, usize) {
        let heaps = || known.iter().enumerate().skip(1);
        let top = known.iter().max().copied().unwrap_or(0);
        let mut best = (i64::MAX, Self::trivial());
        for alternating in [None, common_parity(divided)] {
            let mut sums = vec![0i64; (usize::from(top) + 1).next_power_of_two()];
            let space = Self {
                mask: 0,
                alternating,
            };
            for (heap, &value) in heaps() {
                sums[usize::from(value)] += 1 - 2 * i64::from(space.shift(heap));
            }
            walsh_hadamard(&mut sums);
            for (mask, &excess) in (0..=u16::MAX).zip(&sums) {
                if excess < best.0 {
                    best = (excess, Self { mask, alternating });
                }
            }
        }
        let space = best.1;
        let rare = heaps().filter(|&(heap, &value)| space.is_rare(heap, value));
        (space, rare.count())
    }

    /// Returns the split in which every value is rare.
    fn trivial() -> Self {
        Self {
            mask: 0,
            alternating: None,
        }
    }

    /// Returns the mask, and whether the parity of the heap counts.
    pub(super) fn parts(self) -> (u16, bool) {
        (self.mask, self.alternating.is_some())
    }

    /// Returns what the heap adds to the character of its values.
    pub(super) fn shift(self, heap: usize) -> u8 {
        match self.alternating {
            None => 0,
            Some(t) => parity(heap) ^ t,
        }
    }

    /// Checks whether the value is rare at this heap.
    pub(super) fn is_rare(self, heap: usize, value: u16) -> bool {
        self.is_rare_after(self.shift(heap), value)
    }

    /// Checks whether the value is rare at heaps with this shift.
    pub(super) fn is_rare_after(self, shift: u8, value: u16) -> bool {
        (value & self.mask).count_ones() % 2 == u32::from(shift)
    }
}

fn parity(number: usize) -> u8 {
    u8::from(number % 2 == 1)
}

/// Returns the common parity of the numbers, if they have one.
fn common_parity(numbers: &[usize]) -> Option<u8> {
    let first = parity(*numbers.first()?);
    let same = numbers.iter().all(|&n| parity(n) == first);
    same.then_some(first)
}

/// Transforms in place; the length is a power of two.
fn walsh_hadamard(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for pair in sums.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_finds_the_fewest_rare_heaps() {
        let values: Vec<u16> = (0..500u32)
            .map(|n| ((n * n * 7 + n / 3) % 61) as u16)
            .collect();
        for divided in [&[1][..], &[2], &[1, 2], &[0]] {
            let (space, rare) = SparseSpace::of_fewest_rare(&values, divided);
            let mut fewest = usize::MAX;
            for mask in 0..64 {
                for alternating in [None, common_parity(divided)] {
                    let other = SparseSpace { mask, alternating };
                    let heaps = 1..values.len();
                    let count = heaps.filter(|&n| other.is_rare(n, values[n])).count();
                    fewest = fewest.min(count);
                }
            }
            assert_eq!(rare, fewest, "{space:?}");
        }
    }

    #[test]
    fn characters_are_additive() {
        let values: Vec<u16> = (0..100u32).map(|n| ((n * n * 5 + n) % 31) as u16).collect();
        for t in [0, 1, 2] {
            let alternating = common_parity(&[t]);
            for space in [
                SparseSpace {
                    mask: 13,
                    alternating,
                },
                SparseSpace {
                    mask: 6,
                    alternating: None,
                },
            ] {
                for (a, b) in [(1, 1), (3, 8), (20, 31), (17, 40)] {
                    let rare = |heap: usize, value| space.is_rare(heap, value);
                    let pair = rare(a, values[a]) == rare(b, values[b]);
                    assert_eq!(rare(a + b + t, values[a] ^ values[b]), pair);
                }
            }
        }
    }
}

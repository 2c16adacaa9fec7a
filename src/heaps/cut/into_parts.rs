//! Partitions of a number into a given number of parts, one at a time.

use smallvec::{SmallVec, smallvec};

use crate::heaps::{Heaps, Position};

/// Iterates over the partitions of a heap into a given number of nonempty heaps, in descending order
/// of the largest parts, each once.
///
/// Equal parts are kept together, so the memory depends on the number of different parts only.
pub(super) struct IntoParts {
    /// By how much each part exceeds 1, descending, with the number of such parts.
    excess: SmallVec<[(u64, u64); 8]>,
    done: bool,
}

impl IntoParts {
    pub(super) fn new(size: u64, parts: u64) -> Self {
        let mut all = Self {
            excess: smallvec![],
            done: parts == 0 || size < parts,
        };
        if !all.done {
            all.fill(size - parts, size - parts, parts);
        }
        all
    }

    /// Appends `parts` parts with this total excess, each at most `most`, the first ones as large as
    /// possible.
    fn fill(&mut self, most: u64, total: u64, parts: u64) {
        let full = total.checked_div(most).unwrap_or(0);
        let rest = total - full * most;
        let rest_parts = u64::from(rest > 0);
        for (excess, copies) in [
            (most, full),
            (rest, rest_parts),
            (0, parts - full - rest_parts),
        ] {
            match self.excess.last_mut() {
                _ if copies == 0 => {}
                Some((last, count)) if *last == excess => *count += copies,
                _ => self.excess.push((excess, copies)),
            }
        }
    }

    /// The last part that can be made smaller is made smaller by one, and what follows it as large
    /// as possible.
    fn advance(&mut self) {
        let (mut total, mut parts) = (0, 0);
        while let Some((excess, copies)) = self.excess.pop() {
            if excess > 0 && u128::from(excess - 1) * u128::from(parts) > u128::from(total) {
                if copies > 1 {
                    self.excess.push((excess, copies - 1));
                }
                self.fill(excess - 1, total + excess, parts + 1);
                return;
            }
            total += excess * copies;
            parts += copies;
        }
        self.done = true;
    }
}

impl Iterator for IntoParts {
    type Item = Heaps;

    fn next(&mut self) -> Option<Heaps> {
        if self.done {
            return None;
        }
        let mut heaps = Heaps::none();
        for &(excess, copies) in self.excess.iter().rev() {
            heaps.add(Position::heap(excess + 1), copies);
        }
        self.advance();
        Some(heaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(size: u64, parts: u64) -> Vec<String> {
        let partitions = IntoParts::new(size, parts);
        partitions.map(|heaps| heaps.to_string()).collect()
    }

    #[test]
    fn large_parts_come_first() {
        assert_eq!(
            listed(8, 3),
            ["6 + 1×2", "5 + 2 + 1", "4 + 3 + 1", "4 + 2×2", "3×2 + 2"]
        );
        assert_eq!(listed(3, 3), ["1×3"]);
        assert_eq!(listed(5, 1), ["5"]);
        assert!(listed(2, 3).is_empty());
        assert!(listed(0, 0).is_empty());
    }
}

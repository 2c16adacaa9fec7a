//! Positions of rulesets, and sums of them.

use std::fmt;

use smallvec::SmallVec;

/// A position of a ruleset: a heap, or a pair of numbers as in Josephus Nim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    arity: u8,
    coordinates: [u64; 2],
}

impl Position {
    /// A heap of this size.
    pub const fn heap(size: u64) -> Self {
        Self {
            arity: 1,
            coordinates: [size, 0],
        }
    }

    /// A pair.
    pub const fn pair(x: u64, y: u64) -> Self {
        Self {
            arity: 2,
            coordinates: [x, y],
        }
    }

    /// The numbers that make up the position.
    pub fn coordinates(&self) -> &[u64] {
        &self.coordinates[..usize::from(self.arity)]
    }

    /// The size of a heap; of a pair, the first coordinate.
    pub const fn size(&self) -> u64 {
        self.coordinates[0]
    }
}

impl fmt::Display for Position {
    /// `5`, `9,2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, x) in self.coordinates().iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({self})")
    }
}

/// A disjunctive sum of positions of one ruleset: what a move leaves of a heap.
///
/// A multiset, ascending, each position once with its number of copies: dividing a heap of a
/// million into ones leaves one entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps(SmallVec<[(Position, u64); 3]>);

impl Heaps {
    /// The empty sum.
    pub fn none() -> Self {
        Self::default()
    }

    /// A single heap.
    pub fn heap(size: u64) -> Self {
        Self::from(Position::heap(size))
    }

    /// Heaps of these sizes, in any order.
    pub fn of_sizes(sizes: impl IntoIterator<Item = u64>) -> Self {
        sizes.into_iter().map(Position::heap).collect()
    }

    /// Adds copies of a position.
    ///
    /// # Panics
    /// If there are then 2^64 copies of it or more, rather than count them wrong.
    pub fn add(&mut self, position: Position, copies: u64) {
        let added = self.checked_add(position, copies);
        added.expect("fewer than 2^64 copies of a position");
    }

    /// Adds copies of a position. None, and nothing is added, if there would be 2^64 copies of it or
    /// more.
    #[must_use]
    pub fn checked_add(&mut self, position: Position, copies: u64) -> Option<()> {
        if copies == 0 {
            return Some(());
        }
        // Most sums are made in ascending order.
        let count = match self.0.last_mut() {
            Some((last, count)) if *last == position => count,
            Some((last, _)) if *last > position => {
                match self.0.binary_search_by_key(&position, |&(p, _)| p) {
                    Ok(at) => &mut self.0[at].1,
                    Err(at) => {
                        self.0.insert(at, (position, copies));
                        return Some(());
                    }
                }
            }
            _ => {
                self.0.push((position, copies));
                return Some(());
            }
        };
        *count = count.checked_add(copies)?;
        Some(())
    }

    /// This sum and another one. None if there would be 2^64 copies of a position or more.
    #[must_use]
    pub fn checked_plus(&self, other: &Heaps) -> Option<Heaps> {
        let mut sum = self.clone();
        for (position, copies) in other.iter() {
            sum.checked_add(position, copies)?;
        }
        Some(sum)
    }

    /// The sum without one copy of a position.
    #[must_use]
    pub fn without_one(&self, position: Position) -> Heaps {
        let mut rest = self.clone();
        if let Some(at) = rest.0.iter().position(|&(p, _)| p == position) {
            rest.0[at].1 -= 1;
            if rest.0[at].1 == 0 {
                rest.0.remove(at);
            }
        }
        rest
    }

    /// Each position once, ascending, with its number of copies.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Position, u64)> + '_ {
        self.0.iter().copied()
    }

    /// The bytes of this sum: three entries are held in place.
    pub(crate) fn held(&self) -> usize {
        let spilled = if self.0.spilled() {
            self.0.capacity() * size_of::<(Position, u64)>()
        } else {
            0
        };
        size_of::<Self>() + spilled
    }

    /// How many bytes so many entries take.
    pub(crate) fn bytes(entries: u64) -> u64 {
        entries.saturating_mul(size_of::<(Position, u64)>() as u64)
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Position> for Heaps {
    fn from(position: Position) -> Self {
        Self(SmallVec::from_iter([(position, 1)]))
    }
}

impl FromIterator<Position> for Heaps {
    fn from_iter<I: IntoIterator<Item = Position>>(positions: I) -> Self {
        let mut positions: SmallVec<[Position; 8]> = positions.into_iter().collect();
        positions.sort_unstable();
        let mut heaps = Self::none();
        for position in positions {
            heaps.add(position, 1);
        }
        heaps
    }
}

impl fmt::Display for Heaps {
    /// `6 + 2×3`, largest first; x×k is k copies of x. The empty sum is `∅`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("∅");
        }
        for (i, &(position, copies)) in self.0.iter().rev().enumerate() {
            let plus = if i > 0 { " + " } else { "" };
            match (position.arity, copies) {
                (1, 1) => write!(f, "{plus}{position}")?,
                (1, _) => write!(f, "{plus}{position}×{copies}")?,
                (_, 1) => write!(f, "{plus}({position})")?,
                _ => write!(f, "{plus}({position})×{copies}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_counted_right_or_not_at_all() {
        for size in [3, 5] {
            let mut most = Heaps::heap(5);
            let position = Position::heap(size);
            most.checked_add(position, u64::MAX - u64::from(size == 5))
                .unwrap();
            let before = most.clone();
            assert_eq!(most.checked_add(position, 1), None);
            assert_eq!(most.checked_plus(&Heaps::heap(size)), None);
            assert_eq!(most, before);
        }
    }

    #[test]
    fn sums_are_sorted_and_counted() {
        let sum = Heaps::of_sizes([3, 1, 3, 2, 3]);
        let entries: Vec<(u64, u64)> = sum.iter().map(|(p, k)| (p.size(), k)).collect();
        assert_eq!(entries, [(1, 1), (2, 1), (3, 3)]);
        assert_eq!(sum.to_string(), "3×3 + 2 + 1");
        let mut same = Heaps::heap(3);
        for (size, copies) in [(1, 1), (3, 2), (2, 1), (5, 0)] {
            same.add(Position::heap(size), copies);
        }
        assert_eq!(same, sum);
        assert_eq!(sum.without_one(Position::heap(2)).to_string(), "3×3 + 1");
        assert_eq!(
            sum.without_one(Position::heap(3)).to_string(),
            "3×2 + 2 + 1"
        );
        assert_eq!(sum.without_one(Position::heap(4)), sum);
        let twice = sum.checked_plus(&sum).unwrap();
        assert_eq!(twice.to_string(), "3×6 + 2×2 + 1×2");
        assert_eq!(Heaps::none().to_string(), "∅");
        assert_eq!(Heaps::from(Position::pair(9, 2)).to_string(), "(9,2)");
    }
}

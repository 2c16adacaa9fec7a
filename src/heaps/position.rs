//! Positions of rulesets, and sums of them.

use std::fmt;

use smallvec::SmallVec;

/// A position of a ruleset: a heap, or several numbers as in Josephus Nim.
///
/// One or two coordinates have 64 bits each, three or four 32 bits, five to eight 16 bits.
/// Positions are ordered by their number of coordinates, then by their kind, then lexicographically.
///
/// A ruleset whose moves lead to positions of other rulesets tells them apart by their
/// [`kind`](Self::kind), which is 0 unless it is set.
///
/// ```
/// use misere::heaps::Position;
///
/// let position = Position::new(&[3, 1, 4]).unwrap();
/// assert_eq!(position.to_string(), "3,1,4");
/// assert_eq!(position.coordinates()[2], 4);
/// assert_eq!(Position::new(&[5]), Some(Position::heap(5)));
/// assert_eq!(Position::new(&[1, 1, 1 << 32]), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    arity: u8,
    kind: u16,
    /// The coordinates from the highest bits down, so that the derived order is lexicographic.
    packed: [u64; 2],
}

/// The coordinates of a position.
pub type Coordinates = SmallVec<[u64; Position::MOST_COORDINATES]>;

impl Position {
    /// The largest number of coordinates.
    pub const MOST_COORDINATES: usize = 8;

    /// Returns the position with these coordinates; none if there are no coordinates, too many, or
    /// one does not fit into its bits.
    pub fn new(coordinates: &[u64]) -> Option<Self> {
        let arity = u8::try_from(coordinates.len()).ok()?;
        if !(1..=Self::MOST_COORDINATES).contains(&coordinates.len()) {
            return None;
        }
        let (bits, a_word) = (Self::bits(arity), Self::in_a_word(arity));
        let mut packed = [0; 2];
        for (i, &x) in coordinates.iter().enumerate() {
            if x > u64::MAX >> (u64::BITS - bits) {
                return None;
            }
            packed[i / a_word] |= x << Self::shift(arity, i);
        }
        Some(Self {
            arity,
            kind: 0,
            packed,
        })
    }

    /// Returns a heap of this size.
    pub const fn heap(size: u64) -> Self {
        Self {
            arity: 1,
            kind: 0,
            packed: [size, 0],
        }
    }

    /// Returns a pair.
    pub const fn pair(x: u64, y: u64) -> Self {
        Self {
            arity: 2,
            kind: 0,
            packed: [x, y],
        }
    }

    /// Returns the position with the same coordinates and this kind.
    #[must_use]
    pub const fn with_kind(self, kind: u16) -> Self {
        Self { kind, ..self }
    }

    /// Returns which of the rulesets that are played together this is a position of.
    pub const fn kind(&self) -> u16 {
        self.kind
    }

    /// Returns the coordinates.
    pub fn coordinates(&self) -> Coordinates {
        (0..self.arity()).map(|i| self.coordinate(i)).collect()
    }

    /// Returns the number of coordinates.
    pub const fn arity(&self) -> usize {
        self.arity as usize
    }

    /// Returns the size of a heap; of other positions, the first coordinate.
    pub const fn size(&self) -> u64 {
        match self.arity {
            1 | 2 => self.packed[0],
            _ => self.coordinate(0),
        }
    }

    const fn coordinate(&self, i: usize) -> u64 {
        let (bits, a_word) = (Self::bits(self.arity), Self::in_a_word(self.arity));
        let word = self.packed[i / a_word];
        (word >> Self::shift(self.arity, i)) & (u64::MAX >> (u64::BITS - bits))
    }

    /// The number of bits of a coordinate.
    const fn bits(arity: u8) -> u32 {
        match arity {
            0..=2 => 64,
            3..=4 => 32,
            _ => 16,
        }
    }

    /// The number of coordinates in a word of 64 bits.
    const fn in_a_word(arity: u8) -> usize {
        (u64::BITS / Self::bits(arity)) as usize
    }

    /// The place of a coordinate in its word.
    const fn shift(arity: u8, i: usize) -> usize {
        let a_word = Self::in_a_word(arity);
        (a_word - 1 - i % a_word) * Self::bits(arity) as usize
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
    /// Returns the empty sum.
    pub fn none() -> Self {
        Self::default()
    }

    /// Returns a single heap.
    pub fn heap(size: u64) -> Self {
        Self::from(Position::heap(size))
    }

    /// Returns the sum of heaps of these sizes, in any order.
    pub fn of_sizes(sizes: impl IntoIterator<Item = u64>) -> Self {
        sizes.into_iter().map(Position::heap).collect()
    }

    /// Adds copies of a position.
    ///
    /// # Panics
    /// If there would be 2^64 copies of it or more.
    pub fn add(&mut self, position: Position, copies: u64) {
        let added = self.checked_add(position, copies);
        added.expect("fewer than 2^64 copies of a position");
    }

    /// Adds copies of a position. Returns none and adds nothing if there would be 2^64 copies of it
    /// or more.
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

    /// Returns the sum of both. None if there would be 2^64 copies of a position or more.
    #[must_use]
    pub fn checked_plus(&self, other: &Heaps) -> Option<Heaps> {
        let mut sum = self.clone();
        for (position, copies) in other.iter() {
            sum.checked_add(position, copies)?;
        }
        Some(sum)
    }

    /// Returns the sum without one copy of a position.
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

    /// Returns the sum without heaps of size 0.
    #[must_use]
    pub(crate) fn without_empty(mut self) -> Heaps {
        self.0
            .retain(|(position, _)| *position != Position::heap(0));
        self
    }

    /// Iterates over the positions, ascending, each once with its number of copies.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Position, u64)> + '_ {
        self.0.iter().copied()
    }

    /// The bytes of this sum.
    pub(crate) fn held(&self) -> usize {
        size_of::<Self>() + self.spilled()
    }

    /// The bytes on the heap: three entries are held in place.
    pub(crate) fn spilled(&self) -> usize {
        if self.0.spilled() {
            self.0.capacity() * size_of::<(Position, u64)>()
        } else {
            0
        }
    }

    /// The bytes of this many entries.
    pub(crate) fn bytes(entries: u64) -> u64 {
        entries.saturating_mul(size_of::<(Position, u64)>() as u64)
    }

    /// Whether this is the empty sum.
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
    use proptest::prelude::*;

    use super::*;

    fn coordinates() -> impl Strategy<Value = Vec<u64>> {
        (1..=Position::MOST_COORDINATES).prop_flat_map(|arity| {
            let most = u64::MAX >> [0, 0, 32, 32, 48, 48, 48, 48][arity - 1];
            // Equal beginnings are likely.
            let x = prop_oneof![0u64..3, Just(most), 0..=most];
            prop::collection::vec(x, arity)
        })
    }

    proptest! {
        #[test]
        fn coordinates_are_packed_without_loss_and_in_order(a in coordinates(), b in coordinates()) {
            let (p, q) = (Position::new(&a).unwrap(), Position::new(&b).unwrap());
            prop_assert_eq!(&p.coordinates()[..], &a[..]);
            prop_assert_eq!((p.arity(), p.size()), (a.len(), a[0]));
            prop_assert_eq!(p.cmp(&q), a.len().cmp(&b.len()).then(a.cmp(&b)));
            prop_assert_eq!(p == q, a == b);
            match a[..] {
                [x] => prop_assert_eq!(p, Position::heap(x)),
                [x, y] => prop_assert_eq!(p, Position::pair(x, y)),
                _ => {}
            }
        }

        #[test]
        fn coordinates_that_do_not_fit_are_refused(mut a in coordinates(), at: prop::sample::Index) {
            let at = at.index(a.len());
            if a.len() > 2 {
                a[at] |= 1 << if a.len() > 4 { 16 } else { 32 };
                prop_assert_eq!(Position::new(&a), None);
            }
        }
    }

    #[test]
    fn positions_are_small() {
        assert_eq!(size_of::<Position>(), 24);
        assert_eq!(Position::new(&[]), None);
        assert_eq!(Position::new(&[0; 9]), None);
    }

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

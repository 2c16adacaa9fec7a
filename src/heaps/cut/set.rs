//! Cut sets, finite or given by a rule.

use std::collections::BTreeSet;
use std::fmt;

/// A nonempty set of positive integers: finitely many numbers, and perhaps all even numbers and all
/// odd numbers from somewhere on.
///
/// ```
/// use misere::heaps::CutSet;
///
/// let set = CutSet::new([1, 4, 6], Some(8), None).unwrap();
/// assert_eq!(set.to_string(), "1,even>=4");
/// assert!(set.contains(1000) && !set.contains(1001));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CutSet {
    /// The members that the rules do not give.
    numbers: BTreeSet<u64>,
    /// All even numbers from this even number on.
    evens_from: Option<u64>,
    /// All odd numbers from this odd number on.
    odds_from: Option<u64>,
}

impl CutSet {
    /// The largest cut number; larger ones would have no use for heaps that fit into 64 bits.
    pub const LARGEST: u64 = u64::MAX / 2;

    /// Returns the set of these numbers, the even numbers from some number on, and the odd numbers
    /// from some number on. None if it is empty, contains 0, or one of the bounds is past
    /// [`LARGEST`](Self::LARGEST).
    pub fn new(
        numbers: impl IntoIterator<Item = u64>,
        evens_from: Option<u64>,
        odds_from: Option<u64>,
    ) -> Option<Self> {
        let mut numbers: BTreeSet<u64> = numbers.into_iter().collect();
        let possible = |n: &u64| (1..=Self::LARGEST).contains(n);
        let mut bounds = numbers.iter().chain(&evens_from).chain(&odds_from);
        if !bounds.all(possible) {
            return None;
        }
        let evens_from = evens_from.map(|n| absorb(&mut numbers, n + n % 2));
        let odds_from = odds_from.map(|n| absorb(&mut numbers, n + 1 - n % 2));
        let set = Self {
            numbers,
            evens_from,
            odds_from,
        };
        set.next_from(1).is_some().then_some(set)
    }

    /// Whether this is a member.
    pub fn contains(&self, n: u64) -> bool {
        self.next_from(n) == Some(n)
    }

    /// Returns the smallest member that is at least `n`.
    pub fn next_from(&self, n: u64) -> Option<u64> {
        let number = self.numbers.range(n..).next().copied();
        let ruled = [self.evens_from, self.odds_from].into_iter().flatten();
        // From the first of a rule on every second number is a member.
        let ruled = ruled.filter_map(|first| first.max(n).checked_add(n.saturating_sub(first) % 2));
        number.into_iter().chain(ruled).min()
    }

    /// Iterates over the members up to `n`, ascending.
    pub fn up_to(&self, n: u64) -> impl Iterator<Item = u64> + '_ {
        let next = move |from: u64| self.next_from(from).filter(|&d| d <= n);
        std::iter::successors(next(1), move |&d| next(d.checked_add(1)?))
    }

    /// Returns the smallest member.
    pub fn smallest(&self) -> u64 {
        // The set is not empty.
        self.next_from(1).unwrap_or(1)
    }

    /// Returns the largest member of a finite set.
    pub fn largest(&self) -> Option<u64> {
        match (self.evens_from, self.odds_from) {
            (None, None) => self.numbers.last().copied(),
            _ => None,
        }
    }

    /// Returns the smallest even member.
    pub fn smallest_even(&self) -> Option<u64> {
        let number = self.numbers.iter().copied().find(|n| n % 2 == 0);
        number.or(self.evens_from)
    }

    /// Returns the smallest odd member but 1.
    pub fn smallest_odd_above_one(&self) -> Option<u64> {
        let number = self.numbers.iter().copied();
        let number = number.filter(|n| n % 2 == 1).find(|&n| n > 1);
        number.or(self.odds_from.map(|first| first.max(3)))
    }
}

/// Removes the numbers that a rule from `first` on gives from a set. Returns where the rule can
/// begin, as the numbers just before `first` may be in the set.
fn absorb(numbers: &mut BTreeSet<u64>, mut first: u64) -> u64 {
    numbers.retain(|&n| n < first || n % 2 != first % 2);
    while first > 2 && numbers.remove(&(first - 2)) {
        first -= 2;
    }
    first
}

impl fmt::Display for CutSet {
    /// `1,6`, `1,even>=4`, `all>=2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut items: Vec<String> = self.numbers.iter().map(u64::to_string).collect();
        match (self.evens_from, self.odds_from) {
            (Some(even), Some(odd)) if even.abs_diff(odd) == 1 => {
                items.push(format!("all>={}", even.min(odd)));
            }
            (evens_from, odds_from) => {
                items.extend(evens_from.map(|first| format!("even>={first}")));
                items.extend(odds_from.map(|first| format!("odd>={first}")));
            }
        }
        f.write_str(&items.join(","))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_set_is_what_it_says(
            numbers in proptest::collection::btree_set(1u64..20, 0..6),
            evens_from in proptest::option::of(1u64..20),
            odds_from in proptest::option::of(1u64..20),
        ) {
            let given = |n: u64| {
                let from = if n % 2 == 1 { odds_from } else { evens_from };
                numbers.contains(&n) || from.is_some_and(|from| from <= n)
            };
            let set = CutSet::new(numbers.iter().copied(), evens_from, odds_from);
            let Some(set) = set else {
                prop_assert!((1..60).all(|n| !given(n)));
                return Ok(());
            };
            let members: Vec<u64> = (1..60).filter(|&n| given(n)).collect();
            prop_assert_eq!(set.up_to(59).collect::<Vec<_>>(), &members[..]);
            prop_assert!((1..60).all(|n| set.contains(n) == given(n)));
            prop_assert_eq!(set.smallest(), members[0]);
            let even = members.iter().copied().find(|n| n % 2 == 0);
            prop_assert_eq!(set.smallest_even(), even);
            let odd = members.iter().copied().find(|n| n % 2 == 1 && *n > 1);
            prop_assert_eq!(set.smallest_odd_above_one(), odd);
            let finite = evens_from.is_none() && odds_from.is_none();
            prop_assert_eq!(set.largest(), members.last().copied().filter(|_| finite));
            // A set has one name.
            let again = CutSet::new(members, evens_from.map(|_| 40), odds_from.map(|_| 41));
            prop_assert_eq!(again.unwrap(), set);
        }
    }

    #[test]
    fn bounds_are_kept() {
        assert_eq!(CutSet::new([], None, None), None);
        assert_eq!(CutSet::new([1, 0], None, None), None);
        assert_eq!(CutSet::new([u64::MAX], None, None), None);
        let far = CutSet::new([], Some(CutSet::LARGEST), None).unwrap();
        assert_eq!(far.smallest(), CutSet::LARGEST + 1);
        assert_eq!(far.next_from(u64::MAX), None);
    }
}

//! Dividing games: n = k·d + r with 0 ≤ r < d < n, and a move leaves k heaps of d, or a heap of
//! r, or both.

use std::sync::Arc;

use super::entry::Entry;
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::Shape;
use crate::numbers::divisors;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "dividing",
        usage: "dividing",
        aliases: &[],
        make: |p| p.none().map(|()| Arc::new(Division::Exact) as _),
    },
    Entry {
        name: "divide-and-residue",
        usage: "divide-and-residue",
        aliases: &["dividing-and-remainder"],
        make: |p| p.none().map(|()| Arc::new(Division::AndResidue) as _),
    },
    Entry {
        name: "complement-grundy",
        usage: "complement-grundy",
        aliases: &[],
        make: |p| p.none().map(|()| Arc::new(Division::ComplementGrundy) as _),
    },
    Entry {
        name: "divide-throw-residue",
        usage: "divide-throw-residue",
        aliases: &[],
        make: |p| p.none().map(|()| Arc::new(Division::ThrowResidue) as _),
    },
    Entry {
        name: "residue-throw-divisor",
        usage: "residue-throw-divisor",
        aliases: &[],
        make: |p| p.none().map(|()| Arc::new(Division::ThrowDivisor) as _),
    },
];

/// A dividing game of Iannucci and Larsson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Division {
    /// Divide without remainder.
    Exact,
    /// Divide, and keep the remainder.
    AndResidue,
    /// The same with k ≥ 2: what `AndResidue` allows beyond Grundy's game.
    ComplementGrundy,
    /// Divide, and throw the remainder away.
    ThrowResidue,
    /// Keep the remainder only.
    ThrowDivisor,
}

impl Ruleset for Division {
    fn name(&self) -> String {
        let name = match self {
            Self::Exact => "dividing",
            Self::AndResidue => "divide-and-residue",
            Self::ComplementGrundy => "complement-grundy",
            Self::ThrowResidue => "divide-throw-residue",
            Self::ThrowDivisor => "residue-throw-divisor",
        };
        name.into()
    }

    fn rule(&self) -> String {
        let rule = match self {
            Self::Exact => "divide n into k ≥ 2 equal heaps",
            Self::AndResidue => {
                "divide n = k·d + r with 0 ≤ r < d < n: k heaps of d and a heap of r"
            }
            Self::ComplementGrundy => {
                "divide n = k·d + r with k ≥ 2 and 0 ≤ r < d: k heaps of d and a heap of r"
            }
            Self::ThrowResidue => "divide n = k·d + r with 0 ≤ r < d < n: k heaps of d",
            Self::ThrowDivisor => "divide n = k·d + r with 0 ≤ r < d < n: a heap of r",
        };
        rule.into()
    }

    fn known(&self) -> Vec<String> {
        let known: &[&str] = match self {
            Self::Exact => &[
                "the nim value is Ω2(n): prime factors with multiplicity, but 2 \
                 counted once (Theorem 9)",
            ],
            Self::AndResidue => &[
                "25 is the last heap of value 1",
                "a value of an even heap a and of an odd heap b does not occur beyond \
                 3·max(a, b): there 2·d + r with r = a or b is an option",
                "every value was conjectured to occur (Conjecture 1), but 24 does not up to 10^6",
                "values above n^(3/5) end at n = 7211, as far as 10^6",
            ],
            Self::ComplementGrundy => &[
                "the nim value divided by n tends to 0 (Theorem 10)",
                "some values, such as 12, 15, 20, are not seen",
            ],
            Self::ThrowResidue => {
                &["the nim value is the index of the largest odd divisor, for n ≥ 2 (Theorem 11)"]
            }
            Self::ThrowDivisor => {
                &["after the 0 of n = 1 the nim value k comes 3·2^(k−1) times (Theorem 12)"]
            }
        };
        known.iter().map(|&text| text.into()).collect()
    }

    fn source(&self) -> &'static str {
        "D. E. Iannucci, U. Larsson, Game values of arithmetic functions, Section 3"
    }

    fn smallest(&self) -> u64 {
        1
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Division(self)
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let n = position.size();
        let parts: Box<dyn Iterator<Item = u64>> = match self {
            Self::Exact => Box::new(divisors(n).into_iter().rev().skip(1)),
            Self::ComplementGrundy => Box::new((1..=n / 2).rev()),
            _ => Box::new((1..n).rev()),
        };
        Box::new(parts.map(move |d| {
            let (k, r) = (n / d, n % d);
            let mut heaps = Heaps::none();
            if *self != Self::ThrowResidue {
                heaps.add(Position::heap(r), u64::from(r > 0));
            }
            if *self != Self::ThrowDivisor {
                heaps.add(Position::heap(d), k);
            }
            heaps
        }))
    }
}

#[cfg(test)]
mod tests {
    use crate::heaps::{Position, ruleset};

    #[test]
    fn options_are_those_of_the_paper() {
        for (name, n, expected) in [
            ("dividing", 10, "5×2, 2×5, 1×10"),
            ("dividing", 1, ""),
            (
                "divide-and-residue",
                8,
                "7 + 1, 6 + 2, 5 + 3, 4×2, 3×2 + 2, 2×4, 1×8",
            ),
            ("complement-grundy", 9, "4×2 + 1, 3×3, 2×4 + 1, 1×9"),
            (
                "complement-grundy",
                11,
                "5×2 + 1, 4×2 + 3, 3×3 + 2, 2×5 + 1, 1×11",
            ),
            ("divide-throw-residue", 5, "4, 3, 2×2, 1×5"),
            ("residue-throw-divisor", 5, "1, 2, 1, ∅"),
            ("residue-throw-divisor", 1, ""),
        ] {
            let game = ruleset(name).unwrap();
            let options = game.options(Position::heap(n)).map(|o| o.to_string());
            assert_eq!(
                options.collect::<Vec<_>>().join(", "),
                expected,
                "{name}({n})"
            );
            assert_eq!(game.name(), name);
        }
    }

    #[test]
    fn dividing_is_lazy() {
        let game = ruleset("divide-and-residue").unwrap();
        let first = game.options(Position::heap(u64::MAX)).next().unwrap();
        assert_eq!(first.to_string(), format!("{} + 1", u64::MAX - 1));
    }
}

//! Games on sums of the numbers that belong to a heap. Play may go on for ever: a perfect number is
//! the sum of its proper divisors.

use std::num::NonZeroU64;
use std::sync::Arc;

use super::arithmetic::{Action, Property, Subsets, action_on_property};
use super::entry::{Entry, Parameters, RulesetError};
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};

/// The games with names of their own.
const NAMED: &[(&str, Terms, Sums)] = &[
    (
        "sum-of-divisors",
        Terms::Of(Property::ProperDivisors),
        Sums::All,
    ),
    (
        "partial-sums",
        Terms::Of(Property::ProperDivisors),
        Sums::Any,
    ),
    (
        "sum-of-primes",
        Terms::Of(Property::DistinctPrimeFactors),
        Sums::All,
    ),
    (
        "sum-of-prime-factors",
        Terms::Of(Property::PrimeFactors),
        Sums::All,
    ),
    ("sum-of-proper-primes", Terms::ProperPrimes, Sums::All),
    (
        "sum-of-proper-prime-factors",
        Terms::ProperPrimeFactors,
        Sums::All,
    ),
];

const fn entry(name: &'static str, usage: &'static str) -> Entry {
    Entry {
        name,
        usage,
        aliases: &[],
        make: parse,
    }
}

pub(super) const ENTRIES: &[Entry] = &[
    entry("sum-of-divisors", "sum-of-divisors"),
    entry("partial-sums", "partial-sums(move-to(proper-divisors))"),
    entry("sum", "sum(move-to(totatives))"),
    entry("sum-of-primes", "sum-of-primes"),
    entry("sum-of-prime-factors", "sum-of-prime-factors"),
    entry("sum-of-proper-primes", "sum-of-proper-primes"),
    entry("sum-of-proper-prime-factors", "sum-of-proper-prime-factors"),
];

/// Reads `sum(subtract(prime-factors))`, `partial-sums(…)`, or a name.
fn parse(parameters: &Parameters) -> Result<Arc<dyn Ruleset>, RulesetError> {
    let name = parameters.name.to_ascii_lowercase();
    if let Some(&(_, terms, sums)) = NAMED.iter().find(|named| named.0 == name)
        && (sums == Sums::All || parameters.none().is_ok())
    {
        parameters.none()?;
        return Ok(Arc::new(SumGame::new(terms, Action::MoveTo, sums)));
    }
    let (action, property) = action_on_property(parameters)?;
    let sums = if name == "sum" { Sums::All } else { Sums::Any };
    Ok(Arc::new(SumGame::new(Terms::Of(property), action, sums)))
}

/// Move to a sum of numbers that belong to the heap, or subtract it (Iannucci and Larsson, Section 7).
///
/// A perfect number is its own sum of proper divisors, so the play has loops; an abundant number
/// has a larger one, so heaps grow, and it is not known whether they always stop growing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumGame {
    terms: Terms,
    action: Action,
    sums: Sums,
}

/// What is summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Terms {
    /// The numbers of a property.
    Of(Property),
    /// The primes p < n that divide n.
    ProperPrimes,
    /// The primes p < n of those whose product is n.
    ProperPrimeFactors,
}

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sums {
    /// All: a heap has one option.
    All,
    /// Any of them, at least one.
    Any,
    /// Each counts 1: their number.
    Number,
}

impl SumGame {
    /// The largest heap. Sums beyond it are not positions, and nothing is said of them.
    pub const LARGEST: u64 = 1 << 60;

    /// Returns the game of moving to these sums of these numbers, or of subtracting them.
    pub fn new(terms: Terms, action: Action, sums: Sums) -> Self {
        Self {
            terms,
            action,
            sums,
        }
    }

    /// The numbers that belong to n, each once with its multiplicity.
    fn terms(self, n: u64) -> Box<dyn Iterator<Item = (u64, u64)>> {
        match self.terms {
            Terms::Of(property) => property.distinct(n),
            Terms::ProperPrimes => Box::new(
                Property::DistinctPrimeFactors
                    .distinct(n)
                    .filter(move |&(p, _)| p < n),
            ),
            Terms::ProperPrimeFactors => Box::new(
                Property::PrimeFactors
                    .distinct(n)
                    .filter(move |&(p, _)| p < n),
            ),
        }
    }

    /// How many numbers belong to n, and their sum.
    fn number_and_sum(self, n: u64) -> (u64, u128) {
        match self.terms {
            Terms::Of(property) => (property.number(n), property.sum(n)),
            _ => self.terms(n).fold((0, 0), |(number, sum), (p, copies)| {
                (number + copies, sum + u128::from(p) * u128::from(copies))
            }),
        }
    }

    /// The heap after a sum is played; none if more is subtracted than there is. A heap past 64 bits
    /// is no position, as the largest one of 64 bits.
    fn played(self, n: u64, sum: u128) -> Option<Heaps> {
        let left = match self.action {
            Action::MoveTo => u64::try_from(sum).unwrap_or(u64::MAX),
            Action::Subtract => n.checked_sub(u64::try_from(sum).ok()?)?,
        };
        Some(Heaps::heap(left))
    }

    /// The distinct sums of nonempty subsets. In ascending order where a table of the sums is small,
    /// and otherwise subset by subset with repetitions, which needs little memory.
    fn partial_sums(self, n: u64) -> Box<dyn Iterator<Item = u128>> {
        /// A bit a sum, and a pass over all bits for each term: a tenth of a second.
        const TABLE: u128 = 1 << 32;
        let (number, total) = self.number_and_sum(n);
        let most = match self.action {
            Action::MoveTo => total,
            Action::Subtract => total.min(n.into()),
        };
        let terms = self.terms(n);
        if most.saturating_mul(number.into()) < TABLE && most < 1 << 26 {
            let most = u64::try_from(most).unwrap_or(u64::MAX);
            let terms = terms.flat_map(|(term, copies)| {
                let copies = usize::try_from(copies).unwrap_or(usize::MAX);
                std::iter::repeat_n(term, copies)
            });
            let reached = reachable(terms, most);
            let is_reached = move |sum: &u64| {
                let word = usize::try_from(sum / 64).map(|at| reached[at]);
                word.is_ok_and(|word| word >> (sum % 64) & 1 == 1)
            };
            return Box::new((1..=most).filter(is_reached).map(u128::from));
        }
        let subsets = Subsets::new(terms.map(|(term, copies)| (Position::heap(term), copies)));
        let sum = |subset: Heaps| {
            let parts = subset.iter();
            parts
                .map(|(term, copies)| u128::from(term.size()) * u128::from(copies))
                .sum()
        };
        Box::new(subsets.map(sum))
    }
}

/// The sums of subsets up to the greatest one asked for as a set of bits, the empty one included.
fn reachable(terms: impl Iterator<Item = u64>, most: u64) -> Vec<u64> {
    let words = usize::try_from(most / 64 + 1).unwrap_or(usize::MAX);
    let mut reached = vec![0u64; words];
    reached[0] = 1;
    for term in terms {
        let (jump, shift) = (usize::try_from(term / 64).unwrap_or(words), term % 64);
        // From above, so that a term is used once.
        for at in (jump..words).rev() {
            let mut moved = reached[at - jump] << shift;
            if shift > 0 && at > jump {
                moved |= reached[at - jump - 1] >> (64 - shift);
            }
            reached[at] |= moved;
        }
    }
    reached
}

impl Ruleset for SumGame {
    fn name(&self) -> String {
        let named = NAMED
            .iter()
            .find(|(_, terms, sums)| (*terms, *sums) == (self.terms, self.sums));
        if let (Action::MoveTo, Some((name, ..))) = (self.action, named) {
            return (*name).into();
        }
        let sums = match self.sums {
            Sums::All => "sum",
            Sums::Any => "partial-sums",
            Sums::Number => "number",
        };
        let action = match self.action {
            Action::MoveTo => "move-to",
            Action::Subtract => "subtract",
        };
        let terms = match self.terms {
            Terms::Of(property) => property.word(),
            Terms::ProperPrimes => "proper-primes",
            Terms::ProperPrimeFactors => "proper-prime-factors",
        };
        format!("{sums}({action}({terms}))")
    }

    fn rule(&self) -> String {
        let terms = match self.terms {
            Terms::Of(property) => property.all_of("n"),
            Terms::ProperPrimes => "primes below n that divide it".into(),
            Terms::ProperPrimeFactors => "prime factors below n, with multiplicity".into(),
        };
        let verb = match self.action {
            Action::MoveTo => "move to",
            Action::Subtract => "subtract",
        };
        match self.sums {
            Sums::All => format!("{verb} the sum of the {terms}"),
            Sums::Any => format!("{verb} the sum of some of the {terms}, at least one"),
            Sums::Number => format!("{verb} the number of {terms}"),
        }
    }

    fn known(&self) -> Vec<String> {
        use Property::{DistinctPrimeFactors, Divisors, PrimeFactors, ProperDivisors};
        let known: &[&str] = match (self.action, self.terms, self.sums) {
            (Action::MoveTo, Terms::Of(ProperDivisors), Sums::All) => &[
                "a perfect number is a loop, amicable numbers are a cycle; 276 is the first heap of \
                 which nobody knows whether its play ends",
            ],
            (Action::MoveTo, Terms::Of(ProperDivisors), Sums::Any) => {
                &["a number that is the sum of some of its proper divisors has value ∞"]
            }
            (Action::MoveTo, Terms::Of(PrimeFactors | DistinctPrimeFactors), Sums::All) => &[
                "the sum is at most the heap, and equal only where the heap is a prime (or 4, with \
                 multiplicity), so every play from 2 on ends in a loop and has value ∞ without \
                 finite options",
            ],
            (Action::MoveTo, Terms::Of(Divisors), Sums::Number) => {
                &["1 and 2 are loops, and every play ends in one of them"]
            }
            (_, Terms::ProperPrimes, _) => &["primes are the ends of play, and there are no loops"],
            (_, Terms::ProperPrimeFactors, _) => {
                &["primes are the ends of play, and 4 = 2 + 2 is the only loop"]
            }
            _ => &[],
        };
        known.iter().map(|&sentence| sentence.into()).collect()
    }

    fn source(&self) -> &'static str {
        "D. E. Iannucci, U. Larsson, Game values of arithmetic functions, Section 7"
    }

    fn smallest(&self) -> u64 {
        match self.action {
            Action::MoveTo => 1,
            Action::Subtract => 0,
        }
    }

    fn is_position(&self, position: Position) -> bool {
        matches!(*position.coordinates(), [n] if (self.smallest()..=Self::LARGEST).contains(&n))
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let heap = NonZeroU64::new(position.size()).filter(|_| self.is_position(position));
        let Some(n) = heap.map(NonZeroU64::get) else {
            return Box::new(std::iter::empty());
        };
        if self.sums == Sums::Any {
            let sums = self.partial_sums(n);
            return Box::new(sums.filter_map(move |sum| self.played(n, sum)));
        }
        let (number, sum) = self.number_and_sum(n);
        let played = match self.sums {
            Sums::Number => self.played(n, number.into()),
            _ => self.played(n, sum),
        };
        Box::new(played.filter(|_| number > 0).into_iter())
    }

    fn is_loopy(&self) -> bool {
        // The sum of two or more distinct primes is less than their product.
        self.action == Action::MoveTo && self.terms != Terms::ProperPrimes
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::heaps::ruleset;

    fn options(name: &str, n: u64) -> Vec<u64> {
        let game = ruleset(name).unwrap();
        assert_eq!(game.name(), name);
        let options = game.options(Position::heap(n));
        options
            .map(|option| option.iter().next().unwrap().0.size())
            .collect()
    }

    #[test]
    fn partial_sums_are_those_of_all_subsets() {
        for n in 1..=60u64 {
            let divisors: Vec<u64> = (1..n).filter(|&d| n.is_multiple_of(d)).collect();
            let mut sums = BTreeSet::new();
            for subset in 1u32..1 << divisors.len() {
                let chosen = divisors.iter().enumerate();
                let chosen = chosen.filter(|&(i, _)| subset >> i & 1 == 1);
                sums.insert(chosen.map(|(_, d)| d).sum::<u64>());
            }
            let found = options("partial-sums", n);
            assert_eq!(found, sums.into_iter().collect::<Vec<u64>>(), "{n}");
            assert_eq!(
                options("sum-of-divisors", n),
                found.last().copied().into_iter().collect::<Vec<u64>>()
            );
        }
    }

    /// All subsets of the numbers of every property, with multiplicity.
    #[test]
    fn sums_over_any_property() {
        for property in Property::ALL {
            for n in 1..=16u64 {
                let numbers: Vec<u64> = property
                    .distinct(n)
                    .flat_map(|(k, copies)| std::iter::repeat_n(k, copies.try_into().unwrap()))
                    .collect();
                let total: u64 = numbers.iter().sum();
                assert_eq!(u128::from(total), property.sum(n), "{property:?} of {n}");
                let mut sums = BTreeSet::new();
                for subset in 1u32..1 << numbers.len() {
                    let chosen = numbers.iter().enumerate();
                    let chosen = chosen.filter(|&(i, _)| subset >> i & 1 == 1);
                    sums.insert(chosen.map(|(_, k)| k).sum::<u64>());
                }
                let all = (!numbers.is_empty()).then_some(total);
                for action in [Action::MoveTo, Action::Subtract] {
                    let play = |sum: u64| match action {
                        Action::MoveTo => Some(sum),
                        Action::Subtract => n.checked_sub(sum),
                    };
                    let expected: BTreeSet<u64> = sums.iter().copied().filter_map(play).collect();
                    let of = |sums| SumGame::new(Terms::Of(property), action, sums).name();
                    let found: BTreeSet<u64> = options(&of(Sums::Any), n).into_iter().collect();
                    assert_eq!(found, expected, "{} of {n}", of(Sums::Any));
                    let expected: Vec<u64> = all.into_iter().filter_map(play).collect();
                    assert_eq!(options(&of(Sums::All), n), expected);
                }
            }
        }
    }

    #[test]
    fn the_number_of_divisors_has_loops() {
        assert_eq!(options("number(move-to(divisors))", 12), [6]);
        assert_eq!(options("number(move-to(divisors))", 2), [2]);
        assert!(ruleset("number(move-to(divisors))").unwrap().is_loopy());
        assert!(!ruleset("sum(subtract(prime-factors))").unwrap().is_loopy());
    }

    #[test]
    fn many_sums_need_no_table() {
        // A prime p > 2^26: 2p has the proper divisors 1, 2 and p.
        let p = 67_108_879;
        let mut found = options("partial-sums", 2 * p);
        found.sort_unstable();
        assert_eq!(found, [1, 2, 3, p, p + 1, p + 2, p + 3]);
        // 2^60 has 2^60 − 1 of them.
        let game = ruleset("partial-sums").unwrap();
        let first = game.options(Position::heap(SumGame::LARGEST)).take(1000);
        assert_eq!(first.count(), 1000);
        assert_eq!(
            options("sum-of-divisors", SumGame::LARGEST),
            [SumGame::LARGEST - 1]
        );
        // Among the most abundant heaps of that size.
        assert_eq!(options("sum-of-divisors", 897_612_484_786_617_600).len(), 1);
    }

    #[test]
    fn sums_of_primes() {
        assert_eq!(options("sum-of-primes", 12), [5]);
        assert_eq!(options("sum-of-prime-factors", 12), [7]);
        assert_eq!(options("sum-of-primes", 7), [7]);
        assert!(options("sum-of-proper-primes", 7).is_empty());
        assert_eq!(options("sum-of-proper-primes", 8), [2]);
        assert_eq!(options("sum-of-proper-prime-factors", 4), [4]);
        for (name, ..) in NAMED {
            assert!(options(name, 1).is_empty());
        }
        for n in 2..2000u64 {
            for (name, loops) in [
                ("sum-of-primes", false),
                ("sum-of-prime-factors", n == 4),
                ("sum-of-proper-primes", false),
                ("sum-of-proper-prime-factors", n == 4),
            ] {
                let prime = (2..n).all(|d| !n.is_multiple_of(d));
                match options(name, n)[..] {
                    [to] => assert!(to < n || to == n && (prime || loops), "{name}({n})"),
                    _ => assert!(prime && name.contains("proper"), "{name}({n})"),
                }
            }
        }
    }

    #[test]
    fn heaps_beyond_the_largest_are_no_positions() {
        let game = ruleset("sum-of-divisors").unwrap();
        assert!(!game.is_position(Position::heap(0)));
        assert!(!game.is_position(Position::heap(SumGame::LARGEST + 1)));
        assert_eq!(game.options(Position::heap(u64::MAX)).count(), 0);
    }
}

//! Games whose play may go on for ever: move to the sum of divisors or of prime factors.

use std::num::NonZeroU64;
use std::sync::Arc;

use super::entry::Entry;
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use crate::numbers::Factored;

macro_rules! entry {
    ($name:literal, $terms:ident, $sums:ident) => {
        Entry {
            name: $name,
            usage: $name,
            aliases: &[],
            make: |p| {
                p.none()?;
                Ok(Arc::new(SumGame::new(Terms::$terms, Sums::$sums)))
            },
        }
    };
}

pub(super) const ENTRIES: &[Entry] = &[
    entry!("sum-of-divisors", ProperDivisors, All),
    entry!("partial-sums", ProperDivisors, Any),
    entry!("sum-of-primes", Primes, All),
    entry!("sum-of-prime-factors", PrimeFactors, All),
    entry!("sum-of-proper-primes", ProperPrimes, All),
    entry!("sum-of-proper-prime-factors", ProperPrimeFactors, All),
];

/// Move to a sum of numbers that belong to the heap (Iannucci and Larsson, Section 7).
///
/// A perfect number is its own sum of proper divisors, so the play has loops; an abundant number
/// has a larger one, so heaps grow, and it is not known whether they always stop growing. Play
/// ends at a heap of 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumGame {
    terms: Terms,
    sums: Sums,
}

/// What is summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Terms {
    /// The divisors d < n of n.
    ProperDivisors,
    /// The primes that divide n.
    Primes,
    /// The primes whose product is n.
    PrimeFactors,
    /// The primes p < n that divide n.
    ProperPrimes,
    /// The primes p < n of those whose product is n.
    ProperPrimeFactors,
}

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sums {
    /// All: a heap has one option.
    All,
    /// Any of them, at least one.
    Any,
}

impl SumGame {
    /// The largest heap: the divisors of larger ones may have a sum of more than 64 bits. (Up to
    /// here σ(n)/n is below 7, by Robin's bound.)
    pub const LARGEST: u64 = 1 << 60;

    /// Returns the game of moving to these sums of these numbers.
    pub fn new(terms: Terms, sums: Sums) -> Self {
        Self { terms, sums }
    }

    /// The numbers that belong to n, in no particular order.
    fn terms(self, n: NonZeroU64) -> Vec<u64> {
        let factored = Factored::from_word(n);
        let n = n.get();
        match self.terms {
            Terms::ProperDivisors => factored.divisors().filter(|&d| d < n).collect(),
            Terms::Primes => factored.primes().iter().map(|&(p, _)| p).collect(),
            Terms::PrimeFactors | Terms::ProperPrimeFactors => {
                let primes = factored.primes().iter();
                let primes = primes.flat_map(|&(p, e)| std::iter::repeat_n(p, e as usize));
                let proper = self.terms == Terms::ProperPrimeFactors;
                primes.filter(|&p| !proper || p < n).collect()
            }
            Terms::ProperPrimes => {
                let primes = factored.primes().iter().map(|&(p, _)| p);
                primes.filter(|&p| p < n).collect()
            }
        }
    }
}

/// The distinct sums of nonempty subsets. In ascending order where a table of the sums is small,
/// and otherwise subset by subset with repetitions, which needs no memory.
fn partial_sums(terms: Vec<u64>) -> Box<dyn Iterator<Item = u64>> {
    /// A bit a sum: eight megabytes.
    const TABLE: u64 = 1 << 26;
    let total: u64 = terms.iter().sum();
    if total < TABLE {
        let reached = reachable(&terms, total);
        return Box::new((1..=total).filter(move |&sum| {
            let word = usize::try_from(sum / 64).map(|at| reached[at]);
            word.is_ok_and(|word| word >> (sum % 64) & 1 == 1)
        }));
    }
    let mut chosen = vec![false; terms.len()];
    let mut sum = 0;
    Box::new(std::iter::from_fn(move || {
        // Counting up in binary.
        for (term, chosen) in terms.iter().zip(&mut chosen) {
            *chosen = !*chosen;
            if *chosen {
                sum += term;
                return Some(sum);
            }
            sum -= term;
        }
        None
    }))
}

/// The sums of subsets as a set of bits, the empty one included.
fn reachable(terms: &[u64], total: u64) -> Vec<u64> {
    let words = usize::try_from(total / 64 + 1).unwrap_or(usize::MAX);
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
        let name = match (self.terms, self.sums) {
            (Terms::ProperDivisors, Sums::All) => "sum-of-divisors",
            (Terms::ProperDivisors, Sums::Any) => "partial-sums",
            (Terms::Primes, _) => "sum-of-primes",
            (Terms::PrimeFactors, _) => "sum-of-prime-factors",
            (Terms::ProperPrimes, _) => "sum-of-proper-primes",
            (Terms::ProperPrimeFactors, _) => "sum-of-proper-prime-factors",
        };
        name.into()
    }

    fn rule(&self) -> String {
        let terms = match self.terms {
            Terms::ProperDivisors => "proper divisors of the heap",
            Terms::Primes => "primes that divide the heap",
            Terms::PrimeFactors => "prime factors of the heap, with multiplicity",
            Terms::ProperPrimes => "primes below the heap that divide it",
            Terms::ProperPrimeFactors => "prime factors below the heap, with multiplicity",
        };
        match self.sums {
            Sums::All => format!("move to the sum of the {terms}"),
            Sums::Any => format!("move to the sum of some of the {terms}, at least one"),
        }
    }

    fn known(&self) -> Vec<String> {
        let known: &[&str] = match (self.terms, self.sums) {
            (Terms::ProperDivisors, Sums::All) => &[
                "a perfect number is a loop, amicable numbers are a cycle; 276 is the first heap of \
                 which nobody knows whether its play ends",
            ],
            (Terms::ProperDivisors, Sums::Any) => {
                &["a number that is the sum of some of its proper divisors has value ∞"]
            }
            (Terms::Primes | Terms::PrimeFactors, _) => &[
                "the sum is at most the heap, and equal only where the heap is a prime (or 4, with \
                 multiplicity), so every play from 2 on ends in a loop and has value ∞ without \
                 finite options",
            ],
            (Terms::ProperPrimes, _) => &["primes are the ends of play, and there are no loops"],
            (Terms::ProperPrimeFactors, _) => {
                &["primes are the ends of play, and 4 = 2 + 2 is the only loop"]
            }
        };
        known.iter().map(|&sentence| sentence.into()).collect()
    }

    fn source(&self) -> &'static str {
        "D. E. Iannucci, U. Larsson, Game values of arithmetic functions, Section 7"
    }

    fn smallest(&self) -> u64 {
        1
    }

    fn is_position(&self, position: Position) -> bool {
        matches!(*position.coordinates(), [n] if (1..=Self::LARGEST).contains(&n))
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let heap = NonZeroU64::new(position.size()).filter(|_| self.is_position(position));
        let Some(n) = heap else {
            return Box::new(std::iter::empty());
        };
        let terms = self.terms(n);
        match self.sums {
            Sums::All => {
                let sum: u64 = terms.iter().sum();
                Box::new((!terms.is_empty()).then(|| Heaps::heap(sum)).into_iter())
            }
            Sums::Any => Box::new(partial_sums(terms).map(Heaps::heap)),
        }
    }

    fn is_loopy(&self) -> bool {
        // The sum of two or more distinct primes is less than their product.
        self.terms != Terms::ProperPrimes
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
        for name in ENTRIES.iter().map(|entry| entry.name) {
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

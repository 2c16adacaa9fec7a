//! Numbers that belong to a number: its divisors, its totatives, and so on.

use std::num::NonZeroU64;

use num_integer::Integer;

use crate::numbers::{Factored, divisors};

/// A set of numbers that belongs to every n > 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Property {
    /// d with d | n.
    Divisors,
    /// d < n with d | n.
    ProperDivisors,
    /// 0 < k < n with k ∤ n.
    Nondivisors,
    /// 0 < k < n with gcd(k, n) = 1.
    Totatives,
    /// 0 < k < n with gcd(k, n) > 1.
    Nontotatives,
    /// The primes whose product is n, with multiplicity.
    PrimeFactors,
    /// The primes p | n.
    DistinctPrimeFactors,
}

impl Property {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Divisors,
        Self::ProperDivisors,
        Self::Nondivisors,
        Self::Totatives,
        Self::Nontotatives,
        Self::PrimeFactors,
        Self::DistinctPrimeFactors,
    ];

    /// How it is written: `proper-divisors`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Divisors => "divisors",
            Self::ProperDivisors => "proper-divisors",
            Self::Nondivisors => "nondivisors",
            Self::Totatives => "totatives",
            Self::Nontotatives => "nontotatives",
            Self::PrimeFactors => "prime-factors",
            Self::DistinctPrimeFactors => "distinct-prime-factors",
        }
    }

    /// What one of the numbers is called.
    pub(super) fn singular(self) -> &'static str {
        match self {
            Self::Divisors => "divisor",
            Self::ProperDivisors => "proper divisor",
            Self::Nondivisors => "nondivisor",
            Self::Totatives => "totative",
            Self::Nontotatives => "nontotative",
            Self::PrimeFactors => "prime factor",
            Self::DistinctPrimeFactors => "distinct prime factor",
        }
    }

    /// What needs to be said about them.
    pub(super) fn explained(self) -> &'static str {
        match self {
            Self::Nondivisors => " (0 < k < n with k ∤ n)",
            Self::Totatives => " (0 < k < n with gcd(k, n) = 1)",
            Self::Nontotatives => " (0 < k < n with gcd(k, n) > 1)",
            Self::Divisors
            | Self::ProperDivisors
            | Self::PrimeFactors
            | Self::DistinctPrimeFactors => "",
        }
    }

    /// `divisors of n`, with what needs to be said about them.
    pub(in crate::heaps) fn all_of(self, n: &str) -> String {
        let multiplicity = match self {
            Self::PrimeFactors => ", with multiplicity",
            _ => "",
        };
        format!(
            "{}s of {n}{multiplicity}{}",
            self.singular(),
            self.explained()
        )
    }

    /// The numbers that belong to n, ascending, each once with its multiplicity.
    pub(in crate::heaps) fn distinct(self, n: u64) -> Box<dyn Iterator<Item = (u64, u64)>> {
        let once = |k| (k, 1);
        match self {
            Self::Divisors => Box::new(divisors(n).into_iter().map(once)),
            Self::ProperDivisors => {
                let proper = divisors(n).into_iter().filter(move |&d| d < n);
                Box::new(proper.map(once))
            }
            Self::Nondivisors => Box::new((1..n).filter(move |k| !n.is_multiple_of(*k)).map(once)),
            Self::Totatives => Box::new((1..n).filter(move |k| k.gcd(&n) == 1).map(once)),
            Self::Nontotatives => Box::new((1..n).filter(move |k| k.gcd(&n) > 1).map(once)),
            Self::PrimeFactors | Self::DistinctPrimeFactors => {
                let primes = NonZeroU64::new(n).map(Factored::from_word);
                let primes = primes.map_or_else(Vec::new, |n| n.primes().to_vec());
                let all = self == Self::PrimeFactors;
                Box::new(
                    primes
                        .into_iter()
                        .map(move |(p, e)| (p, if all { e.into() } else { 1 })),
                )
            }
        }
    }

    /// How many numbers belong to n.
    pub(in crate::heaps) fn number(self, n: u64) -> u64 {
        let Some(positive) = NonZeroU64::new(n) else {
            return 0;
        };
        let factored = Factored::from_word(positive);
        match self {
            Self::Divisors => factored.tau(),
            Self::ProperDivisors => factored.tau() - 1,
            Self::Nondivisors => n - factored.tau(),
            // 1 is coprime to 1, but not below it.
            Self::Totatives | Self::Nontotatives if n == 1 => 0,
            Self::Totatives => factored.phi(),
            Self::Nontotatives => n - 1 - factored.phi(),
            Self::PrimeFactors => factored.big_omega(),
            Self::DistinctPrimeFactors => factored.omega(),
        }
    }

    /// The sum of the numbers that belong to n.
    pub(in crate::heaps) fn sum(self, n: u64) -> u128 {
        let Some(positive) = NonZeroU64::new(n) else {
            return 0;
        };
        let wide = u128::from(n);
        let below = wide * (wide - 1) / 2;
        match self {
            Self::Nondivisors => below - Self::ProperDivisors.sum(n),
            // The totatives k and n − k add up to n.
            Self::Totatives if n == 1 => 0,
            Self::Totatives => wide * u128::from(Factored::from_word(positive).phi()) / 2,
            Self::Nontotatives => below - Self::Totatives.sum(n),
            _ => {
                let numbers = self.distinct(n);
                numbers
                    .map(|(k, copies)| u128::from(k) * u128::from(copies))
                    .sum()
            }
        }
    }
}

//! Numbers that belong to a number: its divisors, its totatives, and so on.

use num_integer::Integer;

/// A set of numbers that belongs to every n > 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

    /// What it is, in the plural.
    pub(super) fn described(self) -> &'static str {
        match self {
            Self::Divisors => "divisors",
            Self::ProperDivisors => "proper divisors",
            Self::Nondivisors => "nondivisors below n",
            Self::Totatives => "totatives (numbers below n and coprime to n)",
            Self::Nontotatives => "nontotatives (numbers below n and not coprime to n)",
            Self::PrimeFactors => "prime factors, counted with multiplicity,",
            Self::DistinctPrimeFactors => "distinct prime factors",
        }
    }

    /// The numbers that belong to n > 0, ascending, each once with its multiplicity.
    pub(super) fn distinct(self, n: u64) -> Box<dyn Iterator<Item = (u64, u64)>> {
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
            Self::PrimeFactors => Box::new(prime_factors(n).into_iter()),
            Self::DistinctPrimeFactors => {
                Box::new(prime_factors(n).into_iter().map(|(p, _)| (p, 1)))
            }
        }
    }

    /// How many numbers belong to n > 0.
    pub(super) fn number(self, n: u64) -> u64 {
        self.distinct(n).map(|(_, multiplicity)| multiplicity).sum()
    }
}

fn divisors(n: u64) -> Vec<u64> {
    (1..=n).filter(|&d| n.is_multiple_of(d)).collect()
}

fn prime_factors(n: u64) -> Vec<(u64, u64)> {
    let mut rest = n;
    let mut factors = Vec::new();
    for p in 2..=n {
        let mut exponent = 0;
        while rest.is_multiple_of(p) {
            rest /= p;
            exponent += 1;
        }
        if exponent > 0 {
            factors.push((p, exponent));
        }
    }
    factors
}

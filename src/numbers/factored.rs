//! Arithmetic functions of a number that is given by its prime factors.

use std::num::NonZeroU64;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{Zero, pow};

use super::factor::{FactorError, factor, factor_word};
use crate::limits::Budget;

/// A number n > 0 as a product of primes.
///
/// ```
/// use misere::numbers::Factored;
///
/// let n = Factored::from_word(360.try_into().unwrap()); // 2^3·3^2·5
/// assert_eq!((n.big_omega(), n.omega(), n.omega_two()), (6, 3, 4));
/// assert_eq!((n.tau(), n.phi()), (24, 96));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factored<N> {
    primes: Vec<(N, u32)>,
}

impl Factored<u64> {
    /// Factors a number of one word, in at most a few milliseconds.
    pub fn from_word(n: NonZeroU64) -> Self {
        Self {
            primes: factor_word(n),
        }
    }
}

/// Returns the divisors of a word, ascending; none for 0.
pub(crate) fn divisors(n: u64) -> Vec<u64> {
    let factored = NonZeroU64::new(n).map(Factored::from_word);
    let mut divisors: Vec<u64> = factored.iter().flat_map(Factored::divisors).collect();
    divisors.sort_unstable();
    divisors
}

impl Factored<BigUint> {
    /// Factors a number of any length, with at most about a second of work. Primality above 2^64
    /// rests on the Baillie–PSW test.
    ///
    /// # Errors
    /// If the number is 0, was not factored, or a limit was reached.
    pub fn from_big(n: &BigUint, budget: &Budget) -> Result<Self, FactorError> {
        if n.is_zero() {
            return Err(FactorError::Zero);
        }
        let primes = factor(n, budget)?.complete()?.to_vec();
        Ok(Self { primes })
    }
}

impl<N: Clone + Ord + Integer + From<u32>> Factored<N> {
    /// Returns the primes with their exponents, ascending.
    pub fn primes(&self) -> &[(N, u32)] {
        &self.primes
    }

    /// Computes the number.
    pub fn value(&self) -> N {
        self.product(|p, e| pow(p.clone(), e as usize))
    }

    /// Computes Ω, the number of prime factors with multiplicity.
    pub fn big_omega(&self) -> u64 {
        self.primes.iter().map(|&(_, e)| u64::from(e)).sum()
    }

    /// Computes ω, the number of distinct prime factors.
    pub fn omega(&self) -> u64 {
        self.primes.len() as u64
    }

    /// Computes Ω2, the number of prime factors, the odd ones with multiplicity and 2 without.
    pub fn omega_two(&self) -> u64 {
        let counted = self
            .primes
            .iter()
            .map(|(p, e)| if p.is_even() { 1 } else { u64::from(*e) });
        counted.sum()
    }

    /// Computes τ, the number of divisors.
    pub fn tau(&self) -> N {
        self.product(|_, e| N::from(e) + N::one())
    }

    /// Computes φ, Euler's totient: the number of 1, …, n that are coprime to n.
    pub fn phi(&self) -> N {
        self.product(|p, e| (p.clone() - N::one()) * pow(p.clone(), e as usize - 1))
    }

    /// Checks whether no square above 1 divides the number.
    pub fn is_squarefree(&self) -> bool {
        self.primes.iter().all(|&(_, e)| e == 1)
    }

    /// Checks whether the number is p^(2k) for a prime p; 1 is.
    pub fn is_even_prime_power(&self) -> bool {
        match self.primes[..] {
            [] => true,
            [(_, e)] => e % 2 == 0,
            _ => false,
        }
    }

    /// Returns all divisors in no particular order.
    pub fn divisors(&self) -> impl Iterator<Item = N> + use<N> {
        // Counts up, with one digit for each prime.
        let primes = self.primes.clone();
        let mut chosen = vec![0; primes.len()];
        let mut next = Some(N::one());
        std::iter::from_fn(move || {
            let divisor = next.take()?;
            let mut following = divisor.clone();
            for ((p, e), chosen) in primes.iter().zip(&mut chosen) {
                if *chosen < *e {
                    *chosen += 1;
                    next = Some(following * p.clone());
                    break;
                }
                following = following / pow(p.clone(), *e as usize);
                *chosen = 0;
            }
            Some(divisor)
        })
    }

    fn product(&self, factor: impl Fn(&N, u32) -> N) -> N {
        let factors = self.primes.iter().map(|(p, e)| factor(p, *e));
        factors.fold(N::one(), |product, factor| product * factor)
    }
}

#[cfg(test)]
mod tests {
    use num_traits::One;
    use proptest::prelude::*;

    use super::*;

    fn word(n: u64) -> Factored<u64> {
        Factored::from_word(NonZeroU64::new(n).unwrap())
    }

    #[test]
    fn functions_agree_with_their_definitions() {
        for n in 1..2000u64 {
            let factored = word(n);
            assert_eq!(factored.value(), n);
            let divisors: Vec<u64> = (1..=n).filter(|&d| n.is_multiple_of(d)).collect();
            let mut found: Vec<u64> = factored.divisors().collect();
            found.sort_unstable();
            assert_eq!(found, divisors);
            assert_eq!(factored.tau(), divisors.len() as u64);
            let coprime = (1..=n).filter(|k| k.gcd(&n) == 1).count() as u64;
            assert_eq!(factored.phi(), coprime, "{n}");
            let squarefree = (2..=n).all(|d| !n.is_multiple_of(d * d));
            assert_eq!(factored.is_squarefree(), squarefree);
            let (mut rest, mut all, mut distinct, mut odd) = (n, 0, 0, 0);
            for p in 2..=n {
                distinct += u64::from(rest.is_multiple_of(p));
                while rest.is_multiple_of(p) {
                    rest /= p;
                    all += 1;
                    odd += p % 2;
                }
            }
            let two = u64::from(n.is_multiple_of(2));
            let omegas = (factored.big_omega(), factored.omega(), factored.omega_two());
            assert_eq!(omegas, (all, distinct, odd + two), "{n}");
            let root = n.isqrt();
            let even_power = root * root == n && word(root).omega() <= 1;
            assert_eq!(factored.is_even_prime_power(), even_power, "{n}");
        }
    }

    proptest! {
        #[test]
        fn long_and_short_numbers_factor_alike(n in 1..u64::MAX) {
            let short = word(n);
            let long = Factored::from_big(&n.into(), &Budget::default()).unwrap();
            let widened: Vec<(BigUint, u32)> =
                short.primes().iter().map(|&(p, e)| (p.into(), e)).collect();
            prop_assert_eq!(long.primes(), &widened[..]);
            prop_assert_eq!(short.value(), n);
            prop_assert_eq!(long.phi(), short.phi().into());
        }
    }

    #[test]
    fn zero_has_no_factors() {
        let zero = Factored::from_big(&BigUint::ZERO, &Budget::default());
        assert_eq!(zero, Err(FactorError::Zero));
        let one = Factored::from_big(&BigUint::one(), &Budget::default()).unwrap();
        assert_eq!((one.big_omega(), one.tau()), (0, BigUint::one()));
    }
}

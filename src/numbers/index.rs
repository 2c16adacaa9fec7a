//! Indices of divisors: io, of the largest odd divisor, and ip, of the smallest prime divisor.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use thiserror::Error;

use super::factor::{FactorError, TRIAL_LIMIT, factor};
use super::sieve::prime_count;
use crate::limits::{Budget, Reason};

/// The largest number up to which primes are counted, in a second or two.
const COUNTABLE: u64 = 1_000_000_000_000;

/// Computes v, the exponent of 2 in n > 0; 0 for n = 0.
pub fn valuation(n: &BigUint) -> u64 {
    n.trailing_zeros().unwrap_or(0)
}

/// Computes io, the index of the largest odd divisor: m for n = 2^v·(2m − 1), and 0 for n = 0.
///
/// For every n the numbers n, …, 2n − 1 have each of the indices 1, …, n once (Lemma 1 of
/// Iannucci and Larsson).
pub fn odd_index(n: &BigUint) -> BigUint {
    ((n >> valuation(n)) + 1u32) >> 1
}

/// Why the index of a prime divisor was not computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IndexError {
    /// 0 and 1 have no smallest prime divisor.
    #[error("{number} has no prime divisor")]
    NoPrime {
        /// The number.
        number: BigUint,
    },
    /// The smallest prime divisor was not found.
    #[error(transparent)]
    Factor(#[from] FactorError),
    /// The smallest prime divisor is too large to count the primes up to it.
    #[error(
        "the smallest prime divisor {prime} is too large: primes are counted up to {COUNTABLE}"
    )]
    TooLarge {
        /// The prime.
        prime: BigUint,
    },
}

impl From<Reason> for IndexError {
    fn from(reason: Reason) -> Self {
        Self::Factor(reason.into())
    }
}

/// Returns the smallest prime divisor of n > 1.
pub fn smallest_prime(n: &BigUint, budget: &Budget) -> Result<BigUint, IndexError> {
    if *n <= BigUint::from(1u32) {
        return Err(IndexError::NoPrime { number: n.clone() });
    }
    // With a small divisor the others are not needed.
    if let Some(p) = (2..TRIAL_LIMIT).find(|&p| (n % p).is_zero()) {
        return Ok(p.into());
    }
    let factors = factor(n, budget)?;
    let primes = factors.complete().map_err(FactorError::from)?;
    Ok(primes[0].0.clone())
}

/// Computes ip, the index of the smallest prime divisor of n > 1, where 2 has index 1.
pub fn prime_index(n: &BigUint, budget: &Budget) -> Result<u64, IndexError> {
    let prime = smallest_prime(n, budget)?;
    match prime.to_u64() {
        Some(p) if p <= COUNTABLE => Ok(prime_count(p, budget)?),
        _ => Err(IndexError::TooLarge { prime }),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_first_indices_of_odd_divisors() {
        let found: Vec<u64> = (0..=12u32)
            .map(|n| odd_index(&n.into()).to_u64().unwrap())
            .collect();
        assert_eq!(found, [0, 1, 1, 2, 1, 3, 2, 4, 1, 5, 3, 6, 2]);
    }

    #[test]
    fn every_index_occurs_once_as_in_lemma_1() {
        for n in 1..200u32 {
            let indices: BTreeSet<BigUint> = (n..2 * n).map(|x| odd_index(&x.into())).collect();
            assert!(indices.into_iter().eq((1..=n).map(BigUint::from)), "{n}");
        }
    }

    #[test]
    fn indices_of_smallest_primes() {
        let none = Budget::default();
        let index = |n: u64| prime_index(&n.into(), &none);
        assert_eq!(index(2), Ok(1));
        assert_eq!(index(35), Ok(3));
        assert_eq!(index(997 * 1009), Ok(168));
        assert_eq!(index(1_000_003 * 1_000_033), Ok(78_499));
        assert_eq!(
            index(1),
            Err(IndexError::NoPrime {
                number: 1u32.into()
            })
        );
        let p = 1_000_000_000_039u64;
        assert_eq!(index(p), Err(IndexError::TooLarge { prime: p.into() }));
        // The other factors are not needed.
        let long = (BigUint::from(1u32) << 3000u32) * 3u32 + 3u32;
        assert_eq!(prime_index(&long, &none), Ok(2));
    }
}

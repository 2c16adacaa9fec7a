//! Iterates of Euler's totient: Shapiro's class, and distances to even powers of primes.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use num_bigint::BigUint;

use super::factor::FactorError;
use super::factored::Factored;
use crate::limits::Budget;

/// Computes Shapiro's class C(n) by iteration: the number of times that φ must be applied to n > 2 to
/// reach 2; C(1) = C(2) = 0.
///
/// ```
/// use misere::numbers::shapiro_class;
///
/// assert_eq!(shapiro_class(15.try_into().unwrap()), 3); // 15, 8, 4, 2
/// ```
pub fn shapiro_class(n: NonZeroU64) -> u64 {
    let steps = std::iter::successors(Some(n), |&n| {
        NonZeroU64::new(Factored::from_word(n).phi()).filter(|_| n.get() > 2)
    });
    steps.count() as u64 - 1
}

/// Computes C(n) from the factors of n, of p − 1 for its primes p, and so on.
///
/// C + 1 for even and C for odd numbers is additive, C(mn) = C(m) + C(n) (Shapiro; Theorem 7 of
/// Iannucci and Larsson), it is 1 at 2, and it is the same at p and at p − 1 for odd primes p.
pub fn shapiro_class_by_factors(n: &BigUint, budget: &Budget) -> Result<u64, FactorError> {
    let two = BigUint::from(2u32);
    // Primes not counted yet; the largest is replaced by smaller ones.
    let mut pending: BTreeMap<BigUint, u64> = BTreeMap::new();
    let insert = |factored: Factored<BigUint>, times: u64, pending: &mut BTreeMap<_, _>| {
        for (p, e) in factored.primes() {
            *pending.entry(p.clone()).or_insert(0) += times * u64::from(*e);
        }
    };
    insert(Factored::from_big(n, budget)?, 1, &mut pending);
    while let Some((p, times)) = pending.pop_last() {
        if p == two {
            return Ok(times - u64::from(!n.bit(0)));
        }
        insert(
            Factored::from_big(&(p - 1u32), budget)?,
            times,
            &mut pending,
        );
    }
    // n = 1.
    Ok(0)
}

/// Computes `dist`, the number of times that n ↦ n − φ(n) must be applied to reach an even power of a
/// prime, such as 1.
///
/// The map takes p^k to p^(k−1). Where it is the only move, the nim value of n is the parity of this
/// number.
pub fn distance_to_even_power(n: NonZeroU64) -> u64 {
    let mut n = n;
    let mut distance = 0;
    loop {
        let factored = Factored::from_word(n);
        // n − φ(n) = 0 for n = 1 only, which is an even power.
        match NonZeroU64::new(n.get() - factored.phi()) {
            Some(next) if !factored.is_even_prime_power() => n = next,
            _ => return distance,
        }
        distance += 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn word(n: u64) -> NonZeroU64 {
        NonZeroU64::new(n).unwrap()
    }

    fn by_factors(n: u64) -> u64 {
        shapiro_class_by_factors(&n.into(), &Budget::default()).unwrap()
    }

    #[test]
    fn classes_by_iteration_and_by_factors() {
        let first: Vec<u64> = (1..=15).map(|n| shapiro_class(word(n))).collect();
        assert_eq!(first, [0, 0, 1, 1, 2, 1, 2, 2, 2, 2, 3, 2, 3, 2, 3]);
        for n in 1..5000 {
            assert_eq!(by_factors(n), shapiro_class(word(n)), "{n}");
        }
        // 2·3^7·11, an example of the paper.
        assert_eq!(shapiro_class(word(48_114)), 10);
    }

    proptest! {
        #[test]
        fn classes_of_words(n in 1..u64::MAX) {
            prop_assert_eq!(by_factors(n), shapiro_class(word(n)));
        }

        /// Theorem 7 of Iannucci and Larsson.
        #[test]
        fn classes_are_nearly_additive(m in 1..1u64 << 31, n in 1..1u64 << 31) {
            let class = |n| shapiro_class(word(n));
            let both_even = u64::from(m % 2 == 0 && n % 2 == 0);
            prop_assert_eq!(class(m * n), class(m) + class(n) + both_even);
            prop_assert_eq!(class(2 * n), class(n) + u64::from(n % 2 == 0));
        }
    }

    #[test]
    fn distances() {
        let first: Vec<u64> = (1..=16).map(|n| distance_to_even_power(word(n))).collect();
        assert_eq!(first, [0, 1, 1, 0, 1, 1, 1, 1, 0, 2, 1, 2, 1, 2, 2, 0]);
    }
}

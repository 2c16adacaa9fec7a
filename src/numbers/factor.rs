//! Factoring, within a budget.
//!
//! Below 2^64 Pollard's rho finds a factor after about 2^16 steps. Above, elliptic curves are tried
//! up to a fixed amount of work: prime factors of 15 decimal digits take milliseconds, those of 20
//! digits about a second; a number with two longer ones is not factored.

use std::num::NonZeroU64;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use thiserror::Error;

use super::elliptic;
use super::prime::{LONGEST_TEST, is_prime, is_prime_word};
use super::ring::{Ring, WordRing};
use crate::limits::{Budget, Reason};

/// Primes below this are found by division.
pub(super) const TRIAL_LIMIT: u64 = 1000;

/// The prime factors that were found, and the cofactors without known factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Factors {
    /// Distinct primes with their exponents, ascending.
    pub(crate) primes: Vec<(BigUint, u32)>,
    /// Composite cofactors, and cofactors that are too long for a primality test.
    pub(crate) composites: Vec<BigUint>,
}

impl Factors {
    /// Returns the primes, or an error with a number that was not factored.
    pub(crate) fn complete(&self) -> Result<&[(BigUint, u32)], Unfactored> {
        match self.composites.first() {
            Some(number) => Err(Unfactored {
                number: number.clone(),
            }),
            None => Ok(&self.primes),
        }
    }
}

/// A number whose factors were not found within the budget.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} was not factored within the budget", shown(.number))]
#[non_exhaustive]
pub struct Unfactored {
    /// The number.
    pub number: BigUint,
}

/// Writes a number, or its length if it is long.
fn shown(number: &BigUint) -> String {
    match number.bits() {
        0..=512 => number.to_string(),
        bits => format!("a number of {bits} binary digits"),
    }
}

/// Why a number was not factored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FactorError {
    /// The number is 0, which is not a product of primes.
    #[error("0 has no prime factors")]
    Zero,
    /// The factors were not found within the budget.
    #[error(transparent)]
    Unfactored(#[from] Unfactored),
    /// A limit was reached, or the computation was cancelled.
    #[error(transparent)]
    Stopped(#[from] Reason),
}

/// Factors a positive number.
pub(crate) fn factor(n: &BigUint, budget: &Budget) -> Result<Factors, Reason> {
    debug_assert!(!n.is_zero(), "0 has no factors");
    let mut primes: Vec<(BigUint, u32)> = Vec::new();
    let mut composites = Vec::new();
    let mut n = n.clone();
    let twos = n.trailing_zeros().unwrap_or(0);
    n >>= twos;
    if twos > 0 {
        // A number with 2^32 factors 2 is half a gigabyte long.
        primes.push((2u32.into(), u32::try_from(twos).unwrap_or(u32::MAX)));
    }
    // A composite p does not divide n after its primes are divided out.
    for p in (3..TRIAL_LIMIT).step_by(2) {
        if n.bits() <= 64 {
            break;
        }
        let exponent = divide_out(&mut n, p, budget)?;
        if exponent > 0 {
            primes.push((p.into(), exponent));
        }
    }
    let mut pending = vec![n];
    while let Some(n) = pending.pop() {
        if let Some(word) = n.to_u64() {
            let found = NonZeroU64::new(word).map(factor_word).unwrap_or_default();
            primes.extend(found.into_iter().map(|(p, e)| (p.into(), e)));
            continue;
        }
        if n.bits() > LONGEST_TEST {
            composites.push(n);
            continue;
        }
        if is_prime(&n) {
            primes.push((n, 1));
            continue;
        }
        let divisor = match exact_root(&n) {
            Some(root) => Some(root),
            None => elliptic::divisor(&n, budget)?,
        };
        match divisor {
            Some(d) => {
                pending.push(&n / &d);
                pending.push(d);
            }
            None => composites.push(n),
        }
    }
    primes.sort();
    let mut counted: Vec<(BigUint, u32)> = Vec::new();
    for (p, e) in primes {
        match counted.last_mut() {
            Some((last, exponent)) if *last == p => *exponent = exponent.saturating_add(e),
            _ => counted.push((p, e)),
        }
    }
    composites.sort();
    composites.dedup();
    Ok(Factors {
        primes: counted,
        composites,
    })
}

/// Divides by p as often as possible, and returns how often. A long power of p is divided out by
/// powers of one word, with a check of the deadline for each.
fn divide_out(n: &mut BigUint, p: u64, budget: &Budget) -> Result<u32, Reason> {
    let mut exponent = 0u32;
    // Most primes do not divide n, which takes one division.
    let divides = (&*n % p).is_zero();
    for step in [u64::MAX.ilog(p), 1] {
        let power = p.pow(step);
        while divides && (&*n % power).is_zero() {
            budget.check()?;
            *n /= power;
            exponent = exponent.saturating_add(step);
        }
    }
    Ok(exponent)
}

/// Returns the primes of a word with their exponents, ascending.
pub(super) fn factor_word(n: NonZeroU64) -> Vec<(u64, u32)> {
    let mut n = n.get();
    let mut primes = Vec::new();
    let twos = n.trailing_zeros();
    n >>= twos;
    if twos > 0 {
        primes.push((2, twos));
    }
    let mut p = 3;
    while p < TRIAL_LIMIT && p * p <= n {
        let mut exponent = 0;
        while n.is_multiple_of(p) {
            n /= p;
            exponent += 1;
        }
        if exponent > 0 {
            primes.push((p, exponent));
        }
        p += 2;
    }
    let mut large = Vec::new();
    let mut pending = vec![n];
    while let Some(n) = pending.pop() {
        if n == 1 {
            continue;
        }
        if p * p > n || is_prime_word(n) {
            large.push(n);
            continue;
        }
        let divisor = rho(n);
        pending.extend([divisor, n / divisor]);
    }
    large.sort_unstable();
    for group in large.chunk_by(|p, q| p == q) {
        // At most six primes above 1000 fit in a word.
        primes.push((group[0], u32::try_from(group.len()).unwrap_or(u32::MAX)));
    }
    primes
}

/// Returns a root of a perfect power: neither rho nor elliptic curves factor squares of primes.
pub(super) fn exact_root(n: &BigUint) -> Option<BigUint> {
    (2..64).filter(|&e| is_prime_word(e)).find_map(|e| {
        let e = u32::try_from(e).ok()?;
        let root = n.nth_root(e);
        (!root.is_one() && root.pow(e) == *n).then_some(root)
    })
}

/// Finds a proper divisor of an odd composite number by Pollard's rho in Brent's form.
fn rho(n: u64) -> u64 {
    let root = n.isqrt();
    if root * root == n {
        return root;
    }
    let ring = WordRing::new(&n);
    let walks = (1..n).map(|c| brent(n, &ring, c));
    walks
        .flatten()
        .next()
        .expect("some walk finds a divisor of a composite number")
}

fn brent(n: u64, ring: &WordRing, c: u64) -> Option<u64> {
    /// The number of differences multiplied before a greatest common divisor is computed.
    const BATCH: u64 = 128;
    let step = |x: u64| ring.add(&ring.mul(&x, &x), &c);
    let mut y = 2 % n;
    let mut length = 1;
    loop {
        let x = y;
        let mut done = 0;
        while done < length {
            let checkpoint = y;
            let batch = BATCH.min(length - done);
            let mut product = ring.one();
            for _ in 0..batch {
                y = step(y);
                product = ring.mul(&product, &x.abs_diff(y));
            }
            done += batch;
            let divisor = product.gcd(&n);
            if divisor == 1 {
                continue;
            }
            if divisor < n {
                return Some(divisor);
            }
            // Several factors at once: repeat the batch in single steps.
            y = checkpoint;
            return (0..batch).find_map(|_| {
                y = step(y);
                let divisor = x.abs_diff(y).gcd(&n);
                (1 < divisor && divisor < n).then_some(divisor)
            });
        }
        length *= 2;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn factors(n: &BigUint) -> Factors {
        factor(n, &Budget::default()).unwrap()
    }

    fn product(factors: &Factors) -> BigUint {
        factors.primes.iter().map(|(p, e)| p.pow(*e)).product()
    }

    #[test]
    fn small_numbers_are_products_of_their_primes() {
        for n in 1..3000u64 {
            let found = factors(&n.into());
            assert_eq!(product(&found), n.into());
            assert!(found.primes.iter().all(|(p, _)| is_prime(p)));
        }
    }

    #[test]
    fn words_are_factored() {
        let primes = [
            4_294_967_291u64,
            4_294_967_279,
            1_000_003,
            2_147_483_647,
            997,
            1009,
        ];
        for p in primes {
            for q in primes {
                let found = factors(&(BigUint::from(p) * q));
                assert_eq!(product(&found), BigUint::from(p) * q);
                assert!(found.primes.iter().all(|(p, _)| is_prime(p)));
            }
        }
        let cube = BigUint::from(1_000_003u32).pow(3) * 997u32.pow(2);
        let expected = [(997u32.into(), 2), (1_000_003u32.into(), 3)];
        assert_eq!(factors(&cube).primes, expected);
    }

    #[test]
    fn long_powers_of_small_primes_are_factored_and_can_be_stopped() {
        let power = |p: u32, e: u32| BigUint::from(p).pow(e);
        let long = power(3, 270_000);
        let past = Budget::timeout(Duration::ZERO);
        assert_eq!(factor(&long, &past), Err(Reason::Deadline));
        assert_eq!(factors(&long).primes, [(3u32.into(), 270_000)]);
        // 3^40 and 5^27 are the largest powers in a word; 997 is the last prime that is tried.
        for e in [1, 39, 40, 41, 79, 80, 81] {
            let n = power(2, 64 + e) * power(3, e) * power(5, 27) * power(7, 2) * power(997, e);
            let expected = [(2u32, 64 + e), (3, e), (5, 27), (7, 2), (997, e)];
            let expected = expected.map(|(p, e)| (BigUint::from(p), e));
            assert_eq!(factors(&n).primes, expected);
        }
    }

    #[test]
    fn long_numbers_are_factored_within_the_budget() {
        let mersenne = |e: u32| (BigUint::one() << e) - 1u32;
        // Cole's factors.
        let found = factors(&mersenne(67));
        assert_eq!(found.primes[0].0, 193_707_721u64.into());
        assert_eq!(found.primes[1].0, 761_838_257_287u64.into());
        // A square of a long prime.
        let square = mersenne(89).pow(2);
        assert_eq!(factors(&square).primes, [(mersenne(89), 2)]);
        // Two primes of fifteen digits: rho would take some ten million steps.
        let (p, q) = (999_999_999_999_989u64, 900_000_000_000_109u64);
        let found = factors(&(BigUint::from(p) * q * 6u32));
        assert_eq!(product(&found), BigUint::from(p) * q * 6u32);
        assert!(found.composites.is_empty());
        // Small factors of long numbers.
        let p = BigUint::from(1_000_000_007u32);
        let found = factors(&(mersenne(1279) * &p));
        assert_eq!(found.primes, [(p, 1), (mersenne(1279), 1)]);
        let long = factors(&(mersenne(9941) * 12u32));
        let error = long.complete().unwrap_err().to_string();
        assert_eq!(
            error,
            "a number of 9941 binary digits was not factored within the budget"
        );
        // The error contains the number that was not factored.
        let stubborn = mersenne(127) * mersenne(107);
        let found = factors(&(&stubborn * 12u32));
        assert_eq!(found.complete(), Err(Unfactored { number: stubborn }));
        assert_eq!(found.primes, [(2u32.into(), 2), (3u32.into(), 1)]);
    }
}

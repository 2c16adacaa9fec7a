//! Primes and factors, within a budget.
//!
//! Below 2^64 everything is certain and quick: Miller–Rabin with the first twelve primes as
//! bases is deterministic there, and Pollard's rho finds a factor after at most some 2^16 steps.
//! Above, primality is decided by the Baillie–PSW test, to which no counterexample is known,
//! and the search for a factor is given up after a fixed number of steps.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::ring::{Ring, WordRing};
use crate::census::error::{CensusError, look_at_clock};
use crate::game::Limits;

/// The primes that are tried by division, and whose first twelve are bases for Miller–Rabin.
const TRIAL_LIMIT: u64 = 1000;
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Steps of Pollard's rho on a number of more than 64 bits before it is given up, times the
/// number of bits: about a second.
const RHO_WORK: u64 = 1 << 28;

/// A number as far as it could be factored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::census) struct Factors {
    /// Distinct primes with their exponents, ascending.
    pub(in crate::census) primes: Vec<(BigUint, u32)>,
    /// Composite cofactors that resisted.
    pub(in crate::census) composites: Vec<BigUint>,
}

impl Factors {
    /// The primes, or an error that names a number that was not factored.
    pub(in crate::census) fn complete(&self) -> Result<&[(BigUint, u32)], CensusError> {
        match self.composites.first() {
            Some(number) => Err(CensusError::NotFactored {
                number: number.clone(),
            }),
            None => Ok(&self.primes),
        }
    }
}

/// Factors a positive number.
pub(in crate::census) fn factor(n: &BigUint, limits: &Limits) -> Result<Factors, CensusError> {
    let mut primes: Vec<BigUint> = Vec::new();
    let mut composites = Vec::new();
    let mut n = n.clone();
    for p in (2..TRIAL_LIMIT).filter(|&p| is_small_prime(p)) {
        while (&n % p).is_zero() {
            primes.push(p.into());
            n /= p;
        }
    }
    let mut pending = vec![n];
    while let Some(n) = pending.pop() {
        if n.is_one() {
            continue;
        }
        if is_prime(&n) {
            primes.push(n);
            continue;
        }
        let divisor = match n.to_u64() {
            Some(word) => Some(BigUint::from(rho_word(word))),
            None => match exact_root(&n) {
                Some(root) => Some(root),
                None => rho_long(&n, limits)?,
            },
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
    for group in primes.chunk_by(|p, q| p == q) {
        let exponent = u32::try_from(group.len()).expect("exponents are small");
        counted.push((group[0].clone(), exponent));
    }
    composites.sort();
    composites.dedup();
    Ok(Factors {
        primes: counted,
        composites,
    })
}

fn is_small_prime(p: u64) -> bool {
    p >= 2 && (2..=p.isqrt()).all(|d| !p.is_multiple_of(d))
}

/// Whether a number is prime; above 2^64 by Baillie and PSW.
pub(in crate::census) fn is_prime(n: &BigUint) -> bool {
    match n.to_u64() {
        Some(word) => is_prime_word(word),
        None => n.bit(0) && is_strong_probable_prime(n) && is_lucas_probable_prime(n),
    }
}

fn is_prime_word(n: u64) -> bool {
    if let Some(&p) = BASES.iter().find(|&&p| n.is_multiple_of(p)) {
        return n == p;
    }
    if n < 2 {
        return false;
    }
    let ring = WordRing::new(&n);
    let minus_one = ring.sub(&0, &ring.one());
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|base| {
        let mut x = ring.pow(ring.element(base), (n - 1) >> twos);
        x == ring.one()
            || (0..twos).any(|_| {
                let found = x == minus_one;
                x = ring.mul(&x, &x);
                found
            })
    })
}

/// Miller–Rabin with base 2.
fn is_strong_probable_prime(n: &BigUint) -> bool {
    let minus_one = n - 1u32;
    let twos = minus_one.trailing_zeros().unwrap_or(0);
    let mut x = BigUint::from(2u32).modpow(&(&minus_one >> twos), n);
    x.is_one()
        || (0..twos).any(|_| {
            let found = x == minus_one;
            x = &x * &x % n;
            found
        })
}

/// The strong Lucas test with Selfridge's parameters, for odd n that is no square.
fn is_lucas_probable_prime(n: &BigUint) -> bool {
    if exact_root(n).is_some() {
        return false;
    }
    // D is the first of 5, −7, 9, −11, … with Jacobi symbol (D/n) = −1; P = 1, Q = (1 − D)/4.
    let residue = |value: i64| {
        let magnitude = BigUint::from(value.unsigned_abs()) % n;
        if value < 0 {
            (n - magnitude) % n
        } else {
            magnitude
        }
    };
    let mut d = 5;
    while jacobi(residue(d), n.clone()) != -1 {
        d = if d > 0 { -(d + 2) } else { 2 - d };
    }
    let (d_residue, q) = (residue(d), residue((1 - d) / 4));
    let half = |x: BigUint| if x.bit(0) { (x + n) >> 1u32 } else { x >> 1u32 };
    let plus_one = n + 1u32;
    let twos = plus_one.trailing_zeros().unwrap_or(0);
    let odd = &plus_one >> twos;
    // U_1, V_1, Q^1; double for every further bit, add one where it is set.
    let (mut u, mut v, mut qk) = (BigUint::one(), BigUint::one(), q.clone());
    for bit in (0..odd.bits() - 1).rev() {
        u = &u * &v % n;
        v = (&v * &v + (n - &qk) * 2u32) % n;
        qk = &qk * &qk % n;
        if odd.bit(bit) {
            let next = half((&u + &v) % n);
            v = half((&d_residue * &u + &v) % n);
            u = next;
            qk = &qk * &q % n;
        }
    }
    u.is_zero()
        || (0..twos).any(|_| {
            let found = v.is_zero();
            v = (&v * &v + (n - &qk) * 2u32) % n;
            qk = &qk * &qk % n;
            found
        })
}

/// The Jacobi symbol (a/n) for odd n.
fn jacobi(mut a: BigUint, mut n: BigUint) -> i32 {
    let mut sign = 1;
    while !a.is_zero() {
        let twos = a.trailing_zeros().unwrap_or(0);
        a >>= twos;
        let n_mod_8 = (&n % 8u32).to_u32().unwrap_or(0);
        if twos % 2 == 1 && (n_mod_8 == 3 || n_mod_8 == 5) {
            sign = -sign;
        }
        if n_mod_8 % 4 == 3 && (&a % 4u32).to_u32() == Some(3) {
            sign = -sign;
        }
        std::mem::swap(&mut a, &mut n);
        a %= &n;
    }
    if n.is_one() { sign } else { 0 }
}

/// A root of a perfect power: rho does not like squares of primes.
fn exact_root(n: &BigUint) -> Option<BigUint> {
    (2..64).filter(|&e| is_small_prime(e)).find_map(|e| {
        let e = u32::try_from(e).ok()?;
        let root = n.nth_root(e);
        (!root.is_one() && root.pow(e) == *n).then_some(root)
    })
}

/// Pollard's rho in Brent's form: a proper divisor of an odd composite number.
fn rho_word(n: u64) -> u64 {
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
    /// Differences are multiplied up before a greatest common divisor is taken.
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
            // Too far at once: again in single steps.
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

/// Pollard's rho on a number of many words, given up after a fixed number of steps.
fn rho_long(n: &BigUint, limits: &Limits) -> Result<Option<BigUint>, CensusError> {
    const BATCH: u64 = 256;
    let step = |x: &BigUint| (x * x + 1u32) % n;
    let difference = |x: &BigUint, y: &BigUint| if x > y { x - y } else { y - x };
    let mut y = BigUint::from(2u32);
    let mut x = y.clone();
    let mut next_anchor = 1;
    let mut steps = 0;
    let budget = RHO_WORK / n.bits();
    while steps < budget {
        look_at_clock(limits)?;
        let (checkpoint, anchor) = (y.clone(), x.clone());
        let mut product = BigUint::one();
        for i in 0..BATCH {
            y = step(&y);
            product = product * difference(&x, &y) % n;
            if steps + i + 1 == next_anchor {
                x.clone_from(&y);
                next_anchor *= 2;
            }
        }
        let divisor = product.gcd(n);
        if divisor.is_one() {
            steps += BATCH;
            continue;
        }
        if divisor < *n {
            return Ok(Some(divisor));
        }
        (y, x) = (checkpoint, anchor);
        for _ in 0..BATCH {
            y = step(&y);
            let divisor = difference(&x, &y).gcd(n);
            if !divisor.is_one() {
                return Ok((divisor < *n).then_some(divisor));
            }
        }
        return Ok(None);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factors(n: &BigUint) -> Factors {
        factor(n, &Limits::default()).unwrap()
    }

    #[test]
    fn small_numbers_factor_as_by_division() {
        let is_prime_slow = |n: u64| n >= 2 && (2..n).all(|d| !n.is_multiple_of(d));
        for n in 1..3000u64 {
            assert_eq!(is_prime_word(n), is_prime_slow(n), "{n}");
            let product: BigUint = factors(&n.into())
                .primes
                .iter()
                .map(|(p, e)| p.pow(*e))
                .product();
            assert_eq!(product, n.into());
        }
    }

    #[test]
    fn words_factor() {
        let primes = [4_294_967_291u64, 4_294_967_279, 1_000_003, 2_147_483_647];
        for p in primes {
            for q in primes {
                let found = factors(&(BigUint::from(p) * q));
                let product: BigUint = found.primes.iter().map(|(p, e)| p.pow(*e)).product();
                assert_eq!(product, BigUint::from(p) * q);
                assert!(found.primes.iter().all(|(p, _)| is_prime(p)));
            }
        }
        // Strong pseudoprimes to several bases.
        for n in [
            3_215_031_751u64,
            3_825_123_056_546_413_051,
            2_152_302_898_747,
        ] {
            assert!(!is_prime_word(n));
        }
        assert!(is_prime_word(18_446_744_073_709_551_557));
    }

    #[test]
    fn long_numbers_factor_within_the_budget() {
        let mersenne = |e: u32| (BigUint::one() << e) - 1u32;
        for e in [89, 107, 127, 521] {
            assert!(is_prime(&mersenne(e)), "2^{e} - 1");
        }
        for e in [67, 101, 128, 131] {
            assert!(!is_prime(&mersenne(e)), "2^{e} - 1");
        }
        // Cole's factors.
        let found = factors(&mersenne(67));
        assert_eq!(found.primes[0].0, 193_707_721u64.into());
        assert_eq!(found.primes[1].0, 761_838_257_287u64.into());
        // A square of a long prime.
        let square = mersenne(89).pow(2);
        assert_eq!(factors(&square).primes, [(mersenne(89), 2)]);
        // Strong pseudoprimes to base 2 that Lucas finds out: (2^p)-1 composite passes base 2.
        assert!(is_strong_probable_prime(&mersenne(67)));
    }
}

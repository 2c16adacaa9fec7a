//! Primality.
//!
//! Below 2^64 the Miller–Rabin test with the first twelve primes as bases is a proof. Above,
//! primality is decided by the Baillie–PSW test, to which no counterexample is known.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::factor::exact_root;
use super::ring::{Ring, WordRing};

/// The largest number of binary digits that is tested where there is a deadline: about a second.
pub(crate) const LONGEST_TEST: u64 = 1 << 13;

/// The bases of the Miller–Rabin test.
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Checks whether a number is prime; above 2^64 by the Baillie–PSW test.
pub fn is_prime(n: &BigUint) -> bool {
    match n.to_u64() {
        Some(word) => is_prime_word(word),
        None => n.bit(0) && is_strong_probable_prime(n) && is_lucas_probable_prime(n),
    }
}

pub(crate) fn is_prime_word(n: u64) -> bool {
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

/// Applies the Miller–Rabin test with base 2.
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

/// Applies the strong Lucas test with Selfridge's parameters to an odd n that is not a square.
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

/// Computes the Jacobi symbol (a/n) for odd n.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_those_found_by_division() {
        let is_prime_slow = |n: u64| n >= 2 && (2..n).all(|d| !n.is_multiple_of(d));
        for n in 0..3000u64 {
            assert_eq!(is_prime_word(n), is_prime_slow(n), "{n}");
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
    fn long_primes_are_distinguished_from_composites() {
        let mersenne = |e: u32| (BigUint::one() << e) - 1u32;
        for e in [89, 107, 127, 521] {
            assert!(is_prime(&mersenne(e)), "2^{e} - 1");
        }
        for e in [67, 101, 128, 131] {
            assert!(!is_prime(&mersenne(e)), "2^{e} - 1");
        }
        // A composite 2^p − 1 passes the test with base 2, and fails the Lucas test.
        assert!(is_strong_probable_prime(&mersenne(67)));
    }
}

//! Lenstra's elliptic curve method, for numbers of more than one word.
//!
//! On a curve modulo n the multiple kP of a point becomes the neutral element modulo a prime
//! p | n, and hence gcd(Z, n) > 1 for its last coordinate, as soon as the order of P modulo p
//! divides k. The order is a random number near p, so with k a product of all primes up to a
//! bound (and one larger prime in the second stage) a few dozen curves find p of 15 digits.
//!
//! Curves are independent of each other and run on all cores. The divisor is that of the first curve in
//! their order that finds one, so it is the same for any number of threads.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::ring::{Natural, Ring};
use super::sieve::primes_below;
use super::wide::Wide;
use crate::limits::{Budget, Reason, parallel};

/// The bounds of the two stages, and the number of curves.
struct Effort {
    /// The largest prime power of the first stage.
    first: u64,
    /// The largest prime of the second stage.
    second: u64,
    curves: u64,
}

/// For factors of 10 digits, of 15, and of 20.
const EFFORTS: [Effort; 3] = [
    Effort {
        first: 500,
        second: 20_000,
        curves: 12,
    },
    Effort {
        first: 2_000,
        second: 120_000,
        curves: 40,
    },
    Effort {
        first: 11_000,
        second: 900_000,
        curves: 60,
    },
];

/// The second stage goes in steps of D, and begins at 2D or later.
const D: u64 = 210;
const _: () = assert!(EFFORTS[0].first >= 2 * D);

/// The maximum work for a number, in multiplications times bits: about a second.
const WORK: u64 = 1 << 31;

/// Searches for a proper divisor of an odd composite number, up to a fixed amount of work.
pub(super) fn divisor(n: &BigUint, budget: &Budget) -> Result<Option<BigUint>, Reason> {
    match n.bits() {
        0..=128 => search::<Wide<2>>(n, budget),
        129..=192 => search::<Wide<3>>(n, budget),
        193..=256 => search::<Wide<4>>(n, budget),
        _ => search::<BigUint>(n, budget),
    }
}

fn search<N: Natural>(n: &BigUint, budget: &Budget) -> Result<Option<BigUint>, Reason> {
    let ring = N::Ring::new(&N::from_big(n));
    // A multiplication of long numbers allocates.
    let cost = n.bits() * if N::SLOW { 8 } else { 1 };
    let mut work = 0;
    // Suyama's curves, with orders divisible by 12: one for each σ > 5.
    let mut sigma = 6u64;
    for effort in EFFORTS {
        let primes = primes_below(effort.second);
        // Eleven multiplications for each bit of all prime powers; two for each further prime.
        let each = (16 * effort.first + 2 * primes.len() as u64) * cost;
        let count = effort.curves.min((WORK - work) / each);
        work += count * each;
        let run = |&sigma: &u64, budget: &Budget| {
            budget.check()?;
            match Curve::<N>::suyama(n, &ring, sigma) {
                Ok((curve, point)) => curve.follow(point, n, &effort, &primes, budget),
                Err(divisor) => Ok(divisor),
            }
        };
        // The first divisor, or the limit that was reached, ends the search.
        let end = |found: Result<Option<BigUint>, Reason>| match found.transpose() {
            None => Ok(()),
            Some(end) => Err(end),
        };
        let curves = sigma..sigma + count;
        if let Err(end) = parallel::for_each_in_order(curves, budget, run, end) {
            let divisor = end?;
            tracing::debug!(bits = divisor.bits(), of = n.bits(), "found a factor");
            return Ok(Some(divisor));
        }
        if count < effort.curves {
            break;
        }
        sigma += count;
    }
    Ok(None)
}

/// Returns gcd(x, n), if that is a proper divisor of n.
fn proper_gcd(x: &BigUint, n: &BigUint) -> Option<BigUint> {
    let divisor = x.gcd(n);
    (!divisor.is_one() && divisor < *n).then_some(divisor)
}

type Element<N> = <<N as Natural>::Ring as Ring<N>>::Element;

/// The coordinates X : Z of a point on a curve in Montgomery's form; Y is not needed.
#[derive(Clone)]
struct Point<N: Natural> {
    x: Element<N>,
    z: Element<N>,
}

/// The curve Y² = X³ + aX² + X, up to a factor of Y².
struct Curve<'r, N: Natural> {
    ring: &'r N::Ring,
    /// (a + 2)/4.
    quarter: Element<N>,
}

impl<'r, N: Natural> Curve<'r, N> {
    /// Returns a curve and a point on it.
    ///
    /// # Errors
    /// If a denominator is not invertible modulo n: its common divisor with n, if that is proper.
    fn suyama(
        n: &BigUint,
        ring: &'r N::Ring,
        sigma: u64,
    ) -> Result<(Self, Point<N>), Option<BigUint>> {
        let u = BigUint::from(sigma) * sigma - 5u32;
        let v = BigUint::from(sigma) * 4u32;
        let denominator = u.pow(3) * &v * 16u32;
        let inverse = denominator
            .modinv(n)
            .ok_or_else(|| proper_gcd(&denominator, n))?;
        // n has more than one word and is larger than u.
        let quarter = (n + &v - &u).pow(3) * (&u * 3u32 + &v) * inverse;
        let element = |value: BigUint| ring.element(&N::from_big(&(value % n)));
        let point = Point {
            x: element(u.pow(3)),
            z: element(v.pow(3)),
        };
        let quarter = element(quarter);
        Ok((Self { ring, quarter }, point))
    }

    /// Computes 2P.
    fn double(&self, p: &Point<N>) -> Point<N> {
        let r = self.ring;
        let (sum, difference) = (r.add(&p.x, &p.z), r.sub(&p.x, &p.z));
        let (s, d) = (r.mul(&sum, &sum), r.mul(&difference, &difference));
        let t = r.sub(&s, &d);
        let z = r.mul(&t, &r.add(&d, &r.mul(&self.quarter, &t)));
        Point {
            x: r.mul(&s, &d),
            z,
        }
    }

    /// Computes P + Q, given P − Q.
    fn add(&self, p: &Point<N>, q: &Point<N>, difference: &Point<N>) -> Point<N> {
        let r = self.ring;
        let u = r.mul(&r.sub(&p.x, &p.z), &r.add(&q.x, &q.z));
        let v = r.mul(&r.add(&p.x, &p.z), &r.sub(&q.x, &q.z));
        let (sum, rest) = (r.add(&u, &v), r.sub(&u, &v));
        Point {
            x: r.mul(&difference.z, &r.mul(&sum, &sum)),
            z: r.mul(&difference.x, &r.mul(&rest, &rest)),
        }
    }

    /// Computes kP for k > 0 by Montgomery's ladder, which holds two neighbouring multiples.
    fn multiple(&self, k: u64, p: &Point<N>) -> Point<N> {
        let (mut low, mut high) = (p.clone(), self.double(p));
        for bit in (0..k.ilog2()).rev() {
            let middle = self.add(&low, &high, p);
            (low, high) = if k >> bit & 1 == 0 {
                (self.double(&low), middle)
            } else {
                let doubled = self.double(&high);
                (middle, doubled)
            };
        }
        low
    }

    /// Runs both stages from a point.
    fn follow(
        &self,
        mut p: Point<N>,
        n: &BigUint,
        effort: &Effort,
        primes: &[u64],
        budget: &Budget,
    ) -> Result<Option<BigUint>, Reason> {
        let split = primes.partition_point(|&q| q <= effort.first);
        for &q in &primes[..split] {
            budget.check()?;
            p = self.multiple(q.pow(effort.first.ilog(q)), &p);
        }
        let divisor = self.value(&p.z).gcd(n);
        if !divisor.is_one() {
            return Ok((divisor < *n).then_some(divisor));
        }
        let product = self.second_stage(&p, &primes[split..], budget)?;
        Ok(proper_gcd(&self.value(&product), n))
    }

    /// Computes a product that p divides if qP is neutral modulo p for one of the primes q.
    ///
    /// q = kD ± j, and qP is neutral iff kDP = ±jP, that is, iff their X : Z agree.
    fn second_stage(
        &self,
        p: &Point<N>,
        primes: &[u64],
        budget: &Budget,
    ) -> Result<Element<N>, Reason> {
        let r = self.ring;
        let mut product = r.one();
        let Some(first) = primes.first() else {
            return Ok(product);
        };
        // jP for j = 1, 3, 5, …, D/2, each with X·Z.
        let two = self.double(p);
        let mut odd = vec![p.clone(), self.add(&two, p, p)];
        while 2 * odd.len() as u64 <= D / 2 {
            let [.., before, last] = &odd[..] else { break };
            odd.push(self.add(last, &two, before));
        }
        let crossed: Vec<Element<N>> = odd.iter().map(|q| r.mul(&q.x, &q.z)).collect();
        let step = self.multiple(D, p);
        let mut k = (first + D / 2) / D;
        let mut before = self.multiple(k - 1, &step);
        let mut giant = self.multiple(k, &step);
        let mut giant_crossed = r.mul(&giant.x, &giant.z);
        for &q in primes {
            while k * D + D / 2 < q {
                budget.check()?;
                let next = self.add(&giant, &step, &before);
                before = std::mem::replace(&mut giant, next);
                giant_crossed = r.mul(&giant.x, &giant.z);
                k += 1;
            }
            let Ok(j) = usize::try_from(q.abs_diff(k * D) / 2) else {
                continue;
            };
            // X·z − x·Z = (X − x)(Z + z) − XZ + xz.
            let small = &odd[j];
            let mixed = r.mul(&r.sub(&giant.x, &small.x), &r.add(&giant.z, &small.z));
            let determinant = r.add(&r.sub(&mixed, &giant_crossed), &crossed[j]);
            product = r.mul(&product, &determinant);
        }
        Ok(product)
    }

    fn value(&self, element: &Element<N>) -> BigUint {
        self.ring.value(element).to_big()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::parallel::assert_same_for_any_number_of_threads;
    use crate::numbers::is_prime;

    fn next_prime(n: u64) -> u64 {
        (n..n + 2000).find(|&p| is_prime(&p.into())).unwrap()
    }

    #[test]
    fn products_of_two_primes_of_fifteen_digits_are_factored() {
        for i in 1..=8u64 {
            let p = next_prime(100_000_000_000_000 * i + 12_345);
            let q = next_prime(123_456_789_012_345 * i);
            let n = BigUint::from(p) * q;
            let found = divisor(&n, &Budget::default()).unwrap().unwrap();
            assert!(found == p.into() || found == q.into(), "{p}·{q}");
        }
    }

    #[test]
    fn numbers_of_every_length_are_factored() {
        let p = BigUint::from(next_prime(10_000_000_000));
        for e in [89u32, 127, 521] {
            let n = &p * ((BigUint::one() << e) - 1u32);
            let found = divisor(&n, &Budget::default()).unwrap();
            assert_eq!(found, Some(p.clone()), "2^{e} - 1");
        }
    }

    /// Both primes are found by some of the curves, so another order of curves could give the other.
    #[test]
    fn the_divisor_does_not_depend_on_the_number_of_threads() {
        for i in 1..=6u64 {
            let p = next_prime(10_000_000_000 * i);
            let n = BigUint::from(p) * next_prime(11_111_111_111 * i) * next_prime(1 << 50);
            assert_same_for_any_number_of_threads(|| divisor(&n, &Budget::default()));
        }
    }

    #[test]
    fn the_search_stops_at_the_deadline() {
        let n = BigUint::from(next_prime(1 << 62)) * next_prime(1 << 61);
        let past = Budget::timeout(std::time::Duration::ZERO);
        assert_eq!(divisor(&n, &past), Err(Reason::Deadline));
    }
}

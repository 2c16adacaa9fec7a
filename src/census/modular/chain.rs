//! The chain of orders of 2.
//!
//! 2^x mod m depends on x only modulo the order of 2 modulo the odd part of m, as long as x is
//! at least the exponent of 2 in m. If x is a sum of powers of two itself, its residue needs
//! the order of 2 modulo the odd part of that order, and so on.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::census::error::CensusError;
use crate::limits::Budget;
use crate::numbers::{Factors, factor};

/// m, the order L_1 of 2 modulo the odd part of m, the order L_2 modulo the odd part of L_1, …
///
/// Where p − 1 could not be factored for some prime p, the entry is a multiple of the order, which
/// is just as good for exponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::census) struct Chain {
    pub(in crate::census) moduli: Vec<BigUint>,
}

impl Chain {
    /// Computes the chain of m with this many orders.
    pub(in crate::census) fn new(
        m: &BigUint,
        orders: usize,
        budget: &Budget,
    ) -> Result<Self, CensusError> {
        let mut moduli = vec![m.clone()];
        if orders == 0 {
            return Ok(Self { moduli });
        }
        let mut factors = factor(m, budget)?;
        for _ in 0..orders {
            let (order, known) = order_of_two(&factors, budget)?;
            moduli.push(order);
            factors = known;
            tracing::debug!(bits = moduli[moduli.len() - 1].bits(), "an order of 2");
        }
        Ok(Self { moduli })
    }
}

/// Computes the order of 2 modulo the odd part of a number, with the factors of the order.
pub(in crate::census) fn order_of_two(
    modulus: &Factors,
    budget: &Budget,
) -> Result<(BigUint, Factors), CensusError> {
    let mut order = BigUint::one();
    let mut primes: Vec<BigUint> = Vec::new();
    let mut composites: Vec<BigUint> = Vec::new();
    for (p, e) in modulus.complete()? {
        if !p.bit(0) {
            continue;
        }
        // 2 has an order dividing (p − 1)·p^(e−1) modulo p^e.
        let mut known = factor(&(p - 1u32), budget)?;
        if *e > 1 {
            known.primes.push((p.clone(), e - 1));
        }
        let power = p.pow(*e);
        let mut part = (p - 1u32) * p.pow(e - 1);
        for (q, f) in &known.primes {
            for _ in 0..*f {
                let smaller = &part / q;
                if !BigUint::from(2u32).modpow(&smaller, &power).is_one() {
                    break;
                }
                part = smaller;
            }
        }
        order = order.lcm(&part);
        primes.extend(known.primes.into_iter().map(|(q, _)| q));
        composites.extend(known.composites);
    }
    let known = factors_among(&order, primes, composites);
    Ok((order, known))
}

/// Returns the factors of a number all of whose primes are among those given or divide a composite.
fn factors_among(n: &BigUint, mut primes: Vec<BigUint>, composites: Vec<BigUint>) -> Factors {
    primes.sort();
    primes.dedup();
    let mut rest = n.clone();
    let mut found = Vec::new();
    for p in primes {
        let mut exponent = 0;
        while (&rest % &p).is_zero() {
            rest /= &p;
            exponent += 1;
        }
        if exponent > 0 {
            found.push((p, exponent));
        }
    }
    let composites = if rest.is_one() {
        Vec::new()
    } else {
        composites
    };
    Factors {
        primes: found,
        composites,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(m: u64, orders: usize) -> Vec<BigUint> {
        let chain = Chain::new(&m.into(), orders, &Budget::default());
        chain.unwrap().moduli
    }

    #[test]
    fn orders_are_those_of_the_definition() {
        for m in 1..600u64 {
            let odd = m >> m.trailing_zeros();
            let order = (1..=600u32).find(|&x| {
                let power = BigUint::from(2u32).modpow(&BigUint::from(x), &odd.into());
                power == BigUint::one() % odd
            });
            assert_eq!(chain(m, 1)[1], order.unwrap().into(), "modulo {m}");
        }
    }

    /// 2^364 is 1 modulo 1093 and modulo its square; there are only two such primes known.
    #[test]
    fn a_wieferich_prime() {
        assert_eq!(chain(1093, 1)[1], 364u32.into());
        assert_eq!(chain(1093 * 1093, 1)[1], 364u32.into());
        assert_eq!(chain(1093 * 1093 * 1093, 1)[1], (364 * 1093u32).into());
    }

    #[test]
    fn chains_end_in_one() {
        let numbers: Vec<BigUint> = [97u32, 48, 2, 1, 1].map(BigUint::from).to_vec();
        assert_eq!(chain(97, 4), numbers);
        let numbers: Vec<BigUint> = [998_244_353u32, 499_122_176, 24, 2, 1]
            .map(BigUint::from)
            .to_vec();
        assert_eq!(chain(998_244_353, 4), numbers);
    }

    #[test]
    fn powers_of_ten_have_short_chains() {
        let m = BigUint::from(10u32).pow(50);
        let chain = Chain::new(&m, 3, &Budget::default()).unwrap();
        assert_eq!(chain.moduli[1], BigUint::from(5u32).pow(49) * 4u32);
    }
}

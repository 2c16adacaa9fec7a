//! Residues of |M_n|: dispatches to the fastest applicable method.
//!
//! | method | days | moduli |
//! |---|---|---|
//! | [`Terms`](Method::Terms) | n ≤ 7 | all |
//! | [`Products`](Method::Products) | 5 ≤ n ≤ 8 | all |
//! | [`Classes`](Method::Classes) | 8 ≤ n ≤ 9 | products of different primes with short chains |
//! | [`ClosedForm`](Method::ClosedForm) | n ≥ 5 | divisors of 2^(2^k) − 1 |
//! | [`Recursion`](Method::Recursion) | 7 ≤ n ≤ 1000 | products of different special primes |
//!
//! "All" means all moduli below 2^64, and larger ones whose chain of orders of 2 can be factored. A
//! modulus may also be multiplied by any power of two.
//!
//! ```
//! use misere::census::{residue, residue_by, Method};
//! use misere::limits::{Budget};
//! use num_bigint::BigUint;
//!
//! let none = Budget::default();
//! let m = BigUint::from(97u32);
//! assert_eq!(residue(9, &m, &none)?, BigUint::from(29u32));
//! assert_eq!(residue_by(Method::Recursion, 9, &m, &none)?, BigUint::from(29u32));
//! # Ok::<(), misere::census::CensusError>(())
//! ```

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::classes::{LARGEST_PRIME, by_classes};
use super::day_six;
use super::error::CensusError;
use super::fermat::{binary_order, by_closed_form};
use super::modular::{Natural, Wide, factor, join};
use super::prime_recursion::{self, by_recursion};
use super::products::by_products;
use super::recurrence::Counts;
use super::terms::by_terms;
use crate::limits::Budget;

/// A method that computes residues of |M_n|.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// The sum over M_{n−2} of Theorem A.1, term by term.
    Terms,
    /// The product over M_{n−3}.
    Products,
    /// Counting residues of exponents over M_{n−4}.
    Classes,
    /// The closed forms modulo divisors of 2^(2^k) − 1.
    ClosedForm,
    /// The recursion for all n modulo primes p such that 2 has an order 2^j modulo the odd part
    /// of p − 1.
    Recursion,
}

/// Computes |M_n| mod m by the fastest applicable method.
pub fn residue(n: u64, modulus: &BigUint, budget: &Budget) -> Result<BigUint, CensusError> {
    if modulus.is_zero() {
        return Err(CensusError::ZeroModulus);
    }
    let counts = Counts::new();
    if n < 7 {
        return apply(&counts, Method::Terms, n, modulus, budget);
    }
    let (twos, odd) = modulus.split();
    let odd_residue = fastest(&counts, n, &odd, budget)?;
    Ok(join_power_of_two(&counts, n, twos, (&odd_residue, &odd)))
}

/// Computes |M_n| mod m by this method.
///
/// # Errors
/// [`CensusError::OutOfReach`] if the method does not apply to this day or modulus.
pub fn residue_by(
    method: Method,
    n: u64,
    modulus: &BigUint,
    budget: &Budget,
) -> Result<BigUint, CensusError> {
    if modulus.is_zero() {
        return Err(CensusError::ZeroModulus);
    }
    let counts = Counts::new();
    if method == Method::Terms {
        return apply(&counts, method, n, modulus, budget);
    }
    let (twos, odd) = modulus.split();
    let odd_residue = apply(&counts, method, n, &odd, budget)?;
    Ok(join_power_of_two(&counts, n, twos, (&odd_residue, &odd)))
}

/// Computes |M_n| modulo an odd number for n ≥ 7 by the fastest applicable method.
fn fastest(
    counts: &Counts,
    n: u64,
    odd: &BigUint,
    budget: &Budget,
) -> Result<BigUint, CensusError> {
    if binary_order(odd, budget)?.is_some() {
        return apply(counts, Method::ClosedForm, n, odd, budget);
    }
    if n == 7 {
        return apply(counts, Method::Products, n, odd, budget);
    }
    if n == 8 {
        // Classes where they are few, otherwise the product, which always applies.
        let classes = apply(counts, Method::Classes, n, odd, budget);
        return match classes {
            Ok(_) | Err(CensusError::Stopped(_)) => classes,
            Err(_) => apply(counts, Method::Products, n, odd, budget),
        };
    }
    by_prime_powers(odd, budget, |prime_power, _| {
        for method in [Method::ClosedForm, Method::Recursion] {
            match apply(counts, method, n, prime_power, budget) {
                Err(CensusError::OutOfReach { .. }) => {}
                found => return found,
            }
        }
        match n {
            9 => apply(counts, Method::Classes, n, prime_power, budget),
            _ => Err(CensusError::OutOfReach {
                method: "the program",
                day: n,
                modulus: prime_power.clone(),
                reason: "from day 10 on the order of 2 modulo m must be a power of two, or, up to \
                         day 1000 and for a prime m, its order modulo the odd part of m − 1; day 8 \
                         has residues for all m",
            }),
        }
    })
}

fn apply(
    counts: &Counts,
    method: Method,
    n: u64,
    modulus: &BigUint,
    budget: &Budget,
) -> Result<BigUint, CensusError> {
    let out_of_reach = |modulus: &BigUint, reason| CensusError::OutOfReach {
        method: method.name(),
        day: n,
        modulus: modulus.clone(),
        reason,
    };
    let day = u32::try_from(n).unwrap_or(u32::MAX);
    match method {
        Method::Terms if day <= 7 => by_lists(counts, method, day, modulus, budget),
        Method::Products if (5..=8).contains(&day) => {
            by_lists(counts, method, day, modulus, budget)
        }
        Method::ClosedForm if n >= 5 => {
            let k = binary_order(modulus, budget)?.ok_or_else(|| {
                out_of_reach(modulus, "the order of 2 modulo it is not a power of two")
            })?;
            Ok(by_closed_form(counts, n, modulus, k))
        }
        Method::Classes if (8..=9).contains(&day) => by_prime_powers(modulus, budget, |p, e| {
            let word = p.to_u64().filter(|&p| e == 1 && p < LARGEST_PRIME);
            let word = word.ok_or_else(|| {
                out_of_reach(
                    p,
                    "its modulus must be a product of different primes below 2^62",
                )
            })?;
            by_classes(counts, day - 4, word, budget).map(BigUint::from)
        }),
        Method::Recursion if (7..=prime_recursion::LAST).contains(&n) => {
            by_prime_powers(modulus, budget, |p, e| {
                let word = p
                    .to_u64()
                    .filter(|&p| e == 1 && prime_recursion::applies(p));
                let word = word.ok_or_else(|| {
                    let reason = "its modulus must be a product of different primes p below 2^64 \
                                  such that the order of 2 modulo the odd part of p − 1 is a \
                                  power of two";
                    out_of_reach(p, reason)
                })?;
                by_recursion(counts, n, word, budget).map(BigUint::from)
            })
        }
        _ => Err(out_of_reach(modulus, method.days())),
    }
}

/// Computes the sum of terms or the product, in the shortest numbers that hold the modulus.
fn by_lists(
    counts: &Counts,
    method: Method,
    day: u32,
    modulus: &BigUint,
    budget: &Budget,
) -> Result<BigUint, CensusError> {
    fn run<N: Natural>(
        counts: &Counts,
        method: Method,
        day: u32,
        modulus: &BigUint,
        budget: &Budget,
    ) -> Result<BigUint, CensusError> {
        let modulus = N::from_big(modulus);
        let residue = match method {
            Method::Terms => by_terms(counts, day, &modulus, budget),
            _ => by_products(counts, day, &modulus, budget),
        };
        Ok(residue?.to_big())
    }
    match modulus.bits() {
        0..=64 => run::<u64>(counts, method, day, modulus, budget),
        65..=128 => run::<Wide<2>>(counts, method, day, modulus, budget),
        129..=256 => run::<Wide<4>>(counts, method, day, modulus, budget),
        _ => run::<BigUint>(counts, method, day, modulus, budget),
    }
}

/// Joins the residues modulo the prime powers of an odd number. The function computes one of them,
/// given p^e and e.
fn by_prime_powers(
    odd: &BigUint,
    budget: &Budget,
    residue: impl Fn(&BigUint, u32) -> Result<BigUint, CensusError>,
) -> Result<BigUint, CensusError> {
    let mut joined = (BigUint::ZERO, BigUint::one());
    for (p, e) in factor(odd, budget)?.complete()? {
        let power = p.pow(*e);
        let next = residue(&power, *e)?;
        let residue = join((&joined.0, &joined.1), (&next, &power));
        joined = (residue, joined.1 * power);
    }
    Ok(joined.0)
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Method::Terms => "the sum of terms",
            Method::Products => "the product formula",
            Method::Classes => "counting residues of exponents",
            Method::ClosedForm => "the closed form",
            Method::Recursion => "the recursion for all days",
        }
    }

    fn days(self) -> &'static str {
        match self {
            Method::Terms => "it ends with day 7",
            Method::Products => "it leads to days 5 to 8",
            Method::Classes => "it leads to days 8 and 9",
            Method::ClosedForm => "it begins with day 5",
            Method::Recursion => "it leads to days 7 to 1000",
        }
    }
}

/// Computes the residue modulo 2^k·odd from that modulo the odd part.
fn join_power_of_two(counts: &Counts, n: u64, k: u64, odd: (&BigUint, &BigUint)) -> BigUint {
    let power = BigUint::one() << k;
    join(odd, (&modulo_power_of_two(counts, n, &power), &power))
}

/// Computes |M_n| modulo a power of two, for n ≥ 5.
///
/// Modulo 2^k every power in Theorem A.1 whose exponent is at least k vanishes, which leaves
/// |M_n| ≡ |M_{n−2}| − 1. From n = 7 on the exponents are at least |N_6^0|, a number of a
/// million digits. Day 6 itself is counted exactly.
fn modulo_power_of_two(counts: &Counts, n: u64, power: &BigUint) -> BigUint {
    let exact: u32 = if n.is_multiple_of(2) { 6 } else { 5 };
    let steps = (n - u64::from(exact)) / 2;
    let residue = day_six::residue(&counts.games(exact), power);
    residue.minus(&(BigUint::from(steps) % power), power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::parallel::assert_same_for_any_number_of_threads;

    fn by(method: Method, n: u64, m: u64) -> u64 {
        let residue = residue_by(method, n, &m.into(), &Budget::default());
        residue.unwrap().to_u64().unwrap()
    }

    fn quick(n: u64, m: u64) -> u64 {
        let residue = residue(n, &m.into(), &Budget::default());
        residue.unwrap().to_u64().unwrap()
    }

    #[test]
    fn the_seventh_day_by_terms_and_by_products() {
        assert_eq!(by(Method::Terms, 7, 1_000_000_007), 24_114_539);
        for m in [1, 2, 3, 97, 1_000_000_007, 1 << 40, 360_360, (1 << 61) - 1] {
            assert_eq!(
                by(Method::Terms, 7, m),
                by(Method::Products, 7, m),
                "mod {m}"
            );
            assert_eq!(quick(7, m), by(Method::Terms, 7, m), "mod {m}");
        }
    }

    #[test]
    fn residues_do_not_depend_on_the_number_of_threads() {
        assert_same_for_any_number_of_threads(|| {
            [
                by(Method::Terms, 7, 1_000_000_007),
                by(Method::Products, 8, 1_000_000_007),
                by(Method::Classes, 8, 7933),
                by(Method::Classes, 9, 97),
                by(Method::Recursion, 40, 97),
            ]
        });
    }

    #[test]
    fn small_days_by_terms_and_by_products() {
        for n in 5..7 {
            for m in 1..200 {
                let expected = by(Method::Terms, n, m);
                assert_eq!(expected, by(Method::Products, n, m), "{n} mod {m}");
                assert_eq!(expected, quick(n, m));
            }
        }
        assert_eq!(
            (0..6).map(|n| quick(n, 1000)).collect::<Vec<_>>(),
            [1, 2, 3, 5, 22, 780]
        );
    }

    #[test]
    fn the_eighth_day_by_products_and_by_other_methods() {
        assert_eq!(by(Method::Products, 8, 1_000_000_007), 40_357_443);
        // The chain of 10^9 + 7 is too long for the other methods; they check the other factors of
        // this modulus.
        let joined = by(Method::Products, 8, 1_000_000_007 * 97 * 8);
        assert_eq!(joined % 1_000_000_007, 40_357_443);
        assert_eq!(joined % 97, 15);
        assert_eq!(joined % 8, (quick(6, 8) + 7) % 8);
        assert_eq!(by(Method::Classes, 8, 97), 15);
        assert_eq!(by(Method::Recursion, 8, 97), 15);
        assert_eq!(quick(8, 97), 15);
        let m = 7 * 31 * 641 * 2_013_265_921 * 4;
        assert_eq!(by(Method::Products, 8, m), by(Method::Classes, 8, m));
        assert_eq!(quick(8, m), by(Method::Classes, 8, m));
    }

    #[test]
    fn the_ninth_day_by_classes_and_by_recursion() {
        let m = 7 * 97 * 16;
        assert_eq!(by(Method::Classes, 9, m), by(Method::Recursion, 9, m));
        assert_eq!(quick(9, m), by(Method::Classes, 9, m));
        assert_eq!(quick(9, m) % 16, 4_171_778 % 16);
        assert_eq!(by(Method::Classes, 9, 641), 1_026_052 % 641);
        assert_eq!(quick(9, 998_244_353), 422_187_600);
    }

    #[test]
    fn long_moduli() {
        let none = Budget::default();
        // Every residue modulo a long number against those modulo its parts.
        let parts = [
            1_000_000_007u64,
            998_244_353,
            1 << 40,
            2_147_483_647,
            3_486_784_401,
        ];
        let m: BigUint = parts.iter().map(|&p| BigUint::from(p)).product();
        let residue = residue(7, &m, &none).unwrap();
        for p in parts {
            assert_eq!(&residue % p, by(Method::Terms, 7, p).into());
        }
        // The same on the eighth day, and with a power of five.
        let m = BigUint::from(1_000_000_007u32) * BigUint::from(10u32).pow(20);
        let eighth = super::residue(8, &m, &none).unwrap();
        assert_eq!(&eighth % 1_000_000_007u32, 40_357_443u32.into());
        let power = 5u64.pow(20);
        assert_eq!(eighth % power, by(Method::Products, 8, power).into());
        // Day 7 in numbers of two, four and more words.
        for words in [1u32, 3, 6] {
            let m = BigUint::from(3u32).pow(40 * words) * 97u32;
            let residue = super::residue(7, &m, &none).unwrap();
            assert_eq!(&residue % 97u32, by(Method::Terms, 7, 97).into());
            let power = 3u64.pow(40);
            assert_eq!(residue % power, by(Method::Terms, 7, power).into());
        }
        // A Fermat number of 1025 bits.
        let fermat = (BigUint::one() << 1024u32) + 1u32;
        assert_eq!(
            super::residue(9, &fermat, &none).unwrap(),
            1_026_052u32.into()
        );
        assert_eq!(
            residue_by(Method::ClosedForm, 7, &fermat, &none).unwrap(),
            2_074_628u32.into()
        );
    }

    #[test]
    fn errors_say_what_is_out_of_reach() {
        let none = Budget::default();
        let error = |n, m: u64| residue(n, &m.into(), &none).unwrap_err();
        assert_eq!(error(3, 0), CensusError::ZeroModulus);
        let long = error(9, 1_000_000_007);
        assert!(
            matches!(&long, CensusError::OrderTooLong { odd_part, .. } if *odd_part == 250_000_001u32.into()),
            "{long}"
        );
        assert!(matches!(
            error(10, 1_000_000_007),
            CensusError::OutOfReach { day: 10, .. }
        ));
        assert!(matches!(error(9, 9), CensusError::OutOfReach { .. }));
        let reason = |method, n| match residue_by(method, n, &7u32.into(), &none) {
            Err(CensusError::OutOfReach { method, reason, .. }) => format!("{method}: {reason}"),
            other => panic!("{other:?}"),
        };
        for (method, days, expected) in [
            (
                Method::Terms,
                vec![8],
                "the sum of terms: it ends with day 7",
            ),
            (
                Method::Products,
                vec![4, 9],
                "the product formula: it leads to days 5 to 8",
            ),
            (
                Method::Classes,
                vec![7, 10],
                "counting residues of exponents: it leads to days 8 and 9",
            ),
            (
                Method::ClosedForm,
                vec![4],
                "the closed form: it begins with day 5",
            ),
            (
                Method::ClosedForm,
                vec![5],
                "the closed form: the order of 2 modulo it is not a power of two",
            ),
            (
                Method::Recursion,
                vec![6, 1001],
                "the recursion for all days: it leads to days 7 to 1000",
            ),
        ] {
            for n in days {
                assert_eq!(reason(method, n), expected);
            }
        }
        let past = Budget::timeout(std::time::Duration::ZERO);
        for n in 7..=9 {
            let stopped = residue(n, &998_244_353u32.into(), &past);
            assert!(matches!(stopped, Err(CensusError::Stopped(_))), "day {n}");
        }
        // A product of two long primes is not factored, and the error contains it.
        let mersenne = |e: u32| (BigUint::one() << e) - 1u32;
        let number = mersenne(89) * mersenne(107);
        let stubborn = residue(7, &(&number * 12u32), &none);
        assert_eq!(stubborn, Err(CensusError::NotFactored { number }));
    }
}

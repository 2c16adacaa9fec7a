//! |M_n| for all n modulo the divisors of 2^(2^k) − 1: the Fermat numbers and their factors.
//!
//! Let m divide 2^(2^k) − 1, so that powers of two modulo m depend on the exponent modulo 2^k.
//! Modulo 2^k the recurrences of Theorem A.1 become trivial, because every power of two in them
//! vanishes (n ≥ 7; the exponents of day 6 and later are beyond all bounds):
//!
//! > |M_n| ≡ |M_{n−2}| − 1, |N_n^0| ≡ |N_{n−2}^0|, |S_n^K| ≡ |S_{n−2}^K|, which is 0 for K
//! > not born by day n − 3.
//!
//! So modulo m almost all terms of |M_n| are 2^0 = 1, and the others are those of |M_{n−2}|:
//! writing T_n for the sum of 2^|S_{n−1}^K| over K in M_{n−2},
//!
//! > T_n − T_{n−2} ≡ |M_{n−2}| − |M_{n−4}|,
//!
//! and subtracting the formulas for |M_n| and |M_{n−2}| leaves
//!
//! > |M_n| ≡ |M_{n−2}| − 2^(|M_{n−3}|−1) mod m,
//!
//! where |M_{n−3}| ≡ |M_4| − (n − 7)/2 or |M_5| − (n − 8)/2 mod 2^k. The differences are a
//! geometric progression with quotient 1/2, and the sum is
//!
//! > |M_n| ≡ 2^((49−n)/2) − 22524 for odd n ≥ 5, and
//! > |M_n| ≡ |M_6| − 2^4171780 + 2^(4171783−n/2) for even n ≥ 6.
//!
//! The exponents of day 5 and 6 must exceed k, and the least of them is |N_5^0| = 1960962.

use num_bigint::BigUint;
use num_traits::One;

use super::day_six::residue;
use super::error::CensusError;
use super::modular::Natural;
use super::recurrence::Counts;
use crate::limits::Budget;

/// The largest k for which the exponents of day 5 are large enough.
const LARGEST: u64 = 1_960_961;

/// Returns the k for which 2 has order 2^k modulo an odd m, if its order is a power of two.
pub(super) fn binary_order(m: &BigUint, budget: &Budget) -> Result<Option<u64>, CensusError> {
    let one = BigUint::one() % m;
    let mut power = BigUint::from(2u32) % m;
    // The order is below m, so k is less than the number of bits.
    for k in 0..=m.bits().min(LARGEST) {
        if power == one {
            return Ok(Some(k));
        }
        budget.check()?;
        power = &power * &power % m;
    }
    Ok(None)
}

/// Computes |M_n| modulo an odd m whose order of 2 is 2^k, for n ≥ 5.
pub(super) fn by_closed_form(counts: &Counts, n: u64, m: &BigUint, k: u64) -> BigUint {
    debug_assert!(n >= 5);
    let order = BigUint::one() << k;
    // 2^(a − b) for b that may exceed a.
    let power = |a: u64, b: u64| {
        let exponent = &order - b % &order + a;
        BigUint::from(2u32).modpow(&exponent, m)
    };
    if n % 2 == 1 {
        let constant = BigUint::from(22_524u32) % m;
        return power(24, n / 2).minus(&constant, m);
    }
    let sixth = residue(&counts.games(6), m);
    let first = power(4_171_780, 0);
    sixth.minus(&first, m).plus(&power(4_171_783, n / 2), m)
}

/// Computes |M_n| modulo an odd m whose order of 2 is 2^k, for n ≥ 5, by the recurrence in steps of
/// two.
#[cfg(test)]
pub(super) fn by_recurrence(counts: &Counts, n: u32, m: &BigUint, k: u64) -> BigUint {
    let order = BigUint::one() << k;
    let modulo = |day: u32, m: &BigUint| residue(&counts.games(day), m);
    let mut residues: Vec<BigUint> = (0..=6).map(|day| modulo(day, m)).collect();
    let mut exponents: Vec<BigUint> = (0..=6).map(|day| modulo(day, &order)).collect();
    let one = BigUint::one() % &order;
    for day in 7..=n as usize {
        let exponent = exponents[day - 3].minus(&one, &order);
        let power = BigUint::from(2u32).modpow(&exponent, m);
        residues.push(residues[day - 2].minus(&power, m));
        exponents.push(exponents[day - 2].minus(&one, &order));
    }
    residues.swap_remove(n as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binary_order(m: &BigUint) -> Option<u64> {
        super::binary_order(m, &Budget::default()).unwrap()
    }

    fn closed(n: u64, m: &BigUint) -> BigUint {
        let k = binary_order(m).unwrap();
        by_closed_form(&Counts::new(), n, m, k)
    }

    #[test]
    fn orders_that_are_powers_of_two_are_found() {
        for (m, k) in [
            (1u64, Some(0)),
            (3, Some(1)),
            (5, Some(2)),
            (15, Some(2)),
            (7, None),
        ] {
            assert_eq!(binary_order(&m.into()), k);
        }
        assert_eq!(binary_order(&65537u32.into()), Some(5));
        assert_eq!(binary_order(&167_772_161u32.into()), Some(24));
        assert_eq!(binary_order(&4_179_340_454_199_820_289u64.into()), Some(56));
        assert_eq!(binary_order(&97u32.into()), None);
    }

    #[test]
    fn the_closed_form_solves_the_recurrence() {
        let counts = Counts::new();
        let fermat = |j: u32| (BigUint::one() << (1u32 << j)) + 1u32;
        let moduli = [
            3u32,
            5,
            15,
            17,
            255,
            257,
            641,
            65537,
            6_700_417,
            167_772_161,
        ];
        let moduli = moduli
            .map(BigUint::from)
            .into_iter()
            .chain([fermat(7), fermat(9)]);
        for m in moduli {
            let k = binary_order(&m).unwrap();
            for n in 5..40 {
                let closed = by_closed_form(&counts, u64::from(n), &m, k);
                assert_eq!(closed, by_recurrence(&counts, n, &m, k), "{n} mod {m}");
            }
            // The sequence repeats after 2^(k+1) days.
            let period = 1 << (k + 1);
            assert_eq!(closed(9, &m), closed(9 + period, &m));
            assert_eq!(closed(10, &m), closed(10 + period, &m));
        }
    }

    #[test]
    fn even_days_modulo_small_fermat_numbers() {
        // For k ≤ 8 day 4 is far enough: |M_n| = 2^(7 − n/2) − 10.
        for m in [3u64, 5, 17, 257, 65537, 641, 6_700_417, 274_177] {
            for i in 3..12u32 {
                let inverse = BigUint::from(2u32).modpow(&(m - 2).into(), &m.into());
                let power = inverse.pow(i) * 128u32;
                let expected = (power + 10 * m - 10u32) % m;
                assert_eq!(closed(2 * u64::from(i), &m.into()), expected);
            }
        }
    }

    #[test]
    fn the_table_of_small_fermat_numbers() {
        let rows: [(u64, [u64; 8]); 5] = [
            (3, [1, 0, 2, 1, 1, 0, 2, 1]),
            (5, [0, 1, 3, 3, 2, 4, 4, 2]),
            (17, [14, 6, 16, 15, 0, 11, 9, 9]),
            (257, [156, 6, 124, 255, 108, 251, 100, 249]),
            (65537, [42949, 6, 42981, 65535, 42997, 65531, 43005, 65529]),
        ];
        for (m, row) in rows {
            for (n, expected) in (5..).zip(row) {
                assert_eq!(closed(n, &m.into()), expected.into(), "{n} mod {m}");
            }
        }
    }

    #[test]
    fn the_ninth_day_modulo_every_fermat_number() {
        for j in 0..12u32 {
            let fermat = (BigUint::one() << (1u32 << j)) + 1u32;
            assert_eq!(closed(9, &fermat), BigUint::from(1_026_052u32) % &fermat);
            assert_eq!(closed(7, &fermat), BigUint::from(2_074_628u32) % &fermat);
        }
    }
}

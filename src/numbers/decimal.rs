//! Decimal digits of large numbers, computed in base 10^6 from the start.
//!
//! A number of a million digits that is written in binary has to be divided again and again before
//! its digits are known. A sum of a few powers of two needs no division: powers are squared and
//! products are formed in base 10^6. Limbs are multiplied as polynomials, by the number-theoretic
//! transform modulo p = 2^64 − 2^32 + 1, where 2^32 divides p − 1. A coefficient of the product
//! of two numbers with n limbs is below n·10^12, which is below p for n < 2^24.

use std::fmt;

use num_bigint::BigUint;

use crate::limits::{Budget, Reason};

/// A natural number: its digits in base 10^6, the last ones first, without leading zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decimal(Vec<u64>);

/// Decimal digits of a limb.
const DIGITS: usize = 6;
const BASE: u64 = 1_000_000;

impl Decimal {
    /// Converts a number by division, which takes time quadratic in its length.
    pub(crate) fn from_small(number: &BigUint) -> Self {
        let text = number.to_string();
        let limbs = text.as_bytes().rchunks(DIGITS).map(|digits| {
            let value = |limb, digit: &u8| 10 * limb + u64::from(digit - b'0');
            digits.iter().fold(0, value)
        });
        Self::without_leading_zeros(limbs.collect())
    }

    /// Computes 2^exponent.
    pub(crate) fn power_of_two(exponent: u64, budget: &Budget) -> Result<Self, Reason> {
        /// 2^63 fits into a word.
        const WORD: u32 = 6;
        let mut rest = (u64::BITS - exponent.leading_zeros()).saturating_sub(WORD);
        let mut power = Self::from_small(&BigUint::from(1u64 << (exponent >> rest)));
        while rest > 0 {
            rest -= 1;
            power = power.times(&power, budget)?;
            if exponent >> rest & 1 == 1 {
                power = power.plus(&power);
            }
        }
        Ok(power)
    }

    /// Multiplies.
    pub(crate) fn times(&self, other: &Self, budget: &Budget) -> Result<Self, Reason> {
        budget.check()?;
        let length = self.0.len() + other.0.len();
        let points = length.next_power_of_two();
        let mut account = budget.account();
        // Two lists of values and half as many roots.
        account.hold(points.saturating_mul(20))?;
        let roots = roots(points);
        let transformed = |number: &Self| {
            let mut values = number.0.clone();
            values.resize(points, 0);
            transform(&mut values, &roots);
            values
        };
        let mut product = transformed(self);
        if self == other {
            for value in &mut product {
                *value = times(*value, *value);
            }
        } else {
            for (value, other) in product.iter_mut().zip(transformed(other)) {
                *value = times(*value, other);
            }
        }
        transform_back(&mut product, &roots);
        product.truncate(length);
        let mut carry = 0;
        for limb in &mut product {
            carry += *limb;
            *limb = carry % BASE;
            carry /= BASE;
        }
        Ok(Self::without_leading_zeros(product))
    }

    /// Adds.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let (longer, shorter) = if self.0.len() < other.0.len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut carry = 0;
        let others = shorter.0.iter().copied().chain(std::iter::repeat(0));
        let sums = longer.0.iter().zip(others).map(|(limb, other)| {
            let sum = limb + other + carry;
            carry = u64::from(sum >= BASE);
            sum - carry * BASE
        });
        let mut limbs: Vec<u64> = sums.collect();
        limbs.push(carry);
        Self::without_leading_zeros(limbs)
    }

    /// Subtracts a number that is not greater.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        let mut borrow = 0;
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        let differences = self.0.iter().zip(others).map(|(limb, other)| {
            let difference = limb + BASE - other - borrow;
            borrow = u64::from(difference < BASE);
            difference % BASE
        });
        let limbs = differences.collect();
        assert!(
            borrow == 0 && other.0.len() <= self.0.len(),
            "a negative difference"
        );
        Self::without_leading_zeros(limbs)
    }

    fn without_leading_zeros(mut limbs: Vec<u64>) -> Self {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self(limbs)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((leading, rest)) = self.0.split_last() else {
            return f.write_str("0");
        };
        write!(f, "{leading}")?;
        rest.iter()
            .rev()
            .try_for_each(|limb| write!(f, "{limb:06}"))
    }
}

/// The prime modulo which numbers are transformed.
const P: u64 = 0xffff_ffff_0000_0001;

/// A generator of the group of units modulo p.
const GENERATOR: u64 = 7;

fn plus(a: u64, b: u64) -> u64 {
    minus(a, P - b)
}

fn minus(a: u64, b: u64) -> u64 {
    let (difference, borrow) = a.overflowing_sub(b);
    if borrow {
        difference.wrapping_add(P)
    } else {
        difference
    }
}

/// Multiplies modulo p: 2^64 ≡ 2^32 − 1 and 2^96 ≡ −1.
fn times(a: u64, b: u64) -> u64 {
    #![allow(clippy::cast_possible_truncation, reason = "halves of a double word")]
    const LOW: u64 = (1 << 32) - 1;
    let product = u128::from(a) * u128::from(b);
    let (high, low) = ((product >> 64) as u64, product as u64);
    let low = if low >= P { low - P } else { low };
    let middle = (high & LOW) * LOW;
    plus(minus(low, high >> 32), middle)
}

fn power(base: u64, exponent: u64) -> u64 {
    (0..u64::BITS).rev().fold(1, |power, bit| {
        let square = times(power, power);
        if exponent >> bit & 1 == 1 {
            times(square, base)
        } else {
            square
        }
    })
}

/// The first half of the powers of a root of unity of the order `points`, a power of two.
fn roots(points: usize) -> Vec<u64> {
    let root = power(GENERATOR, (P - 1) / points as u64);
    let mut roots = Vec::with_capacity(points / 2);
    roots.extend(std::iter::successors(Some(1), |&last| Some(times(last, root))).take(points / 2));
    roots
}

/// Evaluates a polynomial at all powers of the root, which come out in bit-reversed order.
fn transform(values: &mut [u64], roots: &[u64]) {
    let mut half = values.len() / 2;
    while half > 0 {
        let step = roots.len() / half;
        for block in values.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for ((a, b), &root) in left.iter_mut().zip(right).zip(roots.iter().step_by(step)) {
                (*a, *b) = (plus(*a, *b), times(minus(*a, *b), root));
            }
        }
        half /= 2;
    }
}

/// Undoes [`transform`].
fn transform_back(values: &mut [u64], roots: &[u64]) {
    let points = values.len();
    let mut half = 1;
    while half < points {
        let step = roots.len() / half;
        for block in values.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            // The inverse of the k-th root is minus the (points/2 − k)-th.
            let inverses = std::iter::once(1).chain(
                roots
                    .iter()
                    .rev()
                    .skip(step - 1)
                    .step_by(step)
                    .map(|&r| P - r),
            );
            for ((a, b), inverse) in left.iter_mut().zip(right).zip(inverses) {
                let product = times(*b, inverse);
                (*a, *b) = (plus(*a, product), minus(*a, product));
            }
        }
        half *= 2;
    }
    let inverse = power(points as u64, P - 2);
    for value in values {
        *value = times(*value, inverse);
    }
}

#[cfg(test)]
mod tests {
    use num_traits::One;
    use proptest::prelude::*;

    use super::*;

    fn number(digits: &[u32]) -> BigUint {
        BigUint::new(digits.to_vec())
    }

    #[test]
    fn arithmetic_modulo_the_prime() {
        let words = [
            0,
            1,
            2,
            7,
            1 << 32,
            (1 << 32) - 1,
            P / 2,
            P - (1 << 32),
            P - 2,
            P - 1,
        ];
        for a in words {
            for b in words {
                let modulo = |value: u128| u64::try_from(value % u128::from(P)).unwrap();
                let (a_wide, b_wide) = (u128::from(a), u128::from(b));
                assert_eq!(plus(a, b), modulo(a_wide + b_wide), "{a} + {b}");
                assert_eq!(
                    minus(a, b),
                    modulo(a_wide + u128::from(P) - b_wide),
                    "{a} - {b}"
                );
                assert_eq!(times(a, b), modulo(a_wide * b_wide), "{a} * {b}");
            }
        }
        // The root of the order 2^32 has that order.
        assert_eq!(power(power(GENERATOR, (P - 1) >> 32), 1 << 31), P - 1);
    }

    #[test]
    fn powers_of_two() {
        let none = Budget::default();
        for exponent in (0..200).chain([1023, 4096, 20_000, 65_537]) {
            let power = Decimal::power_of_two(exponent, &none).unwrap();
            assert_eq!(power.to_string(), (BigUint::one() << exponent).to_string());
        }
    }

    proptest! {
        #[test]
        fn like_num_bigint(
            a in proptest::collection::vec(any::<u32>(), 0..200),
            b in proptest::collection::vec(any::<u32>(), 0..200),
        ) {
            let (a, b) = (number(&a), number(&b));
            let [x, y] = [&a, &b].map(Decimal::from_small);
            let none = Budget::default();
            prop_assert_eq!(x.to_string(), a.to_string());
            prop_assert_eq!(x.plus(&y).to_string(), (&a + &b).to_string());
            prop_assert_eq!(x.times(&y, &none).unwrap().to_string(), (&a * &b).to_string());
            prop_assert_eq!(x.times(&x, &none).unwrap().to_string(), (&a * &a).to_string());
            let (greater, less) = if a < b { (&b, &a) } else { (&a, &b) };
            let [p, q] = [greater, less].map(Decimal::from_small);
            prop_assert_eq!(p.minus(&q).to_string(), (greater - less).to_string());
        }
    }
}

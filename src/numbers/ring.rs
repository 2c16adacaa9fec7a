//! Z/m for odd m.
//!
//! Sums and products over millions of games are written once, for numbers of any length
//! ([`Natural`]: a machine word, a few words, or a `BigUint`) and their residues ([`Ring`]).

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

/// Non-negative integers of some length: moduli, and residues that are only added.
pub(crate) trait Natural:
    Clone + Eq + Ord + Send + Sync + std::fmt::Debug + std::hash::Hash
{
    /// Residues that are multiplied.
    type Ring: Ring<Self>;
    /// Whether residues are slow enough to compute that caching them pays.
    const SLOW: bool;

    fn from_u64(value: u64) -> Self;
    fn to_big(&self) -> BigUint;
    /// Converts a number, which must fit.
    fn from_big(value: &BigUint) -> Self;
    /// Returns k and the odd part o: the number is 2^k·o.
    fn split(&self) -> (u64, Self);
    /// Computes self · 2^k, which must fit.
    fn shifted(&self, k: u64) -> Self;
    /// Computes self mod m.
    fn reduced(&self, m: &Self) -> Self;
    /// Computes self + other mod m for reduced numbers.
    fn plus(&self, other: &Self, m: &Self) -> Self;
    /// Computes self − other mod m for reduced numbers.
    fn minus(&self, other: &Self, m: &Self) -> Self;
    /// Computes self − 1 mod m, for m = 1 too.
    fn less_one(&self, m: &Self) -> Self {
        self.minus(&Self::from_u64(1).reduced(m), m)
    }
    /// Returns the number of bytes of the value.
    fn byte_count(&self) -> usize;
    /// Returns a byte, counted from the lowest.
    fn byte(&self, i: usize) -> u8;
    /// Returns about the number of bytes that a number of this length takes in memory.
    fn memory(&self) -> usize {
        size_of::<Self>()
    }
}

/// The residues modulo an odd number.
pub(crate) trait Ring<N>: Clone + Send + Sync + std::fmt::Debug {
    /// A residue in the form in which it is multiplied.
    type Element: Clone + PartialEq + Send + Sync + std::fmt::Debug;

    fn new(modulus: &N) -> Self;
    fn one(&self) -> Self::Element;
    fn element(&self, value: &N) -> Self::Element;
    fn value(&self, element: &Self::Element) -> N;
    fn add(&self, x: &Self::Element, y: &Self::Element) -> Self::Element;
    fn sub(&self, x: &Self::Element, y: &Self::Element) -> Self::Element;
    fn mul(&self, x: &Self::Element, y: &Self::Element) -> Self::Element;
}

impl Natural for u64 {
    type Ring = WordRing;
    const SLOW: bool = false;

    fn from_u64(value: u64) -> Self {
        value
    }

    fn to_big(&self) -> BigUint {
        BigUint::from(*self)
    }

    fn from_big(value: &BigUint) -> Self {
        value.to_u64().expect("orders are smaller than moduli")
    }

    fn split(&self) -> (u64, Self) {
        let twos = self.trailing_zeros();
        (u64::from(twos), self >> twos)
    }

    fn shifted(&self, k: u64) -> Self {
        self << k
    }

    fn reduced(&self, m: &Self) -> Self {
        self % m
    }

    fn plus(&self, other: &Self, m: &Self) -> Self {
        let (sum, overflow) = self.overflowing_add(*other);
        if overflow || sum >= *m {
            sum.wrapping_sub(*m)
        } else {
            sum
        }
    }

    fn minus(&self, other: &Self, m: &Self) -> Self {
        let (difference, borrow) = self.overflowing_sub(*other);
        if borrow {
            difference.wrapping_add(*m)
        } else {
            difference
        }
    }

    fn byte_count(&self) -> usize {
        (u64::BITS - self.leading_zeros()).div_ceil(8) as usize
    }

    fn byte(&self, i: usize) -> u8 {
        self.to_le_bytes()[i]
    }
}

/// Montgomery multiplication modulo an odd number of one word.
#[derive(Clone, Debug)]
pub(crate) struct WordRing {
    modulus: u64,
    /// −1/m mod 2^64.
    negated_inverse: u64,
    /// 2^128 mod m, which brings a residue into Montgomery's form.
    square: u64,
}

impl WordRing {
    /// Computes (t + u·m) / 2^64 with the u for which the division is exact.
    fn reduce(&self, t: u128) -> u64 {
        #![allow(clippy::cast_possible_truncation, reason = "halves of a double word")]
        let u = (t as u64).wrapping_mul(self.negated_inverse);
        let product = u128::from(u) * u128::from(self.modulus);
        // t and the product have opposite lower halves: their sum carries unless both are 0.
        let carry = u64::from(t as u64 != 0);
        let (sum, overflow) = ((t >> 64) as u64).overflowing_add((product >> 64) as u64);
        let (sum, overflow_too) = sum.overflowing_add(carry);
        if overflow || overflow_too || sum >= self.modulus {
            sum.wrapping_sub(self.modulus)
        } else {
            sum
        }
    }

    /// Computes x^exponent.
    pub(crate) fn pow(&self, x: u64, mut exponent: u64) -> u64 {
        let mut square = x;
        let mut power = self.one();
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.mul(&power, &square);
            }
            square = self.mul(&square, &square);
            exponent >>= 1;
        }
        power
    }
}

impl Ring<u64> for WordRing {
    type Element = u64;

    fn new(modulus: &u64) -> Self {
        debug_assert!(modulus % 2 == 1, "Montgomery needs an odd modulus");
        // Newton's iteration doubles the number of right bits; an odd number is its own
        // inverse modulo 8.
        let mut inverse = *modulus;
        for _ in 0..5 {
            let error = 2u64.wrapping_sub(modulus.wrapping_mul(inverse));
            inverse = inverse.wrapping_mul(error);
        }
        let square = (u128::MAX % u128::from(*modulus) + 1) % u128::from(*modulus);
        Self {
            modulus: *modulus,
            negated_inverse: inverse.wrapping_neg(),
            square: u64::try_from(square).expect("reduced modulo a word"),
        }
    }

    fn one(&self) -> u64 {
        self.reduce(u128::from(self.square))
    }

    fn element(&self, value: &u64) -> u64 {
        self.reduce(u128::from(value % self.modulus) * u128::from(self.square))
    }

    fn value(&self, element: &u64) -> u64 {
        self.reduce(u128::from(*element))
    }

    fn add(&self, x: &u64, y: &u64) -> u64 {
        x.plus(y, &self.modulus)
    }

    fn sub(&self, x: &u64, y: &u64) -> u64 {
        x.minus(y, &self.modulus)
    }

    fn mul(&self, x: &u64, y: &u64) -> u64 {
        self.reduce(u128::from(*x) * u128::from(*y))
    }
}

impl Natural for BigUint {
    type Ring = LongRing;
    const SLOW: bool = true;

    fn from_u64(value: u64) -> Self {
        Self::from(value)
    }

    fn to_big(&self) -> BigUint {
        self.clone()
    }

    fn from_big(value: &BigUint) -> Self {
        value.clone()
    }

    fn split(&self) -> (u64, Self) {
        let twos = self.trailing_zeros().unwrap_or(0);
        (twos, self >> twos)
    }

    fn shifted(&self, k: u64) -> Self {
        self << k
    }

    fn reduced(&self, m: &Self) -> Self {
        self % m
    }

    fn plus(&self, other: &Self, m: &Self) -> Self {
        let sum = self + other;
        if sum >= *m { sum - m } else { sum }
    }

    fn minus(&self, other: &Self, m: &Self) -> Self {
        if self >= other {
            self - other
        } else {
            self + m - other
        }
    }

    fn byte_count(&self) -> usize {
        usize::try_from(self.bits().div_ceil(8)).expect("it is in memory")
    }

    fn byte(&self, i: usize) -> u8 {
        let digit = self.iter_u64_digits().nth(i / 8).unwrap_or(0);
        digit.to_le_bytes()[i % 8]
    }

    fn memory(&self) -> usize {
        // The digits, and what the allocator adds to them.
        size_of::<Self>() + self.byte_count().next_multiple_of(16) + 16
    }
}

/// Residues modulo an odd number of any length.
#[derive(Clone, Debug)]
pub(crate) struct LongRing {
    modulus: BigUint,
}

impl Ring<BigUint> for LongRing {
    type Element = BigUint;

    fn new(modulus: &BigUint) -> Self {
        Self {
            modulus: modulus.clone(),
        }
    }

    fn one(&self) -> BigUint {
        BigUint::one() % &self.modulus
    }

    fn element(&self, value: &BigUint) -> BigUint {
        value % &self.modulus
    }

    fn value(&self, element: &BigUint) -> BigUint {
        element.clone()
    }

    fn add(&self, x: &BigUint, y: &BigUint) -> BigUint {
        x.plus(y, &self.modulus)
    }

    fn sub(&self, x: &BigUint, y: &BigUint) -> BigUint {
        x.minus(y, &self.modulus)
    }

    fn mul(&self, x: &BigUint, y: &BigUint) -> BigUint {
        x * y % &self.modulus
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_word_ring_is_the_ring_of_residues(m: u64, x: u64, y: u64, e in 0..50u64) {
            let m = m | 1;
            let (word, long) = (WordRing::new(&m), LongRing::new(&m.into()));
            let (a, b) = (word.element(&x), word.element(&y));
            let (c, d) = (long.element(&x.into()), long.element(&y.into()));
            let value = |e: u64| BigUint::from(word.value(&e));
            prop_assert_eq!(value(word.mul(&a, &b)), long.mul(&c, &d));
            prop_assert_eq!(value(word.add(&a, &b)), long.add(&c, &d));
            prop_assert_eq!(value(word.sub(&a, &b)), long.sub(&c, &d));
            prop_assert_eq!(value(word.one()), long.one());
            let power = c.modpow(&e.into(), &m.into());
            prop_assert_eq!(value(word.pow(a, e)), power);
        }
    }
}

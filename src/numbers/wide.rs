//! Numbers of a fixed number of words, for moduli a little longer than one word.
//!
//! |M_8| modulo 10^50 takes a hundred million multiplications. Without allocation each of them is
//! ten times as fast as a multiplication of `BigUint`s.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::One;

use super::ring::{Natural, Ring};

/// A number of W words, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wide<const W: usize>([u64; W]);

impl<const W: usize> Wide<W> {
    const ZERO: Self = Self([0; W]);

    /// Computes self + other, and whether it overflows.
    fn adding(self, other: &Self) -> (Self, bool) {
        let mut sum = Self::ZERO;
        let mut carry = false;
        for i in 0..W {
            let (x, first) = self.0[i].overflowing_add(other.0[i]);
            let (x, second) = x.overflowing_add(u64::from(carry));
            sum.0[i] = x;
            carry = first || second;
        }
        (sum, carry)
    }

    /// Computes self − other, and whether it borrows.
    fn subtracting(self, other: &Self) -> (Self, bool) {
        let mut difference = Self::ZERO;
        let mut borrow = false;
        for i in 0..W {
            let (x, first) = self.0[i].overflowing_sub(other.0[i]);
            let (x, second) = x.overflowing_sub(u64::from(borrow));
            difference.0[i] = x;
            borrow = first || second;
        }
        (difference, borrow)
    }
}

impl<const W: usize> Ord for Wide<W> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const W: usize> PartialOrd for Wide<W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const W: usize> Natural for Wide<W> {
    type Ring = WideRing<W>;
    const SLOW: bool = false;

    fn from_u64(value: u64) -> Self {
        let mut wide = Self::ZERO;
        wide.0[0] = value;
        wide
    }

    fn to_big(&self) -> BigUint {
        let bytes: Vec<u8> = self.0.iter().flat_map(|word| word.to_le_bytes()).collect();
        BigUint::from_bytes_le(&bytes)
    }

    fn from_big(value: &BigUint) -> Self {
        let mut wide = Self::ZERO;
        assert!(
            value.bits() <= 64 * W as u64,
            "orders are smaller than moduli"
        );
        for (word, digit) in wide.0.iter_mut().zip(value.iter_u64_digits()) {
            *word = digit;
        }
        wide
    }

    fn split(&self) -> (u64, Self) {
        let (twos, odd) = self.to_big().split();
        (twos, Self::from_big(&odd))
    }

    fn shifted(&self, k: u64) -> Self {
        if k == 0 {
            return *self;
        }
        let words = usize::try_from(k / 64).expect("the result fits");
        let bits = k % 64;
        let mut shifted = Self::ZERO;
        for i in words..W {
            shifted.0[i] = self.0[i - words] << bits;
            if bits > 0 && i > words {
                shifted.0[i] |= self.0[i - words - 1] >> (64 - bits);
            }
        }
        shifted
    }

    fn reduced(&self, m: &Self) -> Self {
        if self < m {
            return *self;
        }
        Self::from_big(&(self.to_big() % m.to_big()))
    }

    fn plus(&self, other: &Self, m: &Self) -> Self {
        let (sum, overflow) = self.adding(other);
        if overflow || sum >= *m {
            sum.subtracting(m).0
        } else {
            sum
        }
    }

    fn minus(&self, other: &Self, m: &Self) -> Self {
        let (difference, borrow) = self.subtracting(other);
        if borrow {
            difference.adding(m).0
        } else {
            difference
        }
    }

    fn byte_count(&self) -> usize {
        let highest = self.0.iter().rposition(|&word| word != 0);
        highest.map_or(0, |i| 8 * i + self.0[i].byte_count())
    }

    fn byte(&self, i: usize) -> u8 {
        self.0[i / 8].byte(i % 8)
    }
}

/// Montgomery multiplication modulo an odd number of W words.
#[derive(Clone, Debug)]
pub(crate) struct WideRing<const W: usize> {
    modulus: Wide<W>,
    /// −1/m mod 2^64.
    negated_inverse: u64,
    /// 2^(64W) and its square, modulo m.
    one: Wide<W>,
    square: Wide<W>,
}

/// Computes x + y·z + carry as a word and a carry.
fn multiply_add(x: u64, y: u64, z: u64, carry: u64) -> (u64, u64) {
    #![allow(clippy::cast_possible_truncation, reason = "halves of a double word")]
    let sum = u128::from(x) + u128::from(y) * u128::from(z) + u128::from(carry);
    (sum as u64, (sum >> 64) as u64)
}

impl<const W: usize> Ring<Wide<W>> for WideRing<W> {
    type Element = Wide<W>;

    fn new(modulus: &Wide<W>) -> Self {
        // Newton's iteration, as for one word.
        let lowest = modulus.0[0];
        let mut inverse = lowest;
        for _ in 0..5 {
            let error = 2u64.wrapping_sub(lowest.wrapping_mul(inverse));
            inverse = inverse.wrapping_mul(error);
        }
        let one = (BigUint::one() << (64 * W)) % modulus.to_big();
        let square = &one * &one % modulus.to_big();
        Self {
            modulus: *modulus,
            negated_inverse: inverse.wrapping_neg(),
            one: Wide::from_big(&one),
            square: Wide::from_big(&square),
        }
    }

    fn one(&self) -> Wide<W> {
        self.one
    }

    fn element(&self, value: &Wide<W>) -> Wide<W> {
        self.mul(&value.reduced(&self.modulus), &self.square)
    }

    fn value(&self, element: &Wide<W>) -> Wide<W> {
        self.mul(element, &Wide::from_u64(1))
    }

    fn add(&self, x: &Wide<W>, y: &Wide<W>) -> Wide<W> {
        x.plus(y, &self.modulus)
    }

    fn sub(&self, x: &Wide<W>, y: &Wide<W>) -> Wide<W> {
        x.minus(y, &self.modulus)
    }

    /// Word by word, each followed by a reduction that clears the lowest word.
    fn mul(&self, x: &Wide<W>, y: &Wide<W>) -> Wide<W> {
        let m = &self.modulus.0;
        let mut sum = [0; W];
        let mut top = 0u64;
        for &word in &y.0 {
            let mut carry = 0;
            for (s, &digit) in sum.iter_mut().zip(&x.0) {
                (*s, carry) = multiply_add(*s, digit, word, carry);
            }
            let (high, overflow) = top.overflowing_add(carry);
            let u = sum[0].wrapping_mul(self.negated_inverse);
            (_, carry) = multiply_add(sum[0], u, m[0], 0);
            for i in 1..W {
                (sum[i - 1], carry) = multiply_add(sum[i], u, m[i], carry);
            }
            let (high, overflow_too) = high.overflowing_add(carry);
            sum[W - 1] = high;
            top = u64::from(overflow) + u64::from(overflow_too);
        }
        let sum = Wide(sum);
        if top > 0 || sum >= self.modulus {
            sum.subtracting(&self.modulus).0
        } else {
            sum
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn compare<const W: usize>(m: [u64; W], x: [u64; W], y: [u64; W]) {
        let mut m = Wide(m);
        m.0[0] |= 1;
        let (big, ring) = (m.to_big(), WideRing::new(&m));
        let (a, b) = (ring.element(&Wide(x)), ring.element(&Wide(y)));
        let (c, d) = (Wide(x).to_big() % &big, Wide(y).to_big() % &big);
        let value = |element| ring.value(&element).to_big();
        assert_eq!(value(ring.mul(&a, &b)), &c * &d % &big);
        assert_eq!(value(ring.add(&a, &b)), (&c + &d) % &big);
        assert_eq!(value(ring.sub(&a, &b)), (&c + &big - &d) % &big);
        assert_eq!(value(ring.one()), BigUint::one() % &big);
        let x = Wide(x);
        assert_eq!(x.byte_count(), Natural::byte_count(&x.to_big()));
        let (twos, odd) = m.shifted(3).split();
        if m.to_big().bits() <= 64 * W as u64 - 3 {
            assert_eq!((twos, odd), (3, m));
        }
        if m.to_big().bits() <= 32 && W > 1 {
            assert_eq!(m.shifted(70).to_big(), m.to_big() << 70u32);
        }
    }

    proptest! {
        #[test]
        fn a_wide_ring_is_the_ring_of_residues(
            m: [u64; 4], x: [u64; 4], y: [u64; 4], short: u32,
        ) {
            compare(m, x, y);
            compare([m[0], m[1]], [x[0], x[1]], [y[0], y[1]]);
            compare([m[0], m[1] >> 40], [x[0], x[1]], [y[0], y[1]]);
            compare([u64::from(short), 0], [x[0], x[1]], [y[0], y[1]]);
        }
    }
}

//! The ring Z/m\[x\]/(x^n − 1) with n odd, in which residues of exponents are counted.
//!
//! A vector v stands for Σ v_j x^j: v_j objects whose exponent is j modulo n.

use num_bigint::BigUint;

use super::modular::Natural;
use crate::limits::{Budget, Meter, Reason};

/// The ring, with m < 2^63.
#[derive(Clone, Debug)]
pub(super) struct CyclicRing {
    pub(super) modulus: u64,
    pub(super) length: usize,
}

impl CyclicRing {
    /// Returns c·x^0.
    pub(super) fn constant(&self, c: u64) -> Vec<u64> {
        let mut v = vec![0; self.length];
        v[0] = c % self.modulus;
        v
    }

    /// Computes v + w.
    pub(super) fn add(&self, v: &[u64], w: &[u64]) -> Vec<u64> {
        let pairs = v.iter().zip(w);
        pairs.map(|(x, y)| x.plus(y, &self.modulus)).collect()
    }

    /// Computes v − w.
    pub(super) fn sub(&self, v: &[u64], w: &[u64]) -> Vec<u64> {
        let pairs = v.iter().zip(w);
        pairs.map(|(x, y)| x.minus(y, &self.modulus)).collect()
    }

    /// Returns the index of x^s in a vector.
    pub(super) fn place(&self, s: u64) -> usize {
        usize::try_from(s % self.length as u64).expect("less than the length")
    }

    /// Computes x^s·v.
    pub(super) fn shift(&self, v: &[u64], s: u64) -> Vec<u64> {
        let mut shifted = v.to_vec();
        shifted.rotate_right(self.place(s));
        shifted
    }

    /// Computes v² by squaring one long integer (Kronecker's substitution).
    fn square(&self, v: &[u64]) -> Vec<u64> {
        // A coefficient of the square is below n·m² < 2^(length + 2·63 bits).
        let bits = 2 * (u64::BITS - self.modulus.leading_zeros())
            + (usize::BITS - self.length.leading_zeros());
        let words = bits.div_ceil(u64::BITS) as usize;
        let mut digits = vec![0u32; 2 * words * v.len()];
        for (slot, &c) in digits.chunks_exact_mut(2 * words).zip(v) {
            let bytes = c.to_le_bytes();
            slot[0] = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            slot[1] = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]);
        }
        let packed = BigUint::new(digits);
        let square = (&packed * &packed).to_u64_digits();
        let mut result = vec![0; self.length];
        // 2^64 mod m: a slot is read from its highest word down.
        let word = u128::from(u64::MAX % self.modulus) + 1;
        for (i, slot) in square.chunks(words).enumerate() {
            let value = slot.iter().rev().fold(0, |value: u128, &digit| {
                (value * word + u128::from(digit)) % u128::from(self.modulus)
            });
            let value = u64::try_from(value).expect("reduced modulo a word");
            let place = &mut result[i % self.length];
            *place = place.plus(&value, &self.modulus);
        }
        result
    }

    /// Computes ∏ (1 + x^s)^count over the pairs (s, count).
    ///
    /// The bits of all counts are processed together from the top, so the number of squarings does
    /// not depend on the number of factors.
    pub(super) fn product(
        &self,
        factors: &[(u64, u64)],
        budget: &Budget,
    ) -> Result<Vec<u64>, Reason> {
        let mut meter = Meter::new(budget);
        let highest = factors.iter().map(|f| f.1).max().unwrap_or(0);
        let bits = u64::BITS - highest.leading_zeros();
        let mut product = self.constant(1);
        for bit in (0..bits).rev() {
            budget.check()?;
            product = self.square(&product);
            for &(s, count) in factors {
                if count >> bit & 1 == 1 {
                    meter.tick_for(1 + self.length / 64)?;
                    product = self.add(&product, &self.shift(&product, s));
                }
            }
        }
        Ok(product)
    }

    /// Computes v / (1 + x^s) modulo m/2, where v is a multiple of 1 + x^s over the integers that is
    /// known modulo the even number m, and s is prime to n.
    ///
    /// For y = x^s and odd n, (1 + y)(1 − y + y² − … + y^(n−1)) = 1 + y^n = 2. So twice the
    /// quotient is w = v·(1 − y + … + y^(n−1)), whose coefficients follow from one another by
    /// w(1 + y) = 2v.
    pub(super) fn halved_quotient(&self, v: &[u64], s: u64) -> Vec<u64> {
        let (m, n) = (&self.modulus, self.length);
        let s = self.place(s);
        // w_0 = v_0 − v_{−s} + v_{−2s} − …
        let mut first = 0;
        let mut place = 0;
        for i in 0..n {
            first = match i % 2 {
                0 => first.plus(&v[place], m),
                _ => first.minus(&v[place], m),
            };
            place = (place + n - s) % n;
        }
        // w_j + w_{j−s} = 2v_j
        let mut quotient = vec![0; n];
        let (mut w, mut place) = (first, 0);
        for _ in 0..n {
            debug_assert!(w % 2 == 0, "the quotient is not one of integers");
            quotient[place] = w / 2;
            place = (place + s) % n;
            w = v[place].plus(&v[place], m).minus(&w, m);
        }
        quotient
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn multiply_slowly(ring: &CyclicRing, v: &[u64], w: &[u64]) -> Vec<u64> {
        let mut product = vec![0; ring.length];
        for (i, x) in v.iter().enumerate() {
            for (j, y) in w.iter().enumerate() {
                let value = u128::from(*x) * u128::from(*y) % u128::from(ring.modulus);
                let value = u64::try_from(value).unwrap();
                let place = &mut product[(i + j) % ring.length];
                *place = place.plus(&value, &ring.modulus);
            }
        }
        product
    }

    #[test]
    fn products_and_quotients_are_those_of_the_definition() {
        for (modulus, length) in [
            (20, 1),
            (2 * 96, 3),
            ((1 << 62) - 6, 15),
            (1 << 40, 63),
            // A coefficient of a square has more than two words.
            ((1 << 63) - 26, 63),
            (6, 5),
        ] {
            let ring = CyclicRing { modulus, length };
            let power = |factors: &[(u64, u64)]| {
                let product = ring.product(factors, &Budget::default());
                product.unwrap()
            };
            assert_eq!(ring.constant(modulus + 5)[0], 5 % modulus);
            let large: Vec<u64> = (1..=length as u64).map(|i| modulus - i % modulus).collect();
            let large: Vec<u64> = large.iter().map(|c| c % modulus).collect();
            assert_eq!(ring.square(&large), multiply_slowly(&ring, &large, &large));
            let last = length as u64 - 1;
            let factors = [(2, 5), (last, 3), (4, 2)];
            let mut slow = ring.constant(1);
            for (s, count) in factors {
                for _ in 0..count {
                    let one = ring.constant(1);
                    let factor = ring.add(&one, &ring.shift(&one, s));
                    slow = multiply_slowly(&ring, &slow, &factor);
                }
            }
            let product = power(&factors);
            assert_eq!(product, slow);
            assert_eq!(ring.square(&product), multiply_slowly(&ring, &slow, &slow));
            // One factor less, modulo half of the modulus.
            let less = power(&[(2, 4), (last, 3), (4, 2)]);
            let less: Vec<u64> = less.iter().map(|c| c % (modulus / 2)).collect();
            let quotient = ring.halved_quotient(&product, 2);
            let quotient: Vec<u64> = quotient.iter().map(|c| c % (modulus / 2)).collect();
            assert_eq!(quotient, less);
        }
    }
}

//! Nim values of any size.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

use num_bigint::BigUint;

/// A nim value: a natural number of any size, exact.
///
/// Large values of heaps are powers of two or have few binary digits, so the digits from the
/// 64th on are kept as a list of exponents, and 2^1000000000 takes a few bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NimValue {
    low: u64,
    /// Exponents of the binary digits from 2^64 on, descending.
    high: Vec<u64>,
}

impl NimValue {
    /// Returns 2^e.
    pub fn power_of_two(e: u64) -> Self {
        match e {
            0..64 => Self::from(1 << e),
            _ => Self {
                low: 0,
                high: vec![e],
            },
        }
    }

    /// Returns the value, if it has at most 64 binary digits.
    pub fn to_u64(&self) -> Option<u64> {
        self.high.is_empty().then_some(self.low)
    }

    /// Checks whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.low == 0 && self.high.is_empty()
    }

    /// Returns the number of binary digits.
    pub fn bits(&self) -> u64 {
        match self.high.first() {
            // 2^64 digits are counted as one less: only this number does not fit.
            Some(&e) => e.saturating_add(1),
            None => u64::from(u64::BITS - self.low.leading_zeros()),
        }
    }

    /// Returns the logarithm to base 2, rounded; −∞ for 0.
    pub fn log2(&self) -> f64 {
        #[expect(
            clippy::cast_precision_loss,
            reason = "an exponent is rounded like the rest"
        )]
        let Some(top) = self.high.first().map(|&e| e as f64) else {
            return (self.low as f64).log2();
        };
        // Digits far below the first one do not matter.
        let near = self.high.iter().take(64);
        #[expect(clippy::cast_precision_loss, reason = "as above")]
        let leading: f64 = near.map(|&e| (e as f64 - top).exp2()).sum();
        top + leading.log2()
    }

    /// Returns all decimal digits, if there are at most about `most`.
    pub fn to_decimal(&self, most: u64) -> Option<String> {
        // The usual case, without big integers.
        if let Some(number) = self.to_u64() {
            let digits = number.to_string();
            return (digits.len() as u64 <= most).then_some(digits);
        }
        // A decimal digit is more than three binary ones.
        if self.bits() / 4 > most {
            return None;
        }
        let digits = BigUint::from(self).to_string();
        (digits.len() as u64 <= most).then_some(digits)
    }
}

impl From<u64> for NimValue {
    fn from(value: u64) -> Self {
        Self {
            low: value,
            high: Vec::new(),
        }
    }
}

impl From<&BigUint> for NimValue {
    fn from(value: &BigUint) -> Self {
        let low = value.iter_u64_digits().next().unwrap_or(0);
        let high = (64..value.bits()).rev().filter(|&e| value.bit(e));
        Self {
            low,
            high: high.collect(),
        }
    }
}

impl From<&NimValue> for BigUint {
    fn from(value: &NimValue) -> Self {
        let mut number = BigUint::from(value.low);
        for &e in &value.high {
            number.set_bit(e, true);
        }
        number
    }
}

impl BitXorAssign<&NimValue> for NimValue {
    fn bitxor_assign(&mut self, other: &NimValue) {
        self.low ^= other.low;
        for &e in &other.high {
            match self.high.binary_search_by(|probe| e.cmp(probe)) {
                Ok(at) => {
                    self.high.remove(at);
                }
                Err(at) => self.high.insert(at, e),
            }
        }
    }
}

impl BitXor<&NimValue> for NimValue {
    type Output = NimValue;

    /// The nim sum.
    fn bitxor(mut self, other: &NimValue) -> NimValue {
        self ^= other;
        self
    }
}

impl Ord for NimValue {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // Descending lists of exponents compare like the numbers.
        self.high.cmp(&other.high).then(self.low.cmp(&other.low))
    }
}

impl PartialOrd for NimValue {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for NimValue {
    /// Writes the value in decimal, or from 2^64 on as a sum of powers of two where that is shorter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// A sum of at most this number of powers is easier to read than digits.
        const POWERS: usize = 3;
        if self.high.is_empty() {
            return fmt::Display::fmt(&self.low, f);
        }
        if self.high.len() > POWERS {
            return fmt::Display::fmt(&BigUint::from(self), f);
        }
        let mut terms: Vec<String> = self.high.iter().map(|e| format!("2^{e}")).collect();
        if self.low > 0 {
            terms.push(self.low.to_string());
        }
        f.pad(&terms.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_nim_value_is_a_natural_number(a: [u64; 3], b: [u64; 3]) {
            let big = |limbs: [u64; 3]| {
                limbs.iter().rev().fold(BigUint::ZERO, |n, &limb| (n << 64) + limb)
            };
            let (a, b) = (big(a), big(b));
            let (x, y) = (NimValue::from(&a), NimValue::from(&b));
            prop_assert_eq!(BigUint::from(&x), a.clone());
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.bits(), a.bits());
            prop_assert_eq!(BigUint::from(&(x ^ &y)), a ^ b);
        }
    }

    #[test]
    fn large_powers_are_small() {
        let huge = NimValue::power_of_two(1 << 40);
        assert_eq!(huge.to_string(), "2^1099511627776");
        assert_eq!(huge.to_decimal(1000), None);
        assert!((huge.clone() ^ &huge).is_zero());
        assert_eq!(NimValue::power_of_two(63).to_u64(), Some(1 << 63));
        let sum = NimValue::power_of_two(100) ^ &NimValue::from(5);
        assert_eq!(sum.to_string(), "2^100+5");
        assert_eq!(
            sum.to_decimal(40).unwrap(),
            ((1u128 << 100) + 5).to_string()
        );
        assert!(NimValue::power_of_two(64) > NimValue::from(u64::MAX));
        assert!((huge.log2() - 1_099_511_627_776.0).abs() < 1e-3);
        let three = NimValue::power_of_two(100) ^ &NimValue::power_of_two(101);
        assert!((three.log2() - 100.0 - 3f64.log2()).abs() < 1e-9);
        assert!((NimValue::from(1000).log2() - 1000f64.log2()).abs() < 1e-9);
        assert!(NimValue::default().log2() < f64::MIN);
    }
}

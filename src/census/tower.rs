//! Integers as signed sums of powers of two, whose exponents are such sums again.
//!
//! |M_6| is a sum of eighteen powers of two, |M_7| one of hundreds of thousands whose exponents
//! have more than a million digits. A [`Tower`] represents such a number without expanding an
//! exponent.
//!
//! # The carried form
//!
//! A tower is P − Q + c. P and Q are sets of powers 2^a with a ≥ 53, each power at most once in
//! P or Q and never in both; c is an integer with |c| < 2^53. Sums are brought into this form
//! by cancelling equal powers of opposite sign and carrying equal powers of equal sign
//! (2^a + 2^a = 2^(a+1)), which is how the literature prints |M_6|. Powers of opposite sign
//! are never combined otherwise: 2^4171780 − 2^2096640 would become two million terms.
//!
//! The form is not unique (2^60 − 2^59 = 2^59), but the sign is that of the first term: P and Q are
//! two binary numbers without a common digit, so the longer one is the larger one, and c is smaller
//! than every power. Hence equality and order are decided by the first term of a difference.
//!
//! ```
//! use misere::census::Tower;
//!
//! let a = Tower::power_of_two(Tower::from(4_171_779)) - Tower::power_of_two(Tower::from(99));
//! let b = Tower::power_of_two(a.clone());
//! assert_eq!((b.clone() + b - Tower::from(1)).to_string(), "2^(2^4171779 - 2^99 + 1) - 1");
//! assert!(Tower::power_of_two(a.clone()) > a);
//! ```

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A signed power of two.
#[derive(Clone, Debug)]
pub struct Term {
    negative: bool,
    exponent: Arc<Tower>,
}

impl Term {
    pub(super) fn new(negative: bool, exponent: Arc<Tower>) -> Self {
        Self { negative, exponent }
    }

    /// Returns whether the power is subtracted.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Returns the exponent.
    pub fn exponent(&self) -> &Tower {
        &self.exponent
    }
}

/// An integer: a signed sum of powers of two with towers as exponents, and a small constant.
#[derive(Clone, Debug, Default)]
pub struct Tower {
    /// By descending exponents, each at least [`Tower::LEAST_EXPONENT`] and all different.
    terms: Vec<Term>,
    constant: i64,
}

impl Tower {
    /// The least exponent of a term: smaller powers are part of the constant, which every JSON reader
    /// can represent.
    pub const LEAST_EXPONENT: u32 = 53;

    /// Returns 2^exponent.
    ///
    /// # Panics
    /// If the exponent is negative.
    #[must_use]
    pub fn power_of_two(exponent: Tower) -> Self {
        assert!(exponent.signum() >= 0, "2^({exponent}) is not an integer");
        if let Some(small) = exponent
            .to_i64()
            .filter(|&e| e < Self::LEAST_EXPONENT.into())
        {
            return Self::from_small(1 << small);
        }
        Self::from_carried(vec![Term::new(false, Arc::new(exponent))], 0)
    }

    /// Returns the powers of two, by descending exponent.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Returns the constant that is added to the powers of two.
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// Returns the number, if it has no powers beside the constant.
    pub fn to_i64(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns −1, 0 or 1.
    pub fn signum(&self) -> i64 {
        match self.terms.first() {
            Some(first) if first.negative => -1,
            Some(_) => 1,
            None => self.constant.signum(),
        }
    }

    /// Returns the number of binary digits of the absolute value; 0 has none.
    ///
    /// ```
    /// # use misere::census::Tower;
    /// let power = |e: i64| Tower::power_of_two(Tower::from(e));
    /// assert_eq!(power(100).bit_length(), Tower::from(101));
    /// assert_eq!((power(100) - Tower::from(1)).bit_length(), Tower::from(100));
    /// ```
    #[must_use]
    pub fn bit_length(&self) -> Tower {
        if self.signum() < 0 {
            return (-self.clone()).bit_length();
        }
        let Some((first, rest)) = self.terms.split_first() else {
            let bits = i64::BITS - self.constant.leading_zeros();
            return Tower::from(i64::from(bits));
        };
        // The number is 2^a + r. While r < 0, it is 2^(a-1) + (2^(a-1) + r), where the new r has one
        // negative power less or a smaller one.
        let mut exponent = Tower::clone(&first.exponent);
        let mut rest = Tower {
            terms: rest.to_vec(),
            constant: self.constant,
        };
        while rest.signum() < 0 {
            exponent = exponent - Tower::from(1);
            rest = rest + Tower::power_of_two(exponent.clone());
        }
        exponent + Tower::from(1)
    }

    /// Converts the number, unless it has more than `max_bits` binary digits.
    pub fn to_bigint(&self, max_bits: u64) -> Option<BigInt> {
        let mut sum = BigInt::from(self.constant);
        let mut positive = BigUint::ZERO;
        let mut negative = BigUint::ZERO;
        for term in &self.terms {
            let exponent = u64::try_from(term.exponent.to_i64()?).ok()?;
            if exponent > max_bits {
                return None;
            }
            let part = if term.negative {
                &mut negative
            } else {
                &mut positive
            };
            part.set_bit(exponent, true);
        }
        sum += BigInt::from(positive);
        sum -= BigInt::from(negative);
        (sum.bits() <= max_bits).then_some(sum)
    }

    /// Makes a tower of terms that are in the carried form.
    pub(super) fn from_carried(terms: Vec<Term>, constant: i64) -> Self {
        Self { terms, constant }
    }

    /// Brings a sum of powers from 2^53 on into the carried form.
    fn from_powers(mut plus: Vec<Arc<Tower>>, mut minus: Vec<Arc<Tower>>, constant: i128) -> Self {
        // Equal powers of opposite sign go first, so that 2^a + 2^a − 2^a is 2^a.
        for powers in [&mut plus, &mut minus] {
            powers.sort();
        }
        cancel(&mut plus, &mut minus);
        // The upper bits of a large constant become powers.
        let least = i64::from(Self::LEAST_EXPONENT);
        let powers = if constant < 0 { &mut minus } else { &mut plus };
        let magnitude = constant.unsigned_abs();
        for bit in 0..128 - Self::LEAST_EXPONENT {
            if magnitude >> Self::LEAST_EXPONENT >> bit & 1 == 1 {
                powers.push(Arc::new(Tower::from_small(least + i64::from(bit))));
            }
        }
        powers.sort();
        let low = i64::try_from(magnitude & ((1 << Self::LEAST_EXPONENT) - 1));
        let low = low.expect("53 bits fit");
        let constant = if constant < 0 { -low } else { low };

        carry(&mut plus);
        carry(&mut minus);
        cancel(&mut plus, &mut minus);
        let signed = |negative| move |exponent| Term { negative, exponent };
        let mut terms: Vec<Term> = plus.into_iter().map(signed(false)).collect();
        terms.extend(minus.into_iter().map(signed(true)));
        terms.sort_by(|x, y| y.exponent.cmp(&x.exponent));
        Self { terms, constant }
    }

    fn from_small(constant: i64) -> Self {
        debug_assert!(constant.unsigned_abs() < 1 << Self::LEAST_EXPONENT);
        Self {
            terms: Vec::new(),
            constant,
        }
    }

    /// Returns the exponents of one sign.
    fn exponents(&self, negative: bool) -> impl Iterator<Item = Arc<Tower>> {
        let terms = self.terms.iter().filter(move |t| t.negative == negative);
        terms.map(|t| Arc::clone(&t.exponent))
    }

    /// Computes the sum, or the difference.
    fn combine(&self, other: &Self, subtract: bool) -> Self {
        let mut plus: Vec<Arc<Tower>> = self.exponents(false).collect();
        let mut minus: Vec<Arc<Tower>> = self.exponents(true).collect();
        plus.extend(other.exponents(subtract));
        minus.extend(other.exponents(!subtract));
        let sign = if subtract { -1 } else { 1 };
        let constant = i128::from(self.constant) + sign * i128::from(other.constant);
        Self::from_powers(plus, minus, constant)
    }

    fn write(&self, f: &mut impl fmt::Write, style: &Style) -> fmt::Result {
        for (i, term) in self.terms.iter().enumerate() {
            style.sign(f, term.negative, i == 0)?;
            f.write_str("2^")?;
            let bracket = style.braces || term.exponent.to_i64().is_none();
            if bracket {
                f.write_str(if style.braces { "{" } else { "(" })?;
            }
            term.exponent.write(f, style)?;
            if bracket {
                f.write_str(if style.braces { "}" } else { ")" })?;
            }
        }
        if self.terms.is_empty() {
            return write!(f, "{}", self.constant);
        }
        if self.constant != 0 {
            style.sign(f, self.constant < 0, false)?;
            write!(f, "{}", self.constant.unsigned_abs())?;
        }
        Ok(())
    }

    /// Writes the number as TeX, for mathematical mode.
    ///
    /// ```
    /// # use misere::census::Tower;
    /// let power = Tower::power_of_two(Tower::from(14_800)) - Tower::from(7);
    /// assert_eq!(power.to_tex(), "2^{14800}-7");
    /// ```
    pub fn to_tex(&self) -> String {
        Tex(self).to_string()
    }
}

/// Displays a tower as TeX.
struct Tex<'a>(&'a Tower);

impl fmt::Display for Tex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = Style {
            braces: true,
            separator: "",
        };
        self.0.write(f, &style)
    }
}

/// How a tower is typeset.
struct Style {
    /// Whether exponents stand in braces, as in TeX.
    braces: bool,
    /// The text on both sides of a sign.
    separator: &'static str,
}

impl Style {
    fn sign(&self, f: &mut impl fmt::Write, negative: bool, first: bool) -> fmt::Result {
        match (first, negative) {
            (true, false) => Ok(()),
            (true, true) => f.write_str("-"),
            (false, false) => write!(f, "{0}+{0}", self.separator),
            (false, true) => write!(f, "{0}-{0}", self.separator),
        }
    }
}

/// Removes common elements of two ascending lists, one for one.
fn cancel(plus: &mut Vec<Arc<Tower>>, minus: &mut Vec<Arc<Tower>>) {
    let (mut i, mut j) = (0, 0);
    let mut keep_plus = vec![true; plus.len()];
    let mut keep_minus = vec![true; minus.len()];
    while i < plus.len() && j < minus.len() {
        match plus[i].cmp(&minus[j]) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => {
                keep_plus[i] = false;
                keep_minus[j] = false;
                i += 1;
                j += 1;
            }
        }
    }
    for (list, keep) in [(plus, keep_plus), (minus, keep_minus)] {
        let mut keep = keep.into_iter();
        list.retain(|_| keep.next() == Some(true));
    }
}

/// Replaces equal neighbours a, a in an ascending list by a + 1 until all are different.
fn carry(powers: &mut Vec<Arc<Tower>>) {
    let mut i = 0;
    while i + 1 < powers.len() {
        if powers[i] != powers[i + 1] {
            i += 1;
            continue;
        }
        let next = Arc::new(Tower::clone(&powers[i]) + Tower::from(1));
        powers.drain(i..i + 2);
        // All before i are smaller than a, so they stay in place.
        let place = i + powers[i..].partition_point(|e| **e < *next);
        powers.insert(place, next);
    }
}

impl From<i64> for Tower {
    fn from(constant: i64) -> Self {
        Self::from_powers(Vec::new(), Vec::new(), i128::from(constant))
    }
}

impl From<u32> for Tower {
    fn from(constant: u32) -> Self {
        Self::from_small(i64::from(constant))
    }
}

impl From<i32> for Tower {
    fn from(constant: i32) -> Self {
        Self::from_small(i64::from(constant))
    }
}

impl Add for Tower {
    type Output = Tower;

    fn add(self, other: Tower) -> Tower {
        self.combine(&other, false)
    }
}

impl Sub for Tower {
    type Output = Tower;

    fn sub(self, other: Tower) -> Tower {
        self.combine(&other, true)
    }
}

impl Neg for Tower {
    type Output = Tower;

    fn neg(mut self) -> Tower {
        for term in &mut self.terms {
            term.negative = !term.negative;
        }
        self.constant = -self.constant;
        self
    }
}

impl std::iter::Sum for Tower {
    fn sum<I: Iterator<Item = Tower>>(summands: I) -> Tower {
        summands.fold(Tower::default(), |sum, summand| sum + summand)
    }
}

impl Ord for Tower {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.terms.is_empty() && other.terms.is_empty() {
            return self.constant.cmp(&other.constant);
        }
        self.combine(other, true).signum().cmp(&0)
    }
}

impl PartialOrd for Tower {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Tower {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Tower {}

impl fmt::Display for Tower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = Style {
            braces: false,
            separator: " ",
        };
        self.write(f, &style)
    }
}

/// Serializes as `{"terms": [{"sign": 1 or -1, "exponent": …}], "constant": …}`, or as a number if
/// there are no powers.
impl Serialize for Tower {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(constant) = self.to_i64() {
            return serializer.serialize_i64(constant);
        }
        let mut fields = serializer.serialize_struct("Tower", 2)?;
        fields.serialize_field("terms", &self.terms)?;
        fields.serialize_field("constant", &self.constant)?;
        fields.end()
    }
}

impl Serialize for Term {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Term", 2)?;
        fields.serialize_field("sign", if self.negative { &-1 } else { &1 })?;
        fields.serialize_field("exponent", &*self.exponent)?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn power(exponent: i64) -> Tower {
        Tower::power_of_two(Tower::from(exponent))
    }

    /// Random sums of powers with exponents that collide often.
    fn sums() -> impl Strategy<Value = Vec<(bool, i64)>> {
        prop::collection::vec((any::<bool>(), 0..120i64), 0..40)
    }

    fn tower(summands: &[(bool, i64)]) -> Tower {
        let signed = |&(negative, e): &(bool, i64)| if negative { -power(e) } else { power(e) };
        summands.iter().map(signed).sum()
    }

    fn integer(summands: &[(bool, i64)]) -> BigInt {
        let power = |e: i64| BigInt::from(1) << e;
        let signed = |&(negative, e): &(bool, i64)| if negative { -power(e) } else { power(e) };
        summands.iter().map(signed).sum()
    }

    proptest! {
        #[test]
        fn arithmetic_is_that_of_integers(a in sums(), b in sums()) {
            let (s, t) = (tower(&a), tower(&b));
            let (x, y) = (integer(&a), integer(&b));
            let written = |t: &Tower| t.to_bigint(500).unwrap();
            prop_assert_eq!(written(&s), x.clone());
            prop_assert_eq!(written(&(s.clone() + t.clone())), &x + &y);
            prop_assert_eq!(written(&(s.clone() - t.clone())), &x - &y);
            prop_assert_eq!(s.cmp(&t), x.cmp(&y));
            let bits = s.bit_length().to_i64().unwrap();
            prop_assert_eq!(u64::try_from(bits).unwrap(), x.bits());
            prop_assert!(s.constant().unsigned_abs() < 1 << 53);
            // The same relations hold for powers that are too large to be expanded.
            if x >= BigInt::ZERO && y >= BigInt::ZERO {
                let (big_s, big_t) = (Tower::power_of_two(s.clone()), Tower::power_of_two(t));
                prop_assert_eq!(big_s.cmp(&big_t), x.cmp(&y));
                prop_assert_eq!(big_s.bit_length(), s + Tower::from(1));
            }
        }
    }

    #[test]
    fn text_tex_and_json() {
        let exponent = power(4_171_779) - power(2_086_143) + Tower::from(1);
        let number = power(99) - Tower::power_of_two(exponent) + Tower::from(21);
        assert_eq!(
            number.to_string(),
            "-2^(2^4171779 - 2^2086143 + 1) + 2^99 + 21"
        );
        assert_eq!(number.to_tex(), "-2^{2^{4171779}-2^{2086143}+1}+2^{99}+21");
        let json = serde_json::to_value(power(99) - Tower::from(1)).unwrap();
        let expected = serde_json::json!({
            "terms": [{"sign": 1, "exponent": 99}],
            "constant": -1
        });
        assert_eq!(json, expected);
        let json = serde_json::to_value(power(99) - power(60)).unwrap();
        assert_eq!(json["terms"][1]["sign"], -1);
        assert_eq!((power(99) - Tower::from(3)).to_string(), "2^99 - 3");
        assert_eq!((power(99) - Tower::from(3)).to_tex(), "2^{99}-3");
        assert_eq!(Tower::default().to_string(), "0");
        assert_eq!(Tower::from(-7).to_string(), "-7");
    }

    #[test]
    fn carrying_keeps_the_signs_apart() {
        let sum = power(60) + power(60) + power(60) - power(59);
        assert_eq!(sum.to_string(), "2^61 + 2^60 - 2^59");
        assert_eq!(sum, power(61) + power(59));
        assert_eq!((power(60) - power(59)), power(59));
        assert_eq!(Tower::from(i64::MIN), -power(63));
        // The least power that is a term.
        assert_eq!(
            (power(52).constant(), power(52).terms().len()),
            (1 << 52, 0)
        );
        assert_eq!((power(53).constant(), power(53).terms().len()), (0, 1));
    }

    #[test]
    fn cancelling_is_one_for_one_and_carries_propagate() {
        let list = |exponents: &[u32]| -> Vec<Arc<Tower>> {
            let towers = exponents.iter().map(|&e| Arc::new(Tower::from(e)));
            towers.collect()
        };
        let (mut plus, mut minus) = (list(&[60, 60, 61, 70, 70]), list(&[60, 62, 70, 70, 70]));
        cancel(&mut plus, &mut minus);
        assert_eq!((plus, minus), (list(&[60, 61]), list(&[62, 70])));
        let mut powers = list(&[60, 60, 60, 60, 62, 65, 65, 65]);
        carry(&mut powers);
        assert_eq!(powers, list(&[63, 65, 66]));
    }

    #[test]
    fn numbers_of_too_many_bits_are_not_expanded() {
        assert_eq!(power(100).to_bigint(100), None);
        assert!(power(100).to_bigint(101).is_some());
        assert!((power(100) - Tower::from(1)).to_bigint(100).is_some());
        // This does not allocate a hundred terabytes.
        assert_eq!(power(1 << 50).to_bigint(100), None);
        assert_eq!(Tower::power_of_two(power(100)).to_bigint(u64::MAX), None);
    }
}

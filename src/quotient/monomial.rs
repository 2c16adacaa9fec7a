//! Monomials: sums of heaps as exponent vectors, packed into machine words.

use std::cmp::Ordering;

use super::error::QuotientError;

/// Eight exponents a word.
const WORDS: usize = 8;
/// The top bit of every exponent. It is always clear, so that a comparison of all exponents of a
/// word is one subtraction.
const GUARD: u64 = 0x8080_8080_8080_8080;

/// The largest power in a relation: two irreducible monomials must have a product.
pub(super) const LARGEST_POWER: u32 = Monomial::LARGEST_EXPONENT / 2;

/// A product of powers of generators: the exponent of generator i is byte i.
///
/// The order is lexicographic from the last generator down. Generators are heaps in ascending
/// order, so this is the multiset order of sums: a move replaces a heap by smaller ones and makes
/// the monomial smaller, and there is no infinite descent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Monomial([u64; WORDS]);

impl Monomial {
    /// The maximum number of generators.
    pub(super) const MOST_GENERATORS: usize = 8 * WORDS;
    /// No exponent is larger, so that one bit of a byte is free.
    pub(super) const LARGEST_EXPONENT: u32 = 127;

    /// The empty product.
    pub(super) const ONE: Self = Self([0; WORDS]);

    /// Returns a power of a generator. The exponent is at most [`Self::LARGEST_EXPONENT`].
    pub(super) fn power(generator: usize, exponent: u32) -> Self {
        let mut power = Self::ONE;
        power.0[generator / 8] = u64::from(exponent) << (8 * (generator % 8));
        power
    }

    pub(super) fn generator(generator: usize) -> Self {
        Self::power(generator, 1)
    }

    pub(super) fn exponent(&self, generator: usize) -> u32 {
        ((self.0[generator / 8] >> (8 * (generator % 8))) & 0xff) as u32
    }

    /// Iterates over the generators that occur, ascending, each with its exponent.
    pub(super) fn factors(&self) -> impl Iterator<Item = (usize, u32)> + use<> {
        let words = self.0;
        words.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let i = (word != 0).then(|| word.trailing_zeros() / 8)?;
                let exponent = (word >> (8 * i)) & 0xff;
                word ^= exponent << (8 * i);
                Some((8 * at + i as usize, exponent as u32))
            })
        })
    }

    /// Returns the product.
    ///
    /// # Errors
    /// If an exponent would be too large.
    pub(super) fn times(mut self, other: &Self) -> Result<Self, QuotientError> {
        let mut guard = 0;
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
            guard |= *mine & GUARD;
        }
        if guard == 0 {
            Ok(self)
        } else {
            Err(QuotientError::Exponents)
        }
    }

    /// Checks whether this is a divisor of the other.
    pub(super) fn divides(&self, other: &Self) -> bool {
        let words = self.0.iter().zip(other.0);
        let guards = words.fold(GUARD, |guards, (&mine, theirs)| {
            guards & ((theirs | GUARD) - mine)
        });
        guards == GUARD
    }

    /// Returns the quotient by a divisor.
    pub(super) fn over(mut self, divisor: &Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(divisor.0) {
            *mine -= theirs;
        }
        self
    }

    /// Returns generator and exponent if this is a power of a single generator.
    pub(super) fn as_power(&self) -> Option<(usize, u32)> {
        let mut factors = self.factors();
        let first = factors.next()?;
        factors.next().is_none().then_some(first)
    }

    /// Returns the monomial with the generators renumbered.
    pub(super) fn renumbered(&self, number: impl Fn(usize) -> usize) -> Self {
        let mut new = Self::ONE;
        for (generator, exponent) in self.factors() {
            let power = Self::power(number(generator), exponent);
            for (mine, theirs) in new.0.iter_mut().zip(power.0) {
                *mine |= theirs;
            }
        }
        new
    }
}

impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn monomial(exponents: &[u32]) -> Monomial {
        let mut product = Monomial::ONE;
        for (i, &e) in exponents.iter().enumerate() {
            product = product.times(&Monomial::power(7 * i, e)).unwrap();
        }
        product
    }

    proptest! {
        #[test]
        fn packed_exponents_are_exponents(a in prop::array::uniform9(0u32..4), b in prop::array::uniform9(0u32..4)) {
            let (x, y) = (monomial(&a), monomial(&b));
            let product = x.times(&y).unwrap();
            for i in 0..9 {
                prop_assert_eq!(product.exponent(7 * i), a[i] + b[i]);
            }
            prop_assert_eq!(product.over(&y), x);
            prop_assert_eq!(x.divides(&y), (0..9).all(|i| a[i] <= b[i]));
            prop_assert_eq!(x.cmp(&y), a.iter().rev().cmp(b.iter().rev()));
            let factors: Vec<(usize, u32)> = x.factors().collect();
            let expected: Vec<(usize, u32)> =
                (0..9).filter(|&i| a[i] > 0).map(|i| (7 * i, a[i])).collect();
            prop_assert_eq!(x.as_power(), (expected.len() == 1).then(|| expected[0]));
            prop_assert_eq!(factors, expected);
            prop_assert_eq!(x.renumbered(|g| g + 1).renumbered(|g| g - 1), x);
        }
    }

    #[test]
    fn exponents_do_not_overflow() {
        let most = Monomial::power(3, Monomial::LARGEST_EXPONENT);
        assert_eq!(
            most.times(&Monomial::generator(3)),
            Err(QuotientError::Exponents)
        );
        assert!(most.times(&Monomial::generator(4)).is_ok());
    }
}

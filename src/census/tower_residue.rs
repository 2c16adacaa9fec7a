//! Residues of towers.

use num_bigint::BigUint;
use num_traits::One;

use super::day_six::signed_residue;
use super::error::CensusError;
use super::modular::{Factors, Natural, factor, join, order_of_two};
use super::tower::Tower;
use crate::limits::Budget;

impl Tower {
    /// Computes the residue modulo m > 0 without expanding any exponent.
    ///
    /// 2^x mod 2^k·o, with o odd, follows from x modulo the order of 2 modulo o and from whether
    /// x ≥ k; the residues of the exponents are computed in the same way.
    ///
    /// ```
    /// use misere::census::Tower;
    /// use misere::limits::Budget;
    ///
    /// let tower = Tower::power_of_two(Tower::power_of_two(Tower::from(4_171_780)));
    /// let residue = tower.residue(&7u32.into(), &Budget::default())?;
    /// assert_eq!(residue, 2u32.into()); // the exponent is 1 modulo 3
    /// # Ok::<(), misere::census::CensusError>(())
    /// ```
    pub fn residue(&self, modulus: &BigUint, budget: &Budget) -> Result<BigUint, CensusError> {
        if *modulus == BigUint::ZERO {
            return Err(CensusError::ZeroModulus);
        }
        self.residue_of(modulus, &factor(modulus, budget)?, budget)
    }

    fn residue_of(
        &self,
        modulus: &BigUint,
        factors: &Factors,
        budget: &Budget,
    ) -> Result<BigUint, CensusError> {
        let mut sum = signed_residue(self.constant(), modulus);
        if self.terms().is_empty() {
            return Ok(sum);
        }
        let (k, odd) = modulus.split();
        let (order, order_factors) = order_of_two(factors, budget)?;
        let power_of_two = BigUint::one() << k;
        for term in self.terms() {
            let exponent = term.exponent().residue_of(&order, &order_factors, budget)?;
            let odd_residue = BigUint::from(2u32).modpow(&exponent, &odd);
            let exact = term.exponent().to_i64().and_then(|x| u64::try_from(x).ok());
            let even_residue = match exact {
                Some(x) if x < k => BigUint::one() << x,
                _ => BigUint::ZERO,
            };
            let power = join((&odd_residue, &odd), (&even_residue, &power_of_two));
            sum = if term.is_negative() {
                sum.minus(&power, modulus)
            } else {
                sum.plus(&power, modulus)
            };
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use num_integer::Integer;

    use super::*;
    use crate::census::Counts;
    use crate::census::day_six;

    fn power(exponent: Tower) -> Tower {
        Tower::power_of_two(exponent)
    }

    #[test]
    fn residues_are_those_of_the_integers() {
        let none = Budget::default();
        let exponent = power(100.into()) - power(60.into()) - Tower::from(7);
        let written = exponent.to_bigint(200).unwrap();
        let tower = -power(exponent) + power(90.into()) - Tower::from(12_345);
        let moduli = (1..400u64).chain([1 << 40, (1 << 61) - 1, u64::MAX, 96 << 50]);
        // With 2^120 as a factor 2^90 is not 0, and with 2^90 it is.
        let even = [3u32 << 8, 3, 1].into_iter().zip([112u32, 90, 91]);
        for m in moduli
            .map(BigUint::from)
            .chain([BigUint::from(10u32).pow(30)])
            .chain(even.map(|(odd, twos)| BigUint::from(odd) << twos))
        {
            let power = BigUint::from(2u32).modpow(written.magnitude(), &m);
            let written = (BigInt::one() << 90u32) - BigInt::from(power) - BigInt::from(12_345);
            let expected = written.mod_floor(&BigInt::from(m.clone()));
            let residue = tower.residue(&m, &none).unwrap();
            assert_eq!(BigInt::from(residue), expected, "modulo {m}");
        }
        // A number of terabytes is not expanded.
        let large = power(Tower::from(1i64 << 45));
        assert_eq!(large.residue(&8u32.into(), &none), Ok(BigUint::ZERO));
        assert_eq!(
            tower.residue(&BigUint::ZERO, &none),
            Err(CensusError::ZeroModulus)
        );
    }

    #[test]
    fn residues_of_day_6_agree() {
        let none = Budget::default();
        let counts = Counts::new();
        for m in [2u64, 97, 1_000_000_007, 360_360, u64::MAX] {
            let expected = day_six::residue(&counts.games(6), &m);
            let residue = counts.games(6).unwrap().residue(&m.into(), &none);
            assert_eq!(residue.unwrap(), expected.into());
        }
    }
}

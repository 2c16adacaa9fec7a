//! Residues of |M_n|: the front door, which chooses a road.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::error::CensusError;
use super::modular::{Natural, join};
use super::products::by_products;
use super::recurrence::Counts;
use super::terms::by_terms;
use crate::game::Limits;

/// A way to a residue of |M_n|.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Road {
    /// The sum over M_{n−2} of Theorem A.1, term by term: n ≤ 7, any modulus.
    Terms,
    /// The product over M_{n−3}: 5 ≤ n ≤ 8, any modulus.
    Products,
}

/// |M_n| mod m by this road.
pub fn residue_by(
    road: Road,
    n: u64,
    modulus: &BigUint,
    limits: &Limits,
) -> Result<BigUint, CensusError> {
    if modulus.is_zero() {
        return Err(CensusError::ZeroModulus);
    }
    match modulus.to_u64() {
        Some(word) => Ok(BigUint::from(road.follow(n, &word, limits)?)),
        None => road.follow(n, modulus, limits),
    }
}

impl Road {
    fn follow<N: Natural>(self, n: u64, modulus: &N, limits: &Limits) -> Result<N, CensusError> {
        let counts = Counts::new();
        let day = u32::try_from(n).unwrap_or(u32::MAX);
        match self {
            Road::Terms if day <= 7 => by_terms(&counts, day, modulus, limits),
            Road::Products if (5..=8).contains(&day) => {
                let (twos, odd) = modulus.split();
                let odd_residue = by_products(&counts, day, &odd, limits)?;
                let power = BigUint::one() << twos;
                let even_residue = modulo_power_of_two(&counts, day, &power);
                let joined = join(
                    (&odd_residue.to_big(), &odd.to_big()),
                    (&even_residue, &power),
                );
                Ok(N::from_big(&joined))
            }
            _ => Err(CensusError::OutOfReach {
                road: self.name(),
                day: n,
                modulus: modulus.to_big(),
                reason: self.reach(),
            }),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Road::Terms => "the sum of terms",
            Road::Products => "the product formula",
        }
    }

    fn reach(self) -> &'static str {
        match self {
            Road::Terms => "it ends with day 7",
            Road::Products => "it leads to days 5 to 8",
        }
    }
}

/// |M_n| modulo a power of two for n ≥ 5.
///
/// Modulo 2^k every power in Theorem A.1 whose exponent is at least k vanishes, which leaves
/// |M_n| ≡ |M_{n−2}| − 1. From n = 7 on the exponents are at least |N_6^0|, a number of a
/// million digits. Day 6 itself is counted exactly.
pub(super) fn modulo_power_of_two(counts: &Counts, n: u32, power: &BigUint) -> BigUint {
    let (exact, steps) = if n <= 6 {
        (n, 0)
    } else {
        (6 - n % 2, (n - 6).div_ceil(2))
    };
    let residue = super::sixth::residue(&counts.games(exact), power);
    residue.minus(&(BigUint::from(steps) % power), power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(road: Road, n: u64, m: u64) -> u64 {
        let residue = residue_by(road, n, &m.into(), &Limits::default());
        residue.unwrap().to_u64().unwrap()
    }

    #[test]
    fn seventh_day_by_both_roads() {
        assert_eq!(by(Road::Products, 7, 1_000_000_007), 24_114_539);
        for m in [1, 2, 3, 97, 1_000_000_007, 1 << 40, 360_360, (1 << 61) - 1] {
            assert_eq!(by(Road::Terms, 7, m), by(Road::Products, 7, m), "mod {m}");
        }
    }

    #[test]
    fn small_days_by_both_roads() {
        for n in 5..=7 {
            for m in 1..200 {
                if n < 7 {
                    assert_eq!(
                        by(Road::Terms, n, m),
                        by(Road::Products, n, m),
                        "{n} mod {m}"
                    );
                }
            }
        }
    }

    #[test]
    fn eighth_day() {
        let t = std::time::Instant::now();
        assert_eq!(by(Road::Products, 8, 1_000_000_007), 40_357_443);
        eprintln!("{:?}", t.elapsed());
        assert_eq!(by(Road::Products, 8, 97), 15);
        let t = std::time::Instant::now();
        by(Road::Products, 8, (1 << 61) - 1);
        eprintln!("{:?}", t.elapsed());
        let t = std::time::Instant::now();
        by(Road::Products, 7, (1 << 61) - 1);
        eprintln!("{:?}", t.elapsed());
        let t = std::time::Instant::now();
        eprintln!(
            "{:?}",
            residue_by(
                Road::Products,
                8,
                &BigUint::from(10u32).pow(50),
                &Limits::default()
            )
        );
        eprintln!("{:?}", t.elapsed());
    }
}

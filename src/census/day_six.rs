//! Residues of the quantities of day 6.
//!
//! Their exponents belong to day 5 and are small numbers, so residues modulo any number are
//! computed directly. |S_6^G| for the four million games G of M_5 is a constant minus a sum over
//! the options of G (Theorem A.1), which two tables of 2^11 entries reduce to two look-ups.

use super::day::DayGame;
use super::day_four::{DayFour, MASK_BITS, Mask, ranks};
use super::error::CensusError;
use super::modular::{Natural, exact_power_of_two};
use super::recurrence::Counts;
use super::tower::Tower;
use crate::limits::{Account, Budget};

/// The quantities of day 6 modulo some number.
#[derive(Debug)]
pub(super) struct DaySix<N> {
    pub(super) modulus: N,
    /// |M_6|
    pub(super) games: N,
    /// |N_6|
    pub(super) n_positions: N,
    /// |N_6^0|
    pub(super) n_positions_with_zero: N,
    day_four: DayFour,
    /// 2^(|M_5|−1) less 2^(|S_5^g|−1) for the options g among the ranks 0 to 10.
    lower: Vec<N>,
    /// Σ 2^(|S_5^g|−1) over the options g among the ranks 11 to 21.
    upper: Vec<N>,
    /// 2^(|N_5^0|−1)
    proviso: N,
    /// Σ |R_6^H| over H in S_4^G, for the games G of M_3.
    simplified: Vec<N>,
    /// The memory of the tables.
    _account: Account,
}

/// Half of the number of ranks.
const HALF: u32 = MASK_BITS / 2;

impl<N: Natural> DaySix<N> {
    /// Computes the tables.
    pub(super) fn new(counts: &Counts, modulus: &N, budget: &Budget) -> Result<Self, CensusError> {
        let mut account = budget.account();
        // Two tables of 2^11 entries, and as much again while one of them doubles.
        account.hold((4 << HALF) * modulus.memory())?;
        let day_four = counts.day_four.clone();
        let zero = N::from_u64(0);
        let half_power = |e: u64| exact_power_of_two(e - 1, modulus);
        budget.check()?;
        let rho: Vec<N> = (0..DayFour::size(4))
            .map(|g| half_power(fifth_containing(counts, g)))
            .collect();
        let simplified = (0..DayFour::size(3)).map(|g| {
            ranks(day_four.containing(g)).fold(zero.clone(), |sum, h| {
                let sets = rho[h].plus(&rho[h], modulus).less_one(modulus);
                sum.plus(&sets, modulus)
            })
        });
        let sums = |ranks: std::ops::Range<usize>| {
            let mut sums = vec![zero.clone()];
            for g in ranks {
                let with: Vec<N> = sums.iter().map(|s| s.plus(&rho[g], modulus)).collect();
                sums.extend(with);
            }
            sums
        };
        let half = HALF as usize;
        let leading = half_power(small(counts.games(5)));
        let lower = sums(0..half)
            .iter()
            .map(|sum| leading.minus(sum, modulus))
            .collect();
        Ok(Self {
            games: residue(&counts.games(6), modulus),
            n_positions: residue(&counts.n_positions(6), modulus),
            n_positions_with_zero: residue(&counts.n_positions_with_zero(6), modulus),
            proviso: half_power(small(counts.n_positions_with_zero(5))),
            simplified: simplified.collect(),
            upper: sums(half..DayFour::size(4)),
            lower,
            day_four,
            modulus: modulus.clone(),
            _account: account,
        })
    }

    /// Computes |S_6^G| for G given by its options.
    pub(super) fn containing(&self, g: Mask) -> N {
        let m = &self.modulus;
        let lower = &self.lower[(g & ((1 << HALF) - 1)) as usize];
        let mut count = lower.minus(&self.upper[(g >> HALF) as usize], m);
        if g & 1 == 1 && !self.day_four.is_p(g) {
            count = count.plus(&self.proviso, m);
        }
        if g >> DayFour::size(3) == 0
            && let Some(simplified) = self.day_four.rank(g).and_then(|r| self.simplified.get(r))
        {
            count = count.minus(simplified, m);
        }
        count
    }
}

/// Converts a quantity of a day up to 5, which is a small number.
pub(super) fn small(count: Result<Tower, CensusError>) -> u64 {
    let count = count.ok().and_then(|tower| tower.to_i64());
    let count = count.and_then(|count| u64::try_from(count).ok());
    count.expect("days up to 5 have small counts")
}

/// Computes |S_5^G| for G of this rank.
pub(super) fn fifth_containing(counts: &Counts, rank: usize) -> u64 {
    let game = DayGame::new(counts.day_four.options(rank));
    small(counts.containing(5, game))
}

/// Reduces an integer modulo m.
pub(super) fn signed_residue<N: Natural>(c: i64, m: &N) -> N {
    let magnitude = N::from_u64(c.unsigned_abs()).reduced(m);
    if c < 0 {
        N::from_u64(0).minus(&magnitude, m)
    } else {
        magnitude
    }
}

/// Reduces a tower with small exponents modulo m.
pub(super) fn residue<N: Natural>(count: &Result<Tower, CensusError>, m: &N) -> N {
    let tower = count.as_ref().expect("days up to 6 are known");
    let constant = signed_residue(tower.constant(), m);
    tower.terms().iter().fold(constant, |sum, term| {
        let exponent = term.exponent().to_i64().and_then(|e| u64::try_from(e).ok());
        let power = exact_power_of_two(exponent.expect("exponents of day 6 are small"), m);
        if term.is_negative() {
            sum.minus(&power, m)
        } else {
            sum.plus(&power, m)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::Day;

    #[test]
    fn negative_numbers_and_powers_are_reduced() {
        assert_eq!(
            [-8, -7, -1, 0, 6, 7].map(|c| signed_residue(c, &7u64)),
            [6, 0, 6, 0, 6, 0]
        );
        let power = |e: u32| Tower::power_of_two(e.into());
        let tower = power(70) - power(61) - Tower::from(9);
        // 2^70 is 2 and 2^61 is 2 modulo 7.
        assert_eq!(residue(&Ok(tower), &7u64), 5);
    }

    #[test]
    fn residues_are_those_of_the_towers() {
        let counts = Counts::new();
        let day = Day::new(5).unwrap();
        for m in [1u64, 2, 48, 97, (1 << 61) - 1, u64::MAX - 1] {
            let sixth = DaySix::new(&counts, &m, &Budget::default()).unwrap();
            assert_eq!(sixth.games, residue(&counts.games(6), &m));
            for g in day.games().take(40).chain(day.games().step_by(40_009)) {
                let expected = residue(&counts.containing(6, g), &m);
                assert_eq!(sixth.containing(g.mask()), expected);
            }
        }
    }
}

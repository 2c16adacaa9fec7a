//! The recurrences of Theorem A.1 (Siegel, *On the Structure of Misère Impartial Games*).
//!
//! A set H of games born by day n − 1 is either canonical, and then a member of M_n, or it
//! simplifies to exactly one G in M_{n−2}: H consists of the options of G and of some games that
//! contain G. So counting M_n comes down to knowing how many members of M_{n−1} contain each G.
//! Every quantity of day n is expressed through those of days n − 1 and n − 2; the results are
//! [`Tower`]s. Day 7, whose towers have hundreds of thousands of terms, is in
//! [`DaySevenSum`](super::DaySevenSum).
//!
//! ```
//! use misere::census::Counts;
//!
//! let counts = Counts::new();
//! assert_eq!(counts.games(5)?.to_string(), "4171780");
//! assert_eq!(counts.games(6)?.terms().len(), 18);
//! # Ok::<(), misere::census::CensusError>(())
//! ```

use super::day::DayGame;
use super::day_four::{DayFour, Mask, ranks};
use super::error::CensusError;
use super::tower::Tower;

/// The quantities of Theorem A.1 for the days up to 6.
#[derive(Clone, Debug)]
pub struct Counts {
    pub(super) day_four: DayFour,
    days: Vec<DayCounts>,
}

/// The quantities of one day.
#[derive(Clone, Debug)]
struct DayCounts {
    /// |M_n|
    games: Tower,
    /// |N_n|
    n_positions: Tower,
    /// |N_n^0|
    n_positions_with_zero: Tower,
    /// |S_n^K| for the games K born by day 4, by rank.
    containing: Vec<Tower>,
}

impl Default for Counts {
    fn default() -> Self {
        Self::new()
    }
}

impl Counts {
    /// The last day whose quantities are held as towers.
    pub const LAST: u32 = 6;

    /// Computes the quantities of days 0 to 6 by the recurrences.
    pub fn new() -> Self {
        let nothing = || vec![Tower::default(); DayFour::size(4)];
        // M_0 = {0} and M_1 = {0, 1}; 0 is an N-position, 1 is not.
        let zero = DayCounts {
            games: Tower::from(1),
            n_positions: Tower::from(1),
            n_positions_with_zero: Tower::default(),
            containing: nothing(),
        };
        let mut one = DayCounts {
            games: Tower::from(2),
            ..zero.clone()
        };
        one.containing[0] = Tower::from(1);
        let mut counts = Self {
            day_four: DayFour::new(),
            days: vec![zero, one],
        };
        for day in 2..=Self::LAST {
            counts.advance(day);
        }
        counts
    }

    /// Computes the quantities of the day after the last one known.
    fn advance(&mut self, day: u32) {
        let before = Self::members_before(day, 2);
        let outcome = |g: &usize| self.day_four.p_positions() >> g & 1 == 0;
        let n_before: Vec<usize> = before.iter().copied().filter(outcome).collect();
        let with_zero = |&g: &usize| self.day_four.options(g) & 1 == 1;
        let n0_before: Vec<usize> = n_before.iter().copied().filter(with_zero).collect();
        let reducible =
            |to: &[usize]| -> Tower { to.iter().map(|&g| self.reducible(day, g)).sum() };

        let yesterday = self.day(day - 1);
        let subsets = power(yesterday.games.clone());
        let games = subsets.clone() - reducible(&before);
        let n_positions =
            subsets - power(yesterday.n_positions.clone()) + Tower::from(1) - reducible(&n_before);
        let n_positions_with_zero = half_power(&yesterday.games)
            - half_power(&yesterday.n_positions)
            - reducible(&n0_before);
        let listed = Self::members_before(day, 1).len();
        let mut containing: Vec<Tower> = (0..listed)
            .map(|rank| self.containing_set(day, self.day_four.options(rank)))
            .collect();
        containing.resize(DayFour::size(4), Tower::default());
        tracing::debug!(day, terms = games.terms().len(), "counted a day");
        self.days.push(DayCounts {
            games,
            n_positions,
            n_positions_with_zero,
            containing,
        });
    }

    /// Returns the ranks of the games born this many days before, up to day 4.
    fn members_before(day: u32, days: u32) -> Vec<usize> {
        (0..DayFour::size((day - days).min(4) as usize)).collect()
    }

    fn day(&self, day: u32) -> &DayCounts {
        &self.days[day as usize]
    }

    fn known(&self, day: u32) -> Result<&DayCounts, CensusError> {
        self.days
            .get(day as usize)
            .ok_or(CensusError::NotSymbolic { day })
    }

    /// Returns |M_n|, the number of games born by day n ≤ 6.
    pub fn games(&self, day: u32) -> Result<Tower, CensusError> {
        Ok(self.known(day)?.games.clone())
    }

    /// Returns |N_n|, the number of N-positions born by day n ≤ 6.
    pub fn n_positions(&self, day: u32) -> Result<Tower, CensusError> {
        Ok(self.known(day)?.n_positions.clone())
    }

    /// Returns |N_n^0|, the number of N-positions born by day n ≤ 6 with 0 as an option.
    pub fn n_positions_with_zero(&self, day: u32) -> Result<Tower, CensusError> {
        Ok(self.known(day)?.n_positions_with_zero.clone())
    }

    /// Returns |S_n^K|, the number of games born by day n ≤ 6 that have K as an option.
    pub fn containing(&self, day: u32, k: DayGame) -> Result<Tower, CensusError> {
        let known = self.known(day)?;
        let birthday = k.birthday();
        if birthday >= day {
            return Ok(Tower::default());
        }
        Ok(match self.day_four.rank(k.mask()) {
            Some(rank) => known.containing[rank].clone(),
            None => self.containing_set(day, k.mask()),
        })
    }

    /// Returns |R_n^G|, the number of sets of games born by day n − 1 ≤ 6 that simplify to G. It is 0
    /// unless G is born by day n − 2.
    pub fn simplifying_to(&self, day: u32, g: DayGame) -> Result<Tower, CensusError> {
        if g.birthday() + 2 > day {
            return Ok(Tower::default());
        }
        let containing = power(self.containing(day - 1, g)?);
        Ok(match g.mask() {
            0 => containing - power(self.n_positions_with_zero(day - 1)?),
            _ => containing - Tower::from(1),
        })
    }

    /// Returns |R_n^{G,K}|, the number of sets of games born by day n − 1 ≤ 6 that simplify to G and
    /// have K among the options that revert. It is 0 unless G is an option of K.
    pub fn simplifying_to_with(
        &self,
        day: u32,
        g: DayGame,
        k: DayGame,
    ) -> Result<Tower, CensusError> {
        let rank = self.day_four.rank(g.mask());
        if k.birthday() >= day || rank.is_none_or(|rank| k.mask() >> rank & 1 == 0) {
            return Ok(Tower::default());
        }
        let with = half_power(&self.containing(day - 1, g)?);
        Ok(if g.mask() == 0 && !self.day_four.is_p(k.mask()) {
            with - half_power(&self.n_positions_with_zero(day - 1)?)
        } else {
            with
        })
    }

    /// Computes |R_n^G| for G of this rank, born by day n − 2.
    fn reducible(&self, day: u32, rank: usize) -> Tower {
        let yesterday = self.day(day - 1);
        let subsets = power(yesterday.containing[rank].clone());
        match rank {
            0 => subsets - power(yesterday.n_positions_with_zero.clone()),
            _ => subsets - Tower::from(1),
        }
    }

    /// Computes |S_n^K| for K, given by its options, born by day n − 1.
    fn containing_set(&self, day: u32, k: Mask) -> Tower {
        let yesterday = self.day(day - 1);
        let mut count = half_power(&yesterday.games);
        // Sets in which K reverts through one of its options…
        for g in ranks(k) {
            count = count - half_power(&yesterday.containing[g]);
        }
        if k & 1 == 1 && !self.day_four.is_p(k) {
            count = count + half_power(&yesterday.n_positions_with_zero);
        }
        // …and sets that simplify to some game with the option K.
        for g in self.containing_before(day, k) {
            count = count - self.reducible(day, g);
        }
        count
    }

    /// Returns S_{n−2}^K as ranks, for K given by its options.
    fn containing_before(&self, day: u32, k: Mask) -> Vec<usize> {
        let Some(rank) = self.day_four.rank(k) else {
            return Vec::new();
        };
        let listed = Self::members_before(day, 2);
        let contains = |g: &usize| self.day_four.containing(rank) >> g & 1 == 1;
        listed.into_iter().filter(contains).collect()
    }
}

fn power(exponent: Tower) -> Tower {
    Tower::power_of_two(exponent)
}

/// Computes 2^(exponent − 1), for a positive exponent.
fn half_power(exponent: &Tower) -> Tower {
    power(exponent.clone() - Tower::from(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::Day;

    /// |M_6| as in Figure 1, with 2^2088960 where the scan has 2^2088600.
    const SIXTH: &str = "2^4171780 - 2^2096640 - 2^2095104 - 2^2094593 - 2^2094080 - 2^2091523 - \
        2^2091522 - 2^2088960 - 2^2088705 - 2^2088448 - 2^2088193 - 2^2086912 - 2^2086657 - \
        2^2086401 - 2^2086145 - 2^2085888 - 2^2079234 + 2^1960962 + 21";

    #[test]
    fn day_6_is_that_of_figure_1() {
        let counts = Counts::new();
        assert_eq!(counts.games(6).unwrap().to_string(), SIXTH);
        assert_eq!(
            counts.games(7).unwrap_err(),
            CensusError::NotSymbolic { day: 7 }
        );
    }

    /// Theorem A.1: every quantity for every day n ≤ 5 and all G, K in M_4.
    #[test]
    fn the_recurrences_agree_with_the_lists() {
        let counts = Counts::new();
        let day_four = &counts.day_four;
        let fourth: Vec<DayGame> = Day::new(4).unwrap().games().collect();
        for n in 0..=5u32 {
            let day = Day::new(n).unwrap();
            let (mut games, mut n_positions, mut with_zero) = (0u32, 0u32, 0u32);
            let mut containing = [0u32; 22];
            for g in day.games() {
                games += 1;
                let is_n = !day_four.is_p(g.mask());
                n_positions += u32::from(is_n);
                with_zero += u32::from(is_n && g.mask() & 1 == 1);
                for option in ranks(g.mask()) {
                    containing[option] += 1;
                }
            }
            assert_eq!(counts.games(n).unwrap(), games.into());
            assert_eq!(counts.n_positions(n).unwrap(), n_positions.into());
            assert_eq!(counts.n_positions_with_zero(n).unwrap(), with_zero.into());
            for (rank, &k) in fourth.iter().enumerate() {
                assert_eq!(counts.containing(n, k).unwrap(), containing[rank].into());
            }
            // R_n^G and R_n^{G,K}: all subsets of M_{n-1} with what they simplify to.
            let members = n.checked_sub(1).map_or(0, |d| DayFour::size(d as usize));
            let mut simplifying = [0u32; 22];
            let mut simplifying_with = [[0u32; 22]; 22];
            for set in 0..1u32 << members {
                if let Some(g) = day_four.reduction(set) {
                    simplifying[g] += 1;
                    for k in ranks(set & !day_four.options(g)) {
                        simplifying_with[g][k] += 1;
                    }
                }
            }
            for (i, &g) in fourth.iter().enumerate() {
                let to = counts.simplifying_to(n, g).unwrap();
                assert_eq!(to, simplifying[i].into(), "R_{n} of rank {i}");
                for (j, &k) in fourth.iter().enumerate() {
                    let with = counts.simplifying_to_with(n, g, k).unwrap();
                    assert_eq!(with, simplifying_with[i][j].into(), "R_{n}^({i},{j})");
                }
            }
        }
    }

    #[test]
    fn sums_of_reducible_sets_give_day_6() {
        // |M_7| needs Σ |R_7^G| over G in M_5; here one day lower, as a sum of towers.
        let counts = Counts::new();
        let fourth = Day::new(4).unwrap();
        let reducible: Tower = fourth
            .games()
            .map(|g| counts.simplifying_to(6, g).unwrap())
            .sum();
        let all = power(counts.games(5).unwrap());
        assert_eq!(all - reducible, counts.games(6).unwrap());
    }
}

//! The tables behind |M_5| and |M_6| (Figures 2 and 3 of the paper).
//!
//! |M_n| is 2^|M_{n−1}| minus, for each game G of M_{n−2}, the number of sets that simplify to G. A
//! row gives |S_{n−1}^G| as the sum of signed powers that Theorem A.1 makes of it, its
//! value, and the adjustment 1 − 2^|S_{n−1}^G|; the last row is the proviso.
//!
//! ```
//! use misere::census::{Counts, table};
//!
//! let rows = table(&Counts::new(), 5)?;
//! assert_eq!(rows[4].exponent.to_string(), "10"); // the row of 3 in Figure 2
//! assert_eq!(rows.last().unwrap().adjustment.to_string(), "511"); // the proviso, 2^9 − 1
//! # Ok::<(), misere::census::CensusError>(())
//! ```

use super::day::DayGame;
use super::day_four::{DayFour, ranks};
use super::error::CensusError;
use super::recurrence::Counts;
use super::tower::Tower;

/// One row of the table of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The game G, or none in the row of the proviso.
    pub game: Option<DayGame>,
    /// |S_{n−1}^G|, or |N_{n−1}^0| in the row of the proviso, as Theorem A.1 gives it.
    pub expansion: Vec<Summand>,
    /// The sum of the expansion.
    pub exponent: Tower,
    /// The summand of |M_n| beside 2^|M_{n−1}|.
    pub adjustment: Tower,
}

/// ±2^exponent, or ±(2^exponent − 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Summand {
    /// Whether it is subtracted.
    pub negative: bool,
    /// The exponent.
    pub exponent: u32,
    /// Whether the summand is 2^exponent − 1, the number of nonempty sets.
    pub less_one: bool,
}

impl Summand {
    fn plus(exponent: u32) -> Self {
        Self {
            negative: false,
            exponent,
            less_one: false,
        }
    }

    fn minus(exponent: u32) -> Self {
        Self {
            negative: true,
            ..Self::plus(exponent)
        }
    }

    fn minus_nonempty(exponent: u32) -> Self {
        Self {
            less_one: true,
            ..Self::minus(exponent)
        }
    }

    /// Computes the number.
    #[must_use]
    pub fn value(self) -> Tower {
        let power = Tower::power_of_two(Tower::from(self.exponent));
        let value = power - Tower::from(u32::from(self.less_one));
        if self.negative { -value } else { value }
    }
}

impl std::fmt::Display for Summand {
    /// Writes the summand with its sign in front, as in `-2^13` or `-(2^14-1)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.negative { "-" } else { "+" };
        if self.less_one {
            write!(f, "{sign}(2^{}-1)", self.exponent)
        } else {
            write!(f, "{sign}2^{}", self.exponent)
        }
    }
}

/// Returns the table of day 5 (Figure 2) or of day 6 (Figure 3), in structural order with the proviso
/// last.
///
/// # Errors
/// [`CensusError::NoTable`] for other days: from day 7 on there are millions of rows.
pub fn table(counts: &Counts, day: u32) -> Result<Vec<Row>, CensusError> {
    if !(5..=6).contains(&day) {
        return Err(CensusError::NoTable { day });
    }
    let table = Table { counts, day };
    let listed = DayFour::size(day as usize - 2);
    let mut rows: Vec<Row> = (0..listed).map(|rank| table.row(rank)).collect();
    rows.push(table.proviso());
    Ok(rows)
}

struct Table<'c> {
    counts: &'c Counts,
    day: u32,
}

impl Table<'_> {
    fn row(&self, rank: usize) -> Row {
        let day_four = &self.counts.day_four;
        let options = day_four.options(rank);
        let mut reverting: Vec<Summand> = Vec::new();
        for g in ranks(options) {
            let half = self.containing(g) - 1;
            if g == 0 && !day_four.is_p(options) {
                // 2^half − 2^proviso, which is a single power for neighbouring exponents.
                let proviso = self.n_positions_with_zero() - 1;
                if half == proviso + 1 {
                    reverting.push(Summand::minus(proviso));
                } else {
                    reverting.extend([Summand::minus(half), Summand::plus(proviso)]);
                }
            } else {
                reverting.push(Summand::minus(half));
            }
        }
        reverting.sort_by_key(|s| std::cmp::Reverse(s.exponent));
        let mut expansion = vec![Summand::plus(self.games() - 1)];
        expansion.extend(reverting);
        let before = (1 << DayFour::size(self.day as usize - 3)) - 1;
        expansion.extend(self.nonempty(day_four.containing(rank) & before));
        let game = DayGame::new(options);
        let exponent = sum(&expansion);
        Row {
            game: Some(game),
            adjustment: Tower::from(1) - Tower::power_of_two(exponent.clone()),
            exponent,
            expansion,
        }
    }

    fn proviso(&self) -> Row {
        let day_four = &self.counts.day_four;
        let before = (1 << DayFour::size(self.day as usize - 3)) - 1;
        let n_positions = day_four.containing(0) & before & !day_four.p_positions();
        let mut expansion = vec![Summand::plus(self.games() - 1)];
        expansion.extend(self.nonempty(n_positions));
        expansion.push(Summand::minus(self.n_positions() - 1));
        let exponent = sum(&expansion);
        Row {
            game: None,
            adjustment: Tower::power_of_two(exponent.clone()) - Tower::from(1),
            exponent,
            expansion,
        }
    }

    /// Returns −(2^|S^G| − 1) for each of these G.
    fn nonempty(&self, games: u32) -> Vec<Summand> {
        let mut summands: Vec<Summand> = ranks(games)
            .map(|g| Summand::minus_nonempty(self.containing(g)))
            .collect();
        summands.sort_by_key(|s| std::cmp::Reverse(s.exponent));
        summands
    }

    // The rows consist of quantities of day n − 2 ≤ 4, which are small numbers.

    fn games(&self) -> u32 {
        small(self.counts.games(self.day - 2))
    }

    fn n_positions(&self) -> u32 {
        small(self.counts.n_positions(self.day - 2))
    }

    fn n_positions_with_zero(&self) -> u32 {
        small(self.counts.n_positions_with_zero(self.day - 2))
    }

    fn containing(&self, rank: usize) -> u32 {
        let game = DayGame::new(self.counts.day_four.options(rank));
        small(self.counts.containing(self.day - 2, game))
    }
}

fn sum(expansion: &[Summand]) -> Tower {
    expansion.iter().map(|s| s.value()).sum()
}

fn small(count: Result<Tower, CensusError>) -> u32 {
    let count = count.ok().and_then(|tower| tower.to_i64());
    let count = count.and_then(|count| u32::try_from(count).ok());
    count.expect("days up to 4 have small counts")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows as the paper prints them: expansion, exponent.
    fn printed(day: u32) -> Vec<(String, String)> {
        let rows = table(&Counts::new(), day).unwrap();
        let print = |row: &Row| {
            let expansion: String = row.expansion.iter().map(Summand::to_string).collect();
            (expansion, row.exponent.to_string())
        };
        rows.iter().map(print).collect()
    }

    #[test]
    fn the_table_of_day_5_is_figure_2() {
        let exponents: Vec<String> = printed(5).into_iter().map(|row| row.1).collect();
        // 0, 1, 2, 2#, 3 and the proviso.
        assert_eq!(exponents, ["10", "9", "12", "14", "10", "9"]);
    }

    #[test]
    fn the_table_of_day_6_is_figure_3() {
        let printed = printed(6);
        let row = |rank: usize| (printed[rank].0.as_str(), printed[rank].1.as_str());
        // 0 (lost in the scan), 1, 2, 2#, 3, 2#3210 and the proviso.
        assert_eq!(row(0), ("+2^21-(2^12-1)-(2^10-1)-(2^9-1)", "2091523"));
        assert_eq!(row(1), ("+2^21-2^9-(2^12-1)-(2^10-1)", "2091522"));
        assert_eq!(row(2), ("+2^21-2^8-2^8-(2^14-1)-(2^10-1)", "2079234"));
        assert_eq!(row(3), ("+2^21-2^11", "2095104"));
        assert_eq!(row(4), ("+2^21-2^11-2^8-2^8", "2094592"));
        assert_eq!(row(21), ("+2^21-2^13-2^11-2^9-2^8-2^8", "2085888"));
        assert_eq!(row(22), ("+2^21-(2^12-1)-(2^10-1)-2^17", "1960962"));
    }

    #[test]
    fn the_adjustments_add_up_to_the_count() {
        let counts = Counts::new();
        for day in [5, 6] {
            let rows = table(&counts, day).unwrap();
            let all = Tower::power_of_two(counts.games(day - 1).unwrap());
            let adjustments: Tower = rows.iter().map(|row| row.adjustment.clone()).sum();
            assert_eq!(all + adjustments, counts.games(day).unwrap());
            for row in &rows[..rows.len() - 1] {
                let game = row.game.unwrap();
                assert_eq!(row.exponent, counts.containing(day - 1, game).unwrap());
            }
        }
        assert!(table(&counts, 7).is_err());
    }
}

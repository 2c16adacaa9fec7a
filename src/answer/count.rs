//! The number |M_n| of games born by day n.

use std::fmt::Write as _;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::census::{
    CensusError, Counts, Day, DayGame, DaySevenSum, Row, Size, Term, Tower, day_eight_formula,
    day_eight_tex, digits, log10_of_day_seven, size, table,
};
use crate::game::{Game, Universe};
use crate::limits::{Budget, Stopped};

/// |M_n| in decimal.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountValue {
    /// The day.
    pub n: u32,
    /// The decimal digits.
    pub value: String,
}

/// |M_n| modulo a number.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountResidue {
    /// The modulus, in decimal.
    pub modulus: String,
    /// The day.
    pub n: u64,
    /// The residue, in decimal.
    pub residue: String,
}

/// |M_8| as a product formula.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountProduct {
    /// The formula.
    pub expression: String,
    /// The day: 8.
    pub n: u32,
    /// The formula in TeX.
    pub tex: String,
}

impl CountProduct {
    /// Writes the formula for |M_8|.
    pub fn new(counts: &Counts) -> Result<Self, CensusError> {
        Ok(Self {
            expression: day_eight_formula(counts)?,
            n: 8,
            tex: day_eight_tex(counts)?,
        })
    }
}

/// The number of decimal digits of |M_n|, up to day 6.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountDigits {
    /// The number of digits.
    pub digits: u64,
    /// The day.
    pub n: u32,
}

impl CountDigits {
    /// Counts the decimal digits of |M_n|.
    pub fn new(counts: &Counts, n: u32) -> Result<Self, CensusError> {
        Ok(Self {
            digits: digits(counts, n)?,
            n,
        })
    }
}

/// The size of |M_n| from day 7 on, when even the number of digits cannot be written.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountSize {
    /// Always null.
    pub digits: (),
    /// The number of digits of log10 |M_7| before the point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log10_digits_before_point: Option<u64>,
    /// The first digits of log10 |M_7|.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log10_leading_digits: Option<String>,
    /// The day.
    pub n: u32,
    /// The size as an iterated power of ten.
    pub size: Size,
}

impl CountSize {
    /// Computes the size of |M_n|.
    pub fn new(counts: &Counts, n: u32) -> Result<Self, CensusError> {
        let logarithm = (n == 7).then(|| log10_of_day_seven(counts));
        let (leading, before_point) = logarithm.unzip();
        Ok(Self {
            digits: (),
            log10_digits_before_point: before_point,
            log10_leading_digits: leading,
            n,
            size: size(counts, n)?,
        })
    }
}

/// A sum of powers of two: a tower, or the long sum of day 7.
pub enum PowerSum {
    /// A tower.
    Short(Tower),
    /// The sum of day 7, whose terms are unpacked when they are read.
    Long(Box<DaySevenSum>),
}

impl PowerSum {
    /// Computes |M_n| as a sum of powers of two.
    pub fn new(counts: &Counts, n: u32, budget: &Budget) -> Result<Self, CensusError> {
        if n == 7 {
            return Ok(Self::Long(Box::new(DaySevenSum::games(counts, budget)?)));
        }
        Ok(Self::Short(counts.games(n)?))
    }

    /// Iterates over the powers, largest first.
    pub fn terms(&self) -> Box<dyn Iterator<Item = Term> + '_> {
        match self {
            Self::Short(tower) => Box::new(tower.terms().iter().cloned()),
            Self::Long(sum) => Box::new(sum.terms()),
        }
    }

    /// Returns the constant after the powers.
    pub fn constant(&self) -> i64 {
        match self {
            Self::Short(tower) => tower.constant(),
            Self::Long(sum) => sum.constant(),
        }
    }
}

/// |M_n| as a sum of powers of two. The terms are serialised one by one.
pub struct CountSum {
    /// The day.
    pub n: u32,
    /// The sum.
    pub sum: PowerSum,
}

impl Serialize for CountSum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Terms<'s>(&'s PowerSum);
        impl Serialize for Terms<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.terms())
            }
        }
        let mut fields = serializer.serialize_struct("CountSum", 3)?;
        fields.serialize_field("n", &self.n)?;
        fields.serialize_field("terms", &Terms(&self.sum))?;
        fields.serialize_field("constant", &self.sum.constant())?;
        fields.end()
    }
}

/// What the games of a day take away from 2^|M_{n−1}|.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountTable {
    /// The day.
    pub n: u32,
    /// One row for each game, and one for the proviso, in the order of the paper's figures.
    pub rows: Vec<CountRow>,
    /// The rows added up, and the result.
    pub total: String,
}

/// A row of the table of a day.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "count_row"))]
pub struct CountRow {
    /// What the row adds to 2^|M_{n−1}|.
    pub adjustment: String,
    /// The exponent as Theorem A.1 gives it.
    pub expansion: String,
    /// The exponent, summed up.
    pub exponent: String,
    /// The game, or `(proviso)`.
    pub game: String,
}

impl CountTable {
    /// Computes the table of a day; `name` writes games.
    ///
    /// # Errors
    /// On other days than 5 and 6, or if a limit is reached.
    pub fn new<E: From<CensusError> + From<Stopped>>(
        u: &mut Universe,
        counts: &Counts,
        n: u32,
        mut name: impl FnMut(&mut Universe, Game) -> Result<String, E>,
    ) -> Result<Self, E> {
        let mut rows = table(counts, n)?;
        let total = total(counts, n, &mut rows)?;
        let mut written = Vec::with_capacity(rows.len());
        // The rows are about games born two days before.
        let day = Day::new(n - 2)?;
        let lister = day.lister(u)?;
        for row in rows {
            let game = match row.game {
                Some(g) => {
                    let g = lister.game(u, g)?;
                    name(u, g)?
                }
                None => "(proviso)".into(),
            };
            let expansion: String = row.expansion.iter().map(ToString::to_string).collect();
            written.push(CountRow {
                adjustment: row.adjustment.to_string(),
                expansion: expansion.trim_start_matches('+').to_owned(),
                exponent: row.exponent.to_string(),
                game,
            });
        }
        Ok(Self {
            n,
            rows: written,
            total,
        })
    }
}

/// Puts the rows in the order of Figures 2 and 3, and returns the line below them: on day 5 all
/// summands and their sum, on day 6 the sum with equal powers collected.
fn total(counts: &Counts, n: u32, rows: &mut [Row]) -> Result<String, CensusError> {
    // The last day first; on that day the nim heap comes last. Within a day games with the option 2#
    // come before those with 3, and so on down to 0.
    rows.sort_by_key(|row| {
        row.game.map_or((1, 0, false, 0), |game| {
            let (mask, birthday) = (game.mask(), game.birthday());
            let nim_heap = match birthday {
                4 => mask == 0b1_0111,
                _ => mask == (1 << birthday) - 1,
            };
            let is_last = birthday + 2 == n;
            let swapped = mask & !0b1_1000 | (mask & 0b0_1000) << 1 | (mask & 0b1_0000) >> 1;
            (0, n - birthday, is_last && nim_heap, u32::MAX - swapped)
        })
    });
    let sum = counts.games(n)?;
    if n > 5 {
        return Ok(format!("|M_{n}| = {sum}"));
    }
    let mut line = format!("2^{}", counts.games(n - 1)?);
    for row in rows.iter() {
        let sign = if row.game.is_some() { '-' } else { '+' };
        let _ = write!(line, " {sign} 2^{}", row.exponent);
    }
    // Every game adds 1, and the proviso takes 1 away.
    let _ = write!(line, " + {} = {sum}", rows.len() - 2);
    Ok(line)
}

/// The quantities of Theorem A.1 for a day.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountQuantities {
    /// The day.
    pub n: u32,
    /// |M_n|, |N_n|, |N_n^0|, then |S_n^G| and |R_n^G| for each game G.
    pub quantities: Vec<Quantity>,
}

/// The number of games, or of sets of games, of one sort.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "quantity"))]
pub struct Quantity {
    /// `M`, `N`, `N^0`, `S` (games with the option G) or `R` (sets that simplify to G).
    pub set: &'static str,
    /// G.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The number as a sum of powers of two.
    pub value: String,
    /// The number in TeX.
    pub tex: String,
}

impl CountQuantities {
    /// Computes the quantities of a day n ≤ 6, with |S_n^G| and |R_n^G| for one game born by day 5, or
    /// else for all games born by day 4 and before day n; `name` writes games.
    ///
    /// # Errors
    /// If the day is later, the game is born later, or a limit is reached.
    pub fn new<E: From<CensusError> + From<Stopped>>(
        u: &mut Universe,
        counts: &Counts,
        n: u32,
        of: Option<Game>,
        mut name: impl FnMut(&mut Universe, Game) -> Result<String, E>,
    ) -> Result<Self, E> {
        let quantity = |set, game, number: Tower| Quantity {
            set,
            game,
            value: number.to_string(),
            tex: number.to_tex(),
        };
        let mut quantities = vec![
            quantity("M", None, counts.games(n)?),
            quantity("N", None, counts.n_positions(n)?),
            quantity("N^0", None, counts.n_positions_with_zero(n)?),
        ];
        let lister = Day::new(Day::LAST)?.lister(u)?;
        let games: Vec<DayGame> = match of {
            Some(g) => {
                let day = u.birthday(g);
                vec![lister.find(u, g).ok_or(CensusError::NotListed { day })?]
            }
            None if n == 0 => Vec::new(),
            None => Day::new((n - 1).min(4))?.games().collect(),
        };
        for g in games {
            let game = lister.game(u, g)?;
            let game = name(u, game)?;
            let containing = counts.containing(n, g)?;
            quantities.push(quantity("S", Some(game.clone()), containing));
            quantities.push(quantity("R", Some(game), counts.simplifying_to(n, g)?));
        }
        Ok(Self { n, quantities })
    }
}

/// The shapes of answers that serialise themselves.
#[cfg(feature = "schema")]
pub(super) mod shape {
    #![expect(dead_code, reason = "only their schemas are used")]

    /// |M_n| as a sum of powers of two and a constant.
    #[derive(schemars::JsonSchema)]
    pub(in super::super) struct CountSum {
        /// The day.
        n: u32,
        /// The powers, largest first.
        terms: Vec<Term>,
        /// The constant.
        constant: i64,
    }

    /// A signed power of two.
    #[derive(schemars::JsonSchema)]
    #[schemars(rename = "power")]
    struct Term {
        /// 1 or -1.
        #[schemars(range(min = -1, max = 1))]
        sign: i8,
        /// The exponent.
        exponent: Exponent,
    }

    /// A number, or again a sum of powers of two.
    #[derive(schemars::JsonSchema)]
    #[schemars(untagged, rename = "exponent")]
    enum Exponent {
        Number(i64),
        Tower(Tower),
    }

    /// A sum of powers of two and a constant.
    #[derive(schemars::JsonSchema)]
    #[schemars(rename = "tower")]
    struct Tower {
        /// The powers, largest first.
        terms: Vec<Term>,
        /// The constant.
        constant: i64,
    }
}

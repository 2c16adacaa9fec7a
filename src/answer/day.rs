//! The games born by a day.

use serde::Serialize;

use super::{GameForm, Show, Style, partitions};
use crate::census::{CensusError, Day, Statistics};
use crate::game::{Game, Universe};
use crate::limits::{Budget, Stopped};
use crate::parts::{Parts, PrimePartitions};

/// The number of games born by a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DayCount {
    /// The day.
    pub day: u32,
    /// The number of games.
    pub count: u64,
    /// SHA-256 over the games in structural order, in hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

impl DayCount {
    /// Counts the games born by a day, and computes their digest if it is wanted.
    pub fn new(number: u32, day: &Day, digest: bool, budget: &Budget) -> Result<Self, CensusError> {
        let digest = digest.then(|| day.digest(budget)).transpose()?;
        let hexadecimal = |bytes: [u8; 32]| {
            let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            digits.concat()
        };
        Ok(Self {
            day: number,
            count: day.scan(budget)?,
            digest: digest.map(hexadecimal),
        })
    }
}

/// Statistics of the games born by a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DayStatistics {
    /// The number of games.
    pub count: u64,
    /// Outcomes, parities and numbers of options.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// The number of primes.
    pub primes: u64,
    /// The number of composite games.
    pub composites: u64,
    /// The number of units.
    pub units: u64,
    /// The number of games of each genus.
    pub genera: Vec<GenusCount>,
}

/// The number of games of a genus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "genus_count"))]
pub struct GenusCount {
    /// The genus.
    pub genus: String,
    /// The number of games.
    pub games: u64,
}

impl DayStatistics {
    /// Counts the games born by a day, given the number of composite games among them.
    pub fn new(day: &Day, composites: u64, budget: &Budget) -> Result<Self, CensusError> {
        let statistics = day.statistics(budget)?;
        let genera = day.genera(budget)?;
        let units = statistics.games.min(2);
        Ok(Self {
            count: statistics.games,
            primes: statistics.games - units - composites,
            composites,
            units,
            genera: genera
                .into_iter()
                .map(|(genus, games)| GenusCount {
                    genus: genus.to_string(),
                    games,
                })
                .collect(),
            statistics,
        })
    }
}

/// A composite game and its prime partitions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DayComposite {
    /// The game.
    #[serde(flatten)]
    pub game: Show,
    /// Whether it has only one prime partition.
    pub upp: bool,
    /// Every prime partition up to association, as even primes.
    pub partitions: Vec<Vec<GameForm>>,
}

impl DayComposite {
    /// Describes a composite game, written as `expr`.
    pub fn new(
        u: &mut Universe,
        expr: &str,
        found: PrimePartitions,
        style: &Style,
    ) -> Result<Self, Stopped> {
        Ok(Self {
            game: Show::new(u, expr, found.game, style)?,
            upp: found.is_unique(),
            partitions: partitions(found.partitions, |g| style.form(u, g))?,
        })
    }
}

/// The computation behind Theorem 7.13: every game born by day 6 has a unique prime partition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DayUnique<G = GameForm> {
    /// The day: 6.
    pub day: u32,
    /// Whether every game born by this day has only one prime partition.
    pub upp: bool,
    /// The set C of the proof: the games born by day 5 with more than two prime parts.
    pub c: Vec<G>,
    /// The set A: the even primes that are parts of composite games born by day 5.
    pub a: Vec<G>,
    /// The number of pairs of members of A.
    pub pairs: usize,
    /// The number of different sums of such pairs.
    pub sums: usize,
    /// The number of these sums born by each day from 0 to 6, all of which were tested.
    pub sums_by_birthday: Vec<usize>,
    /// The number of tested games whose options are in C.
    pub subsets_of_c: usize,
    /// The number of tested games whose options share a prime part other than 2.
    pub games_with_common_part: usize,
    /// The games with several prime partitions.
    pub failures: Vec<G>,
}

impl DayUnique<Game> {
    /// Does the computation.
    pub fn new(u: &mut Universe) -> Result<Self, Stopped> {
        let found = Parts::new().unique_partitions_by_day_6(u)?;
        Ok(Self {
            day: 6,
            upp: found.failures.is_empty(),
            c: found.c,
            a: found.a,
            pairs: found.sums.0,
            sums: found.sums.1,
            sums_by_birthday: found.sums_by_birthday,
            subsets_of_c: found.subsets_of_c,
            games_with_common_part: found.games_with_common_part,
            failures: found.failures,
        })
    }
}

impl<G> DayUnique<G> {
    /// Replaces each game.
    pub fn try_map<H, E>(self, mut f: impl FnMut(G) -> Result<H, E>) -> Result<DayUnique<H>, E> {
        let mut all = |games: Vec<G>| games.into_iter().map(&mut f).collect::<Result<Vec<H>, E>>();
        Ok(DayUnique {
            c: all(self.c)?,
            a: all(self.a)?,
            failures: all(self.failures)?,
            day: self.day,
            upp: self.upp,
            pairs: self.pairs,
            sums: self.sums,
            sums_by_birthday: self.sums_by_birthday,
            subsets_of_c: self.subsets_of_c,
            games_with_common_part: self.games_with_common_part,
        })
    }
}

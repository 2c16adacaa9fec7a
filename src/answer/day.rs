//! The games born by a day.

use serde::Serialize;

use super::{GameForm, Show, Style, partitions};
use crate::census::{CensusError, Day, Statistics, Tower};
use crate::game::{Game, Universe};
use crate::limits::{Budget, Stopped};
use crate::parts::{CompositeCount, Parts, PrimePartitions};

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

/// The composite games born by day 6, which are counted and not listed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DayCompositeCount {
    /// The day.
    pub day: u32,
    /// The number of even ones as a sum of powers of two.
    pub even: String,
    /// The same in decimal.
    pub even_decimal: String,
    /// The number of odd ones: E + 1 for the even ones E of the day before.
    pub odd: usize,
    /// The number of games born by the day before that have the part 2. All sets of them are composite but
    /// the empty one.
    pub with_part_two: usize,
    /// The number of these sets that simplify to another game.
    pub simplifying: String,
    /// The even ones that are no such sets.
    pub others: Vec<DayComposite>,
    /// The number of even ones with a given number of primes.
    pub lengths: Vec<LengthCount>,
}

/// The number of games with a number of primes in their prime partition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "length_count"))]
pub struct LengthCount {
    /// The number of primes.
    pub primes: usize,
    /// The number of games as a sum of powers of two.
    pub games: String,
}

impl DayCompositeCount {
    /// Describes the count, given the games with more than two primes and the others as they are written.
    pub fn new(
        count: &CompositeCount,
        highly_composite: &[PrimePartitions],
        others: Vec<DayComposite>,
    ) -> Self {
        let mut by_length: Vec<i64> = Vec::new();
        for composite in highly_composite {
            let primes = composite.partitions[0].len();
            by_length.resize(by_length.len().max(primes + 1), 0);
            by_length[primes] += 1;
        }
        let even = even_composites(count);
        let biprimes = even.clone() - by_length.iter().sum::<i64>().into();
        let longer = by_length.into_iter().map(Tower::from).enumerate();
        let lengths = [(2, biprimes)].into_iter().chain(longer.skip(3));
        Self {
            day: count.day,
            even: even.to_string(),
            even_decimal: count.even().to_string(),
            odd: count.odd,
            with_part_two: count.with_part_two.len(),
            simplifying: simplifying(count).to_string(),
            others,
            lengths: lengths
                .map(|(primes, games)| LengthCount {
                    primes,
                    games: games.to_string(),
                })
                .collect(),
        }
    }
}

/// The length of a list as a tower.
fn tower(length: usize) -> Tower {
    let length = i64::try_from(length);
    length.expect("no list is longer").into()
}

fn simplifying(count: &CompositeCount) -> Tower {
    let sets = count.reducing.iter();
    sets.map(|&(_, containing)| Tower::power_of_two(tower(containing)) - 1.into())
        .sum()
}

fn even_composites(count: &CompositeCount) -> Tower {
    let sets = Tower::power_of_two(tower(count.with_part_two.len())) - 1.into();
    sets - simplifying(count) + tower(count.others.len()) - tower(count.odd)
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

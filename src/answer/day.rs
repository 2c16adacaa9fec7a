//! The games born by a day.

use serde::Serialize;

use super::{GameForm, Show, Style, partitions};
use crate::census::{CensusError, Day, Statistics};
use crate::game::Universe;
use crate::limits::{Budget, Stopped};
use crate::parts::PrimePartitions;

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

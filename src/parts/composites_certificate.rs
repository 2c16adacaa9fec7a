//! Certificates of the composite games born by a day.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::algorithm::Parts;
use super::certificate::TableEntry;
use super::statement::of_composites;
use crate::game::{Dag, Game, Universe};
use crate::limits::Stopped;
use crate::subsets::subsets;

/// A certificate that these are all composite games born by a day;
/// [`check_composites`](super::check_composites) says how it is checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CompositesCertificate {
    /// What it certifies: "composites".
    pub certificate: String,
    /// The version of this layout: 2.
    pub version: u32,
    /// The day, at most 5.
    pub day: u32,
    /// All games that occur, in structural order, each as the places of its options.
    pub games: Dag,
    /// The parts of the even games born by the day before that are not units.
    pub tables: Vec<TableEntry>,
    /// The even composite games, ascending, each with two games that are no units and add up to it.
    pub composites: Vec<(u32, u32, u32)>,
    /// What it proves, in words. A checker compares it with its own sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// About how many steps a check takes. Nothing rests on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
}

impl CompositesCertificate {
    /// The value of the field `certificate`.
    pub const KIND: &str = "composites";
    /// The current version of the layout.
    pub const VERSION: u32 = 2;
    /// The last day.
    pub const LAST_DAY: u32 = 5;
}

impl Parts {
    /// Returns a certificate of the composite games born by a day, which is at most 5.
    pub fn composites_certificate(
        &mut self,
        u: &mut Universe,
        day: u32,
    ) -> Result<CompositesCertificate, Stopped> {
        let mut composites = Vec::new();
        for found in self.composites_of_day_5(u)? {
            let g = found.game;
            if u.birthday(g) <= day && u.even_associate(g) == g {
                let mut primes = found.partitions[0].iter().copied();
                let x = primes.next().unwrap_or(g);
                let mut rest = u.zero();
                for prime in primes {
                    rest = u.sum(rest, prime)?;
                }
                composites.push([g, x, rest]);
            }
        }
        let mut born = FxHashSet::from_iter([u.zero()]);
        for _ in 1..day.min(CompositesCertificate::LAST_DAY) {
            let before: Vec<Game> = born.iter().copied().collect();
            for some in subsets(&before) {
                born.insert(u.set(some)?);
            }
        }
        let order = u.structural_order(born.iter().copied())?;
        let zero = u.zero();
        let mut tables = Vec::new();
        for &g in order.games() {
            if g != zero && u.even_associate(g) == g {
                tables.push(self.table(u, g)?);
            }
        }
        let parts = tables
            .iter()
            .flat_map(|table| table.unsorted().map(|(part, _)| part));
        let order = u.structural_order(parts.chain(composites.iter().flatten().copied()))?;
        let entry = |table: &std::sync::Arc<super::table::PartTable>| {
            let place = |(x, y): (Game, Game)| (order.rank(x), order.rank(y));
            let pairs = table.unsorted().map(place);
            let mut partitions: Vec<(u32, u32)> = pairs.filter(|(x, y)| x <= y).collect();
            partitions.sort_unstable();
            TableEntry {
                game: order.rank(table.game()),
                partitions,
            }
        };
        let even = composites.len();
        let odd = composites
            .iter()
            .filter(|row| u.birthday(row[0]) < day)
            .count();
        let row = |[g, x, y]: [Game; 3]| (order.rank(g), order.rank(x), order.rank(y));
        let mut rows: Vec<(u32, u32, u32)> = composites.into_iter().map(row).collect();
        rows.sort_unstable();
        Ok(CompositesCertificate {
            certificate: CompositesCertificate::KIND.into(),
            version: CompositesCertificate::VERSION,
            day,
            games: u.to_dag_of(&order)?,
            tables: tables.iter().map(entry).collect(),
            composites: rows,
            statement: Some(of_composites(day, even, odd)),
            cost: None,
        })
    }
}

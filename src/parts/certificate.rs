//! Certificates of parts, which can be checked with sums alone.
//!
//! A certificate lists the even parts of G and of those followers that the list of G rests on,
//! each part with its counterpart. [`check`](super::check) has the argument why sums suffice.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{Dag, Game, Universe};
use crate::limits::Stopped;

use super::algorithm::{Parts, has_unit_option};
use super::statement::statement;
use super::table::PartTable;

/// A certificate for the parts of a game; see [`check`](super::check).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PartsCertificate {
    /// What it certifies: "parts".
    pub certificate: String,
    /// The version of this layout: 2, or 1 without the statement.
    pub version: u32,
    /// All games that occur, in structural order, each as the places of its options.
    pub games: Dag,
    /// The place of the game whose parts are certified.
    pub game: u32,
    /// The parts of even games. Followers come before the games that rest on them.
    pub tables: Vec<TableEntry>,
    /// What it proves, in words. A checker compares it with its own sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// About how many steps a check takes. Nothing rests on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
}

/// The even parts of one even game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TableEntry {
    /// The place of the game.
    pub game: u32,
    /// Part and counterpart, each pair once, ascending.
    pub partitions: Vec<(u32, u32)>,
}

impl PartsCertificate {
    /// The version of the layout.
    pub const VERSION: u32 = 2;
}

impl Parts {
    /// Returns a certificate for the parts of G.
    pub fn certificate(&mut self, u: &mut Universe, g: Game) -> Result<PartsCertificate, Stopped> {
        let even = u.even_associate(g);
        let mut tables: Vec<Arc<PartTable>> = Vec::new();
        for follower in needed(u, even)? {
            tables.push(self.table(u, follower)?);
        }
        let parts = tables
            .iter()
            .flat_map(|table| table.unsorted().map(|(part, _)| part));
        let order = u.structural_order(parts.chain([g]))?;
        let count = tables.last().map_or(0, |table| table.unsorted().count());
        let statement = statement(u, g, count)?;
        let entry = |table: &Arc<PartTable>| {
            let place = |(x, y)| (order.rank(x), order.rank(y));
            let mut partitions: Vec<(u32, u32)> = table
                .unsorted()
                .map(place)
                .filter(|(x, y)| x <= y)
                .collect();
            partitions.sort_unstable();
            TableEntry {
                game: order.rank(table.game()),
                partitions,
            }
        };
        Ok(PartsCertificate {
            certificate: "parts".into(),
            version: PartsCertificate::VERSION,
            games: u.to_dag_of(&order)?,
            game: order.rank(g),
            tables: tables.iter().map(entry).collect(),
            statement: Some(statement),
            cost: None,
        })
    }
}

/// Returns the even followers that the parts of an even game rest on, itself last. A game with a
/// unit option rests on nothing.
fn needed(u: &Universe, g: Game) -> Result<Vec<Game>, Stopped> {
    let mut needed: Vec<Game> = Vec::new();
    let mut waiting = vec![g];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(g) = waiting.pop() {
        if seen.insert(g) {
            needed.push(g);
            if !has_unit_option(u, g) {
                waiting.extend(u.options(g).map(|option| u.even_associate(option)));
            }
        }
    }
    let order = u.structural_order(needed.iter().copied())?;
    needed.sort_by_key(|&g| order.rank(g));
    Ok(needed)
}

//! Statistics of a universe.

use serde::Serialize;

use super::memory::{list_bytes, map_bytes};
use super::universe::Universe;

/// The size of one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TableStats {
    /// How many entries there are.
    pub entries: usize,
    /// The bytes allocated for them.
    pub bytes: usize,
}

/// What a universe holds; see [`Universe::stats`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UniverseStats {
    /// Even games, the only ones stored: each stands for itself and its odd associate.
    pub games: TableStats,
    /// Remembered sums of even games.
    pub sums: TableStats,
    /// Remembered differences of even games, with those that do not exist.
    pub differences: TableStats,
    /// Remembered outcomes of sums that were played out.
    pub outcomes_of_sums: TableStats,
    /// Remembered mates.
    pub mates: TableStats,
    /// Nim values of even games.
    pub nim_values: TableStats,
    /// Genera of even games.
    pub genera: TableStats,
    /// Different ones among them.
    pub different_genera: usize,
    /// Classes of even games.
    pub classes: TableStats,
    /// Remembered fingerprints.
    pub fingerprints: TableStats,
    /// How many sets of options were simplified, each with a look-up in the store.
    pub sets_simplified: u64,
    /// The bytes of all tables.
    pub bytes: usize,
}

impl Universe {
    /// Returns the sizes of all tables.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let five = u.nim(5)?;
    /// u.sum(five, five)?;
    /// let stats = u.stats();
    /// assert_eq!(stats.games.entries, u.nodes());
    /// assert!(stats.sums.entries > 0 && stats.bytes == u.memory());
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn stats(&self) -> UniverseStats {
        let table = |entries, bytes| TableStats { entries, bytes };
        UniverseStats {
            games: table(self.nodes(), self.sets.bytes() + list_bytes(&self.marks)),
            sums: table(self.sums.len(), self.sums.bytes()),
            differences: table(self.differences.len(), map_bytes(&self.differences)),
            outcomes_of_sums: table(
                self.outcomes_of_sums.len(),
                map_bytes(&self.outcomes_of_sums),
            ),
            mates: table(self.mates.len(), map_bytes(&self.mates)),
            nim_values: table(self.nim_values.len(), list_bytes(&self.nim_values)),
            genera: table(self.genera.covered(), self.genera.bytes()),
            different_genera: self.genera.len(),
            classes: table(self.classes.len(), list_bytes(&self.classes)),
            fingerprints: table(self.fingerprints.len(), map_bytes(&self.fingerprints)),
            sets_simplified: self.simplified,
            bytes: self.memory(),
        }
    }
}

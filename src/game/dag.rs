//! Saving and loading: a game as a list of its followers.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::order::StructuralOrder;
use super::universe::{Game, Universe};
use crate::limits::{Stopped, Ticker};

/// A canonical game as data: its followers in structural order, each given by the positions of its
/// options in the list, ascending; the last entry is the game itself.
///
/// Linear in the size of the game, where set notation may be exponential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Dag(pub Vec<Vec<u32>>);

/// Why a list is not the [`Dag`] of a canonical game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DagError {
    /// There is no entry.
    #[error("the list is empty; the game 0 is [[]]")]
    Empty,
    /// An option is at or after the game it belongs to.
    #[error("entry {entry} has the option {option}, which does not stand before it")]
    Forward {
        /// The entry.
        entry: usize,
        /// The option it names.
        option: u32,
    },
    /// The entry simplifies, so it is not a canonical form.
    #[error("entry {entry} is not in simplest form")]
    NotCanonical {
        /// The entry.
        entry: usize,
    },
    /// Entries are repeated or not in structural order.
    #[error("the list is not in structural order")]
    NotStructural,
    /// Not all entries are followers of the last one.
    #[error("the list has entries that the game does not need")]
    Superfluous,
    /// A limit was reached while loading.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Universe {
    /// Returns the game as a list that can be written to a file.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let two = u.nim(2)?;
    /// assert_eq!(u.to_dag(two)?.0, vec![vec![], vec![0], vec![0, 1]]);
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn to_dag(&self, g: Game) -> Result<Dag, Stopped> {
        self.to_dag_of(&self.structural_order([g])?)
    }

    /// Returns all ranked games as one list, each at its rank.
    pub fn to_dag_of(&self, order: &StructuralOrder) -> Result<Dag, Stopped> {
        let games = order.games().iter();
        let options: usize = games.clone().map(|&g| self.option_count(g)).sum();
        self.check_memory(games.len() * size_of::<Vec<u32>>() + options * size_of::<u32>())?;
        let mut ticker = Ticker::default();
        let mut entries = self.list_with_capacity(games.len())?;
        for &follower in games {
            self.check_deadline_when_due(&mut ticker, self.option_count(follower))?;
            let mut entry: Vec<u32> = self.options(follower).map(|o| order.rank(o)).collect();
            entry.sort_unstable();
            entries.push(entry);
        }
        Ok(Dag(entries))
    }

    /// Returns the game that [`to_dag`](Universe::to_dag) wrote. The list is not trusted: every entry
    /// is built again, and must be canonical and in its place.
    pub fn from_dag(&mut self, dag: &Dag) -> Result<Game, DagError> {
        let games = self.games_of_dag(dag)?;
        let &g = games.last().ok_or(DagError::Empty)?;
        if self.subpositions(g)? != games.len() {
            return Err(DagError::Superfluous);
        }
        Ok(g)
    }

    /// Returns all games of a list that [`to_dag_of`](Universe::to_dag_of) wrote, after the same
    /// checks.
    pub fn games_of_dag(&mut self, dag: &Dag) -> Result<Vec<Game>, DagError> {
        self.check_memory(dag.0.len() * size_of::<Game>())?;
        let mut games: Vec<Game> = self.list_with_capacity(dag.0.len())?;
        for (entry, options) in dag.0.iter().enumerate() {
            if let Some(&option) = options.iter().find(|&&o| o as usize >= entry) {
                return Err(DagError::Forward { entry, option });
            }
            let g = self.set(options.iter().map(|&o| games[o as usize]))?;
            if self.option_count(g) != options.len() {
                return Err(DagError::NotCanonical { entry });
            }
            games.push(g);
        }
        if self.to_dag_of(&self.structural_order(games.iter().copied())?)? != *dag {
            return Err(DagError::NotStructural);
        }
        Ok(games)
    }
}

//! The games born by a day.

use super::memory::Scratch;
use super::universe::{Game, Universe};
use crate::limits::{Reason, Stopped};
use crate::subsets::subsets;

/// The last day whose games fit into a store: 4 171 780 are born by day 5, and more than
/// 2^4 000 000 by day 6.
const LAST_DAY: u32 = 5;

impl Universe {
    /// Returns the games born by a day, in structural order: every set of games born by the day
    /// before.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let counts: Result<Vec<usize>, _> = (0..5).map(|n| Ok(u.games_born_by(n)?.len())).collect();
    /// assert_eq!(counts?, [1, 2, 3, 5, 22]);
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// [`Reason::Capacity`] beyond day 5, whose 4 171 780 games take about a gigabyte while they are
    /// sorted. The number of games born by day 6 is the subject of [`census`](crate::census).
    pub fn games_born_by(&mut self, day: u32) -> Result<Vec<Game>, Stopped> {
        if day > LAST_DAY {
            return Err(self.stopped(Reason::Capacity));
        }
        let mut games = vec![self.zero()];
        for day in 1..=day {
            let mut next = Scratch::new();
            for subset in subsets(&games) {
                let g = self.set(subset)?;
                self.push(&mut next, g)?;
            }
            games = self.structural_order(next.iter().copied())?.into_games();
            tracing::debug!(day, games = games.len(), "day finished");
        }
        Ok(games)
    }
}

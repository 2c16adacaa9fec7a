//! Games whose play may go on for ever: generalised nim values, and sums that are won, lost or
//! drawn.
//!
//! Who cannot move has lost; a play without end is a draw. A position has a nim value g if it can
//! replace a nim heap of g in every sum. Otherwise its value is ∞_K, where K is the set of nim values
//! of those options that have one: added to a nim heap a, it is won by the player to move if a ∈ K
//! (by moving to the option of value a) and drawn if not, and two such positions together are
//! always drawn (Smith 1966; Fraenkel and Perl 1975; Fraenkel and Yesha 1986).
//!
//! Heaps may also grow beyond every bound. Then some values are settled all the same, and the others
//! are told to be undecided within the [`Bounds`], never guessed.
//!
//! ```
//! use misere::heaps::{Position, ruleset};
//! use misere::nim::loopy::{Bounds, LoopyOutcome, loopy_moves, loopy_value};
//!
//! let game = ruleset("partial-sums").unwrap();
//! let (bounds, limits) = (Bounds::default(), Default::default());
//! let value = loopy_value(&*game, Position::heap(6), &bounds, &budget)?;
//! assert_eq!(value.to_string(), "∞{0,1,2}");
//! let sum = [(&*game, Position::heap(6)), (&*game, Position::heap(9))];
//! assert_eq!(loopy_moves(&sum, &bounds, &budget)?.outcome, LoopyOutcome::Draw);
//! # Ok::<(), misere::nim::NimError>(())
//! ```

mod graph;
mod labels;
mod sum;
#[cfg(test)]
mod tests;
mod value;

pub use graph::{Bound, Bounds};
pub use sum::{LoopyMove, LoopySum, loopy_moves, outcome_of_sum};
pub use value::{Judgement, LoopyOutcome, LoopyValue, Undecided};

use rustc_hash::FxHashMap;

use super::error::NimError;
use crate::heaps::{Position, Ruleset};
use crate::limits::Budget;
use graph::Graph;
use labels::Labels;

/// The value of a position of a loopy ruleset, as far as it is decided within the bounds.
///
/// Rulesets that are not loopy are welcome; their values are numbers. A ruleset that splits heaps is
/// refused: its positions are sums, and there may be infinitely many of them.
pub fn loopy_value(
    ruleset: &dyn Ruleset,
    position: Position,
    bounds: &Bounds,
    budget: &Budget,
) -> Result<Judgement, NimError> {
    LoopyValues::new(ruleset, *bounds).value(position, budget)
}

/// Values of the positions of one ruleset, remembered once they are decided.
pub struct LoopyValues<'r> {
    ruleset: &'r dyn Ruleset,
    bounds: Bounds,
    decided: FxHashMap<Position, LoopyValue>,
}

impl<'r> LoopyValues<'r> {
    /// Nothing is known yet.
    pub fn new(ruleset: &'r dyn Ruleset, bounds: Bounds) -> Self {
        Self {
            ruleset,
            bounds,
            decided: FxHashMap::default(),
        }
    }

    /// The value of a position, as far as it is decided within the bounds.
    pub fn value(&mut self, position: Position, budget: &Budget) -> Result<Judgement, NimError> {
        if let Some(value) = self.decided.get(&position) {
            return Ok(Judgement::Decided(value.clone()));
        }
        if !self.ruleset.is_position(position) {
            let message = format!("there is no {}", self.ruleset.heap_name(position));
            return Err(NimError::OutOfReach(message));
        }
        // Many values are settled by a small neighbourhood even where all that can be reached is
        // large or infinite, so the graph grows until this one is.
        let mut graph = Graph::new(self.ruleset, position);
        let mut size = 32;
        loop {
            graph.grow(size, &self.bounds, budget)?;
            let labels = Labels::of(&graph, budget)?;
            let judgement = labels.judgement(&graph, 0);
            let at_bound = !graph.can_grow(&self.bounds);
            if at_bound || matches!(judgement, Judgement::Decided(_)) {
                for (node, position) in graph.positions().enumerate() {
                    if let Judgement::Decided(value) = labels.judgement(&graph, node) {
                        self.decided.insert(position, value);
                    }
                }
                return Ok(judgement);
            }
            size *= 4;
        }
    }
}

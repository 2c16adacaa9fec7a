//! Loopy games: generalised nim values, and sums that are won, lost or drawn.
//!
//! The player who cannot move loses; an infinite play is a draw. A position has a nim value g if it can
//! replace a nim heap of g in every sum. Otherwise its value is ∞_K, where K is the set of nim values
//! of those options that have one: added to a nim heap a, it is won by the player to move if a ∈ K
//! (by moving to the option of value a) and drawn if not, and two such positions together are
//! always drawn (Smith 1966; Fraenkel and Perl 1975; Fraenkel and Yesha 1986).
//!
//! Heaps may also grow beyond every bound. Some values are decided all the same; the others are
//! reported as undecided within the [`Bounds`], never guessed.
//!
//! ```
//! use misere::heaps::{Position, ruleset};
//! use misere::nim::loopy::{Bounds, LoopyOutcome, loopy_moves, loopy_value};
//!
//! let game = ruleset("partial-sums").unwrap();
//! let (bounds, budget) = (Bounds::default(), Default::default());
//! let value = loopy_value(&*game, Position::heap(6), &bounds, &budget)?;
//! assert_eq!(value.to_string(), "∞{0,1,2}");
//! let sum = [(&*game, Position::heap(6)), (&*game, Position::heap(9))];
//! assert_eq!(loopy_moves(&sum, &bounds, &budget)?.outcome, LoopyOutcome::Draw);
//! # Ok::<(), misere::nim::NimError>(())
//! ```
//!
//! [`loopy_graph`] returns the positions and moves as a graph of the crate `petgraph`.

mod graph;
mod labels;
mod sum;
#[cfg(test)]
mod tests;
mod value;

pub use graph::{Bound, Bounds, LoopyGraph, loopy_graph};
pub use sum::{LoopyMove, LoopySum, loopy_moves, outcome_of_sum};
pub use value::{Judgement, LoopyOutcome, LoopyValue, Undecided};

use rustc_hash::FxHashMap;

use super::memory::TableMemory;
use crate::heaps::NimError;
use crate::heaps::{Position, Ruleset};
use crate::limits::{Budget, Reason};
use graph::Graph;
use labels::Labels;

/// Computes the value of a position of a loopy ruleset, if it is decided within the bounds.
///
/// The values of rulesets that are not loopy are numbers. A ruleset that splits heaps is refused:
/// its positions are sums, and there may be infinitely many of them.
///
/// # Errors
/// Out of time or memory, or not a position, or a ruleset that splits heaps.
pub fn loopy_value(
    ruleset: &dyn Ruleset,
    position: Position,
    bounds: &Bounds,
    budget: &Budget,
) -> Result<Judgement, NimError> {
    LoopyValues::new(ruleset, *bounds).value(position, budget)
}

/// Computes values of the positions of one ruleset, and remembers those that are decided.
pub struct LoopyValues<'r> {
    ruleset: &'r dyn Ruleset,
    bounds: Bounds,
    decided: FxHashMap<Position, LoopyValue>,
    memory: TableMemory,
}

impl<'r> LoopyValues<'r> {
    /// Returns an empty table.
    pub fn new(ruleset: &'r dyn Ruleset, bounds: Bounds) -> Self {
        Self {
            ruleset,
            bounds,
            decided: FxHashMap::default(),
            memory: TableMemory::default(),
        }
    }

    /// Computes the value of a position, if it is decided within the bounds.
    ///
    /// # Errors
    /// As [`loopy_value`].
    pub fn value(&mut self, position: Position, budget: &Budget) -> Result<Judgement, NimError> {
        if let Some(value) = self.decided.get(&position) {
            return Ok(Judgement::Decided(value.clone()));
        }
        if !self.ruleset.is_position(position) {
            let message = format!("there is no {}", self.ruleset.heap_name(position));
            return Err(NimError::OutOfReach(message));
        }
        // Many values are decided by a small neighbourhood even where the whole graph is large or
        // infinite, so the graph grows until this value is decided.
        let mut graph = Graph::new(self.ruleset, position);
        let mut size = 32;
        loop {
            graph.grow(size, &self.bounds, budget)?;
            let labels = Labels::of(&graph, budget)?;
            let judgement = labels.judgement(&graph, 0);
            let at_bound = !graph.can_grow(&self.bounds);
            if at_bound || matches!(judgement, Judgement::Decided(_)) {
                let account = self.memory.under(budget)?;
                for (node, position) in graph.positions().enumerate() {
                    if let Judgement::Decided(value) = labels.judgement(&graph, node) {
                        account.add(entry_bytes(&value))?;
                        self.decided.try_reserve(1).map_err(|_| Reason::Allocator)?;
                        self.decided.insert(position, value);
                    }
                }
                return Ok(judgement);
            }
            size *= 4;
        }
    }
}

/// Returns the bytes of a decided value in the table, about twice its content.
fn entry_bytes(value: &LoopyValue) -> usize {
    let set = match value {
        LoopyValue::Number(_) => 0,
        LoopyValue::Infinite(set) => set.len() * 2 * size_of::<u32>(),
    };
    2 * size_of::<(Position, LoopyValue)>() + set
}

//! The options of one position as a list.

use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::{Budget, Meter};
use crate::nim::NimError;
use crate::nim::memory::push;

/// Returns the options of a position, each once, in ascending order.
///
/// # Errors
/// Out of time or memory, or more than a million options.
pub(crate) fn listed_options(
    ruleset: &dyn Ruleset,
    position: Position,
    budget: &Budget,
) -> Result<Vec<Heaps>, NimError> {
    const MOST: usize = 1_000_000;
    let option_bytes = Heaps::bytes(ruleset.longest_option(position));
    budget.check_memory(option_bytes)?;
    let mut meter = Meter::new(budget);
    let mut account = budget.account();
    let mut options = Vec::new();
    for option in ruleset.options(position) {
        meter.tick()?;
        if options.len() == MOST {
            let name = ruleset.heap_name(position);
            let message = format!("{name} has more than {MOST} options");
            return Err(NimError::OutOfReach(message));
        }
        push(&mut options, option, &mut account)?;
    }
    options.sort();
    options.dedup();
    Ok(options)
}

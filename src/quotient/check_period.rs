//! Checking a claimed period of the values of heaps, for finite and infinite quotients.

use super::certificate::PeriodEntry;
use super::check::{InvalidQuotient, compared};
use super::period::MoveBounds;
use crate::heaps::Ruleset;
use crate::limits::Budget;

/// Checks that the [period theorem](super::Period) applies to the values of the heaps from `smallest`
/// on, and that the period is the least and begins with its first heap.
pub(super) fn check_period<T: PartialEq>(
    entry: &PeriodEntry,
    game: &dyn Ruleset,
    smallest: u64,
    values: &[T],
    budget: &Budget,
) -> Result<(), InvalidQuotient> {
    let fails = |what| Err(InvalidQuotient::Period(what));
    let Some(bounds) = MoveBounds::of(game) else {
        return fails("the period theorem does not apply to this ruleset");
    };
    // The bounds are trusted beyond the heaps whose options are looked at here.
    compared(game, budget)?;
    let &PeriodEntry { period, first } = entry;
    let max_heap = smallest
        .saturating_add(values.len() as u64)
        .saturating_sub(1);
    let value = |heap: u64| {
        let at = usize::try_from(heap.checked_sub(smallest)?).ok()?;
        values.get(at)
    };
    // Whether the theorem applies to a period and a first heap.
    let applies = |period: u64, first: u64| {
        let needed = (first.checked_add(period))
            .and_then(|sum| sum.checked_mul(bounds.most_left))
            .and_then(|sum| sum.checked_add(bounds.most_taken));
        period > 0
            && first >= smallest.max(bounds.from)
            && needed.is_some_and(|needed| needed <= max_heap)
            && (first..=max_heap - period).all(|heap| value(heap) == value(heap + period))
    };
    if !applies(period, first) {
        return fails("the values do not repeat often enough");
    }
    let earlier = first
        .checked_sub(1)
        .is_some_and(|first| applies(period, first));
    if earlier {
        return fails("it begins earlier");
    }
    for shorter in 1..period {
        budget.check()?;
        if applies(shorter, first) {
            return fails("there is a shorter one");
        }
    }
    Ok(())
}

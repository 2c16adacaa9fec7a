//! Misère play of heaps whose canonical forms explode, by playing them out.

use super::one_ruleset::OneRuleset;
use super::sum::{Move, PlayError, Summand};
use crate::game::{Outcome, Universe};
use crate::heaps::PlayedOut;
use crate::limits::Reason;

/// The outcome of a sum and its moves. None if it has none without loops.
pub(super) fn moves(
    summands: &[Summand],
    sum: &OneRuleset<'_>,
    all: bool,
    u: &Universe,
) -> Result<Option<(Outcome, Vec<Move>)>, PlayError> {
    let Some(mut outcomes) = PlayedOut::new(sum.ruleset) else {
        return Ok(None);
    };
    let budget = u.budget().clone();
    let outcome = outcomes.outcome(&sum.heaps, &budget)?;
    // The moves of a P-position all lose.
    let moves = if outcome == Outcome::P && !all {
        Vec::new()
    } else {
        sum.moves(summands, all, u, |rest, option| {
            let after = rest.checked_plus(option).ok_or(Reason::Capacity)?;
            Ok(outcomes.outcome(&after, &budget)?)
        })?
    };
    Ok(Some((outcome, moves)))
}

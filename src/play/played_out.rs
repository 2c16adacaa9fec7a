//! Misère play of heaps whose canonical forms explode, by playing them out.

use super::one_ruleset::OneRuleset;
use super::sum::{Move, PlayError, Summand};
use crate::game::{Limits, Outcome, Universe};
use crate::heaps::PlayedOut;

/// The outcome of a sum and its moves. None if it has none without loops.
pub(super) fn moves(
    summands: &[Summand],
    sum: &OneRuleset<'_>,
    all: bool,
    u: &mut Universe,
) -> Result<Option<(Outcome, Vec<Move>)>, PlayError> {
    let Some(mut outcomes) = PlayedOut::new(sum.ruleset) else {
        return Ok(None);
    };
    // The games stored by the road that was tried before take their share.
    let held = u.memory();
    let limits = Limits {
        max_memory: u.limits().max_memory.map(|most| most.saturating_sub(held)),
        ..u.limits().clone()
    };
    let outcome = outcomes.outcome(&sum.heaps, &limits)?;
    // The moves of a P-position all lose.
    let moves = if outcome == Outcome::P && !all {
        Vec::new()
    } else {
        sum.moves(summands, all, u, |after| {
            Ok(outcomes.outcome(after, &limits)?)
        })?
    };
    Ok(Some((outcome, moves)))
}

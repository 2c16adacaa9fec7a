//! Misère play of heaps whose canonical forms explode, by playing them out.

use super::one_ruleset::OneRuleset;
use super::sum::{Move, PlayError, Summand, left_over};
use crate::game::{Outcome, Reason, Universe};
use crate::heaps::PlayedOut;

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
    let limits = left_over(u);
    let outcome = outcomes.outcome(&sum.heaps, &limits)?;
    // The moves of a P-position all lose.
    let moves = if outcome == Outcome::P && !all {
        Vec::new()
    } else {
        sum.moves(summands, all, u, |rest, option| {
            let after = rest.checked_plus(option).ok_or(Reason::Capacity)?;
            Ok(outcomes.outcome(&after, &limits)?)
        })?
    };
    Ok(Some((outcome, moves)))
}

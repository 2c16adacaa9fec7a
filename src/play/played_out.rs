//! Misère play of heaps whose canonical forms explode, by playing them out.

use super::one_ruleset::OneRuleset;
use super::sum::{Move, PlayError, Summand, To, heap_options};
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
    let mut moves = Vec::new();
    // The moves of a P-position all lose.
    if outcome == Outcome::P && !all {
        return Ok(Some((outcome, moves)));
    }
    for (number, summand) in summands.iter().enumerate() {
        let Some(term) = summand.heap() else { continue };
        let Some(position) = term.position() else {
            continue;
        };
        let rest = sum.without_one(position);
        for option in heap_options(term, u)? {
            let mut after = rest.clone();
            for (position, copies) in option.iter() {
                after.add(position, copies);
            }
            let result = outcomes.outcome(&after, &limits)?;
            if result == Outcome::P || all {
                let to = To::Heaps(option);
                moves.push(Move {
                    summand: number,
                    to,
                    result,
                });
            }
        }
    }
    Ok(Some((outcome, moves)))
}

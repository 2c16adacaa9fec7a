//! Cut games whose values are stated by a theorem.

use super::{Proof, Theorem};
use crate::heaps::{Cut, Family};
use crate::nim::pattern::Pattern;
use crate::nim::{KnownPattern, NimError};

/// The longest period that is written out.
const LONGEST: usize = 10_000_000;

/// The theorem that states the values of a cut game.
pub(super) fn theorem(cut: &Cut) -> Option<Theorem> {
    let set = cut.set();
    // {1,x} and {1,3,x} and no others.
    let is_exactly = |members: &[u64]| {
        set.largest()
            .is_some_and(|largest| set.up_to(largest).eq(members.iter().copied()))
    };
    let family = Family::of(set);
    if !family.is_solved() {
        return None;
    }
    Some(match family {
        Family::WithoutOne { .. } => Theorem::Proposition4,
        Family::Odd => Theorem::Proposition5,
        Family::OneTwoThree => Theorem::Proposition6,
        Family::Even { x } if is_exactly(&[1, x]) => Theorem::Theorem3,
        Family::Even { .. } => Theorem::Theorem19,
        Family::A { x } if is_exactly(&[1, 3, x]) => Theorem::Proposition7,
        Family::A { .. } => Theorem::OddBelowTwice,
        Family::B { x, y } if y / 2 < x => Theorem::OddBelowTwice,
        Family::B { .. } => Theorem::OddPastThrice,
        Family::C | Family::D => return None,
    })
}

/// The pattern that this theorem states.
pub(super) fn pattern(cut: &Cut, theorem: Theorem) -> Result<Option<(Pattern, Proof)>, NimError> {
    let Some(known) = KnownPattern::of(cut) else {
        return Ok(None);
    };
    let Some(values) = known.values(LONGEST) else {
        let message = format!(
            "the values have period {} by {theorem}: too long to be written out",
            known.period()
        );
        return Err(NimError::OutOfReach(message));
    };
    let proof = Proof::by(theorem, None);
    let pattern = Pattern::new(Vec::new(), values, known.saltus);
    Ok(pattern.map(|pattern| (pattern, proof)))
}

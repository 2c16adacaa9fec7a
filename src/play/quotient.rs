//! Misère play of many or large heaps of one ruleset, by its misère quotient.

use std::time::{Duration, Instant};

use super::one_ruleset::OneRuleset;
use super::road::InQuotient;
use super::sum::{Move, PlayError, Summand};
use crate::game::{Limits, Outcome, Universe};
use crate::quotient::Growth;

/// The place of a sum in the quotient of its ruleset, if that is found within the patience.
pub(super) fn look_up(
    sum: &OneRuleset<'_>,
    limits: &Limits,
    patience: Duration,
) -> Option<InQuotient> {
    let patience = Instant::now().checked_add(patience);
    let soon = Limits {
        deadline: limits.deadline.into_iter().chain(patience).min(),
        ..limits.clone()
    };
    let mut growth = Growth::new(sum.ruleset).ok()?;
    growth.cover(sum.largest, &soon).ok()?;
    let quotient = growth.quotient();
    let value = quotient.value(&sum.heaps)?;
    Some(InQuotient { quotient, value })
}

impl InQuotient {
    /// Who wins the sum.
    pub fn outcome(&self) -> Outcome {
        self.quotient.monoid().is_p(self.value).into()
    }

    /// The moves of the sum, of which the losing ones are left out unless all are wanted.
    pub(super) fn moves(
        &self,
        summands: &[Summand],
        sum: &OneRuleset<'_>,
        all: bool,
        u: &mut Universe,
    ) -> Result<Vec<Move>, PlayError> {
        sum.moves(summands, all, u, |after| {
            let outcome = self.quotient.outcome(after);
            Ok(outcome
                .expect("the quotient was found by way of all options of the heaps it covers"))
        })
    }
}

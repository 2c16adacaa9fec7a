//! Misère play of many or large heaps of one ruleset, by its misère quotient.

use std::time::Duration;

use super::method::InQuotient;
use super::one_ruleset::OneRuleset;
use super::sum::{Move, PlayError, Summand};
use crate::game::{Outcome, Universe};
use crate::quotient::QuotientBuilder;

/// The place of a sum in the quotient of its ruleset, if that is found within the patience.
pub(super) fn look_up(
    sum: &OneRuleset<'_>,
    u: &Universe,
    patience: Duration,
) -> Option<InQuotient> {
    let soon = u.budget().clone().within(patience);
    let mut builder = QuotientBuilder::new(sum.ruleset).ok()?;
    builder.determine(sum.largest, &soon).ok()?;
    let quotient = builder.quotient();
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
        u: &Universe,
    ) -> Result<Vec<Move>, PlayError> {
        // The values are multiplied: so many copies that they cannot be counted do no harm.
        let (quotient, monoid) = (&self.quotient, self.quotient.monoid());
        sum.moves(summands, all, u, |rest, option| {
            let values = quotient.value(rest).zip(quotient.value(option));
            let (rest, option) = values
                .expect("the quotient was found by way of all options of the heaps it covers");
            Ok(monoid.is_p(monoid.times(rest, option)).into())
        })
    }
}

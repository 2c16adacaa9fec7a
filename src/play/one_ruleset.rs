//! Sums of heaps of one ruleset, by the misère quotient or by a search.

use super::method::InQuotient;
use super::sum::{Move, PlayError, Summand, To, heap_options};
use crate::expr::HeapTerm;
use crate::game::{Outcome, Universe};
use crate::heaps::{Heaps, PlayedOut, Ruleset};
use crate::limits::{Budget, Reason};
use crate::quotient::QuotientBuilder;

/// A sum of heaps of one ruleset whose play ends.
pub(super) struct OneRuleset<'s> {
    ruleset: &'s dyn Ruleset,
    heaps: Heaps,
    largest: u64,
}

impl<'s> OneRuleset<'s> {
    /// Returns none if there are explicit games, several rulesets, loops or heaps beyond 64 bits.
    pub(super) fn of(summands: &'s [Summand]) -> Option<Self> {
        let ruleset = &*summands.first()?.heap()?.ruleset;
        if ruleset.is_loopy() {
            return None;
        }
        let name = ruleset.name();
        let mut sum = Self {
            ruleset,
            heaps: Heaps::none(),
            largest: 0,
        };
        for summand in summands {
            let term = summand.heap().filter(|term| term.ruleset.name() == name)?;
            let position = HeapTerm::position(term)?;
            sum.heaps.add(position, summand.copies);
            sum.largest = sum.largest.max(position.size());
        }
        Some(sum)
    }

    /// Finds the quotient and the value of the sum, if the budget suffices.
    pub(super) fn in_quotient(&self, budget: &Budget) -> Option<InQuotient> {
        let mut builder = QuotientBuilder::new(self.ruleset).ok()?;
        builder.determine(self.largest, budget).ok()?;
        if let Some(quotient) = builder.infinite() {
            let (element, numbers) = quotient.value(&self.heaps)?;
            let outcome = quotient.outcome(&self.heaps)?;
            return Some(InQuotient::Infinite {
                quotient,
                element,
                numbers,
                outcome,
            });
        }
        let quotient = builder.quotient();
        let value = quotient.value(&self.heaps)?;
        Some(InQuotient::Finite { quotient, value })
    }

    /// Finds the outcome and the moves by a search through the play.
    pub(super) fn searched(
        &self,
        summands: &[Summand],
        all: bool,
        u: &Universe,
    ) -> Result<Option<(Outcome, Vec<Move>)>, PlayError> {
        let Some(mut outcomes) = PlayedOut::new(self.ruleset) else {
            return Ok(None);
        };
        let budget = u.budget().clone();
        let outcome = outcomes.outcome(&self.heaps, &budget)?;
        // The moves of a P-position all lose.
        let moves = if outcome == Outcome::P && !all {
            Vec::new()
        } else {
            self.moves(summands, all, u, |rest, option| {
                let after = rest.checked_plus(option).ok_or(Reason::Capacity)?;
                Ok(outcomes.outcome(&after, &budget)?)
            })?
        };
        Ok(Some((outcome, moves)))
    }

    /// Returns the winning moves, or with `all` every move. `outcome` is called with the sum without
    /// one heap and with what a move leaves of that heap.
    fn moves(
        &self,
        summands: &[Summand],
        all: bool,
        u: &Universe,
        mut outcome: impl FnMut(&Heaps, &Heaps) -> Result<Outcome, PlayError>,
    ) -> Result<Vec<Move>, PlayError> {
        let mut moves = Vec::new();
        let mut account = u.budget().account();
        for (number, summand) in summands.iter().enumerate() {
            let Some(term) = summand.heap() else { continue };
            let Some(position) = term.position() else {
                continue;
            };
            let rest = self.heaps.without_one(position);
            for option in heap_options(term, &mut account)? {
                let result = outcome(&rest, &option)?;
                if result == Outcome::P || all {
                    moves.push(Move {
                        summand: number,
                        to: To::Heaps(option),
                        result,
                    });
                }
            }
        }
        Ok(moves)
    }
}

impl InQuotient {
    /// Returns the outcome of the sum.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Finite { quotient, value } => quotient.monoid().is_p(*value).into(),
            Self::Infinite { outcome, .. } => *outcome,
        }
    }

    /// Returns the winning moves of the sum, or with `all` every move.
    pub(super) fn moves(
        &self,
        summands: &[Summand],
        sum: &OneRuleset<'_>,
        all: bool,
        u: &Universe,
    ) -> Result<Vec<Move>, PlayError> {
        match self {
            // Values are multiplied, so the number of copies cannot overflow.
            Self::Finite { quotient, .. } => {
                let monoid = quotient.monoid();
                sum.moves(summands, all, u, |rest, option| {
                    let values = quotient.value(rest).zip(quotient.value(option));
                    let (rest, option) =
                        values.expect("the quotient has the values of all options of its heaps");
                    Ok(monoid.is_p(monoid.times(rest, option)).into())
                })
            }
            Self::Infinite { quotient, .. } => sum.moves(summands, all, u, |rest, option| {
                let after = rest.checked_plus(option).ok_or(Reason::Capacity)?;
                Ok(quotient.outcome(&after).ok_or(Reason::Capacity)?)
            }),
        }
    }
}

//! Winning moves of sums of many large heaps, by their values in a quotient.

use super::quotient::Quotient;
use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::{Budget, Reason, Ticker};

/// A move after which the sum is a P-position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WinningMove {
    /// The heap that is moved in.
    pub from: Position,
    /// What is left of it.
    pub to: Heaps,
}

impl Quotient {
    /// Iterates over the winning moves of a sum of heaps in misère play, heap by heap in ascending
    /// order. Returns none if a heap has no value in this quotient, or if the quotient is that of
    /// another ruleset.
    ///
    /// A heap may have very many options and no winning one, so the deadline is checked. The reason
    /// for stopping is the last item.
    ///
    /// ```
    /// use misere::limits::Budget;
    /// use misere::heaps::{Heaps, ruleset};
    /// use misere::quotient::QuotientBuilder;
    ///
    /// let kayles = ruleset("0.77").unwrap();
    /// let mut builder = QuotientBuilder::new(&*kayles)?;
    /// builder.solve(&Budget::default())?;
    /// let quotient = builder.quotient();
    /// let sum = Heaps::of_sizes([1000, 2000, 3000]);
    /// let budget = Budget::default();
    /// let moves = quotient.winning_moves(&*kayles, &sum, &budget).unwrap();
    /// let moves: Vec<_> = moves.collect::<Result<_, _>>()?;
    /// assert!(moves.iter().all(|m| m.from.size() >= 1000));
    /// assert!(!moves.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_moves<'a>(
        &'a self,
        ruleset: &'a dyn Ruleset,
        heaps: &'a Heaps,
        budget: &'a Budget,
    ) -> Option<impl Iterator<Item = Result<WinningMove, Reason>> + 'a> {
        self.value(heaps)?;
        let is_ours = ruleset.name() == self.ruleset();
        is_ours.then(|| {
            heaps.iter().flat_map(move |(from, _)| {
                let rest = heaps.without_one(from);
                let monoid = self.monoid();
                // The sum without this heap has a value, since the whole sum has.
                let row = self.value(&rest).map(|rest| monoid.row(rest));
                let wins = move |option: &Heaps| match (&row, self.value(option)) {
                    (Some(row), Some(x)) => monoid.is_p(row[x as usize]),
                    _ => false,
                };
                let mut ticker = Ticker::default();
                let (options, failed) = match ruleset.options_within(from, budget) {
                    Ok(options) => (Some(options), None),
                    Err(reason) => (None, Some(Err(reason))),
                };
                let winning = options.into_iter().flatten().filter_map(move |to| {
                    if ticker.is_due()
                        && let Some(reason) = budget.check().err()
                    {
                        return Some(Err(reason));
                    }
                    wins(&to).then_some(Ok(WinningMove { from, to }))
                });
                failed.into_iter().chain(winning)
            })
        })
    }
}

//! Why there is no quotient, and the budget that a computation has.

use thiserror::Error;

use super::monomial::{LARGEST_POWER, Monomial};
use crate::game::{Limits, Reason, Ticker};

/// Why a quotient is not given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuotientError {
    /// A limit was reached. This proves nothing about the quotient that was sought, not even that
    /// it is infinite.
    #[error("{0}")]
    Stopped(#[from] Reason),
    /// Play may go on for ever.
    #[error(
        "play of `{ruleset}` may go on for ever: its sums need not have outcomes, and there is no \
         misère quotient"
    )]
    Loopy {
        /// The ruleset.
        ruleset: String,
    },
    /// Positions are not numbered by one coordinate.
    #[error("the positions of `{ruleset}` are not heaps in a row: its quotients are not offered")]
    NotHeaps {
        /// The ruleset.
        ruleset: String,
    },
    /// More generators than monomials have room for.
    #[error("more than {} generators would be needed", Monomial::MOST_GENERATORS)]
    Generators,
    /// Larger powers than monomials have room for: no relation h^(k+2) = h^k with a small k seems
    /// to hold. The quotient may be infinite.
    #[error("relations between powers of a heap beyond the {LARGEST_POWER}th would be needed")]
    Exponents,
    /// More heaps, sums or elements than 32 bits can number.
    #[error("32-bit numbers are used up")]
    Numbers,
    /// The ruleset breaks its word that options are made of smaller heaps.
    #[error("heap {heap} of `{ruleset}` has an option that is not made of smaller heaps")]
    NotSmaller {
        /// The ruleset.
        ruleset: String,
        /// The heap.
        heap: u64,
    },
}

/// The limits of a computation, looked at now and then.
pub(super) struct Budget<'l> {
    limits: &'l Limits,
    ticker: Ticker,
}

impl<'l> Budget<'l> {
    pub(super) fn new(limits: &'l Limits) -> Self {
        Self {
            limits,
            ticker: Ticker::default(),
        }
    }

    /// Counts a unit of work.
    pub(super) fn tick(&mut self) -> Result<(), Reason> {
        if self.ticker.is_due() {
            self.look_at_clock()?;
        }
        Ok(())
    }

    pub(super) fn look_at_clock(&self) -> Result<(), Reason> {
        self.limits.interrupted().map_or(Ok(()), Err)
    }

    /// Refuses more elements than allowed: what `max_nodes` means here.
    pub(super) fn elements(&self, count: usize) -> Result<(), Reason> {
        match self.limits.max_nodes {
            Some(limit) if count > limit => Err(Reason::Nodes { limit }),
            _ => Ok(()),
        }
    }

    /// Refuses a table of so many bytes. The options of the heaps, a model, and the closures of the
    /// old and the new quotient live side by side, so each may take a quarter of the memory.
    pub(super) fn afford(&self, bytes: usize) -> Result<(), Reason> {
        let needed = bytes.saturating_mul(4);
        match self.limits.max_memory {
            Some(limit) if needed > limit => Err(Reason::Memory { needed, limit }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_the_tables_may_take_a_quarter() {
        let limits = Limits::default().with_max_memory(1000);
        let budget = Budget::new(&limits);
        assert_eq!(budget.afford(250), Ok(()));
        let (needed, limit) = (1004, 1000);
        assert_eq!(budget.afford(251), Err(Reason::Memory { needed, limit }));
    }
}

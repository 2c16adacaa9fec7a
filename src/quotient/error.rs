//! Why there is no quotient, and the budget that a computation has.

use thiserror::Error;

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
    /// A quotient of larger heaps was found not to be so; a defect of this program.
    #[error(
        "the heaps of `{ruleset}` do not come in order: heap {heap} has an option that is not smaller"
    )]
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

    /// Refuses tables of so many bytes in all.
    pub(super) fn afford(&self, needed: usize) -> Result<(), Reason> {
        match self.limits.max_memory {
            Some(limit) if needed > limit => Err(Reason::Memory { needed, limit }),
            _ => Ok(()),
        }
    }
}

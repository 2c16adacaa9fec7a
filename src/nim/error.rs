//! Why a nim value is not given.

use thiserror::Error;

use crate::game::{Limits, Reason};

/// Why a nim value is not given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NimError {
    /// Out of time or memory, or cancelled.
    #[error("{0}")]
    Stopped(#[from] Reason),
    /// The ruleset is loopy, and the question has an answer only where play ends.
    #[error("play of `{ruleset}` may go on for ever: it has no nim values in the ordinary sense")]
    Loopy {
        /// Its name.
        ruleset: String,
    },
    /// Beyond what can be computed.
    #[error("{0}")]
    OutOfReach(String),
}

/// To be called now and then in a loop that can be long.
pub(crate) fn look_at_clock(limits: &Limits) -> Result<(), NimError> {
    match limits.interrupted() {
        Some(reason) => Err(reason.into()),
        None => Ok(()),
    }
}

/// Refuses a table of so many bytes if the memory limit does not hold it.
pub(crate) fn afford(bytes: u64, limits: &Limits) -> Result<(), NimError> {
    let needed = usize::try_from(bytes).unwrap_or(usize::MAX);
    match limits.max_memory {
        Some(limit) if needed > limit => Err(Reason::Memory { needed, limit }.into()),
        _ => Ok(()),
    }
}

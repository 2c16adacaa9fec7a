//! Errors of nim values.

use thiserror::Error;

use crate::limits::Reason;

/// Why a nim value was not computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NimError {
    /// Out of time or memory, or cancelled.
    #[error("{0}")]
    Stopped(#[from] Reason),
    /// The ruleset is loopy, and only loop-free games have nim values.
    #[error("play of `{ruleset}` may go on for ever: it has no nim values in the ordinary sense")]
    Loopy {
        /// Its name.
        ruleset: String,
    },
    /// Beyond what can be computed.
    #[error("{0}")]
    OutOfReach(String),
}

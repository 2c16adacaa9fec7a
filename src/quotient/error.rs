//! Why there is no quotient.

use thiserror::Error;

use super::monomial::{LARGEST_POWER, Monomial};
use crate::limits::Reason;

/// Why a quotient is not found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuotientError {
    /// A limit was reached. This proves nothing about the next quotient, not even that it is
    /// infinite.
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
    /// A position has more than one coordinate.
    #[error("the positions of `{ruleset}` are not heaps in a row: its quotients are not offered")]
    NotHeaps {
        /// The ruleset.
        ruleset: String,
    },
    /// More generators than a monomial can have.
    #[error("more than {} generators would be needed", Monomial::MOST_GENERATORS)]
    Generators,
    /// Larger powers than a monomial can have: no relation h^(t+p) = h^t with a small t + p seems
    /// to hold. The quotient may be infinite.
    #[error("relations between powers of a heap beyond the {LARGEST_POWER}th would be needed")]
    Exponents,
    /// The quotient is infinite, and no description with one wall was found.
    #[error(
        "the quotient with one heap more is infinite, and no description of it was found: wild \
         heaps that one linear form compares"
    )]
    Shape,
    /// More heaps, sums or elements than 32 bits can number.
    #[error("32-bit numbers are used up")]
    Numbers,
    /// An option is not made of smaller heaps, as the contract of a ruleset requires.
    #[error("heap {heap} of `{ruleset}` has an option that is not made of smaller heaps")]
    NotSmaller {
        /// The ruleset.
        ruleset: String,
        /// The heap.
        heap: u64,
    },
}

//! Errors of the census.

use num_bigint::BigUint;
use thiserror::Error;

use crate::limits::Reason;
use crate::numbers::Unfactored;

/// Why a count, a residue or a listing is not given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The modulus is 0.
    #[error("there are no residues modulo 0; the modulus must be at least 1")]
    ZeroModulus,
    /// The games of days from 6 on are too many to be listed.
    #[error("day {day} cannot be listed: explicit lists end with day 5 and its 4171780 games")]
    NotListed {
        /// The day.
        day: u32,
    },
    /// The quantity has no expression that fits in memory.
    #[error(
        "day {day} has no sum of powers of two that could be written down: they end with day 7"
    )]
    NotSymbolic {
        /// The day.
        day: u32,
    },
    /// Only days 5 and 6 have a table of a sensible length.
    #[error("there is no table for day {day}: only days 5 and 6 have one")]
    NoTable {
        /// The day.
        day: u32,
    },
    /// The number has too many decimal digits.
    #[error(
        "|M_{day}| cannot be written in decimal: day 6 with its 1255831 digits is the last one \
         that can"
    )]
    NotDecimal {
        /// The day.
        day: u32,
    },
    /// The count is small and has no iterated logarithm here.
    #[error("|M_{day}| is small enough to be written down")]
    NotHuge {
        /// The day.
        day: u32,
    },
    /// A residue needs the factors of a number, and they were not found within the budget.
    #[error(
        "{number}, met in the chain of orders of 2, was not factored within the budget; a modulus \
         below 2^64 always can be"
    )]
    NotFactored {
        /// The number that was not factored.
        number: BigUint,
    },
    /// The chain of orders of 2 of this modulus is too long for |M_9|.
    #[error(
        "|M_{day}| modulo {modulus} needs the residues of exponents modulo {order}, an order of 2 \
         with an odd part of {odd_part}; the longest that is attempted is {limit}"
    )]
    OrderTooLong {
        /// The day.
        day: u32,
        /// The modulus, a prime.
        modulus: BigUint,
        /// The second order of 2 in the chain of that prime.
        order: BigUint,
        /// Its odd part, which decides.
        odd_part: BigUint,
        /// The longest odd part that is attempted.
        limit: u64,
    },
    /// The method does not apply to this day or modulus.
    #[error("{method} does not reach |M_{day}| modulo {modulus}: {reason}")]
    OutOfReach {
        /// The method.
        method: &'static str,
        /// The day.
        day: u64,
        /// The modulus.
        modulus: BigUint,
        /// Why it does not apply, and what would be possible.
        reason: &'static str,
    },
    /// A limit was reached, or the computation was cancelled.
    #[error("stopped: {0}")]
    Stopped(#[from] Reason),
}

impl From<Unfactored> for CensusError {
    fn from(error: Unfactored) -> Self {
        Self::NotFactored {
            number: error.number,
        }
    }
}

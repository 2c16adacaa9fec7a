//! What can go wrong in the census, and the look at the clock inside long loops.

use num_bigint::BigUint;
use thiserror::Error;

use crate::limits::{Budget, Reason};
use crate::numbers::Unfactored;

/// Why a count, a residue or a listing is not given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CensusError {
    /// Nothing is congruent to anything modulo 0.
    #[error("there are no residues modulo 0; the modulus must be at least 1")]
    ZeroModulus,
    /// Days from 6 on have too many members to be listed.
    #[error("day {day} cannot be listed: explicit lists end with day 5 and its 4171780 games")]
    NotListed {
        /// The day that was asked for.
        day: u32,
    },
    /// The quantity has no expression that fits in memory.
    #[error(
        "day {day} has no sum of powers of two that could be written down: they end with day 7"
    )]
    NotSymbolic {
        /// The day that was asked for.
        day: u32,
    },
    /// Only days 5 and 6 have a table of a sensible length.
    #[error("there is no table for day {day}: only days 5 and 6 have one")]
    NoTable {
        /// The day that was asked for.
        day: u32,
    },
    /// The decimal digits do not fit anywhere.
    #[error(
        "|M_{day}| cannot be written in decimal: day 6 with its 1255831 digits is the last one \
         that can"
    )]
    NotDecimal {
        /// The day that was asked for.
        day: u32,
    },
    /// Small counts need no iterated logarithm.
    #[error("|M_{day}| is small enough to be written down")]
    NotHuge {
        /// The day that was asked for.
        day: u32,
    },
    /// A residue needs the factors of this number, and they were not found within the budget.
    #[error(
        "{number}, met in the chain of orders of 2, was not factored within the budget; a modulus \
         below 2^64 always can be"
    )]
    NotFactored {
        /// The number that resisted.
        number: BigUint,
    },
    /// The chain of orders of 2 of this modulus is too long for |M_9|.
    #[error(
        "|M_{day}| modulo {modulus} needs the residues of exponents modulo {order}, an order of 2 \
         with an odd part of {odd_part}; the longest that is attempted is {limit}"
    )]
    OrderTooLong {
        /// The day that was asked for.
        day: u32,
        /// The modulus, a prime.
        modulus: BigUint,
        /// The second order of 2 in the chain of that prime.
        order: BigUint,
        /// Its odd part, which is what counts.
        odd_part: BigUint,
        /// The longest odd part that is attempted.
        limit: u64,
    },
    /// A method that does not lead to this day.
    #[error("{method} does not reach |M_{day}| modulo {modulus}: {reason}")]
    OutOfReach {
        /// The method.
        method: &'static str,
        /// The day that was asked for.
        day: u64,
        /// The modulus.
        modulus: BigUint,
        /// What stands in the way, and what would be possible.
        reason: &'static str,
    },
    /// Out of time, or cancelled.
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

/// To be called at each step of a loop that can be long: looks at the clock now and then.
pub(super) fn check_at(step: u32, budget: &Budget) -> Result<(), CensusError> {
    if step.is_multiple_of(1 << 12) {
        budget.check()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_deadline_is_checked_every_4096_steps() {
        let past = Budget::timeout(Duration::ZERO);
        let heard = (1..=10_000).filter(|&step| check_at(step, &past).is_err());
        assert_eq!(heard.collect::<Vec<_>>(), [4096, 8192]);
    }
}

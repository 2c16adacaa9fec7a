//! The method by which the outcome of a sum was found.

use crate::game::Outcome;
use crate::nim::NimValue;
use crate::quotient::{Element, InfiniteQuotient, Quotient};

/// The method by which the outcomes of a sum and of the positions after each move were found.
pub enum Method {
    /// The nim values of the summands: normal play.
    NimValues(Vec<NimValue>),
    /// The canonical forms of the summands.
    CanonicalForms,
    /// The misère quotient of the ruleset.
    Quotient(Box<InQuotient>),
    /// A search through the play.
    PlayedOut,
}

/// A sum of heaps and its value in the misère quotient of their ruleset.
#[non_exhaustive]
pub enum InQuotient {
    /// The quotient is finite.
    Finite {
        /// The quotient: of all heaps, or of heaps at least up to those in the sum.
        quotient: Quotient,
        /// The value of the sum.
        value: Element,
    },
    /// The quotient is infinite.
    Infinite {
        /// The quotient of heaps at least up to those in the sum.
        quotient: InfiniteQuotient,
        /// The part of the value in the finite monoid.
        element: Element,
        /// The numbers of the wild heaps.
        numbers: Vec<u64>,
        /// Who wins.
        outcome: Outcome,
    },
}

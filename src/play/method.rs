//! The method by which the outcome of a sum was found.

use crate::nim::NimValue;
use crate::quotient::{Element, Quotient};

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
pub struct InQuotient {
    /// The quotient: of all heaps, or of heaps at least up to those in the sum.
    pub quotient: Quotient,
    /// The value of the sum.
    pub value: Element,
}

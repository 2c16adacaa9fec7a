//! How the outcome of a sum was found.

use crate::nim::NimValue;
use crate::quotient::{Element, Quotient};

/// How the outcome of a sum and of the positions after each move was found.
pub enum Method {
    /// By the nim values of the summands: normal play.
    NimValues(Vec<NimValue>),
    /// By the canonical forms of the summands.
    CanonicalForms,
    /// By a table look-up in the misère quotient of the one ruleset that is played.
    Quotient(Box<InQuotient>),
    /// By playing out every line that matters: no canonical forms, no quotient.
    PlayedOut,
}

/// A sum of heaps and its place in the misère quotient of their ruleset.
#[non_exhaustive]
pub struct InQuotient {
    /// The quotient: of all heaps, or of heaps at least up to those in the sum.
    pub quotient: Quotient,
    /// The value of the sum.
    pub value: Element,
}

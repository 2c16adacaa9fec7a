//! Certificates: a quotient in a form that can be checked independently.

use serde::{Deserialize, Serialize};

use super::monoid::Element;
use super::period::Period;
use super::quotient::Quotient;
use crate::heaps::Listing;

/// A misère quotient that can be checked independently; [`check`](super::check) says how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct QuotientCertificate {
    /// What it certifies: "quotient".
    pub certificate: String,
    /// The version of this layout: 1.
    pub version: u32,
    /// The ruleset, by its name.
    pub ruleset: String,
    /// The positions, if the ruleset is a list of positions; then heaps are their numbers, and the
    /// name is only a label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Listing>,
    /// The smallest heap of the ruleset.
    pub smallest: u64,
    /// The largest heap that has a value.
    pub max_heap: u64,
    /// The number of elements. Element 0 is the identity.
    pub order: u32,
    /// The heaps that generate the monoid: of each value the smallest heap, ascending.
    pub generators: Vec<u64>,
    /// The Cayley graph: for each element its products with the generators.
    pub cayley: Vec<Vec<Element>>,
    /// The elements of P, ascending.
    pub p: Vec<Element>,
    /// The values of the heaps from the smallest to the largest.
    pub pretending: Vec<Element>,
    /// The least period of the values and the first heap from which on they repeat, if the period
    /// theorem applies.
    pub period: Option<PeriodEntry>,
}

/// A period in a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PeriodEntry {
    /// The period.
    pub period: u64,
    /// The first heap of the repeating part.
    pub first: u64,
}

impl QuotientCertificate {
    /// The value of the field `certificate`.
    pub const KIND: &str = "quotient";
    /// The only layout so far.
    pub const VERSION: u32 = 1;
}

impl Quotient {
    /// Returns a certificate of this quotient, or none if it has no heaps.
    pub fn certificate(&self) -> Option<QuotientCertificate> {
        let monoid = self.monoid();
        let products = |x: Element| {
            let generators = 0..monoid.generator_count();
            generators.map(|g| monoid.times_generator(x, g)).collect()
        };
        Some(QuotientCertificate {
            certificate: QuotientCertificate::KIND.into(),
            version: QuotientCertificate::VERSION,
            ruleset: self.ruleset().into(),
            positions: None,
            smallest: self.smallest(),
            max_heap: self.max_heap()?,
            order: u32::try_from(self.order()).ok()?,
            generators: self.generators().to_vec(),
            cayley: monoid.elements().map(products).collect(),
            p: monoid.elements().filter(|&x| monoid.is_p(x)).collect(),
            pretending: self.pretending().to_vec(),
            period: self
                .period()
                .map(|Period { period, first }| PeriodEntry { period, first }),
        })
    }
}

//! Certificates: a quotient in a form that can be checked independently.

use serde::{Deserialize, Serialize};

use super::listing::roots;
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
    /// The version of this layout: 2, or 1 without the statement.
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
    /// What it proves, in words. A checker compares it with its own sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// The cost of a check, if it was made: the number of products of two elements that it asks for.
    /// Nothing rests on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
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

impl From<Period> for PeriodEntry {
    fn from(Period { period, first }: Period) -> Self {
        Self { period, first }
    }
}

impl QuotientCertificate {
    /// The value of the field `certificate`.
    pub const KIND: &str = "quotient";
    /// The current version of the layout.
    pub const VERSION: u32 = 2;

    /// Adds the positions, if the ruleset is a list of positions, and the sentence that it proves.
    #[must_use]
    pub fn stated(mut self, positions: Option<Listing>) -> Self {
        self.positions = positions;
        let roots = self.positions.as_ref().map(roots);
        let count = (self.positions.as_ref()).map(|listing| listing.positions.len());
        self.statement = Some(statement(
            roots.as_deref().unwrap_or(&self.ruleset),
            count,
            self.max_heap,
            (self.order, self.p.len()),
            self.period,
        ));
        self
    }
}

/// States the order of the quotient of a ruleset, or of listed positions.
pub(super) fn statement(
    ruleset: &str,
    positions: Option<usize>,
    max_heap: u64,
    (order, p_order): (u32, usize),
    period: Option<PeriodEntry>,
) -> String {
    let (all, period) = of_heaps(max_heap, period);
    let heaps = match positions {
        Some(count) => format!("and of all positions that play reaches, {count} in all,"),
        None => all,
    };
    let values = if p_order == 1 { "value" } else { "values" };
    format!(
        "the misère quotient of {ruleset} {heaps} has order {order} and {p_order} P-{values}{period}"
    )
}

/// The heaps that a quotient is of, and its period if they are all.
pub(super) fn of_heaps(max_heap: u64, period: Option<PeriodEntry>) -> (String, String) {
    match period {
        None => (format!("for the heaps to {max_heap}"), String::new()),
        Some(PeriodEntry { period, first }) => {
            let values = format!(
                ", the values of heaps having the least period {period} from heap {first} on"
            );
            ("for all heaps".into(), values)
        }
    }
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
            period: self.period().map(PeriodEntry::from),
            statement: None,
            cost: None,
        })
    }
}

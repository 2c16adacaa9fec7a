//! Certificates of infinite quotients.

use serde::{Deserialize, Serialize};

use super::quotient::InfiniteQuotient;
use crate::quotient::certificate::{PeriodEntry, of_heaps};
use crate::quotient::monoid::Element;

/// An infinite misère quotient that can be checked independently; [`check`](super::check) says how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct InfiniteCertificate {
    /// What it certifies: "infinite quotient".
    pub certificate: String,
    /// The version of this layout: 2, or 1 without the statement.
    pub version: u32,
    /// The ruleset, by its name.
    pub ruleset: String,
    /// The smallest heap of the ruleset.
    pub smallest: u64,
    /// The largest heap that has a value.
    pub max_heap: u64,
    /// The heaps that generate M, ascending.
    pub generators: Vec<u64>,
    /// The Cayley graph of M: for each element its products with the generators. Element 0 is the
    /// identity.
    pub cayley: Vec<Vec<Element>>,
    /// The parts in M of the values of the heaps from the smallest to the largest; 0 for wild heaps.
    pub pretending: Vec<Element>,
    /// The wild heaps, ascending; their numbers are the coordinates.
    pub wild: Vec<u64>,
    /// The mixed heaps, ascending, each with the part in N^k of its value, which is not 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mixed: Vec<(u64, Vec<u32>)>,
    /// The coefficients of the linear form.
    pub wall: Vec<i64>,
    /// The form is clamped to −h, …, h.
    pub half_width: i64,
    /// The thresholds of the coordinates.
    pub thresholds: Vec<u32>,
    /// The moduli of the coordinates.
    pub moduli: Vec<u32>,
    /// Sets of elements of M, ascending.
    pub sets: Vec<Vec<Element>>,
    /// All cells that are not empty: for each coordinate the least number of its class, the clamped
    /// form, and the set of those m for which (m, x) is in P for all x in the cell.
    pub cells: Vec<(Vec<u32>, i64, u32)>,
    /// The least period of the values in M × N^k and the first heap from which on they repeat, if the
    /// period theorem applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<PeriodEntry>,
    /// What it proves, in words. A checker compares it with its own sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// About how many steps a check takes. Nothing rests on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
}

impl InfiniteCertificate {
    /// The value of the field `certificate`.
    pub const KIND: &str = "infinite quotient";
    /// The current version of the layout.
    pub const VERSION: u32 = 2;

    /// Adds the sentence that it proves.
    #[must_use]
    pub fn stated(mut self) -> Self {
        let sentence = statement(&self);
        self.statement = Some(sentence);
        self
    }
}

/// States which heaps are wild and how large the monoid of the others is.
pub(super) fn statement(certificate: &InfiniteCertificate) -> String {
    let wild: Vec<String> = certificate.wild.iter().map(ToString::to_string).collect();
    let (heaps, period) = of_heaps(certificate.max_heap, certificate.period);
    let (ruleset, order) = (&certificate.ruleset, certificate.cayley.len());
    let wild = wild.join(", ");
    format!(
        "the misère quotient of {ruleset} {heaps} is infinite: with wild heaps {wild} and values of \
         the other heaps in a monoid of order {order}{period}"
    )
}

impl InfiniteQuotient {
    /// Returns a certificate of this quotient.
    pub fn certificate(&self) -> InfiniteCertificate {
        let monoid = self.tame_part();
        let products = |x: Element| {
            let generators = 0..monoid.generator_count();
            generators.map(|g| monoid.times_generator(x, g)).collect()
        };
        let mut sets: Vec<Vec<Element>> = Vec::new();
        let mut numbers = std::collections::BTreeMap::new();
        let mut cells = Vec::new();
        for number in 0..self.cell_count() {
            let cell = self.cell(number);
            let elements = monoid.elements().filter(|&m| self.is_p(m, number));
            let set: Vec<Element> = elements.collect();
            let set = *numbers.entry(set).or_insert_with_key(|set| {
                sets.push(set.clone());
                u32::try_from(sets.len() - 1).unwrap_or(u32::MAX)
            });
            cells.push((cell.classes, cell.level, set));
        }
        let shape = self.shape();
        InfiniteCertificate {
            certificate: InfiniteCertificate::KIND.into(),
            version: InfiniteCertificate::VERSION,
            ruleset: self.ruleset().into(),
            smallest: self.smallest(),
            max_heap: self.max_heap(),
            generators: self.generators().to_vec(),
            cayley: monoid.elements().map(products).collect(),
            pretending: self.pretending().to_vec(),
            wild: self.wild().to_vec(),
            mixed: self.mixed().to_vec(),
            wall: shape.wall,
            half_width: shape.half_width,
            thresholds: shape.thresholds,
            moduli: shape.moduli,
            sets,
            cells,
            period: self.period().map(PeriodEntry::from),
            statement: None,
            cost: None,
        }
    }
}

//! A misère quotient, proved.

use super::candidate::Candidate;
use super::monoid::{Element, Monoid};
use super::period::Period;
use super::table::HeapTable;
use crate::game::Outcome;
use crate::heaps::{Heaps, Position};

/// The misère quotient of the heaps of a ruleset up to a certain size, proved.
///
/// Sums of these heaps have the same value iff they can replace each other in all sums of these
/// heaps: o(G + X) = o(H + X) for all X. The values form a finite commutative [`Monoid`]; a sum is
/// a P-position iff its value is in P.
///
/// ```
/// use misere::game::Outcome;
/// use misere::limits::Budget;
/// use misere::heaps::{Heaps, ruleset};
/// use misere::quotient::QuotientBuilder;
///
/// let kayles = ruleset("0.77").unwrap();
/// let mut builder = QuotientBuilder::new(&*kayles)?;
/// assert!(builder.solve(&Budget::default())?);
/// let quotient = builder.quotient();
/// assert_eq!((quotient.order(), quotient.p_order()), (40, 9));
/// let period = quotient.period().unwrap();
/// assert_eq!((period.first, period.period), (71, 12));
/// let million = Heaps::of_sizes([1_000_000, 999_999, 5]);
/// assert_eq!(quotient.outcome(&million), Some(Outcome::N));
/// # Ok::<(), misere::quotient::QuotientError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Quotient {
    ruleset: String,
    smallest: u64,
    monoid: Monoid,
    generators: Vec<u64>,
    pretending: Vec<Element>,
    period: Option<Period>,
}

impl Quotient {
    pub(super) fn new(proved: &Candidate, table: &HeapTable, period: Option<Period>) -> Self {
        let generators = proved.generators.iter().map(|&heap| table.size(heap));
        Self {
            ruleset: table.ruleset().name(),
            smallest: table.ruleset().smallest(),
            generators: generators.collect(),
            monoid: proved.monoid.clone(),
            pretending: proved.pretending.clone(),
            period,
        }
    }

    /// The name of the ruleset.
    pub fn ruleset(&self) -> &str {
        &self.ruleset
    }

    /// The smallest heap of the ruleset.
    pub fn smallest(&self) -> u64 {
        self.smallest
    }

    /// The largest heap N that the proof speaks of without a period; none if there is no heap.
    pub fn max_heap(&self) -> Option<u64> {
        let last = self.pretending.len().checked_sub(1)?;
        Some(self.smallest + last as u64)
    }

    /// How many values there are.
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// How many values are those of P-positions.
    pub fn p_order(&self) -> usize {
        self.monoid.p_order()
    }

    /// The values and how they add up.
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The heaps that generate the monoid, in the order of its generators.
    pub fn generators(&self) -> &[u64] {
        &self.generators
    }

    /// Φ: the values of the heaps from the smallest to the largest.
    pub fn pretending(&self) -> &[Element] {
        &self.pretending
    }

    /// The period of Φ, if it is proved: then this is the quotient of all heaps.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The value of a heap; none if the quotient does not speak of it.
    pub fn value_of_heap(&self, heap: u64) -> Option<Element> {
        let heap = match &self.period {
            Some(period) => period.representative(heap),
            None => heap,
        };
        let at = usize::try_from(heap.checked_sub(self.smallest)?).ok()?;
        self.pretending.get(at).copied()
    }

    /// The value of a sum of heaps.
    pub fn value(&self, heaps: &Heaps) -> Option<Element> {
        heaps.iter().try_fold(0, |x, (position, copies)| {
            let value = self.value_of_position(position)?;
            Some(self.monoid.times(x, self.monoid.power(value, copies)))
        })
    }

    fn value_of_position(&self, position: Position) -> Option<Element> {
        match position.arity() {
            1 => self.value_of_heap(position.size()),
            _ => None,
        }
    }

    /// The misère outcome of a sum of heaps, by looking it up.
    pub fn outcome(&self, heaps: &Heaps) -> Option<Outcome> {
        let is_p = self.monoid.is_p(self.value(heaps)?);
        Some(if is_p { Outcome::P } else { Outcome::N })
    }

    /// The least sum of heaps that has a value.
    pub fn least_sum(&self, x: Element) -> Heaps {
        let mut heaps = Heaps::none();
        for (generator, copies) in self.monoid.normal_form(x) {
            let heap = Position::heap(self.generators[generator]);
            heaps.add(heap, u64::from(copies));
        }
        heaps
    }
}

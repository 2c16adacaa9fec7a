//! A misère quotient, proved.

use std::sync::Arc;

use petgraph::graph::{DiGraph, NodeIndex};

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
    generators: Vec<u64>,
    proved: Arc<Candidate>,
    period: Option<Period>,
}

/// A generator of a quotient: its place among the [`generators`](Quotient::generators).
pub type Generator = usize;

impl Quotient {
    pub(super) fn new(proved: Arc<Candidate>, table: &HeapTable, period: Option<Period>) -> Self {
        let generators = proved.generators.iter().map(|&heap| table.size(heap));
        Self {
            ruleset: table.ruleset().name(),
            smallest: table.ruleset().smallest(),
            generators: generators.collect(),
            proved,
            period,
        }
    }

    /// Returns what is proved, without the period.
    pub(super) fn proved(&self) -> &Candidate {
        &self.proved
    }

    /// Returns the name of the ruleset.
    pub fn ruleset(&self) -> &str {
        &self.ruleset
    }

    /// Returns the smallest heap of the ruleset.
    pub fn smallest(&self) -> u64 {
        self.smallest
    }

    /// Returns the largest heap that was added, if there is one. With a [period](Self::period) the
    /// quotient also gives values to larger heaps.
    pub fn max_heap(&self) -> Option<u64> {
        let last = self.pretending().len().checked_sub(1)?;
        Some(self.smallest + last as u64)
    }

    /// Returns the number of values.
    pub fn order(&self) -> usize {
        self.monoid().order()
    }

    /// Returns the number of values of P-positions.
    pub fn p_order(&self) -> usize {
        self.monoid().p_order()
    }

    /// Returns the monoid of values.
    pub fn monoid(&self) -> &Monoid {
        &self.proved.monoid
    }

    /// Returns the heaps that generate the monoid, in the order of its generators.
    pub fn generators(&self) -> &[u64] {
        &self.generators
    }

    /// Returns Φ: the values of the heaps from the smallest to the largest.
    pub fn pretending(&self) -> &[Element] {
        &self.proved.pretending
    }

    /// Returns the period of Φ, if it is proved. Then this is the quotient of all heaps.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Returns the value of a heap, or none if the heap is too large for this quotient.
    pub fn value_of_heap(&self, heap: u64) -> Option<Element> {
        let heap = match &self.period {
            Some(period) => period.representative(heap),
            None => heap,
        };
        let at = usize::try_from(heap.checked_sub(self.smallest)?).ok()?;
        self.pretending().get(at).copied()
    }

    /// Returns the value of a sum of heaps.
    pub fn value(&self, heaps: &Heaps) -> Option<Element> {
        let monoid = self.monoid();
        heaps.iter().try_fold(0, |x, (position, copies)| {
            let value = self.value_of_position(position)?;
            Some(monoid.times(x, monoid.power(value, copies)))
        })
    }

    fn value_of_position(&self, position: Position) -> Option<Element> {
        match position.arity() {
            1 => self.value_of_heap(position.size()),
            _ => None,
        }
    }

    /// Returns the misère outcome of a sum of heaps.
    pub fn outcome(&self, heaps: &Heaps) -> Option<Outcome> {
        let is_p = self.monoid().is_p(self.value(heaps)?);
        Some(if is_p { Outcome::P } else { Outcome::N })
    }

    /// Returns the least sum of heaps that has a value.
    pub fn least_sum(&self, x: Element) -> Heaps {
        let mut heaps = Heaps::none();
        for (generator, copies) in self.monoid().normal_form(x) {
            let heap = Position::heap(self.generators[generator]);
            heaps.add(heap, u64::from(copies));
        }
        heaps
    }

    /// Returns the Cayley graph: a node for each element, in their order, and an edge from x to x·g
    /// for each generator g.
    ///
    /// ```
    /// use misere::limits::Budget;
    /// use misere::heaps::ruleset;
    /// use misere::quotient::QuotientBuilder;
    /// use petgraph::algo::kosaraju_scc;
    ///
    /// let kayles = ruleset("0.77").unwrap();
    /// let mut builder = QuotientBuilder::new(&*kayles)?;
    /// builder.solve(&Budget::default())?;
    /// let graph = builder.quotient().cayley_graph();
    /// assert_eq!((graph.node_count(), graph.edge_count()), (40, 40 * 7));
    /// // Elements that divide each other are in one component; the kernel has 16.
    /// let largest = kosaraju_scc(&graph).iter().map(Vec::len).max();
    /// assert_eq!(largest, Some(16));
    /// # Ok::<(), misere::quotient::QuotientError>(())
    /// ```
    pub fn cayley_graph(&self) -> DiGraph<Element, Generator> {
        let monoid = self.monoid();
        let edges = self.order() * self.generators.len();
        let mut graph = DiGraph::with_capacity(self.order(), edges);
        let nodes: Vec<NodeIndex> = monoid.elements().map(|x| graph.add_node(x)).collect();
        for (x, &node) in monoid.elements().zip(&nodes) {
            for g in 0..self.generators.len() {
                let product = monoid.times_generator(x, g);
                graph.add_edge(node, nodes[product as usize], g);
            }
        }
        graph
    }
}

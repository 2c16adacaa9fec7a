//! The part lattice of a game: which parts contain which.
//!
//! Nodes are the even parts of G; an edge leads from S to S + P for each even prime P. A part
//! contains another exactly if a path leads there.

use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use crate::game::{Game, Universe};
use crate::limits::Stopped;

use super::algorithm::{Parts, has_unit_option};

/// The even parts of a game and their multiples by primes.
#[derive(Clone, Debug)]
pub struct PartLattice {
    /// The nodes: even parts in structural order.
    parts: Vec<Game>,
    primes: Vec<Game>,
    /// `products[node][prime]` is the node of the part with that prime added.
    products: Vec<Vec<Option<usize>>>,
}

/// An edge S → S + P of a [`PartLattice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartEdge {
    /// The number of S in [`PartLattice::parts`].
    pub from: usize,
    /// The number of S + P there.
    pub to: usize,
    /// The number of P in [`PartLattice::primes`].
    pub prime: usize,
}

impl PartLattice {
    /// Iterates over the edges, by primes and then by the parts where they begin.
    pub fn edges(&self) -> impl Iterator<Item = PartEdge> + '_ {
        (0..self.primes.len()).flat_map(move |prime| {
            self.products
                .iter()
                .enumerate()
                .filter_map(move |(from, of)| {
                    let to = of[prime]?;
                    Some(PartEdge { from, to, prime })
                })
        })
    }

    /// Returns the lattice as a graph: a node for every part, in the order of
    /// [`parts`](Self::parts), and an edge S → S + P labelled with the prime P.
    ///
    /// ```
    /// use misere::{game::Universe, parts::Parts};
    /// use petgraph::algo::toposort;
    ///
    /// let mut u = Universe::new();
    /// let g = u.eval("2##")?;
    /// let graph = Parts::new().lattice(&mut u, g)?.graph();
    /// let order = toposort(&graph, None).expect("a lattice has no cycles");
    /// assert_eq!((graph[order[0]], graph[order[7]]), (u.zero(), g));
    /// # Ok::<(), misere::expr::ExpressionError>(())
    /// ```
    pub fn graph(&self) -> DiGraph<Game, Game> {
        let mut graph = DiGraph::with_capacity(self.parts.len(), 0);
        for &part in &self.parts {
            graph.add_node(part);
        }
        for PartEdge { from, to, prime } in self.edges() {
            let (from, to) = (NodeIndex::new(from), NodeIndex::new(to));
            graph.add_edge(from, to, self.primes[prime]);
        }
        graph
    }

    /// Returns the even primes among the parts, in structural order.
    pub fn primes(&self) -> &[Game] {
        &self.primes
    }

    /// Returns the parts, in structural order.
    pub fn parts(&self) -> &[Game] {
        &self.parts
    }

    /// The node of 0, which is first in structural order.
    pub(super) const ZERO: usize = 0;

    /// Returns the node of the game itself: the only one without an edge from it.
    pub(super) fn whole(&self) -> usize {
        let is_top = |node: &usize| self.products[*node].iter().all(Option::is_none);
        (0..self.products.len()).find(is_top).unwrap_or(0)
    }

    /// Returns the node of the part with this prime added, if that is a part.
    pub(super) fn times(&self, node: usize, prime: usize) -> Option<usize> {
        self.products[node][prime]
    }
}

impl Parts {
    /// Returns the part lattice of G.
    pub fn lattice(&mut self, u: &mut Universe, g: Game) -> Result<PartLattice, Stopped> {
        let table = self.of(u, g)?;
        let parts = table.parts();
        let mut building = LatticeBuilder::new(parts);
        // Primes by Proposition 7.4 come first: their multiples need no test.
        for &part in &parts[1..] {
            if has_unit_option(u, part) {
                building.add_prime(u, part)?;
            }
        }
        for &part in &parts[1..] {
            if !building.is_decided(part) && self.is_prime(u, part)? {
                building.add_prime(u, part)?;
            }
        }
        Ok(building.finish())
    }
}

/// Builds a lattice prime by prime.
struct LatticeBuilder {
    parts: Vec<Game>,
    nodes: FxHashMap<Game, usize>,
    /// The primes found so far, with their products: prime → node → node.
    primes: Vec<(Game, Vec<Option<usize>>)>,
    /// Whether a node is a prime or a multiple of one.
    decided: Vec<bool>,
}

impl LatticeBuilder {
    fn new(parts: &[Game]) -> Self {
        Self {
            parts: parts.to_vec(),
            nodes: parts
                .iter()
                .enumerate()
                .map(|(node, &part)| (part, node))
                .collect(),
            primes: Vec::new(),
            decided: vec![false; parts.len()],
        }
    }

    fn is_decided(&self, part: Game) -> bool {
        self.decided[self.nodes[&part]]
    }

    fn add_prime(&mut self, u: &mut Universe, prime: Game) -> Result<(), Stopped> {
        let mut products = Vec::with_capacity(self.parts.len());
        for &part in &self.parts {
            let sum = u.sum(part, prime)?;
            let product = self.nodes.get(&sum).copied();
            if let Some(node) = product {
                self.decided[node] = true;
            }
            products.push(product);
        }
        self.primes.push((prime, products));
        Ok(())
    }

    fn finish(mut self) -> PartLattice {
        let nodes = &self.nodes;
        self.primes.sort_by_key(|(prime, _)| nodes[prime]);
        let mut products = vec![Vec::with_capacity(self.primes.len()); self.parts.len()];
        for (_, of) in &self.primes {
            for (node, &product) in of.iter().enumerate() {
                products[node].push(product);
            }
        }
        PartLattice {
            parts: self.parts,
            primes: self.primes.into_iter().map(|(prime, _)| prime).collect(),
            products,
        }
    }
}

//! Small graphs as rows of bits.

use super::interner::Words;
use super::labelling::{Relation, Set, elements};
use crate::limits::{Budget, Reason};

/// A graph without loops and multiple edges on the vertices 0, 1, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Graph {
    /// The neighbours of each vertex.
    pub(super) rows: Vec<Set>,
}

impl Graph {
    /// Returns the graph with these edges.
    pub(super) fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut rows = vec![0; vertices];
        for (v, w) in edges {
            rows[v] |= 1 << w;
            rows[w] |= 1 << v;
        }
        Self { rows }
    }

    /// Returns all vertices.
    pub(super) fn vertices(&self) -> Set {
        (0..self.rows.len()).fold(0, |all, v| all | 1 << v)
    }

    /// Iterates over the edges, the smaller vertex first.
    pub(super) fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let later = |v: usize| self.rows[v] >> v >> 1;
        (0..self.rows.len()).flat_map(move |v| elements(later(v)).map(move |w| (v, v + 1 + w)))
    }

    /// Returns the component of a vertex in the graph that a set of vertices induces.
    pub(super) fn component(&self, vertex: usize, within: Set) -> Set {
        let (mut reached, mut fresh) = (1 << vertex, 1 << vertex);
        while fresh != 0 {
            let around = elements(fresh).fold(0, |all, v| all | self.rows[v]);
            fresh = around & within & !reached;
            reached |= fresh;
        }
        reached
    }

    /// Iterates over the components of the graph that a set of vertices induces.
    pub(super) fn components(&self, mut within: Set) -> impl Iterator<Item = Set> + '_ {
        std::iter::from_fn(move || {
            let first = (within != 0).then(|| within.trailing_zeros() as usize)?;
            let component = self.component(first, within);
            within &= !component;
            Some(component)
        })
    }

    /// Returns the graph that a set of vertices induces, in the same order.
    pub(super) fn induced(&self, within: Set) -> Self {
        let place = |v: usize| (within & ((1 << v) - 1)).count_ones();
        let row = |v: usize| elements(self.rows[v] & within).fold(0, |row, w| row | 1 << place(w));
        Self {
            rows: elements(within).map(row).collect(),
        }
    }

    /// Returns the graph without an edge.
    pub(super) fn without_edge(&self, v: usize, w: usize) -> Self {
        let mut rest = self.clone();
        rest.rows[v] &= !(1 << w);
        rest.rows[w] &= !(1 << v);
        rest
    }

    /// Returns the canonical form, with the root first if there is one.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn canonical(&self, root: Option<usize>, budget: &Budget) -> Result<Self, Reason> {
        let relation = Relation {
            out: &self.rows,
            into: None,
        };
        let order = relation.canonical_order(root, budget)?;
        Ok(Self {
            rows: relation.form(&order),
        })
    }

    /// Returns the words of a board: its rank, the number of vertices, the pairs of vertices.
    pub(super) fn words(&self, rank: u64) -> Words {
        let count = self.rows.len();
        let mut words = vec![0; 2 + (count * count.saturating_sub(1) / 2).div_ceil(64)];
        (words[0], words[1]) = (rank, count as u64);
        for (v, w) in self.edges() {
            let bit = w * (w - 1) / 2 + v;
            words[2 + bit / 64] |= 1 << (bit % 64);
        }
        words
    }

    /// Returns the graph with these words.
    pub(super) fn of_words(words: &[u64]) -> Self {
        let count = usize::try_from(words[1]).unwrap_or(0);
        let has = |bit: usize| words[2 + bit / 64] >> (bit % 64) & 1 == 1;
        let pairs = (0..count).flat_map(|w| (0..w).map(move |v| (v, w)));
        Self::new(count, pairs.filter(|&(v, w)| has(w * (w - 1) / 2 + v)))
    }
}
